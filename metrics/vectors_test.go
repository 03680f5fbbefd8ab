package metrics_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"causalab/metrics"
	"causalab/scm/suite"
)

// scoringVectors returns the paths of the vectors to be reproduced: those kept
// here, which take every branch, and all of them where the reference data are.
func scoringVectors(t testing.TB) []string {
	paths := []string{filepath.Join("testdata", "scoring_vectors.jsonl")}
	folder := os.Getenv("CAUSALAB_REFERENCE")
	if folder == "" {
		root := "."
		for {
			if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
				break
			}
			root = filepath.Join(root, "..")
			if len(root) > 64 {
				t.Fatal("no go.mod above the test")
			}
		}
		folder = filepath.Join(root, "..", "shared", "reference")
	}
	all := filepath.Join(folder, "scoring_vectors.jsonl")
	if _, err := os.Stat(all); err == nil {
		paths = append(paths, all)
	} else if os.Getenv("CAUSALAB_REFERENCE") != "" {
		t.Fatal(err)
	}
	return paths
}

// TestScoringVectors holds every score against what the released evaluator gave.
func TestScoringVectors(t *testing.T) {
	library := suite.Released()
	for _, path := range scoringVectors(t) {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(bytes.NewReader(file))
		lines.Buffer(nil, 1<<20)
		n := 0
		for lines.Scan() {
			n++
			name, graphID, c, err := metrics.ParseScoringLine(lines.Bytes())
			if err != nil {
				t.Fatalf("%s:%d: %v", path, n, err)
			}
			scores := metrics.NewTruth(releasedTask(t, library, name, graphID).Model).Score(&c)
			var vector struct{ Expected map[string]any }
			if err := json.Unmarshal(lines.Bytes(), &vector); err != nil {
				t.Fatal(err)
			}
			got := asObject(t, scores)
			for field, want := range vector.Expected {
				if !near(got[field], want) {
					t.Errorf("%s:%d: %s: got %v, want %v", path, n, field, got[field], want)
				}
			}
			if own := 3; len(got) != len(vector.Expected)+own { // within 1 %
				t.Errorf("%s:%d: %d scores, want %d and %d of our own", path, n, len(got), len(vector.Expected), own)
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d hypotheses", path, n)
		if n < 30 {
			t.Errorf("%s: only %d hypotheses", path, n)
		}
	}
}

func releasedTask(t testing.TB, library *suite.Library, name, graphID string) *suite.Task {
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

// asObject returns a value as its JSON is read back.
func asObject(t testing.TB, value any) map[string]any {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var object map[string]any
	if err := json.Unmarshal(data, &object); err != nil {
		t.Fatal(err)
	}
	return object
}

// near says whether two JSON values are equal, numbers within 1e-9.
func near(got, want any) bool {
	g, ok1 := got.(float64)
	w, ok2 := want.(float64)
	if ok1 && ok2 {
		return g-w <= 1e-9 && w-g <= 1e-9
	}
	return reflect.DeepEqual(got, want)
}
