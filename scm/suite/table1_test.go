package suite_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// TestTable1 holds the plain suites against Table 1 of the paper, to its two
// digits: mean and population variance of the number of edges, and the means of
// forks Σ C(outdegree, 2) and colliders Σ C(indegree, 2).
func TestTable1(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "table_1.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Suite     string  `json:"suite"`
		Edges     float64 `json:"edge_mean"`
		Variance  float64 `json:"edge_variance"`
		Forks     float64 `json:"fork_mean"`
		Colliders float64 `json:"collider_mean"`
	}
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) != 5 {
		t.Fatalf("%d rows, want 5", len(rows))
	}
	digits := func(x float64) float64 { return math.Round(x*100) / 100 }
	for _, row := range rows {
		tasks := released(t, row.Suite).Tasks
		var edges, squares, forks, colliders float64
		for _, task := range tasks {
			g := task.Model.Graph()
			m := float64(len(g.Edges()))
			edges += m
			squares += m * m
			for i := range g.Len() {
				out, in := float64(len(g.Children(i))), float64(len(g.Parents(i)))
				forks += out * (out - 1) / 2
				colliders += in * (in - 1) / 2
			}
		}
		n := float64(len(tasks))
		mean := edges / n
		got := [4]float64{digits(mean), digits(squares/n - mean*mean), digits(forks / n), digits(colliders / n)}
		if want := [4]float64{row.Edges, row.Variance, row.Forks, row.Colliders}; got != want {
			t.Errorf("%s: edges, variance, forks, colliders are %v, want %v", row.Suite, got, want)
		}
	}
}
