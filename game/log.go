package game

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"causalab/dsl"
)

// LogFormat names the trajectory format that this package reads and writes.
const LogFormat = "causalab.trajectory/1"

// Header is the first line of a log: what the episode started from.
type Header struct {
	Format  string  `json:"format"`
	Task    string  `json:"task"`
	Options Options `json:"options"` // complete
	Seed    uint64  `json:"seed"`
	// Chain is the Golden chain that was made for the episode; nil where the
	// task's own was handed over, or none.
	Chain       *MadeChain `json:"chain,omitempty"`
	Build       string     `json:"build,omitempty"`
	Player      Player     `json:"player"`
	Participant string     `json:"participant,omitempty"`
	Alias       string     `json:"alias,omitempty"`
}

// EventType names what happened.
type EventType string

const (
	EventRecord        EventType = "record"         // a record was accepted
	EventRefused       EventType = "refused"        // a record could not be read
	EventParseFailure  EventType = "parse_failure"  // the third refusal used up the step
	EventIntervention  EventType = "intervention"   // carried out and measured
	EventDenied        EventType = "denied"         // the rules didn't allow the action
	EventReactorOpened EventType = "reactor_opened" // and the manipulator locked
	EventVerification  EventType = "verification"   // a submission was answered by residuals
	EventSubmission    EventType = "submission"     // a submission that counts
	EventMoved         EventType = "moved"          // embodied play
	EventGaveUp        EventType = "gave_up"
	EventResult        EventType = "result" // the last line

	// What people do beside playing; it changes nothing in the episode.
	EventFocus  EventType = "focus"
	EventBlur   EventType = "blur"
	EventResize EventType = "resize"
	EventPanel  EventType = "panel" // a panel was opened
	EventUndo   EventType = "undo"  // an edit of the hypothesis was taken back
	EventLook   EventType = "look"  // residuals were looked at
)

// personEvents are the types that [Episode.Note] takes.
var personEvents = []EventType{EventFocus, EventBlur, EventResize, EventPanel, EventUndo, EventLook}

// Event is one line of a log between header and result. Fields that the type
// does not use are absent.
type Event struct {
	Seq  int       // from 1
	TMs  int64     // milliseconds from the start, never decreasing; NoTime if not given
	Type EventType // decides which of the following are there

	Step        int             // record, refused, parse_failure and all actions
	Warnings    []dsl.Error     // record
	Raw         *string         // refused: the text as it came
	Error       *dsl.Error      // refused, denied
	RetriesLeft *int            // refused
	Measurement *dsl.Entry      // intervention
	Changed     []Change        // intervention
	Reactor     dsl.Readings    // reactor_opened
	Value       *float64        // submission, verification: Hz
	Answer      string          // submission
	Residuals   []Residual      // verification
	Place       Place           // moved
	Payload     json.RawMessage // events of people

	record *dsl.Record // record; printed when the log is written, not inside a step
	text   string      // record: as it stood in a log that was read
	line   string      // the whole line of a log that was read
}

// Record returns the accepted record of a record event in canonical form.
func (v *Event) Record() string {
	if v.record == nil {
		return v.text
	}
	return v.record.String()
}

// eventLine is Event's form in JSON, fields in the order of the log.
type eventLine struct {
	Seq         int             `json:"seq"`
	TMs         *int64          `json:"t_ms,omitempty"`
	Type        EventType       `json:"type"`
	Step        int             `json:"step,omitempty"`
	Record      json.RawMessage `json:"record,omitempty"`
	Warnings    []dsl.Error     `json:"warnings,omitempty"`
	Raw         *string         `json:"raw,omitempty"`
	Error       *dsl.Error      `json:"error,omitempty"`
	RetriesLeft *int            `json:"retries_left,omitempty"`
	Measurement *dsl.Entry      `json:"measurement,omitempty"`
	Changed     []Change        `json:"changed,omitempty"`
	Reactor     dsl.Readings    `json:"reactor,omitempty"`
	Value       *float64        `json:"value,omitempty"`
	Answer      string          `json:"answer,omitempty"`
	Residuals   []Residual      `json:"residuals,omitempty"`
	Place       Place           `json:"place,omitempty"`
	Payload     json.RawMessage `json:"payload,omitempty"`
}

