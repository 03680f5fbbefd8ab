package prompt

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"causalab/dsl"
	"causalab/scm"
)

var update = flag.Bool("update", false, "rewrite the wanted prompts in testdata")

// plain is a linear task under the paper's protocol, in the middle.
func plain() Situation {
	two, hz := 2.0, 105.0
	return Situation{
		Task:         "causalab/4nodes/17-v1",
		Properties:   scm.Properties()[1:4],
		Controllable: []string{"moisture", "density", "quantumSize"},
		Family:       scm.Linear,
		Semantics:    scm.Shift,
		Retries:      2,

		Steps:         Allowance{3, 50},
		Interventions: Allowance{1, 11},
		Submissions:   Allowance{0, 1},
		Records: []dsl.Entry{
			{ID: "record-1", Props: dsl.Readings{{Name: "moisture", Value: 3}, {Name: "density", Value: 14.5}, {Name: "quantumSize", Value: 95}}, Freq: &hz},
		},
		Manipulator: dsl.Entry{
			ID: "intervention-1", Props: dsl.Readings{{Name: "moisture", Value: 40}, {Name: "density", Value: 35}, {Name: "quantumSize", Value: 129}}, Freq: &hz,
			Intervention: &dsl.Intervention{TargetProp: "moisture", TargetValue: 40},
		},
		Reactor: dsl.Readings{{Name: "moisture", Value: 61}, {Name: "density", Value: 8}, {Name: "quantumSize", Value: 12.25}},
		Changed: []Change{{"moisture", 31, 40, 9}, {"resonanceFreq", 123, 105, -18}},
		Last: &dsl.Record{
			Memory:  "moisture lowers the frequency",
			Thought: "not given back",
			Hypothesis: dsl.Hypothesis{
				Edges:        []scm.Edge{{From: "moisture", To: "resonanceFreq"}},
				FreqEquation: "resonanceFreq = base - c*moisture",
				Coefficients: dsl.Coefficients{{Name: "base"}, {Name: "c", Value: &two}},
			},
		},
	}
}

type variant struct {
	name      string
	situation Situation
	facts     []string // what the text must tell
	not       []string // what it must not
}

