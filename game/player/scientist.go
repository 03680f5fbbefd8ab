package player

import (
	"math/rand/v2"

	"causalab/scm/identify"
)

// scientist is the player "scientist". How it reasons depends on what it is told
// of the family.
type scientist struct {
	random *rand.Rand
	mind   strategy // chosen with the first readings
}

func (s *scientist) learn(l *lab, from int) {
	if s.mind == nil {
		s.mind = s.choose(l)
	}
	s.mind.learn(l, from)
}

func (s *scientist) choose(l *lab) strategy {
	switch {
	case len(l.names) > identify.MaxVariables:
		return new(observer) // no suite has so many; graphs could not be counted
	case l.hidden && l.quadratic:
		return new(mover) // no suite has both
	case l.hidden:
		return &sifter{random: s.random}
	}
	return &deducer{random: s.random}
}

// mostMoves is how often the scientist moves each property at most. What it has not
// found out by then it takes for lost in rounding or disturbance.
const mostMoves = 10

// wearied says whether every property has been moved often enough.
func wearied(l *lab) bool {
	times := l.timesSet()
	for _, p := range l.settable {
		if times[p] < mostMoves {
			return false
		}
	}
	return true
}

func (s *scientist) experiment(l *lab) (experiment, bool) { return s.mind.experiment(l) }

func (s *scientist) believe(l *lab) belief { return s.mind.believe(l) }
