package identify

import "math/big"

// system is a set of linear equations Σ a·w = y over the rationals in reduced
// row echelon form. Rows are integer vectors, kept without common factors; the
// last entry is y.
type system struct {
	unknowns int
	rows     []row
	pivots   []int // column of each row's leading entry, ascending with rows
	empty    bool  // no w solves all equations
}

type row []*big.Int

func newRow(n int) row {
	r := make(row, n)
	for i := range r {
		r[i] = new(big.Int)
	}
	return r
}

func (r row) clone() row {
	c := make(row, len(r))
	for i, x := range r {
		c[i] = new(big.Int).Set(x)
	}
	return c
}

// simplify divides r by the greatest common divisor of its entries and makes
// the first non-zero entry positive.
func (r row) simplify() {
	var gcd big.Int
	sign := 0
	for _, x := range r {
		if x.Sign() == 0 {
			continue
		}
		if sign == 0 {
			sign = x.Sign()
		}
		gcd.GCD(nil, nil, &gcd, new(big.Int).Abs(x))
	}
	if sign == 0 {
		return
	}
	if sign < 0 {
		gcd.Neg(&gcd)
	}
	if gcd.IsInt64() && gcd.Int64() == 1 {
		return
	}
	for _, x := range r {
		if x.Sign() != 0 {
			x.Quo(x, &gcd)
		}
	}
}

// eliminate makes r[column] zero by adding a multiple of p, which is not zero
// there.
func (r row) eliminate(p row, column int) {
	factor := r[column]
	if factor.Sign() == 0 {
		return
	}
	factor = new(big.Int).Set(factor)
	var t big.Int
	for i, x := range r {
		if x.Sign() != 0 {
			x.Mul(x, p[column])
		}
		if p[i].Sign() != 0 {
			x.Sub(x, t.Mul(factor, p[i]))
		}
	}
	r.simplify()
}

// add adds an equation and says whether it told anything new. The row is the
// system's from then on.
func (s *system) add(r row) (news bool) {
	if s.empty {
		return false
	}
	for i, p := range s.pivots {
		r.eliminate(s.rows[i], p)
	}
	pivot := -1
	for i, x := range r {
		if x.Sign() != 0 {
			pivot = i
			break
		}
	}
	switch {
	case pivot < 0:
		return false
	case pivot == s.unknowns: // 0 = y
		s.empty = true
		return true
	}
	r.simplify()
	at := 0
	for i, p := range s.pivots {
		if p < pivot {
			at = i + 1
		}
		// Rows are shared between clones: a changed one is a new one.
		if s.rows[i][pivot].Sign() != 0 {
			s.rows[i] = s.rows[i].clone()
			s.rows[i].eliminate(r, pivot)
		}
	}
	s.rows = append(s.rows[:at:at], append([]row{r}, s.rows[at:]...)...)
	s.pivots = append(s.pivots[:at:at], append([]int{pivot}, s.pivots[at:]...)...)
	return true
}

// clone returns a copy that shares rows, which are never changed in place.
func (s *system) clone() *system {
	return &system{s.unknowns, append([]row(nil), s.rows...), append([]int(nil), s.pivots...), s.empty}
}

// free returns the columns that are no pivot: the parameters of the solutions.
func (s *system) free() []int {
	var free []int
	next := 0
	for c := range s.unknowns {
		if next < len(s.pivots) && s.pivots[next] == c {
			next++
			continue
		}
		free = append(free, c)
	}
	return free
}

// forms returns each unknown as an integer affine form of the parameters,
// scaled by a factor that is not zero: the coefficients of the parameters in
// the order of free, then the constant.
func (s *system) forms() []row {
	free := s.free()
	forms := make([]row, s.unknowns)
	for i, c := range free {
		forms[c] = newRow(len(free) + 1)
		forms[c][i].SetInt64(1)
	}
	for i, p := range s.pivots {
		f := newRow(len(free) + 1)
		for j, c := range free {
			f[j].Neg(s.rows[i][c])
		}
		f[len(free)].Set(s.rows[i][s.unknowns])
		f.simplify()
		forms[p] = f
	}
	return forms
}
