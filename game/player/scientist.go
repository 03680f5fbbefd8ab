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
		switch {
		case len(l.names) > identify.MaxVariables:
			s.mind = new(observer)
		case l.hidden:
			s.mind = &sifter{random: s.random}
		default:
			s.mind = &deducer{random: s.random}
		}
	}
	s.mind.learn(l, from)
}

func (s *scientist) experiment(l *lab) (experiment, bool) { return s.mind.experiment(l) }

func (s *scientist) believe(l *lab) belief { return s.mind.believe(l) }
