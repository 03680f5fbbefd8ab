package identify

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// fit is the set of all coefficients and bases that come within half of every
// row for one set of parents. Least squares decides most questions on it and
// linear programming others, both in floating point. Where they come too close
// to call, or where readings hardly tell two columns apart, a polytope in
// rational arithmetic decides.
//
// Rows are divided by their half, so that every one of them reads |…| ≤ 1, and
// the rank of the matrix takes away what they leave undetermined:
//
//	{centre + spread·z + null·t : |basis·z - miss| ≤ 1 in each row}
type fit struct {
	solver  *boundedSolver
	parents Set
	terms   int // coefficients; the bases of the groups come after them
	rows    []boundedRow
	halves  []float64 // of the rows
	bases   int       // columns for bases
	column  []int     // of each of the solver's groups; -1 if left out

	centre []float64  // least squares, smallest norm
	spread *mat.Dense // columns × rank
	basis  *mat.Dense // rows × rank, orthonormal columns
	miss   []float64  // what least squares leaves
	null   [][]float64
	rank   int
	clear  bool // floating point can be trusted with the rank

	inside    []float64 // a point of the fit, once possible has found one
	decided   bool
	program   *program
	reference *polytope
}

const (
	// closeCall is the distance from a bound, in units of the bound, below which
	// floating point is not asked.
	closeCall = 1e-6
	// Singular values relative to the largest: above regular they belong to the
	// rank, below singular to rounding.
	regular  = 1e-7
	singular = 1e-13
	// largestClear is the largest right side at which the errors of float64 stay
	// well below closeCall.
	largestClear = 2e7
)

// fit solves the least squares of one set of parents by singular values.
func (b *boundedSolver) fit(parents Set) *fit {
	f := &fit{solver: b, parents: parents, terms: len(b.floors(parents))}
	f.chooseRows()
	n := f.terms + f.bases
	f.centre = make([]float64, n)
	if len(f.rows) == 0 || n == 0 {
		for j := range n {
			direction := make([]float64, n)
			direction[j] = 1
			f.null = append(f.null, direction)
		}
		f.clear = true
		for i, r := range f.rows {
			f.miss = append(f.miss, r.value/f.halves[i])
		}
		return f
	}
	a := mat.NewDense(len(f.rows), n, nil)
	y := make([]float64, len(f.rows))
	f.clear = true
	for i, r := range f.rows {
		for j, x := range f.coefficients(r) {
			a.Set(i, j, x/f.halves[i])
		}
		y[i] = r.value / f.halves[i]
		f.clear = f.clear && math.Abs(y[i]) < largestClear
	}
	// Columns of one size keep the singular values comparable: squares are a
	// hundred times as large as what they are squares of.
	scale := make([]float64, n)
	for j := range n {
		for i := range f.rows {
			scale[j] = max(scale[j], math.Abs(a.At(i, j)))
		}
		if scale[j] == 0 {
			scale[j] = 1
		}
		for i := range f.rows {
			a.Set(i, j, a.At(i, j)/scale[j])
		}
	}
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDFullV|mat.SVDThinU) {
		f.clear = false
		return f
	}
	f.useSingularValues(&svd, scale, y)
	return f
}

// chooseRows takes all rows but those that are too large and those that are
// alone in their group: their base takes any value, so they say nothing. The
// latest group is kept for predictions.
func (f *fit) chooseRows() {
	b := f.solver
	members := make([]int, b.groups)
	usable := make([]float64, len(b.rows)) // half, or 0
	for i := range b.rows {
		r := &b.rows[i]
		half, ok := b.half(r, f.parents)
		if !ok {
			continue
		}
		usable[i] = half
		if r.group >= 0 {
			members[r.group]++
		}
	}
	f.column = make([]int, b.groups)
	for g, n := range members {
		f.column[g] = -1
		if n > 1 || g == b.groups-1 {
			f.column[g] = f.terms + f.bases
			f.bases++
		}
	}
	for i, r := range b.rows {
		if usable[i] > 0 && (r.group < 0 || f.column[r.group] >= 0) {
			f.rows = append(f.rows, r)
			f.halves = append(f.halves, usable[i])
		}
	}
}

