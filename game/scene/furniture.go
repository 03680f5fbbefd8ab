package scene

import (
	"math"

	"causalab/game"
)

// drawArchive draws the cabinet where the records are kept.
func drawArchive(l *Lab, p *painter) {
	c := l.colors()
	p.glow(95, 207, 112, 16, c.shade.fade(0.75))
	p.shadow(Rect{4, 6, 182, 200}, 5, 9, c.shade.fade(0.35))
	p.rect(4, 2, 182, 204, 5).fill(linear(4, 0, 186, 0, c.woodLight, c.woodDark.lighten(0.1)))
	p.rect(0, 0, 190, 25, 4).fill(vertical(0, 25, c.woodLight.lighten(0.1), c.wood))
	p.rect(14, 31, 162, 166, 3).fill(vertical(31, 197, c.shelf.lighten(-0.3), c.shelf))
	for i, y := range []float64{84, 140, 194} {
		p.rect(14, y-56+3, 162, 12, 0).fill(vertical(y-53, y-41, c.shade.fade(0.5), c.shade.fade(0)))
		p.rect(12, y, 166, 6, 1).fill(vertical(y, y+6, c.woodLight, c.woodDark))
		drawShelf(c, p, i, y)
	}
	p.rect(0, 200, 190, 9, 3).fill(vertical(200, 209, c.wood, c.woodDark))
	p.segment(5, 24.5, 185, 24.5).stroke(1, solid(c.shade.fade(0.4)))
}

// drawShelf fills one shelf of the cabinet with books and boxes.
func drawShelf(c *palette, p *painter, shelf int, y float64) {
	books := [][][3]float64{ // x, width, height
		{{20, 11, 34}, {32, 8, 29}, {41, 13, 37}, {55, 9, 31}},
		{{122, 12, 33}, {135, 9, 38}, {145, 13, 30}, {159, 10, 35}},
		{{20, 14, 36}, {35, 10, 30}, {46, 12, 38}, {59, 8, 28}, {68, 12, 33}},
	}[shelf]
	tones := []Color{rgb(0xb98f5a), rgb(0x7d4b4b), rgb(0x4d6d86), rgb(0xc9a369), rgb(0x5f7a5c)}
	for i, b := range books {
		tone := tones[(i*2+shelf)%len(tones)]
		if !c.light {
			tone = tone.lighten(-0.22)
		}
		x, w, h := b[0], b[1], b[2]
		p.rect(x, y-h, w, h, 1.5).fill(linear(x, 0, x+w, 0, tone.lighten(0.14), tone.lighten(-0.2)))
		p.rect(x+1, y-h+5, w-2, 2.2, 0).fill(solid(tone.lighten(0.45).fade(0.8)))
		p.rect(x+1, y-8, w-2, 1.6, 0).fill(solid(tone.lighten(0.45).fade(0.6)))
	}
	switch shelf {
	case 0: // the terminal
		p.rect(82, y-44, 86, 40, 4).fill(vertical(y-44, y-4, c.steelLight, c.steelDark))
		p.rect(87, y-40, 76, 32, 2).fill(solid(c.screen))
		p.rect(116, y-5, 18, 5, 0).fill(solid(c.steelDark))
	case 2: // a drawer
		p.rect(90, y-40, 78, 40, 3).fill(vertical(y-40, y, c.wood.lighten(0.08), c.woodDark))
		p.rect(94, y-36, 70, 14, 2).fill(solid(c.wood))
		p.rect(94, y-18, 70, 14, 2).fill(solid(c.wood))
		p.circle(129, y-29, 2.4).fill(solid(c.amber))
		p.circle(129, y-11, 2.4).fill(solid(c.amber))
	}
}

