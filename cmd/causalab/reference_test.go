package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// vectorFiles returns the files of vectors with a name: the few kept in testdata,
// and all of them where the reference data are.
func vectorFiles(t testing.TB, name string) []string {
	paths := []string{filepath.Join("testdata", name)}
	folder := os.Getenv("CAUSALAB_REFERENCE")
	if folder == "" {
		root := "."
		for {
			if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
				break
			}
			if root = filepath.Join("..", root); len(root) > 64 {
				t.Fatal("no go.mod above the test")
			}
		}
		folder = filepath.Join(root, "..", "shared", "reference")
	}
	all := filepath.Join(folder, name)
	if _, err := os.Stat(all); err == nil {
		paths = append(paths, all)
	} else if os.Getenv("CAUSALAB_REFERENCE") != "" {
		t.Fatal(err)
	}
	return paths
}

func readLines(t testing.TB, text string) []map[string]any {
	t.Helper()
	var lines []map[string]any
	scanner := bufio.NewScanner(strings.NewReader(text))
	scanner.Buffer(nil, 1<<22)
	for scanner.Scan() {
		var line map[string]any
		if err := json.Unmarshal(scanner.Bytes(), &line); err != nil {
			t.Fatalf("%v in %s", err, scanner.Text())
		}
		lines = append(lines, line)
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// TestScoreReproducesTheReleasedEvaluator holds the scores of every vector
// against the evaluator's.
func TestScoreReproducesTheReleasedEvaluator(t *testing.T) {
	for _, path := range vectorFiles(t, "scoring_vectors.jsonl") {
		given, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := runWith("", "score", path)
		if code != 0 || stderr != "" {
			t.Fatalf("%s: code %d, %s", path, code, stderr)
		}
		want, got := readLines(t, string(given)), readLines(t, stdout)
		if len(got) != len(want) || len(got) == 0 {
			t.Fatalf("%s: %d lines from %d", path, len(got), len(want))
		}
		for i := range want {
			scores, _ := got[i]["scores"].(map[string]any)
			expected := want[i]["expected"].(map[string]any)
			for name, x := range expected {
				if !near(scores[name], x) {
					t.Errorf("%s:%d: %s is %v, want %v", path, i+1, name, scores[name], x)
				}
			}
			if own := 3; len(scores) != len(expected)+own { // weights within 1 %
				t.Errorf("%s:%d: %d scores, want %d and %d of our own", path, i+1, len(scores), len(expected), own)
			}
			delete(got[i], "scores")
			if !reflect.DeepEqual(got[i], want[i]) {
				t.Errorf("%s:%d: other fields changed", path, i+1)
			}
		}
		t.Logf("%s: %d hypotheses", path, len(got))
	}
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

// TestReplayReproducesTheRelease replays what the released environment and its
// Golden chains recorded.
func TestReplayReproducesTheRelease(t *testing.T) {
	for _, name := range []string{"engine_vectors.jsonl", "golden_traces.jsonl"} {
		for _, path := range vectorFiles(t, name) {
			given, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			code, stdout, stderr := runWith("", "replay", path)
			if code != 0 {
				t.Fatalf("%s: code %d, %s", path, code, stderr)
			}
			want, got := readLines(t, string(given)), readLines(t, stdout)
			if len(got) != len(want) || len(got) == 0 {
				t.Fatalf("%s: %d lines from %d", path, len(got), len(want))
			}
			for i := range got {
				if got[i]["graph_id"] != want[i]["graph_id"] || got[i]["suite"] != want[i]["suite"] {
					t.Errorf("%s:%d: identity %v", path, i+1, got[i])
				}
				if x, ok := got[i]["max_error"].(float64); !ok || x > 0.01 {
					t.Errorf("%s:%d: max_error %v", path, i+1, got[i]["max_error"])
				}
			}
			t.Logf("%s: %d replayed", path, len(got))
		}
	}
}

// TestReplayNoticesEveryReading changes one recorded reading at a time.
func TestReplayNoticesEveryReading(t *testing.T) {
	for _, name := range []string{"engine_vectors.jsonl", "golden_traces.jsonl"} {
		file, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		tried := 0
		for line := range bytes.Lines(file) {
			var vector map[string]any
			if err := json.Unmarshal(line, &vector); err != nil {
				t.Fatal(err)
			}
			for _, values := range recordedReadings(vector) {
				for property, x := range values {
					values[property] = x.(float64) + 0.02
					changed, err := json.Marshal(vector)
					if err != nil {
						t.Fatal(err)
					}
					values[property] = x
					if code, stdout, _ := runWith(string(changed), "replay", "-"); code != exitFailed {
						t.Errorf("%s: %s changed, code %d, %s", name, property, code, stdout)
					}
					tried++
				}
			}
		}
		if tried < 20 {
			t.Errorf("%s: only %d readings", name, tried)
		}
	}
}

// recordedReadings lists the readings that follow from something else: those of
// chains' first records are what the bases are recovered from.
func recordedReadings(vector map[string]any) (readings []map[string]any) {
	if values, ok := vector["values"].(map[string]any); ok {
		readings = append(readings, values)
	}
	for _, key := range []string{"steps", "records"} {
		list, _ := vector[key].([]any)
		for _, item := range list {
			step := item.(map[string]any)
			if set, isRecord := step["intervention"]; isRecord && set == nil {
				continue
			}
			readings = append(readings, step["values"].(map[string]any))
		}
	}
	return readings
}

func BenchmarkScore(b *testing.B) {
	file, err := os.ReadFile(filepath.Join("testdata", "scoring_vectors.jsonl"))
	if err != nil {
		b.Fatal(err)
	}
	text := strings.Repeat(string(file), 200)
	lines := strings.Count(text, "\n")
	for b.Loop() {
		if code, _, stderr := runWith(text, "score", "-"); code != 0 {
			b.Fatal(stderr)
		}
	}
	b.ReportMetric(float64(lines)*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
}
