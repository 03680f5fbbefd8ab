package golden_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"causalab/scm"
	"causalab/scm/golden"
	"causalab/scm/identify"
	"causalab/scm/suite"
	"pgregory.net/rapid"
)

// sampled returns a sampled task.
func sampled(t rapid.TB, s suite.Sampling, index int) *suite.Task {
	t.Helper()
	task, err := s.Task(index, 1)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// withChain makes a chain and returns the task that has it.
func withChain(t rapid.TB, task *suite.Task, seed uint64, s scm.Semantics) *suite.Task {
	t.Helper()
	chain, err := golden.Make(task, seed, s)
	if err != nil {
		t.Fatal(err)
	}
	given := *task
	given.Chain = chain
	return &given
}

// TestChainsTell makes chains for every family that can have one. Every link can
// be carried out, no record leaves more graphs than the one before, the last leaves
// fewer, and the same arguments make the same chain.
func TestChainsTell(t *testing.T) {
	families := []suite.Sampling{
		{Family: suite.SampledPlain, Nodes: 3},
		{Family: suite.SampledPlain, Nodes: 4},
		{Family: suite.SampledPlain, Nodes: 6},
		{Family: suite.SampledFreqParent, Nodes: 4},
		{Family: suite.SampledOutside, Nodes: 5, Count: 2},
		{Family: suite.SampledQuadratic, Nodes: 4},
	}
	rapid.Check(t, func(t *rapid.T) {
		family := rapid.SampledFrom(families).Draw(t, "family")
		task := sampled(t, family, rapid.IntRange(0, 200).Draw(t, "index"))
		seed := rapid.Uint64Range(0, 5).Draw(t, "seed")
		s := rapid.SampledFrom([]scm.Semantics{scm.Shift, scm.Target}).Draw(t, "semantics")
		given := withChain(t, task, seed, s)
		chain := given.Chain
		if chain.Semantics != s || len(chain.Links) > golden.Longest(task.Model) || len(chain.Links) == 0 {
			t.Fatalf("chain %+v", chain)
		}
		in, err := task.Draw(seed, 0, false)
		if err != nil {
			t.Fatal(err)
		}
		crystals, err := given.ChainCrystals()
		if err != nil || len(crystals) != 1+len(chain.Links) || !slices.Equal(crystals[0].Values(), in.Manipulator.Values()) {
			t.Fatalf("%d crystals, %v; want %d from the manipulator crystal", len(crystals), err, 1+len(chain.Links))
		}
		for _, link := range chain.Links {
			if !task.Model.Mechanism(link.Variable).Controllable || link.Value < 0 || link.Value > 100 || link.Value != float64(int(link.Value)) {
				t.Fatalf("link %+v", link)
			}
		}
		counts, err := golden.Count(given)
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range counts[1:] {
			if n.Cmp(counts[i]) > 0 {
				t.Fatalf("graphs left: %v", counts)
			}
		}
		last := len(counts) - 1
		if counts[last].Cmp(counts[last-1]) >= 0 || counts[last] == (identify.Count{}) {
			t.Fatalf("graphs left: %v", counts)
		}
		if len(chain.Links) > 1 && counts[last-1].Cmp(identify.CountOf(1)) == 0 {
			t.Fatalf("the chain goes on although one graph is left: %v", counts)
		}
		if again := withChain(t, task, seed, s); !reflect.DeepEqual(again.Chain, chain) {
			t.Fatalf("made again it is %+v, was %+v", again.Chain, chain)
		}
	})
}

// TestChainsAreGreedy holds the first link against all others: no property, at
// any value, leaves fewer graphs.
func TestChainsAreGreedy(t *testing.T) {
	for index := range 5 {
		task := sampled(t, suite.Sampling{Family: suite.SampledPlain, Nodes: 4}, index)
		given := withChain(t, task, 0, scm.Shift)
		counts, err := golden.Count(given)
		if err != nil {
			t.Fatal(err)
		}
		for property := range task.Model.Frequency() {
			for value := 0.0; value <= 100; value += 7 {
				other := *given.Chain
				other.Links = []suite.Link{{Variable: property, Value: value}}
				given.Chain = &other
				left, err := golden.Count(given)
				if err != nil {
					t.Fatal(err)
				}
				if left[1].Cmp(counts[1]) < 0 {
					t.Errorf("%s: setting variable %d to %v leaves %v graphs, the chain's first link %v", task.ID, property, value, left[1], counts[1])
				}
			}
		}
	}
}

// TestLinearChainsFindTheGraph holds that setting each property once is enough in
// plain linear models, and that the chain does not take more.
func TestLinearChainsFindTheGraph(t *testing.T) {
	for _, nodes := range []int{3, 5, 7} {
		for index := range 8 {
			for _, s := range []scm.Semantics{scm.Shift, scm.Target} {
				task := withChain(t, sampled(t, suite.Sampling{Family: suite.SampledPlain, Nodes: nodes}, index), 0, s)
				counts, err := golden.Count(task)
				if err != nil {
					t.Fatal(err)
				}
				if left := counts[len(counts)-1]; left.Cmp(identify.CountOf(1)) != 0 || len(task.Chain.Links) > nodes-1 {
					t.Errorf("%s, %s: %v graphs left after %d interventions", task.ID, s, left, len(task.Chain.Links))
				}
			}
		}
	}
}

// TestChainsAreFixed pins a chain in either semantics: logs and files hold what
// seeds made.
func TestChainsAreFixed(t *testing.T) {
	task, err := suite.Released().Find("causalab/4nodes/17-v1")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		semantics scm.Semantics
		seed      uint64
		want      string
	}{
		{scm.Shift, 0, "[[79 37 11 19]] [{2 96} {1 55} {0 37}]"},
		{scm.Shift, 1, "[[32 71 68 19]] [{2 17} {1 78} {0 11}]"},
		{scm.Target, 0, "[[79 37 11 19]] [{2 96} {0 44} {1 21}]"},
	} {
		chain := withChain(t, task, test.seed, test.semantics).Chain
		if got := fmt.Sprint(chain.Starts, chain.Links); got != test.want {
			t.Errorf("%s, seed %d: %s, want %s", test.semantics, test.seed, got, test.want)
		}
	}
}

