package bridge_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"causalab/dsl"
	"causalab/game"
	"causalab/game/bridge"
	"causalab/scm/suite"
)

const guess = `"hypothesis":{"edges":[],"freq_equation":"resonanceFreq = 20","coefficients":{}}`

func think() string { return "{" + guess + "}" }

func set(property string, value float64) string {
	return fmt.Sprintf(`{%s,"experiment":{"target_prop":%q,"target_value":%v},"action":"intervene"}`, guess, property, value)
}

func submit(hz float64) string { return fmt.Sprintf(`{%s,"action":"submit","value":%v}`, guess, hz) }

const giveUp = "{" + guess + `,"action":"give_up"}`

// object reads an answer that is a JSON object.
func object(t *testing.T, answer string) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(answer), &v); err != nil || v == nil {
		t.Fatalf("%v: want a JSON object, got %.300s", err, answer)
	}
	return v
}

// succeed reads an answer that must not be an error.
func succeed(t *testing.T, answer string) map[string]any {
	t.Helper()
	v := object(t, answer)
	if v["error"] != nil {
		t.Fatalf("got the error %s", answer)
	}
	return v
}

// refusal reads an answer that must be an error, as text.
func refusal(t *testing.T, answer string) string {
	t.Helper()
	var v struct{ Error *dsl.Error }
	if err := json.Unmarshal([]byte(answer), &v); err != nil || v.Error == nil {
		t.Fatalf("want an error, got %.300s", answer)
	}
	if v.Error.Message == "" {
		t.Errorf("an error without a message: %s", answer)
	}
	return v.Error.Error()
}

func code(t *testing.T, answer string) string {
	t.Helper()
	code, _, _ := strings.Cut(refusal(t, answer), " at ")
	code, _, _ = strings.Cut(code, ": ")
	return code
}

// recorder notes what a session tells its listeners.
type recorder []string

func (r *recorder) listen(s *bridge.Session) {
	s.Listen(func(event, payload string) { *r = append(*r, strings.TrimSpace(event+" "+payload)) })
}

// expect compares what was told since the last time.
func (r *recorder) expect(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(*r, want) {
		t.Errorf("listeners were told %q, want %q", *r, want)
	}
	*r = nil
}

func TestBeforeTheFirstEpisode(t *testing.T) {
	s := bridge.NewSession("b")
	for name, answer := range map[string]string{
		"step": s.Step(think(), 0), "act": s.Act(think()), "check": s.Check(think()), "interpret": s.Interpret("{}"),
		"residuals": s.Residuals("{}", 0), "note": s.Note("look", "", 0), "result": s.Result(), "prompt": s.Prompt(),
	} {
		if got := code(t, answer); got != "no_episode" {
			t.Errorf("%s: %s", name, answer)
		}
	}
	if s.Observe() != "null" || s.Header() != "null" || s.Trajectory() != "" || s.Episode() != nil {
		t.Error("there is something to see before the first episode")
	}
}

