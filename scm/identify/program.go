package identify

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
)

// program answers questions on {z : |basis·z - miss| ≤ 1 in each row} by linear
// programming. It solves the dual problems: they have a row for each z, not for
// each reading, and a solution to start from. No answer is taken on trust: each
// comes as two bounds, one shown by a point z and one by multipliers of the
// rows, and bounds that are apart say that the simplex method has failed.
type program struct {
	basis *mat.Dense
	miss  []float64
	rows  []int // those that are not zero throughout
	start []int // of these, as many independent ones as there are columns
	least float64
}

func newProgram(basis *mat.Dense, miss []float64) *program {
	p := &program{basis: basis, miss: miss}
	m, rank := basis.Dims()
	for i := range m {
		var size float64
		for k := range rank {
			size = max(size, math.Abs(basis.At(i, k)))
		}
		if size > 1e-12 {
			p.rows = append(p.rows, i)
		} else {
			p.least = max(p.least, math.Abs(miss[i]))
		}
	}
	p.start = p.independent()
	return p
}

// independent chooses rows of the basis by elimination with pivoting.
func (p *program) independent() []int {
	_, rank := p.basis.Dims()
	left := mat.NewDense(len(p.rows), rank, nil)
	for i, row := range p.rows {
		for k := range rank {
			left.Set(i, k, p.basis.At(row, k))
		}
	}
	var chosen []int
	used := make([]bool, len(p.rows))
	for range rank {
		best, size := -1, 0.0
		for i := range p.rows {
			if s := mat.Norm(left.RowView(i), 2); !used[i] && s > size {
				best, size = i, s
			}
		}
		if best < 0 {
			return nil
		}
		used[best] = true
		chosen = append(chosen, best)
		// What is left of the others is orthogonal to it.
		direction := mat.VecDenseCopyOf(left.RowView(best))
		direction.ScaleVec(1/size, direction)
		for i := range p.rows {
			along := mat.Dot(left.RowView(i), direction)
			for k := range rank {
				left.Set(i, k, left.At(i, k)-float64(along*direction.AtVec(k)))
			}
		}
	}
	return chosen
}

// farthest returns bounds of the largest sign·c·z, the upper one above, and a
// point that shows the lower one, below. The bounds are infinite if the simplex
// method finds none; there has to be a z.
func (p *program) farthest(c []float64, sign float64) (z []float64, above, below float64) {
	// minimise Σ (1 + miss)·λ + (1 - miss)·μ with basisᵀ(λ - μ) = sign·c
	rank := len(c)
	var norm float64
	for _, x := range c {
		norm = math.Hypot(norm, x)
	}
	if norm == 0 {
		return make([]float64, rank), 0, 0
	}
	side := make([]float64, rank)
	for k := range side {
		side[k] = float64(sign*c[k]/norm) + disturb(k)
	}
	cost := make([]float64, 2*len(p.rows))
	for i, row := range p.rows {
		cost[2*i], cost[2*i+1] = 1+p.miss[row], 1-p.miss[row]
	}
	entry := func(k, i int) float64 { return p.basis.At(p.rows[i], k) }
	y := p.solve(cost, entry, side, p.signed(side))
	if y == nil {
		return nil, math.Inf(1), math.Inf(-1)
	}
	// basisᵀ·y may miss c by a little; z is shorter than the root of all rows.
	var bound, apart float64
	for i, row := range p.rows {
		bound += float64(y[i]*p.miss[row]) + math.Abs(y[i])
	}
	for k := range rank {
		d := float64(sign * c[k] / norm)
		for i := range p.rows {
			d -= float64(y[i] * entry(k, i))
		}
		apart = math.Hypot(apart, d)
	}
	above = float64(norm * (bound + float64(2*apart*math.Sqrt(float64(len(p.miss))))))
	z = p.corner(y, rank)
	if z == nil || p.distance(z) > 1+1e-9 {
		return nil, above, math.Inf(-1)
	}
	for k := range z {
		below += float64(sign * c[k] * z[k])
	}
	return z, above, below
}

// nearest returns bounds of the least d with a z such that |basis·z - miss| ≤ d
// in each row, and a z that shows the upper one, above.
func (p *program) nearest() (z []float64, above, below float64) {
	// maximise Σ -miss·(λ - μ) with basisᵀ(λ - μ) = 0, Σ (λ + μ) = 1
	_, rank := p.basis.Dims()
	if len(p.rows) == rank { // independent rows: all can be met
		if z = p.meet(); z == nil {
			return nil, math.Inf(1), p.least
		}
		return z, p.distance(z), p.least
	}
	side := make([]float64, rank+1)
	for k := range rank {
		side[k] = disturb(k)
	}
	side[rank] = 1
	cost := make([]float64, 2*len(p.rows))
	for i, row := range p.rows {
		cost[2*i], cost[2*i+1] = p.miss[row], -p.miss[row]
	}
	entry := func(k, i int) float64 {
		if k == rank {
			return 1
		}
		return p.basis.At(p.rows[i], k)
	}
	y := p.solve(cost, entry, side, p.balanced(side[:rank]))
	if y == nil {
		return nil, math.Inf(1), p.least
	}
	var bound, total, apart float64
	for i, row := range p.rows {
		bound -= float64(y[i] * p.miss[row])
		total += math.Abs(y[i])
	}
	for k := range rank {
		var d float64
		for i := range p.rows {
			d -= float64(y[i] * entry(k, i))
		}
		apart = math.Hypot(apart, d)
	}
	// A z with d ≤ 2 is shorter than twice the root of all rows.
	bound -= float64(4 * apart * math.Sqrt(float64(len(p.miss))))
	below = max(p.least, min(bound/total, 2))
	if z = p.corner(y, rank+1); z == nil {
		return nil, math.Inf(1), below
	}
	z = z[:rank]
	return z, p.distance(z), below
}

