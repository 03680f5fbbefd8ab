package bridge

import (
	"strings"

	"causalab/dsl"
	"causalab/game"
)

// environment is one environment of the harness door.
type environment struct {
	task    string
	setup   game.Setup // without the task
	watched bool
	episode *game.Episode // nil before the first reset
}

// makeRequest is the second argument of make: options, and how to play.
type makeRequest struct {
	optionsRequest
	Seed   uint64      `json:"seed"`
	Player game.Player `json:"player"`
	Alias  string      `json:"alias"`
	// Watch shows the environment's episodes on the page; the default.
	Watch *bool `json:"watch"`
}

// Make makes an environment for a task and answers {env}, its number.
func (s *Session) Make(task, request string) string {
	var r makeRequest
	if err := readRequest(request, &r); err != nil {
		return refuseWith(err)
	}
	options, err := r.over(game.Options{})
	if err != nil {
		return refuseWith(err)
	}
	env := &environment{task: task, watched: r.Watch == nil || *r.Watch}
	env.setup = game.Setup{Options: options, Seed: r.Seed, Alias: r.Alias, Player: r.Player}
	// What is wrong with task or options should be said here, not at the reset.
	if _, err := s.newEpisode(task, env.setup, nil); err != nil {
		return refuseWith(err)
	}
	s.lastEnv++
	s.envs[s.lastEnv] = env
	return answer(struct {
		Env int `json:"env"`
	}{s.lastEnv})
}

// resetRequest is the argument of reset; what is absent, single options
// included, stays as make said.
type resetRequest struct {
	Seed    *uint64        `json:"seed"`
	Options optionsRequest `json:"options"`
}

// resetInfo is the info of a reset.
type resetInfo struct {
	Task    string       `json:"task"`
	Seed    uint64       `json:"seed"`
	Options game.Options `json:"options"`
}

// Reset starts a fresh episode and answers {observation, info}.
func (s *Session) Reset(env int, request string) string {
	x := s.envs[env]
	if x == nil {
		return closed("The environment has been closed, or was never made; call make first.")
	}
	var r resetRequest
	if err := readRequest(request, &r); err != nil {
		return refuseWith(err)
	}
	setup := x.setup
	if r.Seed != nil {
		setup.Seed = *r.Seed
	}
	var err *dsl.Error
	if setup.Options, err = r.Options.over(setup.Options); err != nil {
		return refuseWith(err)
	}
	e, err := s.newEpisode(x.task, setup, nil)
	if err != nil {
		return refuseWith(err)
	}
	x.episode = e
	if x.watched {
		s.show(e)
	}
	return answer(struct {
		Observation game.Observation `json:"observation"`
		Info        resetInfo        `json:"info"`
	}{e.Observe(), resetInfo{e.Task().ID, e.Seed(), e.Options()}})
}

// transition is what a step of the harness door answers beside the observation.
type transition struct {
	Reward     float64 `json:"reward"`
	Terminated bool    `json:"terminated"`
	Truncated  bool    `json:"truncated"`
	Info       any     `json:"info"`
	// Taken is how many records of a batch were played.
	Taken *int `json:"taken,omitempty"`
	// Refused lists the records of a batch that were refused or not allowed.
	Refused []refusedRecord `json:"refused,omitempty"`
}

type refusedRecord struct {
	Index int       `json:"index"`
	Error dsl.Error `json:"error"`
}

// EnvStep plays one record and answers the transition: the reward is 0 until
// the end and then the accuracy, and info then holds every score.
func (s *Session) EnvStep(env int, record string) string {
	e, refusal := s.running(env)
	if refusal != "" {
		return refusal
	}
	if e.Done() {
		return ended()
	}
	e.Step(record, game.NoTime)
	s.steppedByDoor(e, true)
	return transitionOf(e).after(e)
}

// recordSeparator stands between the records of a batch. It cannot stand in
// JSON text, and the door sends records that have it one by one.
const recordSeparator = "\x1e"

// EnvBatch plays records until one ends the episode and answers the last
// transition, with how many were taken and which were refused. Crossing the
// boundary once makes it many times as fast as single steps.
func (s *Session) EnvBatch(env int, records string) string {
	e, refusal := s.running(env)
	if refusal != "" {
		return refusal
	}
	if e.Done() {
		return ended()
	}
	taken := 0
	var refused []refusedRecord
	for record := range strings.SplitSeq(records, recordSeparator) {
		if e.Done() {
			break
		}
		if err := e.Step(record, game.NoTime); err != nil {
			refused = append(refused, refusedRecord{taken, *err})
		}
		taken++
	}
	s.steppedByDoor(e, true)
	t := transitionOf(e)
	t.Taken = &taken
	t.Refused = refused
	return t.after(e)
}

// after prints the transition with the observation that the episode gives.
func (t transition) after(e *game.Episode) string {
	o := e.Observe()
	b := o.AppendJSON(append(make([]byte, 0, observationSize), `{"observation":`...))
	return string(append(append(b, ','), answer(t)[1:]...))
}

func transitionOf(e *game.Episode) transition {
	t := transition{Info: struct{}{}}
	if r := e.Result(); r != nil {
		t.Reward = r.Accuracy
		t.Truncated = r.Truncated
		t.Terminated = !r.Truncated
		t.Info = r
	}
	return t
}

// EnvState answers everything about the episode, hidden parts included.
func (s *Session) EnvState(env int) string {
	e, refusal := s.running(env)
	if refusal != "" {
		return refusal
	}
	return answer(e.State())
}

// EnvScore answers the scores of the present hypothesis, finished or not.
func (s *Session) EnvScore(env int) string {
	e, refusal := s.running(env)
	if refusal != "" {
		return refusal
	}
	return answer(e.Score())
}

// EnvTrajectory answers {trajectory}: the log as JSON Lines.
func (s *Session) EnvTrajectory(env int) string {
	e, refusal := s.running(env)
	if refusal != "" {
		return refusal
	}
	return answer(struct {
		Trajectory string `json:"trajectory"`
	}{e.Trajectory()})
}

// EnvClose forgets an environment; closing twice does nothing.
func (s *Session) EnvClose(env int) string {
	delete(s.envs, env)
	return "null"
}

func (s *Session) running(env int) (*game.Episode, string) {
	x := s.envs[env]
	switch {
	case x == nil:
		return nil, closed("The environment has been closed, or was never made; call make first.")
	case x.episode == nil:
		return nil, closed("The environment has not been reset yet; call reset first.")
	}
	return x.episode, ""
}

func closed(message string) string { return refuse(CodeClosed, "", "%s", message) }

func ended() string {
	return refuse(game.CodeEpisodeEnded, "", "The episode has ended; call reset before the next step.")
}
