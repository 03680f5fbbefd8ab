package metrics_test

import (
	"encoding/json"
	"testing"

	"causalab/metrics"
)

// TestTableHasEveryScore holds the table against the fields that results carry,
// so that no score is forgotten in reports and each row reads its own.
func TestTableHasEveryScore(t *testing.T) {
	seconds, hz, imec := 31.0, 32.0, 42.0
	o := metrics.Outcome{
		Submission:  &metrics.Judgement{Accuracy: 33, Exact: 34, ErrorHz: &hz},
		Predicted:   &metrics.Judgement{Accuracy: 35, ErrorHz: &seconds},
		Claim:       new(metrics.Scores),
		Consistency: &metrics.Match{Matched: 3, Total: 4, Evaluated: 4, Largest: 36},
		Effort:      &metrics.Effort{InterventionsUsed: 37, InterventionsGiven: 38, Submissions: 39, Steps: 40, ParseFailures: 41, Seconds: &seconds, Truncated: true},
		IMEC:        &imec,
	}
	// A different number in every field of the claim's scores.
	const claimed = `{"edge_precision":1,"edge_recall":2,"edge_f1":3,"shd":4,"missing":5,"extra":6,"reversed":7,
		"freq_edge_precision":8,"freq_edge_recall":9,"freq_edge_f1":10,"freq_weight_precision":11,"freq_weight_recall":12,
		"freq_weight_f1":13,"root_precision":14,"root_recall":15,"root_f1":16,
		"freq_weight_1pct_precision":17,"freq_weight_1pct_recall":18,"freq_weight_1pct_f1":19}`
	if err := json.Unmarshal([]byte(claimed), o.Claim); err != nil {
		t.Fatal(err)
	}
	want := asObject(t, json.RawMessage(claimed))
	for field := range asObject(t, o.Claim) {
		if _, ok := want[field]; !ok && field != "true_roots" && field != "predicted_roots" {
			t.Errorf("this test does not know the score %s", field)
		}
	}
	for name, v := range map[string]float64{
		"accuracy": 33, "exact": 34, "error_hz": 32, "predicted_accuracy": 35, "predicted_error_hz": 31,
		"consistency": 0.75, "largest_residual": 36, "interventions_used": 37, "interventions_given": 38,
		"submissions": 39, "steps": 40, "parse_failures": 41, "time_s": 31, "truncated": 1, "given_up": 0, "imec": 42,
	} {
		want[name] = v
	}
	seen := map[string]bool{}
	for _, d := range metrics.Definitions() {
		if seen[d.Name] {
			t.Errorf("%s: given twice", d.Name)
		}
		seen[d.Name] = true
		if got, ok := d.Value(&o); !ok || got != want[d.Name] {
			t.Errorf("%s: got %v, %v, want %v", d.Name, got, ok, want[d.Name])
		}
		if v, ok := d.Value(&metrics.Outcome{}); ok {
			t.Errorf("%s: %v of an empty outcome, want it absent", d.Name, v)
		}
		if d.Title == "" || d.Better != metrics.HigherIsBetter && d.Better != metrics.LowerIsBetter && d.Better != metrics.NeitherBetter {
			t.Errorf("%s: title %q, direction %q", d.Name, d.Title, d.Better)
		}
		if found, ok := metrics.Find(d.Name); !ok || found.Title != d.Title {
			t.Errorf("%s: not found", d.Name)
		}
	}
	for name := range want {
		if !seen[name] {
			t.Errorf("the table lacks %s", name)
		}
	}
	if _, ok := metrics.Find("aura"); ok {
		t.Error("found a score that is none")
	}
}

// TestAbsentScores covers what can be missing although its part is there.
func TestAbsentScores(t *testing.T) {
	o := metrics.Outcome{Submission: &metrics.Judgement{}, Consistency: &metrics.Match{}, Effort: &metrics.Effort{}}
	for name, there := range map[string]bool{
		"accuracy": true, "error_hz": false, "consistency": false, "largest_residual": false, "time_s": false, "steps": true, "predicted_accuracy": false,
	} {
		d, _ := metrics.Find(name)
		if v, ok := d.Value(&o); ok != there || v != 0 {
			t.Errorf("%s: got %v, %v, want presence %v", name, v, ok, there)
		}
	}
}
