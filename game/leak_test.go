package game_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"causalab/game"
	"causalab/scm/suite"
)

// secrets are texts of the planted task that no player may see: coefficients,
// bases of the model, the disturbance, and the task's name. What a player is
// told holds readings, which are made of these, but rounded to two decimals.
var secrets = []string{"7.3191", "5.7713", "2.9371", "3.5519", "1.9173", "6.4379", "planted", "imported", "test/0"}

// hiddenFields are names under which the truth stands elsewhere. That an
// observation has no field for anything else, such as a list of edges, its schema
// says.
var hiddenFields = []string{"hidden_variable", "disturbance", "true_frequency", "truth", "bases"}

// TestPlayerSeesNoTruth searches all that a player is given in episodes of every
// kind until the end.
func TestPlayerSeesNoTruth(t *testing.T) {
	tk := imported(t, planted)[0]
	for seed := range uint64(40) {
		choose := chooseFrom(seed)
		_, options := randomSetup(choose)
		e := start(t, game.Setup{Task: tk, Options: options, Seed: seed, Alias: "task-1"})
		reactor := e.State().Reactor.Values
		hz := fmt.Sprint(reactor[len(reactor)-1].Value)
		known := make(map[string]bool) // what other crystals have, and what the player said
		for range 40 {
			record := randomRecord(choose, e)
			e.Step(record, game.NoTime)
			o := e.Observe()
			observation := text(t, o)
			for _, secret := range slices.Concat(secrets, hiddenFields) {
				if strings.Contains(observation, secret) {
					t.Errorf("seed %d: after %s the player is told %q in %s", seed, record, secret, observation)
				}
			}
			system, user := e.Prompt()
			for _, secret := range secrets {
				if strings.Contains(system+user, secret) {
					t.Errorf("seed %d: after %s the prompt holds %q: %s%s", seed, record, secret, system, user)
				}
			}
			for _, n := range numberInJSON.FindAllString(record, -1) {
				known[n] = true
			}
			for _, r := range o.Records {
				known[fmt.Sprint(*r.Freq)] = true
			}
			if known[hz] || !strings.Contains(hz, ".") { // a whole number may stand for something else
				continue
			}
			for _, n := range numberInJSON.FindAllString(observation+system+user, -1) {
				if n == hz {
					t.Errorf("seed %d: the reactor's %s Hz is in %s%s%s", seed, hz, observation, system, user)
				}
			}
		}
	}
}

// TestEventsHoldNoTruth searches the events, which the page keeps while the
// episode goes on.
func TestEventsHoldNoTruth(t *testing.T) {
	tk := imported(t, planted)[0]
	for seed := range uint64(20) {
		choose := chooseFrom(seed)
		_, options := randomSetup(choose)
		e := start(t, game.Setup{Task: tk, Options: options, Seed: seed, Alias: "task-1"})
		for !e.Done() {
			e.Step(pick(choose, think(), set("density", choose(100)), set("moisture", choose(100)), set("quantumSize", 3), act("open_reactor"), submit(choose(100)), move("reactor")), game.NoTime)
			if e.Done() {
				break
			}
			for _, v := range e.Events() {
				line := strings.Replace(text(t, v), v.Record(), "", 1)
				for _, secret := range slices.Concat(secrets, hiddenFields) {
					if strings.Contains(line, secret) {
						t.Errorf("seed %d: event %s holds %q", seed, line, secret)
					}
				}
			}
		}
	}
}

// TestAliasHidesTheTask plays aliased episodes of released tasks, whose ids are
// public.
func TestAliasHidesTheTask(t *testing.T) {
	for _, info := range suite.Released().Suites() {
		tk := task(t, "causalab/"+info.Name+"/1-v1")
		e := start(t, game.Setup{Task: tk, Alias: "task-1"})
		choose := chooseFrom(1)
		for range 15 {
			e.Step(randomRecord(choose, e), game.NoTime)
			o := e.Observe()
			if o.Task != "task-1" {
				t.Fatalf("%s: the task is called %s", tk.ID, o.Task)
			}
			system, user := e.Prompt()
			for _, name := range []string{tk.ID, info.Name, tk.GraphID, "causalab"} {
				if told := text(t, o) + system + user; strings.Contains(told, name) {
					t.Errorf("%s: the player is told %q in %s", tk.ID, name, told)
				}
			}
		}
	}
}
