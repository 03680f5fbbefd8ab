package scene

import "math"

// drawAvatar draws the scientist, feet at the avatar's place, 100 high before
// scaling.
func (l *Lab) drawAvatar(p *painter) {
	a := &l.avatar
	c := l.colors()
	k := l.layout.figure
	walking := a.moving() && !l.reduced
	swing, bob := 0.0, 0.0
	if walking {
		phase := a.stride / (15 * k)
		swing, bob = math.Sin(phase), math.Abs(math.Cos(phase))*2.2
	} else {
		bob = 0.7 * l.liveliness() * wave(l.now, 2600)
	}
	coat, coatDark := rgb(0xf1f5fa), rgb(0xb9c6d8)
	if c.light {
		coat, coatDark = rgb(0xffffff), rgb(0xc9d0da)
	}
	skin, hair, trousers := rgb(0xe3b28c), rgb(0x4a3226), rgb(0x37465f)
	p.in(a.at, k, func() {
		p.glow(0, 0, 30, 10, c.shade.fade(0.9))
		for _, s := range []float64{-1, 1} { // legs
			lift := math.Max(0, s*swing) * 4
			x := s*7 + s*swing*a.facing*-2.5
			p.rect(x-5, -24-lift, 10, 22, 4).fill(linear(x-5, 0, x+5, 0, trousers.lighten(0.1), trousers.lighten(-0.2)))
			p.rect(x-6+a.facing*1.5, -6-lift, 13, 7, 3.5).fill(solid(rgb(0x1d2430)))
		}
		p.in(Point{0, -bob}, 1, func() {
			arm := func(s float64) {
				dx := swing * s * 4
				p.begin().move(s*14, -52).quad(s*21+dx*0.5, -42, s*19+dx, -28).stroke(9, solid(coatDark.lighten(0.15)))
				p.begin().move(s*14, -52).quad(s*21+dx*0.5, -42, s*19+dx, -30).stroke(7.4, solid(coat.blend(coatDark, 0.2)))
				p.circle(s*19+dx, -25.5, 4.2).fill(solid(skin))
			}
			arm(-a.facing)
			// coat
			p.begin().move(-13, -58).cubic(-18, -56, -18, -34, -19, -15).quad(0, -10, 19, -15).
				cubic(18, -34, 18, -56, 13, -58).quad(0, -62, -13, -58).close().
				fill(linear(-19, 0, 19, 0, coat, coatDark))
			x := a.facing * 2
			p.poly(Point{x - 5, -59}, Point{x + 5, -59}, Point{x + 1.5, -40}, Point{x - 1.5, -40}).fill(solid(rgb(0x5b86b8)))
			p.segment(x, -42, x, -14).stroke(1, solid(coatDark.lighten(-0.12)))
			p.rect(x+a.facing*6-4, -34, 8, 7, 1).stroke(0.9, solid(coatDark.lighten(-0.15)))
			p.circle(x+a.facing*3.5, -37, 0.9).fill(solid(coatDark.lighten(-0.3)))
			arm(a.facing)
			drawHead(p, a.facing, skin, hair)
		})
	})
}

// drawHead draws the scientist's head, looking to a side.
func drawHead(p *painter, facing float64, skin, hair Color) {
	x := facing * 1.5
	p.circle(-facing*8, -78, 12.5).fill(solid(hair.lighten(-0.15)))
	p.ellipse(x, -76, 16, 16.5).fill(radial(x-4, -82, 24, 24, skin.lighten(0.18), skin.lighten(-0.1)))
	p.ellipse(x-facing*15, -75, 3, 4).fill(solid(skin.lighten(-0.1)))
	p.begin().move(x-16.5, -78).cubic(x-19, -101, x+19, -101, x+16.5, -79).
		cubic(x+11, -86, x+2, -88, x-facing*4, -87).cubic(x-8, -86, x-13, -83, x-16.5, -78).close().
		fill(vertical(-98, -78, hair.lighten(0.16), hair))
	for _, s := range []float64{-1, 1} {
		ex := x + facing*4 + s*6.3
		p.circle(ex, -75, 4.7).fill(solid(white.fade(0.3)))
		p.circle(ex, -75, 4.7).stroke(1.3, solid(rgb(0x2b3646)))
		p.circle(ex+facing*0.9, -75, 1.5).fill(solid(rgb(0x1f2733)))
	}
	p.segment(x+facing*4-1.6, -75.4, x+facing*4+1.6, -75.4).stroke(1.2, solid(rgb(0x2b3646)))
	p.arc(x+facing*4, -68.5, 3.4, 2.2, 0.3, math.Pi-0.3).stroke(1.2, solid(rgb(0x8d5543)))
}

// drawGoal marks where the avatar is walking to.
func (l *Lab) drawGoal(p *painter) {
	c := l.colors()
	way := l.avatar.way
	end := way[len(way)-1]
	k := l.layout.figure
	p.ellipse(end.X, end.Y, 15*k, 6*k).stroke(1.6, solid(c.teal.fade(0.8)))
	p.ellipse(end.X, end.Y, 7*k, 2.8*k).fill(solid(c.teal.fade(0.5)))
	from := l.avatar.at
	for _, to := range way {
		n := int(from.distance(to) / (13 * k))
		for i := 1; i <= min(n, 200); i++ {
			q := from.toward(to, float64(i)/float64(n+1))
			p.ellipse(q.X, q.Y, 2*k, 1.3*k).fill(solid(c.teal.fade(0.55)))
		}
		from = to
	}
}
