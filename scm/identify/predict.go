package identify

import (
	"encoding/json"
	"math"
	"math/big"
	"slices"

	"causalab/scm"
)

// Range says which frequencies of a crystal the measurements still allow.
type Range struct {
	// Low and High are the least and the largest reading in Hz, at two decimals;
	// infinite where nothing bounds them. All between them need not be possible.
	Low, High float64
	// Values lists the readings one by one, ascending, as long as each feasible
	// parent set leaves a single one; nil otherwise.
	Values []float64
}

// Unique says whether one frequency is left, at two decimals.
func (r Range) Unique() bool { return r.Low == r.High }

// rangeJSON is a range as JSON has it.
type rangeJSON struct {
	Low    *float64  `json:"low"`
	High   *float64  `json:"high"`
	Values []float64 `json:"values"`
}

// MarshalJSON writes {"low", "high", "values"}; null stands for an infinite
// bound and for values that are not listed.
func (r Range) MarshalJSON() ([]byte, error) {
	x := rangeJSON{Values: r.Values}
	if !math.IsInf(r.Low, 0) {
		x.Low = &r.Low
	}
	if !math.IsInf(r.High, 0) {
		x.High = &r.High
	}
	return json.Marshal(x)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (r *Range) UnmarshalJSON(data []byte) error {
	var x rangeJSON
	if err := json.Unmarshal(data, &x); err != nil {
		return err
	}
	*r = Range{math.Inf(-1), math.Inf(1), x.Values}
	if x.Low != nil {
		r.Low = *x.Low
	}
	if x.High != nil {
		r.High = *x.High
	}
	return nil
}

// Possible returns the frequencies that the space allows a crystal with the
// given readings (values by variable; the frequency's entry is not read). It
// fails, ok false, if the space is empty.
func (s *Space) Possible(crystal []float64) (r Range, ok bool) {
	y := s.problem.Frequency
	n := &s.nodes[y]
	x := reading{parents: make([]float64, len(n.candidates))}
	for j, c := range n.candidates {
		x.parents[j] = crystal[c]
	}
	r = Range{Low: math.Inf(1), High: math.Inf(-1), Values: []float64{}}
	before, ok := s.before(y)
	if !ok {
		return Range{}, false
	}
	for _, parents := range s.ParentSets(y) {
		if parents&^before != 0 {
			continue // in no acyclic graph
		}
		low, high := n.solver.predict(n.columnsOf(parents), n.group, x)
		r.include(scm.Round(low), scm.Round(high))
	}
	slices.Sort(r.Values)
	return r, r.Low <= r.High
}

// include adds the readings from low to high.
func (r *Range) include(low, high float64) {
	r.Low, r.High = min(r.Low, low), max(r.High, high)
	switch {
	case low != high:
		r.Values = nil
	case r.Values != nil && !slices.Contains(r.Values, low):
		r.Values = append(r.Values, low)
	}
}

// before returns the variables that need not descend from variable i: some
// acyclic graph of the space gives i a feasible set of parents if and only if
// the set lies within them. It fails, ok false, if the space is empty.
func (s *Space) before(i int) (before Set, ok bool) {
	all := Set(1<<len(s.nodes) - 1)
	before = s.place(0, all&^(1<<i))
	if inside(s.ParentSets(i), before) == 0 {
		return 0, false
	}
	return before, s.place(before|1<<i, all) == all
}

// place adds to the placed variables those of allowed that have a feasible
// parent set within them, one after the other.
func (s *Space) place(placed, allowed Set) Set {
	for {
		before := placed
		for _, x := range (allowed &^ placed).Members() {
			if inside(s.ParentSets(x), placed) > 0 {
				placed |= 1 << x
			}
		}
		if placed == before {
			return placed
		}
	}
}

// evaluate returns Σ c·w over the solutions if it has one value.
func (s *system) evaluate(c []*big.Rat) (value *big.Rat, ok bool) {
	value = new(big.Rat)
	var t big.Rat
	along := make([]*big.Rat, s.unknowns) // how the sum varies with each free unknown
	copy(along, c)
	for i, p := range s.pivots {
		r := s.rows[i]
		value.Add(value, t.Mul(c[p], fraction(r[s.unknowns], r[p])))
		for _, f := range s.free() {
			if !r[f].isZero() {
				along[f] = new(big.Rat).Sub(along[f], t.Mul(c[p], fraction(r[f], r[p])))
			}
		}
	}
	for _, f := range s.free() {
		if along[f].Sign() != 0 {
			return nil, false
		}
	}
	return value, true
}

func (e *exactSolver) predict(columns Set, _ int, x reading) (low, high float64) {
	if e.origin == nil {
		return math.Inf(-1), math.Inf(1)
	}
	difference := make([]*big.Rat, len(x.parents))
	for i, p := range x.parents {
		difference[i] = new(big.Rat).Sub(exactly(p), exactly(e.origin.parents[i]))
	}
	value, ok := e.system.restrict(columns).evaluate(difference)
	if !ok {
		return math.Inf(-1), math.Inf(1)
	}
	f, _ := value.Add(value, exactly(e.origin.value)).Float64()
	return f, f
}

func (b *boundedSolver) predict(columns Set, group int, x reading) (low, high float64) {
	row := boundedRow{group: b.groups - 1, parents: x.parents}
	if _, ok := b.half(&row, columns); !ok || b.groups == 0 || group != b.lastGroup {
		return math.Inf(-1), math.Inf(1)
	}
	f := b.fit(columns)
	if !f.possible() {
		return math.Inf(1), math.Inf(-1)
	}
	// The prediction is one more sum of the coefficients and the group's base.
	low, high = f.extent(f.coefficients(row))
	const error = 1e-8 // of floating point, well above what it can be
	return low - error, high + error
}
