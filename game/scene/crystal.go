package scene

import (
	"math"
	"strconv"

	"causalab/dsl"
	"causalab/game"
	"causalab/scm"
)

// traits are how a crystal looks; every one lies between 0 and 1 and follows
// one property. A crystal that lacks a property looks ordinary in its trait.
type traits struct {
	heat    float64 // temperature: hue of the upper half, blue to red
	accent  float64 // pH: hue of the lower half
	body    float64 // density: from glassy to solid
	dew     float64 // moisture: sheen and droplets
	size    float64 // quantum size: scale, and shards beside it
	glow    float64 // radiation: light around it
	squeeze float64 // pressure: from slender to squat
	sparks  float64 // conductivity: arcs
	soft    float64 // viscosity: rounder shoulders
	edge    float64 // hardness: brighter edges
	core    float64 // luminosity: light inside
}

// ordinary is the look of a crystal about which nothing is known.
var ordinary = traits{
	heat: 0.34, accent: -1, body: 0.6, dew: 0.12, size: 0.45, glow: 0.35,
	squeeze: 0.42, sparks: 0, soft: 0.3, edge: 0.45, core: 0.35,
}

// traitTable says which trait follows which property.
var traitTable = []struct {
	property string
	field    func(*traits) *float64
}{
	{"temperatureC", func(t *traits) *float64 { return &t.heat }},
	{"ph", func(t *traits) *float64 { return &t.accent }},
	{"density", func(t *traits) *float64 { return &t.body }},
	{"moisture", func(t *traits) *float64 { return &t.dew }},
	{"quantumSize", func(t *traits) *float64 { return &t.size }},
	{"radiation", func(t *traits) *float64 { return &t.glow }},
	{"pressure", func(t *traits) *float64 { return &t.squeeze }},
	{"conductivity", func(t *traits) *float64 { return &t.sparks }},
	{"viscosity", func(t *traits) *float64 { return &t.soft }},
	{"hardness", func(t *traits) *float64 { return &t.edge }},
	{"luminosity", func(t *traits) *float64 { return &t.core }},
}

// traitsOf returns the look of a crystal with some measurements.
func traitsOf(props dsl.Readings) traits {
	t := ordinary
	for _, row := range traitTable {
		if v, ok := props.Get(row.property); ok {
			*row.field(&t) = squash(v)
		}
	}
	return t
}

// squash maps any value smoothly and monotonically into 0…1: a slider's 0…100
// takes up most of it, values far beyond still differ a little.
func squash(v float64) float64 {
	if math.IsNaN(v) {
		return 0.5
	}
	return 0.5 + math.Atan(0.95*math.Asinh((v-50)/25))/math.Pi
}

func mixTraits(a, b traits, t float64) traits {
	out := b
	if a.accent < 0 || b.accent < 0 {
		a.accent = b.accent
	}
	for _, row := range traitTable {
		*row.field(&out) = mix(*row.field(&a), *row.field(&b), t)
	}
	return out
}

// unknownRing is the ring of a crystal whose frequency is not known.
const unknownRing = -1.0

// ringRate is how often a ring pulses, in Hz of the animation, for a resonance
// frequency: between 0.2 and 1.8, faster for a higher frequency.
func ringRate(frequency float64) float64 { return 0.2 + 1.6*squash(frequency/2.5) }

func ringOf(frequency *float64) float64 {
	if frequency == nil {
		return unknownRing
	}
	return ringRate(*frequency)
}

// crystal is one of the two crystals on show.
type crystal struct {
	known    bool // has ever been shown
	from, to traits
	ring     float64 // pulses per second, or unknownRing
	morph    tween   // from → to
	flare    tween   // an intervention struck it
	hidden   bool    // behind the reactor's shutter
	reveal   tween   // the shutter opens
}

// show gives the crystal a new look, gradually or at once.
func (c *crystal) show(look traits, ring float64, gradually bool) {
	c.from = c.look()
	if c.known && gradually && look != c.to {
		c.morph = newTween(morphMs)
	} else if look != c.to || !gradually {
		c.morph = tween{}
	}
	c.known, c.to, c.ring = true, look, ring
}

func (c *crystal) look() traits {
	if !c.known {
		return ordinary
	}
	return mixTraits(c.from, c.to, c.morph.done())
}

