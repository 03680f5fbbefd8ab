package batch

import (
	"context"
	"fmt"

	"causalab/game"
	"causalab/game/player"
)

// Reference returns one of the reference players. The error is a
// [*player.UnknownError].
func Reference(name string) (Player, error) {
	if _, err := player.New(name, 0); err != nil {
		return nil, err
	}
	return reference(name), nil
}

// reference is a reference player by its name.
type reference string

func (r reference) Info() game.Player { return game.Player{Kind: "reference", Name: string(r)} }

func (r reference) Play(ctx context.Context, e *game.Episode, seed uint64) (Play, error) {
	p, err := player.New(string(r), seed)
	if err != nil {
		return Play{}, err
	}
	for !e.Done() {
		if ctx.Err() != nil {
			return Play{}, Interruption(ctx)
		}
		o := e.Observe()
		if refusal := e.Step(p.Next(&o), game.NoTime); refusal != nil {
			// A reference player that breaks the rules is a fault of this program.
			return Play{}, fmt.Errorf("player %s, task %s, seed %d, step %d: %w", r, e.Task().ID, e.Seed(), o.Step+1, refusal)
		}
	}
	return Play{}, nil
}
