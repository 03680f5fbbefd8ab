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

func (e *exactSolver) share(group int, x reading) {
	if e.origin == nil || e.group != group {
		e.group, e.origin = group, &x
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
	r := newRow(len(x.parents) + 1)
	for i, p := range x.parents {
		r[i].Set(hundredths(p))
	}
	r[len(x.parents)].Sub(hundredths(x.value), hundredths(base))
	e.add(r)
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
