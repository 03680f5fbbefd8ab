package scene

import "math"

// Display returns what to draw now. The list is the lab's own and is overwritten
// by the next call.
func (l *Lab) Display() *DisplayList {
	key := stillKey{l.layout.width, l.layout.height, l.theme}
	if key != l.stillFor {
		l.stillFor = key
		l.version++
		l.still.reset()
		l.drawStill(&l.still)
	}
	l.live.reset()
	l.drawLive(&l.live)
	l.list = DisplayList{
		Width: l.layout.width, Height: l.layout.height, StaticVersion: l.version,
		Static: l.still.ops, Dynamic: l.live.ops,
	}
	return &l.list
}

// drawStill draws what only size and theme change: the room and its furniture.
func (l *Lab) drawStill(p *painter) {
	l.drawWall(p)
	l.drawFloor(p)
	l.drawWindow(p)
	l.drawDecor(p)
	for i, f := range fixtures {
		s := l.layout.spots[i]
		p.in(s.origin, s.scale, func() { f.still(l, p) })
	}
	l.drawPlant(p)
	l.drawCorners(p)
}

// drawLive draws everything else, back to front.
func (l *Lab) drawLive(p *painter) {
	hovered, near := l.hover(), ""
	if l.focused || l.hand.keys {
		near = l.near()
	}
	feet := false
	for i, f := range fixtures {
		s := l.layout.spots[i]
		if !feet && s.block.Width > 0 && l.avatar.at.Y < s.block.bottom() && l.avatar.at.Y < s.block.Y+0.2*s.block.Height {
			l.drawAvatar(p)
			feet = true
		}
		if f.id == hovered || f.id == near && !l.board.enlarged {
			l.drawHighlight(p, i)
		}
		p.in(s.origin, s.scale, func() { f.live(l, p) })
	}
	if l.avatar.way != nil {
		l.drawGoal(p)
	}
	for i := range fixtures {
		l.drawPlate(p, i, hovered, near)
	}
	if !feet {
		l.drawAvatar(p)
	}
	l.drawHint(p)
	l.drawFloats(p)
	if l.board.enlarged || l.board.zoom.on {
		l.drawEnlarged(p)
	}
	if l.focused {
		p.rect(2, 2, l.layout.width-4, l.layout.height-4, 5).stroke(3, solid(l.colors().teal))
	}
}

func (l *Lab) drawWall(p *painter) {
	c, w, h := l.colors(), l.layout.width, l.layout.wall
	p.rect(0, 0, w, h, 0).fill(vertical(0, h, c.wallHigh, c.wallLow))
	// panels, as many as the wall is long
	n := math.Max(3, math.Round(w/max(h, 60)*1.4))
	step := w / n
	inset := step * 0.07
	for i := range int(n) {
		r := Rect{float64(i)*step + inset, h * 0.1, step - 2*inset, h * 0.78}
		p.box(r, 4).fill(vertical(r.Y, r.bottom(), c.panel.fade(0.22), c.panel.fade(0.5)))
		p.segment(r.X+3, r.bottom(), r.right()-3, r.bottom()).stroke(1, solid(c.shade.fade(0.2)))
	}
	p.rect(0, 0, w, h*0.035, 0).fill(solid(c.cornice))
	// light from above
	for _, x := range []float64{0.15, 0.5, 0.85} {
		p.glow(w*x, h*0.02, w*0.2, h*0.85, c.lamp.fade(0.26))
	}
	p.rect(0, h-h*0.045, w, h*0.045, 0).fill(vertical(h*0.955, h, c.skirting.lighten(0.08), c.skirting))
}

