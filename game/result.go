package game

import (
	"math"

	"causalab/dsl"
	"causalab/metrics"
	"causalab/scm"
)

// Outcome says how an episode ended.
type Outcome string

const (
	Submitted Outcome = "submitted" // by a submission that was right or the last
	GaveUp    Outcome = "gave_up"
	Truncated Outcome = "truncated" // out of steps
)

// Result is what an episode came to. Prediction and mechanism are scored
// separately. It holds the truth and exists only after the end.
type Result struct {
	Outcome Outcome `json:"outcome"`

	// The prediction. Accuracy is 0 if nothing was submitted, and then
	// Submitted and ErrorHz are absent.
	Submitted     *float64 `json:"submitted,omitempty"` // Hz, the last that counted
	TrueFrequency float64  `json:"true_frequency"`      // Hz
	Accuracy      float64  `json:"accuracy"`            // 1 if within 5 Hz
	Exact         float64  `json:"exact"`               // 1 if equal at two decimals
	ErrorHz       *float64 `json:"error_hz,omitempty"`

	// The mechanism, by the final hypothesis: that of the last step with a
	// valid record, or the empty one.
	Hypothesis dsl.Hypothesis `json:"hypothesis"`
	Scores     metrics.Scores `json:"scores"`
	// Consistency is absent if the hypothesis has no complete equation.
	Consistency *metrics.Match `json:"consistency,omitempty"`

	Truncated     bool      `json:"truncated"`
	GivenUp       bool      `json:"given_up"`
	Steps         Spent     `json:"steps"`
	Interventions Spent     `json:"interventions"`
	Submissions   []float64 `json:"submissions"` // Hz, all that counted
	ParseFailures int       `json:"parse_failures"`
	Denied        int       `json:"denied"`         // actions that the rules didn't allow
	TMs           *int64    `json:"t_ms,omitempty"` // time of the end, if times were given

	Truth Truth       `json:"truth"`
	Curve []StepScore `json:"curve"` // one per step
}

// Spent is a budget after the end.
type Spent struct {
	Used  int `json:"used"`
	Given int `json:"given"`
}

// Truth is the hidden model and what came of it.
type Truth struct {
	Edges       []scm.Edge       `json:"edges"`
	Mechanisms  []TrueMechanism  `json:"mechanisms"`
	Disturbance *TrueDisturbance `json:"disturbance,omitempty"`
	Reactor     dsl.Readings     `json:"reactor"`
	Equation    string           `json:"equation"` // of the frequency, as in the hypothesis language
}

// TrueMechanism is the equation of one variable. A controllable property's base
// belongs to each crystal and is absent.
type TrueMechanism struct {
	Name  string     `json:"name"`
	Base  *float64   `json:"base,omitempty"`
	Terms []TrueTerm `json:"terms"`
}

// TrueTerm is weight · parent^power.
type TrueTerm struct {
	Parent string  `json:"parent"`
	Power  int     `json:"power"`
	Weight float64 `json:"weight"`
}

// TrueDisturbance is the hidden disturbance: drawn from {-range, 0, range}.
type TrueDisturbance struct {
	Range    float64  `json:"range"`
	Affected []string `json:"affected"`
}

// StepScore scores what stood after one step.
type StepScore struct {
	Step         int            `json:"step"`
	Scores       metrics.Scores `json:"scores"`
	Consistency  *metrics.Match `json:"consistency,omitempty"` // on the records known at that step
	PredictedHz  *float64       `json:"predicted_hz,omitempty"`
	PredictedErr *float64       `json:"predicted_error_hz,omitempty"`
	Accuracy     float64        `json:"accuracy"` // of PredictedHz; 0 without one
}

// Result returns the result; nil while the episode goes on.
func (e *Episode) Result() *Result {
	if e.phase != Done {
		return nil
	}
	r := e.result()
	return &r
}

// Score scores the present hypothesis, finished or not. It is computed on
// demand and is no part of a step.
func (e *Episode) Score() StepScore {
	truth := metrics.NewTruth(e.setup.Task.Model)
	if len(e.hypotheses) == 0 {
		return e.scoreStep(truth, 0, statedHypothesis{e.lastHypothesis(), len(e.records)})
	}
	return e.scoreStep(truth, e.step, statedHypothesis{e.lastHypothesis(), len(e.records)})
}