// drawArchiveLights draws what the archive holds now: lines on its terminal and
// a small crystal for each of the first records, looking as it was measured.
func drawArchiveLights(l *Lab, p *painter) {
	c := l.colors()
	n := 0
	if l.seen != nil {
		n = len(l.seen.Records)
	}
	for i := range min(n, 5) {
		w := 30 + 34*math.Abs(math.Sin(float64(i)*1.9+0.6))
		o := 0.95 - 0.12*float64(i)
		if i == min(n, 5)-1 {
			o *= mix(1, wave(l.now, 1400), 0.6*l.liveliness())
		}
		p.rect(92, 48.5+5.4*float64(i), w, 2.6, 1).fill(solid(c.teal.lighten(0.1).fade(o)))
	}
	for i := range min(n, 3) {
		look := traitsOf(l.seen.Records[i].Props)
		p.in(Point{36 + 30*float64(i), 121}, 0.25, func() { drawCrystal(p, look, moment{}, c.light) })
	}
}

// drum is a round pedestal: a cylinder seen from above the front.
func drum(p *painter, x, top, bottom, rx, ry float64, c *palette) {
	side := linear(x-rx, 0, x+rx, 0, c.steelLight, c.steelDark.lighten(-0.2))
	p.begin().move(x-rx, top).line(x-rx, bottom).
		cubic(x-rx, bottom+ry*kappa, x-rx*kappa, bottom+ry, x, bottom+ry).
		cubic(x+rx*kappa, bottom+ry, x+rx, bottom+ry*kappa, x+rx, bottom).
		line(x+rx, top).close().fill(side)
	p.ellipse(x, top, rx, ry).fill(vertical(top-ry, top+ry, c.steel.lighten(-0.06), c.steelLight))
	p.arc(x, top, rx-0.8, ry-0.8, 0.15, math.Pi-0.15).stroke(1.4, solid(c.steelLight.lighten(0.35).fade(0.8)))
}

// drawManipulator draws the manipulator's pedestal, console and arms.
func drawManipulator(l *Lab, p *painter) {
	c := l.colors()
	p.glow(120, 252, 142, 36, c.shade.fade(0.85))
	// arms from behind the plate
	for _, side := range []float64{-1, 1} {
		arm := func(width float64, paint Paint) {
			p.begin().move(120+side*70, 212).cubic(120+side*118, 196, 120+side*116, 132, 120+side*84, 108).stroke(width, paint)
		}
		arm(13, solid(c.shade.fade(0.35)))
		arm(11, linear(120-side*20, 100, 120+side*120, 210, c.steelLight, c.steelDark))
		arm(3, solid(c.steelLight.lighten(0.35).fade(0.5)))
		p.circle(120+side*108, 160, 8.5).fill(radial(120+side*106, 157, 11, 11, c.steelLight.lighten(0.3), c.steelDark))
		p.circle(120+side*108, 160, 3).fill(solid(c.steelDark.lighten(-0.2)))
		tip := Point{120 + side*84, 108}
		p.poly(Point{tip.X + side*9, tip.Y - 7}, Point{tip.X + side*5, tip.Y + 11}, Point{tip.X - side*16, tip.Y + 1}, Point{tip.X - side*13, tip.Y - 7}).
			fill(linear(tip.X+side*9, tip.Y, tip.X-side*16, tip.Y, c.steelDark, c.steelLight))
	}
	drum(p, 120, 226, 254, 106, 25, c)
	drum(p, 120, 205, 220, 80, 18, c)
	p.ellipse(120, 205, 64, 13).fill(radial(120, 203, 66, 14, c.screen.lighten(0.16), c.screen))
	p.ellipse(120, 205, 64, 13).stroke(1.6, solid(c.teal.fade(0.75)))
	// the console's panel
	p.rect(58, 227, 124, 31, 6).fill(vertical(227, 258, c.steelDark, c.steelDark.lighten(-0.25)))
	p.rect(61.5, 230.5, 117, 24, 4).fill(solid(c.screen))
}

