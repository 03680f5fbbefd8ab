package game_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"causalab/dsl"
	"causalab/game"
	"causalab/scm"
	"causalab/scm/golden"
	"causalab/scm/suite"
)

// sampledTask returns a sampled task with the graphs of a seed.
func sampledTask(t testing.TB, id string, graphs uint64) *suite.Task {
	t.Helper()
	found, err := library.FindSampled(id, graphs)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestFindByOptions resolves a log's task by the options of its header.
func TestFindByOptions(t *testing.T) {
	five, tooLarge := uint64(5), uint64(game.MaxSeed+1)
	const id = "causalab/sampled-4nodes/17-v1"
	if tk, err := (game.Options{Graphs: &five}).Find(library, id); err != nil || *tk.Graphs != 5 {
		t.Errorf("found %+v, %v", tk, err)
	}
	if tk, err := (game.Options{}).Find(library, id); err != nil || *tk.Graphs != 0 {
		t.Errorf("found %+v, %v", tk, err)
	}
	if tk, err := (game.Options{}).Find(library, "causalab/4nodes/17-v1"); err != nil || tk != task(t, "causalab/4nodes/17-v1") {
		t.Errorf("found %+v, %v", tk, err)
	}
	for _, test := range []struct {
		id     string
		graphs *uint64
		want   string
	}{
		{id, &tooLarge, "bad_option at options.graphs: graphs 9007199254740992: choose a whole number from 0 to 9007199254740991"},
		{"causalab/4nodes/17-v1", &five, "bad_option at options.graphs: task causalab/4nodes/17-v1 is not a sampled one, so there are no graphs to choose: leave the option out"},
		{"causalab/4nodes/50-v1", &five, `task "causalab/4nodes/50-v1": suite 4nodes has indices 0 to 49`},
	} {
		if _, err := (game.Options{Graphs: test.graphs}).Find(library, test.id); err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", test.id, err, test.want)
		}
	}
}

// TestSampledLogsReplay plays sampled tasks and resolves them again from nothing
// but their logs.
func TestSampledLogsReplay(t *testing.T) {
	for _, id := range []string{
		"causalab/sampled-4nodes/17-v1", "causalab/sampled-5nodes_outside2/9999-v1", "causalab/sampled-12nodes/3-v1",
		"causalab/sampled-4nodes_quad_hard/60-v1", "causalab/sampled-4nodes_hidden_freqnode_n2/8-v1", "causalab/sampled-6nodes_freqparent/1-v1",
	} {
		for _, graphs := range []uint64{0, game.MaxSeed} {
			for seed := range uint64(2) {
				e := start(t, game.Setup{Task: sampledTask(t, id, graphs), Seed: seed, Options: game.Options{Protocol: game.Released}})
				choose := chooseFrom(seed)
				for range 20 {
					e.Step(randomRecord(choose, e), game.NoTime)
				}
				log := e.Trajectory()
				read, err := game.ReadTrajectory(log)
				if err != nil {
					t.Fatal(err)
				}
				found, err := read.Header.Options.Find(library, read.Header.Task)
				if err != nil {
					t.Fatal(err)
				}
				again, err := game.Replay(read, found)
				if err != nil {
					t.Fatalf("%s: %v", id, err)
				}
				if again.Trajectory() != log {
					t.Errorf("%s, graphs %d: the replayed log differs", id, graphs)
				}
				if _, err := game.Replay(read, sampledTask(t, id, graphs/2+1)); err == nil || !strings.Contains(err.Error(), "options.graphs") {
					t.Errorf("%s: replayed with other graphs: %v", id, err)
				}
			}
		}
	}
}

