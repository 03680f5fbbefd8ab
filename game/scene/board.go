package scene

import (
	"math"
	"strings"

	"causalab/game"
	"causalab/scm"
)

// Ids of what is on the whiteboard.
const (
	nodePrefix    = "node:"    // + code name
	edgePrefix    = "edge:"    // + from>to
	removePrefix  = "remove:"  // + from>to, of the chosen edge
	reversePrefix = "reverse:" // + from>to, of the chosen edge
	enlargeID     = "whiteboard:enlarge"
	closeID       = "whiteboard:close"
)

// board is the whiteboard and the hypothesis graph on it.
type board struct {
	enlarged bool
	zoom     tween
	usable   bool // large enough on the wall to draw on
	paper    Rect // the white surface, as it will be after a zoom
	nodes    []node
	curves   []curve
	size     float64 // of the letters in nodes, px
	source   string  // node chosen as the cause of an edge to come
	chosen   string  // id of the edge whose handles are shown
}

// node is one variable on the whiteboard.
type node struct {
	name  string
	label string
	rect  Rect
}

// curve is one edge as it is drawn: a quadratic curve between the rims of its nodes.
type curve struct {
	edge    scm.Edge
	id      string
	a, c, b Point // start, control, end
	anchor  Point // where its handle is
}

func (c *curve) at(t float64) Point { return c.a.toward(c.c, t).toward(c.c.toward(c.b, t), t) }

// wallPaper is the white surface on the wall.
func (l *Lab) wallPaper() Rect {
	s := l.layout.spots[fixtureIndex(Whiteboard)]
	return Rect{s.origin.X + 9*s.scale, s.origin.Y + 9*s.scale, 322 * s.scale, 160 * s.scale}
}

// fullPaper is the white surface when it is enlarged: all of a small room, and as
// much of a large one as a graph needs.
func (l *Lab) fullPaper() Rect {
	m := clamp(0.03*math.Min(l.layout.width, l.layout.height), 6, 26)
	room := Rect{0, 0, l.layout.width, l.layout.height}
	return centered(room.Center(), math.Min(room.Width-2*m, 860), math.Min(room.Height-2*m, 560))
}

// resized lays the board out anew in a room of another size.
func (b *board) resized(l *Lab) {
	b.zoom = tween{}
	b.update(l)
}

// update lays the graph out: nodes by the episode's variables, curves by the draft.
func (b *board) update(l *Lab) {
	var variables []game.VariableInfo
	if l.seen != nil {
		variables = l.seen.Variables
	}
	b.paper = l.wallPaper()
	b.nodes, b.size, b.usable = placeNodes(b.paper, cornerOf(b.paper, false), variables, namesOnWall)
	b.usable = b.usable && b.paper.Width >= 210
	if b.enlarged {
		b.paper = l.fullPaper()
		b.nodes, b.size, _ = placeNodes(b.paper, cornerOf(b.paper, true), variables, namesEnlarged)
	} else if !b.usable {
		b.nodes, b.size, _ = placeNodes(b.paper, Rect{}, variables, initialsOnly)
	}
	b.curves = placeCurves(b.paper, b.nodes, l.edges)
	if b.node(b.source) == nil {
		b.source = ""
	}
	if b.curve(b.chosen) == nil {
		b.chosen = ""
	}
}

func (b *board) node(name string) *node {
	for i := range b.nodes {
		if b.nodes[i].name == name {
			return &b.nodes[i]
		}
	}
	return nil
}

// curve returns the edge of an id, with whatever prefix, or nil.
func (b *board) curve(id string) *curve {
	_, name, _ := strings.Cut(id, ":")
	for i := range b.curves {
		if b.curves[i].id == edgePrefix+name {
			return &b.curves[i]
		}
	}
	return nil
}

// enlarge lets the board fill the room, or puts it back on the wall.
func (b *board) enlarge(l *Lab, on bool) {
	if b.enlarged == on {
		return
	}
	b.enlarged = on
	b.zoom = newTween(zoomMs)
	if l.reduced {
		b.zoom.finish()
	}
	b.source, b.chosen = "", ""
	l.avatar.keys = [4]bool{}
	b.update(l)
}

// active reports whether nodes and edges can be used as the board stands.
func (b *board) active() bool { return b.enlarged || b.usable }

