package identify

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"

	"causalab/scm"
)

// Problem says what is known of an episode before any measurement.
type Problem struct {
	// Variables is their number, at most [MaxVariables].
	Variables int
	// Frequency is the index of the frequency.
	Frequency int
	// Controllable says for each variable whether it can be intervened on.
	Controllable []bool
	// FreqParent says that the frequency may be a parent. Otherwise it has no
	// children. In any case it may have no parents.
	FreqParent bool
	Family     scm.Family
	Semantics  scm.Semantics
	// Exact says that readings are exact at two decimals: linear mechanisms with
	// whole coefficients. Otherwise they are within half of the last digit.
	Exact bool
}

// ProblemOf returns the problem of playing a model under the given semantics.
// Of the model it tells no more than a player is told, and whether its readings
// are exact.
func ProblemOf(m *scm.Model, freqParent bool, semantics scm.Semantics) Problem {
	p := Problem{
		Variables: m.Len(), Frequency: m.Frequency(), Controllable: make([]bool, m.Len()),
		FreqParent: freqParent, Family: m.Family(), Semantics: semantics, Exact: m.Family() == scm.Linear,
	}
	for i := range m.Len() {
		f := m.Mechanism(i)
		p.Controllable[i] = f.Controllable
		p.Exact = p.Exact && f.Base == scm.Round(f.Base)
		for _, t := range f.Terms {
			p.Exact = p.Exact && t.Weight == math.Trunc(t.Weight)
		}
	}
	return p
}

// Space is a version space. Measurements are added in the order in which they
// were made; each narrows it. Not safe for use by several goroutines at once.
type Space struct {
	problem Problem
	nodes   []node
	begun   bool
	present []float64 // the manipulator crystal's latest reading
	counts  []Count   // of the acyclic graphs over each set of variables; nil when out of date
}

// node is what the measurements say of one variable.
type node struct {
	candidates []int // variables that may be parents, ascending
	solver     solver
	group      int      // of the next reading: those of one group have one unknown base
	base       *float64 // the base if it is known, after a shift
	supports   []Set    // cache in terms of variables; nil when out of date
}

// solver collects equations on one variable's mechanism and tells which parent
// sets they leave. Columns count through the node's candidates.
type solver interface {
	// share adds a reading whose unknown base is that of all others of its
	// group, and says whether it can have told anything. Groups follow each
	// other: one that was left is not taken up again.
	share(group int, r reading) (news bool)
	// know does so for a reading whose base is known.
	know(base float64, r reading) (news bool)
	// supports lists the feasible parent sets as sets of columns.
	supports() []Set
	// predict returns the range of values that one of these sets allows a crystal
	// whose base is that of the group and whose parents read as given.
	predict(columns Set, group int, r reading) (low, high float64)
	// solve returns a mechanism for one of these sets.
	solve(columns Set, r *rand.Rand) ([]Coefficient, bool)
	clone() solver
}

// reading is one measurement as seen by one variable.
type reading struct {
	value   float64
	parents []float64 // of the candidates
	// rational, if set, holds the candidates' readings and then the variable's
	// own, and goes before the others: what a supposed mechanism would show need
	// not be a whole number of hundredths.
	rational []*big.Rat
}

// New starts a version space without measurements. It fails if the problem has
// more than [MaxVariables] variables or contradicts itself.
func New(p Problem) (*Space, error) {
	if p.Variables < 1 || p.Variables > MaxVariables {
		return nil, fmt.Errorf("identify: %d variables; from 1 to %d can be counted", p.Variables, MaxVariables)
	}
	if len(p.Controllable) != p.Variables || p.Frequency < 0 || p.Frequency >= p.Variables || p.Controllable[p.Frequency] {
		return nil, fmt.Errorf("identify: the frequency has to be one of the variables, and none that can be controlled")
	}
	switch {
	case p.Family != scm.Linear && p.Family != scm.Quadratic:
		return nil, fmt.Errorf("identify: family %q; want %q or %q", p.Family, scm.Linear, scm.Quadratic)
	case p.Exact && p.Family != scm.Linear:
		return nil, fmt.Errorf("identify: only linear readings can be exact")
	case p.Semantics != scm.Shift && p.Semantics != scm.Target:
		return nil, fmt.Errorf("identify: semantics %q; want %q or %q", p.Semantics, scm.Shift, scm.Target)
	}
	s := &Space{problem: p, nodes: make([]node, p.Variables)}
	for i := range s.nodes {
		n := &s.nodes[i]
		for j := range p.Variables {
			if j != i && (j != p.Frequency || p.FreqParent) {
				n.candidates = append(n.candidates, j)
			}
		}
		if p.Exact {
			n.solver = newExactSolver(len(n.candidates))
		} else {
			n.solver = newBoundedSolver(len(n.candidates), p.Family)
		}
	}
	return s, nil
}

