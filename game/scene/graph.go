package scene

import (
	"math"

	"causalab/game"
	"causalab/scm"
)

// shortNames are labels for places where the display name is too long.
var shortNames = map[string]string{
	"temperatureC": "Temp.",
	"quantumSize":  "Q. Size",
	"conductivity": "Conduct.",
	scm.Frequency:  "Frequency",
	"luminosity":   "Luminos.",
}

// shortName is what the whiteboard and the floating differences call a variable.
func shortName(v game.VariableInfo) string {
	if s, ok := shortNames[v.Name]; ok {
		return s
	}
	if v.DisplayName != "" {
		return v.DisplayName
	}
	return v.Name
}

// initials are labels for a whiteboard too small for names.
func initials(v game.VariableInfo) string {
	switch v.Name {
	case "ph":
		return "pH"
	case scm.Frequency:
		return "Hz"
	}
	for _, r := range shortName(v) {
		return string(r)
	}
	return ""
}

// fitsNodes reports whether n nodes can be read and dragged between on a surface.
func fitsNodes(paper Rect, n int) bool {
	return paper.Width >= 210 && paper.Height >= 100 && paper.Width*paper.Height >= 3000*float64(n)
}

// lettering says how a board names its nodes.
type lettering uint8

const (
	initialsOnly lettering = iota // on the wall of a small room
	namesOnWall
	namesEnlarged
)

// placeNodes spreads the variables over a closed curve: the frequency to the
// right, where effects are read, the others round from it in order. On such a
// curve no straight edge passes through the middle of a third node.
func placeNodes(paper Rect, variables []game.VariableInfo, as lettering) (nodes []node, size float64) {
	n := len(variables)
	if n == 0 {
		return nil, 0
	}
	name := shortName
	var height, width float64
	switch as {
	case namesEnlarged:
		size = clamp(math.Min(paper.Width/26, paper.Height/16), 10.5, 17)
		height = math.Max(2.5*size, 34)
	case namesOnWall:
		size = clamp(math.Min(paper.Width/29, paper.Height/13.5), 6, 11.5)
		height = 2.1 * size
	default:
		name = initials
		size = clamp(math.Min(paper.Width/15, paper.Height/8), 5, 9.5)
		height = 1.75 * size
	}
	for _, v := range variables {
		width = math.Max(width, textWidth(name(v), size)+1.35*size)
	}
	if as == initialsOnly {
		width = math.Max(height, width-0.5*size)
	}
	ring := paper.grow(-0.55 * size)
	ring = Rect{ring.X + width/2, ring.Y + height/2, ring.Width - width, ring.Height - height}
	places := spread(ring, n, width+size, height+1.6*size)
	first := 0
	for i, v := range variables {
		at := places[0]
		if v.Name != scm.Frequency || i != n-1 {
			first++
			at = places[first%n]
		}
		nodes = append(nodes, node{v.Name, name(v), centered(at, width, height)})
	}
	return nodes, size
}

// spread returns n points evenly along a curve between ellipse and rectangle
// (a superellipse) that fills a rectangle, the first one at its right, the others
// clockwise. Even is meant in nodes: a step to the side is as long as a node is
// wide.
func spread(r Rect, n int, width, height float64) []Point {
	const pieces = 720
	c := r.Center()
	at := func(i int) Point {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / pieces)
		power := func(v float64) float64 { return math.Copysign(math.Pow(math.Abs(v), 0.66), v) }
		return Point{c.X + r.Width/2*power(cos), c.Y + r.Height/2*power(sin)}
	}
	along := make([]float64, pieces+1)
	for i := 1; i <= pieces; i++ {
		d := at(i).sub(at(i - 1))
		along[i] = along[i-1] + math.Hypot(d.X/width, d.Y/height)
	}
	out := make([]Point, n)
	i := 0
	for k := range out {
		for along[i] < along[pieces]*float64(k)/float64(n)-1e-9 {
			i++
		}
		out[k] = at(i)
	}
	return out
}