// TestMadeChains plays Golden evidence with chains that are made, in both
// semantics, and replays the logs without the maker.
func TestMadeChains(t *testing.T) {
	for _, id := range []string{"causalab/4nodes/17-v1", "causalab/sampled-6nodes/2-v1", "causalab/4nodes_quad_hard/0-v1"} {
		for _, protocol := range []game.Protocol{game.Paper, game.Released} {
			setup := game.Setup{
				Task: task(t, id), Seed: 3, MakeChain: golden.Make,
				Options: game.Options{Protocol: protocol, Evidence: game.Golden},
			}
			e := start(t, setup)
			semantics := map[game.Protocol]scm.Semantics{game.Paper: scm.Shift, game.Released: scm.Target}[protocol]
			chain := e.Task().Chain
			if o := e.Options(); o.Semantics != semantics || chain.Semantics != semantics || *o.Interventions != 0 {
				t.Errorf("%s, %s: options %s, chain %+v", id, protocol, text(t, o), chain)
			}
			o := e.Observe()
			if want := 2 + 1 + len(chain.Links); len(o.Records) != want || o.Records[2].ID != "chain-1" || o.Records[want-1].Intervention == nil {
				t.Errorf("%s: records %s, want 2, a start and %d links", id, text(t, o.Records), len(chain.Links))
			}
			// The chain starts from the crystal that the same seed plays online.
			online := start(t, game.Setup{Task: setup.Task, Seed: 3, Options: game.Options{Protocol: protocol}}).Observe()
			if text(t, online.Manipulator.Props) != text(t, o.Records[2].Props) {
				t.Errorf("%s: the chain starts from %s, the manipulator is %s", id, text(t, o.Records[2].Props), text(t, online.Manipulator.Props))
			}
			if setup.Task.Chain != nil {
				t.Errorf("%s: the task itself was given the chain", id)
			}
			e.Step(act("give_up"), game.NoTime)
			log := e.Trajectory()
			again, err := replayed(log, setup.Task)
			if err != nil {
				t.Fatalf("%s: %v", id, err)
			}
			if again.Trajectory() != log {
				t.Errorf("%s: the replayed log differs", id)
			}
			// A chain can also be handed in as it stands in a header.
			given, err := e.Header().Chain.Chain(setup.Task)
			if err != nil {
				t.Fatal(err)
			}
			third := start(t, game.Setup{Task: setup.Task, Seed: 3, Chain: given, Options: game.Options{Protocol: protocol}})
			third.Step(act("give_up"), game.NoTime)
			if third.Trajectory() != log {
				t.Errorf("%s: with the chain given the log is\n%s, with it made\n%s", id, third.Trajectory(), log)
			}
		}
	}
}