func variants() []variant {
	with := func(change func(*Situation)) Situation {
		s := plain()
		change(&s)
		return s
	}
	shift := "makes v the base of X"
	target := "for X to read v now"
	unmeasured := "influence that is not measured"
	return []variant{
		{"linear", plain(),
			[]string{"X = base + w1*P1", "12 interventions in all", "at most 53 steps", "one submission", shift, "shown from the start", "no parent of any property",
				`"moisture":61`, "moisture: 31 -> 40 (+9)", "resonanceFreq: 123 -> 105 (-18)", "1 of 12 used, 11 left", "moisture lowers the frequency"},
			[]string{"^2", target, unmeasured, "open_reactor", "`move`", "Not activated", "not given back"}},
		{"quadratic", with(func(s *Situation) { s.Family = scm.Quadratic }),
			[]string{"u1*P1^2 + w1*P1", "At most power 2"}, []string{"No powers"}},
		{"freqparent", with(func(s *Situation) { s.FreqParent = true }),
			[]string{"may itself be a parent"}, []string{"no parent of any property"}},
		{"disturbance", with(func(s *Situation) { s.Disturbance = true }),
			[]string{unmeasured}, []string{"moisture is affected", "{-", "hidden variable"}},
		{"released", with(func(s *Situation) {
			s.Semantics, s.ClosedReactor, s.Reactor, s.Submissions = scm.Target, true, nil, Allowance{0, 3}
		}),
			[]string{target, "open_reactor", "locks the manipulator for good", "3 submissions", "The reactor is closed."},
			[]string{shift, "shown from the start", `"moisture":61`}},
		{"released_open", with(func(s *Situation) {
			s.Semantics, s.ClosedReactor, s.Locked, s.Submissions, s.NotActivated = scm.Target, true, true, Allowance{1, 2}, true
			s.Changed = nil
		}),
			[]string{"The manipulator is locked.", "Not activated. 2 submissions are left.", `"moisture":61`}, nil},
		{"golden", with(func(s *Situation) {
			s.Golden, s.Semantics, s.ChainStart, s.Interventions, s.Changed = true, scm.Target, "chain-1", Allowance{}, nil
		}),
			[]string{"no interventions of your own", "chain of interventions", "`chain-1`", target, "interventions: none in this episode"},
			[]string{"`intervene`", "in all", shift}},
		{"verification", with(func(s *Situation) {
			s.Verification = true
			s.Residuals = []Residual{{"record-1", 0.5}, {"start", -12}}
		}),
			[]string{"first submission is a check", "costs a step but no submission", "record-1: 0.5", "start: -12"}, nil},
		{"embodied", with(func(s *Situation) { s.Embodied, s.Place = true, "archive" }),
			[]string{"`move`, with `to`", "only at the manipulator", "only at the reactor", "You are at the archive.", "archive, manipulator, whiteboard and reactor"}, nil},
		{"observed_only", with(func(s *Situation) { s.Controllable = []string{"density"} }),
			[]string{"`moisture` (Moisture): can only be observed", "`density` (Density): can be set"}, nil},
		{"refused", with(func(s *Situation) {
			s.LastError, s.Refused, s.Tries = &dsl.Error{Code: dsl.SelfEdge, Message: "remove it", Path: "hypothesis.edges[0]"}, true, 1
			s.Warnings = []dsl.Error{{Code: dsl.Cycle, Message: "a cycle", Path: "hypothesis.edges"}}
		}),
			[]string{"`self_edge` at `hypothesis.edges[0]`: remove it", "2 tries are left", "`cycle` at `hypothesis.edges`: a cycle"}, nil},
		{"refused_for_good", with(func(s *Situation) {
			s.LastError, s.Refused = &dsl.Error{Code: dsl.NotJSON, Message: "no object"}, true
		}),
			[]string{"`not_json`: no object", "the step is spent"}, []string{"tries"}},
		{"not_allowed", with(func(s *Situation) {
			s.LastError = &dsl.Error{Code: "interventions_spent", Message: "all are spent", Path: "action"}
			s.Interventions = Allowance{12, 0}
		}),
			[]string{"Your action was not allowed", "The step is spent.", "All interventions are spent."}, []string{"was refused"}},
		{"beginning", with(func(s *Situation) {
			s.Task, s.Last, s.Changed, s.Records, s.Steps = "", nil, nil, nil, Allowance{0, 53}
		}),
			[]string{"# After 0 steps", "None yet."}, []string{"Your last record", "# Task"}},
		{"ended", with(func(s *Situation) { s.Ended = true }),
			[]string{"The episode has ended."}, []string{"Now give your next record"}},
	}
}

// everywhere are the facts that each variant tells.
var everywhere = []string{
	"less than 5 Hz off", "at every step", "without cycles", "same in every crystal", "rounded to two decimals",
	"`memory`", "`thought`", "`past_data`", "`hypothesis`", "`edges`", "`freq_equation`", "`coefficients`", "`experiment`",
	"`submit`, with `value`", "`give_up`", "null", "at most 2 more times", "exactly one JSON object",
	"spends the step and nothing else", "`moisture` (Moisture)", "`resonanceFreq` (Resonance Frequency (Hz))",
	"## Budget", "## Records", "## Manipulator crystal", "## Reactor crystal",
}

