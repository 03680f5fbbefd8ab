package identify_test

import (
	"fmt"
	"testing"
	"time"

	"causalab/scm"
	"causalab/scm/identify"
	"causalab/scm/suite"
)

func TestQuad(t *testing.T) {
	s, _ := suite.Released().Suite("4nodes_quad_hard")
	for _, task := range s.Tasks[:12] {
		m := task.Model
		for _, sem := range []scm.Semantics{scm.Shift, scm.Target} {
			inst, err := task.Draw(0, 2, false)
			if err != nil {
				t.Fatal(err)
			}
			space, _ := identify.New(identify.ProblemOf(m, false, sem))
			for _, r := range inst.Records[:2] {
				space.Observe(r.Values())
			}
			c := inst.Manipulator
			space.Begin(c.Values())
			var out []string
			start := time.Now()
			vals := []float64{10, 90, 45, 70, 25}
			for round := 0; round < 4; round++ {
				for p := 0; p < 3; p++ {
					v := vals[(round+p)%5]
					if err := c.Intervene(p, v, sem, 0); err != nil {
						t.Fatal(err)
					}
					space.Intervene(p, v, c.Values())
					out = append(out, space.Count().String())
				}
			}
			fmt.Println(task.ID, sem, out, time.Since(start))
			// truth inside
			for i := 0; i < m.Len(); i++ {
				var truth identify.Set
				for _, x := range m.Graph().Parents(i) {
					truth |= 1 << x
				}
				found := false
				for _, x := range space.ParentSets(i) {
					found = found || x == truth
				}
				if !found {
					t.Errorf("%s %s: truth lost at %d", task.ID, sem, i)
				}
			}
		}
	}
}
