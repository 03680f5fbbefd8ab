package scene

import "math"

// layout is where everything stands in a window of one size.
type layout struct {
	width, height float64
	wall          float64 // y where wall and floor meet
	compact       bool    // a phone's room: larger letters, the whiteboard enlarges
	text          float64 // size of plates and labels
	spots         []spot  // by fixture
	start         Point   // where the avatar begins
	figure        float64 // scale of the avatar, whose drawing is 100 high
}

// spot is where one fixture stands.
type spot struct {
	rect   Rect    // what can be clicked
	origin Point   // of the fixture's drawing
	scale  float64 // of the fixture's drawing
	block  Rect    // floor that it takes up; empty on the wall
	stand  Point   // where the avatar's feet are when it is at the fixture
}

func newLayout(width, height float64) layout {
	l := layout{width: width, height: height}
	l.compact = width < 520 || height < 380
	l.text = 12.5
	if l.compact {
		l.text = 11
	}
	l.wall = math.Round(height * 0.34)
	if l.tall() {
		l.wall = math.Round(math.Min(height*0.3, width*0.55))
	}
	for _, f := range fixtures {
		l.spots = append(l.spots, l.put(f))
	}
	l.figure = clamp(math.Min(width/824, height/672)*1.02, 0.42, 1.5)
	if l.tall() {
		l.figure = clamp(width/620, 0.5, 1.3)
	}
	l.start = Point{width * 0.49, mix(l.wall, height, 0.6)}
	if l.tall() {
		l.start = Point{width * 0.3, mix(l.wall, height, 0.78)}
	}
	for i := range l.spots {
		l.spots[i].stand = l.free(l.spots[i].stand)
	}
	l.start = l.free(l.start)
	return l
}

// tall reports whether the window stands upright, so that the machines stand
// one behind the other rather than side by side.
func (l *layout) tall() bool { return l.height > l.width*1.12 }

// put fits a fixture into its zone, as large as the zone allows.
func (l *layout) put(f fixture) spot {
	zone := f.zone(l)
	scale := math.Min(zone.Width/f.size.X, zone.Height/f.size.Y)
	w, h := f.size.X*scale, f.size.Y*scale
	r := Rect{zone.X + (zone.Width-w)/2, zone.bottom() - h, w, h}
	place := func(p Point) Point { return Point{r.X + p.X*scale, r.Y + p.Y*scale} }
	s := spot{rect: r, origin: Point{r.X, r.Y}, scale: scale, stand: place(f.stand)}
	if f.block.Width > 0 {
		at := place(Point{f.block.X, f.block.Y})
		s.block = Rect{at.X, at.Y, f.block.Width * scale, f.block.Height * scale}
	}
	return s
}

// floor is where feet can be.
func (l *layout) floor() Rect {
	m := 18 * math.Max(l.figure, 0.6)
	top := l.wall + 10*math.Max(l.figure, 0.5)
	return Rect{m, top, l.width - 2*m, l.height - top - 8}
}

// free returns the point nearest to p where feet can be.
func (l *layout) free(p Point) Point {
	f := l.floor()
	clampTo := func(p Point) Point { return Point{clamp(p.X, f.X, f.right()), clamp(p.Y, f.Y, f.bottom())} }
	p = clampTo(p)
	for range 4 {
		hit := false
		for _, s := range l.spots {
			if s.block.Width == 0 || !s.block.grow(-0.01).Contains(p) {
				continue
			}
			hit = true
			b := s.block
			best, distance := p, math.Inf(1)
			for _, q := range [4]Point{{b.X, p.Y}, {b.right(), p.Y}, {p.X, b.bottom()}, {p.X, b.Y}} {
				if clampTo(q) == q && q.distance(p) < distance {
					best, distance = q, q.distance(p)
				}
			}
			p = best
		}
		if !hit {
			break
		}
	}
	return p
}

// clear reports whether one can walk straight from a to b.
func (l *layout) clear(a, b Point) bool {
	for _, s := range l.spots {
		if s.block.Width > 0 && segmentHits(a, b, s.block.grow(-0.5)) {
			return false
		}
	}
	return true
}

// route is a shortest way from a to b around the machines: both ends and the
// corners passed between them.
func (l *layout) route(a, b Point) []Point {
	nodes := []Point{a, b}
	f := l.floor().grow(0.01)
	for _, s := range l.spots {
		if r := s.block; r.Width > 0 {
			for _, c := range [4]Point{{r.X, r.Y}, {r.right(), r.Y}, {r.X, r.bottom()}, {r.right(), r.bottom()}} {
				if f.Contains(c) {
					nodes = append(nodes, c)
				}
			}
		}
	}
	cost := make([]float64, len(nodes))
	from := make([]int, len(nodes))
	done := make([]bool, len(nodes))
	for i := range cost {
		cost[i] = math.Inf(1)
	}
	cost[0] = 0
	for {
		u := -1
		for i := range nodes {
			if !done[i] && !math.IsInf(cost[i], 1) && (u < 0 || cost[i] < cost[u]) {
				u = i
			}
		}
		if u < 0 || u == 1 {
			break
		}
		done[u] = true
		for v := range nodes {
			if c := cost[u] + nodes[u].distance(nodes[v]); !done[v] && c < cost[v] && l.clear(nodes[u], nodes[v]) {
				cost[v], from[v] = c, u
			}
		}
	}
	if math.IsInf(cost[1], 1) {
		return []Point{a, b} // nothing leads there: go straight rather than not at all
	}
	var back []Point
	for i := 1; i != 0; i = from[i] {
		back = append(back, nodes[i])
	}
	way := []Point{a}
	for i := len(back) - 1; i >= 0; i-- {
		way = append(way, back[i])
	}
	return way
}
