package analysis_test

import (
	"encoding/json"
	"strings"
	"testing"

	"causalab/game/bridge"
	"causalab/game/bridge/analysis"
)

// TestPlayersPlayThroughText seats each player at an episode of another session,
// as the page does: observations and records cross as text.
func TestPlayersPlayThroughText(t *testing.T) {
	engine := analysis.New(bridge.NewSession("engine"))
	var infos []struct{ Name, Title, Description string }
	if err := json.Unmarshal([]byte(engine.Players()), &infos); err != nil || len(infos) < 4 {
		t.Fatalf("players: %v %v", infos, err)
	}
	for _, info := range infos {
		page := bridge.NewSession("page")
		observation := page.Start(`{"task":"causalab/4nodes/3-v1","options":{},"seed":2}`)
		var seat struct{ Player int }
		if err := json.Unmarshal([]byte(engine.StartPlayer(info.Name, 1)), &seat); err != nil || seat.Player == 0 {
			t.Fatalf("%s: no seat: %v", info.Name, err)
		}
		for steps := 0; !strings.Contains(observation, `"phase":"done"`); steps++ {
			var turn struct{ Record string }
			reply := engine.Next(seat.Player, observation)
			if err := json.Unmarshal([]byte(reply), &turn); err != nil || turn.Record == "" {
				t.Fatalf("%s: %s", info.Name, reply)
			}
			observation = page.Step(turn.Record, int64(steps))
			if !strings.Contains(observation, `"last_error":null`) {
				t.Fatalf("%s: refused: %s", info.Name, observation)
			}
		}
		if reply := engine.Next(seat.Player, observation); !strings.Contains(reply, "episode_ended") {
			t.Errorf("%s plays on after the end: %s", info.Name, reply)
		}
		engine.StopPlayer(seat.Player)
		if reply := engine.Next(seat.Player, observation); !strings.Contains(reply, "unknown_player") {
			t.Errorf("a stopped player answers %s", reply)
		}

		var counts struct{ IMEC []json.Number }
		if err := json.Unmarshal([]byte(engine.Counts(page.Trajectory())), &counts); err != nil || len(counts.IMEC) < 2 {
			t.Fatalf("%s: counts %v %v", info.Name, counts, err)
		}
		if last := counts.IMEC[len(counts.IMEC)-1]; info.Name == "scientist" && last != "1" {
			t.Errorf("the scientist left %s graphs", last)
		}
	}
}

// TestChainsAreMadeForThePage makes a chain in the engine and starts an episode
// with it in a session that can make none; the harness door of the engine makes its
// own, another one for each seed.
func TestChainsAreMadeForThePage(t *testing.T) {
	const task = "causalab/sampled-4nodes/2-v1"
	const options = `"options":{"evidence":"golden","graphs":3,"protocol":"released"},"seed":5`
	engine, page := bridge.NewSession("engine"), bridge.NewSession("page")
	analysis.New(engine)
	chain := engine.Chain(`{"task":"` + task + `",` + options + `}`)
	if !strings.HasPrefix(chain, `{"semantics":"target","links":[{"target_prop":`) {
		t.Fatalf("chain %s", chain)
	}
	if reply := page.Start(`{"task":"` + task + `",` + options + `}`); !strings.Contains(reply, "none was given") {
		t.Errorf("the page made a chain: %.300s", reply)
	}
	shown := page.Start(`{"task":"` + task + `",` + options + `,"chain":` + chain + `}`)
	if !strings.Contains(shown, `"id":"chain-2"`) || !strings.Contains(page.Header(), `"chain":`+chain) {
		t.Errorf("observation %.600s, header %s", shown, page.Header())
	}
	if reply := page.Resume(page.Trajectory()); reply != shown {
		t.Errorf("taken up, the page shows %.600s", reply)
	}
	if reply := engine.Chain(`{"task":"causalab/4nodes/2-v1"}`); reply != "null" {
		t.Errorf("a chain where none is needed: %s", reply)
	}
	if reply := engine.Chain(`{"task":"causalab/4nodes_hidden_n1/2-v1","options":{"evidence":"golden"}}`); !strings.Contains(reply, `"code":"bad_option"`) {
		t.Errorf("a chain under a disturbance: %s", reply)
	}

	var made struct{ Env int }
	if err := json.Unmarshal([]byte(engine.Make(task, `{"evidence":"golden"}`)), &made); err != nil {
		t.Fatal(err)
	}
	first, second := engine.Reset(made.Env, "{}"), engine.Reset(made.Env, `{"seed":1}`)
	if !strings.Contains(first, `"id":"chain-2"`) || !strings.Contains(second, `"id":"chain-2"`) || first == second {
		t.Errorf("the resets give %.600s and %.600s", first, second)
	}
}

func TestMisuseIsAnswered(t *testing.T) {
	a := analysis.New(bridge.NewSession("engine"))
	for call, reply := range map[string]string{
		"unknown player": a.StartPlayer("oracle", 0),
		"no such seat":   a.Next(7, "{}"),
		"no log":         a.Counts("nonsense"),
		"empty log":      a.Counts(""),
	} {
		if !strings.HasPrefix(reply, `{"error":{"code":"`) {
			t.Errorf("%s: answered %s", call, reply)
		}
	}
	var seat struct{ Player int }
	json.Unmarshal([]byte(a.StartPlayer("scientist", 0)), &seat)
	if reply := a.Next(seat.Player, "no observation"); !strings.Contains(reply, "bad_request") {
		t.Errorf("a bad observation is answered %s", reply)
	}
}

// TestCountsAreAbsentWithDisturbance: absent, never 0.
func TestCountsAreAbsentWithDisturbance(t *testing.T) {
	page := bridge.NewSession("page")
	page.Start(`{"task":"causalab/4nodes_hidden_n1/0-v1","options":{},"seed":0}`)
	if got := analysis.New(bridge.NewSession("engine")).Counts(page.Trajectory()); got != `{"imec":null}` {
		t.Errorf("counts %s", got)
	}
}
