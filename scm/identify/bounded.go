package identify

import (
	"math"
	"slices"

	"causalab/scm"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
)

// Floors below which a coefficient counts as zero where readings are rounded:
// without them a superset of the true parents would nearly always pass, its
// extra coefficients being as small as the rounding allows.
const (
	squareFloor = 0.001 // of u in u·p²
	linearFloor = 0.05  // of w in w·p
)

// halfDigit is how far a rounded reading lies from its mechanism's value, with
// room for the last bits of binary arithmetic.
const halfDigit = 0.005 + 1e-9

// boundedSolver decides mechanisms on readings that are rounded to two
// decimals: a set of parents is feasible if some coefficients and bases come
// within half of the last digit of every reading, and if for every term the
// readings allow a coefficient of at least its floor.
type boundedSolver struct {
	candidates int
	squares    bool // terms u·p² beside w·p
	rows       []boundedRow
	groups     int
	lastGroup  int
	feasible   []Set // those not ruled out when stale was last false
	stale      bool
}

// boundedRow says value = base of the group + Σ terms, within halfDigit; group
// -1 has the base 0.
type boundedRow struct {
	group   int
	value   float64
	parents []float64
}

func newBoundedSolver(candidates int, family scm.Family) *boundedSolver {
	b := &boundedSolver{candidates: candidates, squares: family == scm.Quadratic, lastGroup: -1, stale: true}
	for s := range Set(1) << candidates {
		b.feasible = append(b.feasible, s)
	}
	return b
}

func (b *boundedSolver) share(group int, r reading) {
	if group != b.lastGroup || b.groups == 0 {
		b.lastGroup = group
		b.groups++
	}
	b.rows = append(b.rows, boundedRow{b.groups - 1, r.value, r.parents})
	b.stale = true
}

func (b *boundedSolver) know(base float64, r reading) {
	b.rows = append(b.rows, boundedRow{-1, r.value - base, r.parents})
	b.stale = true
}

func (b *boundedSolver) clone() solver {
	c := *b
	c.rows = slices.Clip(c.rows)
	c.feasible = slices.Clone(c.feasible)
	return &c
}

func (b *boundedSolver) supports() []Set {
	if b.stale {
		// What was ruled out stays so: more readings never allow more.
		b.feasible = slices.DeleteFunc(b.feasible, func(s Set) bool { return !b.allows(s) })
		b.stale = false
	}
	return b.feasible
}

// allows decides one set of parents.
func (b *boundedSolver) allows(parents Set) bool {
	fit := b.fit(parents)
	if !fit.possible() {
		return false
	}
	for j, floor := range fit.floors {
		if !fit.reaches(j, floor) {
			return false
		}
	}
	return true
}

// fit is the set of all coefficients that come within halfDigit of every
// reading: {centre + spread·z + anything in the null space : |basis·z - miss| ≤ 1},
// in units in which halfDigit is 1.
type fit struct {
	floors []float64   // of the terms; their coefficients come first
	centre []float64   // least squares, smallest norm
	spread *mat.Dense  // coefficients × rank
	basis  *mat.Dense  // rows × rank, orthonormal columns
	miss   []float64   // what least squares leaves, in units of halfDigit
	open   []bool      // coefficient is not determined: it can have any size
	null   [][]float64 // basis of the null space, in coefficients
	rows   int
	rank   int

	decided bool // possible has been called
	inside  bool
}

// fit solves the least squares of one set of parents by singular values.
func (b *boundedSolver) fit(parents Set) *fit {
	members := parents.Members()
	f := &fit{rows: len(b.rows)}
	for range members {
		if b.squares {
			f.floors = append(f.floors, squareFloor)
		}
		f.floors = append(f.floors, linearFloor)
	}
	terms := len(f.floors)
	n := terms + b.groups
	f.centre, f.open = make([]float64, n), make([]bool, n)
	if len(b.rows) == 0 || n == 0 {
		for j := range f.open {
			f.open[j] = true
			direction := make([]float64, n)
			direction[j] = 1
			f.null = append(f.null, direction)
		}
		for _, r := range b.rows {
			f.miss = append(f.miss, r.value/halfDigit)
		}
		return f
	}
	a := mat.NewDense(len(b.rows), n, nil)
	y := make([]float64, len(b.rows))
	for i, r := range b.rows {
		j := 0
		for _, m := range members {
			if b.squares {
				a.Set(i, j, float64(r.parents[m]*r.parents[m]))
				j++
			}
			a.Set(i, j, r.parents[m])
			j++
		}
		if r.group >= 0 {
			a.Set(i, terms+r.group, 1)
		}
		y[i] = r.value
	}
	// Columns of one size keep the singular values comparable: squares are a
	// hundred times as large as what they are squares of.
	scale := make([]float64, n)
	for j := range n {
		for i := range b.rows {
			scale[j] = max(scale[j], math.Abs(a.At(i, j)))
		}
		if scale[j] == 0 {
			scale[j] = 1
		}
		for i := range b.rows {
			a.Set(i, j, a.At(i, j)/scale[j])
		}
	}
	var svd mat.SVD
	svd.Factorize(a, mat.SVDFullV|mat.SVDThinU)
	sigma := svd.Values(nil)
	for f.rank < len(sigma) && sigma[f.rank] > 1e-10*sigma[0] {
		f.rank++
	}
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	f.basis = mat.DenseCopyOf(u.Slice(0, len(b.rows), 0, max(f.rank, 1)))
	f.spread = mat.NewDense(n, max(f.rank, 1), nil)
	project := make([]float64, f.rank)
	for k := range f.rank {
		for i := range b.rows {
			project[k] += u.At(i, k) * y[i]
		}
	}
	for j := range n {
		for k := range f.rank {
			w := v.At(j, k) / sigma[k] / scale[j]
			f.spread.Set(j, k, w*halfDigit)
			f.centre[j] += float64(w * project[k])
		}
	}
	for k := f.rank; k < n; k++ {
		direction := make([]float64, n)
		for j := range n {
			if x := v.At(j, k); math.Abs(x) > 1e-6 {
				direction[j] = x / scale[j]
				f.open[j] = true
			}
		}
		f.null = append(f.null, direction)
	}
	f.miss = make([]float64, len(b.rows))
	for i := range b.rows {
		left := y[i]
		for k := range f.rank {
			left -= u.At(i, k) * project[k]
		}
		f.miss[i] = left / halfDigit
	}
	return f
}

