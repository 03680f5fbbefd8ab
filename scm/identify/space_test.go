package identify_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"causalab/scm"
	"causalab/scm/identify"

	"pgregory.net/rapid"
)

func TestTruthIsInsideAndCountNeverRises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := worlds(5, whole, fractional, quadratic).Draw(t, "world")
		s := newSpace(t, w.problem)
		count := s.Count()
		for n, e := range w.events {
			e.add(s)
			if c := s.Count(); c.Cmp(count) > 0 {
				t.Fatalf("IMEC rises from %s to %s with measurement %d, %v", count, c, n, e)
			} else {
				count = c
			}
			for i := range w.model.Len() {
				if !slices.Contains(s.ParentSets(i), w.parents(i)) {
					t.Fatalf("the true parents %b of variable %d are ruled out by measurement %d, %v", w.parents(i), i, n, e)
				}
			}
		}
	})
}

func TestIncrementalIsFresh(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := worlds(4, whole, fractional, quadratic).Draw(t, "world")
		step := newSpace(t, w.problem)
		for _, e := range w.events {
			e.add(step)
			step.Count()
		}
		fresh := w.space(t)
		for i := range w.model.Len() {
			if !slices.Equal(sorted(step, i), sorted(fresh, i)) {
				t.Fatalf("variable %d: feasible sets %v step by step, %v at once", i, sorted(step, i), sorted(fresh, i))
			}
		}
		if step.Count() != fresh.Count() {
			t.Fatalf("IMEC %s step by step, %s at once", step.Count(), fresh.Count())
		}
	})
}

func TestCloneIsIndependent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := worlds(4, whole, quadratic).Draw(t, "world")
		cut := rapid.IntRange(0, len(w.events)).Draw(t, "cut")
		s := newSpace(t, w.problem)
		for _, e := range w.events[:cut] {
			e.add(s)
		}
		if rapid.Bool().Draw(t, "counted") {
			s.Count()
		}
		c := s.Clone()
		for _, e := range w.events[cut:] {
			e.add(s)
			s.Count()
		}
		early := newSpace(t, w.problem)
		for _, e := range w.events[:cut] {
			e.add(early)
		}
		if c.Count() != early.Count() {
			t.Fatalf("the clone counts %s, want %s", c.Count(), early.Count())
		}
		for _, e := range w.events[cut:] {
			e.add(c)
		}
		if c.Count() != s.Count() {
			t.Fatalf("the clone counts %s in the end, the original %s", c.Count(), s.Count())
		}
	})
}

func TestRelabellingChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := worlds(4, whole, fractional, quadratic).Draw(t, "world")
		n := w.model.Len()
		identity := make([]int, n)
		for i := range identity {
			identity[i] = i
		}
		to := rapid.Permutation(identity).Draw(t, "permutation")
		p := w.problem
		p.Frequency = to[p.Frequency]
		p.Controllable = make([]bool, n)
		for i, c := range w.problem.Controllable {
			p.Controllable[to[i]] = c
		}
		s := newSpace(t, p)
		for _, e := range w.events {
			values := make([]float64, n)
			for i, x := range e.values {
				values[to[i]] = x
			}
			event{e.kind, to[e.property], e.v, values}.add(s)
		}
		original := w.space(t)
		if s.Count() != original.Count() {
			t.Fatalf("IMEC %s, and %s with other labels", original.Count(), s.Count())
		}
		for i := range n {
			var moved []identify.Set
			for _, set := range original.ParentSets(i) {
				var m identify.Set
				for _, x := range set.Members() {
					m |= 1 << to[x]
				}
				moved = append(moved, m)
			}
			slices.Sort(moved)
			if got := sorted(s, to[i]); !slices.Equal(got, moved) {
				t.Fatalf("variable %d: feasible sets %v with other labels, want %v", i, got, moved)
			}
		}
	})
}

func TestPossibleContainsTheTruth(t *testing.T) {
	unique := 0
	rapid.Check(t, func(t *rapid.T) {
		w := worlds(4, whole, fractional, quadratic).Draw(t, "world")
		s := w.space(t)
		y := w.problem.Frequency
		truth := w.reactor[y]
		readings := slices.Clone(w.reactor)
		readings[y] = math.NaN() // not to be read
		r, ok := s.Possible(readings)
		switch {
		case !ok:
			t.Fatal("nothing is possible")
		case truth < r.Low || truth > r.High:
			t.Fatalf("%v Hz is outside %v…%v", truth, r.Low, r.High)
		case r.Unique() && !slices.Equal(r.Values, []float64{truth}):
			t.Fatalf("one frequency is possible, but the values are %v", r.Values)
		case r.Values != nil && !slices.Contains(r.Values, truth):
			t.Fatalf("%v Hz is not among %v", truth, r.Values)
		}
		if r.Unique() {
			unique++
		}
	})
	if unique == 0 {
		t.Error("no world left a single frequency")
	}
}

