package identify_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"causalab/scm"
	"causalab/scm/identify"
)

// episode plays a sampled linear model of k variables: two observations, the
// manipulator's start and 4(k-1) interventions on properties in turn, as the
// paper's budget has it.
func episode(tb testing.TB, k int) (identify.Problem, []event) {
	r := rand.New(rand.NewPCG(uint64(k), 7))
	names := scm.ExtendedProperties()[:k-1]
	mechanisms := make([]scm.Mechanism, 0, k)
	for i := range k {
		m := scm.Mechanism{Base: float64(15 + r.IntN(11)), Controllable: i < k-1}
		if i < k-1 {
			m.Variable = names[i]
		} else {
			m.Variable = scm.Variable{Name: scm.Frequency}
		}
		for _, p := range mechanisms {
			if r.IntN(k) < 2 || i == k-1 && len(m.Terms) == 0 && p.Name == names[k-2].Name {
				m.Terms = append(m.Terms, scm.Term{Parent: p.Name, Power: 1, Weight: float64(1 + r.IntN(3))})
			}
		}
		mechanisms = append(mechanisms, m)
	}
	model, err := scm.NewModel(scm.Linear, mechanisms, scm.Disturbance{})
	if err != nil {
		tb.Fatal(err)
	}
	crystal := func() *scm.Crystal {
		bases := make([]float64, k)
		for i := range bases {
			bases[i] = float64(r.IntN(101))
		}
		c, err := model.NewCrystal(bases)
		if err != nil {
			tb.Fatal(err)
		}
		return c
	}
	events := []event{{kind: observe, values: crystal().Values()}, {kind: observe, values: crystal().Values()}}
	c := crystal()
	events = append(events, event{kind: begin, values: c.Values()})
	for i := range 4 * (k - 1) {
		v := float64(r.IntN(101))
		if err := c.Intervene(i%(k-1), v, scm.Shift, 0); err != nil {
			tb.Fatal(err)
		}
		events = append(events, event{intervene, i % (k - 1), v, c.Values()})
	}
	return identify.ProblemOf(model, false, scm.Shift), events
}

// BenchmarkEpisode counts the graphs after every measurement of a whole episode.
func BenchmarkEpisode(b *testing.B) {
	for k := 3; k <= identify.MaxVariables; k++ {
		p, events := episode(b, k)
		b.Run(fmt.Sprintf("k=%d", k), func(b *testing.B) {
			for b.Loop() {
				s := newSpace(b, p)
				for _, e := range events {
					e.add(s)
					s.Count()
				}
			}
		})
	}
}

// BenchmarkRecord compares, per measurement of an episode, what one more costs a
// space that has counted the others with starting over.
func BenchmarkRecord(b *testing.B) {
	linear, linearEvents := episode(b, 7)
	quadratic, quadraticEvents := quadraticEpisode(b)
	for _, test := range []struct {
		name   string
		p      identify.Problem
		events []event
	}{{"linear", linear, linearEvents}, {"quadratic", quadratic, quadraticEvents}} {
		perRecord := func(b *testing.B) {
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(test.events)), "ns/record")
		}
		b.Run(test.name+"/one more", func(b *testing.B) {
			for b.Loop() {
				s := newSpace(b, test.p)
				for _, e := range test.events {
					e.add(s)
					s.Count()
				}
			}
			perRecord(b)
		})
		b.Run(test.name+"/starting over", func(b *testing.B) {
			for b.Loop() {
				for n := range test.events {
					s := newSpace(b, test.p)
					for _, e := range test.events[:n+1] {
						e.add(s)
					}
					s.Count()
				}
			}
			perRecord(b)
		})
	}
}

// quadraticEpisode plays a fixed quadratic model of four variables on the
// paper's budget.
func quadraticEpisode(tb testing.TB) (identify.Problem, []event) {
	names := scm.Properties()
	curve := func(p string, u, vertex float64) []scm.Term {
		return []scm.Term{{Parent: p, Power: 2, Weight: u}, {Parent: p, Power: 1, Weight: -2 * u * vertex}}
	}
	model, err := scm.NewModel(scm.Quadratic, []scm.Mechanism{
		{Variable: names[0], Controllable: true, Base: 20},
		{Variable: names[1], Controllable: true, Base: 42.6, Terms: curve(names[0].Name, 0.012, 43.25)},
		{Variable: names[2], Controllable: true, Base: 20},
		{Variable: scm.Variable{Name: scm.Frequency}, Base: 90.009481,
			Terms: append(curve(names[1].Name, 0.016, 54.182804), curve(names[2].Name, 0.008, 35.750323)...)},
	}, scm.Disturbance{})
	if err != nil {
		tb.Fatal(err)
	}
	r := rand.New(rand.NewPCG(11, 7))
	crystal := func() *scm.Crystal {
		c, err := model.NewCrystal([]float64{float64(r.IntN(101)), float64(r.IntN(101)), float64(r.IntN(101)), 0})
		if err != nil {
			tb.Fatal(err)
		}
		return c
	}
	events := []event{{kind: observe, values: crystal().Values()}, {kind: observe, values: crystal().Values()}}
	c := crystal()
	events = append(events, event{kind: begin, values: c.Values()})
	for i := range 12 {
		v := float64(r.IntN(101))
		if err := c.Intervene(i%3, v, scm.Shift, 0); err != nil {
			tb.Fatal(err)
		}
		events = append(events, event{intervene, i % 3, v, c.Values()})
	}
	return identify.ProblemOf(model, false, scm.Shift), events
}

// BenchmarkQuadraticEpisode is BenchmarkEpisode on rounded readings.
func BenchmarkQuadraticEpisode(b *testing.B) {
	p, events := quadraticEpisode(b)
	for b.Loop() {
		s := newSpace(b, p)
		for _, e := range events {
			e.add(s)
			s.Count()
		}
	}
}

// BenchmarkExpect weighs one intervention on a six-variable model early on.
func BenchmarkExpect(b *testing.B) {
	p, events := episode(b, 6)
	s := newSpace(b, p)
	for _, e := range events[:4] {
		e.add(s)
	}
	s.Count()
	r := rand.New(rand.NewPCG(1, 1))
	for b.Loop() {
		if _, ok := s.Expect(1, 60, 8, r); !ok {
			b.Fatal("nothing expected")
		}
	}
}
