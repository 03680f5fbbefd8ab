package identify

// system is a set of linear equations Σ a·w = y over the rationals in reduced
// row echelon form. Rows are integer vectors without common factors; the last
// entry is y.
type system struct {
	unknowns int
	rows     []row
	pivots   []int // column of each row's leading entry, ascending with rows
	empty    bool  // no w solves all equations
}

// row is a vector of integers. The rows of a system and of its forms are never
// changed in place, so that copies can share them.
type row []whole

// lead returns the index of the first entry that is not zero, or -1.
func (r row) lead() int {
	for i, x := range r {
		if !x.isZero() {
			return i
		}
	}
	return -1
}

// simplified returns r without common factors, its leading entry positive.
func (r row) simplified() row {
	lead := r.lead()
	if lead < 0 {
		return r
	}
	var gcd whole
	one := whole{small: 1}
	for _, x := range r[lead:] {
		if gcd = commonDivisor(gcd, x); gcd == one {
			break
		}
	}
	if r[lead].sign() < 0 {
		gcd = gcd.negated()
	}
	if gcd == one {
		return r
	}
	s := make(row, len(r))
	for i, x := range r[lead:] {
		s[lead+i] = x.over(gcd)
	}
	return s
}

// without returns r with a multiple of p added that makes r[column] zero; p is
// not zero there.
func (r row) without(p row, column int) row {
	if r[column].isZero() {
		return r
	}
	s := make(row, len(r))
	for i := range r {
		s[i] = cross(r[i], p[column], p[i], r[column])
	}
	return s.simplified()
}

// add adds an equation and says whether it told anything new.
func (s *system) add(r row) (news bool) {
	if s.empty {
		return false
	}
	for i, p := range s.pivots {
		r = r.without(s.rows[i], p)
	}
	pivot := r.lead()
	switch {
	case pivot < 0:
		return false
	case pivot == s.unknowns: // 0 = y
		s.empty = true
		return true
	}
	r = r.simplified()
	at := 0
	for i, p := range s.pivots {
		if p < pivot {
			at = i + 1
		}
		s.rows[i] = s.rows[i].without(r, pivot)
	}
	s.rows = append(s.rows[:at:at], append([]row{r}, s.rows[at:]...)...)
	s.pivots = append(s.pivots[:at:at], append([]int{pivot}, s.pivots[at:]...)...)
	return true
}

// clone returns a copy that shares rows.
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
		f := make(row, len(free)+1)
		f[i] = whole{small: 1}
		forms[c] = f
	}
	for i, p := range s.pivots {
		f := make(row, len(free)+1)
		for j, c := range free {
			f[j] = s.rows[i][c].negated()
		}
		f[len(free)] = s.rows[i][s.unknowns]
		forms[p] = f.simplified()
	}
	return forms
}

// restrict returns the solutions whose unknowns outside a set are zero.
func (s *system) restrict(support Set) *system {
	r := s.clone()
	for q := range s.unknowns {
		if !support.Has(q) {
			zero := make(row, s.unknowns+1)
			zero[q] = whole{small: 1}
			r.add(zero)
		}
	}
	return r
}