// Every mechanism that Solve gives has to reproduce every reading.
func TestSolveReproducesTheReadings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := worlds(4, whole, fractional, quadratic).Draw(t, "world")
		s := w.space(t)
		var r *rand.Rand
		if rapid.Bool().Draw(t, "random") {
			r = rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		}
		for i := range w.model.Len() {
			for _, parents := range s.ParentSets(i) {
				c, ok := s.Solve(i, parents, r)
				if !ok {
					t.Fatalf("variable %d: no solution with parents %b", i, parents)
				}
				var has identify.Set
				for _, x := range c {
					has |= 1 << x.Parent
					if w.problem.Exact && x.Weight == 0 {
						t.Fatalf("variable %d: zero coefficient", i)
					}
				}
				if has != parents {
					t.Fatalf("variable %d: coefficients of %b, want %b", i, has, parents)
				}
				w.checkReadings(t, i, c)
			}
			if _, ok := s.Solve(i, 1<<i, r); ok {
				t.Fatalf("variable %d is its own parent", i)
			}
		}
	})
}

// checkReadings holds what is left of every reading of variable i beside its
// terms, its base, against the others of the same base.
func (w *world) checkReadings(t *rapid.T, i int, c []identify.Coefficient) {
	type span struct{ low, high float64 }
	var bases []span
	current := -1
	for n, e := range w.events {
		left, size := e.values[i], 1.0
		for _, x := range c {
			p := math.Pow(e.values[x.Parent], float64(x.Power))
			left -= float64(x.Weight * p)
			size = max(size, math.Abs(float64(x.Weight*p)), math.Abs(p))
		}
		tolerance := size * 1e-12
		if !w.problem.Exact {
			tolerance += 0.005 + 1e-8
		}
		here := span{left - tolerance, left + tolerance}
		for _, x := range e.values {
			if math.Abs(x) > 1e9 { // its square is beyond what counts as a reading
				here = span{math.Inf(-1), math.Inf(1)}
			}
		}
		switch shared := !w.problem.Controllable[i]; {
		case shared && current < 0, !shared && (e.kind == begin || e.kind == intervene && e.property == i):
			if e.kind == intervene && w.problem.Semantics == scm.Shift && !shared {
				here = span{max(here.low, scm.Round(e.v)), min(here.high, scm.Round(e.v))}
			}
			bases = append(bases, here)
			current = len(bases) - 1
		case !shared && e.kind == observe:
			continue
		default:
			bases[current].low, bases[current].high = max(bases[current].low, here.low), min(bases[current].high, here.high)
		}
		if b := bases[current]; b.low > b.high {
			t.Fatalf("variable %d: coefficients %v do not reproduce reading %d; the base would lie in %v", i, c, n, b)
		}
	}
}

func TestDrawsAreInTheSpace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := worlds(4, whole, quadratic).Draw(t, "world")
		s := w.space(t)
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		mechanisms, ok := s.Draw(r)
		if !ok {
			t.Fatal("nothing drawn")
		}
		parents := make([]identify.Set, len(mechanisms))
		for i, m := range mechanisms {
			for _, c := range m {
				parents[i] |= 1 << c.Parent
			}
			if !slices.Contains(s.ParentSets(i), parents[i]) {
				t.Fatalf("variable %d: parents %b are not feasible", i, parents[i])
			}
		}
		if !isAcyclic(parents) {
			t.Fatalf("parents %b form a cycle", parents)
		}
	})
}

// Of the twelve graphs over two properties and a frequency without children all
// have the same chance.
func TestDrawsAreUniform(t *testing.T) {
	p := identify.Problem{Variables: 3, Frequency: 2, Controllable: []bool{true, true, false}, Family: scm.Linear, Semantics: scm.Shift, Exact: true}
	s := newSpace(t, p)
	r := rand.New(rand.NewPCG(8, 9))
	drawn := make(map[[3]identify.Set]int)
	const draws = 12 * 500
	for range draws {
		mechanisms, ok := s.Draw(r)
		if !ok {
			t.Fatal("nothing drawn")
		}
		var graph [3]identify.Set
		for i, m := range mechanisms {
			for _, c := range m {
				graph[i] |= 1 << c.Parent
			}
		}
		drawn[graph]++
	}
	if len(drawn) != 12 {
		t.Errorf("%d graphs drawn, want 12", len(drawn))
	}
	for graph, n := range drawn {
		if n < 390 || n > 610 { // five standard deviations
			t.Errorf("graph %b drawn %d times of %d", graph, n, draws)
		}
	}
}

func TestExpectIsDeterministicAndAtMostTheCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := worlds(4, whole, quadratic).Draw(t, "world")
		s := w.space(t)
		property := slices.Index(w.problem.Controllable, true)
		seed := rapid.Uint64().Draw(t, "seed")
		expect := func() (float64, bool) { return s.Expect(property, 37, 4, rand.New(rand.NewPCG(seed, 1))) }
		count := s.Count()
		mean, ok := expect()
		if ok != (property >= 0) {
			t.Fatalf("ok is %v for property %d", ok, property)
		}
		if again, _ := expect(); again != mean {
			t.Fatalf("%v, and %v with the same seed", mean, again)
		}
		if ok && (mean < 1 || mean > count.Float()) {
			t.Fatalf("%v graphs expected of %s", mean, count)
		}
		if s.Count() != count {
			t.Fatalf("the space went from %s to %s", count, s.Count())
		}
	})
}

