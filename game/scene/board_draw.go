package scene

import (
	"math"

	"causalab/scm"
)

// drawBoardFrame draws the whiteboard's frame, surface and tray.
func drawBoardFrame(l *Lab, p *painter) {
	c := l.colors()
	p.shadow(Rect{0, 0, 340, 178}, 6, 10, c.shade.fade(0.4))
	drawSheet(p, c, Rect{0, 0, 340, 178}, 9)
	p.rect(60, 174, 220, 8, 3).fill(vertical(174, 182, c.frame.lighten(0.15), c.frameDark))
	for i, tone := range []Color{c.rose, c.teal, c.amber} {
		x := 76 + 20*float64(i)
		p.rect(x, 170.5, 15, 4.2, 2).fill(solid(tone))
		p.rect(x+12, 170.5, 3.4, 4.2, 1).fill(solid(c.ink))
	}
	p.rect(232, 168, 28, 7, 2).fill(vertical(168, 175, c.steel, c.steelDark))
}

// drawSheet draws a framed white surface, border wide on every side.
func drawSheet(p *painter, c *palette, r Rect, border float64) {
	p.box(r, border*0.8).fill(vertical(r.Y, r.bottom(), c.frame.lighten(0.15), c.frameDark))
	in := r.grow(-border)
	p.box(in.grow(1), 3).fill(solid(c.frameDark.lighten(-0.2)))
	p.box(in, 2.5).fill(linear(in.X, in.Y, in.right(), in.bottom(), c.paper.lighten(0.4), c.paper))
	p.poly(Point{in.X + in.Width*0.62, in.Y}, Point{in.X + in.Width*0.74, in.Y}, Point{in.X + in.Width*0.58, in.bottom()}, Point{in.X + in.Width*0.46, in.bottom()}).
		fill(solid(white.fade(0.5)))
}

// drawBoard draws the hypothesis graph on the wall.
func drawBoard(l *Lab, p *painter) {
	if l.board.enlarged || l.board.zoom.on {
		return
	}
	o, s := p.origin, p.scale
	p.origin, p.scale = Point{}, 1
	l.drawGraph(p)
	p.origin, p.scale = o, s
}

// drawEnlarged draws the whiteboard filling the room, or on its way there.
func (l *Lab) drawEnlarged(p *painter) {
	c := l.colors()
	t := l.board.zoom.done()
	if !l.board.enlarged {
		t = 1 - t
	}
	border := clamp(0.012*math.Min(l.layout.width, l.layout.height), 3, 9)
	sheet := mixRect(l.wallPaper(), l.fullPaper(), t)
	p.rect(0, 0, l.layout.width, l.layout.height, 0).fill(solid(c.shade.fade(0.62 * t)))
	p.shadow(sheet, border, 14, c.shade.fade(0.5))
	drawSheet(p, c, sheet.grow(border*0.5), border)
	if !l.board.enlarged || l.board.zoom.on {
		return
	}
	l.drawGraph(p)
}

// drawGraph draws nodes, edges and handles where the board has them.
func (l *Lab) drawGraph(p *painter) {
	c, b := l.colors(), &l.board
	hovered := l.hover()
	width := clamp(b.size*0.17, 1.1, 2.6)
	if b.active() && len(b.curves) == 0 && len(b.nodes) > 1 {
		y, size := b.paper.Center().Y, math.Min(b.size*1.05, b.paper.Width/30)
		p.text("Drag from a cause to its effect", b.clearing(y, size), y+0.35*size, size, Middle, c.ink.fade(0.62))
	}
	for i := range b.curves {
		e := &b.curves[i]
		tone, w := c.edge, width
		switch {
		case e.id == b.chosen:
			tone, w = c.edgeStrong, width*1.7
		case e.id == hovered:
			tone, w = c.edgeStrong, width*1.35
		}
		if e.id == b.chosen || e.id == hovered {
			drawCurve(p, *e, width*5, c.teal.fade(0.2), false)
		}
		drawCurve(p, *e, w, tone, true)
	}
	source, target := l.drawing()
	if source != nil {
		l.drawPreview(p, source, target, width)
	}
	for i := range b.nodes {
		n := &b.nodes[i]
		l.drawNode(p, n, nodePrefix+n.name == hovered || n == target, n == source)
	}
	if !b.active() {
		return
	}
	l.drawHandles(p, hovered)
}

// clearing returns the middle of the paper's free width at the height y, between
// the nodes that come within reach of it.
func (b *board) clearing(y, reach float64) float64 {
	left, right := b.paper.X, b.paper.X+b.paper.Width
	for i := range b.nodes {
		r := b.nodes[i].rect
		switch {
		case y < r.Y-reach || y > r.Y+r.Height+reach:
		case r.Center().X < b.paper.Center().X:
			left = math.Max(left, r.X+r.Width)
		default:
			right = math.Min(right, r.X)
		}
	}
	return (left + right) / 2
}

// drawing returns the node that an edge is being drawn from, and the one it
// would end at.
func (l *Lab) drawing() (source, target *node) {
	h, b := l.hand, &l.board
	switch {
	case h.down && h.node != "" && h.moved:
		source = b.node(h.node)
		target = b.node(b.targetAt(l, h.node, h.at))
	case b.source != "":
		source = b.node(b.source)
		if h.inside && !h.touch {
			if name := b.nodeAt(h.at, false); name != b.source {
				target = b.node(name)
			}
		}
	}
	return source, target
}

