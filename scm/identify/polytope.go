package identify

import (
	"math/big"
	"strconv"
)

// polytope is a fit in rational arithmetic, for questions on which floating
// point is too close to call: the readings and their halves are taken exactly.
//
// It keeps the dictionary of the simplex method for bounded variables (Chvátal
// 1983, chapter 8; feasibility as in Dutertre & de Moura 2006). Its variables
// are one sum for each row, between bounds, and the coefficients, which are
// free; the basic ones are written as combinations of the others. Bland's rule
// keeps it from cycling.
type polytope struct {
	columns     int // coefficients and bases
	low, high   []*big.Rat
	basic       []variable // of each row of the dictionary
	other       []variable // of each of its columns
	combination [][]*big.Rat
	value       []*big.Rat // of the sums; free coefficients outside the basis are 0
	feasible    bool
}

// variable is a row's sum, or a coefficient.
type variable struct {
	index       int
	coefficient bool
}

func newPolytope(f *fit) *polytope {
	m, n := len(f.rows), f.terms+f.bases
	p := &polytope{columns: n}
	for j := range n {
		p.other = append(p.other, variable{j, true})
	}
	for i, r := range f.rows {
		y, half := exactly(r.value), new(big.Rat).SetFloat64(f.halves[i])
		p.low = append(p.low, new(big.Rat).Sub(y, half))
		p.high = append(p.high, new(big.Rat).Add(y, half))
		p.value = append(p.value, new(big.Rat))
		p.basic = append(p.basic, variable{i, false})
		x := make([]*big.Rat, 0, n)
		for _, k := range f.parents.Members() {
			reading := exactly(r.parents[k])
			if f.solver.squares {
				x = append(x, new(big.Rat).Mul(reading, reading))
			}
			x = append(x, reading)
		}
		for range f.bases {
			x = append(x, new(big.Rat))
		}
		if r.group >= 0 {
			x[f.column[r.group]].SetInt64(1)
		}
		p.combination = append(p.combination, x)
	}
	// Coefficients enter the basis, as many as are independent.
	for j := range n {
		for i := range m {
			if !p.basic[i].coefficient && p.combination[i][j].Sign() != 0 {
				p.exchange(i, j)
				break
			}
		}
	}
	for j, v := range p.other {
		if !v.coefficient {
			p.move(j, new(big.Rat).Sub(p.low[v.index], p.value[v.index]))
		}
	}
	p.feasible = p.settle()
	return p
}

// exchange makes basic row i and column j change places.
func (p *polytope) exchange(i, j int) {
	p.basic[i], p.other[j] = p.other[j], p.basic[i]
	pivot := p.combination[i]
	inverse := new(big.Rat).Inv(pivot[j])
	for k := range pivot {
		if k == j {
			pivot[k] = inverse
		} else if pivot[k].Sign() != 0 {
			x := new(big.Rat).Mul(pivot[k], inverse)
			pivot[k] = x.Neg(x)
		}
	}
	var t big.Rat
	for r, row := range p.combination {
		if r == i || row[j].Sign() == 0 {
			continue
		}
		factor := row[j]
		row[j] = new(big.Rat)
		for k := range row {
			if pivot[k].Sign() != 0 {
				row[k] = new(big.Rat).Add(row[k], t.Mul(factor, pivot[k]))
			}
		}
	}
}

// move adds d to the variable of column j, a sum, and to all that depends on it.
func (p *polytope) move(j int, d *big.Rat) {
	if d.Sign() == 0 {
		return
	}
	v := p.other[j].index
	p.value[v] = new(big.Rat).Add(p.value[v], d)
	var t big.Rat
	for i, b := range p.basic {
		if !b.coefficient {
			p.value[b.index] = new(big.Rat).Add(p.value[b.index], t.Mul(d, p.combination[i][j]))
		}
	}
}