// TestChainRefusals gives chains that cannot be handed over.
func TestChainRefusals(t *testing.T) {
	plain, own := task(t, "causalab/4nodes/0-v1"), task(t, "causalab/4nodes_golden/0-v1")
	link := func(variable int, value float64) *suite.Chain {
		return &suite.Chain{Semantics: scm.Shift, Links: []suite.Link{{Variable: variable, Value: value}}}
	}
	overflowing := &suite.Chain{Semantics: scm.Shift, Links: []suite.Link{{Variable: 0, Value: 1.7e308}, {Variable: 1, Value: 1.7e308}}}
	elsewhere := link(0, 1)
	elsewhere.Starts = [][]float64{{1, 2, 3, 4}}
	fails := func(*suite.Task, uint64, scm.Semantics) (*suite.Chain, error) { return nil, errors.New("out of luck") }
	broken := func(*suite.Task, uint64, scm.Semantics) (*suite.Chain, error) { return link(9, 0), nil }
	isGolden := game.Options{Evidence: game.Golden}
	for _, test := range []struct {
		setup game.Setup
		want  string
	}{
		{game.Setup{Task: own, Chain: link(0, 1)}, "bad_option at chain: task causalab/4nodes_golden/0-v1 has a Golden chain of its own: leave the chain out"},
		{game.Setup{Task: plain, Chain: link(0, 1), Options: game.Options{Evidence: game.Online}}, `bad_option at chain: a Golden chain is handed over with evidence "golden" only: leave the chain out, or choose that`},
		{game.Setup{Task: plain, Chain: &suite.Chain{Semantics: "push"}}, `bad_option at chain.semantics: semantics "push": choose "shift" or "target"`},
		{game.Setup{Task: plain, Chain: link(0, 1), Options: game.Options{Semantics: scm.Target}}, `bad_option at options.semantics: the Golden chain of causalab/4nodes/0-v1 was made under "shift": leave the option out`},
		{game.Setup{Task: plain, Chain: link(-1, 1)}, "bad_option at chain.links[0]: there is no variable -1"},
		{game.Setup{Task: plain, Chain: link(3, 1)}, "bad_option at chain.links[0].target_prop: resonanceFreq cannot be set"},
		{game.Setup{Task: plain, Chain: link(0, 0.125)}, "bad_option at chain.links[0].target_value: value 0.125: give a finite number of at most two decimals"},
		{game.Setup{Task: plain, Chain: link(0, math.Inf(1))}, "bad_option at chain.links[0].target_value: value +Inf: give a finite number of at most two decimals"},
		{game.Setup{Task: plain, Chain: overflowing}, "bad_option at chain.links: the chain cannot be carried out: resonanceFreq would not be a finite number"},
		{game.Setup{Task: plain, Chain: elsewhere}, "bad_option at chain: the chain does not start from the manipulator crystal of task causalab/4nodes/0-v1, seed 0"},
		{game.Setup{Task: plain, Chain: &suite.Chain{Semantics: scm.Shift, Links: make([]suite.Link, 10_001)}}, "bad_option at chain.links: 10001 interventions: at most 10000 can be handed over"},
		{game.Setup{Task: plain, MakeChain: fails, Options: isGolden}, "bad_option at chain: no Golden chain can be made for task causalab/4nodes/0-v1: out of luck"},
		{game.Setup{Task: plain, MakeChain: broken, Options: isGolden}, "bad_option at chain.links[0]: there is no variable 9"},
	} {
		_, err := game.New(test.setup)
		var refusal *dsl.Error
		if !errors.As(err, &refusal) || refusal.Error() != test.want {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

// TestLoggedChainsAreChecked changes the chain in a log's header.
func TestLoggedChainsAreChecked(t *testing.T) {
	tk := task(t, "causalab/4nodes/17-v1")
	log := start(t, game.Setup{Task: tk, MakeChain: golden.Make, Options: game.Options{Evidence: game.Golden}}).Trajectory()
	var header struct {
		Chain json.RawMessage `json:"chain"`
	}
	if err := json.Unmarshal([]byte(log), &header); err != nil {
		t.Fatal(err)
	}
	const chain = `{"semantics":"shift","links":[{"target_prop":"resonanceless","target_value":1}]}`
	for _, test := range []struct{ chain, want string }{
		{chain, `line 1: chain.links[0].target_prop: "resonanceless" is no property of task causalab/4nodes/17-v1`},
		{strings.Replace(chain, "resonanceless", "resonanceFreq", 1), "line 1: chain.links[0].target_prop: resonanceFreq cannot be set"},
		{`{"semantics":"target","links":[]}`, `line 1: options.semantics: the Golden chain of causalab/4nodes/17-v1 was made under "target": leave the option out`},
		{`{"semantics":"shift","links":[],"starts":[[1]]}`, `line 1: json: unknown field "starts"`},
		{`{"semantics":"shift"}`, ""},
		{`[]`, ""},
	} {
		changed := strings.Replace(log, string(header.Chain), test.chain, 1)
		if changed == log {
			t.Fatalf("the header has no chain: %s", log)
		}
		if _, err := replayed(changed, tk); err == nil || test.want != "" && err.Error() != test.want {
			t.Errorf("chain %s: got %v, want %s", test.chain, err, test.want)
		}
	}
	without := strings.Replace(log, `"chain":`+string(header.Chain)+",", "", 1)
	want := fmt.Sprintf("line 1: options.evidence: task %s has no Golden chain and none was given", tk.ID)
	if _, err := replayed(without, tk); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("no chain: got %v, want %s…", err, want)
	}
}