// floatsOf words what the last intervention moved.
func floatsOf(o *game.Observation) []string {
	var out []string
	for _, c := range o.Changed {
		name := c.Name
		for _, v := range o.Variables {
			if v.Name == c.Name {
				name = shortName(v)
			}
		}
		out = append(out, name+" "+signed(c.By))
	}
	return out
}

// hues of the heat trait from cold to hot, evenly spaced (OKLCH degrees).
var heatHues = []float64{268, 232, 192, 165, 128, 92, 62, 38, 22}

func heatHue(u float64) float64 {
	x := clamp(u, 0, 1) * float64(len(heatHues)-1)
	i := min(int(x), len(heatHues)-2)
	return mix(heatHues[i], heatHues[i+1], x-float64(i))
}

// colors returns the hues of a look's upper and lower half.
func (t traits) hues() (upper, lower float64) {
	upper = heatHue(t.heat)
	if t.accent < 0 {
		return upper, upper + 28
	}
	return upper, 10 + 300*clamp(t.accent, 0, 1)
}

// tint is the color that a look's light has.
func (t traits) tint() Color {
	h, _ := t.hues()
	return oklch(0.82, 0.13, h)
}

// moment is what a crystal's small motions depend on.
type moment struct {
	now    float64 // ms
	lively float64 // 0…1
	flare  float64 // 0…1, how brightly an intervention still shines
	dim    float64 // 0…1, how much the machine has gone dark
	lit    float64 // 0…1, the reactor is activated
}

// faces is the number of a crystal's sides.
const faces = 6

// drawCrystal draws a crystal around (0, 0), about 120 high.
func drawCrystal(p *painter, t traits, m moment, light bool) {
	scale := mix(0.66, 1.22, t.size)
	wide, high := mix(0.8, 1.34, t.squeeze), mix(1.16, 0.74, t.squeeze)
	upper, lower := t.hues()
	gray := 1 - 0.55*m.dim
	// light around it
	shine := mix(0.16, 0.8, t.glow) * (1 - 0.6*m.dim)
	if light {
		shine *= 0.75
	}
	shine = math.Min(1, shine+0.5*m.flare+0.4*m.lit)
	reach := mix(70, 128, t.glow) * (1 + 0.12*m.flare + 0.03*m.lively*math.Sin(m.now/620))
	p.glow(0, 0, reach, reach, oklch(0.84, 0.14*gray, upper).fade(0.62*shine))
	if rays := clamp(t.glow*1.7-0.75, 0, 1) * (1 - m.dim); rays > 0 {
		drawRays(p, m, oklch(0.9, 0.1, upper).fade(0.2*rays), reach)
	}
	bob := 2.2 * m.lively * math.Sin(m.now/900)
	p.in(Point{0, bob}, scale, func() {
		if shard := clamp((t.size-0.3)/0.5, 0, 1); shard > 0 {
			p.in(Point{-27 * wide, 34}, 0.42*shard, func() { drawBody(p, t, m, upper, lower, wide, high, gray, 0.4) })
			p.in(Point{29 * wide, 38}, 0.33*shard, func() { drawBody(p, t, m, upper, lower, wide, high, gray, 0.9) })
		}
		drawBody(p, t, m, upper, lower, wide, high, gray, 0.17)
		drawDew(p, t, wide, high)
		drawSparks(p, t, m, wide, high)
	})
}

