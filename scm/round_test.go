package scm_test

import (
	"math"
	"strconv"
	"testing"

	"causalab/scm"
	"pgregory.net/rapid"
)

// TestRoundIsCorrectDecimalRounding holds Round against the decimal printer,
// which rounds the exact binary value to even by definition.
func TestRoundIsCorrectDecimalRounding(t *testing.T) {
	want := func(x float64) float64 {
		r, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', 2, 64), 64)
		return r + 0
	}
	for _, x := range []float64{0, 0.005, -0.005, 0.015, 0.025, 0.125, 0.375, -0.125, 1.005, 2.675, 1e15 + 0.125, 4503599627370495.5, 1e300, -0.001, 5e-324} {
		if got := scm.Round(x); got != want(x) || (got == 0 && math.Signbit(got)) {
			t.Errorf("Round(%v) = %v, want %v", x, got, want(x))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.OneOf(
			rapid.Float64(),
			rapid.Float64Range(-1e6, 1e6),
			rapid.Map(rapid.Int64Range(-1e9, 1e9), func(n int64) float64 { return float64(n) / 1000 }), // halves
			rapid.Map(rapid.Int64Range(-1e9, 1e9), func(n int64) float64 { return float64(n) / 64 }),   // exact ties
		).Draw(t, "x")
		if got := scm.Round(x); got != want(x) || (got == 0 && math.Signbit(got)) {
			t.Fatalf("Round(%v) = %v, want %v", x, got, want(x))
		}
	})
}
