package identify

import (
	"math"
	"slices"

	"causalab/scm"
)

// Floors below which a coefficient counts as zero where readings are rounded:
// without them a superset of the true parents would nearly always pass, its
// extra coefficients being as small as the rounding allows.
const (
	squareFloor = 0.001 // of u in u·p²
	linearFloor = 0.05  // of w in w·p
)

// halfDigit is how far a rounded reading lies from its mechanism's value, with
// room for the last bits of binary arithmetic.
const halfDigit = 0.005 + 1e-9

// boundedSolver decides mechanisms on readings that are rounded to two
// decimals: a set of parents is feasible if some coefficients and bases come
// within half of the last digit of every reading, and if for every term some of
// these choices have a coefficient of at least its floor. Each term is judged by
// itself, and a parent of a quadratic mechanism needs both of its terms.
type boundedSolver struct {
	squares   bool // terms u·p² beside w·p
	rows      []boundedRow
	groups    int // of rows with a common base
	lastGroup int
	open      []hypothesis // not ruled out by the first checked rows
	checked   int
}

// boundedRow says |base of the group + Σ terms - value| ≤ half; group -1 has the
// base 0.
type boundedRow struct {
	group   int
	value   float64
	size    float64   // of what value was made of
	parents []float64 // of the candidates
}

// hypothesis is a set of parents with the mechanisms that show it feasible. As
// long as these agree with new readings, nothing has to be solved again.
type hypothesis struct {
	parents   Set
	witnesses []witness
}

// witness is a mechanism: coefficients in the order of terms, and the base of
// each group, NaN for one that no reading has told of yet. It is not changed once
// made.
type witness struct{ weights, bases []float64 }

func newBoundedSolver(candidates int, family scm.Family) *boundedSolver {
	b := &boundedSolver{squares: family == scm.Quadratic, lastGroup: -1, checked: -1}
	for s := range Set(1) << candidates {
		b.open = append(b.open, hypothesis{parents: s})
	}
	return b
}

func (b *boundedSolver) share(group int, r reading) (news bool) {
	if group != b.lastGroup || b.groups == 0 {
		b.lastGroup = group
		b.groups++
	}
	b.rows = append(b.rows, boundedRow{b.groups - 1, r.value, math.Abs(r.value), r.parents})
	return true
}

func (b *boundedSolver) know(base float64, r reading) (news bool) {
	b.rows = append(b.rows, boundedRow{-1, r.value - base, max(math.Abs(r.value), math.Abs(base)), r.parents})
	return true
}

// boundedLimit is the size from which a reading is left out: float64 has
// rounded it to hundreds.
const boundedLimit = 1 << 60

// half returns halfDigit, and more where a row is so large that float64 itself
// rounds what a mechanism of the given parents makes of it. From boundedLimit
// on ok is false, and the row tells nothing.
func (b *boundedSolver) half(r *boundedRow, parents Set) (half float64, ok bool) {
	size := r.size
	for _, m := range parents.Members() {
		p := math.Abs(r.parents[m])
		size = max(size, p)
		if b.squares {
			size = max(size, float64(p*p))
		}
	}
	return halfDigit + float64(size*0x1p-50), size < boundedLimit
}

func (b *boundedSolver) clone() solver {
	c := *b
	c.rows = slices.Clip(c.rows)
	c.open = slices.Clone(c.open)
	return &c
}

func (b *boundedSolver) supports() []Set {
	if b.checked != len(b.rows) {
		// What was ruled out stays so: more readings never allow more.
		kept := b.open[:0]
		for _, h := range b.open {
			if b.keep(&h) {
				kept = append(kept, h)
			}
		}
		b.open, b.checked = kept, len(b.rows)
	}
	sets := make([]Set, len(b.open))
	for i, h := range b.open {
		sets[i] = h.parents
	}
	return sets
}

// keep decides on a hypothesis and renews its witnesses.
func (b *boundedSolver) keep(h *hypothesis) bool {
	var still []witness
	for _, w := range h.witnesses {
		if w, ok := b.follow(h.parents, w); ok {
			still = append(still, w)
		}
	}
	h.witnesses = still
	floors := b.floors(h.parents)
	var f *fit // made when first needed
	for j := range max(len(floors), 1) {
		if slices.ContainsFunc(h.witnesses, func(w witness) bool {
			return j == len(floors) || math.Abs(w.weights[j]) >= floors[j]
		}) {
			continue
		}
		if f == nil {
			f = b.fit(h.parents)
		}
		if !f.possible() {
			return false
		}
		if j == len(floors) {
			h.witnesses = append(h.witnesses, f.inner())
			continue
		}
		w, ok := f.reaches(j, floors[j])
		if !ok {
			return false
		}
		if w.weights != nil {
			h.witnesses = append(h.witnesses, w)
		}
	}
	return true
}

// follow takes a witness through the rows that came since it was last checked
// and says whether it agrees with them.
func (b *boundedSolver) follow(parents Set, w witness) (witness, bool) {
	terms := make([]float64, 0, len(w.weights))
	for i := max(b.checked, 0); i < len(b.rows); i++ {
		r := &b.rows[i]
		half, ok := b.half(r, parents)
		if r.group == len(w.bases) {
			w.bases = append(slices.Clip(w.bases), math.NaN())
		}
		if !ok {
			continue
		}
		left := r.value
		for j, x := range b.terms(parents, r.parents, terms) {
			left -= float64(w.weights[j] * x)
		}
		if r.group >= 0 {
			if math.IsNaN(w.bases[r.group]) { // it takes what base it needs
				w.bases = slices.Clone(w.bases)
				w.bases[r.group] = left
			}
			left -= w.bases[r.group]
		}
		if !(math.Abs(left) <= half) {
			return w, false
		}
	}
	return w, true
}

// terms appends what the coefficients of a mechanism multiply: for each of the
// parents in ascending order its square, in a quadratic mechanism, and its
// reading.
func (b *boundedSolver) terms(parents Set, readings []float64, into []float64) []float64 {
	for _, m := range parents.Members() {
		if b.squares {
			into = append(into, float64(readings[m]*readings[m]))
		}
		into = append(into, readings[m])
	}
	return into
}

// floors returns the floor of each term.
func (b *boundedSolver) floors(parents Set) []float64 {
	var floors []float64
	for range parents.Len() {
		if b.squares {
			floors = append(floors, squareFloor)
		}
		floors = append(floors, linearFloor)
	}
	return floors
}