// settle brings all sums between their bounds and says whether that can be done.
func (p *polytope) settle() bool {
	for {
		row := -1
		for i, b := range p.basic {
			if !b.coefficient && (row < 0 || b.index < p.basic[row].index) &&
				(p.value[b.index].Cmp(p.low[b.index]) < 0 || p.value[b.index].Cmp(p.high[b.index]) > 0) {
				row = i
			}
		}
		if row < 0 {
			return true
		}
		v := p.basic[row].index
		bound := p.low[v]
		if p.value[v].Cmp(bound) > 0 {
			bound = p.high[v]
		}
		need := new(big.Rat).Sub(bound, p.value[v])
		column := p.choose(p.combination[row], need.Sign())
		if column < 0 {
			return false
		}
		p.move(column, need.Quo(need, p.combination[row][column]))
		p.exchange(row, column)
	}
}

// choose returns the first column whose sum can move so that a combination of
// the columns grows (direction 1) or shrinks (-1), or -1.
func (p *polytope) choose(combination []*big.Rat, direction int) int {
	best := -1
	for j, v := range p.other {
		if v.coefficient || best >= 0 && v.index > p.other[best].index {
			continue
		}
		switch direction * combination[j].Sign() {
		case 1:
			if p.value[v.index].Cmp(p.high[v.index]) < 0 {
				best = j
			}
		case -1:
			if p.value[v.index].Cmp(p.low[v.index]) > 0 {
				best = j
			}
		}
	}
	return best
}

// point returns coefficients of the polytope, or nil if it is empty.
func (p *polytope) point() []float64 {
	if !p.feasible {
		return nil
	}
	x := make([]float64, p.columns)
	for i, b := range p.basic {
		if b.coefficient {
			x[b.index], _ = p.sum(p.combination[i]).Float64()
		}
	}
	return x
}

// sum returns the value of a combination of the columns.
func (p *polytope) sum(combination []*big.Rat) *big.Rat {
	sum := new(big.Rat)
	var t big.Rat
	for j, v := range p.other {
		if !v.coefficient {
			sum.Add(sum, t.Mul(combination[j], p.value[v.index]))
		}
	}
	return sum
}

// objective writes Σ sum·coefficients as a combination of the columns.
func (p *polytope) objective(sum []float64) []*big.Rat {
	c := make([]*big.Rat, len(p.other))
	weight := make([]*big.Rat, p.columns)
	for j, x := range sum {
		weight[j] = new(big.Rat).SetFloat64(x)
	}
	for j, v := range p.other {
		c[j] = new(big.Rat)
		if v.coefficient {
			c[j].Set(weight[v.index])
		}
	}
	var t big.Rat
	for i, b := range p.basic {
		if b.coefficient && weight[b.index].Sign() != 0 {
			for j := range c {
				c[j].Add(c[j], t.Mul(weight[b.index], p.combination[i][j]))
			}
		}
	}
	return c
}

// farthest returns the largest Σ sum·coefficients and where it is taken. The
// polytope must not be empty. Where the sum is not bounded, neither is returned.
func (p *polytope) farthest(sum []float64) (value *big.Rat, x []float64, bounded bool) {
	for {
		c := p.objective(sum)
		for j, v := range p.other {
			if v.coefficient && c[j].Sign() != 0 {
				return nil, nil, false
			}
		}
		column := p.choose(c, 1)
		if column < 0 {
			return p.sum(c), p.point(), true
		}
		p.advance(column, c[column].Sign())
	}
}

// advance moves the sum of a column in a direction until it or one that depends
// on it meets a bound; that one leaves the basis.
func (p *polytope) advance(column, direction int) {
	v := p.other[column].index
	step := new(big.Rat).Sub(p.high[v], p.value[v])
	if direction < 0 {
		step.Sub(p.low[v], p.value[v])
	}
	row := -1
	for i, b := range p.basic {
		rate := p.combination[i][column]
		if b.coefficient || rate.Sign() == 0 {
			continue
		}
		bound := p.high[b.index]
		if rate.Sign()*direction < 0 {
			bound = p.low[b.index]
		}
		room := new(big.Rat).Sub(bound, p.value[b.index])
		room.Quo(room, rate)
		// Both have the sign of direction: compare what is nearer.
		switch d := room.Cmp(step) * direction; {
		case d < 0, d == 0 && row >= 0 && b.index < p.basic[row].index:
			step, row = room, i
		}
	}
	p.move(column, step)
	if row >= 0 {
		p.exchange(row, column)
	}
}

// decimal returns a floor as the decimal fraction it is written as.
func decimal(x float64) *big.Rat {
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(x, 'g', -1, 64))
	return r
}
