package game

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"causalab/dsl"
	"causalab/scm/suite"
)

// Trajectory is a log that was read: the inputs of an episode and, line by
// line, what they are said to have led to.
type Trajectory struct {
	Header Header
	Events []Event
	// Result is the last line of a finished episode as it stands in the file;
	// nil if the episode was still open.
	Result json.RawMessage

	header, result string // these lines as they stand in the file
}

// maxLine bounds one line of a log: the largest record a player may send,
// escaped, with room for the rest.
const maxLine = 16 << 20

// ReadTrajectory reads a log. It refuses what it doesn't know: its error, code
// [CodeBadTrajectory], names line and field. Whether the log is true is for
// [Replay] to say.
func ReadTrajectory(text string) (*Trajectory, error) {
	t := &Trajectory{}
	n := 0
	for line := range strings.Lines(text) {
		n++
		if len(line) > maxLine {
			return nil, badLine(n, "", "the line is longer than %d bytes", maxLine)
		}
		line = strings.TrimRight(line, "\r\n")
		if n == 1 {
			line = strings.TrimPrefix(line, "\uFEFF")
		}
		switch {
		case n == 1:
			if err := t.readHeader(line); err != nil {
				return nil, err
			}
		case t.Result != nil:
			return nil, badLine(n, "", "nothing may follow the result")
		default:
			if err := t.readEvent(n, line); err != nil {
				return nil, err
			}
		}
	}
	if n == 0 {
		return nil, badLine(1, "", "the log is empty; it begins with a header")
	}
	return t, nil
}

func (t *Trajectory) readHeader(line string) error {
	var format struct {
		Format string `json:"format"`
	}
	if err := json.Unmarshal([]byte(line), &format); err != nil {
		return badLine(1, "", "not a header: %v", err)
	}
	if format.Format != LogFormat {
		return badLine(1, "format", "format %q: this program reads %q", format.Format, LogFormat)
	}
	if err := unmarshalKnown(line, &t.Header); err != nil {
		return badLine(1, "", "%v", err)
	}
	t.header = line
	return nil
}

func (t *Trajectory) readEvent(n int, line string) error {
	var kind struct {
		Type EventType `json:"type"`
	}
	if err := json.Unmarshal([]byte(line), &kind); err != nil {
		return badLine(n, "", "not an event: %v", err)
	}
	want := n - 1
	if kind.Type == EventResult {
		var r struct {
			Seq    int             `json:"seq"`
			Type   EventType       `json:"type"`
			Result json.RawMessage `json:"result"`
		}
		if err := unmarshalKnown(line, &r); err != nil {
			return badLine(n, "", "%v", err)
		}
		if r.Seq != want {
			return badLine(n, "seq", "seq %d: want %d", r.Seq, want)
		}
		if r.Result == nil {
			return badLine(n, "result", "the line has no result")
		}
		t.Result, t.result = r.Result, line
		return nil
	}
	var l eventLine
	if err := unmarshalKnown(line, &l); err != nil {
		return badLine(n, "", "%v", err)
	}
	if l.Seq != want {
		return badLine(n, "seq", "seq %d: want %d; an event is missing or out of order", l.Seq, want)
	}
	if !slices.Contains(knownEvents, l.Type) {
		return badLine(n, "type", "there is no event type %q", l.Type)
	}
	if l.Type == EventRecord && l.Record == nil {
		return badLine(n, "record", "the event has no record")
	}
	if l.Type == EventRefused && l.Raw == nil {
		return badLine(n, "raw", "the event has no raw text")
	}
	v := Event{
		Seq: l.Seq, TMs: NoTime, Type: l.Type, Step: l.Step, Warnings: l.Warnings, Raw: l.Raw, Error: l.Error,
		RetriesLeft: l.RetriesLeft, Measurement: l.Measurement, Changed: l.Changed, Reactor: l.Reactor,
		Value: l.Value, Answer: l.Answer, Residuals: l.Residuals, Place: l.Place, Payload: l.Payload,
		line: line,
	}
	if l.Record != nil {
		v.text = string(l.Record)
	}
	if l.TMs != nil {
		if *l.TMs < 0 {
			return badLine(n, "t_ms", "t_ms %d: want 0 or more", *l.TMs)
		}
		v.TMs = *l.TMs
	}
	t.Events = append(t.Events, v)
	return nil
}

var knownEvents = append([]EventType{
	EventRecord, EventRefused, EventParseFailure, EventIntervention, EventDenied, EventReactorOpened,
	EventVerification, EventSubmission, EventMoved, EventGaveUp,
}, personEvents...)

// unmarshalKnown reads one JSON value and refuses fields that v lacks.
func unmarshalKnown(line string, v any) error {
	d := json.NewDecoder(strings.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("text follows the JSON value")
	}
	return nil
}

// TrajectoryError says where a log is wrong.
type TrajectoryError struct {
	Line    int    // from 1
	Field   string // may be empty
	Message string
}

