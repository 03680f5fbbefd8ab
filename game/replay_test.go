package game_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"causalab/game"
	"causalab/scm/suite"
)

// telling is an episode whose log has every type of event.
func telling(t *testing.T) (*suite.Task, *game.Episode) {
	t.Helper()
	tk := task(t, "causalab/4nodes_hidden_n1/0-v1")
	e := start(t, game.Setup{
		Task: tk, Seed: 7, Build: "build", Participant: "p-1", Alias: "alias", Player: game.Player{Kind: "human", Name: "n"},
		Options: game.Options{Protocol: game.Released, Embodied: true, Verification: game.RequiredVerification, Steps: number(60)},
	})
	for i, note := range []game.EventType{game.EventFocus, game.EventBlur, game.EventResize, game.EventPanel, game.EventUndo, game.EventLook} {
		if err := e.Note(note, `{"n":41}`, int64(i)); err != nil {
			t.Fatal(err)
		}
	}
	for i, record := range []string{
		"no record", "none", "nor this", think(), move("manipulator"), set("density", 40.25), set("moisture", 7), set("quantumSize", 33),
		submit(1), move("reactor"), act("open_reactor"), set("density", 1), submit(30), submit(31), submit(32),
		`{"hypothesis":{"edges":[{"from":"density","to":"moisture"},{"from":"moisture","to":"density"}],"freq_equation":"resonanceFreq = 20.5","coefficients":{}},"action":"submit","value":33.5}`,
	} {
		e.Step(record, int64(100*i+50))
	}
	if !e.Done() {
		t.Fatal("the episode has not ended")
	}
	return tk, e
}

func TestTellingLogHasEveryType(t *testing.T) {
	_, e := telling(t)
	log := e.Trajectory()
	gaveUp := start(t, game.Setup{Task: task(t, "causalab/4nodes/0-v1")})
	gaveUp.Step(act("give_up"), game.NoTime)
	for _, kind := range []game.EventType{
		game.EventRecord, game.EventRefused, game.EventParseFailure, game.EventIntervention, game.EventDenied,
		game.EventReactorOpened, game.EventVerification, game.EventSubmission, game.EventMoved, game.EventGaveUp,
		game.EventResult, game.EventFocus, game.EventBlur, game.EventResize, game.EventPanel, game.EventUndo, game.EventLook,
	} {
		if !strings.Contains(log+gaveUp.Trajectory(), fmt.Sprintf(`"type":%q`, kind)) {
			t.Errorf("no event %s in\n%s", kind, log)
		}
	}
}

// where gives the line that an error of reading or replaying a log names.
func where(t *testing.T, err error) int {
	t.Helper()
	var at *game.TrajectoryError
	if !errors.As(err, &at) {
		t.Fatalf("%T %v, want a *game.TrajectoryError", err, err)
	}
	return at.Line
}

var numberInJSON = regexp.MustCompile(`-?\d+(\.\d+)?`)

// TestTamperedNumbers changes each number of a log in turn, but for those that
// a player or its host is free to choose: the header's names, what a person did
// beside playing, times, and values in a record, some of which lead to the same.
// Each lie is found, in its line or after.
func TestTamperedNumbers(t *testing.T) {
	tk, e := telling(t)
	log := e.Trajectory()
	lines := strings.SplitAfter(log, "\n")
	header := len(lines[0])
	tampered := 0
	for i, at := range numberInJSON.FindAllStringIndex(log, -1) {
		line := strings.Count(log[:at[0]], "\n")
		before, number, after := log[:at[0]], log[at[0]:at[1]], log[at[1]:]
		field := before[strings.LastIndexAny(before, ",{")+1:]
		if at[0] < header && !strings.HasPrefix(field, `"seed"`) && !strings.HasPrefix(field, `"steps"`) && !strings.HasPrefix(field, `"submissions"`) ||
			strings.HasPrefix(field, `"t_ms"`) || strings.HasPrefix(field, `"n"`) ||
			strings.Contains(lines[line], `"type":"record"`) && (strings.HasPrefix(field, `"value"`) || strings.HasPrefix(field, `"target_value"`)) {
			continue
		}
		tampered++
		other := []string{number + "1", number + ".5", "0.01", "null", "-1e300"}[i%5]
		if _, err := replayed(before+other+after, tk); err == nil {
			t.Errorf("line %d: %s for %s in %.60s… is not noticed", line+1, other, number, field)
		} else if n := where(t, err); n < line+1 {
			t.Errorf("line %d with %s for %s: the error names line %d: %v", line+1, other, number, n, err)
		}
	}
	if tampered < 400 {
		t.Errorf("only %d numbers were changed", tampered)
	}
}