// An intervention that separates what is left is expected to leave less.
func TestExpectPrefersWhatTells(t *testing.T) {
	p := identify.Problem{Variables: 3, Frequency: 2, Controllable: []bool{true, true, false}, Family: scm.Linear, Semantics: scm.Shift, Exact: true}
	s := newSpace(t, p)
	s.Begin([]float64{10, 20, 50})
	s.Intervene(0, 40, []float64{40, 20, 80}) // the first is a parent of the frequency only
	if got := s.Count(); got != identify.CountOf(2) {
		t.Fatalf("IMEC %s, want 2: nothing tells whether the second is a parent too", got)
	}
	first, _ := s.Expect(0, 70, 20, rand.New(rand.NewPCG(1, 1)))
	second, _ := s.Expect(1, 70, 20, rand.New(rand.NewPCG(1, 1)))
	if first != 2 || second != 1 {
		t.Errorf("moving the first again leaves %v graphs, the second %v", first, second)
	}
}

// Readings that float64 has rounded by more than their last digit must rule out
// nothing that may be true.
func TestHugeReadingsTellNothingFalse(t *testing.T) {
	for _, test := range []struct {
		family    scm.Family
		afterHuge uint64 // an exact space leaves huge readings out altogether
		inTheEnd  uint64 // the small ones lie on a parabola
	}{{scm.Linear, 2, 0}, {scm.Quadratic, 1, 1}} {
		p := identify.Problem{
			Variables: 2, Frequency: 1, Controllable: []bool{true, false},
			Family: test.family, Semantics: scm.Shift, Exact: test.family == scm.Linear,
		}
		s := newSpace(t, p)
		s.Begin([]float64{10, 50})
		for _, v := range []float64{1e12, 1e100, math.MaxFloat64, 1e17} {
			s.Intervene(0, v, []float64{v, 3 * (v / 4)})
			if c := s.Count(); c != identify.CountOf(test.afterHuge) {
				t.Errorf("%s: IMEC %s after an intervention to %v, want %d", test.family, c, v, test.afterHuge)
			}
		}
		s.Intervene(0, 20, []float64{20, 80})
		s.Intervene(0, 30, []float64{30, 120})
		if c := s.Count(); c != identify.CountOf(test.inTheEnd) {
			t.Errorf("%s: IMEC %s in the end, want %d", test.family, c, test.inTheEnd)
		}
	}
}

func TestNewRefusesProblems(t *testing.T) {
	fine := identify.Problem{Variables: 2, Frequency: 1, Controllable: []bool{true, false}, Family: scm.Linear, Semantics: scm.Shift, Exact: true}
	newSpace(t, fine)
	for name, change := range map[string]func(*identify.Problem){
		"too many":               func(p *identify.Problem) { p.Variables, p.Controllable = 13, make([]bool, 13) },
		"none":                   func(p *identify.Problem) { p.Variables, p.Controllable = 0, nil },
		"lengths apart":          func(p *identify.Problem) { p.Controllable = []bool{true} },
		"no frequency":           func(p *identify.Problem) { p.Frequency = 2 },
		"controllable frequency": func(p *identify.Problem) { p.Frequency = 0 },
		"exact quadratic":        func(p *identify.Problem) { p.Family = scm.Quadratic },
		"unknown family":         func(p *identify.Problem) { p.Family = "cubic" },
		"unknown semantics":      func(p *identify.Problem) { p.Semantics = "" },
	} {
		p := fine
		change(&p)
		if _, err := identify.New(p); err == nil {
			t.Errorf("%s: not refused", name)
		}
	}
}

// Readings are exact only where every number of the mechanisms keeps them at two
// decimals: with a base or a weight that does not, they are rounded.
func TestProblemOfExactModels(t *testing.T) {
	for _, test := range []struct {
		base, weight float64
		exact        bool
	}{
		{20, 3, true}, {20.25, 2, true}, {7.3191, 3, false}, {20, 1.5, false},
	} {
		m, err := scm.NewModel(scm.Linear, []scm.Mechanism{
			{Variable: scm.Variable{Name: "density"}, Controllable: true},
			{Variable: scm.Variable{Name: scm.Frequency}, Base: test.base, Terms: []scm.Term{{Parent: "density", Power: 1, Weight: test.weight}}},
		}, scm.Disturbance{})
		if err != nil {
			t.Fatal(err)
		}
		if got := identify.ProblemOf(m, false, scm.Shift).Exact; got != test.exact {
			t.Errorf("base %v, weight %v: exact %v, want %v", test.base, test.weight, got, test.exact)
		}
	}
}
