package identify_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
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
		IMEC     identify.Count `json:"imec"`
		Feasible map[string]int `json:"feasible_parent_sets"`
	} `json:"expected"`
}

func TestVectors(t *testing.T) {
	path := filepath.Join("testdata", "imec_vectors.jsonl")
	if all := reference("imec_vectors.jsonl"); all != "" {
		path = all
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); read++ {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		v.check(t)
	}
	if read < 16 {
		t.Errorf("%s: %d vectors, want at least 16", path, read)
	}
}

func (v *vector) check(t *testing.T) {
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
	space, err := identify.New(identify.ProblemOf(m, v.FreqParent, v.Semantics))
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
	for _, x := range v.Trajectory {
		if x.Intervention == nil {
			space.Begin(values(x.Values))
		} else {
			space.Intervene(m.Index(x.Intervention.Property), x.Intervention.Value, values(x.Values))
		}
	}
	if got := space.Count(); got != v.Expected.IMEC {
		t.Errorf("%s: IMEC %s, want %s", v.GraphID, got, v.Expected.IMEC)
	}
	for i := range m.Len() {
		name := m.Mechanism(i).Name
		if got := len(space.ParentSets(i)); got != v.Expected.Feasible[name] {
			t.Errorf("%s: %d feasible parent sets of %s, want %d", v.GraphID, got, name, v.Expected.Feasible[name])
		}
	}
}

// reference returns the path of a file of the reference data, or "" where the
// data is absent. CAUSALAB_REFERENCE names its folder; otherwise it is looked for
// beside the repository.
func reference(name string) string {
	folder := os.Getenv("CAUSALAB_REFERENCE")
	if folder == "" {
		folder = filepath.Join("..", "..", "..", "shared", "reference")
	}
	path := filepath.Join(folder, name)
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}