// coefficients returns a row's entry for each column.
func (f *fit) coefficients(r boundedRow) []float64 {
	x := make([]float64, f.terms+f.bases)
	f.solver.terms(f.parents, r.parents, x[:0])
	if r.group >= 0 {
		x[f.column[r.group]] = 1
	}
	return x
}

func (f *fit) useSingularValues(svd *mat.SVD, scale, y []float64) {
	n := len(scale)
	sigma := svd.Values(nil)
	for _, s := range sigma {
		if s > regular*sigma[0] {
			f.rank++
		} else if s > singular*sigma[0] {
			f.clear = false
		}
	}
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	if f.rank > 0 {
		f.basis = mat.DenseCopyOf(u.Slice(0, len(y), 0, f.rank))
		f.spread = mat.NewDense(n, f.rank, nil)
	}
	project := make([]float64, f.rank)
	for k := range project {
		for i := range y {
			project[k] += float64(u.At(i, k) * y[i])
		}
	}
	for j := range n {
		for k := range project {
			w := v.At(j, k) / sigma[k] / scale[j]
			f.spread.Set(j, k, w)
			f.centre[j] += float64(w * project[k])
		}
	}
	for k := f.rank; k < n; k++ {
		direction := make([]float64, n)
		for j := range direction {
			switch x := v.At(j, k); {
			case math.Abs(x) > closeCall:
				direction[j] = x / scale[j]
			case math.Abs(x) > 1e-11:
				f.clear = false
			}
		}
		f.null = append(f.null, direction)
	}
	f.miss = y
	for i := range y {
		for k, x := range project {
			f.miss[i] -= float64(u.At(i, k) * x)
		}
	}
}

// possible says whether any coefficients come within half of every row.
func (f *fit) possible() bool {
	if !f.decided {
		f.decided = true
		f.inside = f.search()
	}
	return f.inside != nil
}

// search returns a point of the fit, or nil if there is none.
func (f *fit) search() []float64 {
	if f.clear {
		var largest, squares float64
		for _, m := range f.miss {
			largest = max(largest, math.Abs(m))
			squares += float64(m * m)
		}
		switch m := float64(len(f.rows)); {
		case largest < 1-closeCall:
			return f.centre // least squares does
		case squares > float64(m*(1+closeCall)):
			return nil // nothing leaves less than least squares
		}
		if f.rank > 0 {
			z, above, below := f.linear().nearest()
			switch {
			case above < 1-closeCall:
				return f.point(z)
			case below > 1+closeCall:
				return nil
			}
		}
	}
	return f.exactly().point()
}

// inner returns a mechanism of the fit. It has to be possible.
func (f *fit) inner() witness { return f.witness(f.inside) }

// reaches says whether the coefficient of term j can be at least floor in size,
// and with what mechanism, if one is at hand. The fit has to be possible.
func (f *fit) reaches(j int, floor float64) (witness, bool) {
	if !f.clear {
		if math.Abs(f.inside[j]) >= float64(floor*(1+closeCall)) {
			return f.inner(), true
		}
		return f.reachesExactly(j, floor)
	}
	if w, ok := f.slide(j, floor); ok {
		return w, true
	}
	if f.rank == 0 {
		return witness{}, false // known to be zero
	}
	c := make([]float64, f.rank)
	var norm, slack float64
	for k := range c {
		c[k] = f.spread.At(j, k)
		norm += float64(c[k] * c[k])
	}
	norm = math.Sqrt(norm)
	slack = float64(len(f.rows))
	for _, m := range f.miss {
		slack -= float64(m * m)
	}
	margin := closeCall * max(floor, norm)
	if math.Abs(f.inside[j]) >= floor+margin {
		return f.inner(), true
	}
	// All choices lie in a ball around least squares.
	if math.Abs(f.centre[j])+float64(norm*math.Sqrt(max(slack, 0))) < floor-margin {
		return witness{}, false
	}
	for _, sign := range []float64{1, -1} {
		z, above, below := f.linear().farthest(c, sign)
		if start := float64(sign * f.centre[j]); start+below >= floor+margin {
			return f.witness(f.point(z)), true
		} else if start+above > floor-margin {
			return f.reachesExactly(j, floor)
		}
	}
	return witness{}, false
}