// objects lists what can be clicked on the board.
func (b *board) objects() []Object {
	var out []Object
	button := func(id, label, state string, r Rect) {
		out = append(out, Object{ID: id, Role: "button", Label: label, State: state, Rect: r})
	}
	if b.active() {
		for _, n := range b.nodes {
			state := ""
			if n.name == b.source {
				state = "chosen as the cause"
			}
			button(nodePrefix+n.name, scm.DisplayName(n.name), state, n.rect)
		}
		for _, c := range b.curves {
			state := ""
			if c.id == b.chosen {
				state = "chosen"
			}
			button(c.id, edgeLabel(c.edge), state, centered(c.anchor, edgeSpot, edgeSpot))
		}
		if remove, reverse, ok := b.handles(); ok {
			c := b.curve(b.chosen)
			button(removePrefix+strings.TrimPrefix(c.id, edgePrefix), "Remove "+edgeLabel(c.edge), "", remove)
			button(reversePrefix+strings.TrimPrefix(c.id, edgePrefix), "Reverse "+edgeLabel(c.edge), "", reverse)
		}
	}
	switch {
	case b.enlarged:
		button(closeID, "Put the whiteboard back", "", b.corner())
	case b.usable:
		button(enlargeID, "Enlarge the whiteboard", "", b.corner())
	}
	return out
}

func edgeLabel(e scm.Edge) string {
	return scm.DisplayName(e.From) + " causes " + scm.DisplayName(e.To)
}

// Sizes of what is clicked on the board, in px.
const (
	edgeSpot   = 22.0
	handleSize = 30.0
	finger     = 44.0
)

// corner is the handle that enlarges the board or puts it back.
func (b *board) corner() Rect { return cornerOf(b.paper, b.enlarged) }

func cornerOf(paper Rect, enlarged bool) Rect {
	size := 26.0
	if enlarged {
		size = clamp(paper.Width*0.12, 32, finger)
	}
	return Rect{paper.right() - size - 3, paper.Y + 3, size, size}
}

// handles are the two buttons of the chosen edge, beside its anchor where they
// hide as little as they can.
func (b *board) handles() (remove, reverse Rect, ok bool) {
	c := b.curve(b.chosen)
	if c == nil || !b.active() {
		return Rect{}, Rect{}, false
	}
	size := handleSize
	if b.enlarged {
		size = finger
	}
	both := Rect{Width: 2*size + 6, Height: size}
	best, hidden := Rect{}, math.Inf(1)
	for _, d := range [6]Point{{0, -1}, {0, 1}, {1, 0}, {-1, 0}, {0, -2.2}, {0, 2.2}} {
		at := c.anchor.add(Point{d.X * (both.Width/2 + 12), d.Y * (size/2 + 12)})
		r := centered(at, both.Width, both.Height).within(b.paper.grow(-2))
		over := r.overlap(b.corner()) + 0.01*at.distance(r.Center())
		for i := range b.nodes {
			over += r.overlap(b.nodes[i].rect)
		}
		if over < hidden {
			best, hidden = r, over
		}
	}
	both = best
	return Rect{both.X, both.Y, size, size}, Rect{both.right() - size, both.Y, size, size}, true
}

// hit returns the id of what is at a point of the board: a handle, a node, an
// edge, or "". A finger is given more room than a mouse.
func (b *board) hit(p Point, touch bool) string {
	if !b.paper.Contains(p) {
		return ""
	}
	if remove, reverse, ok := b.handles(); ok {
		name := strings.TrimPrefix(b.chosen, edgePrefix)
		if remove.Contains(p) {
			return removePrefix + name
		}
		if reverse.Contains(p) {
			return reversePrefix + name
		}
	}
	switch {
	case !b.active(): // a click anywhere enlarges the whole
		return ""
	case b.corner().Contains(p) && b.enlarged:
		return closeID
	case b.corner().Contains(p):
		return enlargeID
	}
	if name := b.nodeWithin(p, 0); name != "" {
		return nodePrefix + name
	}
	edge, distance := b.edgeAt(p)
	if distance < 0 { // at its own spot, which may be close to a node
		return edge
	}
	if name := b.nodeAt(p, touch); name != "" {
		return nodePrefix + name
	}
	if distance < edgeReach(touch) {
		return edge
	}
	return ""
}

// edgeReach is how far from an edge a click still means it.
func edgeReach(touch bool) float64 {
	if touch {
		return 16
	}
	return 7
}

