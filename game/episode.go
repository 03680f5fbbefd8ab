package game

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"causalab/dsl"
	"causalab/scm"
	"causalab/scm/suite"
)

// maxRetries is how often a refused record may be tried again in the same step.
const maxRetries = 2

// NoTime is the time of a step that programs take: it leaves t_ms out.
const NoTime int64 = -1

// Setup is all that an episode starts from.
type Setup struct {
	Task    *suite.Task
	Options Options
	Seed    uint64 // at most MaxSeed
	// Chain is handed over with Golden evidence if the task has no chain of its
	// own. It starts from the manipulator crystal of the seed; Starts may be nil.
	// MakeChain, if set, makes the chain where there is none.
	Chain     *suite.Chain
	MakeChain ChainMaker
	// Alias, if set, stands for the task's id in observations and prompts, for
	// players who must not look the task up: the released suites are public.
	Alias string
	// The rest describes the session in the log's header and changes nothing.
	Build       string
	Player      Player
	Participant string
}

// Player says who plays.
type Player struct {
	Kind string `json:"kind"`           // human, program or reference
	Name string `json:"name,omitempty"` // e.g. the model or the reference player
}

// Episode is one running or finished play of a task. It is not safe for use by
// several goroutines at once.
type Episode struct {
	setup   Setup
	options Options // complete
	world   dsl.World

	manipulator *scm.Crystal
	reactor     *scm.Crystal
	variables   []VariableInfo // as observations show them
	reactorRead dsl.Readings   // what the reactor crystal's properties read
	disturbance *rand.Rand
	drawn       *float64 // a disturbance drawn but not yet used

	step        int
	phase       Phase
	place       Place
	records     []dsl.Entry
	changed     []Change
	reactorSeen bool

	interventions int
	submissions   int
	submitted     []float64 // values that counted
	verified      bool      // the first submission was answered by its residuals
	parseFailures int
	denied        int
	outcome       Outcome

	tries     int  // refusals of the present step
	refused   bool // lastError refused the whole record
	lastError *dsl.Error
	warnings  []dsl.Error
	answer    string
	residuals []Residual

	hypotheses []statedHypothesis // one per step
	events     []Event
	lastTime   int64
	endTime    int64 // lastTime when the episode ended
}

// statedHypothesis is what a step left standing: its own hypothesis if its
// record was valid, else that of an earlier step.
type statedHypothesis struct {
	hypothesis *dsl.Hypothesis
	records    int // records known when it was stated
}

// New starts an episode. Its error is a [*dsl.Error] with code
// [CodeBadOption] where an option is at fault.
func New(s Setup) (*Episode, error) {
	if s.Player.Kind == "" {
		s.Player.Kind = "program"
	}
	if s.Seed > MaxSeed {
		return nil, badOption("seed", "seed %d: choose a whole number from 0 to %d", s.Seed, uint64(MaxSeed))
	}
	options, err := giveChain(&s)
	if err != nil {
		return nil, err
	}
	instance, err := s.Task.Draw(s.Seed, *options.Observations, options.Protocol == Released)
	if err != nil {
		return nil, err
	}
	if s.Chain != nil {
		if err := startChain(&s, instance.Manipulator); err != nil {
			return nil, err
		}
	}
	e := &Episode{
		setup:       s,
		options:     options,
		manipulator: instance.Manipulator,
		reactor:     instance.Reactor,
		disturbance: s.Task.Disturbances(s.Seed),
		phase:       Experiment,
		lastTime:    NoTime,
		reactorSeen: options.Protocol != Released,
	}
	if options.Embodied {
		e.place = AtArchive
	}
	m := s.Task.Model
	e.world = dsl.World{Family: m.Family(), FreqParent: s.Task.FreqParent}
	for i := range m.Len() {
		v := m.Mechanism(i)
		e.variables = append(e.variables, VariableInfo{v.Name, v.Display, v.Controllable})
		if i == m.Frequency() {
			continue
		}
		e.world.Properties = append(e.world.Properties, v.Variable)
		if v.Controllable {
			e.world.Controllable = append(e.world.Controllable, v.Name)
		}
	}
	e.reactorRead = e.properties(e.reactor)
	for i, c := range instance.Records[:*options.Observations] {
		e.records = append(e.records, e.entry(fmt.Sprintf("record-%d", i+1), c, nil))
	}
	if options.Evidence == Golden {
		if err := e.handOverChain(); err != nil {
			return nil, err
		}
	} else {
		e.records = append(e.records, e.entry("start", e.manipulator, nil))
	}
	return e, nil
}