// drawBody draws a double pyramid with a prism between, turned by angle.
func drawBody(p *painter, t traits, m moment, upper, lower float64, wide, high, gray, angle float64) {
	w := 33 * wide
	shoulder, hip := -20*high*mix(0.8, 1.25, t.soft), 20*high
	top, bottom := -62*high, 56*high
	hipWide := mix(0.86, 0.7, t.soft)
	turn := angle + 0.1*m.lively*math.Sin(m.now/2600)
	opacity := mix(0.42, 1, t.body)
	side := func(i int) (x0, x1, normal float64) {
		a := turn + 2*math.Pi*float64(i)/faces
		b := a + 2*math.Pi/faces
		return w * math.Sin(a), w * math.Sin(b), a + math.Pi/faces
	}
	face := func(i int, back bool) {
		x0, x1, normal := side(i)
		if (math.Cos(normal) < 0) != back {
			return
		}
		// Light comes from the upper left and front.
		lit := math.Cos(normal + 0.75)
		l := clamp(0.62+0.17*lit+0.12*m.flare+0.08*m.lit, 0, 0.97) - 0.1*m.dim
		o := opacity
		if back {
			o, l = o*0.5, l-0.14
		}
		high1 := oklch(l+0.13, 0.1*gray, upper).fade(o)
		mid1 := oklch(l, 0.135*gray, upper).fade(o)
		mid2 := oklch(l-0.1, 0.135*gray, lower).fade(o)
		low := oklch(l-0.2, 0.12*gray, lower).fade(o)
		p.poly(Point{0, top}, Point{x0, shoulder}, Point{x1, shoulder}).fill(vertical(top, shoulder, high1, mid1))
		p.poly(Point{x0, shoulder}, Point{x1, shoulder}, Point{x1 * hipWide, hip}, Point{x0 * hipWide, hip}).fill(vertical(shoulder, hip, mid1.lighten(0.07*lit), mid2))
		p.poly(Point{x0 * hipWide, hip}, Point{x1 * hipWide, hip}, Point{0, bottom}).fill(vertical(hip, bottom, mid2.lighten(-0.1), low))
	}
	for i := range faces {
		face(i, true)
	}
	core := mix(0.1, 0.75, t.core) * (1 - 0.55*t.body) * (1 - m.dim)
	p.glow(0, 0, 0.8*w, 40*high, white.fade(math.Min(1, core+0.4*m.flare)))
	for i := range faces {
		face(i, false)
	}
	shineEdges(p, t, upper, side, top, bottom, shoulder, hip, hipWide, gray)
}

// shineEdges draws the edges between the faces turned to the viewer.
func shineEdges(p *painter, t traits, hue float64, side func(int) (float64, float64, float64), top, bottom, shoulder, hip, hipWide, gray float64) {
	edge := oklch(0.95, 0.05*gray, hue).fade(mix(0.25, 0.85, t.edge))
	for i := range faces {
		x0, x1, normal := side(i)
		if math.Cos(normal) < 0 {
			continue
		}
		p.polyline(Point{0, top}, Point{x0, shoulder}, Point{x0 * hipWide, hip}, Point{0, bottom}).stroke(0.9, solid(edge.fade(0.65)))
		p.segment(x0, shoulder, x1, shoulder).stroke(1.1, solid(edge))
		p.segment(x0*hipWide, hip, x1*hipWide, hip).stroke(0.8, solid(edge.fade(0.5)))
		if next := math.Cos(normal + 2*math.Pi/faces); next < 0 {
			p.polyline(Point{0, top}, Point{x1, shoulder}, Point{x1 * hipWide, hip}, Point{0, bottom}).stroke(0.9, solid(edge.fade(0.65)))
		}
	}
}

// drawRays draws light that a radiant crystal sends out.
func drawRays(p *painter, m moment, c Color, reach float64) {
	for i := range 10 {
		a := 2*math.Pi*float64(i)/10 + 0.12 + m.lively*0.05*math.Sin(m.now/1300+float64(i))
		long := reach * (0.86 + 0.22*math.Sin(float64(i)*2.4))
		sin, cos := math.Sincos(a)
		s2, c2 := math.Sincos(a + 0.09)
		s1, c1 := math.Sincos(a - 0.09)
		p.poly(Point{16 * cos, 16 * sin}, Point{long * c1, long * s1}, Point{long * c2, long * s2}).
			fill(radial(0, 0, long, long, c, c.fade(0)))
	}
}

// droplets sit on a wet crystal; each grows in its turn as moisture rises.
var droplets = []struct{ x, y, r float64 }{
	{-17, 8, 4.4}, {12, -14, 3.6}, {4, 22, 4}, {20, 12, 3.2}, {-8, -26, 3.2}, {-23, -10, 2.8}, {10, 38, 3}, {-3, -2, 2.6},
}

