package game

import "causalab/dsl/prompt"

// Prompt returns the two stages of the model prompt for the present moment: the
// rules, and the running state.
func (e *Episode) Prompt() (system, user string) {
	return prompt.Stages(e.situation())
}
