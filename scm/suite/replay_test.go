package suite_test

import (
	"encoding/json"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"causalab/scm"
	"causalab/scm/suite"
)

// vectors returns the lines of a reference file, or of the part of it that
// testdata keeps.
func vectors(t *testing.T, name string, all int) []string {
	t.Helper()
	if path := reference(t, name); path != "" {
		list := lines(t, path)
		if len(list) != all {
			t.Fatalf("%s has %d lines, want %d", path, len(list), all)
		}
		return list
	}
	return lines(t, filepath.Join("testdata", name))
}

// byGraphID finds a task by what the release calls it.
func byGraphID(t *testing.T, library *suite.Library, name, graphID string) *suite.Task {
	t.Helper()
	s, err := library.Suite(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range s.Tasks {
		if task.GraphID == graphID {
			return task
		}
	}
	t.Fatalf("suite %s has no graph %s", name, graphID)
	return nil
}

// compare reports values that lie further than a hundredth from what a crystal
// reads, and returns the largest difference.
func compare(t *testing.T, what string, m *scm.Model, c *scm.Crystal, want map[string]float64) float64 {
	t.Helper()
	if len(want) != m.Len() {
		t.Errorf("%s: %d values for %d variables", what, len(want), m.Len())
	}
	worst := 0.0
	for i := range m.Len() {
		name := m.Mechanism(i).Name
		d := math.Abs(c.Value(i) - want[name])
		if !(d <= 0.01) {
			t.Errorf("%s: %s reads %v, want %v", what, name, c.Value(i), want[name])
		}
		worst = max(worst, d)
	}
	return worst
}

// TestEngineVectors replays crystals that the released environment evaluated and
// intervened on, with the disturbance that it had drawn.
func TestEngineVectors(t *testing.T) {
	library := suite.Released()
	worst := 0.0
	for _, line := range vectors(t, "engine_vectors.jsonl", 160) {
		var v struct {
			Suite     string
			GraphID   string `json:"graph_id"`
			Semantics scm.Semantics
			Bases     map[string]float64
			Values    map[string]float64
			Steps     []struct {
				Property    string
				Value       float64
				Disturbance float64
				Values      map[string]float64
			}
		}
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		m := byGraphID(t, library, v.Suite, v.GraphID).Model
		bases := make([]float64, m.Len())
		for i := range bases {
			bases[i] = v.Bases[m.Mechanism(i).Name]
		}
		c, err := m.NewCrystal(bases)
		if err != nil {
			t.Fatal(err)
		}
		what := v.Suite + " " + v.GraphID
		worst = max(worst, compare(t, what, m, c, v.Values))
		for _, step := range v.Steps {
			if err := c.Intervene(m.Index(step.Property), step.Value, v.Semantics, step.Disturbance); err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			worst = max(worst, compare(t, what+" "+step.Property, m, c, step.Values))
		}
	}
	t.Logf("largest difference %v", worst)
}

// TestGoldenTraces replays the released chains from their recorded values and
// from the embedded chains.
func TestGoldenTraces(t *testing.T) {
	library := suite.Released()
	for _, line := range vectors(t, "golden_traces.jsonl", 50) {
		var v struct {
			Suite   string
			GraphID string `json:"graph_id"`
			Records []struct {
				Values       map[string]float64
				Intervention *struct {
					Property string
					Value    float64
				}
			}
		}
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		task := byGraphID(t, library, v.Suite+"_golden", v.GraphID)
		crystals, err := task.ChainCrystals()
		if err != nil {
			t.Fatal(err)
		}
		if len(crystals) != len(v.Records) {
			t.Fatalf("%s: %d records, want %d", task.ID, len(crystals), len(v.Records))
		}
		for i, r := range v.Records {
			if worst := compare(t, task.ID, task.Model, crystals[i], r.Values); worst != 0 {
				t.Errorf("%s: record %d is off by %v, want an exact replay", task.ID, i, worst)
			}
			link := i - len(task.Chain.Starts)
			if (r.Intervention != nil) != (link >= 0) {
				t.Fatalf("%s: record %d has intervention %v", task.ID, i, r.Intervention)
			}
			if link >= 0 {
				want := suite.Link{Variable: task.Model.Index(r.Intervention.Property), Value: r.Intervention.Value}
				if task.Chain.Links[link] != want {
					t.Errorf("%s: link %d is %v, want %v", task.ID, link, task.Chain.Links[link], want)
				}
			}
		}
	}
}

// TestChainsTellSemanticsApart counts the released interventions that lead from
// one recorded crystal to the next under each semantics. The recorded state has
// bases of its own, recovered from its values.
func TestChainsTellSemanticsApart(t *testing.T) {
	all, empty := 0, 0
	exact := make(map[scm.Semantics]int)
	for _, name := range []string{"4nodes_golden", "6nodes_golden"} {
		for _, task := range released(t, name).Tasks {
			crystals, err := task.ChainCrystals()
			if err != nil {
				t.Fatal(err)
			}
			if len(task.Chain.Starts) != 2 {
				t.Errorf("%s begins with %d records, want 2", task.ID, len(task.Chain.Starts))
			}
			if len(task.Chain.Links) == 0 {
				empty++
			}
			m, before := task.Model, crystals[0]
			for i, link := range task.Chain.Links {
				after := crystals[len(task.Chain.Starts)+i]
				all++
				for _, semantics := range []scm.Semantics{scm.Shift, scm.Target} {
					c, err := m.NewCrystal(m.Bases(before.Values()))
					if err != nil {
						t.Fatal(err)
					}
					if err := c.Intervene(link.Variable, link.Value, semantics, 0); err != nil {
						t.Fatal(err)
					}
					if slices.Equal(c.Values(), after.Values()) {
						exact[semantics]++
					}
				}
				before = after
			}
		}
	}
	if all != 493 || exact[scm.Target] != 493 || exact[scm.Shift] != 179 || empty != 14 {
		t.Errorf("of %d interventions %d replay under target and %d under shift, %d chains have none; want 493, 493, 179, 14",
			all, exact[scm.Target], exact[scm.Shift], empty)
	}
}
