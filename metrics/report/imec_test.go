package report_test

import (
	"fmt"
	"slices"
	"testing"

	"causalab/game"
	"causalab/metrics/report"
	"causalab/scm/identify"
	"causalab/scm/suite"
)

var library = suite.Released()

func start(t testing.TB, id string, o game.Options) *game.Episode {
	t.Helper()
	task, err := library.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	e, err := game.New(game.Setup{Task: task, Options: o, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

const nothing = `"hypothesis":{"edges":[],"freq_equation":"resonanceFreq = 20","coefficients":{}}`

func think(e *game.Episode) { e.Step("{"+nothing+"}", game.NoTime) }

func set(e *game.Episode, property string, value int) {
	e.Step(fmt.Sprintf(`{%s,"experiment":{"target_prop":%q,"target_value":%d},"action":"intervene"}`, nothing, property, value), game.NoTime)
}

func submit(e *game.Episode) { e.Step("{"+nothing+`,"action":"submit","value":20}`, game.NoTime) }

// counted is IMEC from all records of an episode at once, taken in by another way:
// values in variable order, interventions as the records tell them.
func counted(t testing.TB, e *game.Episode) identify.Count {
	t.Helper()
	m := e.Task().Model
	s, err := identify.New(identify.ProblemOf(m, e.Task().FreqParent, e.Options().Semantics))
	if err != nil {
		t.Fatal(err)
	}
	begun := false
	for _, r := range e.Observe().Records {
		var values []float64
		for _, p := range r.Props {
			values = append(values, p.Value)
		}
		values = append(values, *r.Freq)
		switch {
		case r.Intervention != nil:
			s.Intervene(m.Index(r.Intervention.TargetProp), r.Intervention.TargetValue, values)
		case !begun && (r.ID == "start" || r.ID == "chain-1"):
			begun = true
			s.Begin(values)
		default:
			s.Observe(values)
		}
	}
	return s.Count()
}

// TestIMECByStep follows episodes step by step: entry n is what was counted when
// step n had been taken, whatever the step did.
func TestIMECByStep(t *testing.T) {
	for _, test := range []struct {
		id      string
		options game.Options
	}{
		{"causalab/4nodes/17-v1", game.Options{}},
		{"causalab/4nodes/17-v1", game.Options{Protocol: game.Released}},
		{"causalab/5nodes/3-v1", game.Options{}},
		{"causalab/4nodes_freqparent/6-v1", game.Options{}},
		{"causalab/4nodes_quad_hard/2-v1", game.Options{}},
		{"causalab/4nodes_golden/9-v1", game.Options{}},
	} {
		e := start(t, test.id, test.options)
		want := []identify.Count{counted(t, e)}
		step := func(take func()) {
			take()
			want = append(want, counted(t, e))
		}
		properties := e.World().Controllable
		step(func() { think(e) })
		for i, p := range properties {
			step(func() { set(e, p, 10+30*i) })
		}
		step(func() { e.Step("{"+nothing+`,"action":"move","to":"archive"}`, game.NoTime) }) // not allowed
		for range 3 {
			e.Step("nonsense", game.NoTime)
		}
		want = append(want, counted(t, e)) // the third try used the step up
		step(func() { set(e, properties[0], 77) })
		if test.options.Protocol == game.Released {
			step(func() { e.Step("{"+nothing+`,"action":"open_reactor"}`, game.NoTime) })
		}
		step(func() { submit(e) })
		got := report.IMEC(e)
		if len(got) != len(want) {
			t.Fatalf("%s: %d counts of %d steps", test.id, len(got), e.Observe().Step)
		}
		for i := range got {
			if got[i] == nil || *got[i] != want[i] {
				t.Errorf("%s: after step %d %v, want %s", test.id, i, got[i], want[i])
			}
			if i > 0 && got[i].Cmp(*got[i-1]) > 0 {
				t.Errorf("%s: step %d raised the number of graphs from %s to %s", test.id, i, got[i-1], got[i])
			}
		}
		if first, last := want[0], want[len(want)-1]; first == last && test.options.Evidence != game.Golden && e.Task().Chain == nil {
			t.Errorf("%s: %s graphs before and after", test.id, first)
		}
	}
}

// TestIMECOfALogThatWasRead is that of the episode.
func TestIMECOfALogThatWasRead(t *testing.T) {
	e := start(t, "causalab/6nodes/1-v1", game.Options{})
	for _, p := range e.World().Controllable {
		set(e, p, 30)
	}
	trajectory, err := game.ReadTrajectory(e.Trajectory())
	if err != nil {
		t.Fatal(err)
	}
	again, err := game.Replay(trajectory, e.Task())
	if err != nil {
		t.Fatal(err)
	}
	same := slices.EqualFunc(report.IMEC(e), report.IMEC(again), func(a, b *identify.Count) bool { return *a == *b })
	if !same {
		t.Errorf("%v, and of the log %v", report.IMEC(e), report.IMEC(again))
	}
}

func TestIMECIsAbsentWithADisturbance(t *testing.T) {
	e := start(t, "causalab/4nodes_hidden_n2/0-v1", game.Options{})
	set(e, e.World().Controllable[0], 30)
	counts := report.IMEC(e)
	if len(counts) != 2 || counts[0] != nil || counts[1] != nil {
		t.Errorf("%v", counts)
	}
	submit(e)
	r := report.EpisodeOf(e)
	if _, ok := r.Scores["imec"]; ok || r.IMEC != nil || r.IMECSteps != nil || r.Outcome != game.Submitted {
		t.Errorf("%+v", r)
	}
}

func BenchmarkIMEC(b *testing.B) {
	for _, id := range []string{"causalab/4nodes/17-v1", "causalab/7nodes/3-v1", "causalab/4nodes_quad_hard/2-v1"} {
		b.Run(id, func(b *testing.B) {
			e := start(b, id, game.Options{})
			for e.Observe().Budget.Interventions.Left > 0 {
				for i, p := range e.World().Controllable {
					set(e, p, 17*(i+e.Observe().Step)%100)
				}
			}
			for b.Loop() {
				report.IMEC(e)
			}
		})
	}
}