// TestTamperedLines leaves out, doubles and exchanges lines.
func TestTamperedLines(t *testing.T) {
	tk, e := telling(t)
	lines := strings.SplitAfter(e.Trajectory(), "\n")
	lines = lines[:len(lines)-1]
	refuse := func(what string, line int, changed ...string) {
		t.Helper()
		_, err := replayed(strings.Join(changed, ""), tk)
		if err == nil {
			t.Errorf("line %d %s: not noticed", line, what)
		} else if n := where(t, err); n != line {
			t.Errorf("line %d %s: the error names line %d: %v", line, what, n, err)
		}
	}
	for i := range lines {
		if i+1 < len(lines) { // without its last line a log is open, not false
			refuse("left out", i+1, append(append([]string{}, lines[:i]...), lines[i+1:]...)...)
		}
		if i > 0 {
			refuse("doubled", i+2, append(append([]string{}, lines[:i+1]...), lines[i])...)
		}
		if i > 0 && i+1 < len(lines) {
			swapped := append([]string{}, lines...)
			swapped[i], swapped[i+1] = lines[i+1], lines[i]
			refuse("exchanged with the next", i+1, swapped...)
		}
		refuse("with a field more", i+1, append(append(append([]string{}, lines[:i]...),
			strings.Replace(lines[i], "{", `{"cheat":1,`, 1)), lines[i+1:]...)...)
		refuse("broken off", i+1, append(append([]string{}, lines[:i]...), lines[i][:len(lines[i])/2])...)
		refuse("followed by more", i+1, append(append(append([]string{}, lines[:i]...),
			strings.TrimSuffix(lines[i], "\n")+" {}\n"), lines[i+1:]...)...)
	}
}

// TestRenumbered leaves an event out and numbers the others anew.
func TestRenumbered(t *testing.T) {
	tk, e := telling(t)
	lines := strings.SplitAfter(e.Trajectory(), "\n")
	lines = lines[:len(lines)-1]
	for i, v := range e.Events() {
		switch v.Type {
		case game.EventFocus, game.EventBlur, game.EventResize, game.EventPanel, game.EventUndo, game.EventLook:
			continue // a log that is silent about these is not false
		}
		var b strings.Builder
		n := 0
		for j, line := range lines {
			if j == i+1 {
				continue
			}
			if j > 0 {
				n++
				line = fmt.Sprintf(`{"seq":%d%s`, n, line[strings.IndexByte(line, ','):])
			}
			b.WriteString(line)
		}
		if _, err := replayed(b.String(), tk); err == nil {
			t.Errorf("event %d, %s, left out and the rest numbered anew: not noticed", v.Seq, v.Type)
		}
	}
}

