package game_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"causalab/dsl"
	"causalab/game"
	"causalab/scm/suite"

	"golang.org/x/tools/txtar"
)

// With -update the tests of this package write what they get into testdata:
//
//	go test ./game -update
//
// What changed is then to be read before it is kept.
var update = flag.Bool("update", false, "write what the tests get into testdata")

// TestScripts plays testdata/*.txtar. An archive says in prose what it shows and
// has these files:
//
//	suite.jsonl  tasks in the released form, called imported/test/INDEX-v1
//	setup        {"task", "options", "seed", "alias"}
//	play         inputs, one a line, see [script.do]
//	want         what each input led to
//	setups       setups, one a line, instead of setup and play
func TestScripts(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := runScript(t, archive)
			want := file(archive, "want")
			if got == want {
				return
			}
			if !*update {
				t.Fatalf("%s\n%s", path, lineDifference(want, got))
			}
			setFile(archive, "want", got)
			if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func file(a *txtar.Archive, name string) string {
	for _, f := range a.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

func setFile(a *txtar.Archive, name, content string) {
	for i := range a.Files {
		if a.Files[i].Name == name {
			a.Files[i].Data = []byte(content)
			return
		}
	}
	a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(content)})
}

// lineDifference shows the first line in which two texts differ.
func lineDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			return fmt.Sprintf("line %d of want:\n got %s\nwant %s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("got %d lines, want %d; got:\n%s", len(g), len(w), got)
}

// setupLine is a setup as scripts write it.
type setupLine struct {
	Task    string          `json:"task"`
	Options json.RawMessage `json:"options"`
	Seed    uint64          `json:"seed"`
	Alias   string          `json:"alias"`
}

// script plays one archive.
type script struct {
	t       *testing.T
	library *suite.Library
	out     strings.Builder

	episode    *game.Episode
	hypothesis string // what the short inputs state
	time       int64
	logged     int // events that were shown
}

func runScript(t *testing.T, a *txtar.Archive) string {
	s := &script{t: t, library: suite.Released(), time: game.NoTime}
	s.hypothesis = `{"edges":[],"freq_equation":"resonanceFreq = 20","coefficients":{}}`
	if tasks := file(a, "suite.jsonl"); tasks != "" {
		imported, err := suite.Import("test", strings.NewReader(tasks))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.library.Add(imported); err != nil {
			t.Fatal(err)
		}
	}
	for line := range strings.Lines(file(a, "setups")) {
		line = strings.TrimSpace(line)
		s.printf("> %s\n", line)
		if s.start(line) {
			s.printf("%s\n", text(t, s.episode.Options()))
		}
	}
	if setup := file(a, "setup"); setup != "" && s.start(setup) {
		s.status()
		for line := range strings.Lines(file(a, "play")) {
			if line = strings.TrimSpace(line); line != "" {
				s.printf("\n> %s\n", line)
				s.do(line)
			}
		}
	}
	return s.out.String()
}

func (s *script) printf(format string, args ...any) { fmt.Fprintf(&s.out, format, args...) }

// start begins the episode of a setup, or shows why it cannot.
func (s *script) start(line string) bool {
	var l setupLine
	if err := json.Unmarshal([]byte(line), &l); err != nil {
		s.t.Fatalf("%v in %s", err, line)
	}
	task, err := s.library.Find(l.Task)
	if err != nil {
		s.t.Fatal(err)
	}
	setup := game.Setup{Task: task, Seed: l.Seed, Alias: l.Alias}
	if l.Options != nil {
		if err := json.Unmarshal(l.Options, &setup.Options); err != nil {
			s.t.Fatalf("%v in %s", err, line)
		}
	}
	if s.episode, err = game.New(setup); err != nil {
		refusal := (*dsl.Error)(nil)
		if !errors.As(err, &refusal) {
			s.t.Fatalf("%T %v, want a *dsl.Error", err, err)
		}
		s.printf("error %v\n", err)
	}
	return err == nil
}

// do carries out one line of play and shows what changed:
//
//	think                  a record without action
//	set PROPERTY VALUE     an intervention
//	open                   open the reactor
//	submit HZ              a submission; HZ may be true, true+5 or true-4.99
//	move PLACE             embodied play
//	give-up                end without a prediction
//	garbage                a text that is no record
//	record JSON            a record in full
//	believe JSON           the hypothesis that the short inputs above state
//	at MS                  the time from here on
//	note TYPE [JSON]       what a person did beside playing
//	observe                shows records, manipulator, reactor and place
//	result                 shows the result in short
func (s *script) do(line string) {
	verb, rest, _ := strings.Cut(line, " ")
	switch verb {
	case "think":
		s.play("")
	case "set":
		property, value, _ := strings.Cut(rest, " ")
		s.play(fmt.Sprintf(`,"experiment":{"target_prop":%q,"target_value":%s},"action":"intervene"`, property, value))
	case "open":
		s.play(`,"action":"open_reactor"`)
	case "submit":
		s.play(`,"action":"submit","value":` + s.frequency(rest))
	case "move":
		s.play(fmt.Sprintf(`,"action":"move","to":%q`, rest))
	case "give-up":
		s.play(`,"action":"give_up"`)
	case "garbage":
		s.step("I would set the density to 40.")
	case "record":
		s.step(rest)
	case "believe":
		s.hypothesis = rest
	case "at":
		ms, err := strconv.ParseInt(rest, 10, 64)
		if err != nil {
			s.t.Fatal(err)
		}
		s.time = ms
	case "note":
		kind, payload, _ := strings.Cut(rest, " ")
		if err := s.episode.Note(game.EventType(kind), payload, s.time); err != nil {
			s.printf("error %v\n", err)
		}
		s.events()
	case "observe":
		s.observe()
	case "result":
		s.result()
	default:
		s.t.Fatalf("there is no input %q", verb)
	}
}