func (e *TrajectoryError) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("line %d: %s", e.Line, e.Message)
	}
	return fmt.Sprintf("line %d: %s: %s", e.Line, e.Field, e.Message)
}

func badLine(line int, field, format string, args ...any) error {
	return &TrajectoryError{line, field, fmt.Sprintf(format, args...)}
}

// Replay plays the inputs of a log again and holds every line against what
// comes of them: a claimed measurement, answer or score that the engine does
// not give is an error, a [*TrajectoryError]. The header's build is taken as it
// is. It returns the episode, finished or to be gone on with, whose own log
// begins with the one that was read, and equals it unless that was cut off
// between a record and what the record led to, or before the result.
func Replay(t *Trajectory, task *suite.Task) (*Episode, error) {
	h := t.Header
	if h.Task != task.ID {
		return nil, badLine(1, "task", "the log is of task %s, not %s", h.Task, task.ID)
	}
	setup := Setup{
		Task: task, Options: h.Options, Seed: h.Seed, Alias: h.Alias,
		Build: h.Build, Player: h.Player, Participant: h.Participant,
	}
	var err error
	if h.Chain != nil {
		setup.Chain, err = h.Chain.Chain(task)
	}
	var e *Episode
	if err == nil {
		e, err = New(setup)
	}
	if err != nil {
		why := AsError(err, CodeBadTrajectory)
		return nil, badLine(1, cmp.Or(why.Path, "options"), "%s", why.Message)
	}
	if err := sameLine(1, t.header, e.Header()); err != nil {
		return nil, err
	}
	for i := 0; i < len(t.Events); {
		if err := e.playAgain(&t.Events[i]); err != nil {
			return nil, err
		}
		// One input may have led to several events.
		for ; i < len(e.events) && i < len(t.Events); i++ {
			if err := sameLine(i+2, t.Events[i].line, e.events[i]); err != nil {
				return nil, err
			}
		}
	}
	if t.Result == nil {
		return e, nil
	}
	n := len(t.Events) + 2
	switch {
	case len(e.events) > len(t.Events):
		return nil, badLine(n, "type", "the result stands where the %s belongs that the last record led to", e.events[len(t.Events)].Type)
	case e.phase != Done:
		return nil, badLine(n, "result", "the episode has not ended; it has no result")
	}
	if err := sameLine(n, t.result, resultLine{n - 1, EventResult, e.result()}); err != nil {
		return nil, err
	}
	return e, nil
}

// playAgain gives the input that an event tells of to the episode.
func (e *Episode) playAgain(v *Event) error {
	line := v.Seq + 1
	switch {
	case e.phase == Done:
		return badLine(line, "type", "the episode has ended before this event")
	case v.Type == EventRecord:
		e.Step(v.text, v.TMs)
	case v.Type == EventRefused:
		e.Step(*v.Raw, v.TMs)
	case slices.Contains(personEvents, v.Type):
		if err := e.Note(v.Type, string(v.Payload), v.TMs); err != nil {
			return badLine(line, err.Path, "%s", err.Message)
		}
	default:
		return badLine(line, "type", "no record led to this %s", v.Type)
	}
	return nil
}

// sameLine compares a line of the log with what the engine gives.
func sameLine(n int, line string, v any) error {
	want, err := marshalLine(v)
	if err != nil {
		return err
	}
	if got := string(compactJSON([]byte(line))); got != string(want) {
		return badLine(n, "", "%s", firstDifference(got, string(want)))
	}
	return nil
}

// compactJSON drops space between tokens; text that is not JSON stays as it is.
func compactJSON(text []byte) []byte {
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		return text
	}
	return b.Bytes()
}

// firstDifference shows where two JSON texts part.
func firstDifference(got, want string) string {
	at := 0
	for at < len(got) && at < len(want) && got[at] == want[at] {
		at++
	}
	// Begin at the name of the field, if one is near.
	from := strings.LastIndexByte(got[:min(at, len(got))], ',') + 1
	if at-from > 80 {
		from = at - 80
	}
	cut := func(s string) string {
		if from >= len(s) {
			return "the end"
		}
		return strings.ToValidUTF8(s[from:min(len(s), at+60)], "")
	}
	return fmt.Sprintf("the log has %s where the engine gives %s", cut(got), cut(want))
}

// AsError puts an error into the form that the doors give: a [*dsl.Error] as it
// is, a [*TrajectoryError] with its place, anything else with the given code.
func AsError(err error, code dsl.Code) *dsl.Error {
	switch err := err.(type) {
	case *dsl.Error:
		return err
	case *TrajectoryError:
		path := fmt.Sprintf("line %d", err.Line)
		if err.Field != "" {
			path += "." + err.Field
		}
		return &dsl.Error{Code: CodeBadTrajectory, Message: err.Message, Path: path}
	default:
		return &dsl.Error{Code: code, Message: err.Error()}
	}
}
