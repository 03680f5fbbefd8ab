package identify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"causalab/scm"
)

// randomRows fills a solver with readings of a random mechanism, or of none:
// few different values, repeated readings, columns that never vary, and large
// numbers, so that ranks are deficient and polytopes degenerate.
func randomRows(r *rand.Rand, family scm.Family, candidates, rows int, large bool) *boundedSolver {
	b := newBoundedSolver(candidates, family)
	weights := make([]float64, 2*candidates)
	for i := range candidates {
		if r.IntN(2) == 0 {
			weights[2*i] = float64(1+r.IntN(3)) * 0.004
			weights[2*i+1] = -float64(30+r.IntN(3000)) / 1000
		}
	}
	spread := []int{2, 3, 10, 101, 10001}[r.IntN(5)]
	noise := []float64{0, 0, 0.004, 0.02}[r.IntN(4)]
	base := float64(r.IntN(3000)) / 100
	group := 0
	known := false
	for range rows {
		p := make([]float64, candidates)
		sum := base
		for i := range p {
			p[i] = float64(r.IntN(spread))
			if spread > 1000 {
				p[i] /= 100
			}
			if i == 1 && r.IntN(2) == 0 {
				p[i] = p[0] // alike columns
			}
			if large && r.IntN(3) == 0 {
				p[i] *= 1e4
			}
			if family == scm.Quadratic {
				sum += float64(weights[2*i] * float64(p[i]*p[i]))
			}
			sum += float64(weights[2*i+1] * p[i])
		}
		x := reading{value: scm.Round(sum + float64((2*r.Float64()-1)*noise)), parents: p}
		switch r.IntN(8) {
		case 0:
			group++
			known = false
		case 1:
			known = true
		}
		if known {
			b.know(base, x)
		} else {
			b.share(group, x)
		}
	}
	return b
}

// allowsExactly decides a set of parents by rational arithmetic alone.
func (b *boundedSolver) allowsExactly(parents Set) bool {
	f := b.fit(parents)
	if !f.exactly().feasible {
		return false
	}
	for j, floor := range b.floors(parents) {
		if _, ok := f.reachesExactly(j, floor); !ok {
			return false
		}
	}
	return true
}

// Floating point and its certificates have to decide as rational arithmetic.
func TestFloatingPointAgreesWithRational(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	cases, feasible := 0, 0
	for n := range 240 {
		family := []scm.Family{scm.Linear, scm.Quadratic}[n%2]
		candidates, rows := 1+r.IntN(3), 1+r.IntN(14)
		if n%24 == 0 {
			candidates, rows = 2, 60
		}
		b := randomRows(r, family, candidates, rows, n%5 == 0)
		allowed := make(map[Set]bool)
		for _, s := range b.supports() {
			allowed[s] = true
		}
		for s := range Set(1) << candidates {
			cases++
			want := b.allowsExactly(s)
			if want {
				feasible++
			}
			if allowed[s] != want {
				t.Errorf("case %d, parents %b: floating point says %v, rational arithmetic %v; rows %v", n, s, allowed[s], want, b.rows)
			}
		}
	}
	if feasible < cases/20 || feasible > cases*19/20 {
		t.Errorf("%d of %d sets feasible: the cases tell little", feasible, cases)
	}
}

// corners finds the largest coefficient in size by trying every corner of the
// polytope, and says whether there is any.
func corners(f *fit, term int) (largest float64, found bool) {
	n, m := f.terms+f.bases, len(f.rows)
	var chosen []int
	sides := make([]float64, n)
	var try func(from int)
	try = func(from int) {
		if len(chosen) < n {
			for i := from; i < m; i++ {
				chosen = append(chosen, i)
				for _, s := range []float64{-1, 1} {
					sides[len(chosen)-1] = s
					try(i + 1)
				}
				chosen = chosen[:len(chosen)-1]
			}
			return
		}
		a := make([][]float64, n)
		for k, i := range chosen {
			a[k] = append(f.coefficients(f.rows[i]), f.rows[i].value+float64(sides[k]*f.halves[i]))
		}
		x, ok := gauss(a)
		if !ok {
			return
		}
		for i, r := range f.rows {
			left := r.value
			for j, c := range f.coefficients(r) {
				left -= float64(c * x[j])
			}
			if math.Abs(left) > float64(f.halves[i]*(1+1e-7)) {
				return
			}
		}
		found = true
		largest = max(largest, math.Abs(x[term]))
	}
	try(0)
	return largest, found
}

// gauss solves a square system whose last column is the right side.
func gauss(a [][]float64) (x []float64, ok bool) {
	n := len(a)
	for c := range n {
		best := c
		for i := c; i < n; i++ {
			if math.Abs(a[i][c]) > math.Abs(a[best][c]) {
				best = i
			}
		}
		a[c], a[best] = a[best], a[c]
		if math.Abs(a[c][c]) < 1e-9 {
			return nil, false
		}
		for i := range n {
			if i == c {
				continue
			}
			factor := a[i][c] / a[c][c]
			for j := c; j <= n; j++ {
				a[i][j] -= float64(factor * a[c][j])
			}
		}
	}
	for c := range n {
		x = append(x, a[c][n]/a[c][c])
	}
	return x, true
}

