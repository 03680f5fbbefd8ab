// Package mesh turns shapes of a display list into triangles with soft rims: a
// rim fades out over one pixel, which smooths edges without drawing anything
// larger than it is.
package mesh

import (
	"math"

	"causalab/game/scene"
)

// Vertex is a corner of a triangle. Its color lies between Near and Far, as the
// gradient coordinate (U, V) says: see [Share].
type Vertex struct {
	X, Y      float32    // device pixels
	U, V      float32    // gradient coordinate
	Near, Far [4]float32 // red, green, blue, opacity from 0 to 1, premultiplied
}

// LinearMark is the V of linear gradients, whose share of Far is U. Other
// gradients are radial.
const LinearMark = 100000

// Share is how much of Far a color holds at a gradient coordinate. The program
// that colors the triangles does the same.
func Share(u, v float32) float64 {
	if v > LinearMark/2 {
		return math.Min(math.Max(float64(u), 0), 1)
	}
	return scene.Falloff(math.Hypot(float64(u), float64(v)))
}

// Mesh collects triangles. Three indices make one.
type Mesh struct {
	Vertices []Vertex
	Indices  []uint16

	outline []point
	paint   paint
	ring    []uint16 // scratch for clip
}

// MaxVertices is how many vertices indices can tell apart.
const MaxVertices = 1 << 16

// Reset empties the mesh and keeps its memory.
func (m *Mesh) Reset() { m.Vertices, m.Indices = m.Vertices[:0], m.Indices[:0] }

type point struct{ x, y float64 }

func (a point) sub(b point) point            { return point{a.x - b.x, a.y - b.y} }
func (a point) add(b point) point            { return point{a.x + b.x, a.y + b.y} }
func (a point) times(k float64) point        { return point{a.x * k, a.y * k} }
func (a point) cross(b point) float64        { return a.x*b.y - a.y*b.x }
func (a point) dot(b point) float64          { return a.x*b.x + a.y*b.y }
func (a point) length() float64              { return math.Hypot(a.x, a.y) }
func (a point) mix(b point, t float64) point { return point{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t} }

// normal is the vector of length 1 that stands on the line from a to b.
func normal(a, b point) point {
	d := b.sub(a)
	n := d.length()
	if n == 0 {
		return point{}
	}
	return point{d.y / n, -d.x / n}
}

// Add appends an operation's triangles at a number of device pixels per CSS
// pixel. Text has none. It reports false, leaving the mesh as it was, when the
// vertices would be too many.
func (m *Mesh) Add(op *scene.Op, scale float64) bool {
	vertices, indices := len(m.Vertices), len(m.Indices)
	m.paint = newPaint(op.Paint, scale)
	each(op.Path, scale, &m.outline, func(outline []point, closed bool) {
		switch op.Kind {
		case scene.Fill:
			m.fill(outline)
		case scene.Stroke:
			m.stroke(outline, closed, op.Width*scale)
		}
	})
	if len(m.Vertices) > MaxVertices {
		m.Vertices, m.Indices = m.Vertices[:vertices], m.Indices[:indices]
		return false
	}
	return true
}

func (m *Mesh) vertex(p point, coverage float64) uint16 {
	v := Vertex{X: float32(p.x), Y: float32(p.y)}
	v.U, v.V = m.paint.at(p)
	c := float32(coverage)
	for i := range 4 {
		v.Near[i], v.Far[i] = m.paint.near[i]*c, m.paint.far[i]*c
	}
	m.Vertices = append(m.Vertices, v)
	return uint16(len(m.Vertices) - 1)
}

func (m *Mesh) triangle(a, b, c uint16) { m.Indices = append(m.Indices, a, b, c) }

// quad appends the strip between the lines a-b and c-d.
func (m *Mesh) quad(a, b, c, d uint16) {
	m.triangle(a, b, c)
	m.triangle(b, d, c)
}

// paint is a paint in device pixels.
type paint struct {
	kind      scene.PaintKind
	near, far [4]float32
	p, q      point
}

func newPaint(c scene.Paint, scale float64) paint {
	out := paint{kind: c.Kind, near: premultiply(c.A), far: premultiply(c.B)}
	out.p, out.q = point{c.P.X * scale, c.P.Y * scale}, point{c.Q.X * scale, c.Q.Y * scale}
	switch {
	case c.Kind == scene.Solid:
		out.far = out.near
	case c.Kind == scene.Linear && out.q == out.p, c.Kind == scene.Radial && (out.q.x <= 0 || out.q.y <= 0):
		out.kind, out.near = scene.Solid, out.far
	}
	return out
}

func premultiply(c scene.Color) [4]float32 {
	a := float32(c.A) / 255
	return [4]float32{float32(c.R) / 255 * a, float32(c.G) / 255 * a, float32(c.B) / 255 * a, a}
}

// at returns the gradient coordinate of a point.
func (c *paint) at(p point) (u, v float32) {
	switch c.kind {
	case scene.Linear:
		d := c.q.sub(c.p)
		return float32(p.sub(c.p).dot(d) / d.dot(d)), LinearMark
	case scene.Radial:
		return float32((p.x - c.p.x) / c.q.x), float32((p.y - c.p.y) / c.q.y)
	}
	return 0, 0
}