// drawManipulatorCrystal draws the crystal, what is left of the budget, and the
// machine's lights.
func drawManipulatorCrystal(l *Lab, p *painter) {
	c := l.colors()
	m := moment{now: l.now, lively: l.liveliness()}
	if l.sample.flare.on {
		t := l.sample.flare.linear()
		m.flare = (1 - t) * (1 - t)
	}
	if l.spent() {
		m.dim = 0.75
	}
	drawBudget(l, p, c)
	if l.seen == nil {
		return
	}
	on := c.teal
	if m.dim > 0 {
		on = c.steelDark
	}
	look := l.sample.look()
	p.in(Point{120, 205}, 1, func() {
		p.glow(0, 2, 74, 22, look.tint().fade(0.4*(1-m.dim)+0.3*m.flare))
		drawRing(p, l.sample.ring, on.lighten(0.25), m, 54, 11, false)
	})
	// beams from the arms' tips while an intervention strikes
	for _, side := range []float64{-1, 1} {
		x, y := 120+side*69, 107.0
		p.glow(x, y, 13, 13, on.fade(0.75+0.25*m.flare))
		p.circle(x, y, 3.4).fill(solid(on.lighten(0.45)))
		if m.flare > 0 {
			p.poly(Point{x, y - 3}, Point{x, y + 3}, Point{120, y + 26}, Point{120, y - 10}).
				fill(linear(x, y, 120, y, on.lighten(0.6).fade(m.flare), on.lighten(0.6).fade(0.1*m.flare)))
		}
	}
	p.in(Point{120, 112}, 1, func() {
		drawCrystal(p, look, m, c.light)
		if l.sample.flare.on {
			t := l.sample.flare.linear()
			r := mix(30, 118, 1-(1-t)*(1-t))
			p.circle(0, 0, r).stroke(mix(7, 0.6, t), solid(look.tint().lighten(0.4).fade((1-t)*0.8)))
		}
	})
	p.in(Point{120, 205}, 1, func() { drawRing(p, l.sample.ring, on.lighten(0.25), m, 54, 11, true) })
	if l.locked() {
		drawPadlock(p, 120, 196, c)
	}
}

// drawBudget shows the interventions on the console: a full pip for each that is
// left, a hollow one for each that is used.
func drawBudget(l *Lab, p *painter, c *palette) {
	if l.seen == nil {
		return
	}
	b := l.seen.Budget.Interventions
	total, left := max(b.Used+b.Left, 0), max(b.Left, 0)
	on := c.teal
	if c.light {
		on = rgb(0x35c3b2)
	}
	if l.locked() || l.seen.Phase == game.Done {
		on = rgb(0x5b6b87)
	}
	const x, y, w, h = 65.0, 232.5, 110.0, 20.0
	switch {
	case total == 0:
		p.segment(x+w*0.3, y+h/2, x+w*0.7, y+h/2).stroke(2, solid(c.steel.fade(0.7)))
	case total > 36:
		p.rect(x, y+4, w, h-8, 4).fill(solid(c.steelDark.lighten(-0.2)))
		if left > 0 {
			p.rect(x, y+4, math.Max(8, w*float64(left)/float64(total)), h-8, 4).fill(solid(on))
		}
	default:
		rows := 1
		if total > 14 {
			rows = 2
		}
		columns := (total + rows - 1) / rows
		step := math.Min(w/float64(columns), 11)
		size := math.Min(step*0.68, 7.5)
		tall := math.Min(h/float64(rows)-2, 13)
		for i := range total {
			row, col := i/columns, i%columns
			px := x + (w-step*float64(columns))/2 + step*float64(col) + (step-size)/2
			py := y + h/2 + (float64(row)-float64(rows)/2)*(h/float64(rows)) + (h/float64(rows)-tall)/2
			if i < left {
				p.rect(px, py, size, tall, 1.5).fill(vertical(py, py+tall, on.lighten(0.25), on))
			} else {
				p.rect(px+0.5, py+0.5, size-1, tall-1, 1.2).stroke(1, solid(c.steel.blend(c.steelDark, 0.3).fade(0.9)))
			}
		}
	}
}

