package metrics_test

import (
	"math"
	"testing"

	"causalab/dsl"
	"causalab/metrics"
	"pgregory.net/rapid"
)

func TestJudge(t *testing.T) {
	none := math.Inf(1) // stands for an absent error
	tests := []struct {
		name                   string
		submitted, truth       float64
		accuracy, exact, error float64
	}{
		{"equal", 187.25, 187.25, 1, 1, 0},
		{"equal at two decimals", 187.254, 187.25, 1, 1, 0.004},
		{"a hundredth off", 187.26, 187.25, 1, 0, 0.01},
		{"just inside", 192.24, 187.25, 1, 0, 4.99},
		{"five is outside", 192.25, 187.25, 0, 0, 5},
		{"five is outside, where floating point falls short of it", 105.1, 100.1, 0, 0, 5},
		{"below", 182.26, 187.25, 1, 0, 4.99},
		{"far off", -3, 187.25, 0, 0, 190.25},
		{"large", 1e15, 187.25, 0, 0, 1e15 - 187.25},
		{"minus zero", math.Copysign(0, -1), 0, 1, 1, 0},
		{"not a number", math.NaN(), 187.25, 0, 0, none},
		{"infinite", math.Inf(-1), 187.25, 0, 0, none},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			j := metrics.Judge(test.submitted, test.truth)
			if j.Accuracy != test.accuracy || j.Exact != test.exact {
				t.Errorf("accuracy %v, exact %v, want %v, %v", j.Accuracy, j.Exact, test.accuracy, test.exact)
			}
			if (j.ErrorHz == nil) != (test.error == none) || j.ErrorHz != nil && *j.ErrorHz != test.error {
				t.Errorf("error %v, want %v", j.ErrorHz, test.error)
			}
		})
	}
	if _, there := asObject(t, metrics.Judgement{})["error_hz"]; there {
		t.Error("without a submission error_hz must be absent")
	}
}

// TestJudgeAtTheLimit tries every pair of readings that are 4.99, 5 or 5.01 Hz
// apart near a drawn one.
func TestJudgeAtTheLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hundredths := rapid.IntRange(-1e6, 1e6).Draw(t, "hundredths")
		for apart, want := range map[int]float64{499: 1, 500: 0, 501: 0} {
			a, b := float64(hundredths)/100, float64(hundredths+apart)/100
			if up, down := metrics.Judge(b, a), metrics.Judge(a, b); up.Accuracy != want || down.Accuracy != want {
				t.Fatalf("%v and %v: accuracy %v and %v, want %v", a, b, up.Accuracy, down.Accuracy, want)
			}
		}
	})
}

func TestConsistency(t *testing.T) {
	known := func(x float64) dsl.Amount { return dsl.Amount{Value: x, Known: true} }
	eq := &dsl.Equation{Base: known(20), Terms: []dsl.Term{{Parent: "density", Power: 1, Amount: known(2)}}}
	unknown := &dsl.Equation{Base: known(20), Terms: []dsl.Term{{Parent: "density", Power: 1}}}
	entry := func(density, hz float64) dsl.Entry {
		return dsl.Entry{Props: dsl.Readings{{Name: "ph", Value: 1}, {Name: "density", Value: density}}, Freq: &hz}
	}
	blank := dsl.Entry{Props: dsl.Readings{{Name: "density", Value: 3}}}
	freq := 24.0
	bare := dsl.Entry{Freq: &freq}
	tests := []struct {
		name    string
		eq      *dsl.Equation
		records []dsl.Entry
		want    metrics.Match
	}{
		{"no records", eq, nil, metrics.Match{}},
		{"all", eq, []dsl.Entry{entry(1, 22), entry(2.5, 25)}, metrics.Match{Matched: 2, Total: 2, Evaluated: 2}},
		{"a limit that floating point exceeds", eq, []dsl.Entry{entry(0.55, 21.15)}, metrics.Match{Matched: 1, Total: 1, Evaluated: 1, Largest: 0.05}},
		{"just outside", eq, []dsl.Entry{entry(1, 22.06)}, metrics.Match{Total: 1, Evaluated: 1, Largest: 0.06}},
		{"the largest of several, of either sign", eq, []dsl.Entry{entry(1, 22), entry(1, 29), entry(1, 12)}, metrics.Match{Matched: 1, Total: 3, Evaluated: 3, Largest: 10}},
		{"frequency not measured", eq, []dsl.Entry{blank, entry(1, 22)}, metrics.Match{Matched: 1, Total: 1, Evaluated: 1}},
		{"property not measured", eq, []dsl.Entry{bare, entry(1, 22)}, metrics.Match{Matched: 1, Total: 2, Evaluated: 1}},
		{"coefficient not known", unknown, []dsl.Entry{entry(1, 22)}, metrics.Match{Total: 1}},
		{"no equation", nil, []dsl.Entry{entry(1, 22)}, metrics.Match{Total: 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := metrics.Consistency(test.eq, test.records)
			if got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
			share, ok := got.Share()
			if ok != (test.want.Total > 0) || ok && share != float64(test.want.Matched)/float64(test.want.Total) {
				t.Errorf("share %v, %v", share, ok)
			}
		})
	}
}