// TestRefusedStarts has the exact error of each way in which a start goes wrong.
// Nothing is shown after any of them.
func TestRefusedStarts(t *testing.T) {
	s := bridge.NewSession("b")
	for _, c := range []struct{ request, want string }{
		{``, `bad_request: The request cannot be read: it is empty; send a JSON object.`},
		{`{`, `bad_request: The request cannot be read: unexpected EOF.`},
		{`[]`, `bad_request: The request cannot be read: cannot unmarshal array into Go value of type bridge.setupRequest.`},
		{`{} {}`, `bad_request: The request cannot be read: text follows the JSON value.`},
		{`{"task":"causalab/4nodes/0-v1","luck":1}`, `bad_request: The request cannot be read: unknown field "luck".`},
		{`{"task":"causalab/4nodes/0-v1","options":{"luck":1}}`, `bad_request: The request cannot be read: unknown field "luck".`},
		{`{"task":"causalab/4nodes/0-v1","seed":-1}`, `bad_request: The request cannot be read: cannot unmarshal number -1 into Go struct field setupRequest.seed of type uint64.`},
		{`{"task":"causalab/4nodes/0-v1","seed":1.5}`, `bad_request: The request cannot be read: cannot unmarshal number 1.5 into Go struct field setupRequest.seed of type uint64.`},
		{`{"task":"causalab/4nodes/0-v1","seed":9007199254740992}`, `bad_option at options.seed: seed 9007199254740992: choose a whole number from 0 to 9007199254740991`},
		{`{}`, `unknown_task: task "": want causalab/SUITE/INDEX-v1, e.g. "causalab/4nodes/17-v1", or imported/NAME/INDEX-v1`},
		{`{"task":"causalab/4nodes/50-v1"}`, `unknown_task: task "causalab/4nodes/50-v1": suite 4nodes has indices 0 to 49`},
		{`{"task":"causalab/4nodes/0-v1","options":{"budget":"many"}}`, `bad_option at options.budget: budget "many": write observations and interventions like 3o12i`},
		{`{"task":"causalab/4nodes/0-v1","options":{"budget":"3o12i","interventions":4}}`, `bad_option at options.budget: The budget gives observations and interventions in short; leave it out, or both of them.`},
		{`{"task":"causalab/4nodes/0-v1","options":{"evidence":"golden"}}`, `bad_option at options.evidence: task causalab/4nodes/0-v1 has no Golden chain and none was given: give the episode a chain, choose a suite whose name ends in _golden, or play with evidence "online"`},
		{`{"task":"causalab/4nodes/0-v1","options":{"graphs":1}}`, `bad_option at options.graphs: task causalab/4nodes/0-v1 is not a sampled one, so there are no graphs to choose: leave the option out`},
		{`{"task":"causalab/sampled-4nodes/0-v1","options":{"graphs":9007199254740992}}`, `bad_option at options.graphs: graphs 9007199254740992: choose a whole number from 0 to 9007199254740991`},
		{`{"task":"causalab/sampled-4nodes/10000-v1"}`, `unknown_task: task "causalab/sampled-4nodes/10000-v1": suite sampled-4nodes has indices 0 to 9999`},
		{`{"task":"causalab/4nodes/0-v1","chain":{"semantics":"shift","links":[{"target_prop":"charm","target_value":1}]}}`, `bad_option at chain.links[0].target_prop: "charm" is no property of task causalab/4nodes/0-v1`},
		{`{"task":"causalab/4nodes/0-v1","chain":{"semantics":"shift","links":[],"starts":[]}}`, `bad_request: The request cannot be read: unknown field "starts".`},
		{`{"task":"causalab/4nodes/0-v1","options":{"steps":0}}`, `bad_option at options.steps: steps 0: choose a whole number from 1 to 100000`},
	} {
		if got := refusal(t, s.Start(c.request)); got != c.want {
			t.Errorf("start(%s):\n got %s\nwant %s", c.request, got, c.want)
		}
	}
	if s.Episode() != nil {
		t.Error("an episode is shown")
	}
}

// TestSampledTasks plays a sampled task through both doors and takes its log up in
// another session, by what is in the log alone.
func TestSampledTasks(t *testing.T) {
	const task = "causalab/sampled-5nodes_outside2/9-v1"
	s := bridge.NewSession("b")
	succeed(t, s.Start(`{"task":"`+task+`","options":{"graphs":7}}`))
	if got := succeed(t, s.Header())["options"].(map[string]any)["graphs"]; got != 7.0 {
		t.Errorf("the header has graphs %v", got)
	}
	succeed(t, s.Step(think(), 3))
	log := s.Trajectory()
	other := bridge.NewSession("b")
	succeed(t, other.Resume(log))
	if other.Trajectory() != log {
		t.Errorf("taken up, the log is\n%s, was\n%s", other.Trajectory(), log)
	}

	env := int(succeed(t, s.Make(task, `{"graphs":7}`))["env"].(float64))
	reset := succeed(t, s.Reset(env, "{}"))
	conforms(t, "Options", reset["info"].(map[string]any)["options"])
	same := succeed(t, s.EnvState(env))["truth"]
	if again := succeed(t, s.Reset(env, `{"options":{"graphs":8}}`)); again["info"].(map[string]any)["options"].(map[string]any)["graphs"] != 8.0 {
		t.Errorf("reset with other graphs: %v", again["info"])
	}
	if reflect.DeepEqual(same, succeed(t, s.EnvState(env))["truth"]) {
		t.Error("other graphs have the same truth")
	}
}

