package game_test

import (
	"reflect"
	"strings"
	"testing"

	"causalab/game"
	"causalab/scm"
	"causalab/scm/suite"
)

// disturbances returns the H of each intervention of an episode of the planted
// task, by what quantumSize reads beside its undisturbed value.
func disturbances(e *game.Episode) []float64 {
	var h []float64
	for _, r := range e.Observe().Records {
		if r.Intervention == nil {
			continue
		}
		density, _ := r.Props.Get("density")
		quantum, _ := r.Props.Get("quantumSize")
		h = append(h, scm.Round(quantum-scm.Round(3.5519+float64(1.9173*density))))
	}
	return h
}

// TestDrawsBelongToInterventions holds that the n-th draw of H belongs to the
// n-th intervention that was carried out, whatever else is done and given.
func TestDrawsBelongToInterventions(t *testing.T) {
	tk := imported(t, planted)[0]
	const n = 40
	plain := start(t, game.Setup{Task: tk, Seed: 5, Options: game.Options{Interventions: number(n), Steps: number(n)}})
	for i := range n {
		plain.Step(set("density", i), game.NoTime)
	}
	want := disturbances(plain)
	seen := make(map[float64]int)
	for _, h := range want {
		seen[h]++
	}
	if len(want) != n || len(seen) != 3 || seen[0] == 0 || seen[6.44]+seen[-6.44]+seen[0] != n {
		t.Fatalf("drawn were %v, want %d of -6.44, 0 and 6.44", want, n)
	}

	busy := start(t, game.Setup{Task: tk, Seed: 5, Options: game.Options{
		Interventions: number(n), Observations: number(7), Steps: number(1000), Semantics: scm.Target,
	}})
	for i := range n {
		busy.Step(think(), game.NoTime)
		busy.Step(set("quantumSize", 1), game.NoTime)   // denied: outside C
		busy.Step(set("density", 1.7e308), game.NoTime) // denied: out of range
		busy.Step("garbage", game.NoTime)
		busy.Step(act("open_reactor"), game.NoTime) // denied: visible
		busy.Step(set("density", 3*i), game.NoTime)
	}
	if got := disturbances(busy); !reflect.DeepEqual(got, want) {
		t.Errorf("with denied actions between:\n got %v\nwant %v", got, want)
	}

	other := start(t, game.Setup{Task: tk, Seed: 6, Options: game.Options{Interventions: number(n), Steps: number(n)}})
	for i := range n {
		other.Step(set("density", i), game.NoTime)
	}
	if reflect.DeepEqual(disturbances(other), want) {
		t.Error("another seed draws the same disturbances")
	}
}

// TestBudgetsChangeNoCrystal holds that budgets and rules leave the crystals of
// a seed alone.
func TestBudgetsChangeNoCrystal(t *testing.T) {
	for _, id := range []string{"causalab/4nodes/3-v1", "causalab/4nodes_quad_hard/3-v1", "causalab/4nodes_hidden_n1/3-v1"} {
		tk := task(t, id)
		for seed := range uint64(3) {
			wide := start(t, game.Setup{Task: tk, Seed: seed, Options: game.Options{Observations: number(9)}})
			narrow := start(t, game.Setup{Task: tk, Seed: seed, Options: game.Options{
				Observations: number(3), Interventions: number(1), Submissions: number(7), Steps: number(4), Embodied: true,
			}})
			w, n := wide.Observe(), narrow.Observe()
			if !reflect.DeepEqual(n.Records[:3], w.Records[:3]) {
				t.Errorf("%s, seed %d: the first records differ", id, seed)
			}
			if !reflect.DeepEqual(n.Manipulator, w.Manipulator) || !reflect.DeepEqual(n.Reactor, w.Reactor) {
				t.Errorf("%s, seed %d: manipulator or reactor differ", id, seed)
			}
		}
	}
}

