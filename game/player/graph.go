package player

import "causalab/scm/identify"

// likeliestGraph returns the parent sets of the most probable acyclic graph, the
// probability of a graph being the product over its variables of the
// probabilities of their parent sets. A variable's sets must hold one that can
// come first in some order, e.g. the empty one, or none may be found; then ok is
// false.
//
// By dynamic programming over the sets of variables that stand first in an order
// of the graph (Silander & Myllymäki 2006).
func likeliestGraph(tallies []*tally) (parents []identify.Set, ok bool) {
	k := len(tallies)
	size := 1 << k
	// within[i][u] is the best of i's sets inside u, or -1.
	within := make([][]int, k)
	for i, t := range tallies {
		within[i] = make([]int, size)
		for u := range within[i] {
			within[i][u] = -1
		}
		better := func(u, n int) {
			if at := within[i][u]; n >= 0 && (at < 0 || t.logs[n] > t.logs[at]) {
				within[i][u] = n
			}
		}
		for n, s := range t.sets {
			better(int(s), n)
		}
		for u := range size {
			for v := range k {
				if u>>v&1 == 1 {
					better(u, within[i][u&^(1<<v)])
				}
			}
		}
	}
	total := make([]logarithm, size) // of the best graph over a set
	last := make([]int, size)        // the variable that stands last in it; -1 if there is no graph
	for u := 1; u < size; u++ {
		last[u] = -1
		for v := range k {
			rest := u &^ (1 << v)
			if u>>v&1 == 0 || rest != 0 && last[rest] < 0 {
				continue
			}
			if n := within[v][rest]; n >= 0 && (last[u] < 0 || total[rest]+tallies[v].logs[n] > total[u]) {
				total[u], last[u] = total[rest]+tallies[v].logs[n], v
			}
		}
	}
	parents = make([]identify.Set, k)
	for u := size - 1; u > 0; {
		v := last[u]
		if v < 0 {
			return nil, false
		}
		u &^= 1 << v
		parents[v] = tallies[v].sets[within[v][u]]
	}
	return parents, true
}

// chosen returns the place of a set in the tally.
func (t *tally) chosen(set identify.Set) int {
	for n, s := range t.sets {
		if s == set {
			return n
		}
	}
	return -1
}