// Problem returns what the space was made for.
func (s *Space) Problem() Problem { return s.problem }

// Clone returns an independent copy.
func (s *Space) Clone() *Space {
	c := &Space{problem: s.problem, nodes: append([]node(nil), s.nodes...), begun: s.begun, present: s.present, counts: s.counts}
	for i := range c.nodes {
		c.nodes[i].solver = s.nodes[i].solver.clone()
	}
	return c
}

// Observe adds the reading of a crystal of its own: values by variable, taken at
// two decimals as all readings are.
func (s *Space) Observe(values []float64) {
	values = rounded(values)
	for i := range s.nodes {
		if !s.problem.Controllable[i] { // another's base is free in each crystal
			s.add(i, values)
		}
	}
}

// Begin adds the manipulator crystal's first reading, which starts its
// trajectory. A second call starts another one, of another crystal.
func (s *Space) Begin(values []float64) {
	values = rounded(values)
	s.begun = true
	s.present = values
	for i := range s.nodes {
		if s.problem.Controllable[i] {
			s.nodes[i].group++
			s.nodes[i].base = nil
		}
		s.add(i, values)
	}
}

// Intervene adds the reading that an intervention on a property left on the
// manipulator crystal. It panics before [Space.Begin] and for a property that
// cannot be controlled: those are faults of the caller.
func (s *Space) Intervene(property int, v float64, values []float64) {
	if !s.begun || !s.problem.Controllable[property] {
		panic("identify: Intervene on a crystal or property that cannot be intervened on")
	}
	values = rounded(values)
	s.rebase(property, v)
	s.present = values
	for i := range s.nodes {
		s.add(i, values)
	}
}

// rounded returns a reading at its two decimals. Rational arithmetic counts in
// hundredths, and floating point must not see more than it does.
func rounded(values []float64) []float64 {
	r := make([]float64, len(values))
	for i, v := range values {
		r[i] = scm.Round(v)
	}
	return r
}

// rebase begins the stretch of the trajectory after an intervention.
func (s *Space) rebase(property int, v float64) {
	n := &s.nodes[property]
	n.group++
	if s.problem.Semantics == scm.Shift {
		base := scm.Round(v)
		n.base = &base
	}
}

// add gives a reading to the solver of variable i.
func (s *Space) add(i int, values []float64) {
	n := &s.nodes[i]
	r := reading{value: values[i], parents: make([]float64, len(n.candidates))}
	for j, c := range n.candidates {
		r.parents[j] = values[c]
	}
	s.addReading(i, r)
}

func (s *Space) addReading(i int, r reading) {
	n := &s.nodes[i]
	var news bool
	if n.base != nil {
		news = n.solver.know(*n.base, r)
	} else {
		news = n.solver.share(n.group, r)
	}
	if news {
		n.supports = nil
		s.counts = nil
	}
}

// ParentSets returns the feasible parent sets of variable i, sets of variables.
// Not to be changed.
func (s *Space) ParentSets(i int) []Set {
	n := &s.nodes[i]
	if n.supports == nil {
		n.supports = []Set{}
		for _, columns := range n.solver.supports() {
			var set Set
			for _, c := range columns.Members() {
				set |= 1 << n.candidates[c]
			}
			n.supports = append(n.supports, set)
		}
	}
	return n.supports
}

// columnsOf turns a set of candidates into one of the node's columns.
func (n *node) columnsOf(parents Set) Set {
	var columns Set
	for j, c := range n.candidates {
		if parents.Has(c) {
			columns |= 1 << j
		}
	}
	return columns
}

// Count returns IMEC: the number of acyclic graphs in the space.
func (s *Space) Count() Count {
	return s.graphs()[1<<s.problem.Variables-1]
}

func (s *Space) graphs() []Count {
	if s.counts == nil {
		parents := make([][]Set, len(s.nodes))
		for i := range parents {
			parents[i] = s.ParentSets(i)
		}
		s.counts = graphCounts(len(s.nodes), parents)
	}
	return s.counts
}
