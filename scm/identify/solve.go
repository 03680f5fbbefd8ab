package identify

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
)

// Coefficient is one term of a mechanism that the space allows.
type Coefficient struct {
	Parent int // variable; a column while inside a solver
	Power  int
	Weight float64
	exact  *big.Rat // nil where the weight is only known as a float64
}

// Solve returns coefficients for variable i with exactly the given parents, one
// of its feasible sets. Where the measurements leave a choice, free coefficients
// are drawn from r, small whole numbers first; a nil r takes 1 for each. It
// fails, ok false, if the set is not feasible.
func (s *Space) Solve(i int, parents Set, r *rand.Rand) (c []Coefficient, ok bool) {
	if !slices.Contains(s.ParentSets(i), parents) {
		return nil, false
	}
	n := &s.nodes[i]
	c, ok = n.solver.solve(n.columnsOf(parents), r)
	for j := range c {
		c[j].Parent = n.candidates[c[j].Parent]
	}
	return c, ok
}

// attempts bounds how often a draw is tried again when a coefficient comes out
// as zero.
const attempts = 32

func (e *exactSolver) solve(columns Set, r *rand.Rand) ([]Coefficient, bool) {
	left := e.system.restrict(columns)
	if left.empty {
		return nil, false
	}
	free := left.free()
	for attempt := range attempts {
		weights := make([]*big.Rat, left.unknowns)
		for i := range weights {
			weights[i] = new(big.Rat)
		}
		for _, f := range free {
			weights[f].SetInt64(drawWhole(r, attempt))
		}
		for i, p := range left.pivots {
			x := left.rows[i]
			w := new(big.Rat).SetInt(x[left.unknowns].big())
			for _, f := range free {
				w.Sub(w, new(big.Rat).Mul(new(big.Rat).SetInt(x[f].big()), weights[f]))
			}
			weights[p] = w.Quo(w, new(big.Rat).SetInt(x[p].big()))
		}
		c := make([]Coefficient, 0, columns.Len())
		for _, q := range columns.Members() {
			if weights[q].Sign() == 0 {
				break
			}
			f, _ := weights[q].Float64()
			c = append(c, Coefficient{q, 1, f, weights[q]})
		}
		if len(c) == columns.Len() {
			return c, true
		}
		if len(free) == 0 {
			break // the same again
		}
	}
	return nil, false
}

// drawWhole draws a coefficient: 1, 2 or 3 as the benchmark does, and from a
// wider range when those have failed.
func drawWhole(r *rand.Rand, attempt int) int64 {
	if r == nil {
		return int64(1 + attempt)
	}
	if attempt < attempts/2 {
		return 1 + r.Int64N(3)
	}
	return 1 + r.Int64N(97)
}

func (b *boundedSolver) solve(columns Set, r *rand.Rand) ([]Coefficient, bool) {
	b.supports()
	at := slices.IndexFunc(b.open, func(h hypothesis) bool { return h.parents == columns })
	if at < 0 {
		return nil, false
	}
	f := b.fit(columns)
	if !f.possible() {
		return nil, false
	}
	floors := b.floors(columns)
	weights := f.inside[:f.terms]
	for range attempts {
		if r != nil {
			weights = f.draw(b.open[at].witnesses, floors, r)
		}
		if r == nil || aboveFloors(weights, floors) {
			break
		}
	}
	c := make([]Coefficient, 0, len(weights))
	for _, m := range columns.Members() {
		if b.squares {
			c = append(c, Coefficient{Parent: m, Power: 2, Weight: weights[len(c)]})
		}
		c = append(c, Coefficient{Parent: m, Power: 1, Weight: weights[len(c)]})
	}
	return c, true
}

// freedom is how far a draw moves a coefficient that nothing determines, in
// floors: up to about what the benchmark draws.
const freedom = 40

// draw returns coefficients of the fit: a random mixture of those that are at
// hand, which lies among them since the fit is convex, moved along the null
// space.
func (f *fit) draw(witnesses []witness, floors []float64, r *rand.Rand) []float64 {
	weights := make([]float64, f.terms)
	share := r.ExpFloat64()
	total := share
	for j := range weights {
		weights[j] = float64(share * f.inside[j])
	}
	for _, w := range witnesses {
		share = r.ExpFloat64()
		total += share
		for j, x := range w.weights {
			weights[j] += float64(share * x)
		}
	}
	for j := range weights {
		weights[j] /= total
	}
	for _, direction := range f.null {
		if !f.clear {
			break // it may not be one
		}
		var most float64
		for j, floor := range floors {
			most = max(most, math.Abs(direction[j])/floor)
		}
		if most == 0 {
			continue
		}
		t := float64((2*r.Float64()-1)*freedom) / most
		for j := range weights {
			weights[j] += float64(t * direction[j])
		}
	}
	return weights
}

func aboveFloors(weights, floors []float64) bool {
	for j, floor := range floors {
		if math.Abs(weights[j]) < floor {
			return false
		}
	}
	return true
}

// Draw draws a mechanism for every variable: an acyclic graph of the space,
// all graphs alike as long as that can be done by trying, and coefficients by
// [Space.Solve]. It fails, ok false, if the space is empty.
func (s *Space) Draw(r *rand.Rand) (mechanisms [][]Coefficient, ok bool) {
	parents, ok := s.drawGraph(r)
	if !ok {
		return nil, false
	}
	for i, p := range parents {
		c, ok := s.Solve(i, p, r)
		if !ok {
			return nil, false
		}
		mechanisms = append(mechanisms, c)
	}
	return mechanisms, true
}

// drawGraph draws one parent set for each variable.
func (s *Space) drawGraph(r *rand.Rand) ([]Set, bool) {
	counts := s.graphs()
	n := len(s.nodes)
	if counts[1<<n-1] == (Count{}) {
		return nil, false
	}
	parents := make([]Set, n)
	// Independent draws that happen to be acyclic are uniform over the graphs.
	for range 2000 {
		for i := range parents {
			sets := s.ParentSets(i)
			parents[i] = sets[r.IntN(len(sets))]
		}
		if acyclic(parents) {
			return parents, true
		}
	}
	// Too rare: take off one sink after the other. Graphs with many orders come
	// more often then.
	for left := Set(1<<n - 1); left != 0; {
		var total float64
		weight := make([]float64, n)
		for _, x := range left.Members() {
			rest := left &^ (1 << x)
			weight[x] = float64(inside(s.ParentSets(x), rest)) * counts[rest].Float()
			total += weight[x]
		}
		at := float64(r.Float64() * total)
		x := -1
		for _, m := range left.Members() {
			if weight[m] == 0 {
				continue
			}
			x = m
			if at < weight[m] {
				break
			}
			at -= weight[m]
		}
		left &^= 1 << x
		pick := r.IntN(inside(s.ParentSets(x), left))
		for _, p := range s.ParentSets(x) {
			if p&^left == 0 {
				if pick == 0 {
					parents[x] = p
					break
				}
				pick--
			}
		}
	}
	return parents, true
}

// inside counts the sets within a set.
func inside(sets []Set, within Set) int {
	n := 0
	for _, p := range sets {
		if p&^within == 0 {
			n++
		}
	}
	return n
}

// acyclic says whether parent sets form an acyclic graph.
func acyclic(parents []Set) bool {
	left := Set(1<<len(parents) - 1)
	for left != 0 {
		before := left
		for x := range parents {
			if left.Has(x) && parents[x]&left == 0 {
				left &^= 1 << x
			}
		}
		if left == before {
			return false
		}
	}
	return true
}
