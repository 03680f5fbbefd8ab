package metrics

import (
	"slices"
	"strings"

	"causalab/scm"
)

// edgeSet holds directed edges between nodes, each once, as to<<32 | from in
// ascending order: the edges into one node stand together. A sorted slice needs
// no memory beyond a buffer, and no bound on the number of nodes.
type edgeSet []uint64

// ends returns the nodes of an edge.
func ends(edge uint64) (from, to int) { return int(edge & (1<<32 - 1)), int(edge >> 32) }

func (s edgeSet) has(from, to int) bool {
	_, found := slices.BinarySearch(s, uint64(to)<<32|uint64(from))
	return found
}

// into returns the edges that end in a node.
func (s edgeSet) into(node int) edgeSet {
	first, _ := slices.BinarySearch(s, uint64(node)<<32)
	last := first
	for last < len(s) && s[last]>>32 == uint64(node) {
		last++
	}
	return s[first:last]
}

// reader numbers the nodes of a claim: the variables of the truth by their
// index, and after them, as they come, names that are no variables.
type reader struct {
	truth   *Truth
	strange []string
	index   map[string]int // of strange names; never ranged over
}

// read returns the edges of a claim as a set, in the buffer if it is big enough.
func (r *reader) read(edges []scm.Edge, buffer []uint64) edgeSet {
	for _, e := range edges {
		from, to := r.node(e.From), r.node(e.To)
		if from >= 0 && to >= 0 {
			buffer = append(buffer, uint64(to)<<32|uint64(from))
		}
	}
	slices.Sort(buffer)
	return slices.Compact(buffer)
}

// nodes returns how many nodes there are.
func (r *reader) nodes() int { return len(r.truth.names) + len(r.strange) }

// node returns the number of a node, or -1 for an empty name.
func (r *reader) node(name string) int {
	if i := r.truth.variable(name); i >= 0 {
		return i
	}
	name = strings.TrimSpace(name)
	if name == "" {
		return -1
	}
	i, known := r.index[name]
	if !known {
		if r.index == nil {
			r.index = make(map[string]int)
		}
		i = r.nodes()
		r.index[name] = i
		r.strange = append(r.strange, name)
	}
	return i
}

// name is the inverse of node.
func (r *reader) name(node int) string {
	if n := len(r.truth.names); node >= n {
		return r.strange[node-n]
	}
	return r.truth.names[node]
}
