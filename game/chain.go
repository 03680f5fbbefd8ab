package game

import (
	"fmt"
	"math"
	"slices"

	"causalab/dsl"
	"causalab/scm"
	"causalab/scm/suite"
)

// ChainMaker makes a Golden chain for a task and the manipulator crystal of a
// seed, whose interventions have the given semantics. Equal arguments must give
// equal chains.
type ChainMaker func(t *suite.Task, seed uint64, s scm.Semantics) (*suite.Chain, error)

// MadeChain is a Golden chain that was made for an episode, as logs and requests
// hold it. It starts from the manipulator crystal of the episode's seed, so that
// task, seed and chain are all it takes to replay it.
type MadeChain struct {
	Semantics scm.Semantics      `json:"semantics"`
	Links     []dsl.Intervention `json:"links"` // one after another
}

// newMadeChain writes a chain with the names of the task's properties.
func newMadeChain(t *suite.Task, c *suite.Chain) *MadeChain {
	m := &MadeChain{Semantics: c.Semantics, Links: make([]dsl.Intervention, len(c.Links))}
	for i, link := range c.Links {
		m.Links[i] = dsl.Intervention{TargetProp: t.Model.Mechanism(link.Variable).Name, TargetValue: link.Value}
	}
	return m
}

// Chain returns the chain for [Setup.Chain]. Its error is a [*dsl.Error] with code
// [CodeBadOption] that names the property the task doesn't have.
func (c *MadeChain) Chain(t *suite.Task) (*suite.Chain, error) {
	chain := &suite.Chain{Semantics: c.Semantics}
	for i, link := range c.Links {
		v := t.Model.Index(link.TargetProp)
		if v < 0 {
			return nil, badChain(fmt.Sprintf(".links[%d].target_prop", i), "%q is no property of task %s", link.TargetProp, t.ID)
		}
		chain.Links = append(chain.Links, suite.Link{Variable: v, Value: link.TargetValue})
	}
	return chain, nil
}

// giveChain completes the options, and sees to it that an episode with Golden
// evidence has a task with a chain: the task's own, or else that of the setup or
// one that the setup's maker makes, which is in s.Chain then.
func giveChain(s *Setup) (options Options, err error) {
	if s.Chain != nil {
		if s.Task.Chain != nil {
			return options, badChain("", "task %s has a Golden chain of its own: leave the chain out", s.Task.ID)
		}
		if err := checkChain(s.Task, s.Chain); err != nil {
			return options, err
		}
		s.Task = withChain(s.Task, s.Chain)
	}
	if options, err = s.Options.Complete(s.Task); err != nil {
		return options, err
	}
	switch {
	case options.Evidence != Golden:
		if s.Chain != nil {
			return options, badChain("", "a Golden chain is handed over with evidence %q only: leave the chain out, or choose that", Golden)
		}
	case s.Task.Chain == nil && s.MakeChain == nil:
		return options, badOption("evidence", "task %s has no Golden chain and none was given: give the episode a chain, choose a suite whose name ends in _golden, or play with evidence %q", s.Task.ID, Online)
	case s.Task.Chain == nil:
		if s.Chain, err = s.MakeChain(s.Task, s.Seed, options.Semantics); err != nil {
			return options, badChain("", "no Golden chain can be made for task %s: %v", s.Task.ID, err)
		}
		if err := checkChain(s.Task, s.Chain); err != nil {
			return options, err
		}
		s.Task = withChain(s.Task, s.Chain)
	}
	return options, nil
}

// withChain returns a copy of the task that has the chain.
func withChain(t *suite.Task, c *suite.Chain) *suite.Task {
	task, chain := *t, *c
	task.Chain = &chain
	return &task
}

// checkChain refuses a chain that could not be carried out, or not be read back
// from a log.
func checkChain(t *suite.Task, c *suite.Chain) error {
	if c.Semantics != scm.Shift && c.Semantics != scm.Target {
		return badChain(".semantics", "semantics %q: choose %q or %q", c.Semantics, scm.Shift, scm.Target)
	}
	if len(c.Links) > maxInterventions {
		return badChain(".links", "%d interventions: at most %d can be handed over", len(c.Links), maxInterventions)
	}
	for i, link := range c.Links {
		path := fmt.Sprintf(".links[%d]", i)
		if link.Variable < 0 || link.Variable >= t.Model.Len() {
			return badChain(path, "there is no variable %d", link.Variable)
		}
		f := t.Model.Mechanism(link.Variable)
		if !f.Controllable {
			return badChain(path+".target_prop", "%s cannot be set", f.Name)
		}
		if v := link.Value; math.IsNaN(v) || math.IsInf(v, 0) || v != scm.Round(v) {
			return badChain(path+".target_value", "value %v: give a finite number of at most two decimals", v)
		}
	}
	return nil
}

// startChain makes the chain that was given start from the manipulator crystal.
func startChain(s *Setup, manipulator *scm.Crystal) error {
	bases := make([]float64, s.Task.Model.Len())
	for i := range bases {
		bases[i] = manipulator.Base(i)
	}
	switch starts := s.Task.Chain.Starts; {
	case len(starts) == 0:
		s.Task.Chain.Starts = [][]float64{bases}
	case len(starts) > 1 || !slices.Equal(starts[0], bases):
		return badChain("", "the chain does not start from the manipulator crystal of task %s, seed %d", s.Task.ID, s.Seed)
	}
	if _, err := s.Task.ChainCrystals(); err != nil {
		return badChain(".links", "the chain cannot be carried out: %v", err)
	}
	return nil
}

func badChain(at, format string, args ...any) *dsl.Error {
	return &dsl.Error{Code: CodeBadOption, Message: fmt.Sprintf(format, args...), Path: "chain" + at}
}