func TestPlayInThePage(t *testing.T) {
	s := bridge.NewSession("build-1")
	var told recorder
	told.listen(s)
	o := succeed(t, s.Start(`{"task":"causalab/4nodes/0-v1","seed":3,"options":{"budget":"1o2i","residuals":true},"player":{"kind":"human"},"participant":"p","alias":"a"}`))
	told.expect(t, "started")
	if o["task"] != "a" || len(o["records"].([]any)) != 2 {
		t.Errorf("observation %v", o)
	}
	header := s.Header()
	for _, part := range []string{`"task":"causalab/4nodes/0-v1"`, `"observations":1,"interventions":2`, `"seed":3,"build":"build-1","player":{"kind":"human"},"participant":"p","alias":"a"`} {
		if !strings.Contains(header, part) {
			t.Errorf("header %s lacks %s", header, part)
		}
	}
	if got := s.Step(set("density", 40), 10); got != s.Observe() {
		t.Errorf("step answers %s, observe %s", got, s.Observe())
	}
	told.expect(t, "observation")
	if got := code(t, s.Result()); got != "episode_open" {
		t.Errorf("result before the end: %s", got)
	}
	if got := s.Note("look", `{"at":1}`, 20); got != "null" {
		t.Errorf("note: %s", got)
	}
	if got := refusal(t, s.Note("dance", "", 20)); got != `bad_event at type: There is no event type "dance"; choose one of [focus blur resize panel undo look].` {
		t.Errorf("note: %s", got)
	}
	s.Step("no record", 30)
	told.expect(t, "observation")
	s.Step(giveUp, 40)
	told.expect(t, "observation", "ended")
	if r := succeed(t, s.Result()); r["outcome"] != "gave_up" {
		t.Errorf("result %v", r)
	}
	o = succeed(t, s.Step(think(), 50))
	told.expect(t, "observation")
	if o["last_error"].(map[string]any)["code"] != "episode_ended" {
		t.Errorf("after the end last_error is %v", o["last_error"])
	}
}

