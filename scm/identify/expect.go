package identify

import (
	"math/big"
	"math/rand/v2"

	"causalab/scm"
)

// Expect returns the IMEC to be expected after an intervention on the
// manipulator crystal as it is now: the mean over mechanisms drawn from the
// space by r. Nothing is added to the space. It fails, ok false, before
// [Space.Begin], for a property that cannot be controlled, or if the space is
// empty.
func (s *Space) Expect(property int, v float64, draws int, r *rand.Rand) (mean float64, ok bool) {
	if !s.begun || property < 0 || property >= len(s.nodes) || !s.problem.Controllable[property] {
		return 0, false
	}
	var sum float64
	n := 0
	for range draws {
		mechanisms, ok := s.Draw(r)
		if !ok {
			return 0, false
		}
		after := s.Clone()
		after.suppose(mechanisms, property, v)
		// A supposed reading is rounded where readings are: it may contradict the
		// mechanism that it was drawn from, and then tells nothing.
		if c := after.Count(); c != (Count{}) {
			sum += c.Float()
			n++
		}
	}
	if n == 0 {
		return s.Count().Float(), true
	}
	return sum / float64(n), true
}

// suppose adds the reading that an intervention would leave if the given
// mechanisms were true.
func (s *Space) suppose(mechanisms [][]Coefficient, property int, v float64) {
	if s.problem.Exact {
		s.supposeExactly(mechanisms, property, v)
		return
	}
	values := append([]float64(nil), s.present...)
	sum := func(i int, values []float64) (sum float64) {
		for _, c := range mechanisms[i] {
			p := values[c.Parent]
			if c.Power == 2 {
				p = float64(p * p)
			}
			sum += float64(c.Weight * p)
		}
		return sum
	}
	before := append([]float64(nil), s.present...)
	for _, i := range orderOf(mechanisms) {
		base := before[i] - sum(i, before)
		if i == property {
			base = scm.Round(v)
			if s.problem.Semantics == scm.Target {
				base -= sum(i, before)
			}
		}
		values[i] = scm.Round(base + sum(i, values))
	}
	s.Intervene(property, v, values)
}

func (s *Space) supposeExactly(mechanisms [][]Coefficient, property int, v float64) {
	before := make([]*big.Rat, len(s.nodes))
	for i, x := range s.present {
		before[i] = exactly(x)
	}
	values := append([]*big.Rat(nil), before...)
	sum := func(i int, values []*big.Rat) *big.Rat {
		sum := new(big.Rat)
		for _, c := range mechanisms[i] {
			sum.Add(sum, new(big.Rat).Mul(c.exact, values[c.Parent]))
		}
		return sum
	}
	for _, i := range orderOf(mechanisms) {
		base := new(big.Rat).Sub(before[i], sum(i, before))
		if i == property {
			base = exactly(v)
			if s.problem.Semantics == scm.Target {
				base.Sub(base, sum(i, before))
			}
		}
		values[i] = base.Add(base, sum(i, values))
	}
	s.rebase(property, v)
	for i := range s.nodes {
		n := &s.nodes[i]
		r := reading{parents: make([]float64, len(n.candidates)), rational: make([]*big.Rat, 0, len(n.candidates)+1)}
		for _, c := range n.candidates {
			r.rational = append(r.rational, values[c])
		}
		r.rational = append(r.rational, values[i])
		s.addReading(i, r)
	}
}

// orderOf returns every variable after its parents. The graph is acyclic.
func orderOf(mechanisms [][]Coefficient) []int {
	var order []int
	var done Set
	for len(order) < len(mechanisms) {
		for i, m := range mechanisms {
			ready := !done.Has(i)
			for _, c := range m {
				ready = ready && done.Has(c.Parent)
			}
			if ready {
				done |= 1 << i
				order = append(order, i)
			}
		}
	}
	return order
}