func TestStages(t *testing.T) {
	for _, v := range variants() {
		t.Run(v.name, func(t *testing.T) {
			system, user := Stages(v.situation)
			text := system + "\n=== user ===\n\n" + user
			for _, fact := range append(v.facts, everywhere...) {
				if !strings.Contains(text, fact) {
					t.Errorf("the prompt does not say %q", fact)
				}
			}
			for _, lie := range v.not {
				if strings.Contains(text, lie) {
					t.Errorf("the prompt says %q", lie)
				}
			}
			if strings.Contains(text, "%!") {
				t.Error("a value is badly formatted")
			}
			path := filepath.Join("testdata", v.name+".txt")
			if *update {
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if text != string(want) {
				t.Errorf("the prompt differs from %s; if that is meant, run with -update", path)
			}
		})
	}
}

// The worked example is one that Parse takes without a warning, its final
// mechanism explains its own data, and its names are not the task's.
func TestExampleHolds(t *testing.T) {
	for _, v := range variants() {
		for _, taken := range []string{"", "salinity"} {
			s := v.situation
			if taken != "" {
				s.Properties = append(s.Properties[:len(s.Properties):len(s.Properties)], scm.Variable{Name: taken, Display: taken})
			}
			x := s.specimen()
			if x.a == taken || x.b == taken {
				t.Errorf("%s: the example uses the task's property %s", v.name, taken)
			}
			system, _ := Stages(s)
			for i, record := range []dsl.Record{x.before, x.after} {
				text := record.String()
				if !strings.Contains(system, text) {
					t.Errorf("%s: record %d of the example is not shown", v.name, i)
				}
				if errors, warnings := dsl.Inspect(text, &x.world); len(errors)+len(warnings) > 0 {
					t.Errorf("%s: %s gives %v %v", v.name, text, errors, warnings)
				}
			}
			eq, _, err := x.after.Hypothesis.Interpret(&x.world)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range x.after.PastData {
				if hz, ok := eq.Evaluate(e.Props.Get); !ok || hz != *e.Freq {
					t.Errorf("%s: %s reads %v, the example's mechanism gives %v", v.name, e.ID, *e.Freq, hz)
				}
			}
			reactor := dsl.Readings{{Name: x.a, Value: 7.5}}
			if hz, _ := eq.Evaluate(reactor.Get); hz != scm.Round(*x.after.Value) {
				t.Errorf("%s: the example submits %v, its mechanism gives %v", v.name, *x.after.Value, hz)
			}
		}
	}
}

// What the example says of an intervention on a property with a parent is what
// the model does.
func TestExampleIntervention(t *testing.T) {
	for _, family := range []scm.Family{scm.Linear, scm.Quadratic} {
		for _, semantics := range []scm.Semantics{scm.Shift, scm.Target} {
			s := plain()
			s.Family, s.Semantics = family, semantics
			x := s.specimen()
			toB := []scm.Term{{Parent: x.a, Power: 1, Weight: 1}}
			toFrequency := []scm.Term{{Parent: x.a, Power: 1, Weight: 4}}
			base, own := 30.0, 28.0
			if family == scm.Quadratic {
				toB = []scm.Term{{Parent: x.a, Power: 2, Weight: 0.25}, {Parent: x.a, Power: 1, Weight: -2}}
				toFrequency = []scm.Term{{Parent: x.a, Power: 2, Weight: 0.5}, {Parent: x.a, Power: 1, Weight: -4}}
				base = 20
			}
			model, err := scm.NewModel(family, []scm.Mechanism{
				{Variable: x.world.Properties[0], Controllable: true},
				{Variable: x.world.Properties[1], Controllable: true, Terms: toB},
				{Variable: scm.Variable{Name: scm.Frequency}, Base: base, Terms: toFrequency},
			}, scm.Disturbance{})
			if err != nil {
				t.Fatal(err)
			}
			a, b := model.Index(x.a), model.Index(x.b)
			bases := make([]float64, 3)
			bases[a], bases[b] = 12, own
			crystal, err := model.NewCrystal(bases)
			if err != nil {
				t.Fatal(err)
			}
			reads := func(e dsl.Entry) {
				t.Helper()
				va, _ := e.Props.Get(x.a)
				vb, _ := e.Props.Get(x.b)
				if crystal.Value(a) != va || crystal.Value(b) != vb || crystal.Value(2) != *e.Freq {
					t.Errorf("%s, %s: %s reads %v, the example says %v", family, semantics, e.ID, crystal.Values(), e)
				}
			}
			reads(x.before.PastData[0])
			if err := crystal.Intervene(a, 25, semantics, 0); err != nil {
				t.Fatal(err)
			}
			reads(x.before.PastData[2])
			if err := crystal.Intervene(b, 60, semantics, 0); err != nil {
				t.Fatal(err)
			}
			if crystal.Value(b) != x.readingB {
				t.Errorf("%s, %s: %s reads %v, the example says %v", family, semantics, x.b, crystal.Value(b), x.readingB)
			}
		}
	}
}

func ExampleStages() {
	s := plain()
	s.Records, s.Changed, s.Last = nil, nil, nil
	_, user := Stages(s)
	fmt.Println(strings.SplitN(user, "\n", 2)[0])
	// Output: # Task causalab/4nodes/17-v1, after 3 steps
}
