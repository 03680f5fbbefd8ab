package scm

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Family is the form that a model's mechanisms may take.
type Family string

const (
	// Linear mechanisms read X = b + Σ w·p.
	Linear Family = "linear"
	// Quadratic mechanisms read X = b + Σ (u·p² + w·p).
	Quadratic Family = "quadratic"
)

// Term is one summand of a mechanism: Weight · Parent^Power.
type Term struct {
	Parent string
	Power  int     // 1, or 2 in a quadratic model
	Weight float64 // finite and not zero
}

// Mechanism says how one variable follows from its parents.
type Mechanism struct {
	Variable
	// Controllable says whether a player can intervene on the variable. The
	// base of a controllable property belongs to each crystal; every other
	// variable has Base in every crystal.
	Controllable bool
	// Base is the model's base: that of all crystals for the frequency and for
	// properties that cannot be controlled.
	Base float64
	// Terms are summed in this order, after the base.
	Terms []Term
}

// Disturbance is a hidden variable H that is 0 until the first intervention
// and is then drawn from {-Range, 0, Range} after every intervention. It is
// added with weight 1 to each variable it affects. The zero value affects none.
type Disturbance struct {
	Range    float64  // in the unit of the affected variables, at least 0
	Affected []string // code names
}

// Active says whether the disturbance can change any value.
func (d Disturbance) Active() bool { return d.Range != 0 && len(d.Affected) > 0 }

// Draw returns the next value of H: -Range, 0 or Range with equal chance.
// What is taken from r does not depend on the disturbance, so that the n-th draw
// of a stream has the same sign whatever the range.
func (d Disturbance) Draw(r *rand.Rand) float64 {
	return float64(r.IntN(3)-1)*d.Range + 0
}

// Model is a structural causal model, immutable once made. Variables are
// addressed by index: the properties in canonical order ([CompareNames]), the
// frequency last.
type Model struct {
	family      Family
	mechanisms  []Mechanism
	graph       *Graph
	disturbance Disturbance

	// Compiled form: terms of all mechanisms in evaluation order.
	steps []step
	terms []compiledTerm
}

type step struct {
	variable  int
	first     int // terms[first:last] belong to the variable
	last      int
	disturbed bool
}

type compiledTerm struct {
	parent int
	square bool
	weight float64
}

// NewModel checks and compiles a model. Mechanisms may come in any order; each
// term makes its parent an edge. The errors of [NewGraph] are returned as they
// are; any other error names the variable and what is wrong with it.
func NewModel(family Family, mechanisms []Mechanism, disturbance Disturbance) (*Model, error) {
	if family != Linear && family != Quadratic {
		return nil, fmt.Errorf("family %q: want %q or %q", family, Linear, Quadratic)
	}
	m := &Model{family: family, disturbance: Disturbance{disturbance.Range, slices.Clone(disturbance.Affected)}}
	m.mechanisms = make([]Mechanism, len(mechanisms))
	for i, f := range mechanisms {
		f.Terms = slices.Clone(f.Terms)
		m.mechanisms[i] = f
	}
	slices.SortStableFunc(m.mechanisms, func(a, b Mechanism) int { return CompareNames(a.Name, b.Name) })

	n := len(m.mechanisms)
	if n == 0 || m.mechanisms[n-1].Name != Frequency {
		return nil, errors.New("a model needs the variable " + Frequency)
	}
	if m.mechanisms[n-1].Controllable {
		return nil, errors.New(Frequency + ": the frequency cannot be controlled")
	}
	names := make([]string, n)
	var edges []Edge
	for i, f := range m.mechanisms {
		names[i] = f.Name
		var err error
		if edges, err = appendEdges(edges, family, f); err != nil {
			return nil, err
		}
	}
	var err error
	if m.graph, err = NewGraph(names, edges); err != nil {
		return nil, err
	}
	if err := m.checkDisturbance(); err != nil {
		return nil, err
	}
	m.compile()
	return m, nil
}

