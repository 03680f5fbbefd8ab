package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCostsAreDrawnAndPassedOn(t *testing.T) {
	const bench = "goos: linux\nBenchmarkScientist/k=3-2   \t     500\t   2000000 ns/op\nBenchmarkScientist/k=12-2 \t 1\t 2900000000 ns/op\nPASS\n"
	file := filepath.Join(t.TempDir(), "costs.svg")
	var out strings.Builder
	if err := run(strings.NewReader(bench), &out, file); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.String(), bench) {
		t.Errorf("the output is not passed on:\n%s", out.String())
	}
	svg, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(svg), "<svg") {
		t.Errorf("no figure: %v", err)
	}
	if err := run(strings.NewReader("PASS\n"), &out, file); err == nil {
		t.Error("a run without benchmarks is drawn")
	}
}