// distance returns the largest |basis·z - miss| of all rows.
func (p *program) distance(z []float64) float64 {
	largest := p.least
	for _, row := range p.rows {
		d := -p.miss[row]
		for k, x := range z {
			d += float64(x * p.basis.At(row, k))
		}
		largest = max(largest, math.Abs(d))
	}
	return largest
}

// disturb returns a little that is added to entry k of a right side, so that
// every multiplier of a corner differs from zero: then the simplex method does
// not cycle, and multipliers tell all the rows that meet in the corner.
func disturb(k int) float64 {
	_, fraction := math.Modf(float64(k+1) * math.Phi)
	return 1e-9 * (0.5 + fraction)
}

// signed returns the start for farthest: the multipliers of the rows in start
// that add up to side, each as the column that has its sign.
func (p *program) signed(side []float64) []int {
	y := p.combine(side)
	if y == nil {
		return nil
	}
	columns := make([]int, len(y))
	for k, i := range p.start {
		columns[k] = column(i, y[k])
	}
	return columns
}

// balanced returns the start for nearest: multipliers of the rows in start and
// of one more that together add up to side, which is nearly zero.
func (p *program) balanced(side []float64) []int {
	extra := 0
	for slices.Contains(p.start, extra) {
		extra++
	}
	direction := make([]float64, len(side))
	for k := range direction {
		direction[k] = p.basis.At(p.rows[extra], k)
	}
	w, rest := p.combine(direction), p.combine(side)
	if w == nil || rest == nil {
		return nil
	}
	total := 1.0
	for _, x := range w {
		total += math.Abs(x)
	}
	columns := []int{column(extra, 1)}
	for k, i := range p.start {
		columns = append(columns, column(i, rest[k]-w[k]/total))
	}
	return columns
}

// column returns the column of the multiplier of row i with the given sign.
func column(i int, sign float64) int {
	if sign < 0 {
		return 2*i + 1
	}
	return 2 * i
}

// combine returns the multipliers of the rows in start that add up to side, or
// nil if the rows are not independent.
func (p *program) combine(side []float64) []float64 {
	if len(p.start) != len(side) {
		return nil
	}
	n := len(side)
	a := mat.NewDense(n, n, nil)
	for j, i := range p.start {
		for k := range n {
			a.Set(k, j, p.basis.At(p.rows[i], k))
		}
	}
	return solveSquare(a, side)
}

// meet returns the z at which the rows in start have no distance.
func (p *program) meet() []float64 {
	n := len(p.start)
	a := mat.NewDense(n, n, nil)
	b := make([]float64, n)
	for j, i := range p.start {
		for k := range n {
			a.Set(j, k, p.basis.At(p.rows[i], k))
		}
		b[j] = p.miss[p.rows[i]]
	}
	return solveSquare(a, b)
}

// corner returns the z at which the rows with multipliers are at their bounds:
// at distance 1 or, if there are more such rows than columns, at equal ones.
// It is nil if their number is not size.
func (p *program) corner(y []float64, size int) []float64 {
	a := mat.NewDense(size, size, nil)
	b := make([]float64, 0, size)
	for i, x := range y {
		if x == 0 {
			continue
		}
		at := len(b)
		if at == size {
			return nil
		}
		side := math.Copysign(1, x)
		_, rank := p.basis.Dims()
		for k := range rank {
			a.Set(at, k, p.basis.At(p.rows[i], k))
		}
		if size > rank {
			a.Set(at, rank, -side)
			side = 0
		}
		b = append(b, p.miss[p.rows[i]]+side)
	}
	if len(b) < size {
		return nil
	}
	return solveSquare(a, b)
}

// solveSquare returns x with a·x = b, or nil if a is singular.
func solveSquare(a *mat.Dense, b []float64) []float64 {
	x := make([]float64, len(b))
	if mat.NewVecDense(len(x), x).SolveVec(a, mat.NewVecDense(len(b), b)) != nil {
		return nil
	}
	return x
}

// solve minimises cost over multipliers λ, μ ≥ 0 with Σ entry·λ - Σ entry·μ =
// side, but for the last row of more than the basis has, which adds them, and
// returns λ - μ of each row; nil if the simplex method fails.
func (p *program) solve(cost []float64, entry func(k, i int) float64, side []float64, start []int) (y []float64) {
	if start == nil {
		return nil
	}
	_, rank := p.basis.Dims()
	a := &columns{rows: len(side), rank: rank, columns: len(cost), entry: entry, left: 1000 * len(side) * len(cost)}
	defer func() {
		// The method panics on a start that is off by rounding, and the matrix to
		// end a search that goes in circles.
		if recover() != nil {
			y = nil
		}
	}()
	_, x, err := lp.Simplex(cost, a, side, 1e-11, start)
	if err != nil {
		return nil
	}
	y = make([]float64, len(cost)/2)
	for i := range y {
		y[i] = x[2*i] - x[2*i+1]
	}
	return y
}

// columns is the matrix of a dual problem: for each row of the basis a column
// for a positive multiplier and one for a negative. It can be read so often and
// no more.
type columns struct {
	rows, rank, columns int
	entry               func(k, i int) float64
	left                int
}

func (c *columns) Dims() (rows, columns int) { return c.rows, c.columns }

func (c *columns) At(k, j int) float64 {
	if c.left--; c.left < 0 {
		panic("identify: the simplex method does not come to an end")
	}
	if x := c.entry(k, j/2); k == c.rank || j%2 == 0 {
		return x
	} else {
		return -x
	}
}

func (c *columns) T() mat.Matrix { return mat.Transpose{Matrix: c} }