// slide moves along the null space until term j is at least twice its floor.
func (f *fit) slide(j int, floor float64) (witness, bool) {
	var along []float64
	for _, direction := range f.null {
		if direction[j] != 0 && (along == nil || math.Abs(direction[j]) > math.Abs(along[j])) {
			along = direction
		}
	}
	if along == nil {
		return witness{}, false
	}
	t := math.Copysign(2*floor, f.inside[j]) / along[j]
	x := make([]float64, len(along))
	for i, d := range along {
		x[i] = f.inside[i] + float64(t*d)
	}
	return f.witness(x), true
}

// reachesExactly is reaches in rational arithmetic. Where the coefficient is not
// bounded there is no mechanism to show.
func (f *fit) reachesExactly(j int, floor float64) (witness, bool) {
	for _, sign := range []float64{1, -1} {
		sum := make([]float64, len(f.centre))
		sum[j] = sign
		far, x, bounded := f.exactly().farthest(sum)
		switch {
		case !bounded:
			return witness{}, true
		case far.Cmp(decimal(floor)) >= 0:
			return f.witness(x), true
		}
	}
	return witness{}, false
}

// extent returns the range of Σ sum·(coefficients and bases). The fit has to be
// possible.
func (f *fit) extent(sum []float64) (low, high float64) {
	if f.clear && !f.varies(sum) && f.rank > 0 {
		var centre, norm float64
		c := make([]float64, f.rank)
		for j, x := range sum {
			centre += float64(x * f.centre[j])
		}
		for k := range c {
			for j, x := range sum {
				c[k] += float64(x * f.spread.At(j, k))
			}
			norm += float64(c[k] * c[k])
		}
		margin := closeCall * max(math.Sqrt(norm), 1e-3)
		_, above, below := f.linear().farthest(c, 1)
		_, above2, below2 := f.linear().farthest(c, -1)
		if above-below <= margin && above2-below2 <= margin {
			return centre - above2, centre + above
		}
	}
	high, low = math.Inf(1), math.Inf(-1)
	if far, _, bounded := f.exactly().farthest(sum); bounded {
		high, _ = far.Float64()
	}
	opposite := make([]float64, len(sum))
	for j, x := range sum {
		opposite[j] = -x
	}
	if far, _, bounded := f.exactly().farthest(opposite); bounded {
		low, _ = far.Neg(far).Float64()
	}
	return low, high
}

// varies says whether a sum of coefficients changes along the null space.
func (f *fit) varies(sum []float64) bool {
	for _, direction := range f.null {
		var along, size float64
		for j, x := range sum {
			along += float64(x * direction[j])
			size += math.Abs(float64(x * direction[j]))
		}
		if math.Abs(along) > 1e-10*size {
			return true
		}
	}
	return false
}

// point returns the coefficients and bases at z.
func (f *fit) point(z []float64) []float64 {
	x := append([]float64(nil), f.centre...)
	for j := range x {
		for k := range z {
			x[j] += float64(f.spread.At(j, k) * z[k])
		}
	}
	return x
}

// witness turns a point of the fit into a mechanism: groups that were left out
// take the base that their only row needs.
func (f *fit) witness(x []float64) witness {
	w := witness{x[:f.terms], make([]float64, f.solver.groups)}
	for g, column := range f.column {
		w.bases[g] = math.NaN()
		if column >= 0 {
			w.bases[g] = x[column]
		}
	}
	for i := range f.solver.rows {
		r := &f.solver.rows[i]
		if r.group < 0 || f.column[r.group] >= 0 {
			continue
		}
		if _, ok := f.solver.half(r, f.parents); !ok {
			continue
		}
		left := r.value
		for j, p := range f.solver.terms(f.parents, r.parents, nil) {
			left -= float64(w.weights[j] * p)
		}
		w.bases[r.group] = left
	}
	return w
}

func (f *fit) linear() *program {
	if f.program == nil {
		f.program = newProgram(f.basis, f.miss)
	}
	return f.program
}

func (f *fit) exactly() *polytope {
	if f.reference == nil {
		f.reference = newPolytope(f)
	}
	return f.reference
}