func drawPadlock(p *painter, x, y float64, c *palette) {
	p.arc(x, y-12, 9, 11, math.Pi, 2*math.Pi).stroke(4, solid(c.steelLight))
	p.segment(x-9, y-12, x-9, y-6).stroke(4, solid(c.steelLight))
	p.segment(x+9, y-12, x+9, y-6).stroke(4, solid(c.steelLight))
	p.rect(x-15, y-8, 30, 24, 5).fill(vertical(y-8, y+16, c.amber.lighten(0.15), c.amber.lighten(-0.25)))
	p.circle(x, y+2, 3.4).fill(solid(c.screen))
	p.rect(x-1.4, y+3, 2.8, 7, 1).fill(solid(c.screen))
}

// coils is how many coils the reactor's ring carries.
const coils = 12

// drawReactor draws the reactor's ring on its base.
func drawReactor(l *Lab, p *painter) {
	c := l.colors()
	p.glow(130, 264, 156, 38, c.shade.fade(0.85))
	drum(p, 130, 236, 264, 116, 27, c)
	p.poly(Point{62, 240}, Point{84, 190}, Point{176, 190}, Point{198, 240}).fill(linear(62, 0, 198, 0, c.steel, c.steelDark))
	p.circle(130, 118, 88).fill(radial(130, 104, 96, 96, c.screen.lighten(0.13), c.screen.fade(0.92)))
	p.circle(130, 118, 95).stroke(19, solid(c.shade.fade(0.3)))
	p.circle(130, 118, 95).stroke(16, linear(50, 30, 210, 210, c.steelLight, c.steelDark.lighten(-0.15)))
	p.circle(130, 118, 101.5).stroke(1.2, solid(c.steelLight.lighten(0.4).fade(0.6)))
	p.circle(130, 118, 87.5).stroke(1.4, solid(c.shade.fade(0.5)))
	for i := range coils {
		a := 2 * math.Pi * (float64(i) + 0.5) / coils
		sin, cos := math.Sincos(a)
		x, y := 130+95*cos, 118+95*sin
		tangent := Point{-sin, cos}
		u := Point{cos, sin}
		p.poly(
			Point{x, y}.add(tangent.times(8)).add(u.times(11)), Point{x, y}.add(tangent.times(-8)).add(u.times(11)),
			Point{x, y}.add(tangent.times(-7)).add(u.times(-11)), Point{x, y}.add(tangent.times(7)).add(u.times(-11)),
		).fill(linear(x-8, y-8, x+8, y+8, c.steelLight.lighten(0.15), c.steelDark))
	}
	p.rect(56, 230, 148, 40, 7).fill(vertical(230, 270, c.steelDark, c.steelDark.lighten(-0.3)))
	p.rect(60, 234, 140, 32, 4).fill(solid(c.screen))
}

// drawReactorCrystal draws the reactor's crystal, its lights and its readout.
func drawReactorCrystal(l *Lab, p *painter) {
	c := l.colors()
	m := moment{now: l.now, lively: l.liveliness()}
	on, ink := c.violet, c.violet.lighten(0.25)
	lit := 0.0
	if l.result != nil {
		lit = l.lit.done()
		if l.result.correct {
			on, ink, m.lit = rgb(0x4fe39a), rgb(0x8ff0b8), lit
		} else {
			on, ink, m.dim = c.rose, rgb(0xff9aa5), 0.4*lit
		}
	}
	if l.seen == nil {
		return
	}
	if m.lit > 0 {
		p.glow(130, 118, 200, 190, on.fade(0.75*m.lit))
		p.circle(130, 118, 95).stroke(22, solid(on.fade(0.3*m.lit)))
	}
	p.glow(130, 118, 84, 84, on.fade(0.2+0.3*m.lit))
	// lights between the coils: all with a result, else they wander
	for i := range coils {
		a := 2 * math.Pi * float64(i) / coils
		o := 0.35
		if l.result != nil {
			o = mix(o, 0.25, lit)
			if l.result.correct || i%3 == 0 {
				o = clamp(lit*coils-float64(i), 0, 1)
			}
		} else if m.lively > 0 {
			o += 0.5 * m.lively * math.Pow(wave(l.now-float64(i)*260, 260*coils), 6)
		}
		sin, cos := math.Sincos(a)
		x, y := 130+95*cos, 118+95*sin
		p.glow(x, y, 11, 11, on.fade(o*0.8))
		p.circle(x, y, 3.2).fill(solid(on.lighten(0.35).fade(math.Min(1, o+0.2))))
	}
	visible := 1 - shutter(l)
	if visible > 0 {
		look := l.target.look()
		p.in(Point{130, 170}, 1, func() { drawRing(p, l.target.ring, on.lighten(0.2), m, 50, 10, false) })
		p.in(Point{130, 112}, 0.95, func() { drawCrystal(p, look, m, c.light) })
		p.in(Point{130, 170}, 1, func() { drawRing(p, l.target.ring, on.lighten(0.2), m, 50, 10, true) })
	}
	drawShutter(p, c, shutter(l))
	if m.lit > 0 && l.lit.on {
		drawBurst(p, l.lit.linear(), on)
	}
	p.text("Hz", 190, 256, 14, Right, ink)
	if l.result == nil {
		p.text("?  ?  ?", 118, 258, 21, Middle, ink)
		return
	}
	text := fixed(l.result.frequency)
	if l.lit.on && l.lit.linear() < 0.5 { // the digits run before they stop
		text = fixed(l.result.frequency * (0.35 + 1.3*math.Mod(l.lit.linear()*7.3, 1)))
	}
	w := math.Min(10.5, 92/(1.42*float64(max(len(text), 3))))
	p.readout(text, 162, 250-w, w, ink, on.fade(0.1))
}

