package mesh

import "math"

// stroke appends a line along an outline with round caps and joins. Lines
// thinner than a pixel are a pixel wide and fainter instead.
func (m *Mesh) stroke(line []point, closed bool, width float64) {
	n := len(line)
	if n == 0 || !(width > 0) {
		return
	}
	opacity := math.Min(width, 1)
	half := math.Max(width, 1) / 2
	if n == 1 {
		m.cap(line[0], point{1, 0}, 2*math.Pi, half, opacity)
		return
	}
	if n == 2 {
		closed = false
	}
	// A column of four vertices across the line: rim, inside, inside, rim.
	column := func(p, normal point) uint16 {
		inner, outer := normal.times(half-0.5), normal.times(half+0.5)
		first := m.vertex(p.add(outer), 0)
		m.vertex(p.add(inner), opacity)
		m.vertex(p.sub(inner), opacity)
		m.vertex(p.sub(outer), 0)
		return first
	}
	var last, start uint16
	have := false
	join := func(c uint16) {
		if have {
			for k := range uint16(3) {
				m.quad(last+k, c+k, last+k+1, c+k+1)
			}
		} else {
			start, have = c, true
		}
		last = c
	}
	for i, p := range line {
		switch {
		case !closed && i == 0:
			join(column(p, normal(p, line[1])))
		case !closed && i == n-1:
			join(column(p, normal(line[i-1], p)))
		default:
			a, b := normal(line[(i+n-1)%n], p), normal(p, line[(i+1)%n])
			if a.dot(b) > 0.8 {
				join(column(p, miter(a, b)))
				break
			}
			turn := math.Atan2(a.cross(b), a.dot(b))
			steps := int(math.Ceil(math.Abs(turn) / arcStep(half)))
			for s := range steps + 1 {
				join(column(p, rotate(a, turn*float64(s)/float64(steps))))
			}
		}
	}
	if closed {
		join(start)
		return
	}
	m.cap(line[0], normal(line[0], line[1]).times(-1), math.Pi, half, opacity)
	m.cap(line[n-1], normal(line[n-2], line[n-1]), math.Pi, half, opacity)
}

// cap appends a part of a disc around p, from the direction from on through an
// angle.
func (m *Mesh) cap(p, from point, angle, half, opacity float64) {
	center := m.vertex(p, opacity)
	steps := int(math.Ceil(angle / arcStep(half)))
	var last uint16
	for s := range steps + 1 {
		d := rotate(from, angle*float64(s)/float64(steps))
		inner := m.vertex(p.add(d.times(half-0.5)), opacity)
		outer := m.vertex(p.add(d.times(half+0.5)), 0)
		if s > 0 {
			m.triangle(center, last, inner)
			m.quad(last, inner, last+1, outer)
		}
		last = inner
	}
}

// arcStep is the angle between the corners of a round join or cap.
func arcStep(radius float64) float64 {
	return math.Max(0.15, math.Min(0.8, 2*math.Acos(1-math.Min(tolerance/(radius+0.5), 0.5))))
}

func rotate(v point, angle float64) point {
	sin, cos := math.Sincos(angle)
	return point{v.x*cos - v.y*sin, v.x*sin + v.y*cos}
}
