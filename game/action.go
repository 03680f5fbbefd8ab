package game

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"causalab/dsl"
	"causalab/metrics"
	"causalab/scm"
	"causalab/scm/suite"
)

// act carries out the action of a valid record.
func (e *Episode) act(r *dsl.Record, tMs int64) {
	var denial *dsl.Error
	switch r.Action {
	case dsl.ActionNone:
	case dsl.ActionIntervene:
		denial = e.intervene(r.Experiment, tMs)
	case dsl.ActionOpenReactor:
		denial = e.openReactor(tMs)
	case dsl.ActionSubmit:
		denial = e.submit(*r.Value, tMs)
	case dsl.ActionGiveUp:
		e.log(Event{Type: EventGaveUp, TMs: tMs, Step: e.step})
		e.end(GaveUp)
	case dsl.ActionMove:
		denial = e.move(Place(r.To), tMs)
	}
	if denial != nil {
		e.denied++
		e.lastError = denial
		e.log(Event{Type: EventDenied, TMs: tMs, Step: e.step, Error: denial})
	}
}

// intervene carries out an intervention on the manipulator crystal and
// measures what it left.
func (e *Episode) intervene(x *dsl.Experiment, tMs int64) *dsl.Error {
	m := e.setup.Task.Model
	property := m.Index(x.TargetProp)
	switch {
	case e.phase == Reactor:
		return deny(CodeManipulatorLocked, "action", "The manipulator has been locked since the reactor was opened; submit a frequency instead.")
	case e.options.Embodied && e.place != AtManipulator:
		return deny(CodeNotThere, "action", "You are at the %s; move to the manipulator first.", e.place)
	case !slices.Contains(e.world.Controllable, x.TargetProp):
		if len(e.world.Controllable) == 0 {
			return deny(CodeNotControllable, "experiment.target_prop", "%s cannot be set, nor can any other property; go by the records you have.", x.TargetProp)
		}
		return deny(CodeNotControllable, "experiment.target_prop", "%s cannot be set; choose one of %s.", x.TargetProp, strings.Join(e.world.Controllable, ", "))
	case *e.options.Interventions == 0:
		return deny(CodeInterventionsSpent, "action", "This episode has no interventions; go by the records you have.")
	case e.interventions >= *e.options.Interventions:
		return deny(CodeInterventionsSpent, "action", "All %d interventions are spent; go by the records you have.", *e.options.Interventions)
	}
	// H's n-th draw belongs to the n-th executed intervention: one that fails
	// leaves its draw to the next.
	if e.drawn == nil {
		h := m.Disturbance().Draw(e.disturbance)
		e.drawn = &h
	}
	before := e.manipulator.Values()
	if err := e.manipulator.Intervene(property, *x.TargetValue, e.options.Semantics, *e.drawn); err != nil {
		if errors.As(err, new(*scm.OverflowError)) {
			// Not which reading: that would name a descendant and cost no intervention.
			return deny(CodeValueOutOfRange, "experiment.target_value", "With this value a reading would no longer be a finite number; choose a smaller one.")
		}
		return deny(CodeNotControllable, "experiment.target_prop", "%s.", err)
	}
	e.drawn = nil
	e.interventions++
	entry := e.entry(fmt.Sprintf("intervention-%d", e.interventions), e.manipulator,
		&dsl.Intervention{TargetProp: x.TargetProp, TargetValue: scm.Round(*x.TargetValue)})
	e.records = append(e.records, entry)
	e.changed = e.differences(before, e.manipulator.Values())
	e.log(Event{Type: EventIntervention, TMs: tMs, Step: e.step, Measurement: &entry, Changed: nonNil(e.changed)})
	return nil
}

// differences lists the variables that read differently, in variable order.
func (e *Episode) differences(before, after []float64) []Change {
	var changes []Change
	for i := range before {
		if by := finite(scm.Round(after[i] - before[i])); before[i] != after[i] {
			changes = append(changes, Change{e.setup.Task.Model.Mechanism(i).Name, before[i], after[i], by})
		}
	}
	return changes
}

// openReactor shows the reactor crystal's properties and locks the manipulator
// for good.
func (e *Episode) openReactor(tMs int64) *dsl.Error {
	switch {
	case e.reactorSeen:
		return deny(CodeReactorVisible, "action", "The reactor crystal's properties can be seen already; there is nothing to open.")
	case e.options.Embodied && e.place != AtReactor:
		return deny(CodeNotThere, "action", "You are at the %s; move to the reactor first.", e.place)
	}
	e.reactorSeen = true
	e.phase = Reactor
	e.log(Event{Type: EventReactorOpened, TMs: tMs, Step: e.step, Reactor: e.reactorRead})
	return nil
}