// drawBurst draws what a reactor throws off while it starts, from t = 0 to 1.
func drawBurst(p *painter, t float64, c Color) {
	ease := 1 - (1-t)*(1-t)
	for i := range 3 {
		if k := clamp(ease*1.5-0.25*float64(i), 0, 1); k > 0 && k < 1 {
			p.circle(130, 118, mix(90, 175, k)).stroke(mix(6, 1, k), solid(c.lighten(0.3).fade((1-k)*0.7)))
		}
	}
	for i := range 26 {
		sin, cos := math.Sincos(float64(i) * 2.39996) // the golden angle: no two alike
		out := mix(70, 120+50*math.Abs(math.Sin(float64(i)*1.7)), ease)
		p.circle(130+out*cos, 118+out*sin+46*t*t, mix(3.6, 0.8, t)).fill(solid(c.lighten(0.25 + 0.5*math.Mod(float64(i)*0.37, 1)).fade(1 - t)))
	}
}

// shutter is how far the reactor is closed, from 0 to 1.
func shutter(l *Lab) float64 {
	if l.target.hidden {
		return 1
	}
	return 1 - l.target.reveal.done()
}

// drawShutter draws the blades before a reactor that is not open yet; they draw
// back into the ring.
func drawShutter(p *painter, c *palette, closed float64) {
	if closed <= 0 {
		return
	}
	const blades, r = 8, 86.0
	for i := range blades {
		a := 2 * math.Pi * float64(i) / blades
		b := a + 2*math.Pi/blades
		s1, c1 := math.Sincos(a)
		s2, c2 := math.Sincos(b)
		inner := r * (1 - closed)
		tone := c.steelDark.lighten(0.06 * math.Sin(a+0.8))
		k := r * 4 / 3 * math.Tan((b-a)/4)
		p.begin().move(130+r*c1, 118+r*s1).
			cubic(130+r*c1-k*s1, 118+r*s1+k*c1, 130+r*c2+k*s2, 118+r*s2-k*c2, 130+r*c2, 118+r*s2).
			line(130+inner*c2, 118+inner*s2).line(130+inner*c1, 118+inner*s1).close().fill(linear(130+r*c1, 118+r*s1, 130, 118, tone.lighten(0.12), tone.lighten(-0.15)))
		p.segment(130+r*c1, 118+r*s1, 130+inner*c1, 118+inner*s1).stroke(1.4, solid(c.shade.fade(0.55)))
	}
	if closed == 1 {
		p.circle(130, 118, 12).fill(radial(128, 115, 15, 15, c.steelLight, c.steelDark))
	}
}