func (s *script) play(action string) { s.step(`{"hypothesis":` + s.hypothesis + action + `}`) }

// frequency reads a number that may be given relative to the true frequency.
func (s *script) frequency(number string) string {
	offset, relative := strings.CutPrefix(number, "true")
	if !relative {
		return number
	}
	state := s.episode.State()
	hz := state.Reactor.Values[len(state.Reactor.Values)-1].Value
	if offset != "" {
		by, err := strconv.ParseFloat(offset, 64)
		if err != nil {
			s.t.Fatal(err)
		}
		hz += by
	}
	return strconv.FormatFloat(math.Round(hz*1000)/1000, 'f', -1, 64)
}

func (s *script) step(record string) {
	err := s.episode.Step(record, s.time)
	o := s.episode.Observe()
	if (err == nil) != (o.LastError == nil) || err != nil && *err != *o.LastError {
		s.t.Errorf("Step gave %v and the observation has %v", err, o.LastError)
	}
	if err != nil {
		s.printf("error %v; %d retries left\n", err, o.RetriesLeft)
	}
	for _, w := range o.Warnings {
		s.printf("warning %v\n", &w)
	}
	if o.Answer != "" {
		s.printf("answer %s\n", o.Answer)
	}
	for _, r := range o.Residuals {
		s.printf("residual %s %v\n", r.ID, r.Residual)
	}
	s.events()
	s.status()
}

// status shows where the episode stands.
func (s *script) status() {
	o := s.episode.Observe()
	b := o.Budget
	s.printf("step %d, %s: %d of %d interventions, %d of %d steps, %d of %d submissions", o.Step, o.Phase,
		b.Interventions.Used, b.Interventions.Used+b.Interventions.Left,
		b.Steps.Used, b.Steps.Used+b.Steps.Left,
		b.Submissions.Used, b.Submissions.Used+b.Submissions.Left)
	if o.Place != "" {
		s.printf(", at the %s", o.Place)
	}
	if outcome := s.episode.Outcome(); outcome != "" {
		s.printf(", %s", outcome)
	}
	s.printf("\n")
}

// events shows the new lines of the log, records without their text.
func (s *script) events() {
	events := s.episode.Events()
	for ; s.logged < len(events); s.logged++ {
		line := text(s.t, events[s.logged])
		if record := events[s.logged].Record(); record != "" {
			line = strings.Replace(line, `,"record":`+record, "", 1)
		}
		s.printf("log %s\n", line)
	}
}

func (s *script) observe() {
	o := s.episode.Observe()
	show := func(what string, v any) { s.printf("%s %s\n", what, text(s.t, v)) }
	s.printf("%s, %s, %s, %s\n", o.Task, o.Family, o.Protocol, o.Semantics)
	for _, r := range o.Records {
		show("record", r)
	}
	show("manipulator", o.Manipulator)
	show("reactor", o.Reactor)
	for _, c := range o.Changed {
		s.printf("changed %s from %v to %v by %v\n", c.Name, c.From, c.To, c.By)
	}
}

func (s *script) result() {
	r := s.episode.Result()
	if r == nil {
		s.printf("no result yet\n")
		return
	}
	s.printf("%s, accuracy %v, exact %v", r.Outcome, r.Accuracy, r.Exact)
	if r.Submitted != nil {
		s.printf(", submitted %v", *r.Submitted)
	}
	if r.ErrorHz != nil {
		s.printf(", error %v Hz", *r.ErrorHz)
	}
	s.printf(", truncated %v, given up %v\n", r.Truncated, r.GivenUp)
	s.printf("submissions %v, parse failures %d, denied %d", r.Submissions, r.ParseFailures, r.Denied)
	if r.TMs != nil {
		s.printf(", %d ms", *r.TMs)
	}
	s.printf("\nhypothesis %s\n", r.Hypothesis.AppendJSON(nil))
	for _, c := range r.Curve {
		s.printf("step %d: edge F1 %v", c.Step, c.Scores.EdgeF1)
		if c.Consistency != nil {
			s.printf(", matched %d of %d", c.Consistency.Matched, c.Consistency.Total)
		}
		if c.PredictedHz != nil {
			s.printf(", predicted %v Hz, accuracy %v", *c.PredictedHz, c.Accuracy)
		}
		s.printf("\n")
	}
}
