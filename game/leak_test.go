package game_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"causalab/game"
	"causalab/scm/suite"
)

// secrets are texts of the planted task that no player may see: coefficients,
// bases of the model, the disturbance, and the task's name. What a player is
// told holds readings, which are made of these, but rounded to two decimals. That
// it has no field for anything else, such as a list of edges, its schema says.
var secrets = []string{
	"7.3191", "5.7713", "2.9371", "3.5519", "1.9173", "6.4379", "planted", "imported", "test/0",
	"hidden_variable", "disturbance", "true_frequency", "truth", "bases",
}

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
		reading := make(map[string]bool) // frequencies that other crystals have
		for range 40 {
			record := randomRecord(choose, e)
			err := e.Step(record, game.NoTime)
			o := e.Observe()
			told := text(t, o)
			if err != nil {
				told += err.Error()
			}
			for _, secret := range secrets {
				if strings.Contains(told, secret) && !strings.Contains(record, secret) {
					t.Errorf("seed %d: after %s the player is told %q in %s", seed, record, secret, told)
				}
			}
			for _, r := range o.Records {
				reading[fmt.Sprint(*r.Freq)] = true
			}
			if _, ok := o.Reactor.Get("resonanceFreq"); ok || !reading[hz] && namesNumber(t, told, hz) {
				t.Errorf("seed %d: the reactor's %s Hz is in %s", seed, hz, told)
			}
		}
	}
}

// namesNumber says whether a number stands anywhere in JSON, text after the
// first value aside.
func namesNumber(t *testing.T, document, number string) bool {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(document))
	d.UseNumber()
	for depth := 0; ; {
		token, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case json.Number:
			if token.String() == number {
				return true
			}
		case json.Delim:
			if token == '{' || token == '[' {
				depth++
			} else if depth--; depth == 0 {
				return false
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
				for _, secret := range secrets {
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
			for _, name := range []string{tk.ID, info.Name, tk.GraphID, "causalab"} {
				if told := text(t, o); strings.Contains(told, name) {
					t.Errorf("%s: the player is told %q in %s", tk.ID, name, told)
				}
			}
		}
	}
}