// TestMadeChainsSurviveImport exports tasks with chains and imports them.
func TestMadeChainsSurviveImport(t *testing.T) {
	for _, family := range []suite.Sampling{{Family: suite.SampledPlain, Nodes: 6}, {Family: suite.SampledFreqParent, Nodes: 4}, {Family: suite.SampledQuadratic, Nodes: 4}} {
		var tasks []*suite.Task
		for index := range 6 {
			tasks = append(tasks, withChain(t, sampled(t, family, index), 0, scm.Target))
		}
		var text strings.Builder
		if err := suite.Export(&text, tasks); err != nil {
			t.Fatal(err)
		}
		imported, err := suite.Import("again", strings.NewReader(text.String()))
		if err != nil {
			t.Fatal(err)
		}
		var again strings.Builder
		if err := suite.Export(&again, imported.Tasks); err != nil {
			t.Fatal(err)
		}
		if again.String() != text.String() || !imported.Golden {
			t.Errorf("%s: exported\n%s\nand after import\n%s", family.Name(), text.String(), again.String())
		}
		for i, task := range imported.Tasks {
			if !reflect.DeepEqual(task.Chain, tasks[i].Chain) {
				t.Errorf("%s: chain %+v became %+v", tasks[i].ID, tasks[i].Chain, task.Chain)
			}
		}
	}
}

// TestReleasedChainsCount counts along the release's own chains.
func TestReleasedChainsCount(t *testing.T) {
	for _, name := range []string{"4nodes_golden", "6nodes_golden"} {
		s, err := suite.Released().Suite(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, task := range s.Tasks {
			counts, err := golden.Count(task)
			if err != nil {
				t.Fatal(err)
			}
			for i, n := range counts[1:] {
				if n.Cmp(counts[i]) > 0 || n == (identify.Count{}) {
					t.Errorf("%s: graphs left: %v", task.ID, counts)
				}
			}
		}
	}
}

// TestShiftChainsAreNotExported holds that a file cannot give a chain another
// meaning: the release's format has no word for semantics.
func TestShiftChainsAreNotExported(t *testing.T) {
	task := withChain(t, sampled(t, suite.Sampling{Family: suite.SampledPlain, Nodes: 4}, 0), 0, scm.Shift)
	var text strings.Builder
	want := `task causalab/sampled-4nodes/0-v1: the release's chains are of "target" interventions, this one is of "shift"`
	if err := suite.Export(&text, []*suite.Task{task}); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestRefusals(t *testing.T) {
	disturbed := sampled(t, suite.Sampling{Family: suite.SampledHiddenCount, Nodes: 4, Count: 1}, 0)
	if _, err := golden.Make(disturbed, 0, scm.Shift); err == nil || err.Error() != "task causalab/sampled-4nodes_hidden_n1/0-v1 has a disturbance, under which graphs cannot be counted" {
		t.Errorf("disturbance: %v", err)
	}
	plain := sampled(t, suite.Sampling{Family: suite.SampledPlain, Nodes: 4}, 0)
	if _, err := golden.Make(plain, 0, "push"); err == nil || err.Error() != `semantics "push": want "shift" or "target"` {
		t.Errorf("semantics: %v", err)
	}
	if _, err := golden.Count(plain); err == nil || err.Error() != "task causalab/sampled-4nodes/0-v1 has no chain" {
		t.Errorf("no chain: %v", err)
	}
}

func BenchmarkMake(b *testing.B) {
	for _, s := range []suite.Sampling{
		{Family: suite.SampledPlain, Nodes: 4},
		{Family: suite.SampledPlain, Nodes: 7},
		{Family: suite.SampledQuadratic, Nodes: 4},
	} {
		b.Run(s.Name(), func(b *testing.B) {
			i := 0
			for b.Loop() {
				i++
				if _, err := golden.Make(sampled(b, s, i%100), 0, scm.Shift); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
