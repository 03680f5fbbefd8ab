package identify

import (
	"math"
	"math/big"
)

// exactLimit is the size from which a reading no longer counts as exact: beyond
// it, and beyond it times what a mechanism's terms may cancel, float64 has no
// room for the hundredths of a sum.
const exactLimit = 1 << 36

// exactSolver decides linear mechanisms on readings that are exact in
// hundredths. Each reading that shares a base with another, or has a known one,
// is one linear equation in the weights. Readings beyond exactLimit are left
// out: they tell a variable nothing.
type exactSolver struct {
	system *system
	group  int
	origin *reading // the first reading of the group; nil before any
	cached []Set    // nil when out of date
}

func newExactSolver(candidates int) *exactSolver {
	return &exactSolver{system: &system{unknowns: candidates}}
}

// hundredths returns a reading below exactLimit as a whole number of hundredths.
func hundredths(x float64) int64 { return int64(math.RoundToEven(x * 100)) }

// exactly returns a reading as a rational number: its hundredths over 100, or
// what float64 makes of it from exactLimit on.
func exactly(x float64) *big.Rat {
	if math.Abs(x) < exactLimit {
		return big.NewRat(hundredths(x), 100)
	}
	return new(big.Rat).SetFloat64(x)
}

// exact says whether the candidates' readings and the variable's own are exact.
func (r *reading) exact() bool {
	if r.rational != nil {
		return true
	}
	for _, p := range r.parents {
		if !(math.Abs(p) < exactLimit) {
			return false
		}
	}
	return math.Abs(r.value) < exactLimit
}

// rationals returns the candidates' readings and then the variable's own.
func (r *reading) rationals() []*big.Rat {
	if r.rational != nil {
		return r.rational
	}
	x := make([]*big.Rat, 0, len(r.parents)+1)
	for _, p := range r.parents {
		x = append(x, exactly(p))
	}
	return append(x, exactly(r.value))
}

func (e *exactSolver) share(group int, x reading) (news bool) {
	if !x.exact() {
		return false
	}
	if e.origin == nil || e.group != group {
		e.group, e.origin = group, &x
		return false
	}
	if x.rational != nil || e.origin.rational != nil {
		to, from := x.rationals(), e.origin.rationals()
		difference := make([]*big.Rat, len(to))
		for i := range difference {
			difference[i] = new(big.Rat).Sub(to[i], from[i])
		}
		return e.add(wholeRow(difference))
	}
	r := make(row, len(x.parents)+1)
	for i, p := range x.parents {
		r[i].small = hundredths(p) - hundredths(e.origin.parents[i])
	}
	r[len(x.parents)].small = hundredths(x.value) - hundredths(e.origin.value)
	return e.add(r)
}

func (e *exactSolver) know(base float64, x reading) (news bool) {
	if !x.exact() || !(math.Abs(base) < exactLimit) {
		return false
	}
	if x.rational != nil {
		sum := append([]*big.Rat(nil), x.rational...)
		last := len(sum) - 1
		sum[last] = new(big.Rat).Sub(sum[last], exactly(base))
		return e.add(wholeRow(sum))
	}
	r := make(row, len(x.parents)+1)
	for i, p := range x.parents {
		r[i].small = hundredths(p)
	}
	r[len(x.parents)].small = hundredths(x.value) - hundredths(base)
	return e.add(r)
}

// wholeRow multiplies an equation by its common denominator.
func wholeRow(x []*big.Rat) row {
	common := big.NewInt(1)
	for _, q := range x {
		d := q.Denom()
		gcd := new(big.Int).GCD(nil, nil, common, d)
		common.Mul(common, gcd.Quo(d, gcd))
	}
	r := make(row, len(x))
	for i, q := range x {
		n := new(big.Int).Quo(common, q.Denom())
		r[i] = wholeOf(n.Mul(n, q.Num()))
	}
	return r
}

func (e *exactSolver) add(r row) (news bool) {
	if !e.system.add(r.simplified()) {
		return false
	}
	e.cached = nil
	return true
}

func (e *exactSolver) supports() []Set {
	if e.cached == nil {
		e.cached = e.system.supports()
	}
	return e.cached
}

func (e *exactSolver) clone() solver {
	return &exactSolver{e.system.clone(), e.group, e.origin, e.cached}
}
