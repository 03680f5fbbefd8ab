package scene

import "math"

// DisplayList is a picture of the lab: drawing operations back to front in CSS
// pixels. The static operations come first and stay the same while
// StaticVersion does, so that they can be painted once and kept.
type DisplayList struct {
	Width, Height float64
	StaticVersion int
	Static        []Op
	Dynamic       []Op
}

// OpKind says what an operation draws.
type OpKind uint8

const (
	Fill   OpKind = iota // the inside of Path; every subpath is a simple polygon of its own
	Stroke               // a line along Path with round caps and joins
	Text                 // one run of text
)

// Op is one drawing operation.
type Op struct {
	Kind  OpKind
	Path  Path    // Fill and Stroke
	Width float64 // Stroke: width of the line
	Paint Paint   // Text uses its color A only
	Text  TextRun // Text
}

// Verb is one step of a path.
type Verb uint8

const (
	MoveTo  Verb = iota // takes one point, begins a subpath
	LineTo              // takes one point
	QuadTo              // takes two points: control, end
	CubicTo             // takes three points: control, control, end
	Close               // takes none, ends a closed subpath
)

// Points is how many points the verb takes.
func (v Verb) Points() int { return [...]int{MoveTo: 1, LineTo: 1, QuadTo: 2, CubicTo: 3, Close: 0}[v] }

// Path is an outline: verbs, and the points that they take in order.
type Path struct {
	Verbs  []Verb
	Points []Point
}

// PaintKind says how a paint's colors spread.
type PaintKind uint8

const (
	Solid  PaintKind = iota // A everywhere
	Linear                  // A at P, B at Q, even between and constant beyond
	Radial                  // A at the center P, falling off to B on the ellipse with radii Q; see [Falloff]
)

// Paint is what a shape is filled with.
type Paint struct {
	Kind PaintKind
	A, B Color
	P, Q Point
}

// Falloff is the share of a radial paint's color B at distance d from its
// center, both from 0 to 1: fast at first and gentle towards the rim, as light
// fades.
func Falloff(d float64) float64 {
	d = 1 - clamp(d, 0, 1)
	return 1 - d*d
}

// Color is an sRGB color, not premultiplied.
type Color struct{ R, G, B, A uint8 }

// Align says which part of a text run stands at its position.
type Align uint8

const (
	Left Align = iota
	Middle
	Right
)

// TextRun is one line of text. Y is its baseline, Size its em in CSS pixels.
type TextRun struct {
	Text  string
	X, Y  float64
	Size  float64
	Align Align
}

// painter collects operations. Shapes are given in a coordinate system of their
// own, scaled by scale and then moved to origin.
type painter struct {
	ops     []Op
	verbs   []Verb
	points  []Point
	origin  Point
	scale   float64
	opacity float64
}

func (p *painter) reset() {
	p.ops, p.verbs, p.points = p.ops[:0], p.verbs[:0], p.points[:0]
	p.origin, p.scale, p.opacity = Point{}, 1, 1
}

// in draws with another coordinate system, inside of the present one.
func (p *painter) in(origin Point, scale float64, draw func()) {
	o, s := p.origin, p.scale
	p.origin, p.scale = p.place(origin), s*scale
	draw()
	p.origin, p.scale = o, s
}

// faded draws with a share of the present opacity.
func (p *painter) faded(opacity float64, draw func()) {
	if opacity <= 0 {
		return
	}
	o := p.opacity
	p.opacity = o * math.Min(opacity, 1)
	draw()
	p.opacity = o
}

func (p *painter) place(q Point) Point {
	return Point{p.origin.X + q.X*p.scale, p.origin.Y + q.Y*p.scale}
}

// shape is a path under construction in a painter's arena.
type shape struct {
	p             *painter
	verbs, points int // where it began
}

func (p *painter) begin() shape { return shape{p, len(p.verbs), len(p.points)} }

func (s shape) add(v Verb, points ...Point) shape {
	s.p.verbs = append(s.p.verbs, v)
	for _, q := range points {
		s.p.points = append(s.p.points, s.p.place(q))
	}
	return s
}

func (s shape) move(x, y float64) shape       { return s.add(MoveTo, Point{x, y}) }
func (s shape) line(x, y float64) shape       { return s.add(LineTo, Point{x, y}) }
func (s shape) quad(a, b, x, y float64) shape { return s.add(QuadTo, Point{a, b}, Point{x, y}) }
func (s shape) close() shape                  { return s.add(Close) }
func (s shape) cubic(a, b, c, d, x, y float64) shape {
	return s.add(CubicTo, Point{a, b}, Point{c, d}, Point{x, y})
}

func (s shape) path() Path {
	return Path{
		Verbs:  s.p.verbs[s.verbs:len(s.p.verbs):len(s.p.verbs)],
		Points: s.p.points[s.points:len(s.p.points):len(s.p.points)],
	}
}

func (s shape) fill(paint Paint) {
	s.p.ops = append(s.p.ops, Op{Kind: Fill, Path: s.path(), Paint: s.p.paint(paint)})
}

func (s shape) stroke(width float64, paint Paint) {
	s.p.ops = append(s.p.ops, Op{Kind: Stroke, Path: s.path(), Width: width * s.p.scale, Paint: s.p.paint(paint)})
}

