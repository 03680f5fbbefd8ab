package identify

import (
	"math"
	"math/big"
	"slices"

	"causalab/scm"
)

// Range says which frequencies of a crystal the measurements still allow.
type Range struct {
	Low, High float64 // Hz; infinite where nothing bounds them
	// Values lists the frequencies of the mechanisms one by one, ascending, as
	// long as each feasible parent set leaves a single one; nil otherwise.
	Values []float64
}

// Unique says whether one frequency is left, at two decimals.
func (r Range) Unique() bool { return scm.Round(r.Low) == scm.Round(r.High) }

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
	for _, parents := range s.ParentSets(y) {
		if !s.extends(y, parents) {
			continue // in no acyclic graph
		}
		low, high := n.solver.predict(n.columns(parents), n.group, x)
		r.Low, r.High = min(r.Low, low), max(r.High, high)
		switch {
		case scm.Round(low) != scm.Round(high):
			r.Values = nil
		case r.Values != nil && !slices.Contains(r.Values, scm.Round(low)):
			r.Values = append(r.Values, scm.Round(low))
		}
	}
	slices.Sort(r.Values)
	return r, r.Low <= r.High
}

// columns turns a set of variables into one of the node's columns.
func (n *node) columns(parents Set) Set {
	var columns Set
	for j, c := range n.candidates {
		if parents.Has(c) {
			columns |= 1 << j
		}
	}
	return columns
}

// extends says whether some acyclic graph of the space gives variable i exactly
// these parents.
func (s *Space) extends(i int, parents Set) bool {
	sets := make([][]Set, len(s.nodes))
	for j := range sets {
		sets[j] = s.ParentSets(j)
	}
	sets[i] = []Set{parents}
	return graphCounts(len(sets), sets)[1<<len(sets)-1] != (Count{})
}

// restrict returns the solutions whose unknowns outside a set are zero.
func (s *system) restrict(support Set) *system {
	r := s.clone()
	for q := range s.unknowns {
		if !support.Has(q) {
			zero := newRow(s.unknowns + 1)
			zero[q].SetInt64(1)
			r.add(zero)
		}
	}
	return r
}

// evaluate returns Σ c·w over the solutions if it has one value.
func (s *system) evaluate(c []*big.Rat) (value *big.Rat, ok bool) {
	value = new(big.Rat)
	var t big.Rat
	along := make([]*big.Rat, s.unknowns) // how the sum varies with each free unknown
	copy(along, c)
	for i, p := range s.pivots {
		r := s.rows[i]
		value.Add(value, t.Mul(c[p], new(big.Rat).SetFrac(r[s.unknowns], r[p])))
		for _, f := range s.free() {
			if r[f].Sign() != 0 {
				along[f] = new(big.Rat).Sub(along[f], t.Mul(c[p], new(big.Rat).SetFrac(r[f], r[p])))
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
	if b.groups == 0 || group != b.lastGroup {
		return math.Inf(-1), math.Inf(1)
	}
	f := b.fit(columns)
	// The prediction is one more sum of the coefficients and the group's base.
	sum := make([]float64, len(f.centre))
	j := 0
	for _, m := range columns.Members() {
		if b.squares {
			sum[j] = float64(x.parents[m] * x.parents[m])
			j++
		}
		sum[j] = x.parents[m]
		j++
	}
	sum[len(f.floors)+b.groups-1] = 1
	return f.extent(sum)
}

// extent returns the range of Σ sum·coefficients over the fit.
func (f *fit) extent(sum []float64) (low, high float64) {
	if f.varies(sum) {
		return math.Inf(-1), math.Inf(1)
	}
	var centre float64
	c := make([]float64, f.rank)
	for j, x := range sum {
		centre += float64(x * f.centre[j])
		for k := range c {
			c[k] += float64(x * f.spread.At(j, k))
		}
	}
	low, high = centre, centre
	for _, sign := range []float64{-1, 1} {
		signed := make([]float64, len(c))
		for k := range c {
			signed[k] = float64(sign * c[k])
		}
		far, err := f.extreme(signed)
		if err != nil {
			// Where the simplex method fails the ball around least squares holds.
			var norm float64
			for _, x := range c {
				norm += float64(x * x)
			}
			far = math.Sqrt(float64(norm * float64(f.rows)))
		}
		if sign < 0 {
			low = centre - far
		} else {
			high = centre + far
		}
	}
	return low, high
}
