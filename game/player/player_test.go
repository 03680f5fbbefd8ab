package player_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"causalab/dsl"
	"causalab/game"
	"causalab/game/player"
	"causalab/scm"
	"causalab/scm/suite"
)

func TestPlayers(t *testing.T) {
	infos := player.Players()
	var names []string
	for _, info := range infos {
		names = append(names, info.Name)
		if info.Title == "" || !strings.HasSuffix(info.Description, ".") {
			t.Errorf("%s: title %q, description %q", info.Name, info.Title, info.Description)
		}
		if _, err := player.New(info.Name, 0); err != nil {
			t.Error(err)
		}
	}
	if got := fmt.Sprint(names); got != "[random observer one-at-a-time scientist]" {
		t.Errorf("players %s", got)
	}
	_, err := player.New("nobody", 0)
	if unknown := new(player.UnknownError); !errors.As(err, &unknown) || len(unknown.Known) != len(infos) {
		t.Errorf("New of an unknown player: %v", err)
	}
}

// rules are options under which every player has to come through.
var rules = []struct {
	name    string
	options game.Options
}{
	{"plain", game.Options{}},
	{"embodied", game.Options{Embodied: true}},
	{"verified", game.Options{Verification: game.RequiredVerification}},
	{"embodied, verified", game.Options{Embodied: true, Verification: game.RequiredVerification}},
	{"no observations", game.Options{Observations: number(0)}},
	{"no interventions", game.Options{Interventions: number(0)}},
	{"nothing", game.Options{Observations: number(0), Interventions: number(0)}},
	{"one step", game.Options{Steps: number(1)}},
	{"few steps", game.Options{Steps: number(5), Embodied: true}},
	{"some steps", game.Options{Steps: number(8), Verification: game.RequiredVerification}},
	{"many submissions", game.Options{Submissions: number(12), Interventions: number(1)}},
	{"large budget", game.Options{Observations: number(20), Interventions: number(60)}},
	{"other semantics", game.Options{Semantics: scm.Target}},
}

func number(n int) *int { return &n }

// TestComesThrough plays every player in every suite under both protocols, going
// through the rules in turn. play fails on any refusal, denial or warning.
func TestComesThrough(t *testing.T) {
	turn := 0
	for _, info := range library.Suites() {
		if info.Sampled {
			continue
		}
		task := find(t, info.Name, 3)
		for _, protocol := range []game.Protocol{game.Paper, game.Released} {
			for range 2 {
				r := rules[turn%len(rules)]
				turn++
				if task.Chain != nil && (r.options.Interventions != nil || r.options.Semantics != "") {
					r = rules[0]
				}
				o := r.options
				o.Protocol = protocol
				for _, p := range player.Players() {
					result := play(t, p.Name, task, o, uint64(turn)).Result()
					if result.Denied+result.ParseFailures > 0 {
						t.Errorf("%s, %s, %s: %d denied, %d parse failures", p.Name, task.ID, r.name, result.Denied, result.ParseFailures)
					}
					if result.Outcome != game.Submitted && o.Steps == nil {
						t.Errorf("%s, %s, %s: %s", p.Name, task.ID, r.name, result.Outcome)
					}
				}
			}
		}
	}
}

// TestUnusualTasks plays what no suite has: a disturbance of a quadratic model,
// coefficients that cancel, a property without any effect, one that is all there is.
func TestUnusualTasks(t *testing.T) {
	property := func(name string, terms ...scm.Term) scm.Mechanism {
		return scm.Mechanism{Variable: scm.Variable{Name: name, Display: scm.DisplayName(name)}, Controllable: true, Terms: terms}
	}
	frequency := func(terms ...scm.Term) scm.Mechanism {
		return scm.Mechanism{Variable: scm.Variable{Name: scm.Frequency, Display: scm.DisplayName(scm.Frequency)}, Base: 20, Terms: terms}
	}
	for i, c := range []struct {
		family      scm.Family
		disturbance scm.Disturbance
		mechanisms  []scm.Mechanism
	}{
		{scm.Quadratic, scm.Disturbance{Range: 5, Affected: []string{"density"}}, []scm.Mechanism{
			property("density", scm.Term{Parent: "ph", Power: 2, Weight: 0.01}), property("ph"), frequency(scm.Term{Parent: "density", Power: 1, Weight: 1.5})}},
		{scm.Linear, scm.Disturbance{}, []scm.Mechanism{
			property("density", scm.Term{Parent: "ph", Power: 1, Weight: 2}), property("ph"),
			frequency(scm.Term{Parent: "density", Power: 1, Weight: 1}, scm.Term{Parent: "ph", Power: 1, Weight: -2})}},
		{scm.Linear, scm.Disturbance{}, []scm.Mechanism{property("density"), property("ph"), frequency()}},
		{scm.Linear, scm.Disturbance{Range: 5, Affected: []string{scm.Frequency}}, []scm.Mechanism{property("density"), frequency()}},
		{scm.Linear, scm.Disturbance{}, []scm.Mechanism{frequency()}},
	} {
		m, err := scm.NewModel(c.family, c.mechanisms, c.disturbance)
		if err != nil {
			t.Fatal(err)
		}
		task := &suite.Task{ID: fmt.Sprintf("test/unusual/%d", i), Suite: "unusual", Index: i, Model: m}
		for _, p := range player.Players() {
			for _, protocol := range []game.Protocol{game.Paper, game.Released} {
				r := play(t, p.Name, task, game.Options{Protocol: protocol}, 3).Result()
				if p.Name == "scientist" && c.family == scm.Linear && (r.Accuracy != 1 || r.Scores.SHD != 0) {
					t.Errorf("task %d, %s: accuracy %v, edges %v", i, protocol, r.Accuracy, r.Hypothesis.Edges)
				}
			}
		}
	}
}

