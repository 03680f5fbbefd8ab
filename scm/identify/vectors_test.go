package identify_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"causalab/scm"
	"causalab/scm/identify"
	"causalab/scm/suite"
)

type vector struct {
	Suite        string               `json:"suite"`
	GraphID      string               `json:"graph_id"`
	Semantics    scm.Semantics        `json:"semantics"`
	FreqParent   bool                 `json:"frequency_can_be_parent"`
	Observations []map[string]float64 `json:"observations"`
	Trajectory   []struct {
		Values       map[string]float64 `json:"values"`
		Intervention *struct {
			Property string  `json:"property"`
			Value    float64 `json:"value"`
		} `json:"intervention"`
	} `json:"trajectory"`
	Expected struct {
		IMEC     json.Number    `json:"imec"`
		Feasible map[string]int `json:"feasible_parent_sets"`
	} `json:"expected"`
}

func TestVectors(t *testing.T) {
	data, err := os.ReadFile("/work/shared/reference/imec_vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		s, err := suite.Released().Suite(v.Suite)
		if err != nil {
			t.Fatal(err)
		}
		var m *scm.Model
		for _, task := range s.Tasks {
			if task.GraphID == v.GraphID {
				m = task.Model
			}
		}
		p := identify.ProblemOf(m, v.FreqParent, v.Semantics)
		space, err := identify.New(p)
		if err != nil {
			t.Fatal(err)
		}
		values := func(x map[string]float64) []float64 {
			out := make([]float64, m.Len())
			for i := range out {
				out[i] = x[m.Mechanism(i).Name]
			}
			return out
		}
		for _, o := range v.Observations {
			space.Observe(values(o))
		}
		for i, x := range v.Trajectory {
			if i == 0 {
				space.Begin(values(x.Values))
			} else {
				space.Intervene(m.Index(x.Intervention.Property), x.Intervention.Value, values(x.Values))
			}
		}
		if got := space.Count().String(); got != v.Expected.IMEC.String() {
			t.Errorf("line %d: imec %s want %s", n, got, v.Expected.IMEC)
		}
		for name, want := range v.Expected.Feasible {
			if got := len(space.ParentSets(m.Index(name))); got != want {
				t.Errorf("line %d %s: %d want %d", n, name, got, want)
			}
		}
	}
}
