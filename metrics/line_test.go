package metrics_test

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"

	"causalab/metrics"
	"causalab/scm"
)

func TestParseScoringLine(t *testing.T) {
	density := []scm.Edge{{From: "density", To: "freq"}}
	tests := []struct {
		name, line string
		want       metrics.Claim
	}{
		{"by name", `{"suite":"s","graph_id":"g","edges":[{"from":"density","to":"freq"}],"coefficients":{"base":1,"c_density":2},"expected":{"shd":"x"}}`,
			metrics.Claim{Edges: density, ByName: true, Counted: 1, Weights: []metrics.Weight{{Parent: "density", Power: 1, Value: 2}, {Parent: "base", Power: 1, Value: 1}}}},
		{"nothing", ` {"suite":"s","graph_id":"g","edges":[],"coefficients":{}} `, metrics.Claim{Edges: []scm.Edge{}, ByName: true}},
		{"null", `{"suite":"s","graph_id":"g","edges":null,"coefficients":null,"freq_equation":null}`, metrics.Claim{Edges: []scm.Edge{}, ByName: true}},
		{"equation", `{"suite":"s","graph_id":"g","edges":[{"from":"density","to":"freq"}],"freq_equation":"resonanceFreq = b + u*density^2 + 3*density + w*ph","coefficients":{"b":1,"u":0.5,"w":null}}`,
			metrics.Claim{Edges: density, Weights: []metrics.Weight{{Parent: "density", Power: 2, Value: 0.5}, {Parent: "density", Power: 1, Value: 3}}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			suite, graph, c, err := metrics.ParseScoringLine([]byte(test.line))
			if err != nil {
				t.Fatal(err)
			}
			if suite != "s" || graph != "g" {
				t.Errorf("suite %q, graph %q", suite, graph)
			}
			if !reflect.DeepEqual(c, test.want) {
				t.Errorf("got  %+v\nwant %+v", c, test.want)
			}
		})
	}
}

func TestParseScoringLineNamesTheField(t *testing.T) {
	const good = `{"suite":"s","graph_id":"g","edges":[{"from":"a","to":"b"},{"from":"b","to":"c"}],"coefficients":{"c_a":1}}`
	if _, _, _, err := metrics.ParseScoringLine([]byte(good)); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ old, new, want string }{
		{good, ``, "not a JSON object"},
		{good, `null`, "not a JSON object"},
		{good, `[]`, "not a JSON object"},
		{`}}`, `}} x`, "not a JSON object"},
		{`"suite":"s",`, ``, "suite: missing"},
		{`"suite"`, `"Suite"`, "suite: missing"},
		{`"s"`, `3`, "suite: want a string, got a number"},
		{`"graph_id":"g",`, ``, "graph_id: missing"},
		{`"g"`, `null`, "graph_id: want a string, got null"},
		{`"edges"`, `"edge"`, "edges: missing"},
		{`[{"from":"a","to":"b"},{"from":"b","to":"c"}]`, `{}`, "edges: want an array, got an object"},
		{`{"from":"b","to":"c"}`, `["b","c"]`, "edges[1]: want an object, got an array"},
		{`{"from":"b","to":"c"}`, `null`, "edges[1]: want an object, got null"},
		{`{"from":"b","to":"c"}`, `{"from":"b"}`, "edges[1].to: missing"},
		{`{"from":"b","to":"c"}`, `{"from":true,"to":"c"}`, "edges[1].from: want a string, got true"},
		{`"coefficients":{"c_a":1}`, `"c":1`, "coefficients: missing"},
		{`{"c_a":1}`, `[1]`, "coefficients: want an object of numbers"},
		{`{"c_a":1}`, `{"c_a":"1"}`, "coefficients: want an object of numbers: c_a"},
		{`{"c_a":1}`, `{"c_a":1e999}`, "coefficients: want an object of numbers: c_a"},
		{`{"c_a":1}`, `{"c_a":1},"freq_equation":7`, "freq_equation: want a string, got a number"},
		{`{"c_a":1}`, `{"c_a":1},"freq_equation":"resonanceFreq = 2 * aura"`, "freq_equation: "},
	}
	for _, test := range tests {
		line := strings.Replace(good, test.old, test.new, 1)
		_, _, _, err := metrics.ParseScoringLine([]byte(line))
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", line, err, test.want)
		}
	}
}

// FuzzParseScoringLine looks for lines that break the reader or the scoring of
// what it accepts.
func FuzzParseScoringLine(f *testing.F) {
	file, err := os.ReadFile("testdata/scoring_vectors.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	for line := range bytes.Lines(file) {
		f.Add(line)
	}
	f.Add([]byte(`{"suite":"","graph_id":"","edges":[{"from":"density","to":"resonanceFreq"},{"from":"","to":" x"}],"freq_equation":"freq = 1 + c*density**2","coefficients":{"c":null}}`))
	truth := metrics.NewTruth(fork(f))
	f.Fuzz(func(t *testing.T, line []byte) {
		_, _, c, err := metrics.ParseScoringLine(line)
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without words")
			}
			return
		}
		s := truth.Score(&c)
		for name, v := range shares(s) {
			if !(v >= 0 && v <= 1) {
				t.Errorf("%s = %v", name, v)
			}
		}
	})
}
