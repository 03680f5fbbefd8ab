package metrics_test

import (
	"reflect"
	"testing"

	"causalab/dsl"
	"causalab/metrics"
	"causalab/scm"
)

func TestClaimOf(t *testing.T) {
	number := func(x float64) *float64 { return &x }
	world := &dsl.World{Properties: scm.Properties(), Family: scm.Quadratic}
	e := edges("density>resonanceFreq")
	coefficients := dsl.Coefficients{{Name: "base", Value: number(7)}, {Name: "c_density", Value: number(3)}, {Name: "q", Value: nil}}
	tests := []struct {
		name, equation string
		want           metrics.Claim
	}{
		{"stated", "resonanceFreq = base + c_density*density + 0.5*ph^2 + 2", metrics.Claim{Edges: e, Weights: []metrics.Weight{{"density", 1, 3}, {"ph", 2, 0.5}}}},
		{"a null is left out", "resonanceFreq = base + c_density*density + q*ph", metrics.Claim{Edges: e, Weights: []metrics.Weight{{"density", 1, 3}}}},
		{"stated without parents", "resonanceFreq = base", metrics.Claim{Edges: e}},
		{"not stated", "", metrics.ClaimByName(e, coefficients)},
		{"not interpretable", "resonanceFreq = sqrt(density)", metrics.ClaimByName(e, coefficients)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := dsl.Hypothesis{Edges: e, FreqEquation: test.equation, Coefficients: coefficients}
			if got := metrics.ClaimOf(&h, world); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
		})
	}
}
