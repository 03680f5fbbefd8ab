package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// FuzzReplay looks for input that breaks the reading of vectors and logs.
func FuzzReplay(f *testing.F) {
	for _, name := range []string{"engine_vectors.jsonl", "golden_traces.jsonl"} {
		file, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		for line := range bytes.Lines(file) {
			f.Add(string(line))
		}
	}
	log := filepath.Join(f.TempDir(), "log")
	runWith(intervene("density", 40)+"\nnonsense\n"+submission(1), "play", "4nodes/17", "-log", log)
	text, err := os.ReadFile(log)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	f.Add(string(text) + "\n" + string(text))
	f.Fuzz(func(t *testing.T, input string) {
		code, stdout, stderr := runWith(input, "replay", "-")
		if code != exitOK && code != exitFailed {
			t.Errorf("code %d", code)
		}
		wrong := false
		for _, line := range readLines(t, stdout) {
			off, _ := line["max_error"].(float64)
			wrong = wrong || line["error"] != nil || off > tolerance
		}
		if wrong && code == exitOK || stderr == "" {
			t.Errorf("code %d, %s, %s", code, stdout, stderr)
		}
	})
}

// FuzzScore looks for lines that scoring changes or breaks.
func FuzzScore(f *testing.F) {
	file, err := os.ReadFile(filepath.Join("testdata", "scoring_vectors.jsonl"))
	if err != nil {
		f.Fatal(err)
	}
	for line := range bytes.Lines(file) {
		f.Add(strings.TrimSpace(string(line)))
	}
	f.Add(`{"scores":{},"suite":"3nodes","graph_id":"3nodes_0","edges":[],"coefficients":{},"s\u0063ores":1}`)
	f.Fuzz(func(t *testing.T, line string) {
		line = strings.ReplaceAll(line, "\n", " ")
		code, stdout, _ := runWith(line, "score", "-")
		if code != exitOK {
			return
		}
		var given, scored map[string]any
		if err := json.Unmarshal([]byte(strings.TrimPrefix(line, "\ufeff")), &given); err != nil {
			t.Fatalf("%v, and yet it was scored", err)
		}
		if err := json.Unmarshal([]byte(stdout), &scored); err != nil {
			t.Fatalf("%v in %s", err, stdout)
		}
		if _, ok := scored["scores"].(map[string]any); !ok {
			t.Errorf("no scores in %s", stdout)
		}
		delete(given, "scores")
		delete(scored, "scores")
		if !reflect.DeepEqual(given, scored) {
			t.Errorf("other fields changed: %s", stdout)
		}
	})
}
