package game_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"causalab/game"
)

// trajectories are the episodes whose logs are kept in testdata/trajectories.
// They guard the promise that a task's version rises whenever a result would
// change: if one of them changes, it has to.
var trajectories = []struct {
	name  string
	setup func(t *testing.T) game.Setup
	play  func(e *game.Episode)
}{
	{"paper", playing("causalab/4nodes/17-v1", game.Options{}), solve},
	{"released", playing("causalab/6nodes/5-v1", game.Options{Protocol: game.Released}), atRandom(1)},
	{"three_nodes", playing("causalab/3nodes/0-v1", game.Options{Protocol: game.Released, Semantics: "shift", Submissions: number(2)}), atRandom(0)},
	{"seven_nodes", playing("causalab/7nodes/49-v1", game.Options{Observations: number(0), Interventions: number(30)}), atRandom(0)},
	{"golden", playing("causalab/4nodes_golden/3-v1", game.Options{}), atRandom(4)},
	{"golden_without_links", playing("causalab/6nodes_golden/11-v1", game.Options{Protocol: game.Released, Embodied: true}), atRandom(6)},
	{"freqparent", playing("causalab/6nodes_freqparent/8-v1", game.Options{Verification: game.RequiredVerification}), atRandom(7)},
	{"hidden", playing("causalab/4nodes_hidden_vrange_pm0p5/2-v1", game.Options{Protocol: game.Released}), atRandom(16)},
	{"hidden_frequency", playing("causalab/4nodes_hidden_freqnode_n3/4-v1", game.Options{Embodied: true, Verification: game.RequiredVerification}), atRandom(23)},
	{"quadratic_preset", playing("causalab/4nodes_quad_hard/12-v1", game.Options{}), atRandom(0)},
	{"quadratic_target", seeded(playing("causalab/4nodes_quad_hard/31-v1", game.Options{Protocol: game.Released}), 77), atRandom(11)},
	{"planted", func(t *testing.T) game.Setup { return game.Setup{Task: imported(t, planted)[0], Seed: 3} }, atRandom(12)},
	{"person", seeded(playing("causalab/5nodes/20-v1", game.Options{Residuals: true}), game.MaxSeed), likeAPerson},
}

func playing(id string, o game.Options) func(*testing.T) game.Setup {
	return func(t *testing.T) game.Setup { return game.Setup{Task: task(t, id), Options: o} }
}

func seeded(setup func(*testing.T) game.Setup, seed uint64) func(*testing.T) game.Setup {
	return func(t *testing.T) game.Setup {
		s := setup(t)
		s.Seed = seed
		return s
	}
}

// solve intervenes a little, states the truth and submits it.
func solve(e *game.Episode) {
	for i, p := range e.World().Controllable {
		e.Step(set(p, 10*i+5), game.NoTime)
	}
	truth := e.State().Truth
	values := e.State().Reactor.Values
	h := `"hypothesis":{"edges":[`
	for i, edge := range truth.Edges {
		if i > 0 {
			h += ","
		}
		h += `{"from":"` + edge.From + `","to":"` + edge.To + `"}`
	}
	h += `],"freq_equation":"` + truth.Equation + `","coefficients":{}}`
	e.Step(strings.Replace(submit(values[len(values)-1].Value), guess, h, 1), game.NoTime)
}

// atRandom plays records of a seeded source until the end, or gives up.
func atRandom(seed uint64) func(*game.Episode) {
	return func(e *game.Episode) {
		choose := chooseFrom(seed)
		for range 60 {
			e.Step(randomRecord(choose, e), game.NoTime)
		}
		e.Step(act("give_up"), game.NoTime)
	}
}

// likeAPerson takes its time, looks around, and leaves the episode open.
func likeAPerson(e *game.Episode) {
	choose := chooseFrom(13)
	tMs := int64(0)
	for range 12 {
		tMs += int64(choose(9000)) - 500
		randomNote(choose, e, tMs)
		e.Step(pick(choose, think(), set(pick(choose, e.World().Controllable...), choose(100)), "typo"), tMs)
	}
}

// TestTrajectories plays each trajectory to the bytes that are kept, and replays
// the kept bytes to themselves.
func TestTrajectories(t *testing.T) {
	for _, c := range trajectories {
		t.Run(c.name, func(t *testing.T) {
			setup := c.setup(t)
			e := start(t, setup)
			c.play(e)
			path := filepath.Join("testdata", "trajectories", c.name+".jsonl")
			if *update {
				if err := os.WriteFile(path, []byte(e.Trajectory()), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			kept, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got := e.Trajectory(); got != string(kept) {
				t.Errorf("played to another log: %s", lineDifference(string(kept), got))
			}
			again, err := replayed(string(kept), setup.Task)
			if err != nil {
				t.Fatal(err)
			}
			if got := again.Trajectory(); got != string(kept) {
				t.Errorf("replayed to another log: %s", lineDifference(string(kept), got))
			}
		})
	}
}
