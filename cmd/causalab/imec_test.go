package main

import (
	"os"
	"reflect"
	"testing"
)

// TestIMECReproducesTheVectors holds counts and feasible sets against exact
// rational arithmetic of other hands.
func TestIMECReproducesTheVectors(t *testing.T) {
	for _, path := range vectorFiles(t, "imec_vectors.jsonl") {
		given, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := runWith("", "imec", path)
		if code != 0 || stderr != "" {
			t.Fatalf("%s: code %d, %s", path, code, stderr)
		}
		want, got := readLines(t, string(given)), readLines(t, stdout)
		if len(got) != len(want) || len(got) == 0 {
			t.Fatalf("%s: %d lines from %d", path, len(got), len(want))
		}
		for i, w := range want {
			for name, x := range w["expected"].(map[string]any) {
				if !reflect.DeepEqual(got[i][name], x) {
					t.Errorf("%s:%d: %s is %v, want %v", path, i+1, name, got[i][name], x)
				}
			}
			for name, x := range w {
				if !reflect.DeepEqual(got[i][name], x) {
					t.Errorf("%s:%d: the line's own %s has changed", path, i+1, name)
				}
			}
		}
	}
}
