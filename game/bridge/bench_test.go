package bridge_test

import (
	"fmt"
	"strings"
	"testing"

	"causalab/game/bridge"
)

// thinking is a record that takes no action, so that an episode of many steps
// can be played with it.
const thinking = `{"memory":"density moves the frequency","thought":"check moisture","past_data":[],` +
	`"hypothesis":{"edges":[{"from":"density","to":"resonanceFreq"},{"from":"moisture","to":"resonanceFreq"}],` +
	`"freq_equation":"resonanceFreq = base + c_density*density + c_moisture*moisture",` +
	`"coefficients":{"base":25,"c_density":1,"c_moisture":null}}}`

// intervening gives the n-th of a row of interventions.
func intervening(n int) string {
	return strings.TrimSuffix(thinking, "}") + fmt.Sprintf(
		`,"experiment":{"target_prop":"density","target_value":%d},"action":"intervene"}`, n%101)
}

// environment makes and resets an environment with that many interventions and
// more steps than any benchmark takes, and returns its number.
func environment(b *testing.B, s *bridge.Session) int {
	b.Helper()
	made := s.Make("causalab/4nodes/0-v1", `{"interventions":12,"steps":100000,"watch":false}`)
	var env int
	if _, err := fmt.Sscanf(made, `{"env":%d}`, &env); err != nil {
		b.Fatalf("make answered %s", made)
	}
	reset(b, s, env)
	return env
}

func reset(b *testing.B, s *bridge.Session, env int) {
	if answer := s.Reset(env, `{}`); strings.HasPrefix(answer, `{"error"`) {
		b.Fatal(answer)
	}
}

// BenchmarkEnvStep plays episodes of 12 interventions through single steps of
// the harness door, the observation's JSON included.
func BenchmarkEnvStep(b *testing.B) {
	s := bridge.NewSession("bench")
	env := environment(b, s)
	records := make([]string, 12)
	for i := range records {
		records[i] = intervening(i * 7)
	}
	var length int
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		if n%12 == 0 {
			reset(b, s, env)
		}
		length = len(s.EnvStep(env, records[n%12]))
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
	b.ReportMetric(float64(length), "bytes/answer")
}

// BenchmarkEnvBatch plays episodes of 12 interventions and 1988 thinking steps
// in one call each.
func BenchmarkEnvBatch(b *testing.B) {
	const steps = 2000
	s := bridge.NewSession("bench")
	env := environment(b, s)
	records := make([]string, steps)
	for i := range records {
		records[i] = thinking
		if i < 12 {
			records[i] = intervening(i * 7)
		}
	}
	batch := strings.Join(records, "\x1e")
	want := fmt.Sprintf(`"taken":%d}`, steps)
	b.ReportAllocs()
	for b.Loop() {
		reset(b, s, env)
		if answer := s.EnvBatch(env, batch); !strings.HasSuffix(answer, want) {
			b.Fatalf("%.200s", answer)
		}
	}
	b.ReportMetric(float64(b.N)*steps/b.Elapsed().Seconds(), "steps/s")
}
