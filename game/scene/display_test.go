package scene

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestSVGIsWellFormedAndWhole(t *testing.T) {
	l := New()
	l.Show(observation(8, 1))
	d := l.Display()
	var b bytes.Buffer
	if err := d.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	drawn := map[string]int{}
	decoder := xml.NewDecoder(&b)
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok {
			drawn[start.Name.Local]++
		}
	}
	if got, want := drawn["path"]+drawn["text"], len(d.Static)+len(d.Dynamic); got != want {
		t.Errorf("%d elements for %d operations", got, want)
	}
	if drawn["text"] < 5 || drawn["radialGradient"] == 0 || drawn["linearGradient"] == 0 {
		t.Errorf("elements: %v", drawn)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("broken") }

func TestSVGTellsOfABrokenWriter(t *testing.T) {
	if err := New().Display().WriteSVG(brokenWriter{}); err == nil {
		t.Error("no error")
	}
}

func TestPathsTakeThePointsThatTheirVerbsNeed(t *testing.T) {
	l := New()
	l.Show(observation(8, 0))
	l.Activate(Reactor)
	run(l, 0, 200)
	d := l.Display()
	for _, ops := range [2][]Op{d.Static, d.Dynamic} {
		for _, op := range ops {
			if op.Kind == Text {
				if strings.TrimSpace(op.Text.Text) == "" || op.Text.Size <= 0 {
					t.Errorf("text without words: %+v", op.Text)
				}
				continue
			}
			need := 0
			for _, v := range op.Path.Verbs {
				need += v.Points()
			}
			if need != len(op.Path.Points) || len(op.Path.Verbs) == 0 || op.Path.Verbs[0] != MoveTo {
				t.Errorf("%v with %d points", op.Path.Verbs, len(op.Path.Points))
			}
		}
	}
}

func TestSmoothPaints(t *testing.T) {
	if Falloff(0) != 0 || Falloff(1) != 1 || Falloff(-3) != 0 || Falloff(7) != 1 || Falloff(0.5) != 0.75 {
		t.Error("light does not fall off as it should")
	}
	var p painter
	p.reset()
	p.in(Point{10, 20}, 2, func() {
		p.faded(0.5, func() { p.rect(1, 1, 2, 2, 0).fill(radial(1, 2, 3, 4, white, black)) })
	})
	op := p.ops[0]
	if op.Paint.P != (Point{12, 24}) || op.Paint.Q != (Point{6, 8}) || op.Paint.A.A != 128 || op.Path.Points[2] != (Point{16, 26}) {
		t.Errorf("a paint in another coordinate system: %+v", op)
	}
}