// MarshalJSON writes the event as a line of the log.
func (v Event) MarshalJSON() ([]byte, error) {
	line := eventLine{
		Seq: v.Seq, Type: v.Type, Step: v.Step, Warnings: v.Warnings, Raw: v.Raw, Error: v.Error,
		RetriesLeft: v.RetriesLeft, Measurement: v.Measurement, Changed: v.Changed, Reactor: v.Reactor,
		Value: v.Value, Answer: v.Answer, Residuals: v.Residuals, Place: v.Place, Payload: v.Payload,
	}
	if v.TMs != NoTime {
		line.TMs = &v.TMs
	}
	if record := v.Record(); record != "" {
		line.Record = json.RawMessage(record)
	}
	return marshalLine(line)
}

// marshalLine is json.Marshal without its escapes for HTML, which would make
// records in logs differ from records as they were written.
func marshalLine(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func (e *Episode) log(v Event) {
	v.Seq = len(e.events) + 1
	if n := len(e.events); n == cap(e.events) {
		// append alone would grow a long log by a quarter at a time.
		e.events = slices.Grow(e.events, max(n, 32))
	}
	e.events = append(e.events, v)
}

// maxPayload bounds the payload of a person's event, in bytes.
const maxPayload = 1 << 16

// Note logs what a person did beside playing. payload is any JSON value of at
// most 65 536 bytes, or "". Its error, code [CodeBadEvent], says what is wrong
// with type or payload. After the end nothing is noted, since the log ends with
// the result, and the error's code is [CodeEpisodeEnded].
func (e *Episode) Note(t EventType, payload string, tMs int64) *dsl.Error {
	if e.phase == Done {
		return &dsl.Error{Code: CodeEpisodeEnded, Message: "The episode has ended and its log is closed."}
	}
	if !slices.Contains(personEvents, t) {
		return &dsl.Error{Code: CodeBadEvent, Message: fmt.Sprintf("There is no event type %q; choose one of %v.", t, personEvents), Path: "type"}
	}
	if len(payload) > maxPayload {
		return &dsl.Error{Code: CodeBadEvent, Message: fmt.Sprintf("The payload is longer than %d bytes.", maxPayload), Path: "payload"}
	}
	v := Event{Type: t}
	if payload != "" {
		var compact bytes.Buffer
		if err := json.Compact(&compact, []byte(strings.ToValidUTF8(payload, "\uFFFD"))); err != nil {
			return &dsl.Error{Code: CodeBadEvent, Message: "The payload is not JSON: " + err.Error() + ".", Path: "payload"}
		}
		v.Payload = compact.Bytes()
	}
	v.TMs = e.clamp(tMs) // an event that is refused moves no time
	e.log(v)
	return nil
}

// Header returns the first line of the episode's log.
func (e *Episode) Header() Header {
	s := &e.setup
	h := Header{
		Format: LogFormat, Task: s.Task.ID, Options: e.options, Seed: s.Seed,
		Build: s.Build, Player: s.Player, Participant: s.Participant, Alias: s.Alias,
	}
	if s.Chain != nil {
		h.Chain = newMadeChain(s.Task, s.Chain)
	}
	return h
}

// Events returns all events so far. Not to be changed.
func (e *Episode) Events() []Event { return slices.Clip(e.events) }

// Trajectory returns the log so far as JSON Lines: the header, the events, and
// after the end the result.
func (e *Episode) Trajectory() string {
	var b bytes.Buffer
	write := func(v any) {
		line, err := marshalLine(v)
		if err != nil {
			// Everything in a log is finite numbers and strings.
			panic("game: log: " + err.Error())
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	write(e.Header())
	for i := range e.events {
		write(e.events[i])
	}
	if e.phase == Done {
		write(resultLine{len(e.events) + 1, EventResult, e.result()})
	}
	return b.String()
}

// resultLine is the last line of a finished episode's log.
type resultLine struct {
	Seq    int       `json:"seq"`
	Type   EventType `json:"type"`
	Result Result    `json:"result"`
}
