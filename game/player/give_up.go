package player

import (
	"fmt"

	"causalab/dsl"
	"causalab/game"
	"causalab/scm"
)

// GiveUp ends an episode in place of a player that cannot go on. The record that
// does so keeps the player's hypothesis, and its thought says whose step it is and
// why, in the words of reason: a clause without a full stop.
func GiveUp(e *game.Episode, reason string) error {
	r := dsl.Record{
		Thought:    "This step is the runner's, not the player's: " + reason + ".",
		PastData:   []dsl.Entry{},
		Hypothesis: e.Hypothesis(),
		Action:     dsl.ActionGiveUp,
	}
	if r.Hypothesis.Edges == nil {
		r.Hypothesis.Edges = []scm.Edge{}
	}
	if refusal := e.Step(r.String(), game.NoTime); refusal != nil {
		return fmt.Errorf("task %s: giving up: %w", e.Task().ID, refusal)
	}
	return nil
}
