package paper_test

import (
	"math"
	"slices"
	"testing"

	"causalab/game"
	"causalab/metrics"
	"causalab/metrics/report"
	"causalab/metrics/report/paper"
	"causalab/scm/suite"
)

// TestTablesAreRead holds that every row of the data names a suite that can be
// played and has every score of its table, and takes a few figures from all ends.
func TestTablesAreRead(t *testing.T) {
	library := suite.Released()
	want := map[int]int{3: 2, 4: 10, 5: 4, 6: 4, 7: 20, 8: 4, 9: 13, 10: 10, 11: 10, 12: 10}
	for _, table := range paper.Tables() {
		if len(table.Rows) != want[table.Number] {
			t.Errorf("table %d has %d rows, want %d", table.Number, len(table.Rows), want[table.Number])
		}
		delete(want, table.Number)
		for _, r := range table.Rows {
			s, err := library.Suite(r.Suite)
			if err != nil {
				t.Fatalf("table %d, %s: %v", table.Number, r.Label, err)
			}
			var o game.Options
			budget := r.Setting
			if s.Golden {
				budget = "2o0i"
			}
			if err := o.SetBudget(budget); err != nil {
				t.Errorf("table %d, %s: %v", table.Number, r.Label, err)
			}
			o.Protocol = game.Released
			complete, err := o.Complete(s.Tasks[0])
			if err != nil {
				t.Fatal(err)
			}
			row := report.Row{Key: report.Key{Suite: r.Suite, Setting: report.Setting(complete, s.Nodes)}}
			if ours := table.Ours([]report.Row{row}); len(ours) != 1 {
				t.Errorf("table %d, %s: setting %s does not belong to %s", table.Number, r.Label, row.Setting, r.Setting)
			}
			for _, name := range table.Scores {
				if _, known := metrics.Find(name); !known {
					t.Errorf("table %d: no score is called %s", table.Number, name)
				}
				if v, ok := r.Scores[name]; !ok || v < 0 || v > 1 && name != "shd" && name != "imec" {
					t.Errorf("table %d, %s: %s is %v, there %v", table.Number, r.Label, name, v, ok)
				}
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("tables are missing: %v", want)
	}
	for _, c := range []struct {
		table, row int
		model      string
		score      string
		value      float64
	}{
		{3, 1, "GPT-5-mini", "accuracy", 0.24}, {4, 5, "GPT-5-mini", "edge_f1", 0.673}, {5, 3, "GPT-5-mini", "edge_f1", 0.387},
		{6, 1, "GPT-5-mini", "accuracy", 0.9}, {7, 15, "Qwen3.5 thinking", "accuracy", 0.9592}, {8, 3, "GPT-5.2-high", "imec", 3.62},
		{12, 0, "GPT-5.2-high", "accuracy", 0.9},
	} {
		i := slices.IndexFunc(paper.Tables(), func(x paper.Table) bool { return x.Number == c.table })
		r := paper.Tables()[i].Rows[c.row]
		if r.Model != c.model || math.Abs(r.Scores[c.score]-c.value) > 1e-12 {
			t.Errorf("table %d, row %d: %s has %s %v", c.table, c.row, r.Model, c.score, r.Scores[c.score])
		}
	}
}

// TestOursTakesOnlyTheSameRules leaves out what was played on other suites, with
// other budgets, or by rules that are an experiment of their own.
func TestOursTakesOnlyTheSameRules(t *testing.T) {
	row := func(suite, setting string) report.Row {
		return report.Row{Key: report.Key{Suite: suite, Setting: setting}}
	}
	rows := []report.Row{
		row("4nodes", "2o12i"), row("4nodes", "2o12i-target"), row("4nodes", "2o12i-embodied"),
		row("4nodes", "3o12i"), row("4nodes", "2o12i-verification"), row("4nodes", "2o12i-40t"), row("5nodes", "2o12i"),
		row("4nodes_golden", "2o0i-golden-target"), row("4nodes_golden", "2o12i"), row("4nodes", "2o0i-golden"),
	}
	var settings []string
	golden := paper.Tables()[3]
	for _, r := range golden.Ours(rows) {
		settings = append(settings, r.Suite+" "+r.Setting)
	}
	want := []string{"4nodes 2o12i", "4nodes 2o12i-target", "4nodes 2o12i-embodied", "4nodes_golden 2o0i-golden-target"}
	if golden.Number != 6 || !slices.Equal(settings, want) {
		t.Errorf("table %d: %q", golden.Number, settings)
	}
}

// TestStructureIsTable1 measures the released suites.
func TestStructureIsTable1(t *testing.T) {
	if len(paper.Structures()) != 5 {
		t.Fatalf("%d rows", len(paper.Structures()))
	}
	for _, want := range paper.Structures() {
		s, err := suite.Released().Suite(want.Suite)
		if err != nil {
			t.Fatal(err)
		}
		got := paper.StructureOf(s)
		rounded := func(x float64) float64 { return math.Round(x*100) / 100 }
		got.EdgeMean, got.EdgeVariance = rounded(got.EdgeMean), rounded(got.EdgeVariance)
		got.ForkMean, got.ColliderMean = rounded(got.ForkMean), rounded(got.ColliderMean)
		if got != want {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	}
}
