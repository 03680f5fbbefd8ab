package player

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"causalab/game"
)

// Player plays one episode.
type Player interface {
	// Next returns the text of the next record. It is called once a step, with
	// what the player may know at that moment, until the phase is [game.Done].
	Next(o *game.Observation) string
}

// Info describes a player.
type Info struct {
	Name        string `json:"name"` // as [New] takes it
	Title       string `json:"title"`
	Description string `json:"description"` // one sentence
}

var players = []struct {
	Info
	strategy func(r *rand.Rand) strategy
}{
	{Info{"random", "Random", "Intervenes at random, believes in a random graph and guesses a frequency among those seen: the floor."},
		func(r *rand.Rand) strategy { return &guesser{random: r} }},
	{Info{"observer", "Observer", "Makes no intervention and fits the frequency to the records by least squares."},
		func(*rand.Rand) strategy { return new(observer) }},
	{Info{"one-at-a-time", "One at a time", "Moves each property alone and takes everything that moves with it for its children."},
		func(*rand.Rand) strategy { return new(mover) }},
	{Info{"scientist", "Scientist", "Keeps all mechanisms that the readings allow and makes the intervention that is expected to leave the fewest."},
		func(r *rand.Rand) strategy { return &scientist{random: r} }},
}

// Players describes all players, the weakest first.
func Players() []Info {
	infos := make([]Info, len(players))
	for i, p := range players {
		infos[i] = p.Info
	}
	return infos
}

// UnknownError reports a name that no player has.
type UnknownError struct {
	Name  string
	Known []string
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("player %q is not known; known are %s", e.Name, strings.Join(e.Known, ", "))
}

// New returns a player for one episode. Its choices among equals follow from the
// seed and from the readings that the episode starts with, so that one seed does
// not make the same choices in every task. The error is an [*UnknownError].
func New(name string, seed uint64) (Player, error) {
	var known []string
	for _, p := range players {
		if p.Name == name {
			return &conduct{start: func(l *lab) strategy {
				return p.strategy(rand.New(rand.NewPCG(l.fingerprint(name), seed)))
			}}, nil
		}
		known = append(known, p.Name)
	}
	return nil, &UnknownError{name, known}
}

// Play lets a player play an episode to its end, without times in the log. That
// a record is refused, or its action not allowed, is a fault of the player; the
// error says so and the episode stays where it is.
func Play(e *game.Episode, p Player) error {
	for !e.Done() {
		o := e.Observe()
		if refusal := e.Step(p.Next(&o), game.NoTime); refusal != nil {
			return fmt.Errorf("%s, step %d: %w", o.Task, o.Step+1, refusal)
		}
	}
	return nil
}
