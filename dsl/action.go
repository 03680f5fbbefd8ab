package dsl

import (
	"fmt"
	"slices"
)

var actions = [...]Action{ActionIntervene, ActionOpenReactor, ActionSubmit, ActionGiveUp, ActionMove}

// places are where a "move" can go.
var places = []string{"archive", "manipulator", "whiteboard", "reactor"}

// Places returns the places of embodied play that "to" accepts.
func Places() []string { return slices.Clone(places) }

func actionNames() string {
	names := []string{"none"}
	for _, a := range actions {
		names = append(names, string(a))
	}
	return oneOf(names)
}

func (r *reader) readExperiment() {
	r.record.Experiment = nil
	property, value, ok := r.readSetting(-1)
	switch {
	case !ok:
	case property != "":
		r.record.Experiment = &Experiment{property, value}
	case value != nil:
		r.refuse(MissingField, "experiment.target_prop", "The experiment has a value but no property; add target_prop, one of "+oneOf(r.w.Controllable))
	}
}

func (r *reader) readAction() {
	name := r.string("action")
	if name == "" || sameName(name, "none") {
		return
	}
	for _, a := range actions {
		if sameName(name, string(a)) {
			r.record.Action = a
			return
		}
	}
	r.refuse(UnknownAction, "action", fmt.Sprintf("%s is not an action; use %s", quote(name), actionNames()))
}

func (r *reader) readTo() {
	name := r.string("to")
	if name == "" {
		return
	}
	for _, p := range places {
		if sameName(name, p) {
			r.record.To = p
			return
		}
	}
	r.refuse(UnknownPlace, "to", fmt.Sprintf("%s is not a place; use %s", quote(name), oneOf(places)))
}

func (r *reader) readValue() {
	v := r.value()
	if v.kind == null {
		return
	}
	x, code, why := asNumber(v)
	if code != "" {
		r.refuse(code, "value", "value "+why)
		return
	}
	r.record.Value = r.keep(x)
}

// checkAction holds the action against what it needs and takes. Where a field
// was refused already, what follows from that is not reported again.
func (r *reader) checkAction() {
	rec := &r.record
	refused := func(paths ...string) bool {
		for _, e := range r.errors {
			for _, p := range paths {
				if e.Path == p || len(e.Path) > len(p) && e.Path[:len(p)] == p && (e.Path[len(p)] == '.' || e.Path[len(p)] == '[') {
					return true
				}
			}
		}
		return false
	}
	if refused("action") {
		return
	}
	if rec.Action == ActionIntervene && !refused("experiment") {
		switch x := rec.Experiment; {
		case x == nil:
			r.refuse(MissingArgument, "experiment", fmt.Sprintf(`intervene carries out the experiment, which is missing; add {"target_prop": …, "target_value": …} with one of %s`, oneOf(r.w.Controllable)))
		case x.TargetValue == nil:
			r.refuse(MissingArgument, "experiment.target_value", "intervene needs the value to set; add target_value, a number")
		}
	}
	if rec.Action == ActionMove && rec.To == "" && !refused("to") {
		r.refuse(MissingArgument, "to", "move needs a place to go to; add to, one of "+oneOf(places))
	}
	if rec.Action != ActionMove && rec.To != "" {
		r.refuse(UnknownArgument, "to", fmt.Sprintf("%s takes no place; only move has to", r.actionInWords()))
	}
	if rec.Action == ActionSubmit {
		if rec.Value == nil && !refused("value") {
			r.refuse(MissingArgument, "value", "submit needs the predicted frequency in Hz; add value, a number")
		}
		if !refused("hypothesis") {
			r.checkSubmission()
		}
	} else if rec.Value != nil {
		r.refuse(UnknownArgument, "value", fmt.Sprintf("%s takes no value; only submit has one, and what to set stands in experiment.target_value", r.actionInWords()))
	}
}

func (r *reader) actionInWords() string {
	if r.record.Action == ActionNone {
		return "A step without action"
	}
	return string(r.record.Action)
}

// checkSubmission refuses a submission whose mechanism is not complete.
func (r *reader) checkSubmission() {
	if !r.stated {
		r.refuse(UnstatedEquation, equationPath, "submit needs the frequency's equation; write freq_equation")
	}
	for _, c := range r.record.Hypothesis.Coefficients {
		if c.Value == nil {
			r.refuse(UnknownCoefficient, coefficientPath(c.Name), fmt.Sprintf("submit needs every coefficient; give %s a number, or remove it if it is not used", quote(c.Name)))
		}
	}
}
