package report_test

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"causalab/metrics"
	"causalab/metrics/report"
	"pgregory.net/rapid"
)

func TestMeanOfFewValues(t *testing.T) {
	none := report.MeanOf(nil, 1)
	if none.N != 0 || !math.IsNaN(none.Mean) || !math.IsNaN(none.Low) || !math.IsNaN(none.High) {
		t.Errorf("no values: %+v", none)
	}
	one := report.MeanOf([]float64{0.3}, 1)
	if one.N != 1 || one.Mean != 0.3 || !math.IsNaN(one.Low) || !math.IsNaN(one.High) {
		t.Errorf("one value: %+v", one)
	}
	// Three times 0.1 adds up to more than 0.3.
	equal := report.MeanOf([]float64{0.1, 0.1, 0.1}, 1)
	if equal != (report.Mean{Mean: 0.1, Low: 0.1, High: 0.1, N: 3}) {
		t.Errorf("equal values: %+v", equal)
	}
	// Of two values a resample has the mean of both half of the time, and of each
	// alone a quarter, so the percentiles are the values themselves.
	two := report.MeanOf([]float64{1, 4}, 1)
	if two != (report.Mean{Mean: 2.5, Low: 1, High: 4, N: 2}) {
		t.Errorf("two values: %+v", two)
	}
}

// TestIntervalOfShares compares with the exact bootstrap distribution, which is
// binomial for values that are 0 or 1: of 50 draws with p = 0.6 at most 22 are 1
// with probability 0.016 and at most 23 with 0.031; at most 36 with 0.972 and at
// most 37 with 0.987. So the 2.5th and 97.5th percentiles are 23 and 37 of 50.
func TestIntervalOfShares(t *testing.T) {
	values := make([]float64, 50)
	for i := range 30 {
		values[i] = 1
	}
	for seed := range uint64(5) {
		m := report.MeanOf(values, seed)
		if m != (report.Mean{Mean: 0.6, Low: 0.46, High: 0.74, N: 50}) {
			t.Errorf("seed %d: %+v, want 0.6 [0.46, 0.74]", seed, m)
		}
	}
}

// TestMeanOfIsTheSameEverywhere pins every bit, so that a build for another
// architecture that differs in one fails.
func TestMeanOfIsTheSameEverywhere(t *testing.T) {
	values := make([]float64, 40)
	for i := range values {
		values[i] = 1 / float64(i+3)
	}
	m := report.MeanOf(values, 7)
	got := [...]uint64{math.Float64bits(m.Mean), math.Float64bits(m.Low), math.Float64bits(m.High)}
	want := [...]uint64{0x3fb21755ddb80ce1, 0x3faacbe2630732ff, 0x3fb7b2ca004592a9}
	if got != want {
		t.Errorf("got %#x, want %#x", got, want)
	}
}

func TestMeanProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-100, 100), 2, 12).Draw(t, "values")
		seed := rapid.Uint64().Draw(t, "seed")
		kept := slices.Clone(values)
		m := report.MeanOf(values, seed)
		if !slices.Equal(values, kept) {
			t.Fatal("the values were changed")
		}
		low, high := slices.Min(values), slices.Max(values)
		const slack = 1e-9
		if m.Low < low-slack || m.High > high+slack || m.Low > m.High || m.Mean < low-slack || m.Mean > high+slack {
			t.Fatalf("%+v of %v", m, values)
		}
		if again := report.MeanOf(values, seed); again != m {
			t.Fatalf("%+v and then %+v", m, again)
		}
	})
}

func TestMeanInJSON(t *testing.T) {
	for _, test := range []struct {
		mean       report.Mean
		json, text string
	}{
		{report.MeanOf(nil, 1), `{"mean":null,"low":null,"high":null,"n":0}`, "no values"},
		{report.MeanOf([]float64{2}, 1), `{"mean":2,"low":null,"high":null,"n":1}`, "2.000, n = 1"},
		{report.MeanOf([]float64{1, 4}, 1), `{"mean":2.5,"low":1,"high":4,"n":2}`, "2.500 [1.000, 4.000], n = 2"},
	} {
		data, err := json.Marshal(test.mean)
		if err != nil || string(data) != test.json {
			t.Errorf("got %s, %v, want %s", data, err, test.json)
		}
		var back report.Mean
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
		if again, _ := json.Marshal(back); string(again) != test.json {
			t.Errorf("%s was read as %s", test.json, again)
		}
		if test.mean.String() != test.text {
			t.Errorf("got %s, want %s", test.mean, test.text)
		}
	}
	if err := new(report.Mean).UnmarshalJSON([]byte(`{"mean":"x"}`)); err == nil {
		t.Error("read a mean that is text")
	}
}

func TestSummarize(t *testing.T) {
	hit, miss := metrics.Judge(187, 187), metrics.Judge(200, 187)
	outcomes := []metrics.Outcome{
		{Submission: &hit, Claim: &metrics.Scores{EdgeF1: 1}},
		{Submission: &miss, Claim: &metrics.Scores{EdgeF1: 0.5, SHD: 3}},
		{Submission: &metrics.Judgement{}}, // gave up before any hypothesis
	}
	lines := report.Summarize(outcomes, 1)
	find := func(name string) report.Line {
		i := slices.IndexFunc(lines, func(l report.Line) bool { return l.Name == name })
		if i < 0 {
			t.Fatalf("no line for %s", name)
		}
		return lines[i]
	}
	for _, want := range []struct {
		name   string
		mean   float64
		n      int
		absent int
	}{
		{"accuracy", 1. / 3, 3, 0},
		{"error_hz", 6.5, 2, 1},
		{"edge_f1", 0.75, 2, 1},
		{"shd", 1.5, 2, 1},
		{"steps", math.NaN(), 0, 3},
	} {
		l := find(want.name)
		same := l.Mean.Mean == want.mean || math.IsNaN(l.Mean.Mean) && math.IsNaN(want.mean)
		if !same || l.Mean.N != want.n || l.Absent != want.absent {
			t.Errorf("%s: %v, absent %d, want mean %v of %d, absent %d", want.name, l.Mean, l.Absent, want.mean, want.n, want.absent)
		}
	}
	if len(lines) != len(metrics.Definitions()) {
		t.Errorf("%d lines for %d scores", len(lines), len(metrics.Definitions()))
	}
	for _, l := range report.Summarize(nil, 1) {
		if l.Mean.N != 0 || l.Absent != 0 {
			t.Errorf("of nothing, %s: %v, absent %d", l.Name, l.Mean, l.Absent)
		}
	}
	// A line is that of its score alone.
	if got, want := find("accuracy").Mean, report.MeanOf([]float64{1, 0, 0}, 1); got != want {
		t.Errorf("accuracy %+v, alone %+v", got, want)
	}
	data, err := json.Marshal(find("error_hz"))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"name":"error_hz","title":"Error","unit":"Hz","better":"lower","mean":{"mean":6.5,"low":0,"high":13,"n":2},"absent":1}`
	if string(data) != want {
		t.Errorf("got %s\nwant %s", data, want)
	}
}

func BenchmarkSummarize(b *testing.B) {
	outcomes := make([]metrics.Outcome, 50)
	for i := range outcomes {
		j := metrics.Judge(float64(i%11), 3)
		outcomes[i] = metrics.Outcome{Submission: &j, Claim: &metrics.Scores{EdgeF1: float64(i) / 50, SHD: i % 5}}
	}
	for b.Loop() {
		report.Summarize(outcomes, 1)
	}
}
