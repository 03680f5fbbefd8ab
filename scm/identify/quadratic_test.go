package identify

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"causalab/scm"
	"causalab/scm/suite"
)

// Whole episodes on the released quadratic graphs: the truth stays inside, and
// floating point decides every parent set as rational arithmetic does.
func TestReleasedQuadraticEpisodes(t *testing.T) {
	s, err := suite.Released().Suite("4nodes_quad_hard")
	if err != nil {
		t.Fatal(err)
	}
	identified, compared := 0, 0
	for n, task := range s.Tasks {
		m := task.Model
		semantics := []scm.Semantics{scm.Shift, scm.Target}[n%2]
		space, err := New(ProblemOf(m, task.FreqParent, semantics))
		if err != nil {
			t.Fatal(err)
		}
		in, err := task.Draw(uint64(n%3), 2, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range in.Records {
			space.Observe(c.Values())
		}
		space.Begin(in.Manipulator.Values())
		r := rand.New(rand.NewPCG(uint64(n), 9))
		// Rational arithmetic takes its time: compare at one point of each episode.
		at := r.IntN(12)
		for step := range 12 {
			property, v := r.IntN(m.Len()-1), float64(r.IntN(101))
			if err := in.Manipulator.Intervene(property, v, semantics, 0); err != nil {
				t.Fatal(err)
			}
			space.Intervene(property, v, in.Manipulator.Values())
			space.Count()
			for i := range m.Len() {
				var truth Set
				for _, x := range m.Mechanism(i).Terms {
					truth |= 1 << m.Index(x.Parent)
				}
				if !slices.Contains(space.ParentSets(i), truth) {
					t.Fatalf("%s: the true parents of %s are ruled out", task.GraphID, m.Mechanism(i).Name)
				}
				if step != at {
					continue
				}
				solver := space.nodes[i].solver.(*boundedSolver)
				for columns := range Set(1) << len(space.nodes[i].candidates) {
					compared++
					got := slices.Contains(solver.supports(), columns)
					if want := solver.allowsExactly(columns); got != want {
						t.Errorf("%s step %d: parents %b of %s feasible: %v, exactly %v", task.GraphID, step, columns, m.Mechanism(i).Name, got, want)
					}
				}
			}
		}
		if space.Count() == CountOf(1) {
			identified++
		}
	}
	if identified < len(s.Tasks)/2 {
		t.Errorf("%d of %d graphs identified after 12 interventions", identified, len(s.Tasks))
	}
	if compared < 1000 {
		t.Errorf("only %d parent sets compared", compared)
	}
}

// A reading is what its two decimals say, whether floating point or rational
// arithmetic decides: temperatures of 53 and 53.014 lie within one digit of each
// other, so nothing need have moved them.
func TestReadingsHaveTwoDecimals(t *testing.T) {
	problem := Problem{Variables: 4, Frequency: 3, Controllable: []bool{true, true, true, false}, Family: scm.Quadratic, Semantics: scm.Target}
	count := func(temperature float64) string {
		s, err := New(problem)
		if err != nil {
			t.Fatal(err)
		}
		s.Begin([]float64{53, 16.32, 97, 76.7})
		s.Intervene(1, 12, []float64{temperature, 12, 97, 79.7})
		s.Intervene(0, 64, []float64{64, 12, 97, 79.7})
		s.Intervene(0, 52, []float64{52, 12, 96.99, 79.7})
		text := s.Count().String()
		for i := range problem.Variables {
			text += fmt.Sprint(" ", s.ParentSets(i))
		}
		return text
	}
	if got, want := count(53.004), count(53); got != want {
		t.Errorf("with 53.004 the graphs are %s, with 53 %s", got, want)
	}
	if got, want := count(53.014), count(53.01); got != want {
		t.Errorf("with 53.014 the graphs are %s, with 53.01 %s", got, want)
	}
}