// TestReleasedReactorsCanBeSubmitted holds that every released task has, under the
// released protocol, a reactor whose frequency can be submitted.
func TestReleasedReactorsCanBeSubmitted(t *testing.T) {
	for _, info := range library.Suites() {
		if info.Sampled {
			continue // there are as many as one likes
		}
		s, err := library.Suite(info.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, tk := range s.Tasks {
			e := start(t, game.Setup{Task: tk, Options: game.Options{Protocol: game.Released}})
			values := e.State().Reactor.Values
			if hz := values[len(values)-1].Value; hz < suite.LowestFrequency || hz > suite.HighestFrequency {
				t.Errorf("%s: the reactor has %v Hz", tk.ID, hz)
			}
		}
	}
}

// TestObservationsDoNotChange holds an observation that was taken against later
// steps: they must not write into it.
func TestObservationsDoNotChange(t *testing.T) {
	e := start(t, game.Setup{Task: task(t, "causalab/4nodes_hidden_n1/0-v1")})
	var taken []game.Observation
	var texts []string
	for i := range 12 {
		o := e.Observe()
		taken, texts = append(taken, o), append(texts, text(t, o))
		e.Step(pick(chooseFrom(uint64(i)), set("density", i), "garbage", submit("null"), think()), game.NoTime)
	}
	for i := range taken {
		if now := text(t, taken[i]); now != texts[i] {
			t.Errorf("the observation of step %d became\n%s\nfrom\n%s", i, now, texts[i])
		}
	}
}

// TestSetupIsNotShared holds that options belong to an episode alone.
func TestSetupIsNotShared(t *testing.T) {
	steps := 5
	o := game.Options{Steps: &steps}
	e := start(t, game.Setup{Task: task(t, "causalab/4nodes/0-v1"), Options: o})
	steps = 1
	if e.Step(think(), game.NoTime); e.Done() {
		t.Error("the episode follows its caller's variable")
	}
}

// TestBadUTF8 mends text that JSON could not carry.
func TestBadUTF8(t *testing.T) {
	e := start(t, game.Setup{Task: task(t, "causalab/4nodes/0-v1"), Participant: "p\xff"})
	if err := e.Step("{\"memory\":\"a\xffb\","+guess+"}", game.NoTime); err != nil {
		t.Fatal(err)
	}
	if record := e.Events()[0].Record(); !strings.Contains(record, "a\uFFFDb") {
		t.Errorf("the record is %s", record)
	}
}

// TestSetBudget reads the paper's short form.
func TestSetBudget(t *testing.T) {
	var o game.Options
	if err := o.SetBudget("3o12i"); err != nil || *o.Observations != 3 || *o.Interventions != 12 {
		t.Errorf("3o12i: %v, %+v", err, o)
	}
	for _, bad := range []string{"", "3o", "12i", "3o12", "o12i", "3O12I", "-1o2i", "3o12i ", "3.0o12i", "123456o1i"} {
		err := o.SetBudget(bad)
		if want := "bad_option at options.budget: budget \"" + bad + "\": write observations and interventions like 3o12i"; err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", bad, err, want)
		}
	}
}

// TestResultBeforeTheEnd has none, and the score says what stands so far.
func TestResultBeforeTheEnd(t *testing.T) {
	e := start(t, game.Setup{Task: task(t, "causalab/4nodes/0-v1")})
	if e.Result() != nil || e.Outcome() != "" || e.Done() {
		t.Error("there is a result before the end")
	}
	if s := e.Score(); s.Step != 0 || s.Scores.EdgeF1 != 0 || s.PredictedHz != nil || s.Consistency != nil {
		t.Errorf("before the first step the score is %+v", s)
	}
	e.Step(`{"hypothesis":{"edges":[{"from":"density","to":"resonanceFreq"},{"from":"moisture","to":"resonanceFreq"},{"from":"density","to":"quantumSize"}],`+
		`"freq_equation":"resonanceFreq = 25 + density + moisture","coefficients":{}}}`, game.NoTime)
	if s := e.Score(); s.Step != 1 || s.Scores.EdgeF1 != 1 || s.Scores.FreqWeightF1 != 1 || s.Accuracy != 1 || s.Consistency.Matched != 3 {
		t.Errorf("of the true mechanism the score is %+v", s)
	}
}

// TestCodesAreListed holds that every code of this package is in its table, once.
func TestCodesAreListed(t *testing.T) {
	seen := make(map[string]bool)
	for _, c := range game.Codes() {
		if seen[string(c.Code)] || c.Meaning == "" || c.Warning {
			t.Errorf("code %q is listed twice, as a warning, or means nothing", c.Code)
		}
		seen[string(c.Code)] = true
	}
	for _, want := range []string{
		"interventions_spent", "not_controllable", "manipulator_locked", "not_there", "value_out_of_range",
		"reactor_visible", "reactor_closed", "not_embodied", "episode_ended", "episode_open", "bad_option",
		"bad_trajectory", "bad_event",
	} {
		if !seen[want] {
			t.Errorf("code %s is not listed", want)
		}
	}
}