// TestResume takes up a log where it stands and refuses one that is not true.
func TestResume(t *testing.T) {
	s := bridge.NewSession("b")
	succeed(t, s.Start(`{"task":"causalab/4nodes/0-v1","seed":3}`))
	s.Step(strings.Replace(set("density", 40), `"resonanceFreq = 20"`, `"resonanceFreq = 21"`, 1), 10)
	log, observation := s.Trajectory(), s.Observe()

	fresh := bridge.NewSession("another build")
	var told recorder
	told.listen(fresh)
	if got := fresh.Resume(log); got != observation {
		t.Errorf("resumed to\n%s\nwant\n%s", got, observation)
	}
	told.expect(t, "started")
	if fresh.Trajectory() != log {
		t.Error("the log changed by resuming")
	}
	if got := fresh.Draft().FreqEquation; got != "resonanceFreq = 21" {
		t.Errorf("the draft after resuming is %q", got)
	}
	for _, c := range []struct{ log, want string }{
		{"", `bad_trajectory at line 1: the log is empty; it begins with a header`},
		{log + "{}", `bad_trajectory at line 4.seq: seq 0: want 3; an event is missing or out of order`},
		{strings.Replace(log, "4nodes/0", "4nodes/77", 1), `unknown_task: task "causalab/4nodes/77-v1": suite 4nodes has indices 0 to 49`},
		{strings.Replace(log, "causalab/4nodes/0", "imported/x/0", 1), `unknown_task: suite "imported/x" is not known; known are`},
		{strings.Replace(log, `"freq":107`, `"freq":108`, 1), `bad_trajectory at line 3: the log has "freq":108,"intervention"`},
	} {
		if got := refusal(t, fresh.Resume(c.log)); !strings.HasPrefix(got, c.want) {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	if fresh.Observe() != observation {
		t.Error("a log that was refused changed what is shown")
	}
}

func TestCheck(t *testing.T) {
	s := bridge.NewSession("b")
	succeed(t, s.Start(`{"task":"causalab/4nodes/0-v1"}`))
	before := s.Trajectory()
	if got := s.Check(think()); got != `{"errors":[],"warnings":[]}` {
		t.Errorf("of a record without fault: %s", got)
	}
	v := object(t, s.Check(`{"hypothesis":{"edges":[{"from":"density","to":"density"},{"from":"x","to":"density"}],"freq_equation":"resonanceFreq = 0*ph","coefficients":{}}}`))
	if errors := v["errors"].([]any); len(errors) < 2 {
		t.Errorf("of several faults only these are told: %v", errors)
	}
	if s.Trajectory() != before {
		t.Error("a check left something in the log")
	}
}

func TestInterpret(t *testing.T) {
	s := bridge.NewSession("b")
	succeed(t, s.Start(`{"task":"causalab/4nodes/0-v1","seed":3}`))
	for _, c := range []struct{ hypothesis, want string }{
		{`{"edges":[],"freq_equation":"","coefficients":{"base":null}}`,
			`{"stated":false,"equation":"","base":null,"terms":[],"predicted":null,"missing":["base"]}`},
		{`{"edges":[{"from":"Density","to":"freq"}],"freq_equation":"freq = base + 2*c*density + 1","coefficients":{"base":20,"c":1.5}}`,
			`{"stated":true,"equation":"resonanceFreq = 21 + 3*density","base":21,"terms":[{"parent":"density","power":1,"value":3}],"predicted":123,"missing":[]}`},
		{`{"edges":[{"from":"density","to":"resonanceFreq"}],"freq_equation":"resonanceFreq = 20 + c*density","coefficients":{"c":null}}`,
			`{"stated":true,"equation":"resonanceFreq = 20 + c_density*density","base":20,"terms":[{"parent":"density","power":1,"value":null}],"predicted":null,"missing":["c"]}`},
		{`{"edges":[{"from":"density","to":"resonanceFreq"}],"freq_equation":"resonanceFreq = 1e308*density","coefficients":{}}`,
			`{"stated":true,"equation":"resonanceFreq = 0 + 1e+308*density","base":0,"terms":[{"parent":"density","power":1,"value":1e+308}],"predicted":null,"missing":[]}`},
	} {
		if got := s.Interpret(c.hypothesis); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.hypothesis, got, c.want)
		}
	}
	for hypothesis, want := range map[string]string{
		``: "not_json", `{`: "not_json", `null`: "missing_hypothesis", `[]`: "wrong_type",
		`{"edges":[],"freq_equation":"resonanceFreq = density","coefficients":{}}`: "term_without_edge",
	} {
		if got := code(t, s.Interpret(hypothesis)); got != want {
			t.Errorf("%q: code %s, want %s", hypothesis, got, want)
		}
	}
	succeed(t, s.Start(`{"task":"causalab/4nodes/0-v1","seed":3,"options":{"protocol":"released"}}`))
	if got := object(t, s.Interpret(`{"edges":[],"freq_equation":"resonanceFreq = 20","coefficients":{}}`))["predicted"]; got != nil {
		t.Errorf("with the reactor closed %v is predicted", got)
	}
}

func TestResiduals(t *testing.T) {
	const right = `{"edges":[{"from":"density","to":"resonanceFreq"},{"from":"moisture","to":"resonanceFreq"}],"freq_equation":"resonanceFreq = 25 + density + moisture","coefficients":{}}`
	const wrong = `{"edges":[],"freq_equation":"resonanceFreq = 70.05","coefficients":{}}`
	s := bridge.NewSession("b")
	succeed(t, s.Start(`{"task":"causalab/4nodes/0-v1","seed":3}`))
	if got := refusal(t, s.Residuals(right, 5)); got != "not_allowed at options.residuals: Residuals are not shown in this episode." {
		t.Error(got)
	}
	if strings.Contains(s.Trajectory(), `"look"`) {
		t.Error("a look that was not granted is in the log")
	}
	s.Step(giveUp, 6)
	succeed(t, s.Residuals(right, 7)) // nothing is to be hidden any more

	succeed(t, s.Start(`{"task":"causalab/4nodes/0-v1","seed":3,"options":{"residuals":true}}`))
	for hypothesis, want := range map[string]string{
		right: `{"rows":[{"id":"record-1","measured":161,"predicted":161,"residual":0},{"id":"record-2","measured":106,"predicted":106,"residual":0},{"id":"start","measured":70,"predicted":70,"residual":0}],"matched":3,"largest":0}`,
		wrong: `{"rows":[{"id":"record-1","measured":161,"predicted":70.05,"residual":90.95},{"id":"record-2","measured":106,"predicted":70.05,"residual":35.95},{"id":"start","measured":70,"predicted":70.05,"residual":-0.05}],"matched":1,"largest":90.95}`,
	} {
		if got := s.Residuals(hypothesis, 5); got != want {
			t.Errorf("%s:\n got %s\nwant %s", hypothesis, got, want)
		}
	}
	if n := strings.Count(s.Trajectory(), `"t_ms":5,"type":"look"`); n != 2 {
		t.Errorf("two looks are %d times in the log", n)
	}
	for hypothesis, want := range map[string]string{
		``: "not_json", `{"edges":[],"freq_equation":"","coefficients":{}}`: "unstated_equation",
		`{"edges":[],"freq_equation":"resonanceFreq = b","coefficients":{"b":null}}`: "unknown_coefficient",
	} {
		if got := code(t, s.Residuals(hypothesis, 6)); got != want {
			t.Errorf("%q: code %s, want %s", hypothesis, got, want)
		}
	}
	if n := strings.Count(s.Trajectory(), `"look"`); n != 2 {
		t.Error("a look at nothing is in the log")
	}
}