// drawPreview draws the edge that is being drawn, to the node it would end at or
// to where the pointer is.
func (l *Lab) drawPreview(p *painter, source, target *node, width float64) {
	c, b := l.colors(), &l.board
	if target != nil {
		e := bend(b.paper, b.nodes, source, target)
		drawCurve(p, e, width*4.5, c.teal.fade(0.22), false)
		drawCurve(p, e, width*1.5, c.edgeStrong, true)
		return
	}
	if !l.hand.inside || l.hand.touch && !l.hand.down || !b.paper.grow(20).Contains(l.hand.at) {
		return
	}
	a := source.rect.Center()
	e := curve{a: a, c: a.toward(l.hand.at, 0.5), b: l.hand.at}
	if source.rect.grow(4).Contains(l.hand.at) {
		return
	}
	e = e.trim(source.rect, Rect{e.b.X, e.b.Y, 0, 0}, gapOf(source.rect))
	drawCurve(p, e, width*1.5, c.edgeStrong.fade(0.8), true)
}

// drawCurve draws an edge, with its arrowhead where head is set.
func drawCurve(p *painter, e curve, width float64, c Color, head bool) {
	end := e.b
	if head {
		d := e.b.sub(e.at(0.93)).unit()
		long := math.Min(4*width+1.5, 13)
		side := d.left().times(long * 0.52)
		back := e.b.sub(d.times(long))
		p.poly(e.b, back.add(side), back.add(d.times(long*0.2)), back.sub(side)).fill(solid(c))
		end = e.b.sub(d.times(long * 0.7))
	}
	p.begin().move(e.a.X, e.a.Y).quad(e.c.X, e.c.Y, end.X, end.Y).stroke(width, solid(c))
}

func (l *Lab) drawNode(p *painter, n *node, hovered, source bool) {
	c := l.colors()
	fill, edge := c.node, c.nodeEdge
	if n.name == scm.Frequency {
		fill, edge = c.freqNode, c.freqEdge
	}
	r := n.rect
	width := clamp(l.board.size*0.13, 1, 2)
	if hovered || source {
		p.box(r.grow(4), r.Height/2+4).fill(solid(c.teal.fade(0.3)))
		edge = c.edgeStrong
		width *= 1.4
	}
	if source {
		fill = rgb(0xd4f5ef)
	}
	p.box(Rect{r.X, r.Y + 1.5, r.Width, r.Height}, r.Height/2).fill(solid(rgb(0x24303f).fade(0.16)))
	p.box(r, r.Height/2).fill(vertical(r.Y, r.bottom(), fill.lighten(0.4), fill))
	p.box(r, r.Height/2).stroke(width, solid(edge))
	p.text(n.label, r.Center().X, r.Center().Y+l.board.size*0.35, l.board.size, Middle, c.ink)
}

// drawHandles draws the buttons of the chosen edge and of the board itself.
func (l *Lab) drawHandles(p *painter, hovered string) {
	c, b := l.colors(), &l.board
	corner := b.corner()
	tone := c.nodeEdge.fade(0.75)
	if hovered == closeID || hovered == enlargeID {
		p.box(corner, 6).fill(solid(c.teal.fade(0.2)))
		tone = c.edgeStrong
	}
	m, k := corner.Center(), corner.Width*0.2
	if b.enlarged {
		p.segment(m.X-k, m.Y-k, m.X+k, m.Y+k).stroke(2.2, solid(tone))
		p.segment(m.X-k, m.Y+k, m.X+k, m.Y-k).stroke(2.2, solid(tone))
	} else {
		for _, s := range []float64{-1, 1} {
			p.polyline(Point{m.X + s*k*0.1, m.Y - s*k*1.2}, Point{m.X + s*k*1.2, m.Y - s*k*1.2}, Point{m.X + s*k*1.2, m.Y - s*k*0.1}).stroke(1.6, solid(tone))
			p.segment(m.X+s*k*0.25, m.Y-s*k*0.25, m.X+s*k*1.1, m.Y-s*k*1.1).stroke(1.6, solid(tone))
		}
	}
	remove, reverse, ok := b.handles()
	if !ok {
		return
	}
	for _, r := range []Rect{remove, reverse} {
		face := c.ink
		if hovered != "" && r.Contains(l.hand.at) {
			face = c.edgeStrong
		}
		r = r.grow(-1.5)
		p.shadow(r, r.Height/2, 4, rgb(0x24303f).fade(0.4))
		p.box(r, r.Height/2).fill(solid(face))
		m, k := r.Center(), r.Height*0.17
		if r.X < remove.right() {
			p.segment(m.X-k, m.Y-k, m.X+k, m.Y+k).stroke(2.2, solid(white))
			p.segment(m.X-k, m.Y+k, m.X+k, m.Y-k).stroke(2.2, solid(white))
			continue
		}
		for _, s := range []float64{-1, 1} {
			y, w := m.Y+s*k*0.75, k*1.5
			p.segment(m.X-w, y, m.X+w, y).stroke(1.9, solid(white))
			p.polyline(Point{m.X + s*(w-k*0.8), y - k*0.75}, Point{m.X + s*w, y}, Point{m.X + s*(w-k*0.8), y + k*0.75}).stroke(1.9, solid(white))
		}
	}
}