// submit takes a prediction of the reactor's frequency. With required
// verification the first one is answered by the residuals of its hypothesis on
// every record so far and does not count.
func (e *Episode) submit(hz float64, tMs int64) *dsl.Error {
	switch {
	case !e.reactorSeen:
		return deny(CodeReactorClosed, "action", "The reactor is closed; open it with the action open_reactor first. That locks the manipulator.")
	case e.options.Embodied && e.place != AtReactor:
		return deny(CodeNotThere, "action", "You are at the %s; move to the reactor first.", e.place)
	case e.options.Protocol == Released && (hz < suite.LowestFrequency || hz > suite.HighestFrequency):
		return deny(CodeValueOutOfRange, "value", "The reactor takes frequencies from %d to %d Hz.", suite.LowestFrequency, suite.HighestFrequency)
	}
	if e.options.Verification == RequiredVerification && !e.verified {
		e.verified = true
		e.answer = AnswerVerification
		e.residuals, _ = e.Residuals(e.lastHypothesis())
		e.log(Event{Type: EventVerification, TMs: tMs, Step: e.step, Value: &hz, Residuals: e.residuals})
		return nil
	}
	e.submissions++
	e.submitted = append(e.submitted, hz)
	right := metrics.Judge(hz, e.trueFrequency()).Accuracy == 1
	if right || e.submissions >= *e.options.Submissions {
		e.log(Event{Type: EventSubmission, TMs: tMs, Step: e.step, Value: &hz, Answer: AnswerTaken})
		e.end(Submitted)
		return nil
	}
	e.answer = AnswerNotActivated
	e.log(Event{Type: EventSubmission, TMs: tMs, Step: e.step, Value: &hz, Answer: AnswerNotActivated})
	return nil
}

// Answers to a submission.
const (
	AnswerTaken        = "taken"         // the episode ended with it
	AnswerNotActivated = "not_activated" // it was wrong, another may follow
	AnswerVerification = "verification"  // it was answered by residuals
)

// move walks to another place in embodied play.
func (e *Episode) move(to Place, tMs int64) *dsl.Error {
	switch {
	case !e.options.Embodied:
		return deny(CodeNotEmbodied, "action", "In this episode everything is at hand; there is no need to move.")
	}
	e.place = to
	e.log(Event{Type: EventMoved, TMs: tMs, Step: e.step, Place: to})
	return nil
}

func deny(code dsl.Code, path, format string, args ...any) *dsl.Error {
	return &dsl.Error{Code: code, Message: fmt.Sprintf(format, args...), Path: path}
}

// trueFrequency is what the reactor crystal would read, in Hz.
func (e *Episode) trueFrequency() float64 {
	return e.reactor.Value(e.setup.Task.Model.Frequency())
}

// Residuals returns measured minus predicted frequency for every record so
// far, in Hz; the largest float64 where an absurd coefficient leaves the finite
// numbers. Its error says why the hypothesis predicts nothing. Whether a player
// may see residuals is the caller's to ask: [Options.Residuals].
func (e *Episode) Residuals(h *dsl.Hypothesis) ([]Residual, *dsl.Error) {
	equation, stated, refusal := h.Interpret(&e.world)
	if refusal != nil {
		return nil, refusal
	}
	if !stated {
		return nil, &dsl.Error{Code: dsl.UnstatedEquation, Message: "State the frequency equation first; without one there is nothing to compare.", Path: "hypothesis.freq_equation"}
	}
	if !allKnown(&equation) {
		return nil, &dsl.Error{Code: dsl.UnknownCoefficient, Message: "Give every coefficient a number first.", Path: "hypothesis.coefficients"}
	}
	residuals := make([]Residual, len(e.records))
	for i := range e.records {
		r := &e.records[i]
		residuals[i] = Residual{r.ID, math.MaxFloat64}
		if predicted, ok := equation.Evaluate(r.Props.Get); ok {
			residuals[i].Residual = finite(scm.Round(*r.Freq - predicted))
		}
	}
	return residuals, nil
}

func allKnown(equation *dsl.Equation) bool {
	return equation.Base.Known && !slices.ContainsFunc(equation.Terms, func(t dsl.Term) bool { return !t.Known })
}

// finite brings a difference that left the finite numbers, which JSON cannot
// carry, back to the nearest.
func finite(x float64) float64 { return max(-math.MaxFloat64, min(math.MaxFloat64, x)) }