func (l *Lab) drawFloor(p *painter) {
	c, w, h, top := l.colors(), l.layout.width, l.layout.height, l.layout.wall
	p.rect(0, top, w, h-top, 0).fill(vertical(top, h, c.floor.lighten(-0.12), c.floor))
	// Tiles get deeper towards the viewer, which tips the floor a little.
	columns := math.Max(6, math.Round(w/66))
	size := w / columns
	depth := size * 0.5
	row := 0
	for y := top; y < h; row++ {
		for i := -1; i < int(columns)+1; i++ {
			shift := 0.0
			if row%2 == 1 {
				shift = size / 2
			}
			x := float64(i)*size + shift
			x0, x1 := math.Max(x+0.75, 0), math.Min(x+size-0.75, w)
			if x1-x0 < 2 {
				continue
			}
			speckle := math.Mod(math.Abs(math.Sin(float64(i)*12.9898+float64(row)*78.233))*43758.5453, 1)
			tone := c.tile.lighten((speckle - 0.5) * 0.07)
			y1 := math.Min(y+depth-1.5, h)
			p.rect(x0, y+0.75, x1-x0, y1-y-0.75, 2).fill(solid(tone))
			p.segment(x0+2, y+1.4, x1-2, y+1.4).stroke(1, solid(c.tileEdge.fade(0.55)))
		}
		y += depth
		depth *= 1.085
	}
	p.rect(0, top, w, (h-top)*0.13, 0).fill(vertical(top, top+(h-top)*0.13, c.shade.fade(0.5), c.shade.fade(0)))
	// the rug where the avatar begins
	at, rx := l.layout.start, 0.105*w
	if l.layout.tall() {
		rx = 0.18 * w
	}
	ry := rx * 0.46
	p.ellipse(at.X, at.Y+3, rx+2, ry+2).fill(solid(c.shade.fade(0.25)))
	p.ellipse(at.X, at.Y, rx, ry).fill(radial(at.X, at.Y-ry*0.4, rx*1.3, ry*1.6, c.rug.lighten(0.1), c.rug.lighten(-0.12)))
	p.ellipse(at.X, at.Y, rx*0.9, ry*0.9).stroke(1.6, solid(c.rugEdge.fade(0.8)))
	p.ellipse(at.X, at.Y, rx*0.55, ry*0.55).stroke(1.2, solid(c.rugEdge.fade(0.55)))
	for i := range 12 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 12)
		p.circle(at.X+rx*0.73*cos, at.Y+ry*0.73*sin, rx*0.025).fill(solid(c.rugEdge.fade(0.7)))
	}
	// pools of light before each machine and in the middle
	for _, s := range l.layout.spots {
		if s.block.Width > 0 {
			m := s.rect.Center()
			p.glow(m.X, m.Y, s.rect.Width*1.05, s.rect.Height*0.75, c.lamp.fade(0.25))
		}
	}
	p.glow(at.X, at.Y, w*0.3, (h-top)*0.55, c.lamp.fade(0.14))
}

// drawWindow draws the window: a night with stars and a moon, or a day.
func (l *Lab) drawWindow(p *painter) {
	c, w, h := l.colors(), l.layout.width, l.layout.wall
	r := Rect{w * 0.765, h * 0.17, w * 0.185, h * 0.5}
	if r.Width > r.Height*1.75 {
		r = centered(r.Center(), r.Height*1.75, r.Height)
	}
	p.shadow(r, 4, 7, c.shade.fade(0.35))
	frame := c.steelDark
	if c.light {
		frame = rgb(0xfffaf0)
	}
	border := math.Max(3, r.Height*0.055)
	p.box(r, 5).fill(vertical(r.Y, r.bottom(), frame.lighten(0.12), frame))
	in := r.grow(-border)
	x := func(t float64) float64 { return in.X + t*in.Width }
	y := func(t float64) float64 { return in.Y + t*in.Height }
	hills := func(c Color, points ...float64) {
		s := p.begin().move(x(0), y(points[0]))
		step := 1 / float64(len(points)-1)
		for i := 1; i < len(points); i++ {
			a, b := float64(i-1)*step, float64(i)*step
			m := (a + b) / 2
			s = s.cubic(x(m), y(points[i-1]), x(m), y(points[i]), x(b), y(points[i]))
		}
		s.line(x(1), y(1)).line(x(0), y(1)).close().fill(solid(c))
	}
	if c.light {
		p.box(in, 2).fill(vertical(in.Y, in.bottom(), rgb(0x9fd3f2), rgb(0xfdf3d8)))
		p.glow(x(0.74), y(0.3), in.Height*0.5, in.Height*0.5, rgb(0xfffbe0).fade(0.7))
		p.circle(x(0.74), y(0.3), in.Height*0.1).fill(solid(rgb(0xfff6c8)))
		for _, q := range [][3]float64{{0.2, 0.3, 0.09}, {0.29, 0.27, 0.12}, {0.38, 0.31, 0.08}} {
			p.ellipse(x(q[0]), y(q[1]), in.Height*q[2]*1.4, in.Height*q[2]*0.7).fill(solid(white.fade(0.85)))
		}
		hills(rgb(0x9cc3a2), 0.7, 0.6, 0.72, 0.56, 0.66)
		hills(rgb(0x6fa57e), 0.84, 0.78, 0.86, 0.74, 0.82)
	} else {
		p.box(in, 2).fill(vertical(in.Y, in.bottom(), rgb(0x0a1230), rgb(0x2a3566)))
		for i := range 18 {
			t := float64(i)
			sx, sy := math.Mod(t*0.381966+0.07, 1), math.Mod(t*0.237+0.05, 0.62)
			p.circle(x(0.03+0.94*sx), y(sy+0.04), 0.5+0.5*math.Mod(t*0.71, 1)).fill(solid(white.fade(0.45 + 0.5*math.Mod(t*0.53, 1))))
		}
		p.glow(x(0.74), y(0.28), in.Height*0.42, in.Height*0.42, rgb(0xcfe0ff).fade(0.4))
		p.circle(x(0.74), y(0.28), in.Height*0.12).fill(solid(rgb(0xe6edf8)))
		p.circle(x(0.74)-in.Height*0.035, y(0.28)-in.Height*0.02, in.Height*0.028).fill(solid(rgb(0xc8d4e8)))
		p.circle(x(0.74)+in.Height*0.04, y(0.28)+in.Height*0.045, in.Height*0.02).fill(solid(rgb(0xc8d4e8)))
		hills(rgb(0x1d2750), 0.72, 0.55, 0.74, 0.5, 0.68)
		hills(rgb(0x131b38), 0.86, 0.76, 0.88, 0.72, 0.84)
		p.circle(x(0.28), y(0.84), 0.9).fill(solid(rgb(0xffd590)))
		p.circle(x(0.31), y(0.83), 0.9).fill(solid(rgb(0xffd590)))
	}
	bar := border * 0.55
	p.rect(x(0.5)-bar/2, in.Y, bar, in.Height, 0).fill(solid(frame))
	p.poly(Point{x(0.06), y(0)}, Point{x(0.2), y(0)}, Point{x(0.02), y(1)}, Point{x(0), y(1)}, Point{x(0), y(0.42)}).fill(solid(white.fade(0.07)))
	sill := Rect{r.X - border, r.bottom() - 1, r.Width + 2*border, border * 1.5}
	p.box(sill, 2).fill(vertical(sill.Y, sill.bottom(), frame.lighten(0.2), frame.lighten(-0.15)))
}

