package game_test

import (
	"strings"
	"testing"

	"causalab/game"
)

// benchmarked is an episode without end for a benchmark's purposes.
func benchmarked(b *testing.B) *game.Episode {
	b.Helper()
	return start(b, game.Setup{Task: task(b, "causalab/6nodes/0-v1"), Options: game.Options{Interventions: number(10_000), Steps: number(100_000)}})
}

// BenchmarkStep takes records that only think, parsing included.
func BenchmarkStep(b *testing.B) {
	record := strings.Replace(think(), guess, `"memory":"ph moves the frequency","thought":"check moisture","past_data":[],`+
		`"hypothesis":{"edges":[{"from":"ph","to":"resonanceFreq"},{"from":"moisture","to":"resonanceFreq"}],`+
		`"freq_equation":"resonanceFreq = base + c_ph*ph + c_moisture*moisture","coefficients":{"base":25,"c_ph":1,"c_moisture":null}}`, 1)
	benchmarkSteps(b, 2000, func(int) string { return record })
}

// BenchmarkIntervention takes records that intervene.
func BenchmarkIntervention(b *testing.B) {
	records := make([]string, 101)
	for i := range records {
		records[i] = set("ph", i)
	}
	benchmarkSteps(b, 24, func(n int) string { return records[n%101] })
}

// benchmarkSteps plays episodes of the given length.
func benchmarkSteps(b *testing.B, length int, record func(n int) string) {
	e := benchmarked(b)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		if n%length == 0 {
			e = benchmarked(b)
		}
		if err := e.Step(record(n), game.NoTime); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
}

// BenchmarkObserveJSON writes an observation of 3 records and 24 interventions.
func BenchmarkObserveJSON(b *testing.B) {
	e := benchmarked(b)
	for i := range 24 {
		e.Step(set("ph", i), game.NoTime)
	}
	b.ReportAllocs()
	var length int
	for b.Loop() {
		o := e.Observe()
		length = len(o.AppendJSON(nil))
	}
	b.ReportMetric(float64(length), "bytes")
}

// BenchmarkTrajectory writes the log of an episode of 24 interventions, its
// result included.
func BenchmarkTrajectory(b *testing.B) {
	e := benchmarked(b)
	for i := range 24 {
		e.Step(set("ph", i), game.NoTime)
	}
	e.Step(submit(100), game.NoTime)
	b.ReportAllocs()
	for b.Loop() {
		if e.Trajectory() == "" {
			b.Fatal("no log")
		}
	}
}