func TestPolytopeAgreesWithItsCorners(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	compared := 0
	for n := range 300 {
		b := randomRows(r, []scm.Family{scm.Linear, scm.Quadratic}[n%2], 1+n%2, 4+r.IntN(4), false)
		f := b.fit(Set(1)<<len(b.rows[0].parents) - 1)
		if f.rank < f.terms+f.bases || f.terms+f.bases > 4 {
			continue // no corners, or too many
		}
		for j := range f.terms {
			want, found := corners(f, j)
			if found != f.exactly().feasible {
				t.Errorf("case %d: corners %v, polytope %v", n, found, !found)
				continue
			}
			if !found {
				continue
			}
			compared++
			var got float64
			for _, sign := range []float64{-1, 1} {
				sum := make([]float64, len(f.centre))
				sum[j] = sign
				far, _, bounded := f.exactly().farthest(sum)
				if !bounded {
					t.Fatalf("case %d: not bounded at full rank", n)
				}
				x, _ := far.Float64()
				got = max(got, x)
			}
			if math.Abs(got-want) > 1e-6*max(1, want) {
				t.Errorf("case %d term %d: largest size %v, by corners %v", n, j, got, want)
			}
		}
	}
	if compared < 60 {
		t.Errorf("only %d polytopes compared", compared)
	}
}

// The simplex method of gonum has to decide nearly all that least squares does
// not; else the certificates are too strict, and questions slow.
func TestProgramsAreCertified(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	asked, certified := 0, 0
	for n := range 200 {
		b := randomRows(r, scm.Quadratic, 3, 10+r.IntN(20), false)
		f := b.fit(Set(1 + n%7))
		if !f.clear || f.rank == 0 || !f.possible() {
			continue
		}
		for j := range f.terms {
			c := make([]float64, f.rank)
			var norm float64
			for k := range c {
				c[k] = f.spread.At(j, k)
				norm = math.Hypot(norm, c[k])
			}
			z, above, below := f.linear().farthest(c, 1)
			asked++
			if above-below <= closeCall*norm {
				certified++
				if d := f.linear().distance(z); d > 1+1e-8 {
					t.Errorf("case %d: the point shown lies outside, at %v", n, d)
				}
			}
		}
	}
	if asked < 100 || certified < asked*95/100 {
		t.Errorf("%d of %d certified", certified, asked)
	}
}

// What lies exactly on a bound counts as within it.
func TestBoundsAreInclusive(t *testing.T) {
	share := func(b *boundedSolver, value float64, parents ...float64) {
		b.share(0, reading{value: value, parents: parents})
	}
	tests := []struct {
		name   string
		family scm.Family
		rows   func(b *boundedSolver)
		want   string
	}{
		{"a slope at the floor", scm.Linear, func(b *boundedSolver) {
			// (0.04 + 2·0.005) / 1 = 0.05
			share(b, 10, 0)
			share(b, 10.04, 1)
		}, "[1]"},
		{"a slope below the floor", scm.Linear, func(b *boundedSolver) {
			// (4.99 + 0.01) / 100.01 < 0.05, and no slope explains the step
			share(b, 10, 0)
			share(b, 14.99, 100.01)
		}, "[]"},
		{"readings one digit apart have one base", scm.Linear, func(b *boundedSolver) {
			share(b, 10, 5)
			share(b, 10.01, 5)
		}, "[0 1]"},
		{"readings two digits apart have none", scm.Linear, func(b *boundedSolver) {
			share(b, 10, 5)
			share(b, 10.02, 5)
		}, "[]"},
		{"a square at its floor", scm.Quadratic, func(b *boundedSolver) {
			// Second differences over 0, 5, 10: 50·u is at most 0.03 + 4·0.005, with
			// slopes as free as they like.
			share(b, 10, 0)
			share(b, 10.03+5, 5)
			share(b, 10.09+10, 10)
		}, "[1]"},
		{"a square below its floor", scm.Quadratic, func(b *boundedSolver) {
			share(b, 10, 0)
			share(b, 10.03+5, 5)
			share(b, 10.08+10, 10)
		}, "[]"},
	}
	for _, test := range tests {
		b := newBoundedSolver(1, test.family)
		test.rows(b)
		if got := fmt.Sprint(b.supports()); got != test.want {
			t.Errorf("%s: feasible %s, want %s", test.name, got, test.want)
		}
		exactly := []Set{}
		for s := range Set(2) {
			if b.allowsExactly(s) {
				exactly = append(exactly, s)
			}
		}
		if got := fmt.Sprint(exactly); got != test.want {
			t.Errorf("%s: feasible %s by rational arithmetic, want %s", test.name, got, test.want)
		}
	}
}
