package scm

import (
	"fmt"
	"strings"
)

// Edge says that From is a direct cause of To. Both are code names.
type Edge struct {
	From string `json:"from"`
	To   string `json:"to"`
}

func (e Edge) String() string { return e.From + " -> " + e.To }

// CycleError reports that a graph is not acyclic.
type CycleError struct {
	// Nodes lists one cycle in edge direction, the first node not repeated.
	Nodes []string
}

func (e *CycleError) Error() string {
	return "cycle: " + strings.Join(append(append([]string(nil), e.Nodes...), e.Nodes[0]), " -> ")
}

// UnknownNodeError reports an edge whose end is not a node of the graph.
type UnknownNodeError struct {
	Edge Edge
	Name string // the end that is unknown
}

func (e *UnknownNodeError) Error() string {
	return fmt.Sprintf("edge %v: %q is not a variable of this model", e.Edge, e.Name)
}

// DuplicateEdgeError reports an edge given twice.
type DuplicateEdgeError struct{ Edge Edge }

func (e *DuplicateEdgeError) Error() string { return fmt.Sprintf("edge %v: given twice", e.Edge) }

// SelfEdgeError reports an edge from a node to itself.
type SelfEdgeError struct{ Edge Edge }

func (e *SelfEdgeError) Error() string {
	return fmt.Sprintf("edge %v: a variable cannot be its own parent", e.Edge)
}

// DuplicateNodeError reports a node given twice.
type DuplicateNodeError struct{ Name string }

func (e *DuplicateNodeError) Error() string { return fmt.Sprintf("variable %q: given twice", e.Name) }

// Graph is a directed acyclic graph over named nodes, immutable once made.
// Nodes are addressed by their index in the order given to [NewGraph].
type Graph struct {
	names    []string
	edges    []Edge
	parents  [][]int // ascending
	children [][]int // ascending
	order    []int
}

// NewGraph makes a graph. Its error is a [*DuplicateNodeError],
// [*UnknownNodeError], [*SelfEdgeError], [*DuplicateEdgeError] or [*CycleError].
func NewGraph(names []string, edges []Edge) (*Graph, error) {
	g := &Graph{
		names:    append([]string(nil), names...),
		edges:    append([]Edge(nil), edges...),
		parents:  make([][]int, len(names)),
		children: make([][]int, len(names)),
	}
	index := make(map[string]int, len(names))
	for i, n := range names {
		if _, twice := index[n]; twice {
			return nil, &DuplicateNodeError{n}
		}
		index[n] = i
	}
	adjacent := make([]bool, len(names)*len(names))
	for _, e := range edges {
		from, ok := index[e.From]
		if !ok {
			return nil, &UnknownNodeError{e, e.From}
		}
		to, ok := index[e.To]
		if !ok {
			return nil, &UnknownNodeError{e, e.To}
		}
		if from == to {
			return nil, &SelfEdgeError{e}
		}
		if adjacent[from*len(names)+to] {
			return nil, &DuplicateEdgeError{e}
		}
		adjacent[from*len(names)+to] = true
	}
	for from := range names {
		for to := range names {
			if adjacent[from*len(names)+to] {
				g.children[from] = append(g.children[from], to)
				g.parents[to] = append(g.parents[to], from)
			}
		}
	}
	if err := g.sort(); err != nil {
		return nil, err
	}
	return g, nil
}

// sort fills order by Kahn's algorithm, the lowest index first among the ready.
func (g *Graph) sort() error {
	waiting := make([]int, len(g.names))
	for i := range g.names {
		waiting[i] = len(g.parents[i])
	}
	done := make([]bool, len(g.names))
	for len(g.order) < len(g.names) {
		next := -1
		for i := range g.names {
			if !done[i] && waiting[i] == 0 {
				next = i
				break
			}
		}
		if next < 0 {
			return g.findCycle(done)
		}
		done[next] = true
		g.order = append(g.order, next)
		for _, c := range g.children[next] {
			waiting[c]--
		}
	}
	return nil
}

// findCycle walks back along unsorted parents until a node repeats.
func (g *Graph) findCycle(sorted []bool) *CycleError {
	at := 0
	for sorted[at] {
		at++
	}
	seen := make(map[int]int)
	var walk []int
	for {
		if start, again := seen[at]; again {
			cycle := walk[start:]
			names := make([]string, len(cycle))
			for i, n := range cycle {
				names[len(cycle)-1-i] = g.names[n] // walked against the edges
			}
			return &CycleError{names}
		}
		seen[at] = len(walk)
		walk = append(walk, at)
		for _, p := range g.parents[at] {
			if !sorted[p] {
				at = p
				break
			}
		}
	}
}

// Len returns the number of nodes.
func (g *Graph) Len() int { return len(g.names) }

// Name returns the code name of node i.
func (g *Graph) Name(i int) string { return g.names[i] }

// Names returns all code names by index.
func (g *Graph) Names() []string { return append([]string(nil), g.names...) }

// Index returns the index of a code name, or -1.
func (g *Graph) Index(name string) int {
	for i, n := range g.names {
		if n == name {
			return i
		}
	}
	return -1
}

// Edges returns the edges in the order given to [NewGraph].
func (g *Graph) Edges() []Edge { return append([]Edge(nil), g.edges...) }

// Parents returns the direct causes of node i, ascending. Not to be changed.
func (g *Graph) Parents(i int) []int { return g.parents[i] }

// Children returns the direct effects of node i, ascending. Not to be changed.
func (g *Graph) Children(i int) []int { return g.children[i] }

// Order returns every node after its parents; ties go to the lower index. Not
// to be changed.
func (g *Graph) Order() []int { return g.order }

// Descendants marks, by index, every node that a directed path leads to from
// node i; i itself is not marked.
func (g *Graph) Descendants(i int) []bool { return g.reach(i, g.children) }

// Ancestors marks, by index, every node that a directed path leads from to
// node i; i itself is not marked.
func (g *Graph) Ancestors(i int) []bool { return g.reach(i, g.parents) }

func (g *Graph) reach(from int, next [][]int) []bool {
	marked := make([]bool, len(g.names))
	stack := append([]int(nil), next[from]...)
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !marked[n] {
			marked[n] = true
			stack = append(stack, next[n]...)
		}
	}
	return marked
}
