package identify_test

import (
	"math/big"
	"testing"

	"causalab/scm"
	"causalab/scm/identify"

	"pgregory.net/rapid"
)

// IMEC by its definition: every acyclic graph, every variable's equations with
// its bases as unknowns, and plain elimination in rational numbers.
func TestBruteForceAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := worlds(4, whole).Draw(t, "world")
		n := w.model.Len()
		feasible := make([]map[identify.Set]bool, n)
		for i := range n {
			feasible[i] = make(map[identify.Set]bool)
			for set := range identify.Set(1) << n {
				if !set.Has(i) && (w.problem.FreqParent || !set.Has(w.problem.Frequency)) {
					feasible[i][set] = w.reproduces(i, set)
				}
			}
		}
		want := enumerate(n, func(i int, set identify.Set) bool { return feasible[i][set] })
		if got := w.space(t).Count(); got != identify.CountOf(want) {
			t.Fatalf("IMEC %s, by brute force %d", got, want)
		}
	})
}

// Count is the number of acyclic choices of the feasible sets, in every family.
func TestCountIsTheNumberOfGraphs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := worlds(4, fractional, quadratic).Draw(t, "world")
		s := w.space(t)
		has := make([]map[identify.Set]bool, w.model.Len())
		for i := range has {
			has[i] = make(map[identify.Set]bool)
			for _, set := range s.ParentSets(i) {
				has[i][set] = true
			}
		}
		want := enumerate(len(has), func(i int, set identify.Set) bool { return has[i][set] })
		if s.Count() != identify.CountOf(want) {
			t.Fatalf("IMEC %s, by enumeration %d", s.Count(), want)
		}
	})
}

// enumerate counts the acyclic graphs whose every parent set is feasible.
func enumerate(n int, feasible func(int, identify.Set) bool) (count uint64) {
	parents := make([]identify.Set, n)
	var choose func(i int)
	choose = func(i int) {
		if i == n {
			if isAcyclic(parents) {
				count++
			}
			return
		}
		for set := range identify.Set(1) << n {
			if feasible(i, set) {
				parents[i] = set
				choose(i + 1)
			}
		}
	}
	choose(0)
	return count
}

// isAcyclic follows the parents of every variable as many times as there are
// variables: in an acyclic graph nothing is left by then.
func isAcyclic(parents []identify.Set) bool {
	for i := range parents {
		ancestors := parents[i]
		for range parents {
			var next identify.Set
			for _, p := range ancestors.Members() {
				next |= parents[p]
			}
			ancestors = next
		}
		if ancestors != 0 {
			return false
		}
	}
	return true
}

// reproduces says whether some linear mechanism of variable i with exactly these
// parents, none of its weights zero, reproduces every reading.
func (w *world) reproduces(i int, parents identify.Set) bool {
	members := parents.Members()
	columns := len(members) + len(w.events) // a base for each reading at most
	decimal := func(x float64) *big.Rat { return big.NewRat(int64(scm.Round(x)*100+0.5*sign(x)), 100) }
	var rows [][]*big.Rat
	base := -1
	for n, e := range w.events {
		known := false
		if w.problem.Controllable[i] {
			switch {
			case e.kind == observe, e.kind == begin:
				base = n
			case e.kind == intervene && e.property == i:
				base = n
				known = w.problem.Semantics == scm.Shift
			}
		} else {
			base = 0
		}
		row := make([]*big.Rat, columns+1)
		for c := range row {
			row[c] = new(big.Rat)
		}
		for j, p := range members {
			row[j] = decimal(e.values[p])
		}
		row[len(members)+base].SetInt64(1)
		row[columns] = decimal(e.values[i])
		rows = append(rows, row)
		if known { // one more equation: base = v
			row := make([]*big.Rat, columns+1)
			for c := range row {
				row[c] = new(big.Rat)
			}
			row[len(members)+base].SetInt64(1)
			row[columns] = decimal(e.v)
			rows = append(rows, row)
		}
	}
	return solvable(rows, len(members))
}

func sign(x float64) float64 {
	if x < 0 {
		return -1
	}
	return 1
}

// solvable says whether the equations have a solution, and one in which none of
// the first unknowns is zero: if none of them is zero in all solutions.
func solvable(rows [][]*big.Rat, first int) bool {
	columns := len(rows[0]) - 1
	// Eliminate from the last unknown to the first, so that a forced weight
	// stands alone in its row.
	done := 0
	for c := columns - 1; c >= 0; c-- {
		pivot := -1
		for r := done; r < len(rows); r++ {
			if rows[r][c].Sign() != 0 {
				pivot = r
			}
		}
		if pivot < 0 {
			continue
		}
		rows[done], rows[pivot] = rows[pivot], rows[done]
		for r := range rows {
			if r == done || rows[r][c].Sign() == 0 {
				continue
			}
			factor := new(big.Rat).Quo(rows[r][c], rows[done][c])
			for k := range rows[r] {
				rows[r][k] = new(big.Rat).Sub(rows[r][k], new(big.Rat).Mul(factor, rows[done][k]))
			}
		}
		done++
	}
	for _, row := range rows {
		alone, others := -1, 0
		for c := range columns {
			if row[c].Sign() != 0 {
				alone = c
				others++
			}
		}
		if others == 0 && row[columns].Sign() != 0 || others == 1 && alone < first && row[columns].Sign() == 0 {
			return false
		}
	}
	return true
}