// placeCurves draws each edge between known nodes as a curve that keeps off the
// other nodes, and gives it an anchor of its own.
func placeCurves(paper Rect, nodes []node, edges []scm.Edge) []curve {
	find := func(name string) *node {
		for i := range nodes {
			if nodes[i].name == name {
				return &nodes[i]
			}
		}
		return nil
	}
	present := map[scm.Edge]bool{}
	var out []curve
	for _, e := range edges {
		from, to := find(e.From), find(e.To)
		if from == nil || to == nil || from == to || present[e] {
			continue
		}
		present[e] = true
		c := bend(paper, nodes, from, to)
		c.edge, c.id = e, edgeID(e)
		out = append(out, c)
	}
	for i := range out {
		out[i].anchor = anchor(out[i], out, i, nodes)
	}
	return out
}

// bends are tried in this order: gently to the left, so that an edge and its
// reverse part, then more, then to the other side.
var bends = []float64{0.06, 0.12, -0.06, 0.18, -0.12, 0.25, -0.18, 0.33, -0.25, -0.33, 0.45, -0.45}

// bend returns the first curve that stays clear of all other nodes and on the
// paper, or else the one that comes nearest to it.
func bend(paper Rect, nodes []node, from, to *node) curve {
	var best curve
	bestRoom := math.Inf(-1)
	a, b := from.rect.Center(), to.rect.Center()
	for _, k := range bends {
		mid := a.toward(b, 0.5).add(b.sub(a).left().times(2 * k))
		if !paper.Contains(a.toward(b, 0.5).toward(mid, 0.5)) {
			continue
		}
		c := curve{a: a, c: mid, b: b}
		c = c.trim(from.rect, to.rect)
		room := math.Inf(1)
		for i := range nodes {
			if n := &nodes[i]; n != from && n != to {
				room = math.Min(room, c.room(n.rect))
			}
		}
		if room >= 3 {
			return c
		}
		if room > bestRoom {
			best, bestRoom = c, room
		}
	}
	return best
}

// trim cuts a curve between two centers off at the nodes' rims.
func (c curve) trim(from, to Rect) curve {
	const pieces = 64
	first, last := 0.0, 1.0
	for i := 0; i <= pieces; i++ {
		if t := float64(i) / pieces; from.grow(3).Contains(c.at(t)) {
			first = t
		} else {
			break
		}
	}
	for i := pieces; i >= 0; i-- {
		if t := float64(i) / pieces; to.grow(4).Contains(c.at(t)) {
			last = t
		} else {
			break
		}
	}
	if last <= first {
		return c
	}
	// The control point of the piece between two parameters (de Casteljau).
	control := c.a.toward(c.c, first).toward(c.c.toward(c.b, first), last)
	return curve{a: c.at(first), c: control, b: c.at(last)}
}

// room is how far the curve keeps from a rectangle, at most 8; negative inside.
func (c *curve) room(r Rect) float64 {
	const pieces = 24
	room := 8.0
	for i := 0; i <= pieces; i++ {
		p := c.at(float64(i) / pieces)
		m := r.Center()
		dx, dy := math.Abs(p.X-m.X)-r.Width/2, math.Abs(p.Y-m.Y)-r.Height/2
		d := math.Max(dx, dy)
		if dx > 0 && dy > 0 {
			d = math.Hypot(dx, dy)
		}
		room = math.Min(room, d)
	}
	return room
}

// anchor chooses the spot of a curve that is farthest from other curves' anchors
// and from the nodes.
func anchor(c curve, all []curve, placed int, nodes []node) Point {
	var best Point
	bestRoom := math.Inf(-1)
	for _, t := range [7]float64{0.5, 0.4, 0.6, 0.32, 0.68, 0.25, 0.75} {
		p := c.at(t)
		room := 26.0
		for i := range all[:placed] {
			room = math.Min(room, all[i].anchor.distance(p))
		}
		for i := range nodes {
			room = math.Min(room, 8+nodeDistance(nodes[i].rect, p))
		}
		if room > bestRoom+1 {
			best, bestRoom = p, room
		}
	}
	return best
}

func nodeDistance(r Rect, p Point) float64 {
	return math.Hypot(
		math.Max(0, math.Abs(p.X-r.Center().X)-r.Width/2),
		math.Max(0, math.Abs(p.Y-r.Center().Y)-r.Height/2))
}
