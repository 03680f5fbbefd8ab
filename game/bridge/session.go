package bridge

import (
	"cmp"
	"strings"

	"causalab/dsl"
	"causalab/game"
	"causalab/scm/suite"
)

// Names of the events that listeners are told of.
const (
	EventStarted     = "started"     // another episode is shown
	EventObservation = "observation" // a step was taken
	EventEnded       = "ended"       // that step was the last
	EventDraft       = "draft"       // a door stated another hypothesis
	EventWritten     = "written"     // the page wrote another hypothesis
)

// Session is the program behind one page or one engine: the suites, the episode
// that is shown, and everyone who wants to know of changes. It is not safe for
// use by several goroutines at once; JavaScript calls it one call at a time.
type Session struct {
	// MakeChain makes Golden chains for tasks without one. It is nil in programs
	// that were built without package golden; they are handed chains that another
	// program made (see [Session.Chain]).
	MakeChain game.ChainMaker

	library   *suite.Library
	build     string
	current   *game.Episode
	draft     dsl.Hypothesis
	listeners []func(event, payload string)
	envs      map[int]*environment
	lastEnv   int
}

// NewSession makes a session over the released suites. build names the build in
// the headers of logs.
func NewSession(build string) *Session {
	return &Session{library: suite.Released(), build: build, envs: make(map[int]*environment)}
}

// Build names the build.
func (s *Session) Build() string { return s.build }

// Listen has f called after every change, whoever caused it. The payload is the
// hypothesis for [EventDraft], and empty for the session's other events.
func (s *Session) Listen(f func(event, payload string)) { s.listeners = append(s.listeners, f) }

// Tell tells all listeners of an event.
func (s *Session) Tell(event, payload string) {
	for _, f := range s.listeners {
		f(event, payload)
	}
}

// Episode returns the episode that is shown, or nil.
func (s *Session) Episode() *game.Episode { return s.current }

// Draft returns the hypothesis that is being written.
func (s *Session) Draft() *dsl.Hypothesis { return &s.draft }

// show makes e the episode that the page shows.
func (s *Session) show(e *game.Episode) {
	s.current = e
	s.draft = e.Hypothesis()
	s.Tell(EventStarted, "")
}

// steppedByDoor tells everyone of a step of e, if e is shown, and of the
// hypothesis that came with it.
func (s *Session) steppedByDoor(e *game.Episode, open bool) {
	if e != s.current {
		return
	}
	s.draft = e.Hypothesis()
	if len(s.listeners) > 0 {
		s.Tell(EventDraft, answer(s.draft))
	}
	s.stepped(e, open)
}

// stepped tells everyone of a step of the episode that is shown; open says
// whether it had not ended before.
func (s *Session) stepped(e *game.Episode, open bool) {
	s.Tell(EventObservation, "")
	if open && e.Done() {
		s.Tell(EventEnded, "")
	}
}

// Suites answers the list of suites.
func (s *Session) Suites() string { return answer(s.library.Suites()) }

// ImportSuite adds a suite in the released JSONL form and answers its row of
// [Session.Suites].
func (s *Session) ImportSuite(name, text string) string {
	imported, err := suite.Import(name, strings.NewReader(text))
	if err != nil {
		return refuseAs(err, CodeBadSuite)
	}
	if err := s.library.Add(imported); err != nil {
		return refuseAs(err, CodeBadSuite)
	}
	return answer(imported.Info)
}

// setupRequest is what starts an episode.
type setupRequest struct {
	Task        string         `json:"task"`
	Options     optionsRequest `json:"options"`
	Seed        uint64         `json:"seed"`
	Player      game.Player    `json:"player"`
	Participant string         `json:"participant"`
	Alias       string         `json:"alias"`
	// Chain is handed over with Golden evidence if the task has none of its own.
	Chain *game.MadeChain `json:"chain"`
}

// optionsRequest is game.Options with the paper's short form of a budget. What
// is absent or null can be told from what is false.
type optionsRequest struct {
	game.Options
	Embodied  *bool  `json:"embodied"`
	Residuals *bool  `json:"residuals"`
	Budget    string `json:"budget"`
}

// over returns the options of the request and, for what it leaves out, those of
// base.
func (o *optionsRequest) over(base game.Options) (game.Options, *dsl.Error) {
	if o.Budget != "" {
		if o.Observations != nil || o.Interventions != nil {
			return base, &dsl.Error{
				Code:    game.CodeBadOption,
				Message: "The budget gives observations and interventions in short; leave it out, or both of them.",
				Path:    "options.budget",
			}
		}
		if err := base.SetBudget(o.Budget); err != nil {
			return base, game.AsError(err, CodeBadRequest)
		}
	}
	base.Graphs = cmp.Or(o.Graphs, base.Graphs)
	base.Protocol = cmp.Or(o.Protocol, base.Protocol)
	base.Semantics = cmp.Or(o.Semantics, base.Semantics)
	base.Observations = cmp.Or(o.Observations, base.Observations)
	base.Interventions = cmp.Or(o.Interventions, base.Interventions)
	base.Submissions = cmp.Or(o.Submissions, base.Submissions)
	base.Steps = cmp.Or(o.Steps, base.Steps)
	base.Evidence = cmp.Or(o.Evidence, base.Evidence)
	base.Verification = cmp.Or(o.Verification, base.Verification)
	if o.Embodied != nil {
		base.Embodied = *o.Embodied
	}
	if o.Residuals != nil {
		base.Residuals = *o.Residuals
	}
	return base, nil
}

