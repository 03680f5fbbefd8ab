package metrics

import (
	"slices"

	"causalab/dsl"
	"causalab/scm"
)

// Truth is what a model says about everything that is scored, made ready for
// many scorings. It is immutable and may be used by several goroutines.
type Truth struct {
	family    scm.Family
	names     []string // by variable index, the frequency last
	world     dsl.World
	adjacent  []bool // adjacent[from*len(names)+to]
	edges     int
	freqEdges int
	isRoot    []bool // by variable index
	roots     []string
	weights   []weight
}

// weight is one coefficient of the true frequency equation.
type weight struct {
	parent int
	power  int
	value  float64
}

// NewTruth prepares the truth of a model of any size.
func NewTruth(m *scm.Model) *Truth {
	g := m.Graph()
	n, freq := m.Len(), m.Frequency()
	t := &Truth{
		family:    m.Family(),
		names:     g.Names(),
		adjacent:  make([]bool, n*n),
		edges:     len(g.Edges()),
		freqEdges: len(g.Parents(freq)),
		isRoot:    make([]bool, n),
		roots:     []string{},
	}
	for i := range freq {
		t.world.Properties = append(t.world.Properties, m.Mechanism(i).Variable)
	}
	for to := range n {
		for _, from := range g.Parents(to) {
			t.adjacent[from*n+to] = true
		}
	}
	for i, ancestor := range g.Ancestors(freq) {
		if ancestor && len(g.Parents(i)) == 0 {
			t.isRoot[i] = true
			t.roots = append(t.roots, t.names[i])
		}
	}
	slices.Sort(t.roots)
	for _, term := range m.Mechanism(freq).Terms {
		t.weights = append(t.weights, weight{m.Index(term.Parent), term.Power, term.Weight})
	}
	return t
}

// Claim returns the claim that is right in everything.
func (t *Truth) Claim() Claim {
	var c Claim
	n := len(t.names)
	for from := range n {
		for to := range n {
			if t.adjacent[from*n+to] {
				c.Edges = append(c.Edges, scm.Edge{From: t.names[from], To: t.names[to]})
			}
		}
	}
	for _, w := range t.weights {
		c.Weights = append(c.Weights, Weight{t.names[w.parent], w.power, w.value})
	}
	return c
}

// variable returns the index of the variable that a name means, or -1.
func (t *Truth) variable(name string) int {
	if i := slices.Index(t.names, name); i >= 0 {
		return i
	}
	code, ok := dsl.ResolveName(name, &t.world)
	if !ok {
		return -1
	}
	return slices.Index(t.names, code)
}

// edge says whether from is a parent of to; nodes that are no variables have
// no edges.
func (t *Truth) edge(from, to int) bool {
	n := len(t.names)
	return from < n && to < n && t.adjacent[from*n+to]
}
