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

// lettering says how a board names its nodes.
type lettering uint8

const (
	initialsOnly lettering = iota // on the wall of a small room
	namesOnWall
	namesEnlarged
)

// sizes are how large a board's letters may be, in px, and how high its nodes
// are in letters.
func (as lettering) sizes(paper Rect) (least, most, height float64) {
	switch as {
	case namesEnlarged:
		return 8, clamp(math.Min(paper.Width/26, paper.Height/16), 10.5, 17), 2.7
	case namesOnWall:
		return 8.2, clamp(math.Min(paper.Width/29, paper.Height/13.5), 8.2, 11.5), 2.1
	}
	return 3, clamp(math.Min(paper.Width/15, paper.Height/8), 3, 9.5), 1.75
}

// placeNodes spreads the variables over a closed curve: the frequency to the
// right, where effects are read, the others round from it in order. On such a
// curve no straight edge passes through the middle of a third node. Letters are as
// large as they can be without two nodes touching, or one the handle in the
// corner; ok is false when even the smallest are too large.
func placeNodes(paper, corner Rect, variables []game.VariableInfo, as lettering) (nodes []node, size float64, ok bool) {
	if len(variables) == 0 {
		return nil, 0, true
	}
	least, most, _ := as.sizes(paper)
	for size = most; ; size = math.Max(size-0.5, least) {
		for _, round := range []float64{0.66, 0.8, 0.55, 0.72, 0.92, 1.1} {
			nodes = ringOfNodes(paper, variables, as, size, round)
			if apart(nodes, corner) {
				return nodes, size, true
			}
		}
		if size <= least {
			return nodes, size, false
		}
	}
}

// apart reports whether nodes keep off each other and off the corner.
func apart(nodes []node, corner Rect) bool {
	for i := range nodes {
		r := nodes[i].rect.grow(1.5)
		if r.overlap(corner) > 0 {
			return false
		}
		for j := range nodes[:i] {
			if r.overlap(nodes[j].rect.grow(1.5)) > 0 {
				return false
			}
		}
	}
	return true
}

// ringOfNodes places nodes with letters of one size on a curve of one roundness.
func ringOfNodes(paper Rect, variables []game.VariableInfo, as lettering, size, round float64) []node {
	name := shortName
	_, _, high := as.sizes(paper)
	height := high * size
	if as == initialsOnly {
		name = initials
	}
	width := height
	for _, v := range variables {
		padding := 1.35
		if as == initialsOnly {
			padding = 0.85
		}
		width = math.Max(width, textWidth(name(v), size)+padding*size)
	}
	margin := 0.55 * size
	if as == namesEnlarged {
		margin += 0.03 * math.Max(0, math.Min(paper.Width, paper.Height)-300)
	}
	ring := paper.grow(-margin)
	ring = Rect{ring.X + width/2, ring.Y + height/2, ring.Width - width, ring.Height - height}
	n := len(variables)
	places := spread(ring, n, width+size, height+1.6*size, round)
	next := 1
	nodes := make([]node, n)
	for i, v := range variables {
		at := places[0]
		if i != n-1 {
			at = places[next]
			next++
		}
		nodes[i] = node{v.Name, name(v), centered(at, width, height)}
	}
	return nodes
}

// spread returns n points evenly along a curve that fills a rectangle, the first
// one at its right, the others clockwise. The curve is a superellipse: an ellipse
// when round is 1, closer to the rectangle the less it is. Even is meant in
// nodes: a step to the side is as long as a node is wide.
func spread(r Rect, n int, width, height, round float64) []Point {
	const pieces = 360
	c := r.Center()
	at := func(i int) Point {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / pieces)
		power := func(v float64) float64 { return math.Copysign(math.Pow(math.Abs(v), round), v) }
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
	a, b := from.rect.Center(), to.rect.Center()
	best := curve{a: a, c: a.toward(b, 0.5), b: b}.trim(from.rect, to.rect, gapOf(from.rect))
	bestRoom := math.Inf(-1)
	for _, k := range bends {
		mid := a.toward(b, 0.5).add(b.sub(a).left().times(2 * k))
		if !paper.Contains(a.toward(b, 0.5).toward(mid, 0.5)) {
			continue
		}
		c := curve{a: a, c: mid, b: b}.trim(from.rect, to.rect, gapOf(from.rect))
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

// gapOf is how far an edge keeps from a node.
func gapOf(node Rect) float64 { return clamp(0.11*node.Height, 1, 4) }

// trim cuts a curve between two centers off at a gap before the nodes' rims.
func (c curve) trim(from, to Rect, gap float64) curve {
	const pieces = 64
	first, last := 0.0, 1.0
	for i := 0; i <= pieces; i++ {
		if t := float64(i) / pieces; from.grow(gap).Contains(c.at(t)) {
			first = t
		} else {
			break
		}
	}
	for i := pieces; i >= 0; i-- {
		if t := float64(i) / pieces; to.grow(gap).Contains(c.at(t)) {
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
