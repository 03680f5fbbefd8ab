package mesh

// fill appends a simple polygon with a rim that fades out from half a pixel
// inside of the outline to half a pixel outside.
func (m *Mesh) fill(outline []point) {
	n := len(outline)
	if n < 3 {
		return
	}
	area := 0.0
	for i := range outline {
		area += outline[i].cross(outline[(i+1)%n])
	}
	outward := 0.5
	if area < 0 {
		outward = -0.5
	}
	first := uint16(len(m.Vertices))
	for i, p := range outline {
		d := miter(normal(outline[(i+n-1)%n], p), normal(p, outline[(i+1)%n])).times(outward)
		m.vertex(p.sub(d), 1)
		m.vertex(p.add(d), 0)
	}
	for i := range n {
		a, b := first+uint16(2*i), first+uint16(2*((i+1)%n))
		m.quad(a, b, a+1, b+1)
	}
	if convex(outline) {
		for i := 1; i < n-1; i++ {
			m.triangle(first, first+uint16(2*i), first+uint16(2*i+2))
		}
		return
	}
	m.clip(outline, first, area > 0)
}

// miter is where the lines meet that run beside two joined lines at a distance
// of 1, seen from the joint; sharp corners are blunted.
func miter(a, b point) point {
	s := a.add(b)
	square := s.dot(s)
	if square < 0.5 {
		if square == 0 {
			return a
		}
		return s.times(2 / s.length())
	}
	return s.times(2 / square)
}

func convex(outline []point) bool {
	n := len(outline)
	left, right := false, false
	for i := range outline {
		a, b, c := outline[i], outline[(i+1)%n], outline[(i+2)%n]
		turn := b.sub(a).cross(c.sub(b))
		left = left || turn > 1e-9
		right = right || turn < -1e-9
	}
	return !(left && right)
}

// clip cuts ears off a polygon until nothing is left. Vertices are every second
// one from first on.
func (m *Mesh) clip(outline []point, first uint16, positive bool) {
	ring := m.ring[:0]
	for i := range outline {
		ring = append(ring, uint16(i))
	}
	m.ring = ring
	at := func(i int) point { return outline[ring[(i+len(ring))%len(ring)]] }
	ear := func(i int) bool {
		a, b, c := at(i-1), at(i), at(i+1)
		turn := b.sub(a).cross(c.sub(b))
		if turn > 0 != positive || turn == 0 {
			return turn == 0
		}
		for _, k := range ring {
			p := outline[k]
			if p == a || p == b || p == c {
				continue
			}
			s, t, u := b.sub(a).cross(p.sub(a)), c.sub(b).cross(p.sub(b)), a.sub(c).cross(p.sub(c))
			if positive && s >= 0 && t >= 0 && u >= 0 || !positive && s <= 0 && t <= 0 && u <= 0 {
				return false
			}
		}
		return true
	}
	for len(ring) > 3 {
		cut := 0 // an outline that crosses itself may have no ear: cut anywhere
		for i := range ring {
			if ear(i) {
				cut = i
				break
			}
		}
		n := len(ring)
		m.triangle(first+2*ring[(cut+n-1)%n], first+2*ring[cut], first+2*ring[(cut+1)%n])
		ring = append(ring[:cut], ring[cut+1:]...)
	}
	m.triangle(first+2*ring[0], first+2*ring[1], first+2*ring[2])
}