// handOverChain puts the task's Golden chain among the records. The chain's
// crystal, as the chain leaves it, is the manipulator crystal.
func (e *Episode) handOverChain() error {
	m, chain := e.setup.Task.Model, e.setup.Task.Chain
	crystals, err := e.setup.Task.ChainCrystals()
	if err != nil {
		return fmt.Errorf("%s: Golden chain: %w", e.setup.Task.ID, err)
	}
	if len(crystals) == 0 {
		return fmt.Errorf("%s: the Golden chain has no record", e.setup.Task.ID)
	}
	e.manipulator = crystals[0]
	for i, c := range crystals {
		var set *dsl.Intervention
		if n := i - len(chain.Starts); n >= 0 {
			link := chain.Links[n]
			set = &dsl.Intervention{TargetProp: m.Mechanism(link.Variable).Name, TargetValue: link.Value}
			e.manipulator = c
		}
		e.records = append(e.records, e.entry(fmt.Sprintf("chain-%d", i+1), c, set))
	}
	return nil
}

// entry measures a crystal: all properties and the frequency.
func (e *Episode) entry(id string, c *scm.Crystal, set *dsl.Intervention) dsl.Entry {
	hz := c.Value(e.setup.Task.Model.Frequency())
	return dsl.Entry{ID: id, Props: e.properties(c), Freq: &hz, Intervention: set}
}

func (e *Episode) properties(c *scm.Crystal) dsl.Readings {
	props := make(dsl.Readings, len(e.world.Properties))
	for i, v := range e.world.Properties {
		props[i] = dsl.Reading{Name: v.Name, Value: c.Value(i)}
	}
	return props
}

// Step takes one record as text, carries out its action, and returns why it was
// refused or not allowed, or nil; [Episode.Observe] has the same error and all
// that the player may know afterwards.
//
// A record that cannot be read may be tried again twice; the third failure
// counts as a step. A valid record counts as a step even if the rules don't
// allow its action. After the end nothing changes and the error's code is
// [CodeEpisodeEnded].
//
// tMs is the time since the start in milliseconds for the log, or [NoTime]; a
// time before the last one is taken as the last one.
func (e *Episode) Step(record string, tMs int64) *dsl.Error {
	e.lastError, e.refused, e.warnings, e.answer, e.residuals = nil, false, nil, "", nil
	if e.phase == Done {
		e.lastError = &dsl.Error{Code: CodeEpisodeEnded, Message: "The episode has ended and takes no more records; start another one."}
		return e.lastError
	}
	tMs = e.clamp(tMs)
	r, warnings, refusal := e.read(&record)
	if refusal != nil {
		e.refuse(record, refusal, tMs)
		return e.lastError
	}
	e.tries = 0
	e.step++
	e.warnings = warnings
	e.log(Event{Type: EventRecord, TMs: tMs, Step: e.step, record: &r, Warnings: lasting(warnings)})
	e.hypotheses = append(e.hypotheses, statedHypothesis{&r.Hypothesis, len(e.records)})
	e.act(&r, tMs)
	e.endIfOutOfSteps()
	return e.lastError
}

// read parses a record and sees to it that the log can give it back: text that
// is not UTF-8 is mended, of a text that is too long the beginning is kept, and
// what would be too long once written out in full is refused.
func (e *Episode) read(record *string) (dsl.Record, []dsl.Error, *dsl.Error) {
	if !utf8.ValidString(*record) {
		*record = strings.ToValidUTF8(*record, "\uFFFD")
	}
	if len(*record) > dsl.MaxLength {
		end := dsl.MaxLength + 1
		for end < len(*record) && !utf8.RuneStart((*record)[end]) {
			end++
		}
		*record = (*record)[:end]
		return dsl.Record{}, nil, tooLong()
	}
	r, warnings, refusal := dsl.Parse(*record, &e.world)
	// The full form adds field names and writes out large numbers, which makes no
	// text eight times as long.
	if refusal == nil && len(*record) > dsl.MaxLength/8 && len(r.AppendJSON(nil)) > dsl.MaxLength {
		return dsl.Record{}, nil, tooLong()
	}
	return r, warnings, refusal
}

func tooLong() *dsl.Error {
	return &dsl.Error{Code: dsl.TooLong, Message: fmt.Sprintf("The record is longer than the %d bytes that are read; shorten memory, thought or past_data.", dsl.MaxLength)}
}

