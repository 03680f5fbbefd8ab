package prompt

import (
	"slices"

	"causalab/dsl"
	"causalab/scm"
)

// invented are names for the worked example. The first two that the task does
// not use are taken, so that the example cannot be mistaken for a hint.
var invented = []string{"salinity", "tension", "opacity", "porosity"}

// specimen is the invented task of the worked example: the frequency follows
// from a, and a moves b.
type specimen struct {
	a, b     string
	world    dsl.World
	before   dsl.Record // in the middle, with an unknown base
	after    dsl.Record // the submission
	readingB float64    // of b after it was set to 60
}

// example shows an invented task in two records.
func (s *Situation) example(p *page) {
	x := s.specimen()
	p.heading("Example")
	p.line("An invented task with the properties `%s` and `%s`; names, numbers and mechanism have nothing to do with yours. In the middle of it:", x.a, x.b)
	p.line("")
	p.line("```json")
	p.line("%s", x.before.String())
	p.line("```")
	p.line("")
	if s.Golden {
		p.line("At the end, with a reactor crystal of %s 7.5:", x.a)
	} else {
		p.line("`%s` then reads %v and the frequency stays, so `%s` is no parent of it. At the end, with a reactor crystal of %s 7.5:", x.b, x.readingB, x.b, x.a)
	}
	p.line("")
	p.line("```json")
	p.line("%s", x.after.String())
	p.line("```")
}

func (s *Situation) specimen() specimen {
	var names []string
	for _, n := range invented {
		if !slices.ContainsFunc(s.Properties, func(v scm.Variable) bool { return v.Name == n }) {
			names = append(names, n)
		}
	}
	x := specimen{a: names[0], b: names[1]}
	x.world = dsl.World{Family: s.Family, FreqParent: s.FreqParent, Controllable: names[:2]}
	for _, n := range names[:2] {
		x.world.Properties = append(x.world.Properties, scm.Variable{Name: n, Display: n})
	}

	// Linear: b = own + a, frequency = 30 + 4a.
	// Quadratic: b = own + a²/4 - 2a, frequency = 20 + a²/2 - 4a.
	data := []dsl.Entry{
		entry("record-1", x.a, 12, x.b, 40, 78),
		entry("record-2", x.a, 20, x.b, 31, 110),
		entry("intervention-1", x.a, 25, x.b, 53, 130),
	}
	equation := "resonanceFreq = base + c_" + x.a + "*" + x.a
	coefficients := dsl.Coefficients{{Name: "base"}, {Name: "c_" + x.a, Value: number(4)}}
	base, contribution, value := 30.0, 25.0, 60.0
	memory := "Setting " + x.a + " from 12 to 25 moved " + x.b + " by 13 and the frequency by 52: 4 Hz a unit, unless " + x.b + " adds to it."
	if s.Family == scm.Quadratic {
		data = []dsl.Entry{
			entry("record-1", x.a, 12, x.b, 40, 44),
			entry("record-2", x.a, 20, x.b, 65, 140),
			entry("intervention-1", x.a, 25, x.b, 134.25, 232.5),
		}
		equation = "resonanceFreq = base + c_" + x.a + "_2*" + x.a + "^2 + c_" + x.a + "_1*" + x.a
		coefficients = dsl.Coefficients{{Name: "base"}, {Name: "c_" + x.a + "_2", Value: number(0.5)}, {Name: "c_" + x.a + "_1", Value: number(-4)}}
		base, contribution, value = 20, 106.25, 18.125
		memory = "Setting " + x.a + " from 12 to 25 moved " + x.b + " and the frequency. Three points fit 0.5 and -4 for " + x.a + ", unless " + x.b + " adds to it."
	}
	data[2].Intervention = &dsl.Intervention{TargetProp: x.a, TargetValue: 25}
	x.readingB = 60
	if s.Semantics != scm.Target {
		x.readingB += contribution
	}

	edges := []scm.Edge{{From: x.a, To: x.b}, {From: x.a, To: scm.Frequency}}
	x.before = dsl.Record{
		Memory:     memory,
		Thought:    "Does " + x.b + " move the frequency? I set " + x.b + " alone and watch.",
		PastData:   data,
		Hypothesis: dsl.Hypothesis{Edges: edges, FreqEquation: equation, Coefficients: coefficients},
		Experiment: &dsl.Experiment{TargetProp: x.b, TargetValue: number(60)},
		Action:     dsl.ActionIntervene,
	}
	if s.Golden {
		x.before.Thought = "Does " + x.b + " move the frequency? I compare the records before I fix the base."
		x.before.Experiment, x.before.Action = nil, dsl.ActionNone
	}
	known := slices.Clone(coefficients)
	known[0].Value = number(base)
	x.after = dsl.Record{
		Memory:     "Only " + x.a + " drives the frequency.",
		Thought:    "All records fit without a residual.",
		PastData:   data,
		Hypothesis: dsl.Hypothesis{Edges: edges, FreqEquation: equation, Coefficients: known},
		Action:     dsl.ActionSubmit,
		Value:      number(value),
	}
	return x
}

func entry(id, a string, valueA float64, b string, valueB, hz float64) dsl.Entry {
	return dsl.Entry{ID: id, Props: dsl.Readings{{Name: a, Value: valueA}, {Name: b, Value: valueB}}, Freq: &hz}
}

func number(x float64) *float64 { return &x }
