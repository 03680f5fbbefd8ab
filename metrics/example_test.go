package metrics_test

import (
	"fmt"

	"causalab/dsl"
	"causalab/metrics"
	"causalab/scm"
)

// A hypothesis is scored against the model that made the data.
func ExampleTruth_Score() {
	property := func(name string, terms ...scm.Term) scm.Mechanism {
		return scm.Mechanism{Variable: scm.Variable{Name: name, Display: scm.DisplayName(name)}, Controllable: true, Terms: terms}
	}
	model, err := scm.NewModel(scm.Linear, []scm.Mechanism{
		property("moisture"),
		property("density", scm.Term{Parent: "moisture", Power: 1, Weight: 2}),
		{
			Variable: scm.Variable{Name: scm.Frequency},
			Base:     20,
			Terms:    []scm.Term{{Parent: "density", Power: 1, Weight: 3}},
		},
	}, scm.Disturbance{})
	if err != nil {
		fmt.Println(err)
		return
	}
	truth := metrics.NewTruth(model)

	two, three := 2.0, 3.0
	claim := metrics.ClaimByName(
		[]scm.Edge{{From: "density", To: "moisture"}, {From: "density", To: "frequency"}},
		dsl.Coefficients{{Name: "c_density", Value: &three}, {Name: "c_moisture", Value: &two}},
	)
	s := truth.Score(&claim)
	fmt.Printf("edges: precision %.2f, recall %.2f, F1 %.2f\n", s.EdgePrecision, s.EdgeRecall, s.EdgeF1)
	fmt.Printf("SHD %d, of it reversed %d\n", s.SHD, s.Reversed)
	fmt.Printf("weights: precision %.2f, recall %.2f\n", s.FreqWeightPrecision, s.FreqWeightRecall)
	fmt.Printf("roots: %v, predicted %v\n", s.TrueRoots, s.PredictedRoots)
	// Output:
	// edges: precision 0.50, recall 0.50, F1 0.50
	// SHD 1, of it reversed 1
	// weights: precision 0.50, recall 1.00
	// roots: [moisture], predicted [density]
}

func ExampleJudge() {
	j := metrics.Judge(190, 187.25)
	fmt.Println(j.Accuracy, j.Exact, *j.ErrorHz)
	// Output: 1 0 2.75
}
