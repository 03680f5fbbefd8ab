package game

import (
	"fmt"
	"regexp"
	"strconv"

	"causalab/dsl"
	"causalab/scm"
	"causalab/scm/suite"
)

// Protocol fixes the rules that an episode starts from; options may change some
// of them.
type Protocol string

const (
	// Paper is the paper's protocol: shift semantics, the reactor visible from
	// the start, one submission.
	Paper Protocol = "paper"
	// Released is that of the released environment: target semantics, a reactor
	// that locks the manipulator when opened, three submissions, frequencies
	// within 0…10 000 Hz.
	Released Protocol = "released"
)

// Evidence says how a player comes by interventional data.
type Evidence string

const (
	Online Evidence = "online" // the player intervenes
	Golden Evidence = "golden" // a chain of interventions is handed over as records; the budget is 0
)

// Verification says whether the first submission is answered by its residuals.
type Verification string

const (
	NoVerification       Verification = "none"
	RequiredVerification Verification = "required"
)

// MaxSeed is the largest seed: every integer up to it is exact in JSON readers
// that know only float64.
const MaxSeed = 1<<53 - 1

// Limits of the numbers in options, generous enough for any study and small
// enough that an episode stays in memory.
const (
	maxObservations  = 1000
	maxInterventions = 10_000
	maxSubmissions   = 100
	maxSteps         = 100_000
)

// Options are the rules of one episode beside its task. The zero value means
// the paper's protocol with its defaults. An empty string or a nil number means
// what the protocol and the task imply; see [Options.Complete].
type Options struct {
	// Graphs is the seed that the graph of a sampled task is drawn with; other
	// tasks have none.
	Graphs        *uint64       `json:"graphs,omitempty"`
	Protocol      Protocol      `json:"protocol,omitempty"`
	Semantics     scm.Semantics `json:"semantics,omitempty"`
	Observations  *int          `json:"observations,omitempty"`
	Interventions *int          `json:"interventions,omitempty"`
	Submissions   *int          `json:"submissions,omitempty"`
	Steps         *int          `json:"steps,omitempty"`
	Evidence      Evidence      `json:"evidence,omitempty"`
	Verification  Verification  `json:"verification,omitempty"`
	Embodied      bool          `json:"embodied,omitempty"`
	// Residuals lets the page show the hypothesis's residuals at all times.
	Residuals bool `json:"residuals,omitempty"`
}

var budgetForm = regexp.MustCompile(`^(\d{1,5})o(\d{1,5})i$`)

// SetBudget sets observations and interventions from the paper's short form,
// such as "3o12i".
func (o *Options) SetBudget(text string) error {
	m := budgetForm.FindStringSubmatch(text)
	if m == nil {
		return badOption("budget", "budget %q: write observations and interventions like 3o12i", text)
	}
	observations, _ := strconv.Atoi(m[1])
	interventions, _ := strconv.Atoi(m[2])
	o.Observations, o.Interventions = &observations, &interventions
	return nil
}

