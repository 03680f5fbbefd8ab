package identify_test

import (
	"fmt"
	"math"
	"slices"

	"causalab/scm"
	"causalab/scm/identify"

	"pgregory.net/rapid"
)

// world is a random model with the measurements of a random episode.
type world struct {
	model   *scm.Model
	problem identify.Problem
	events  []event
	reactor []float64
}

// event is one measurement.
type event struct {
	kind     kind
	property int
	v        float64
	values   []float64
}

type kind int

const (
	observe kind = iota
	begin
	intervene
)

func (e event) String() string {
	return fmt.Sprintf("{%s %d %v %v}", [...]string{"observe", "begin", "intervene"}[e.kind], e.property, e.v, e.values)
}

// form is a kind of model.
type form int

const (
	whole      form = iota // linear with whole coefficients
	fractional             // linear with others
	quadratic
)

// worlds generates worlds of the given forms with up to most variables.
func worlds(most int, forms ...form) *rapid.Generator[*world] {
	return rapid.Custom(func(t *rapid.T) *world {
		f := rapid.SampledFrom(forms).Draw(t, "form")
		k := rapid.IntRange(2, most).Draw(t, "variables")
		freqParent := rapid.Bool().Draw(t, "freqParent")
		w := &world{model: drawModel(t, f, k, freqParent)}
		semantics := rapid.SampledFrom([]scm.Semantics{scm.Shift, scm.Target}).Draw(t, "semantics")
		w.problem = identify.ProblemOf(w.model, freqParent, semantics)
		w.play(t)
		return w
	})
}

func drawModel(t *rapid.T, f form, k int, freqParent bool) *scm.Model {
	order := make([]string, 0, k)
	for _, v := range scm.ExtendedProperties()[:k-1] {
		order = append(order, v.Name)
	}
	order = append(order, scm.Frequency)
	if freqParent {
		order = rapid.Permutation(order).Draw(t, "order")
	} else {
		copy(order, rapid.Permutation(order[:k-1]).Draw(t, "order"))
	}
	family := scm.Linear
	if f == quadratic {
		family = scm.Quadratic
	}
	mechanisms := make([]scm.Mechanism, k)
	for i, name := range order {
		m := scm.Mechanism{Variable: scm.Variable{Name: name, Display: name}}
		m.Base = float64(rapid.IntRange(15, 25).Draw(t, "base"))
		m.Controllable = name != scm.Frequency && rapid.IntRange(0, 3).Draw(t, "controllable") > 0
		for _, p := range order[:i] {
			if !rapid.Bool().Draw(t, "edge") {
				continue
			}
			switch f {
			case whole:
				m.Terms = append(m.Terms, scm.Term{Parent: p, Power: 1, Weight: float64(rapid.SampledFrom([]int{1, 2, 3, -2}).Draw(t, "w"))})
			case fractional:
				m.Terms = append(m.Terms, scm.Term{Parent: p, Power: 1, Weight: rapid.SampledFrom([]float64{0.05, 0.5, -1.37, 2.25}).Draw(t, "w")})
			case quadratic:
				u := rapid.SampledFrom([]float64{0.008, 0.012, 0.016}).Draw(t, "u")
				vertex := float64(rapid.IntRange(3500, 6500).Draw(t, "vertex")) / 100
				m.Terms = append(m.Terms, scm.Term{Parent: p, Power: 2, Weight: u}, scm.Term{Parent: p, Power: 1, Weight: -2 * u * vertex})
				m.Base = math.Round((m.Base+u*vertex*vertex)*1e6) / 1e6
			}
		}
		mechanisms[i] = m
	}
	model, err := scm.NewModel(family, mechanisms, scm.Disturbance{})
	if err != nil {
		t.Fatal(err)
	}
	return model
}

// play measures crystals and intervenes on one, at values that often repeat.
func (w *world) play(t *rapid.T) {
	number := rapid.Custom(func(t *rapid.T) float64 {
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0:
			return rapid.SampledFrom([]float64{0, -50, 1e5}).Draw(t, "unusual")
		case 1, 2:
			return float64(rapid.IntRange(0, 10000).Draw(t, "hundredths")) / 100
		case 3, 4:
			return float64(rapid.IntRange(40, 42).Draw(t, "near"))
		}
		return float64(rapid.IntRange(0, 100).Draw(t, "integer"))
	})
	crystal := func() *scm.Crystal {
		bases := make([]float64, w.model.Len())
		for i := range bases {
			bases[i] = number.Draw(t, "base")
		}
		c, err := w.model.NewCrystal(bases)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for range rapid.IntRange(0, 4).Draw(t, "observations") {
		w.events = append(w.events, event{kind: observe, values: crystal().Values()})
	}
	manipulator := crystal()
	w.events = append(w.events, event{kind: begin, values: manipulator.Values()})
	var settable []int
	for i, c := range w.problem.Controllable {
		if c {
			settable = append(settable, i)
		}
	}
	if len(settable) > 0 {
		for range rapid.IntRange(0, 8).Draw(t, "interventions") {
			p := rapid.SampledFrom(settable).Draw(t, "property")
			v := number.Draw(t, "value")
			if err := manipulator.Intervene(p, v, w.problem.Semantics, 0); err != nil {
				t.Fatal(err)
			}
			w.events = append(w.events, event{intervene, p, v, manipulator.Values()})
		}
	}
	w.reactor = crystal().Values()
}

// parents returns the true parents of variable i.
func (w *world) parents(i int) identify.Set {
	var s identify.Set
	for _, t := range w.model.Mechanism(i).Terms {
		s |= 1 << w.model.Index(t.Parent)
	}
	return s
}

// fatal is what both rapid's and the standard library's tests can do.
type fatal interface{ Fatal(...any) }

func newSpace(t fatal, p identify.Problem) *identify.Space {
	s, err := identify.New(p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (w *world) space(t fatal) *identify.Space {
	s := newSpace(t, w.problem)
	for _, e := range w.events {
		e.add(s)
	}
	return s
}

func (e event) add(s *identify.Space) {
	switch e.kind {
	case observe:
		s.Observe(e.values)
	case begin:
		s.Begin(e.values)
	case intervene:
		s.Intervene(e.property, e.v, e.values)
	}
}

// sorted returns the feasible parent sets in ascending order.
func sorted(s *identify.Space, i int) []identify.Set {
	sets := slices.Clone(s.ParentSets(i))
	slices.Sort(sets)
	return sets
}