func drawDew(p *painter, t traits, wide, high float64) {
	sheen := white.fade(mix(0.1, 0.62, t.dew))
	p.begin().move(-21*wide, -16*high).quad(-17*wide, -34*high, -7*wide, -47*high).
		quad(-11*wide, -32*high, -15*wide, -14*high).close().fill(solid(sheen))
	p.poly(Point{-19 * wide, -11 * high}, Point{-14 * wide, -11 * high}, Point{-12 * wide, 12 * high}, Point{-16.5 * wide, 12 * high}).
		fill(vertical(-11*high, 12*high, sheen.fade(0.8), sheen.fade(0)))
	for i, d := range droplets {
		grown := smooth(clamp(t.dew*float64(len(droplets)+2)-1.6-float64(i), 0, 1))
		if grown <= 0 {
			continue
		}
		x, y, r := d.x*wide, d.y*high, d.r*grown
		p.circle(x, y+0.8, r).fill(solid(rgb(0x0b2a44).fade(0.3)))
		p.circle(x, y, r).fill(radial(x-r*0.3, y-r*0.4, r*1.5, r*1.5, rgb(0xeafaff).fade(0.95), rgb(0x6fb7e6).fade(0.75)))
		p.circle(x-r*0.35, y-r*0.4, r*0.28).fill(solid(white.fade(0.95)))
	}
}

// drawSparks draws arcs that leap over a conducting crystal.
func drawSparks(p *painter, t traits, m moment, wide, high float64) {
	const arcs, joints = 4, 6
	frame := 0.0
	if m.lively > 0.4 {
		frame = math.Floor(m.now / 110)
	}
	for i := range arcs {
		power := clamp(t.sparks*(arcs+1.2)-0.7-float64(i), 0, 1) * (1 - m.dim)
		if power <= 0 {
			continue
		}
		flip := 1.0
		if i%2 == 1 {
			flip = -1
		}
		bow := []Point{}
		for j := 0; j <= joints; j++ {
			s := float64(j) / joints
			out := math.Sin(s * math.Pi)
			jitter := 5.5 * math.Sin(frame*1.7+float64(i)*2.1+float64(j)*2.9) * out
			y := mix(-48+9*float64(i), 40-6*float64(i), s)
			bow = append(bow, Point{flip * (8 + (27+3.5*float64(i))*wide*out + jitter), y*high + 0.6*jitter})
		}
		p.polyline(bow...).stroke(4.2, solid(rgb(0x8fd8ff).fade(0.22*power)))
		p.polyline(bow...).stroke(1.3, solid(rgb(0xf2fbff).fade(0.95*power)))
	}
}

// drawRing draws half of the ring that a crystal floats over: the far half, or
// the near one. It pulses with the crystal's frequency; unknown, it is broken
// and still.
func drawRing(p *painter, rate float64, c Color, m moment, rx, ry float64, near bool) {
	from, to := math.Pi, 2*math.Pi
	if near {
		from, to = 0, math.Pi
	}
	if rate == unknownRing {
		const dashes = 9
		for i := range dashes {
			a := mix(from, to, (float64(i)+0.2)/dashes)
			b := mix(from, to, (float64(i)+0.75)/dashes)
			p.arc(0, 0, rx, ry, a, b).stroke(1.8, solid(c.fade(0.5)))
		}
		return
	}
	beat := 0.35
	if m.lively > 0 {
		beat = mix(0.35, wave(m.now, 1000/rate), m.lively)
	}
	on := (0.55 + 0.45*beat) * (1 - 0.7*m.dim)
	p.arc(0, 0, rx, ry, from, to).stroke(6, solid(c.fade(0.2*on)))
	p.arc(0, 0, rx, ry, from, to).stroke(2.2, solid(c.fade(on)))
	if m.lively > 0 {
		k := math.Mod(m.now*rate/1000, 1)
		p.arc(0, 0, rx*(1+0.28*k), ry*(1+0.28*k), from, to).stroke(1.4, solid(c.fade((1-k)*0.5*m.lively*(1-m.dim))))
	}
}

// signed writes a difference with two decimals and its sign.
func signed(v float64) string {
	s := fixed(math.Abs(v))
	if v < 0 {
		return "−" + s
	}
	return "+" + s
}

// fixed writes a value with two decimals, or in short where that is too long to
// be read.
func fixed(v float64) string {
	if math.Abs(v) < 1e7 {
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
	return strconv.FormatFloat(v, 'e', 3, 64)
}

// isFrequency reports whether a floating difference is the frequency's.
func isFrequency(float string) bool {
	name := shortNames[scm.Frequency]
	return len(float) > len(name) && float[:len(name)] == name
}