// paint carries a paint from the drawing's coordinates to the window's.
func (p *painter) paint(c Paint) Paint {
	switch c.Kind {
	case Linear:
		c.P, c.Q = p.place(c.P), p.place(c.Q)
	case Radial:
		c.P, c.Q = p.place(c.P), c.Q.times(p.scale)
	}
	c.A, c.B = c.A.fade(p.opacity), c.B.fade(p.opacity)
	return c
}

func (p *painter) poly(points ...Point) shape {
	s := p.begin().add(MoveTo, points[0])
	for _, q := range points[1:] {
		s = s.add(LineTo, q)
	}
	return s.close()
}

func (p *painter) polyline(points ...Point) shape {
	s := p.begin().add(MoveTo, points[0])
	for _, q := range points[1:] {
		s = s.add(LineTo, q)
	}
	return s
}

func (p *painter) segment(x0, y0, x1, y1 float64) shape {
	return p.begin().move(x0, y0).line(x1, y1)
}

// kappa makes a cubic a quarter of a circle.
const kappa = 0.5522847498307936

func (p *painter) ellipse(x, y, rx, ry float64) shape {
	kx, ky := rx*kappa, ry*kappa
	return p.begin().move(x+rx, y).
		cubic(x+rx, y+ky, x+kx, y+ry, x, y+ry).
		cubic(x-kx, y+ry, x-rx, y+ky, x-rx, y).
		cubic(x-rx, y-ky, x-kx, y-ry, x, y-ry).
		cubic(x+kx, y-ry, x+rx, y-ky, x+rx, y).close()
}

func (p *painter) circle(x, y, r float64) shape { return p.ellipse(x, y, r, r) }

// arc is a piece of an ellipse between two angles in radians.
func (p *painter) arc(x, y, rx, ry, from, to float64) shape {
	n := int(math.Ceil(math.Abs(to-from)/(math.Pi/2) + 1e-9))
	step := (to - from) / float64(n)
	k := 4.0 / 3 * math.Tan(step/4)
	at := func(a float64) (cx, cy, dx, dy float64) {
		sin, cos := math.Sincos(a)
		return x + rx*cos, y + ry*sin, -rx * sin * k, ry * cos * k
	}
	px, py, dx, dy := at(from)
	s := p.begin().move(px, py)
	for i := 1; i <= n; i++ {
		qx, qy, ex, ey := at(from + step*float64(i))
		s = s.cubic(px+dx, py+dy, qx-ex, qy-ey, qx, qy)
		px, py, dx, dy = qx, qy, ex, ey
	}
	return s
}

// rect is a rectangle with round corners of radius r.
func (p *painter) rect(x, y, w, h, r float64) shape {
	r = math.Min(r, math.Min(w, h)/2)
	if r <= 0 {
		return p.begin().move(x, y).line(x+w, y).line(x+w, y+h).line(x, y+h).close()
	}
	k := r * (1 - kappa)
	return p.begin().move(x+r, y).
		line(x+w-r, y).cubic(x+w-k, y, x+w, y+k, x+w, y+r).
		line(x+w, y+h-r).cubic(x+w, y+h-k, x+w-k, y+h, x+w-r, y+h).
		line(x+r, y+h).cubic(x+k, y+h, x, y+h-k, x, y+h-r).
		line(x, y+r).cubic(x, y+k, x+k, y, x+r, y).close()
}

func (p *painter) box(r Rect, radius float64) shape {
	return p.rect(r.X, r.Y, r.Width, r.Height, radius)
}

// glow is a soft spot of light or shade.
func (p *painter) glow(x, y, rx, ry float64, c Color) {
	if c.A == 0 || rx <= 0 || ry <= 0 {
		return
	}
	p.ellipse(x, y, rx, ry).fill(radial(x, y, rx, ry, c, c.fade(0)))
}

// shadow is the soft shade of a box that stands off by d.
func (p *painter) shadow(r Rect, radius, d float64, c Color) {
	const layers = 5
	for i := layers; i > 0; i-- {
		g := d * float64(i) / layers
		p.box(Rect{r.X - g, r.Y - g + d*0.5, r.Width + 2*g, r.Height + 2*g}, radius+g).fill(solid(c.fade(1.0 / layers)))
	}
}

func (p *painter) text(s string, x, y, size float64, align Align, c Color) {
	at := p.place(Point{x, y})
	p.ops = append(p.ops, Op{Kind: Text, Paint: solid(c.fade(p.opacity)),
		Text: TextRun{Text: s, X: at.X, Y: at.Y, Size: size * p.scale, Align: align}})
}

func solid(c Color) Paint { return Paint{Kind: Solid, A: c} }

func linear(x0, y0, x1, y1 float64, a, b Color) Paint {
	return Paint{Kind: Linear, A: a, B: b, P: Point{x0, y0}, Q: Point{x1, y1}}
}

// vertical is a linear paint from a at y0 down to b at y1.
func vertical(y0, y1 float64, a, b Color) Paint { return linear(0, y0, 0, y1, a, b) }

func radial(x, y, rx, ry float64, a, b Color) Paint {
	return Paint{Kind: Radial, A: a, B: b, P: Point{x, y}, Q: Point{rx, ry}}
}