// TestReadTrajectoryErrors has the exact error of each way in which a log
// cannot be read or is not true.
func TestReadTrajectoryErrors(t *testing.T) {
	tk := task(t, "causalab/4nodes/0-v1")
	e := start(t, game.Setup{Task: tk})
	e.Step(set("density", 40), 10)
	e.Step("garbage", 20)
	e.Step(act("give_up"), 30)
	log := e.Trajectory()
	lines := strings.SplitAfter(log, "\n")
	with := func(line int, old, new string) string {
		changed := append([]string{}, lines...)
		if !strings.Contains(changed[line-1], old) {
			t.Fatalf("line %d has no %s: %s", line, old, changed[line-1])
		}
		changed[line-1] = strings.Replace(changed[line-1], old, new, 1)
		return strings.Join(changed, "")
	}
	for _, c := range []struct{ log, want string }{
		{"", "line 1: the log is empty; it begins with a header"},
		{"\n", "line 1: not a header: unexpected end of JSON input"},
		{"{}", `line 1: format: format "": this program reads "causalab.trajectory/1"`},
		{with(1, "/1", "/2"), `line 1: format: format "causalab.trajectory/2": this program reads "causalab.trajectory/1"`},
		{with(1, `"seed":0`, `"seed":-1`), `line 1: json: cannot unmarshal number -1 into Go struct field Header.seed of type uint64`},
		{with(1, `"seed":0`, `"seed":9007199254740992`), `line 1: options.seed: seed 9007199254740992: choose a whole number from 0 to 9007199254740991`},
		{with(1, `"seed":0`, `"seed":0,"luck":1`), `line 1: json: unknown field "luck"`},
		{with(1, `"steps":53`, `"steps":0`), `line 1: options.steps: steps 0: choose a whole number from 1 to 100000`},
		{with(1, `"steps":53,`, ``), `line 1: the log has "evidence":"online","verification":"none"},"seed":0,"player": where the engine gives "steps":53,"evidence":"online","verification":"none"},"seed":`},
		{with(1, `4nodes/0`, `4nodes/1`), `line 1: task: the log is of task causalab/4nodes/1-v1, not causalab/4nodes/0-v1`},
		{with(2, `"seq":1`, `"seq":2`), `line 2: seq: seq 2: want 1; an event is missing or out of order`},
		{with(2, `"type":"record"`, `"type":"thought"`), `line 2: type: there is no event type "thought"`},
		{with(2, `"type":"record"`, `"type":"moved"`), `line 2: type: no record led to this moved`},
		{with(2, `"record":{`, `"payload":{`), `line 2: record: the event has no record`},
		{with(4, `"raw":"garbage",`, ``), `line 4: raw: the event has no raw text`},
		{with(2, `"t_ms":10`, `"t_ms":-1`), `line 2: t_ms: t_ms -1: want 0 or more`},
		{with(3, `"t_ms":10`, `"t_ms":11`), `line 3: the log has "t_ms":11,"type":"intervention","step":1,"measurement":{"id":"interv where the engine gives "t_ms":10,"type":"intervention","step":1,"measurement":{"id":"interv`},
		{with(4, `"t_ms":20`, `"t_ms":9`), `line 4: the log has "t_ms":9,"type":"refused","step":2,"raw":"garbage","error":{"code": where the engine gives "t_ms":10,"type":"refused","step":2,"raw":"garbage","error":{"code"`},
		{with(7, `"result":{`, `"outcome":{`), `line 7: json: unknown field "outcome"`},
		{with(7, `"seq":6`, `"seq":5`), `line 7: seq: seq 5: want 6`},
		{lines[0] + `{"seq":1,"type":"result"}`, `line 2: result: the line has no result`},
		{lines[0] + `{"seq":1,"type":"result","result":{}}`, `line 2: result: the episode has not ended; it has no result`},
		{lines[0] + lines[1] + `{"seq":2,"type":"result","result":{}}`, `line 3: type: the result stands where the intervention belongs that the last record led to`},
		{log + `{"seq":7,"type":"focus"}`, `line 8: nothing may follow the result`},
		{strings.Join(lines[:6], "") + `{"seq":6,"type":"focus"}`, `line 7: type: the episode has ended before this event`},
		{strings.Join(lines[:6], "") + strings.Replace(lines[1], `"seq":1`, `"seq":6`, 1), `line 7: type: the episode has ended before this event`},
		{lines[0] + `{"seq":1,"type":"focus","payload":{"a":1},"step":1}`, `line 2: the log has "payload":{"a":1},"step":1} where the engine gives "payload":{"a":1}}`},
		{lines[0] + "{\"seq\":1,\"type\":\"focus\",\"payload\":\"" + strings.Repeat("x", 1<<16) + "\"}", `line 2: payload: The payload is longer than 65536 bytes.`},
		{lines[0] + strings.Repeat(" ", 16<<20+1), `line 2: the line is longer than 16777216 bytes`},
	} {
		_, err := replayed(c.log, tk)
		if err == nil {
			t.Errorf("no error, want %s", c.want)
		} else if err.Error() != c.want {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
	}
}

// TestForgivingReader reads what editors and other systems do to text files.
func TestForgivingReader(t *testing.T) {
	tk, e := telling(t)
	log := e.Trajectory()
	for name, changed := range map[string]string{
		"byte order mark":       "\uFEFF" + log,
		"carriage returns":      strings.ReplaceAll(log, "\n", "\r\n"),
		"no newline at the end": strings.TrimSuffix(log, "\n"),
	} {
		if again, err := replayed(changed, tk); err != nil || again.Trajectory() != log {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLongRecords holds that the log gives back whatever was sent, or that it
// was too long.
func TestLongRecords(t *testing.T) {
	tk := task(t, "causalab/4nodes/0-v1")
	pad := func(n int) string { return `{"memory":"` + strings.Repeat("é", n/2) + `",` + guess + `}` }
	for name, c := range map[string]struct {
		record  string
		refused bool
	}{
		"half the limit":         {pad(1 << 19), false},
		"over the limit":         {pad(1 << 20), true},
		"far over the limit":     {pad(3 << 20), true},
		"long when written out":  {`{"past_data":[` + strings.Repeat(`{},`, 1<<17) + `{}],` + guess + `}`, true},
		"long numbers":           {`{"past_data":[` + strings.Repeat(`{"freq":1e20},`, 1<<14) + `{}],` + guess + `}`, false},
		"longer than any number": {`{"past_data":[` + strings.Repeat(`{"freq":1e20},`, 1<<16) + `{}],` + guess + `}`, true},
	} {
		e := start(t, game.Setup{Task: tk})
		err := e.Step(c.record, game.NoTime)
		if (err != nil) != c.refused {
			t.Errorf("%s: got %v, want refused %v", name, err, c.refused)
		}
		if err != nil && err.Code != "too_long" {
			t.Errorf("%s: code %s, want too_long", name, err.Code)
		}
		log := e.Trajectory()
		if len(log) > 3<<20 {
			t.Errorf("%s: the log has %d bytes", name, len(log))
		}
		if again, err := replayed(log, tk); err != nil || again.Trajectory() != log {
			t.Errorf("%s: the log does not replay: %v", name, err)
		}
	}
}
