package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"causalab/dsl"
	"causalab/game"
	"causalab/scm/suite"
)

const thinkOnly = `{"memory":"","thought":"","past_data":[],"hypothesis":{"edges":[],"freq_equation":"","coefficients":{}}}`

// recordOf writes a record with an action, as a program would.
func recordOf(action dsl.Action, change func(*dsl.Record)) string {
	r := dsl.Record{Action: action}
	if change != nil {
		change(&r)
	}
	return r.String()
}

func intervene(property string, value float64) string {
	return recordOf(dsl.ActionIntervene, func(r *dsl.Record) {
		r.Experiment = &dsl.Experiment{TargetProp: property, TargetValue: &value}
	})
}

// submission is a record with a right equation for causalab/4nodes/17-v1.
func submission(hz float64) string {
	return recordOf(dsl.ActionSubmit, func(r *dsl.Record) {
		r.Hypothesis.FreqEquation = "resonanceFreq = 19"
		r.Value = &hz
	})
}

// asString wraps a text in a JSON string, which may hold line ends.
func asString(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

// TestPlayLines answers every record with one observation, and ends with the
// result.
func TestPlayLines(t *testing.T) {
	input := strings.Join([]string{
		thinkOnly,
		"",
		"not a record",
		intervene("density", 40),
		asString("Let me see.\n```json\n" + intervene("radiation", 50) + "\n```\n"),
		"{\"memory\":\"\",\r",
		submission(170),
		"after the end nothing is read",
	}, "\n")
	code, stdout, stderr := runWith(input, "play", "4nodes/17", "-seed", "0")
	if code != 0 || stderr != "" {
		t.Fatalf("code %d, %s", code, stderr)
	}
	lines := readLines(t, stdout)
	if len(lines) != 8 {
		t.Fatalf("%d lines", len(lines))
	}
	wantSteps := []float64{0, 1, 1, 2, 3, 3, 4}
	wantError := []bool{false, false, true, false, false, true, false}
	for i, want := range wantSteps {
		if lines[i]["step"] != want || (lines[i]["last_error"] != nil) != wantError[i] {
			t.Errorf("line %d: step %v, error %v", i+1, lines[i]["step"], lines[i]["last_error"])
		}
	}
	if records := lines[6]["records"].([]any); len(records) != 5 {
		t.Errorf("%d records at the end", len(records))
	}
	result, ok := lines[7]["result"].(map[string]any)
	if !ok || len(lines[7]) != 1 || result["accuracy"] != 1.0 || result["true_frequency"] != 173.0 {
		t.Errorf("last line %v", lines[7])
	}
}

// TestPlayIsAPureFunction prints the same for the same task, options, seed and
// records, and something else for another seed.
func TestPlayIsAPureFunction(t *testing.T) {
	input := intervene("density", 40) + "\n" + recordOf(dsl.ActionGiveUp, nil) + "\n"
	args := []string{"play", "4nodes_hidden_n1/17", "-budget", "3o4i", "-seed"}
	_, first, _ := runWith(input, append(args, "7")...)
	_, again, _ := runWith(input, append(args, "7")...)
	_, other, _ := runWith(input, append(args, "8")...)
	if first != again || first == other || first == "" {
		t.Errorf("same seed equal: %v, other seed equal: %v", first == again, first == other)
	}
}

// TestPlayOptions reads every flag of the rules into the episode's options.
func TestPlayOptions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.jsonl")
	code, _, stderr := runWith(recordOf(dsl.ActionGiveUp, nil), "play", "4nodes/17", "-protocol", "released", "-budget", "3o5i",
		"-semantics", "shift", "-evidence", "online", "-verification", "required", "-embodied", "-steps", "9", "-submissions", "2",
		"-residuals", "-seed", "12", "-alias", "hidden", "-player", "agent", "-log", path)
	if code != 0 {
		t.Fatalf("code %d, %s", code, stderr)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	trajectory, err := game.ReadTrajectory(string(text))
	if err != nil {
		t.Fatal(err)
	}
	h := trajectory.Header
	options, _ := json.Marshal(h.Options)
	const want = `{"protocol":"released","semantics":"shift","observations":3,"interventions":5,"submissions":2,"steps":9,"evidence":"online","verification":"required","embodied":true,"residuals":true}`
	if string(options) != want || h.Seed != 12 || h.Alias != "hidden" || h.Player != (game.Player{Kind: "program", Name: "agent"}) {
		t.Errorf("header %+v, options %s", h, options)
	}
}

// TestPlayRefusesArguments before anything is played.
func TestPlayRefusesArguments(t *testing.T) {
	folder := t.TempDir()
	there := filepath.Join(folder, "there")
	if err := os.WriteFile(there, []byte("precious"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args, want string
		code       int
	}{
		{"", "no task", exitUsage},
		{"4nodes/1 4nodes/2", "one task at a time", exitUsage},
		{"4nodes/x", "want causalab/SUITE/INDEX-v1", exitUsage},
		{"causalab/4nodes/1-v9", "version", exitUsage},
		{"5nodes_golden/1", "not known", exitUsage},
		{"imported/mine/0-v1", "-suite-file", exitUsage},
		{"4nodes/1 -budget 3", "3o12i", exitUsage},
		{"4nodes/1 -budget 3o4i -interventions 4", "leave -observations and -interventions out", exitUsage},
		{"4nodes/1 -observations -1", "observations -1", exitUsage},
		{"4nodes/1 -steps many", "whole number", exitUsage},
		{"4nodes/1 -submissions 0", "submissions 0", exitUsage},
		{"4nodes/1 -semantics push", `"push"`, exitUsage},
		{"4nodes_hidden_n1/1 -evidence golden", "Golden chain", exitUsage},
		{"4nodes/1 -graphs 7", "not a sampled one", exitUsage},
		{"sampled-4nodes/1 -graphs 9007199254740992", "graphs 9007199254740992", exitUsage},
		{"sampled-4nodes/10000", "0 to 9999", exitUsage},
		{"sampled-4nodes_hidden/1", "sampled-Nnodes_hidden_n1 to n3", exitUsage},
		{"4nodes/1 -verification maybe", `"maybe"`, exitUsage},
		{"4nodes/1 -seed 9007199254740992", "seed", exitUsage},
		{"4nodes/1 -seed x", "-seed", exitUsage},
		{"4nodes/1 -mode fast", `"fast"`, exitUsage},
		{"4nodes/1 -suite-file " + folder + "/nowhere.jsonl", "there is no such file", exitFailed},
		{"4nodes/1 -suite-file " + there, "line 1", exitFailed},
		{"4nodes/1 -log -", "goes to a file", exitUsage},
		{"4nodes/1 -log " + folder, "folder", exitFailed},
		{"4nodes/1 -log " + there, "-force", exitFailed},
		{"4nodes/1 -log " + folder + "/no/where", "cannot be written", exitFailed},
	} {
		code, stdout, stderr := runWith(thinkOnly, append([]string{"play"}, strings.Fields(test.args)...)...)
		if code != test.code || stdout != "" || !strings.Contains(stderr, test.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("play %s: code %d, %q, %q", test.args, code, stdout, stderr)
		}
	}
	if text, _ := os.ReadFile(there); string(text) != "precious" {
		t.Errorf("the file holds %q", text)
	}
}

// TestPlayLog saves the log whole, replays it, and replaces nothing unasked.
func TestPlayLog(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "log.jsonl")
	input := intervene("density", 40) + "\n" + submission(170)
	if code, _, stderr := runWith(input, "play", "4nodes/17", "-log", path); code != 0 {
		t.Fatal(stderr)
	}
	first, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if code, stdout, stderr := runWith("", "replay", path); code != 0 || !strings.Contains(stdout, `"finished":true,"outcome":"submitted","accuracy":1,"edge_f1":0,"imec":9,"imec_steps":[100,9,9],"verified":true`) {
		t.Errorf("code %d, %s, %s", code, stdout, stderr)
	}
	// An unfinished play is saved too, and with -force replaces the file.
	code, _, stderr := runWith(thinkOnly, "play", "4nodes/17", "-log", path, "-force")
	if code != exitUnfinished || !strings.Contains(stderr, "after 1 step") {
		t.Errorf("code %d, %s", code, stderr)
	}
	if code, stdout, _ := runWith("", "replay", path); code != 0 || !strings.Contains(stdout, `"steps":1,"finished":false,"imec":100,"imec_steps":[100,100],"verified":true`) {
		t.Errorf("code %d, %s", code, stdout)
	}
	second, err := os.ReadFile(path)
	if err != nil || string(second) == string(first) {
		t.Errorf("not replaced, %v", err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
	// A file that came to be there during the play stays, and so does the log.
	l := outFile{what: "log", name: path}
	if err := l.save("text"); err == nil || !strings.Contains(err.Error(), "stays in") {
		t.Errorf("saved over a file: %v", err)
	}
	if text, _ := os.ReadFile(path); string(text) != string(second) {
		t.Error("the file was replaced")
	}
}

// TestReplayLogs replays logs standing one after another, with lines of other
// kinds among them, and finds the one that was tampered with.
func TestReplayLogs(t *testing.T) {
	folder := t.TempDir()
	var logs []string
	for i, input := range []string{
		intervene("density", 40) + "\nnonsense\n" + submission(1),
		intervene("radiation", 12.345),
	} {
		path := filepath.Join(folder, fmt.Sprint(i))
		runWith(input, "play", "4nodes_hidden_n1/3", "-log", path, "-seed", "5")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		logs = append(logs, string(text))
	}
	vector, err := os.ReadFile(filepath.Join("testdata", "golden_traces.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	vectors := strings.Count(string(vector), "\n")
	file := logs[0] + logs[1] + "\n" + string(vector) + logs[1] + "\n\n"
	code, stdout, stderr := runWith(file, "replay", "-")
	if code != 0 || strings.Count(stdout, `"verified":true`) != 3 || strings.Count(stdout, `"max_error":0`) != vectors {
		t.Errorf("code %d, %s, %s", code, stdout, stderr)
	}

	before := strings.Count(logs[0], "\n")
	for _, test := range []struct{ name, old, new string }{
		{"measurement", `"id":"intervention-1"`, `"id":"intervention-2"`},
		{"seed", `"seed":5`, `"seed":6`},
		{"task", `"task":"causalab/4nodes_hidden_n1/3-v1"`, `"task":"causalab/4nodes_hidden_n1/77-v1"`},
		{"field", `"seq":1,`, `"seq":1,"who":"me",`},
		{"not JSON", `{"seq":1,`, `{"seq":1`},
		{"lost line end", "\n{\"seq\":2", "{\"seq\":2"},
	} {
		tampered := strings.Replace(logs[1], test.old, test.new, 1)
		if tampered == logs[1] {
			t.Fatalf("%s: nothing to change", test.name)
		}
		code, stdout, stderr := runWith(logs[0]+tampered+logs[1], "replay", "-")
		lines := readLines(t, stdout)
		if code != exitFailed || len(lines) != 3 || lines[0]["verified"] != true || lines[1]["verified"] != false || lines[2]["verified"] != true {
			t.Errorf("%s: code %d, %s", test.name, code, stdout)
			continue
		}
		at, _ := lines[1]["error"].(map[string]any)
		if line, _ := at["line"].(float64); int(line) <= before || int(line) > before+strings.Count(logs[1], "\n") || at["message"] == "" {
			t.Errorf("%s: %v after %d lines", test.name, at, before)
		}
		if !strings.Contains(stderr, fmt.Sprintf("standard input:%v: ", at["line"])) {
			t.Errorf("%s: %s", test.name, stderr)
		}
	}
}

// TestReplayLogWithLongLine refuses a line that cannot be kept in memory even
// where it ends a log.
func TestReplayLogWithLongLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	runWith(thinkOnly, "play", "4nodes/1", "-log", path)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", longestLine+1)
	code, stdout, _ := runWith(string(text)+long, "replay", "-")
	if code != exitFailed || !strings.Contains(stdout, "longer than") || !strings.Contains(stdout, `"line":3`) {
		t.Errorf("code %d, %.300s", code, stdout)
	}
	code, stdout, _ = runWith(long+"\n"+string(text), "replay", "-")
	if code != exitFailed || !strings.Contains(stdout, `"verified":true`) {
		t.Errorf("code %d, %.300s", code, stdout)
	}
}

// TestPlayEveryReleasedTask takes a few steps in each of them, replays the log,
// and finds that no observation before the end tells the reactor's frequency.
func TestPlayEveryReleasedTask(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	tasks := 0
	var logs strings.Builder
	library := suite.Released()
	for _, info := range library.Suites() {
		if info.Sampled {
			continue
		}
		s, err := library.Suite(info.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, task := range s.Tasks {
			tasks++
			property := task.Model.Mechanism(0).Name
			input := strings.Join([]string{thinkOnly, intervene(property, 41.5), intervene(property, 7), submission(1)}, "\n")
			code, stdout, stderr := runWith(input, "play", task.ID, "-log", path, "-force", "-seed", fmt.Sprint(task.Index%3))
			if code != 0 {
				t.Fatalf("%s: code %d, %s", task.ID, code, stderr)
			}
			if n := strings.Count(stdout, "\n"); n != 6 {
				t.Errorf("%s: %d lines", task.ID, n)
			}
			observations, _, _ := strings.Cut(stdout, `{"result":`)
			for _, hidden := range []string{"true_frequency", "mechanisms", "disturbance"} {
				if strings.Contains(observations, hidden) {
					t.Errorf("%s: an observation speaks of %s", task.ID, hidden)
				}
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			logs.Write(text)
		}
	}
	code, stdout, stderr := runWith(logs.String(), "replay", "-")
	if n := strings.Count(stdout, `"verified":true`); code != 0 || n != tasks || tasks != 950 {
		t.Errorf("code %d, %d of %d logs verified, %s", code, n, tasks, stderr)
	}
}

// TestExportedSuitesPlay gives an exported suite back with -suite-file.
func TestExportedSuitesPlay(t *testing.T) {
	code, exported, stderr := runWith("", "export", "4nodes_quad_hard")
	if code != 0 || strings.Count(exported, "\n") != 50 {
		t.Fatalf("code %d, %s", code, stderr)
	}
	path := filepath.Join(t.TempDir(), "mine.jsonl")
	if err := os.WriteFile(path, []byte(exported), 0o666); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(t.TempDir(), "log")
	input := intervene("density", 3) + "\n" + recordOf(dsl.ActionGiveUp, nil)
	code, mine, stderr := runWith(input, "play", "imported/mine/0-v1", "-suite-file", path, "-log", log, "-alias", "a")
	if code != 0 {
		t.Fatal(stderr)
	}
	if _, released, _ := runWith(input, "play", "4nodes_quad_hard/0", "-alias", "a"); mine != released {
		t.Error("the exported task plays differently")
	}
	if code, _, stderr := runWith("", "replay", log); code != exitFailed || !strings.Contains(stderr, "-suite-file") {
		t.Errorf("code %d, %s", code, stderr)
	}
	if code, _, stderr := runWith("", "replay", log, "-suite-file", path); code != 0 {
		t.Errorf("code %d, %s", code, stderr)
	}
	if code, list, _ := runWith("", "suites", "-json", "-suite-file", path); code != 0 || !strings.HasSuffix(list, "\n"+`{"name":"imported/mine","title":"mine","family":"quadratic","nodes":4,"count":50,"golden":false,"disturbance":false}`+"\n") {
		t.Errorf("code %d, %s", code, list)
	}
	if code, again, _ := runWith("", "export", "imported/mine", "-suite-file", path); code != 0 || again != exported {
		t.Errorf("code %d, exported again: equal %v", code, again == exported)
	}
}

// TestPrompt prints both stages, as text and as JSON.
func TestPrompt(t *testing.T) {
	code, asText, stderr := runWith("", "prompt", "4nodes/17", "-budget", "1o3i")
	if code != 0 {
		t.Fatal(stderr)
	}
	_, asJSON, _ := runWith("", "prompt", "4nodes/17", "-budget", "1o3i", "-json")
	var stages struct{ System, User string }
	if err := json.Unmarshal([]byte(asJSON), &stages); err != nil {
		t.Fatal(err)
	}
	for _, stage := range []string{stages.System, stages.User} {
		if !strings.Contains(asText, strings.TrimSpace(stage)) || len(stage) < 100 {
			t.Errorf("stage %q", stage)
		}
	}
}
