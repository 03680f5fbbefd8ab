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
	cached []Set
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

func (e *exactSolver) tie(from, to reading) {
	r := newRow(len(to.parents) + 1)
	for i := range to.parents {
		r[i].Sub(hundredths(to.parents[i]), hundredths(from.parents[i]))
	}
	r[len(to.parents)].Sub(hundredths(to.value), hundredths(from.value))
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

func (e *exactSolver) clone() solver { return &exactSolver{e.system.clone(), e.cached} }