func TestDraft(t *testing.T) {
	s := bridge.NewSession("b")
	succeed(t, s.Start(`{"task":"causalab/4nodes/0-v1"}`))
	var told recorder
	told.listen(s)
	if got := s.SetDraft(`{"edges":[],"freq_equation":"resonanceFreq = 7","coefficients":{}}`); got != "null" {
		t.Error(got)
	}
	told.expect(t, "written")
	for _, bad := range []string{"", "{", "[]", `{"edges":1}`, `{"nodes":[]}`} {
		if got := code(t, s.SetDraft(bad)); got != "bad_request" {
			t.Errorf("%q: %s", bad, got)
		}
	}
	if s.Draft().FreqEquation != "resonanceFreq = 7" {
		t.Error("a draft that was refused changed the whiteboard")
	}
	told.expect(t)
	s.Act(think())
	told.expect(t, `draft {"edges":[],"freq_equation":"resonanceFreq = 20","coefficients":{}}`, "observation")
	if s.Draft().FreqEquation != "resonanceFreq = 20" {
		t.Error("the hypothesis of an agent is not on the whiteboard")
	}
}

func TestImportSuite(t *testing.T) {
	s := bridge.NewSession("b")
	tasks, err := suite.Released().Suite("3nodes")
	if err != nil {
		t.Fatal(err)
	}
	var file strings.Builder
	if err := suite.Export(&file, tasks.Tasks[:2]); err != nil {
		t.Fatal(err)
	}
	row := succeed(t, s.ImportSuite("mine", file.String()))
	if row["name"] != "imported/mine" || row["count"] != 2.0 {
		t.Errorf("imported %v", row)
	}
	if !strings.Contains(s.Suites(), `"name":"imported/mine"`) {
		t.Error("the suite is not listed")
	}
	succeed(t, s.ImportSuite("mine", file.String())) // the same again
	succeed(t, s.Start(`{"task":"imported/mine/1-v1"}`))
	other := file.String()[:strings.IndexByte(file.String(), '\n')]
	for _, c := range []struct{ name, text string }{
		{"", other}, {"mine", other}, {"a b", other}, {"x", ""}, {"x", "{}"}, {"x", other + "\n{"}, {"x", "\xff"},
	} {
		if got := code(t, s.ImportSuite(c.name, c.text)); got != "bad_suite" {
			t.Errorf("%q: code %s", c.name, got)
		}
	}
	if got := refusal(t, s.ImportSuite("x", other+"\n{")); !strings.Contains(got, "line 2") {
		t.Errorf("the error names no line: %s", got)
	}
}

// TestAgentReachesNoTruth lets an agent play to the end and searches all that its
// door answers.
func TestAgentReachesNoTruth(t *testing.T) {
	s := bridge.NewSession("b")
	succeed(t, s.Start(`{"task":"causalab/4nodes_hidden_n1/0-v1","seed":3,"alias":"task-1"}`))
	state := s.Episode().State()
	hz := state.Reactor.Values[len(state.Reactor.Values)-1].Value
	answers := []string{s.Observe(), s.Prompt()}
	for _, record := range []string{think(), "garbage", set("density", 12), set("resonanceFreq", 1), submit(hz + 50), think()} {
		answers = append(answers, s.Act(record), s.Observe(), s.Prompt())
	}
	if !s.Episode().Done() {
		t.Fatal("the episode has not ended")
	}
	for _, answer := range answers {
		for _, secret := range []string{fmt.Sprintf(`"resonanceFreq":%v`, hz), fmt.Sprintf("%v Hz", hz), "true_frequency", `"truth"`, `"bases"`, "4nodes_hidden", "causalab/"} {
			if strings.Contains(answer, secret) {
				t.Errorf("%q is in %s", secret, answer)
			}
		}
	}
}

