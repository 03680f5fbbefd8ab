// Package analysis is what the engine can do beside playing: count what an
// episode's measurements allow, let reference players play, and make Golden
// chains. It stands apart from package bridge because it brings gonum with it,
// which the page's first screen does without: the page loads the engine in a
// Worker when it first needs one of these.
//
// Like bridge it takes and gives JSON text and answers misuse with
// {"error": {code, message, path}}.
package analysis

import (
	"encoding/json"
	"fmt"
	"strings"

	"causalab/dsl"
	"causalab/game"
	"causalab/game/bridge"
	"causalab/game/player"
	"causalab/metrics/report"
	"causalab/scm/golden"
	"causalab/scm/identify"
)

// CodeUnknownPlayer is the code of a player that does not exist.
const CodeUnknownPlayer dsl.Code = "unknown_player"

// Analysis serves one engine. It shares the session's suites.
type Analysis struct {
	session *bridge.Session
	playing map[int]player.Player
	last    int
}

// New makes the analysis of a session, which can make Golden chains from now on.
func New(s *bridge.Session) *Analysis {
	s.MakeChain = golden.Make
	return &Analysis{session: s, playing: make(map[int]player.Player)}
}

// Players answers the list of reference players: [{name, title, description}].
func (a *Analysis) Players() string { return bridge.Answer(player.Players()) }

// StartPlayer seats a reference player for one episode and answers {player},
// its number.
func (a *Analysis) StartPlayer(name string, seed uint64) string {
	p, err := player.New(name, seed)
	if err != nil {
		return bridge.Refuse(&dsl.Error{Code: CodeUnknownPlayer, Message: sentence(err), Path: "player"})
	}
	a.last++
	a.playing[a.last] = p
	return bridge.Answer(struct {
		Player int `json:"player"`
	}{a.last})
}

// Next answers {record}, the text of the record that a player plays on an
// observation.
func (a *Analysis) Next(number int, observation string) string {
	p := a.playing[number]
	if p == nil {
		return bridge.Refuse(&dsl.Error{Code: CodeUnknownPlayer, Message: "There is no such player at play; start one first.", Path: "player"})
	}
	var o game.Observation
	if err := json.Unmarshal([]byte(observation), &o); err != nil {
		return bridge.Refuse(&dsl.Error{Code: bridge.CodeBadRequest, Message: "The observation cannot be read: " + err.Error() + ".", Path: "observation"})
	}
	if o.Phase == game.Done {
		return bridge.Refuse(&dsl.Error{Code: game.CodeEpisodeEnded, Message: "The episode has ended.", Path: "observation.phase"})
	}
	return bridge.Answer(struct {
		Record string `json:"record"`
	}{p.Next(&o)})
}

// StopPlayer forgets a player.
func (a *Analysis) StopPlayer(number int) string {
	delete(a.playing, number)
	return "null"
}

// Counts answers {imec}: for the episode of a log, how many graphs its
// measurements allowed before the first step and after each. It is null where
// that is not defined, with a hidden disturbance.
func (a *Analysis) Counts(trajectory string) string {
	t, err := game.ReadTrajectory(trajectory)
	if err != nil {
		return bridge.Refuse(game.AsError(err, game.CodeBadTrajectory))
	}
	task, err := t.Header.Options.Find(a.session.Library(), t.Header.Task)
	if err != nil {
		return bridge.Refuse(game.AsError(err, bridge.CodeUnknownTask))
	}
	e, err := game.Replay(t, task)
	if err != nil {
		return bridge.Refuse(game.AsError(err, game.CodeBadTrajectory))
	}
	counts := report.IMEC(e)
	if len(counts) > 0 && counts[0] == nil {
		counts = nil
	}
	return bridge.Answer(struct {
		IMEC []*identify.Count `json:"imec"`
	}{counts})
}

// sentence makes a sentence of an error's text.
func sentence(err error) string {
	text := err.Error()
	return fmt.Sprintf("%s%s.", strings.ToUpper(text[:1]), text[1:])
}
