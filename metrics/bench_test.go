package metrics_test

import (
	"bufio"
	"bytes"
	"os"
	"testing"

	"causalab/metrics"
	"causalab/scm/suite"
)

// BenchmarkScore scores the hypotheses of testdata one after the other.
func BenchmarkScore(b *testing.B) {
	file, err := os.ReadFile("testdata/scoring_vectors.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	library := suite.Released()
	var truths []*metrics.Truth
	var claims []metrics.Claim
	lines := bufio.NewScanner(bytes.NewReader(file))
	for lines.Scan() {
		name, graphID, c, err := metrics.ParseScoringLine(lines.Bytes())
		if err != nil {
			b.Fatal(err)
		}
		truths = append(truths, metrics.NewTruth(releasedTask(b, library, name, graphID).Model))
		claims = append(claims, c)
	}
	var distance, i int
	b.ReportAllocs()
	for b.Loop() {
		s := truths[i].Score(&claims[i])
		distance += s.SHD
		if i++; i == len(claims) {
			i = 0
		}
	}
	if distance == 0 {
		b.Error("no hypothesis was wrong")
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "scorings/s")
}