// newEpisode starts an episode of the task with the given id, with the chain if
// one is given.
func (s *Session) newEpisode(id string, setup game.Setup, chain *game.MadeChain) (*game.Episode, *dsl.Error) {
	task, err := setup.Options.Find(s.library, id)
	if err != nil {
		return nil, game.AsError(err, CodeUnknownTask)
	}
	if chain != nil {
		if setup.Chain, err = chain.Chain(task); err != nil {
			return nil, game.AsError(err, CodeBadRequest)
		}
	}
	setup.Task = task
	setup.Build = s.build
	setup.MakeChain = s.MakeChain
	e, err := game.New(setup)
	if err != nil {
		return nil, game.AsError(err, CodeBadRequest)
	}
	return e, nil
}

// Start begins the episode that the request describes, shows it and answers its
// observation.
func (s *Session) Start(request string) string {
	var r setupRequest
	if err := readRequest(request, &r); err != nil {
		return refuseWith(err)
	}
	options, err := r.Options.over(game.Options{})
	if err != nil {
		return refuseWith(err)
	}
	e, err := s.newEpisode(r.Task, game.Setup{
		Options: options, Seed: r.Seed, Alias: r.Alias, Player: r.Player, Participant: r.Participant,
	}, r.Chain)
	if err != nil {
		return refuseWith(err)
	}
	s.show(e)
	return observation(e)
}

// Chain answers the Golden chain of the episode that a request of [Session.Start]
// describes, for a program that makes none to start it with; null if the episode
// needs none. Nothing is started.
func (s *Session) Chain(request string) string {
	var r setupRequest
	if err := readRequest(request, &r); err != nil {
		return refuseWith(err)
	}
	options, err := r.Options.over(game.Options{})
	if err != nil {
		return refuseWith(err)
	}
	e, err := s.newEpisode(r.Task, game.Setup{Options: options, Seed: r.Seed}, r.Chain)
	if err != nil {
		return refuseWith(err)
	}
	return answer(e.Header().Chain)
}

// Resume takes up an episode from its log and answers its observation. The log
// is replayed: one that is not true is refused.
func (s *Session) Resume(text string) string {
	t, err := game.ReadTrajectory(text)
	if err != nil {
		return refuseAs(err, game.CodeBadTrajectory)
	}
	task, err := t.Header.Options.Find(s.library, t.Header.Task)
	if err != nil {
		return refuseAs(err, CodeUnknownTask)
	}
	e, err := game.Replay(t, task)
	if err != nil {
		return refuseAs(err, game.CodeBadTrajectory)
	}
	s.show(e)
	return observation(e)
}

func noEpisode() string {
	return refuse(CodeNoEpisode, "", "Nothing is being played; start a task first.")
}

// Observe answers the observation of the episode that is shown, or null.
func (s *Session) Observe() string {
	if s.current == nil {
		return "null"
	}
	return observation(s.current)
}

// Header answers the header of the episode that is shown, or null.
func (s *Session) Header() string {
	if s.current == nil {
		return "null"
	}
	return answer(s.current.Header())
}

// Step plays one record and answers the observation.
func (s *Session) Step(record string, tMs int64) string {
	if s.current == nil {
		return noEpisode()
	}
	open := !s.current.Done()
	s.current.Step(record, tMs)
	s.stepped(s.current, open)
	return observation(s.current)
}

// Check answers all that a step would say of a record, without stepping.
func (s *Session) Check(record string) string {
	if s.current == nil {
		return noEpisode()
	}
	errors, warnings := dsl.Inspect(record, s.current.World())
	if errors == nil {
		errors = []dsl.Error{}
	}
	if warnings == nil {
		warnings = []dsl.Error{}
	}
	return answer(struct {
		Errors   []dsl.Error `json:"errors"`
		Warnings []dsl.Error `json:"warnings"`
	}{errors, warnings})
}

// Note logs an event of a person; it answers null or an error.
func (s *Session) Note(kind, payload string, tMs int64) string {
	if s.current == nil {
		return noEpisode()
	}
	if err := s.current.Note(game.EventType(kind), payload, tMs); err != nil {
		return refuseWith(err)
	}
	return "null"
}

// Trajectory answers the log as JSON Lines; empty without an episode.
func (s *Session) Trajectory() string {
	if s.current == nil {
		return ""
	}
	return s.current.Trajectory()
}

// Result answers the result of an episode that has ended.
func (s *Session) Result() string {
	if s.current == nil {
		return noEpisode()
	}
	r := s.current.Result()
	if r == nil {
		return refuse(game.CodeEpisodeOpen, "", "The episode has not ended; there is no result yet.")
	}
	return answer(r)
}

// Prompt answers the two stages of the model prompt.
func (s *Session) Prompt() string {
	if s.current == nil {
		return noEpisode()
	}
	system, user := s.current.Prompt()
	return answer(struct {
		System string `json:"system"`
		User   string `json:"user"`
	}{system, user})
}

// SetDraft takes the hypothesis that is being written, to be shown on the
// whiteboard; it answers null or an error.
func (s *Session) SetDraft(hypothesis string) string {
	var h dsl.Hypothesis
	if err := readRequest(hypothesis, &h); err != nil {
		return refuseWith(err)
	}
	s.draft = h
	s.Tell(EventWritten, "")
	return "null"
}
