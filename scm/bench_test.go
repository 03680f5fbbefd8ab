package scm_test

import (
	"testing"

	"causalab/scm"
)

// sixNodes is the released model 6nodes_0: five properties, ten edges.
func sixNodes(t testing.TB) *scm.Model {
	t.Helper()
	one := func(pairs ...any) []scm.Term {
		var terms []scm.Term
		for i := 0; i < len(pairs); i += 2 {
			terms = append(terms, scm.Term{Parent: pairs[i].(string), Power: 1, Weight: float64(pairs[i+1].(int))})
		}
		return terms
	}
	property := func(name string, base float64, terms []scm.Term) scm.Mechanism {
		return scm.Mechanism{
			Variable:     scm.Variable{Name: name, Display: scm.DisplayName(name)},
			Controllable: name != scm.Frequency,
			Base:         base,
			Terms:        terms,
		}
	}
	m, err := scm.NewModel(scm.Linear, []scm.Mechanism{
		property(scm.Frequency, 18, one("temperatureC", 2)),
		property("pressure", 18, one("moisture", 2, "temperatureC", 1, "conductivity", 2)),
		property("temperatureC", 17, one("ph", 1, "moisture", 2, "conductivity", 3)),
		property("conductivity", 18, one("ph", 1)),
		property("ph", 20, nil),
		property("moisture", 16, one("conductivity", 2, "ph", 3)),
	}, scm.Disturbance{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func BenchmarkEvaluate6Nodes(b *testing.B) {
	m := sixNodes(b)
	bases, values := []float64{44.32, 19.87, 31, 7, 83.5, 0}, make([]float64, m.Len())
	bases[m.Frequency()] = m.Mechanism(m.Frequency()).Base
	for b.Loop() {
		m.Evaluate(bases, 0, values)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "evals/s")
}

func BenchmarkIntervene6Nodes(b *testing.B) {
	c, err := sixNodes(b).NewCrystal([]float64{44.32, 19.87, 31, 7, 83.5, 0})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := c.Intervene(1, 40, scm.Target, 0); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRound(b *testing.B) {
	x := 0.0
	for b.Loop() {
		x = scm.Round(x + 1.003)
	}
}
