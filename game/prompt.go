package game

import (
	"causalab/dsl"
	"causalab/dsl/prompt"
)

// Prompt returns the two stages of the model prompt for the present moment: the
// rules, and the running state with the player's own last record. Like an
// observation it holds nothing that a player must not know.
func (e *Episode) Prompt() (system, user string) {
	o := e.Observe()
	s := prompt.Situation{
		Task:          o.Task,
		Properties:    e.world.Properties,
		Controllable:  e.world.Controllable,
		Family:        e.world.Family,
		FreqParent:    e.world.FreqParent,
		Disturbance:   e.setup.Task.Model.Disturbance().Active(),
		Semantics:     o.Semantics,
		Golden:        e.options.Evidence == Golden,
		ClosedReactor: e.options.Protocol == Released,
		Verification:  e.options.Verification == RequiredVerification,
		Embodied:      e.options.Embodied,
		Retries:       maxRetries,

		Steps:         prompt.Allowance(o.Budget.Steps),
		Interventions: prompt.Allowance(o.Budget.Interventions),
		Submissions:   prompt.Allowance(o.Budget.Submissions),
		Locked:        o.Phase == Reactor,
		Ended:         o.Phase == Done,
		Place:         string(o.Place),
		Records:       o.Records,
		Manipulator:   o.Manipulator,
		Reactor:       o.Reactor,
		Last:          e.lastRecord(),
		LastError:     o.LastError,
		Refused:       e.refused,
		Tries:         e.tries,
		Warnings:      o.Warnings,
		NotActivated:  o.Answer == AnswerNotActivated,
	}
	if s.Golden {
		s.ChainStart = e.records[*e.options.Observations].ID
	}
	for _, c := range o.Changed {
		s.Changed = append(s.Changed, prompt.Change(c))
	}
	for _, r := range o.Residuals {
		s.Residuals = append(s.Residuals, prompt.Residual(r))
	}
	return prompt.Stages(s)
}

// lastRecord is the last record that was accepted, or nil.
func (e *Episode) lastRecord() *dsl.Record {
	for i := len(e.events) - 1; i >= 0; i-- {
		if r := e.events[i].record; r != nil {
			return r
		}
	}
	return nil
}