func (e *Episode) result() Result {
	truth := metrics.NewTruth(e.setup.Task.Model)
	final := e.scoreStep(truth, e.step, statedHypothesis{e.lastHypothesis(), len(e.records)})
	r := Result{
		Outcome:       e.outcome,
		TrueFrequency: e.trueFrequency(),
		Hypothesis:    *e.lastHypothesis(),
		Scores:        final.Scores,
		Consistency:   final.Consistency,
		Truncated:     e.outcome == Truncated,
		GivenUp:       e.outcome == GaveUp,
		Steps:         Spent{e.step, *e.options.Steps},
		Interventions: Spent{e.interventions, *e.options.Interventions},
		Submissions:   nonNil(e.submitted),
		ParseFailures: e.parseFailures,
		Denied:        e.denied,
		Truth:         e.truth(),
		Curve:         make([]StepScore, len(e.hypotheses)),
	}
	r.Hypothesis.Edges = nonNil(r.Hypothesis.Edges)
	if n := len(e.submitted); n > 0 {
		j := metrics.Judge(e.submitted[n-1], e.trueFrequency())
		r.Submitted, r.ErrorHz = &e.submitted[n-1], j.ErrorHz
		r.Accuracy, r.Exact = j.Accuracy, j.Exact
	}
	if e.endTime != NoTime {
		t := e.endTime
		r.TMs = &t
	}
	for i, h := range e.hypotheses {
		r.Curve[i] = e.scoreStep(truth, i+1, h)
	}
	return r
}

func (e *Episode) scoreStep(truth *metrics.Truth, step int, h statedHypothesis) StepScore {
	claim := metrics.ClaimOf(h.hypothesis, &e.world)
	s := StepScore{Step: step, Scores: truth.Score(&claim)}
	equation, stated, refusal := h.hypothesis.Interpret(&e.world)
	if !stated || refusal != nil {
		return s
	}
	if hz, ok := equation.Evaluate(e.reactorRead.Get); ok && isFinite(hz) {
		j := metrics.Judge(hz, e.trueFrequency())
		s.PredictedHz, s.PredictedErr, s.Accuracy = &hz, j.ErrorHz, j.Accuracy
		m := metrics.Consistency(&equation, e.records[:h.records])
		m.Largest = min(m.Largest, math.MaxFloat64) // JSON has no infinity
		s.Consistency = &m
	}
	return s
}

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

func (e *Episode) truth() Truth {
	m := e.setup.Task.Model
	t := Truth{Edges: m.Graph().Edges(), Reactor: e.reactorRead}
	for i := range m.Len() {
		f := m.Mechanism(i)
		tm := TrueMechanism{Name: f.Name, Terms: []TrueTerm{}}
		if !f.Controllable {
			base := f.Base
			tm.Base = &base
		}
		for _, x := range f.Terms {
			tm.Terms = append(tm.Terms, TrueTerm(x))
		}
		t.Mechanisms = append(t.Mechanisms, tm)
	}
	equation := dsl.Equation{Base: dsl.Amount{Value: m.Mechanism(m.Frequency()).Base, Known: true}}
	for _, x := range m.Mechanism(m.Frequency()).Terms {
		equation.Terms = append(equation.Terms, dsl.Term{Parent: x.Parent, Power: x.Power, Amount: dsl.Amount{Value: x.Weight, Known: true}})
	}
	t.Equation = equation.String()
	if d := m.Disturbance(); d.Active() {
		t.Disturbance = &TrueDisturbance{d.Range, d.Affected}
	}
	return t
}

// State is everything about an episode, hidden parts included: for harnesses.
type State struct {
	Task        string         `json:"task"`
	Seed        uint64         `json:"seed"`
	Options     Options        `json:"options"`
	Phase       Phase          `json:"phase"`
	Step        int            `json:"step"`
	Outcome     Outcome        `json:"outcome,omitempty"`
	Truth       Truth          `json:"truth"`
	Manipulator CrystalState   `json:"manipulator"`
	Reactor     CrystalState   `json:"reactor"`
	Hypothesis  dsl.Hypothesis `json:"hypothesis"`
}

// CrystalState is a crystal with its bases and all its readings.
type CrystalState struct {
	Bases  dsl.Readings `json:"bases"`
	Values dsl.Readings `json:"values"`
}

// State returns the whole state of the episode. It holds the truth.
func (e *Episode) State() State {
	return State{
		Task: e.setup.Task.ID, Seed: e.setup.Seed, Options: e.options, Phase: e.phase, Step: e.step, Outcome: e.outcome,
		Truth: e.truth(), Manipulator: e.crystalState(e.manipulator), Reactor: e.crystalState(e.reactor),
		Hypothesis: *e.lastHypothesis(),
	}
}

func (e *Episode) crystalState(c *scm.Crystal) CrystalState {
	m := e.setup.Task.Model
	var s CrystalState
	for i := range m.Len() {
		name := m.Mechanism(i).Name
		s.Bases = append(s.Bases, dsl.Reading{Name: name, Value: c.Base(i)})
		s.Values = append(s.Values, dsl.Reading{Name: name, Value: c.Value(i)})
	}
	return s
}
