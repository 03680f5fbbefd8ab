package figure

import (
	"bytes"
	"errors"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Chart is one figure: panels side by side with a common legend.
type Chart struct {
	Title  string
	Note   string // small, below the title
	Panels []Panel
	// Arrows joins the points of a series by arrows, from its first to each other;
	// otherwise a line runs through them.
	Arrows bool
}

// Panel is one pair of axes.
type Panel struct {
	Title string // above the panel; may be empty
	X, Y  Axis
	// Series of the same name have the same look in every panel.
	Series []Series
}

// Axis describes one axis.
type Axis struct {
	Label string
	// Share says that values lie from 0 to 1 and the axis shows all of that.
	Share bool
	// Names, if set, are what stands at 0, 1, 2 and so on.
	Names []string
}

// Series is points that belong together.
type Series struct {
	Name string
	// Dashed sets figures that were taken from elsewhere apart from measured ones.
	Dashed bool
	Points []Point
}

// Point is one mean. Low and High bound the interval of Y, XLow and XHigh that of
// X; where there is none they are NaN.
type Point struct {
	X, Y        float64
	XLow, XHigh float64
	Low, High   float64
	Label       string // stands beside the point
}

// ErrEmpty says that a chart has no point.
var ErrEmpty = errors.New("figure: there is nothing to draw")

// Sizes of a figure.
const (
	panelWidth   = 13 * vg.Centimeter // of one or two; more are narrower
	narrowWidth  = 10 * vg.Centimeter
	panelHeight  = 10 * vg.Centimeter
	legendWidth  = 6.5 * vg.Centimeter
	titleHeight  = 1.5 * vg.Centimeter
	legendHeight = 0.55 * vg.Centimeter // of one entry
)

// SVG draws the chart. Equal charts give equal bytes.
func (c *Chart) SVG() ([]byte, error) {
	if !slices.ContainsFunc(c.Panels, func(p Panel) bool {
		return slices.ContainsFunc(p.Series, func(s Series) bool { return len(s.Points) > 0 })
	}) {
		return nil, ErrEmpty
	}
	looks := c.looks()
	width := panelWidth
	if len(c.Panels) > 2 {
		width = narrowWidth
	}
	width = width*vg.Length(len(c.Panels)) + legendWidth
	height := max(panelHeight, legendHeight*vg.Length(len(looks)+1)) + titleHeight
	canvas := vgsvg.New(width, height)
	all := draw.New(canvas)
	all.SetColor(color.White)
	all.Fill(all.Rectangle.Path())

	plots := make([][]*plot.Plot, 1)
	for i := range c.Panels {
		plots[0] = append(plots[0], c.Panels[i].plot(looks, c.Arrows))
	}
	body := draw.Crop(all, 0, -legendWidth, 0, -titleHeight)
	tiles := draw.Tiles{Rows: 1, Cols: len(c.Panels), PadX: 6 * vg.Millimeter, PadLeft: 3 * vg.Millimeter, PadBottom: 3 * vg.Millimeter, PadTop: 2 * vg.Millimeter}
	for i, part := range plot.Align(plots, tiles, body)[0] {
		plots[0][i].Draw(part)
	}
	c.drawTitle(all)
	c.drawLegend(draw.Crop(all, width-legendWidth+4*vg.Millimeter, 0, 0, -titleHeight-2*vg.Millimeter), looks)

	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func (c *Chart) drawTitle(all draw.Canvas) {
	left, top := all.Min.X+4*vg.Millimeter, all.Max.Y-7*vg.Millimeter
	all.FillText(style(14, color.Black), vg.Point{X: left, Y: top}, c.Title)
	all.FillText(style(10, gray), vg.Point{X: left, Y: top - 5.5*vg.Millimeter}, c.Note)
}

func (c *Chart) drawLegend(area draw.Canvas, looks []look) {
	const mark = 9 * vg.Millimeter
	y := area.Max.Y - 3*vg.Millimeter
	for i := range looks {
		l := &looks[i]
		area.StrokeLine2(l.line(), area.Min.X, y, area.Min.X+mark, y)
		area.DrawGlyph(l.glyph(), vg.Point{X: area.Min.X + mark/2, Y: y})
		area.FillText(style(10, color.Black), vg.Point{X: area.Min.X + mark + 2*vg.Millimeter, Y: y - 3.2}, l.name)
		y -= legendHeight
	}
}

// plot makes the axes and all that is drawn between them.
func (p *Panel) plot(looks []look, arrows bool) *plot.Plot {
	x := plot.New()
	x.BackgroundColor = color.White
	x.Title.Text = p.Title
	x.Title.TextStyle.Font = face(11)
	x.Title.Padding = 2 * vg.Millimeter
	p.X.apply(&x.X)
	p.Y.apply(&x.Y)
	x.Add(grid{})
	for i := range p.Series {
		s := &p.Series[i]
		j := slices.IndexFunc(looks, func(l look) bool { return l.name == s.Name })
		x.Add(&drawn{series: s, look: &looks[j], arrows: arrows})
	}
	widen(&x.X, p.X)
	widen(&x.Y, p.Y)
	return x
}

func (a *Axis) apply(axis *plot.Axis) {
	axis.Label.Text = a.Label
	axis.Label.TextStyle.Font = face(11)
	axis.Tick.Label.Font = face(10)
	axis.Padding = 0
	axis.LineStyle.Color, axis.Tick.LineStyle.Color = gray, gray
	switch {
	case a.Share:
		axis.Tick.Marker = plot.ConstantTicks([]plot.Tick{
			{Value: 0, Label: "0"}, {Value: 0.2, Label: "0.2"}, {Value: 0.4, Label: "0.4"},
			{Value: 0.6, Label: "0.6"}, {Value: 0.8, Label: "0.8"}, {Value: 1, Label: "1"},
		})
	case a.Names != nil:
		var ticks plot.ConstantTicks
		for i, name := range a.Names {
			ticks = append(ticks, plot.Tick{Value: float64(i), Label: name})
		}
		axis.Tick.Marker = ticks
	default:
		axis.Tick.Marker = plot.TickerFunc(func(low, high float64) []plot.Tick {
			ticks := plot.DefaultTicks{}.Ticks(low, high)
			for i := range ticks {
				if ticks[i].Label != "" {
					ticks[i].Label = strconv.FormatFloat(ticks[i].Value, 'g', 4, 64)
				}
			}
			return ticks
		})
	}
}

// widen leaves room around the points.
func widen(axis *plot.Axis, a Axis) {
	switch {
	case a.Share:
		axis.Min, axis.Max = -0.03, 1.03
	case a.Names != nil:
		axis.Min, axis.Max = -0.4, float64(len(a.Names))-0.6
	default:
		room := 0.05 * (axis.Max - axis.Min)
		if room == 0 {
			room = math.Max(1, 0.1*math.Abs(axis.Max))
		}
		axis.Min, axis.Max = axis.Min-room, axis.Max+room
	}
}

var gray = color.NRGBA{0x59, 0x59, 0x59, 0xff}

// style is a text style of a size in points.
func style(size font.Length, c color.Color) text.Style {
	return text.Style{Color: c, Font: face(size), Handler: plot.DefaultTextHandler}
}

// face is the typeface of all figures in a size in points.
func face(size font.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}