// appendEdges adds an edge for each parent of f, in the order of its terms.
func appendEdges(edges []Edge, family Family, f Mechanism) ([]Edge, error) {
	if math.IsNaN(f.Base) || math.IsInf(f.Base, 0) {
		return nil, fmt.Errorf("%s: base %v is not finite", f.Name, f.Base)
	}
	type key struct {
		parent string
		power  int
	}
	seen := make(map[key]bool)
	linked := make(map[string]bool)
	for _, t := range f.Terms {
		switch {
		case t.Power != 1 && (t.Power != 2 || family != Quadratic):
			return nil, fmt.Errorf("%s: power %d of %s is outside the %s family", f.Name, t.Power, t.Parent, family)
		case t.Weight == 0 || math.IsNaN(t.Weight) || math.IsInf(t.Weight, 0):
			return nil, fmt.Errorf("%s: weight %v of %s must be finite and not zero", f.Name, t.Weight, t.Parent)
		case seen[key{t.Parent, t.Power}]:
			return nil, &DuplicateEdgeError{Edge{t.Parent, f.Name}}
		}
		seen[key{t.Parent, t.Power}] = true
		if !linked[t.Parent] {
			linked[t.Parent] = true
			edges = append(edges, Edge{t.Parent, f.Name})
		}
	}
	return edges, nil
}

func (m *Model) checkDisturbance() error {
	d := m.disturbance
	if d.Range < 0 || math.IsNaN(d.Range) || math.IsInf(d.Range, 0) {
		return fmt.Errorf("disturbance: range %v must be finite and not negative", d.Range)
	}
	for i, name := range d.Affected {
		if m.graph.Index(name) < 0 {
			return fmt.Errorf("disturbance: %q is not a variable of this model", name)
		}
		if slices.Contains(d.Affected[:i], name) {
			return fmt.Errorf("disturbance: %q is given twice", name)
		}
	}
	return nil
}

func (m *Model) compile() {
	for _, v := range m.graph.Order() {
		f := m.mechanisms[v]
		s := step{variable: v, first: len(m.terms), disturbed: slices.Contains(m.disturbance.Affected, f.Name)}
		for _, t := range f.Terms {
			m.terms = append(m.terms, compiledTerm{m.graph.Index(t.Parent), t.Power == 2, t.Weight})
		}
		s.last = len(m.terms)
		m.steps = append(m.steps, s)
	}
}

// Family returns the form of the mechanisms.
func (m *Model) Family() Family { return m.family }

// Len returns k, the number of variables with the frequency.
func (m *Model) Len() int { return len(m.mechanisms) }

// Graph returns the model's graph, over the same indices.
func (m *Model) Graph() *Graph { return m.graph }

// Frequency returns the index of the frequency, which is the last.
func (m *Model) Frequency() int { return len(m.mechanisms) - 1 }

// Index returns the index of a code name, or -1.
func (m *Model) Index(name string) int { return m.graph.Index(name) }

// Mechanism returns the mechanism of variable i. Its terms are not to be
// changed.
func (m *Model) Mechanism(i int) Mechanism { return m.mechanisms[i] }

// Disturbance returns the hidden disturbance. Its slice is not to be changed.
func (m *Model) Disturbance() Disturbance { return m.disturbance }

// Evaluate fills values with what a crystal of the given bases shows while the
// disturbance has value h: each variable after its parents, base first, then
// its terms in order, rounded by [Round]; an affected variable then takes h and
// is rounded again. All slices are indexed by variable and have length
// [Model.Len]; the bases of variables that cannot be controlled are read from
// bases too, so a caller may try others.
func (m *Model) Evaluate(bases []float64, h float64, values []float64) {
	for i := range m.steps {
		s := &m.steps[i]
		// Products are converted so that no architecture fuses them into the sum.
		sum := bases[s.variable]
		for _, t := range m.terms[s.first:s.last] {
			p := values[t.parent]
			if t.square {
				p = float64(p * p)
			}
			sum += float64(t.weight * p)
		}
		x := Round(sum)
		if s.disturbed && h != 0 {
			x = Round(x + h)
		}
		values[s.variable] = x
	}
}

// contributions returns Σ of the terms of variable i at the given values.
func (m *Model) contributions(i int, values []float64) float64 {
	var sum float64
	for _, t := range m.mechanisms[i].Terms {
		p := values[m.graph.Index(t.Parent)]
		if t.Power == 2 {
			p = float64(p * p)
		}
		sum += float64(t.Weight * p)
	}
	return sum
}
