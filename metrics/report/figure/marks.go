package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// look is how a series is drawn.
type look struct {
	name   string
	color  color.NRGBA
	shape  draw.GlyphDrawer
	dashed bool
	side   int // where labels stand: above right, above left, below right, below left
}

// palette holds colours that people with any colour vision tell apart (Okabe and
// Ito, Color Universal Design, 2008), without the yellow, which is lost on white.
var palette = []color.NRGBA{
	{0x00, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff}, {0xcc, 0x79, 0xa7, 0xff},
	{0xe6, 0x9f, 0x00, 0xff}, {0x56, 0xb4, 0xe9, 0xff}, {0x00, 0x00, 0x00, 0xff},
}

var shapes = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}}

// looks gives every series of the chart its look, in the order in which their names
// first come.
func (c *Chart) looks() []look {
	var looks []look
	seen := make(map[string]bool)
	for i := range c.Panels {
		for _, s := range c.Panels[i].Series {
			if seen[s.Name] {
				continue
			}
			seen[s.Name] = true
			n := len(looks)
			looks = append(looks, look{s.Name, palette[n%len(palette)], shapes[n/len(palette)%len(shapes)], s.Dashed, n % 4})
		}
	}
	return looks
}

func (l *look) line() draw.LineStyle {
	s := draw.LineStyle{Color: l.color, Width: 1.6}
	if l.dashed {
		s.Width, s.Dashes = 1.1, []vg.Length{4, 3}
	}
	return s
}

func (l *look) glyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: l.color, Radius: 3.2, Shape: l.shape}
}

func (l *look) interval() draw.LineStyle {
	c := l.color
	c.A = 0x70
	return draw.LineStyle{Color: c, Width: 1}
}

// drawn draws a series between the axes.
type drawn struct {
	series *Series
	look   *look
	arrows bool
}

// DataRange implements [plot.DataRanger].
func (d *drawn) DataRange() (xLow, xHigh, yLow, yHigh float64) {
	xLow, xHigh, yLow, yHigh = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	least := func(low *float64, high *float64, values ...float64) {
		for _, v := range values {
			if !math.IsNaN(v) {
				*low, *high = math.Min(*low, v), math.Max(*high, v)
			}
		}
	}
	for _, p := range d.series.Points {
		least(&xLow, &xHigh, p.X, p.XLow, p.XHigh)
		least(&yLow, &yHigh, p.Y, p.Low, p.High)
	}
	return xLow, xHigh, yLow, yHigh
}

// Plot implements [plot.Plotter].
func (d *drawn) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	at := func(q Point) vg.Point { return vg.Point{X: x(q.X), Y: y(q.Y)} }
	points := d.series.Points
	for _, q := range points {
		if !math.IsNaN(q.Low) && !math.IsNaN(q.High) {
			c.StrokeLine2(d.look.interval(), x(q.X), y(q.Low), x(q.X), y(q.High))
		}
		if !math.IsNaN(q.XLow) && !math.IsNaN(q.XHigh) {
			c.StrokeLine2(d.look.interval(), x(q.XLow), y(q.Y), x(q.XHigh), y(q.Y))
		}
	}
	for i := 1; i < len(points); i++ {
		if d.arrows {
			d.arrow(c, at(points[0]), at(points[i]))
		} else {
			from, to := at(points[i-1]), at(points[i])
			c.StrokeLine2(d.look.line(), from.X, from.Y, to.X, to.Y)
		}
	}
	for _, q := range points {
		c.DrawGlyph(d.look.glyph(), at(q))
	}
	d.labels(c, at)
}

// labels writes what stands beside the points. Points that lie on one another
// share a label, and series put theirs on different sides, so that fewer meet.
func (d *drawn) labels(c draw.Canvas, at func(Point) vg.Point) {
	const touch = 6
	s := style(8.5, d.look.color)
	var texts []string
	var places []vg.Point
points:
	for _, q := range d.series.Points {
		if q.Label == "" {
			continue
		}
		place := at(q)
		for i, other := range places {
			if math.Hypot(float64(place.X-other.X), float64(place.Y-other.Y)) < touch {
				texts[i] += ", " + q.Label
				continue points
			}
		}
		texts, places = append(texts, q.Label), append(places, place)
	}
	for i, place := range places {
		width := s.Width(texts[i])
		left := d.look.side%2 == 1
		if place.X+5+width > c.Max.X {
			left = true
		} else if place.X-5-width < c.Min.X {
			left = false
		}
		if left {
			place.X -= 5 + width
		} else {
			place.X += 5
		}
		place.Y += 3
		if d.look.side/2%2 == 1 {
			place.Y -= 11
		}
		c.FillText(s, place, texts[i])
	}
}

// arrow draws an arrow that ends before the mark it points to.
func (d *drawn) arrow(c draw.Canvas, from, to vg.Point) {
	const gap, length, half = 4.5, 7, 2.8
	dx, dy := float64(to.X-from.X), float64(to.Y-from.Y)
	distance := math.Hypot(dx, dy)
	if distance < gap+length {
		return // the marks touch
	}
	dx, dy = dx/distance, dy/distance
	along := func(back, side float64) vg.Point {
		return vg.Point{X: to.X - vg.Length(back*dx+side*dy), Y: to.Y - vg.Length(back*dy-side*dx)}
	}
	neck := along(gap+length, 0)
	c.StrokeLine2(d.look.line(), from.X, from.Y, neck.X, neck.Y)
	c.FillPolygon(d.look.color, []vg.Point{along(gap, 0), along(gap+length, half), along(gap+length, -half)})
}

// grid draws faint lines at the labelled ticks.
type grid struct{}

// Plot implements [plot.Plotter].
func (grid) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	faint := draw.LineStyle{Color: color.NRGBA{0xe3, 0xe3, 0xe3, 0xff}, Width: 0.6}
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if t.Label != "" && t.Value >= p.X.Min && t.Value <= p.X.Max {
			c.StrokeLine2(faint, x(t.Value), c.Min.Y, x(t.Value), c.Max.Y)
		}
	}
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if t.Label != "" && t.Value >= p.Y.Min && t.Value <= p.Y.Max {
			c.StrokeLine2(faint, c.Min.X, y(t.Value), c.Max.X, y(t.Value))
		}
	}
}