// TestStatesHypothesis looks at every record of an episode: a hypothesis with an
// equation and no open coefficient, the data it goes by, and a thought.
func TestStatesHypothesis(t *testing.T) {
	for _, p := range player.Players() {
		e := play(t, p.Name, find(t, "5nodes", 1), game.Options{Protocol: game.Released}, 1)
		known := 3 // two records and the manipulator's start
		for _, event := range e.Events() {
			if event.Type == game.EventIntervention {
				known++
			}
			if event.Type != game.EventRecord {
				continue
			}
			r, _, refusal := dsl.Parse(event.Record(), e.World())
			if refusal != nil {
				t.Fatal(refusal)
			}
			if r.Thought == "" || r.Memory == "" || len(r.PastData) != known {
				t.Errorf("%s, step %d: %d of %d readings in past_data, memory %q, thought %q", p.Name, event.Step, len(r.PastData), known, r.Memory, r.Thought)
			}
			equation, stated, _ := r.Hypothesis.Interpret(e.World())
			if !stated || !equation.Base.Known {
				t.Errorf("%s, step %d: equation %q", p.Name, event.Step, r.Hypothesis.FreqEquation)
			}
		}
	}
}

func TestReadsResiduals(t *testing.T) {
	e := play(t, "observer", find(t, "6nodes", 2), game.Options{Verification: game.RequiredVerification, Observations: number(9)}, 4)
	events := e.Events()
	last := events[len(events)-2]
	r, _, refusal := dsl.Parse(last.Record(), e.World())
	if refusal != nil {
		t.Fatal(refusal)
	}
	if r.Action != dsl.ActionSubmit || !strings.Contains(r.Thought, "My equation") {
		t.Errorf("after the residuals: action %q, thought %q", r.Action, r.Thought)
	}
	if n := len(e.Result().Submissions); n != 1 {
		t.Errorf("%d submissions counted", n)
	}
}

// TestTriesAgain checks that no submission repeats a frequency that an earlier one
// has ruled out.
func TestTriesAgain(t *testing.T) {
	for _, p := range player.Players() {
		o := game.Options{Protocol: game.Released, Submissions: number(8), Observations: number(0), Interventions: number(0)}
		for index := range 5 {
			list := play(t, p.Name, find(t, "7nodes", index), o, 2).Result().Submissions
			for i, hz := range list {
				for _, earlier := range list[:i] {
					if d := hz - earlier; d < 5 && d > -5 && hz > 0 && hz < 10000 {
						t.Errorf("%s: submitted %v after %v", p.Name, hz, earlier)
					}
				}
			}
		}
	}
}

// TestSameSeedSameRecords plays twice, and once with another seed.
func TestSameSeedSameRecords(t *testing.T) {
	for _, p := range player.Players() {
		for _, name := range []string{"5nodes", "4nodes_hidden_n2", "4nodes_quad_hard", "6nodes_golden"} {
			task := find(t, name, 7)
			first := play(t, p.Name, task, game.Options{}, 5).Trajectory()
			if again := play(t, p.Name, task, game.Options{}, 5).Trajectory(); again != first {
				t.Errorf("%s, %s: two logs of one seed differ", p.Name, name)
			}
		}
	}
	e := func(seed uint64) string {
		e, err := game.New(game.Setup{Task: find(t, "5nodes", 7)})
		if err != nil {
			t.Fatal(err)
		}
		p, err := player.New("random", seed)
		if err != nil {
			t.Fatal(err)
		}
		if err := player.Play(e, p); err != nil {
			t.Fatal(err)
		}
		return e.Trajectory()
	}
	if e(1) == e(2) {
		t.Error("random plays the same with two seeds")
	}
}

// TestPlayReportsRefusal plays with a player that cannot write.
func TestPlayReportsRefusal(t *testing.T) {
	e, err := game.New(game.Setup{Task: find(t, "3nodes", 0)})
	if err != nil {
		t.Fatal(err)
	}
	err = player.Play(e, mute{})
	if refusal := new(dsl.Error); !errors.As(err, &refusal) || !strings.Contains(err.Error(), "step 1") {
		t.Errorf("Play: %v", err)
	}
}

type mute struct{}

func (mute) Next(*game.Observation) string { return "" }
