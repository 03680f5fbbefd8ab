package bridge

import (
	"causalab/dsl"
	"causalab/game"
)

// The agent's door: it acts on the episode that is shown and reaches neither
// its truth nor another episode.

// Act plays one record of a program and answers the observation.
func (s *Session) Act(record string) string {
	if s.current == nil {
		return noEpisode()
	}
	open := !s.current.Done()
	s.current.Step(record, game.NoTime)
	s.steppedByDoor(s.current, open)
	return observation(s.current)
}

// Schema answers the JSON Schemas of observation and record.
func Schema() string {
	return `{"observation":` + game.ObservationSchema() + `,"record":` + dsl.RecordSchema() + `}`
}
