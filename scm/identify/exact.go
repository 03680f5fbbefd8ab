package identify

import (
	"math"
	"math/big"
)

// exactSolver decides linear mechanisms on readings that are exact in
// hundredths. Each reading that shares a base with another, or has a known one,
// is one linear equation in the weights.
type exactSolver struct {
	system *system
	group  int
	origin *reading // the first reading of the group; nil before any
	cached []Set    // nil when out of date
}

func newExactSolver(candidates int) *exactSolver {
	return &exactSolver{system: &system{unknowns: candidates}}
}

// hundredths returns a reading as a whole number of hundredths.
func hundredths(x float64) *big.Int {
	n := math.RoundToEven(x * 100)
	if math.Abs(n) < 1<<62 {
		return big.NewInt(int64(n))
	}
	i, _ := new(big.Float).SetFloat64(n).Int(nil)
	return i
}

// exactly returns a reading as a rational number: its hundredths over 100.
func exactly(x float64) *big.Rat { return new(big.Rat).SetFrac(hundredths(x), big.NewInt(100)) }

// rationals returns the candidates' readings and then the variable's own.
func (r *reading) rationals() []*big.Rat {
	if r.exact != nil {
		return r.exact
	}
	x := make([]*big.Rat, 0, len(r.parents)+1)
	for _, p := range r.parents {
		x = append(x, exactly(p))
	}
	return append(x, exactly(r.value))
}

func (e *exactSolver) share(group int, x reading) {
	if e.origin == nil || e.group != group {
		e.group, e.origin = group, &x
		return
	}
	if x.exact != nil || e.origin.exact != nil {
		difference := x.rationals()
		from := e.origin.rationals()
		for i := range difference {
			difference[i] = new(big.Rat).Sub(difference[i], from[i])
		}
		e.add(wholeRow(difference))
		return
	}
	r := newRow(len(x.parents) + 1)
	for i, p := range x.parents {
		r[i].Sub(hundredths(p), hundredths(e.origin.parents[i]))
	}
	r[len(x.parents)].Sub(hundredths(x.value), hundredths(e.origin.value))
	e.add(r)
}

func (e *exactSolver) know(base float64, x reading) {
	if x.exact != nil {
		sum := append([]*big.Rat(nil), x.exact...)
		last := len(sum) - 1
		sum[last] = new(big.Rat).Sub(sum[last], exactly(base))
		e.add(wholeRow(sum))
		return
	}
	r := newRow(len(x.parents) + 1)
	for i, p := range x.parents {
		r[i].Set(hundredths(p))
	}
	r[len(x.parents)].Sub(hundredths(x.value), hundredths(base))
	e.add(r)
}

// wholeRow multiplies an equation by its common denominator.
func wholeRow(x []*big.Rat) row {
	common := big.NewInt(1)
	var gcd big.Int
	for _, q := range x {
		d := q.Denom()
		gcd.GCD(nil, nil, common, d)
		common.Mul(common, new(big.Int).Quo(d, &gcd))
	}
	r := newRow(len(x))
	for i, q := range x {
		r[i].Mul(q.Num(), new(big.Int).Quo(common, q.Denom()))
	}
	return r
}

func (e *exactSolver) add(r row) {
	if e.system.add(r) {
		e.cached = nil
	}
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