// lasting leaves out the warnings of fields that were ignored: the log holds
// the record without them, so that a replay would not give them again.
func lasting(warnings []dsl.Error) []dsl.Error {
	ignored := func(w dsl.Error) bool { return w.Code == dsl.IgnoredField }
	if !slices.ContainsFunc(warnings, ignored) {
		return warnings
	}
	return slices.DeleteFunc(slices.Clone(warnings), ignored)
}

// refuse handles a record that cannot be read.
func (e *Episode) refuse(record string, refusal *dsl.Error, tMs int64) {
	e.lastError, e.refused = refusal, true
	e.tries++
	left := maxRetries + 1 - e.tries
	e.log(Event{Type: EventRefused, TMs: tMs, Step: e.step + 1, Raw: &record, Error: refusal, RetriesLeft: &left})
	if left > 0 {
		return
	}
	e.tries = 0
	e.step++
	e.parseFailures++
	e.log(Event{Type: EventParseFailure, TMs: tMs, Step: e.step})
	e.hypotheses = append(e.hypotheses, statedHypothesis{e.lastHypothesis(), len(e.records)})
	e.endIfOutOfSteps()
}

// lastHypothesis is the last valid one, or the empty one.
func (e *Episode) lastHypothesis() *dsl.Hypothesis {
	if n := len(e.hypotheses); n > 0 {
		return e.hypotheses[n-1].hypothesis
	}
	return &dsl.Hypothesis{}
}

func (e *Episode) endIfOutOfSteps() {
	if e.phase != Done && e.step >= *e.options.Steps {
		e.end(Truncated)
	}
}

func (e *Episode) end(o Outcome) {
	e.phase = Done
	e.outcome = o
	e.endTime = e.lastTime
}

// clamp keeps times in the log from running backwards.
func (e *Episode) clamp(tMs int64) int64 {
	if tMs < 0 {
		return NoTime
	}
	e.lastTime = max(e.lastTime, tMs)
	return e.lastTime
}

// Done says whether the episode has ended.
func (e *Episode) Done() bool { return e.phase == Done }

// Outcome says how the episode ended; empty while it goes on.
func (e *Episode) Outcome() Outcome { return e.outcome }

// Options returns the complete options.
func (e *Episode) Options() Options { return e.options }

// Task returns the task that is played. It holds the truth.
func (e *Episode) Task() *suite.Task { return e.setup.Task }

// Seed returns the seed of the instance.
func (e *Episode) Seed() uint64 { return e.setup.Seed }

// World returns what records of this episode are checked against.
func (e *Episode) World() *dsl.World { return &e.world }

// Hypothesis returns the last valid hypothesis, empty before the first.
func (e *Episode) Hypothesis() dsl.Hypothesis { return *e.lastHypothesis() }

// Observe returns what the player may know now. Its slices share memory with
// the episode and are not to be changed.
func (e *Episode) Observe() Observation {
	o := Observation{
		Task:      e.setup.Task.ID,
		Family:    e.setup.Task.Family(),
		Protocol:  e.options.Protocol,
		Semantics: e.options.Semantics,
		Step:      e.step,
		Phase:     e.phase,
		Budget: Budget{
			Interventions: Allowance{e.interventions, *e.options.Interventions - e.interventions},
			Steps:         Allowance{e.step, *e.options.Steps - e.step},
			Submissions:   Allowance{e.submissions, *e.options.Submissions - e.submissions},
		},
		Variables:   e.variables,
		Records:     slices.Clip(e.records),
		Manipulator: *e.latestOfManipulator(),
		Changed:     nonNil(e.changed),
		Place:       e.place,
		Answer:      e.answer,
		Residuals:   e.residuals,
		LastError:   e.lastError,
		RetriesLeft: maxRetries + 1 - max(e.tries, 1),
		Warnings:    nonNil(e.warnings),
	}
	if e.setup.Alias != "" {
		o.Task = e.setup.Alias
	}
	if e.reactorSeen {
		o.Reactor = e.reactorRead
	}
	return o
}

// latestOfManipulator returns the record that shows the manipulator crystal as
// it is now.
func (e *Episode) latestOfManipulator() *dsl.Entry {
	last := &e.records[len(e.records)-1]
	if last.Intervention == nil && e.options.Evidence == Golden {
		return &e.records[*e.options.Observations] // a chain without interventions: its start
	}
	return last
}

// nonNil makes an empty list marshal as [] rather than null.
func nonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
