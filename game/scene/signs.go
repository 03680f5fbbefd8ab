package scene

import "math"

// drawHighlight lights up a fixture that is pointed at.
func (l *Lab) drawHighlight(p *painter, i int) {
	c, s := l.colors(), l.layout.spots[i]
	if s.block.Width > 0 {
		rim := fixtures[i].rim
		p.in(s.origin, s.scale, func() {
			for k, o := range []float64{0.9, 0.35, 0.15} {
				d := 2 + 3.5*float64(k)
				p.arc(rim.x, rim.y, rim.rx+d, rim.ry+d, -0.25, math.Pi+0.25).stroke(3.6, solid(c.teal.lighten(0.25).fade(o)))
			}
		})
		return
	}
	r := s.rect
	for k, o := range []float64{0.5, 0.28, 0.12} {
		p.box(r.grow(1.5+3*float64(k)), 6+3*float64(k)).stroke(3, solid(c.teal.lighten(0.15).fade(o)))
	}
}

// drawPlate draws a fixture's name, or what a click on it does while it is
// pointed at.
func (l *Lab) drawPlate(p *painter, i int, hovered, near string) {
	c, f, s := l.colors(), fixtures[i], l.layout.spots[i]
	size := l.layout.text * clamp(math.Max(l.layout.figure, 0.9), 0.9, 1.25)
	at := Point{s.origin.X + f.plate.X*s.scale, s.origin.Y + f.plate.Y*s.scale}
	text, ink, face, edge := f.label, c.plateInk, c.plate.fade(0.88), c.plateEdge
	if f.id == hovered || f.id == near {
		text = f.prompt(l)
		if f.id == near && f.id != hovered {
			text = "Enter: " + lowerFirst(f.prompt(l))
		}
		ink, face, edge = rgb(0x04211d), rgb(0x5fd6c6), rgb(0xa9f0e6)
	}
	w, h := textWidth(text, size)+1.5*size, size*1.75
	r := centered(at, w, h).within(Rect{3, 3, l.layout.width - 6, l.layout.height - 6})
	p.shadow(r, h/2, 3, c.shade.fade(0.35))
	p.box(r, h/2).fill(solid(face))
	p.box(r, h/2).stroke(1, solid(edge))
	p.text(text, r.Center().X, r.Center().Y+size*0.35, size, Middle, ink)
}

// drawHint shows a newcomer where to begin: a call above the manipulator's
// crystal, which pulses.
func (l *Lab) drawHint(p *painter) {
	if !l.hinting() || l.board.enlarged {
		return
	}
	c, s := l.colors(), l.layout.spots[fixtureIndex(Manipulator)]
	center := Point{s.origin.X + 120*s.scale, s.origin.Y + 112*s.scale}
	k := l.liveliness()
	r := 78 * s.scale
	tone := c.teal.lighten(0.35)
	if c.light {
		tone = c.teal
	}
	p.circle(center.X, center.Y, r).stroke(1.8, solid(tone.fade(mix(0.4, 0.75*wave(l.now, 1500), k))))
	if k > 0 {
		t := math.Mod(l.now/1500, 1)
		p.circle(center.X, center.Y, r*(1+0.22*t)).stroke(1.6, solid(tone.fade((1-t)*0.8*k)))
	}
	size := l.layout.text * clamp(l.layout.figure, 1, 1.25)
	text := "Start here"
	w, h := textWidth(text, size)+1.7*size, size*1.95
	y := center.Y - r - h*0.72 - 3*k*wave(l.now, 1500)
	box := centered(Point{center.X, y}, w, h).within(Rect{4, 4, l.layout.width - 8, l.layout.height - 8})
	face := rgb(0x5fd6c6)
	p.shadow(box, h/2, 5, c.shade.fade(0.5))
	tip := Point{center.X, box.bottom() + h*0.3}
	p.poly(Point{tip.X - h*0.26, box.bottom() - 1}, Point{tip.X + h*0.26, box.bottom() - 1}, tip).fill(solid(face.lighten(-0.08)))
	p.box(box, h/2).fill(vertical(box.Y, box.bottom(), face.lighten(0.25), face.lighten(-0.05)))
	p.text(text, box.Center().X, box.Center().Y+size*0.35, size, Middle, rgb(0x04211d))
}

// drawFloats shows what the last intervention changed, rising beside the crystal.
func (l *Lab) drawFloats(p *painter) {
	if len(l.floats) == 0 || l.board.enlarged {
		return
	}
	c, s := l.colors(), l.layout.spots[fixtureIndex(Manipulator)]
	size := l.layout.text * clamp(l.layout.figure, 1.05, 1.35)
	h := size * 1.8
	t := l.rise.linear()
	if l.reduced {
		t = 0.5
	}
	const stagger = 0.035
	bottom := s.origin.Y + 150*s.scale
	x := s.origin.X + 120*s.scale + 66*s.scale
	full := float64(len(l.floats)) * (h + 3)
	bottom = clamp(bottom, full+6, l.layout.height-6)
	for i, text := range l.floats {
		in := smooth(clamp((t-stagger*float64(i))/0.12, 0, 1))
		out := 1 - smooth(clamp((t-0.84)/0.16, 0, 1))
		w := textWidth(text, size) + 1.4*size
		y := bottom - full + float64(i)*(h+3) + (1-in)*26 - 10*t
		r := Rect{x, y, w, h}.within(Rect{4, 4, l.layout.width - 8, l.layout.height - 8})
		tone := c.amber
		if isFrequency(text) {
			tone = c.teal
		}
		p.faded(in*out, func() {
			p.box(r, h/2).fill(solid(c.plate.fade(0.93)))
			p.box(r, h/2).stroke(1.3, solid(tone))
			p.text(text, r.X+0.7*size, r.Center().Y+size*0.35, size, Left, tone.blend(c.plateInk, 0.25))
		})
	}
}