// possible says whether any coefficients come within halfDigit everywhere.
func (f *fit) possible() bool {
	if f.decided {
		return f.inside
	}
	f.decided = true
	var largest, squares float64
	for _, m := range f.miss {
		largest = max(largest, math.Abs(m))
		squares += float64(m * m)
	}
	switch {
	case largest <= 1:
		f.inside = true // least squares does
	case squares > float64(f.rows) || f.rank == 0:
		f.inside = false // it leaves less than any other choice
	default:
		_, err := f.extreme(nil)
		f.inside = err == nil
	}
	return f.inside
}

// reaches says whether coefficient j can be at least floor in size.
func (f *fit) reaches(j int, floor float64) bool {
	if f.open[j] || math.Abs(f.centre[j]) >= floor && f.centreInside() {
		return true
	}
	var norm, slack float64
	for k := range f.rank {
		norm += float64(f.spread.At(j, k) * f.spread.At(j, k))
	}
	slack = float64(f.rows)
	for _, m := range f.miss {
		slack -= float64(m * m)
	}
	// The choices lie in a ball around least squares.
	if math.Abs(f.centre[j])+math.Sqrt(norm*max(slack, 0)) < floor {
		return false
	}
	for _, sign := range []float64{1, -1} {
		c := make([]float64, f.rank)
		for k := range c {
			c[k] = sign * f.spread.At(j, k)
		}
		if far, err := f.extreme(c); err == nil && sign*f.centre[j]+far >= floor {
			return true
		}
	}
	return false
}

// varies says whether a sum of coefficients changes along the null space.
func (f *fit) varies(sum []float64) bool {
	for _, direction := range f.null {
		var along, size float64
		for j, x := range sum {
			along += float64(x * direction[j])
			size += math.Abs(float64(x * direction[j]))
		}
		if math.Abs(along) > 1e-7*size {
			return true
		}
	}
	return false
}

func (f *fit) centreInside() bool {
	for _, m := range f.miss {
		if math.Abs(m) > 1 {
			return false
		}
	}
	return true
}

// extreme returns the largest c·z over {z : |basis·z - miss| ≤ 1} by linear
// programming; a nil c only asks whether there is such a z.
func (f *fit) extreme(c []float64) (float64, error) {
	// z = p - q with p, q ≥ 0, and a slack for each of the 2·rows inequalities.
	r, m := f.rank, f.rows
	cost := make([]float64, 2*r+2*m)
	for k := range c {
		cost[k], cost[r+k] = -c[k], c[k]
	}
	a := mat.NewDense(2*m, 2*r+2*m, nil)
	h := make([]float64, 2*m)
	for i := range m {
		for k := range r {
			x := f.basis.At(i, k)
			a.Set(i, k, x)
			a.Set(i, r+k, -x)
			a.Set(m+i, k, -x)
			a.Set(m+i, r+k, x)
		}
		a.Set(i, 2*r+i, 1)
		a.Set(m+i, 2*r+m+i, 1)
		h[i], h[m+i] = 1+f.miss[i], 1-f.miss[i]
	}
	// The simplex method wants right sides that are not negative.
	for i, x := range h {
		if x < 0 {
			h[i] = -x
			for k := range 2*r + 2*m {
				a.Set(i, k, -a.At(i, k))
			}
		}
	}
	best, _, err := lp.Simplex(cost, a, h, 1e-9, nil)
	return -best, err
}