// drawDecor draws the cables from the machines to the wall.
func (l *Lab) drawDecor(p *painter) {
	c := l.colors()
	cable := c.seam.lighten(-0.35)
	if c.light {
		cable = rgb(0x7d6648)
	}
	for i, f := range fixtures {
		s := l.layout.spots[i]
		if s.block.Width == 0 {
			continue
		}
		sign := 1.0
		if f.id == Manipulator {
			sign = -1
		}
		m := s.block.Center()
		x0 := m.X + sign*s.block.Width*0.36
		x1 := clamp(x0+sign*s.block.Width*0.22, 8, l.layout.width-8)
		width := math.Max(1.6, 3.4*s.scale)
		for _, pass := range []struct {
			dy    float64
			width float64
			color Color
		}{{2, width * 1.3, c.shade.fade(0.3)}, {0, width, cable}, {-width * 0.22, width * 0.3, cable.lighten(0.25)}} {
			p.begin().move(x0, m.Y+pass.dy).cubic(x1, m.Y+pass.dy, x1+sign*4, l.layout.wall+30+pass.dy, x1, l.layout.wall-2).
				stroke(pass.width, solid(pass.color))
		}
		p.rect(x1-width*1.6, l.layout.wall-width*3.4, width*3.2, width*3.2, 2).fill(solid(c.steelDark))
	}
}

// drawPlant draws a plant in the nearest corner.
func (l *Lab) drawPlant(p *painter) {
	c := l.colors()
	k := clamp(l.layout.figure, 0.45, 1.2)
	at := Point{l.layout.width*0.035 + 22*k, l.layout.height - 12*k}
	leaf, dark := rgb(0x4aa377), rgb(0x2b6b50)
	if c.light {
		leaf, dark = rgb(0x63a86f), rgb(0x3d7f52)
	}
	p.in(at, k, func() {
		p.glow(4, 0, 40, 12, c.shade.fade(0.55))
		for i, a := range []float64{-1.15, 1.1, -0.72, 0.7, -0.3, 0.34, 0.02} {
			long := []float64{44, 42, 58, 54, 66, 62, 72}[i]
			sin, cos := math.Sincos(a)
			tip := Point{long * sin, -34 - long*cos*0.92 + 10*math.Abs(a)}
			mid := Point{long * 0.42 * sin, -34 - long*0.62*cos}
			side := Point{cos, sin}.times(9)
			p.begin().move(0, -30).quad(mid.X-side.X, mid.Y-side.Y, tip.X, tip.Y).quad(mid.X+side.X, mid.Y+side.Y, 0, -30).close().
				fill(linear(0, -30, tip.X, tip.Y, dark, leaf.lighten(0.05*float64(i%3))))
			p.begin().move(0, -30).quad(mid.X, mid.Y, tip.X*0.93, tip.Y*0.95+0.05*-34).stroke(0.9, solid(leaf.lighten(0.3).fade(0.5)))
		}
		pot := rgb(0xa5623f)
		p.begin().move(-19, -33).line(19, -33).line(14, 0).quad(0, 4, -14, 0).close().fill(linear(-19, 0, 19, 0, pot.lighten(0.16), pot.lighten(-0.3)))
		p.rect(-21, -38, 42, 8, 3).fill(linear(-21, 0, 21, 0, pot.lighten(0.26), pot.lighten(-0.22)))
	})
}

// drawCorners darkens the room towards its edges.
func (l *Lab) drawCorners(p *painter) {
	c, w, h := l.colors(), l.layout.width, l.layout.height
	k := 0.42
	if c.light {
		k = 0.16
	}
	d := 0.16
	p.rect(0, 0, w*d, h, 0).fill(linear(0, 0, w*d, 0, c.corner.fade(k), c.corner.fade(0)))
	p.rect(w-w*d, 0, w*d, h, 0).fill(linear(w, 0, w-w*d, 0, c.corner.fade(k), c.corner.fade(0)))
	p.rect(0, h-h*d, w, h*d, 0).fill(vertical(h, h-h*d, c.corner.fade(k), c.corner.fade(0)))
}