func TestSchemaIsJSON(t *testing.T) {
	v := object(t, bridge.Schema())
	for _, name := range []string{"observation", "record"} {
		if _, ok := v[name].(map[string]any); !ok || len(v) != 2 {
			t.Errorf("the schemas hold no %s, or more than two", name)
		}
	}
}

// TestCodes holds that the codes of all packages differ.
func TestCodes(t *testing.T) {
	seen := make(map[dsl.Code]bool)
	for _, c := range slices.Concat(dsl.Codes(), game.Codes(), bridge.Codes()) {
		if seen[c.Code] || c.Meaning == "" {
			t.Errorf("code %s is listed twice, or means nothing", c.Code)
		}
		seen[c.Code] = true
	}
}

// declared returns the fields of an interface in web/bridge.d.ts.
func declared(t *testing.T, name string) (all, required []string) {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("..", "..", "web", "bridge.d.ts"))
	if err != nil {
		t.Fatal(err)
	}
	body := regexp.MustCompile(`(?s)interface ` + name + ` (?:extends \w+ )?\{\n(.*?)\n\}`).FindSubmatch(source)
	if body == nil {
		t.Fatalf("web/bridge.d.ts declares no interface %s", name)
	}
	for _, m := range regexp.MustCompile(`(?m)^  (?:readonly )?(\w+)(\??):`).FindAllSubmatch(body[1], -1) {
		all = append(all, string(m[1]))
		if len(m[2]) == 0 {
			required = append(required, string(m[1]))
		}
	}
	return all, required
}

// conforms holds the fields of an answer against an interface.
func conforms(t *testing.T, name string, v any, more ...string) {
	t.Helper()
	all, required := declared(t, name)
	fields, ok := v.(map[string]any)
	if !ok {
		t.Fatalf("%s: %v is no object", name, v)
	}
	for field := range fields {
		if !slices.Contains(all, field) && !slices.Contains(more, field) {
			t.Errorf("%s: web/bridge.d.ts does not declare %s", name, field)
		}
	}
	for _, field := range required {
		if _, ok := fields[field]; !ok {
			t.Errorf("%s: the answer lacks %s", name, field)
		}
	}
}

// TestDeclarations holds the answers of the doors against web/bridge.d.ts.
func TestDeclarations(t *testing.T) {
	s := bridge.NewSession("b")
	made := succeed(t, s.Make("causalab/4nodes_hidden_n1/0-v1", `{"protocol":"released","embodied":true}`))
	env := int(made["env"].(float64))
	reset := succeed(t, s.Reset(env, "{}"))
	conforms(t, "Observation", reset["observation"])
	conforms(t, "ResetInfo", reset["info"])
	conforms(t, "Options", reset["info"].(map[string]any)["options"])
	conforms(t, "State", succeed(t, s.EnvState(env)))
	conforms(t, "Truth", succeed(t, s.EnvState(env))["truth"])
	step := succeed(t, s.EnvStep(env, "garbage"))
	conforms(t, "Transition", step)
	conforms(t, "Refusal", step["observation"].(map[string]any)["last_error"])
	s.EnvStep(env, think())
	conforms(t, "StepScore", succeed(t, s.EnvScore(env)))
	batch := succeed(t, s.EnvBatch(env, "garbage\x1e"+submit(5)+"\x1e"+giveUp))
	conforms(t, "BatchTransition", batch, "observation", "reward", "terminated", "truncated", "info")
	conforms(t, "Result", batch["info"])
	conforms(t, "StepScore", batch["info"].(map[string]any)["curve"].([]any)[1])
	for _, row := range listed(t, s.Suites()) {
		conforms(t, "SuiteInfo", row)
	}
}

func listed(t *testing.T, answer string) []any {
	t.Helper()
	var v []any
	if err := json.Unmarshal([]byte(answer), &v); err != nil || len(v) == 0 {
		t.Fatalf("%v: want a list, got %.300s", err, answer)
	}
	return v
}
