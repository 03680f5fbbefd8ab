package scene

import "math"

// Point is a position or a vector in CSS pixels.
type Point struct{ X, Y float64 }

// Rect is an axis-parallel rectangle in CSS pixels.
type Rect struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// Contains reports whether a point lies in the rectangle, its right and lower
// edges excluded.
func (r Rect) Contains(p Point) bool {
	return p.X >= r.X && p.X < r.X+r.Width && p.Y >= r.Y && p.Y < r.Y+r.Height
}

// Center returns the rectangle's middle.
func (r Rect) Center() Point { return Point{r.X + r.Width/2, r.Y + r.Height/2} }

func (r Rect) right() float64  { return r.X + r.Width }
func (r Rect) bottom() float64 { return r.Y + r.Height }

// grow returns the rectangle with d more on every side.
func (r Rect) grow(d float64) Rect {
	return Rect{r.X - d, r.Y - d, r.Width + 2*d, r.Height + 2*d}
}

// within moves the rectangle into another, which is taken to be larger.
func (r Rect) within(outer Rect) Rect {
	r.X = clamp(r.X, outer.X, math.Max(outer.X, outer.right()-r.Width))
	r.Y = clamp(r.Y, outer.Y, math.Max(outer.Y, outer.bottom()-r.Height))
	return r
}

// overlap is the area that two rectangles share.
func (r Rect) overlap(o Rect) float64 {
	w := math.Min(r.right(), o.right()) - math.Max(r.X, o.X)
	h := math.Min(r.bottom(), o.bottom()) - math.Max(r.Y, o.Y)
	return math.Max(w, 0) * math.Max(h, 0)
}

func mixRect(a, b Rect, t float64) Rect {
	return Rect{mix(a.X, b.X, t), mix(a.Y, b.Y, t), mix(a.Width, b.Width, t), mix(a.Height, b.Height, t)}
}

func centered(c Point, width, height float64) Rect {
	return Rect{c.X - width/2, c.Y - height/2, width, height}
}

func (p Point) add(q Point) Point               { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) sub(q Point) Point               { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) times(k float64) Point           { return Point{p.X * k, p.Y * k} }
func (p Point) length() float64                 { return math.Hypot(p.X, p.Y) }
func (p Point) distance(q Point) float64        { return p.sub(q).length() }
func (p Point) toward(q Point, t float64) Point { return Point{mix(p.X, q.X, t), mix(p.Y, q.Y, t)} }

// unit returns the vector of length 1, or of length 0 for none.
func (p Point) unit() Point {
	n := p.length()
	if n == 0 {
		return Point{}
	}
	return p.times(1 / n)
}

// left returns the vector turned by a quarter to the left as seen on screen.
func (p Point) left() Point { return Point{p.Y, -p.X} }

func mix(a, b, t float64) float64 { return a + (b-a)*t }

func clamp(v, low, high float64) float64 { return math.Min(math.Max(v, low), high) }

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// segmentHits reports whether a segment passes through a rectangle's inside.
func segmentHits(a, b Point, r Rect) bool {
	t0, t1 := 0.0, 1.0
	d := b.sub(a)
	for _, side := range [4][2]float64{
		{-d.X, a.X - r.X}, {d.X, r.right() - a.X},
		{-d.Y, a.Y - r.Y}, {d.Y, r.bottom() - a.Y},
	} {
		p, q := side[0], side[1]
		switch {
		case p == 0:
			if q <= 0 {
				return false
			}
		case p < 0:
			t0 = math.Max(t0, q/p)
		default:
			t1 = math.Min(t1, q/p)
		}
	}
	return t0 < t1
}