// edgeAt returns the id of the edge nearest to a point and how far it is. At an
// edge's own spot, its anchor, the distance is negative: where edges cross, each
// can be had there.
func (b *board) edgeAt(p Point) (id string, distance float64) {
	distance = math.Inf(1)
	for i := range b.curves {
		d := b.curves[i].distance(p)
		if a := b.curves[i].anchor.distance(p); a < edgeSpot*0.35 {
			d = a - edgeSpot
		}
		if d < distance {
			id, distance = b.curves[i].id, d
		}
	}
	return id, distance
}

// distance is how far a point is from the curve.
func (c *curve) distance(p Point) float64 {
	const pieces = 16
	best, from := math.Inf(1), c.a
	for i := 1; i <= pieces; i++ {
		to := c.at(float64(i) / pieces)
		d := to.sub(from)
		t := 0.0
		if n := d.X*d.X + d.Y*d.Y; n > 0 {
			t = clamp(((p.X-from.X)*d.X+(p.Y-from.Y)*d.Y)/n, 0, 1)
		}
		best = math.Min(best, p.distance(from.toward(to, t)))
		from = to
	}
	return best
}

// nodeAt returns the name of the node at a point, or "".
func (b *board) nodeAt(p Point, touch bool) string {
	if !b.active() || b.corner().Contains(p) {
		return ""
	}
	if remove, reverse, ok := b.handles(); ok && (remove.Contains(p) || reverse.Contains(p)) {
		return ""
	}
	if touch {
		return b.nodeWithin(p, 10)
	}
	return b.nodeWithin(p, 2)
}

// nodeWithin returns the name of the node that is no farther than slack.
func (b *board) nodeWithin(p Point, slack float64) string {
	best, distance := "", math.Inf(1)
	for _, n := range b.nodes {
		if d := n.rect.Center().distance(p); n.rect.grow(slack).Contains(p) && d < distance {
			best, distance = n.name, d
		}
	}
	return best
}

// targetAt returns the node that an edge from source would end at if it were
// dropped at p: one nearby is near enough.
func (b *board) targetAt(l *Lab, source string, p Point) string {
	best, distance := "", 14.0
	if l.hand.touch {
		distance = 30
	}
	for _, n := range b.nodes {
		d := nodeDistance(n.rect, p)
		if n.name != source && d < distance {
			best, distance = n.name, d
		}
	}
	return best
}

// activate does what a click on something on the board does.
func (b *board) activate(l *Lab, id string) {
	kind, name, _ := strings.Cut(id, ":")
	switch kind + ":" {
	case nodePrefix:
		switch {
		case b.node(name) == nil:
		case b.source == "":
			b.source, b.chosen = name, ""
		case b.source == name:
			b.source = ""
		default:
			b.drop(l, b.source, name)
		}
	case edgePrefix:
		if b.curve(id) != nil {
			b.source = ""
			if b.chosen == id {
				b.chosen = ""
			} else {
				b.chosen = id
			}
		}
	case removePrefix, reversePrefix:
		if c := b.curve(id); c != nil {
			change := RemoveEdge
			if kind+":" == reversePrefix {
				change = ReverseEdge
			}
			b.change(l, change, c.edge)
		}
	default:
		switch id {
		case enlargeID:
			b.enlarge(l, true)
		case closeID:
			b.enlarge(l, false)
		}
	}
}

// drop ends an edge that was drawn from one node to another; to may be "".
// Drawing an edge against one that is there turns that one round.
func (b *board) drop(l *Lab, from, to string) {
	b.source = ""
	if to == "" || to == from {
		return
	}
	same, opposite := false, false
	for _, c := range b.curves {
		same = same || c.edge == scm.Edge{From: from, To: to}
		opposite = opposite || c.edge == scm.Edge{From: to, To: from}
	}
	switch {
	case same:
		b.chosen = edgeID(scm.Edge{From: from, To: to})
	case opposite:
		b.change(l, ReverseEdge, scm.Edge{From: to, To: from})
	default:
		b.change(l, AddEdge, scm.Edge{From: from, To: to})
	}
}

// change asks for a change of the hypothesis.
func (b *board) change(l *Lab, change EdgeChange, e scm.Edge) {
	b.chosen, b.source = "", ""
	l.want(Intent{Kind: EditEdge, Change: change, From: e.From, To: e.To})
}

// release gives up what is chosen and reports whether anything was.
func (b *board) release() bool {
	was := b.source != "" || b.chosen != ""
	b.source, b.chosen = "", ""
	return was
}

func edgeID(e scm.Edge) string { return edgePrefix + e.From + ">" + e.To }
