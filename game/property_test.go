package game_test

import (
	"slices"
	"strings"
	"testing"

	"causalab/dsl"
	"causalab/game"

	"pgregory.net/rapid"
)

// playAtRandom plays until the end or at most n inputs, checking after each one
// what must hold always.
func playAtRandom(t rapid.TB, choose chooser, e *game.Episode, n int) {
	last := e.Observe()
	tMs := game.NoTime
	for range n {
		if choose(3) == 0 {
			tMs = int64(choose(100_000)) - 1
		}
		if choose(6) == 0 {
			randomNote(choose, e, tMs)
			continue
		}
		done, logged := e.Done(), e.Trajectory()
		record := randomRecord(choose, e)
		err := e.Step(record, tMs)
		o := e.Observe()
		checkObservation(t, &last, &o, done)
		if (err == nil) != (o.LastError == nil) {
			t.Fatalf("Step gave %v, the observation has %v", err, o.LastError)
		}
		if done && e.Trajectory() != logged {
			t.Fatalf("the log changed after the end with %q", record)
		}
		if e.Done() != (e.Result() != nil) {
			t.Fatal("there must be a result after the end and only then")
		}
		last = o
	}
}

// checkObservation holds an observation against the one before.
func checkObservation(t rapid.TB, before, now *game.Observation, done bool) {
	for _, pair := range [][2]game.Allowance{
		{before.Budget.Interventions, now.Budget.Interventions},
		{before.Budget.Steps, now.Budget.Steps},
		{before.Budget.Submissions, now.Budget.Submissions},
	} {
		was, is := pair[0], pair[1]
		spent := is.Used - was.Used
		if is.Left < 0 || is.Used < 0 || is.Used+is.Left != was.Used+was.Left || spent < 0 || spent > 1 || done && spent != 0 {
			t.Fatalf("a budget went from %+v to %+v", was, is)
		}
	}
	if now.Step != now.Budget.Steps.Used {
		t.Fatalf("step %d with %d steps used", now.Step, now.Budget.Steps.Used)
	}
	if now.RetriesLeft < 1 || now.RetriesLeft > 2 {
		t.Fatalf("%d retries left", now.RetriesLeft)
	}
	grown := len(now.Records) - len(before.Records)
	if want := now.Budget.Interventions.Used - before.Budget.Interventions.Used; grown != want {
		t.Fatalf("%d interventions led to %d records", want, grown)
	}
	for _, c := range now.Changed {
		if c.From == c.To {
			t.Fatalf("%s is said to have changed from %v to %v", c.Name, c.From, c.To)
		}
	}
	if before.Phase == game.Done && now.Phase != game.Done || before.Phase == game.Reactor && now.Phase == game.Experiment {
		t.Fatalf("the phase went from %s back to %s", before.Phase, now.Phase)
	}
	if (now.Reactor == nil) != (now.Protocol == game.Released && now.Phase == game.Experiment) && now.Phase != game.Done {
		t.Fatalf("%s, phase %s: the reactor reads %v", now.Protocol, now.Phase, now.Reactor)
	}
}

// TestReplayGivesTheSameLog plays at random and replays the log whole and cut
// after any line. The resumed episode takes the same records to the same end.
func TestReplayGivesTheSameLog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		choose := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") }
		id, options := randomSetup(choose)
		tk, err := library.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		e, err := game.New(game.Setup{Task: tk, Options: options, Seed: uint64(choose(4)), Alias: "alias", Build: "b", Participant: "p"})
		if err != nil {
			t.Fatal(err)
		}
		playAtRandom(t, choose, e, choose(25))
		log := e.Trajectory()
		again, err := replayed(log, tk)
		if err != nil {
			t.Fatalf("%v in\n%s", err, log)
		}
		if got := again.Trajectory(); got != log {
			t.Fatalf("replayed to\n%s\nwant\n%s", got, log)
		}
		sameView(t, again, e)
		lines := strings.SplitAfter(strings.TrimSuffix(log, "\n"), "\n")
		cut := 1 + choose(len(lines))
		part := strings.Join(lines[:cut], "")
		resumed, err := replayed(part, tk)
		if err != nil {
			t.Fatalf("cut after line %d: %v in\n%s", cut, err, log)
		}
		if got := resumed.Trajectory(); !strings.HasPrefix(got, part) {
			t.Fatalf("cut after line %d: resumed to\n%s\nwant it to begin with\n%s", cut, got, part)
		}
		goOn(t, e, resumed)
		if got := resumed.Trajectory(); got != log {
			t.Fatalf("cut after line %d and gone on with:\n%s\nwant\n%s", cut, got, log)
		}
	})
}

// sameView holds what the player of a replayed episode is told against the
// original, fields that were ignored and records after the end aside.
func sameView(t rapid.TB, again, e *game.Episode) {
	now, before := again.Observe(), e.Observe()
	if e.Done() || slices.ContainsFunc(before.Warnings, func(w dsl.Error) bool { return w.Code == dsl.IgnoredField }) {
		return
	}
	if got, want := text(t, now), text(t, before); got != want {
		t.Fatalf("the replayed episode shows\n%s\nwant\n%s", got, want)
	}
	system, user := e.Prompt()
	if s, u := again.Prompt(); s != system || u != user {
		t.Fatalf("the prompt of the replayed episode is\n%s\nwant\n%s", s+u, system+user)
	}
}

// goOn gives a resumed episode the inputs that e took after where it stands.
func goOn(t rapid.TB, e, resumed *game.Episode) {
	for _, v := range e.Events()[len(resumed.Events()):] {
		switch v.Type {
		case game.EventRecord:
			resumed.Step(v.Record(), v.TMs)
		case game.EventRefused:
			resumed.Step(*v.Raw, v.TMs)
		case game.EventFocus, game.EventPanel, game.EventLook:
			if err := resumed.Note(v.Type, string(v.Payload), v.TMs); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestGarbage plays texts of any bytes.
func TestGarbage(t *testing.T) {
	tk := task(t, "causalab/4nodes/0-v1")
	rapid.Check(t, func(t *rapid.T) {
		e, err := game.New(game.Setup{Task: tk})
		if err != nil {
			t.Fatal(err)
		}
		for _, record := range rapid.SliceOfN(rapid.SliceOf(rapid.Byte()), 1, 9).Draw(t, "records") {
			before := e.Observe()
			e.Step(string(record), game.NoTime)
			now := e.Observe()
			checkObservation(t, &before, &now, false)
		}
		again, err := replayed(e.Trajectory(), tk)
		if err != nil || again.Trajectory() != e.Trajectory() {
			t.Fatalf("%v: the log replays to another one than\n%s", err, e.Trajectory())
		}
	})
}
