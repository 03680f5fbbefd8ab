package figure_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"causalab/metrics/report/figure"
)

// chart has two panels, intervals, names on an axis and a dashed series.
func chart() *figure.Chart {
	nan := math.NaN()
	point := func(x, y float64, label string) figure.Point {
		return figure.Point{X: x, Y: y, XLow: nan, XHigh: nan, Low: y - 0.1, High: y + 0.1, Label: label}
	}
	bare := func(x, y float64) figure.Point {
		return figure.Point{X: x, Y: y, XLow: nan, XHigh: nan, Low: nan, High: nan}
	}
	ours := figure.Series{Name: "ours <&>", Points: []figure.Point{point(0, 0.2, "here"), point(1, 0.8, "there"), point(1, 0.8, "and there")}}
	theirs := figure.Series{Name: "theirs", Dashed: true, Points: []figure.Point{bare(0, 0.5), bare(2, 0.6)}}
	share := figure.Axis{Label: "Accuracy", Share: true}
	return &figure.Chart{Title: "A title", Note: "A note", Panels: []figure.Panel{
		{X: figure.Axis{Label: "Nodes", Names: []string{"three", "four", "five"}}, Y: share, Series: []figure.Series{ours, theirs}},
		{Title: "A panel", X: figure.Axis{Label: "Hz"}, Y: share, Series: []figure.Series{theirs}},
	}}
}

// count reads a figure as XML and counts its elements, by name and by whether they
// are dashed.
func count(t *testing.T, svg []byte) map[string]int {
	t.Helper()
	n := make(map[string]int)
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return n
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			n[e.Name.Local]++
			for _, a := range e.Attr {
				if strings.Contains(a.Value, "stroke-dasharray") {
					n["dashed"]++
				}
			}
		}
	}
}

func TestSVGShowsEverything(t *testing.T) {
	svg, err := chart().SVG()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"A title", "A note", "A panel", "Nodes", "Accuracy", "Hz", "three", "five", "ours &lt;&amp;&gt;", "theirs", ">here<", "there, and there"} {
		if !bytes.Contains(svg, []byte(want)) {
			t.Errorf("the figure lacks %q", want)
		}
	}
	// The dashed series has a line in each panel and one in the legend.
	if n := count(t, svg); n["dashed"] != 3 || n["text"] < 20 {
		t.Errorf("%v", n)
	}
	again, err := chart().SVG()
	if err != nil || !bytes.Equal(svg, again) {
		t.Errorf("the same chart gives another figure, %v", err)
	}
}

// TestArrowsLeaveTheFirstPoint counts what arrows add to marks and lines: a head
// each.
func TestArrowsLeaveTheFirstPoint(t *testing.T) {
	lines, arrows := chart(), chart()
	arrows.Arrows = true
	a, err := lines.SVG()
	if err != nil {
		t.Fatal(err)
	}
	b, err := arrows.SVG()
	if err != nil {
		t.Fatal(err)
	}
	// Ours has two arrows for two lines (one of which has no length), theirs one in
	// each panel for one line: four heads more.
	if more := count(t, b)["path"] - count(t, a)["path"]; more != 4 {
		t.Errorf("arrows add %d elements", more)
	}
}

func TestNothingToDraw(t *testing.T) {
	empty := chart()
	for i := range empty.Panels {
		empty.Panels[i].Series = []figure.Series{{Name: "none"}}
	}
	if _, err := empty.SVG(); !errors.Is(err, figure.ErrEmpty) {
		t.Errorf("%v", err)
	}
	if _, err := new(figure.Chart).SVG(); !errors.Is(err, figure.ErrEmpty) {
		t.Errorf("%v", err)
	}
}

// TestManySeriesFit makes the figure as high as its legend needs, and one value
// alone does not break an axis.
func TestManySeriesFit(t *testing.T) {
	height := func(n int) float64 {
		c := chart()
		c.Panels = c.Panels[1:]
		c.Panels[0].Series = nil
		for i := range n {
			c.Panels[0].Series = append(c.Panels[0].Series, figure.Series{Name: strings.Repeat("x", i+1), Points: []figure.Point{{X: 7, Y: 0.5, XLow: 7, XHigh: 7, Low: 0.5, High: 0.5}}})
		}
		svg, err := c.SVG()
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("Inf")) {
			t.Errorf("%d series: there are coordinates that are no numbers", n)
		}
		var root struct {
			ViewBox string `xml:"viewBox,attr"`
		}
		if err := xml.Unmarshal(svg, &root); err != nil {
			t.Fatal(err)
		}
		fields := strings.Fields(root.ViewBox)
		if len(fields) != 4 {
			t.Fatalf("view box %q", root.ViewBox)
		}
		var h float64
		if err := xml.Unmarshal([]byte("<h>"+fields[3]+"</h>"), &h); err != nil {
			t.Fatal(err)
		}
		return h
	}
	if few, many := height(2), height(40); many < 1.5*few {
		t.Errorf("height %v with 2 series and %v with 40", few, many)
	}
}
