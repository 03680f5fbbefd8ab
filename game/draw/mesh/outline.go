package mesh

import (
	"math"

	"causalab/game/scene"
)

// tolerance is how far a line may stray from the curve that it stands for, in
// device pixels.
const tolerance = 0.12

// maxPieces bounds the lines of one curve, whatever its size.
const maxPieces = 96

// each calls f with every subpath as a polygon or an open line, without repeated
// points. The slice is only good during the call.
func each(path scene.Path, scale float64, buffer *[]point, f func(outline []point, closed bool)) {
	out := (*buffer)[:0]
	add := func(p point) {
		if n := len(out); n == 0 || out[n-1].sub(p).length() > 0.01 {
			out = append(out, p)
		}
	}
	flush := func(closed bool) {
		if n := len(out); closed && n > 1 && out[0].sub(out[n-1]).length() <= 0.01 {
			out = out[:n-1]
		}
		if len(out) > 0 {
			f(out, closed)
		}
		out = out[:0]
	}
	at := 0
	next := func() point {
		q := path.Points[at]
		at++
		return point{q.X * scale, q.Y * scale}
	}
	var pen point
	for _, verb := range path.Verbs {
		switch verb {
		case scene.MoveTo:
			flush(false)
			pen = next()
			add(pen)
		case scene.LineTo:
			pen = next()
			add(pen)
		case scene.QuadTo:
			a, b, c := pen, next(), next()
			bow := a.sub(b.times(2)).add(c).length()
			n := pieces(bow / 4)
			for i := 1; i <= n; i++ {
				t := float64(i) / float64(n)
				add(a.mix(b, t).mix(b.mix(c, t), t))
			}
			pen = c
		case scene.CubicTo:
			a, b, c, d := pen, next(), next(), next()
			bow := math.Max(a.sub(b.times(2)).add(c).length(), b.sub(c.times(2)).add(d).length())
			n := pieces(bow * 0.75)
			for i := 1; i <= n; i++ {
				t := float64(i) / float64(n)
				ab, bc, cd := a.mix(b, t), b.mix(c, t), c.mix(d, t)
				add(ab.mix(bc, t).mix(bc.mix(cd, t), t))
			}
			pen = d
		case scene.Close:
			flush(true)
		}
	}
	flush(false)
	*buffer = out
}

// pieces is how many lines a curve needs that strays by bow from one.
func pieces(bow float64) int {
	n := math.Ceil(math.Sqrt(bow / tolerance))
	if !(n > 1) { // NaN too
		return 1
	}
	return int(math.Min(n, maxPieces))
}
