package suite_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"causalab/scm/suite"
)

// reference returns the path of a file of the reference data, or "" where the
// data is absent. CAUSALAB_REFERENCE names its folder; otherwise it is looked for
// beside the repository.
func reference(t testing.TB, name string) string {
	t.Helper()
	folder := os.Getenv("CAUSALAB_REFERENCE")
	if folder == "" {
		root, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		for {
			if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
				break
			}
			up := filepath.Dir(root)
			if up == root {
				return ""
			}
			root = up
		}
		folder = filepath.Join(root, "..", "shared", "reference")
	}
	path := filepath.Join(folder, name)
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// lines returns the non-empty lines of a file.
func lines(t testing.TB, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// decode reads a JSON value, numbers as float64.
func decode(t testing.TB, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %.80s", err, text)
	}
	return v
}

// export returns the exported lines of tasks.
func export(t testing.TB, tasks []*suite.Task) []string {
	t.Helper()
	var b strings.Builder
	if err := suite.Export(&b, tasks); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(b.String()), "\n")
}

// released returns a released suite.
func released(t testing.TB, name string) *suite.Suite {
	t.Helper()
	s, err := suite.Released().Suite(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// releasedInfos describes the released suites.
func releasedInfos() []suite.Info {
	return slices.DeleteFunc(suite.Released().Suites(), func(i suite.Info) bool { return i.Sampled })
}

// sampled returns the first tasks of a sampled suite.
func sampled(t testing.TB, s suite.Sampling, count int, graphs uint64) *suite.Suite {
	t.Helper()
	made, err := s.Suite(count, graphs)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// find returns a released task.
func find(t testing.TB, id string) *suite.Task {
	t.Helper()
	task, err := suite.Released().Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return task
}
