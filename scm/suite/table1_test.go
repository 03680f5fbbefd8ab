package suite_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"causalab/scm/suite"
)

// TestTable1 holds the plain suites against Table 1 of the paper, to its two
// digits: mean and population variance of the number of edges, and the means of
// forks Σ C(outdegree, 2) and colliders Σ C(indegree, 2).
func TestTable1(t *testing.T) {
	digits := func(x float64) float64 { return math.Round(x*100) / 100 }
	for _, row := range table1(t) {
		edges, forks, colliders := structure(released(t, row.Suite).Tasks)
		got := [4]float64{digits(moment(edges, 0, 1)), digits(moment(edges, moment(edges, 0, 1), 2)), digits(moment(forks, 0, 1)), digits(moment(colliders, 0, 1))}
		if want := [4]float64{row.Edges, row.Variance, row.Forks, row.Colliders}; got != want {
			t.Errorf("%s: edges, variance, forks, colliders are %v, want %v", row.Suite, got, want)
		}
	}
}

// TestSampledTable1 holds 1000 sampled graphs of each size against Table 1. A
// figure of the table comes from 50 graphs and so has an error of sd/√50, that of the
// sample sd/√1000; together they may explain the difference within 3 standard
// errors. The variance of a variance is (μ₄ - σ⁴)/n.
func TestSampledTable1(t *testing.T) {
	const sample, table, bound = 1000, 50, 3
	for i, row := range table1(t) {
		tasks := sampled(t, suite.Sampling{Family: suite.SampledPlain, Nodes: 3 + i}, sample, 0).Tasks
		edges, forks, colliders := structure(tasks)
		mean := moment(edges, 0, 1)
		variance := moment(edges, mean, 2)
		for _, figure := range []struct {
			what            string
			got, want, vary float64
		}{
			{"edges", mean, row.Edges, variance},
			{"variance of edges", variance, row.Variance, moment(edges, mean, 4) - variance*variance},
			{"forks", moment(forks, 0, 1), row.Forks, moment(forks, moment(forks, 0, 1), 2)},
			{"colliders", moment(colliders, 0, 1), row.Colliders, moment(colliders, moment(colliders, 0, 1), 2)},
		} {
			// The table's rounding is no sampling error: half of its last digit is allowed beside it.
			limit := bound*math.Sqrt(figure.vary*(1.0/table+1.0/sample)) + 0.005
			t.Logf("%s: %s %.3f, Table 1 has %.2f (within %.2f)", row.Suite, figure.what, figure.got, figure.want, limit)
			if math.Abs(figure.got-figure.want) > limit {
				t.Errorf("%s: %s %.3f, want %.2f within %.3f", row.Suite, figure.what, figure.got, figure.want, limit)
			}
		}
	}
}

// row1 is a row of Table 1.
type row1 struct {
	Suite     string  `json:"suite"`
	Edges     float64 `json:"edge_mean"`
	Variance  float64 `json:"edge_variance"`
	Forks     float64 `json:"fork_mean"`
	Colliders float64 `json:"collider_mean"`
}

func table1(t *testing.T) []row1 {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "table_1.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []row1
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) != 5 {
		t.Fatalf("%d rows, want 5", len(rows))
	}
	return rows
}

// structure counts edges, forks and colliders of each graph.
func structure(tasks []*suite.Task) (edges, forks, colliders []float64) {
	for _, task := range tasks {
		g := task.Model.Graph()
		var fork, collider float64
		for i := range g.Len() {
			out, in := float64(len(g.Children(i))), float64(len(g.Parents(i)))
			fork += out * (out - 1) / 2
			collider += in * (in - 1) / 2
		}
		edges, forks, colliders = append(edges, float64(len(g.Edges()))), append(forks, fork), append(colliders, collider)
	}
	return edges, forks, colliders
}

// moment returns the mean of (x - centre)^power.
func moment(values []float64, centre float64, power int) float64 {
	var sum float64
	for _, x := range values {
		sum += math.Pow(x-centre, float64(power))
	}
	return sum / float64(len(values))
}