// Complete returns the options with every default of the protocol and the task
// filled in, so that they say all by themselves. Its error is a [*dsl.Error]
// with code [CodeBadOption] that names the option.
//
// Defaults: 2 observations, 4(k-1) interventions, 25 + k + 2·interventions
// steps; one submission under shift for the paper's protocol, three under
// target for the released one; the seed of graphs that a sampled task has. A
// task with a Golden chain is played with it: its semantics hold and the
// intervention budget is 0. Where Golden evidence is chosen and the task has no
// chain, [New] needs one with the completed semantics.
func (o Options) Complete(t *suite.Task) (Options, error) {
	k := t.Model.Len()
	if err := o.completeGraphs(t); err != nil {
		return o, err
	}
	if o.Protocol == "" {
		o.Protocol = Paper
	}
	if o.Evidence == "" {
		o.Evidence = Online
		if t.Chain != nil {
			o.Evidence = Golden
		}
	}
	if o.Verification == "" {
		o.Verification = NoVerification
	}
	semantics, submissions, interventions := scm.Shift, 1, 4*(k-1)
	switch o.Protocol {
	case Paper:
	case Released:
		semantics, submissions = scm.Target, 3
	default:
		return o, badOption("protocol", "protocol %q: choose %q or %q", o.Protocol, Paper, Released)
	}
	switch o.Evidence {
	case Online:
	case Golden:
		if t.Model.Disturbance().Active() {
			return o, badOption("evidence", "task %s has a disturbance, under which no Golden chain can be chosen: play it with evidence %q", t.ID, Online)
		}
		if o.Interventions != nil && *o.Interventions != 0 {
			return o, badOption("interventions", "Golden evidence leaves no interventions: leave the option out, or play with evidence %q", Online)
		}
		if t.Chain != nil {
			if o.Semantics != "" && o.Semantics != t.Chain.Semantics {
				return o, badOption("semantics", "the Golden chain of %s was made under %q: leave the option out", t.ID, t.Chain.Semantics)
			}
			semantics = t.Chain.Semantics
		}
		interventions = 0
	default:
		return o, badOption("evidence", "evidence %q: choose %q or %q", o.Evidence, Online, Golden)
	}
	switch o.Semantics {
	case "":
		o.Semantics = semantics
	case scm.Shift, scm.Target:
	default:
		return o, badOption("semantics", "semantics %q: choose %q or %q", o.Semantics, scm.Shift, scm.Target)
	}
	switch o.Verification {
	case NoVerification, RequiredVerification:
	default:
		return o, badOption("verification", "verification %q: choose %q or %q", o.Verification, NoVerification, RequiredVerification)
	}
	for _, n := range []struct {
		name     string
		value    **int
		standard int
		min, max int
	}{
		{"observations", &o.Observations, 2, 0, maxObservations},
		{"interventions", &o.Interventions, interventions, 0, maxInterventions},
		{"submissions", &o.Submissions, submissions, 1, maxSubmissions},
	} {
		if err := completeNumber(n.name, n.value, n.standard, n.min, n.max); err != nil {
			return o, err
		}
	}
	return o, completeNumber("steps", &o.Steps, 25+k+2**o.Interventions, 1, maxSteps)
}

// Find returns the task of an id that the options are for: a sampled one has
// their seed of graphs. Its error is one of [suite.Library.Find], or a
// [*dsl.Error] with code [CodeBadOption].
func (o Options) Find(l *suite.Library, id string) (*suite.Task, error) {
	t, err := l.Find(id)
	if err != nil || o.Graphs == nil {
		return t, err
	}
	if t.Graphs == nil {
		return nil, notSampled(t)
	}
	if *o.Graphs > MaxSeed {
		return nil, badOption("graphs", "graphs %d: choose a whole number from 0 to %d", *o.Graphs, uint64(MaxSeed))
	}
	return l.FindSampled(id, *o.Graphs)
}

// completeGraphs takes the seed of graphs from the task.
func (o *Options) completeGraphs(t *suite.Task) error {
	switch {
	case t.Graphs == nil && o.Graphs != nil:
		return notSampled(t)
	case t.Graphs == nil:
		return nil
	case o.Graphs != nil && *o.Graphs != *t.Graphs:
		return badOption("graphs", "graphs %d: this task %s was sampled with %d", *o.Graphs, t.ID, *t.Graphs)
	}
	graphs := *t.Graphs
	o.Graphs = &graphs
	return nil
}

func notSampled(t *suite.Task) *dsl.Error {
	return badOption("graphs", "task %s is not a sampled one, so there are no graphs to choose: leave the option out", t.ID)
}

// completeNumber replaces a nil number by its standard and checks any other.
// It always points at a number of its own, so that no two options share one.
func completeNumber(name string, value **int, standard, min, max int) error {
	n := standard
	if *value != nil {
		n = **value
	}
	if n < min || n > max {
		return badOption(name, "%s %d: choose a whole number from %d to %d", name, n, min, max)
	}
	*value = &n
	return nil
}

func badOption(name, format string, args ...any) *dsl.Error {
	return &dsl.Error{Code: CodeBadOption, Message: fmt.Sprintf(format, args...), Path: "options." + name}
}
