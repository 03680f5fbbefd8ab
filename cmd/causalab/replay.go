package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"

	"causalab/scm/suite"

	"github.com/tidwall/gjson"
)

// tolerance is how far a reading may lie from the recorded one: the last digit
// of values with two decimals. The little more is for the subtraction.
const tolerance = 0.01 + 1e-9

var replayCommand = command{
	name:     "replay",
	operands: "FILE...",
	summary:  "replay recorded crystals, chains and logs",
	details: `
Plays what was recorded again and compares. A file may hold, mixed:

  crystals  {"suite","graph_id","semantics","bases","values","steps":
            [{"property","value","disturbance","values"},...]}
            A crystal of these bases is measured, then intervened on with the
            disturbance forced at each step.
  chains    {"suite","graph_id","semantics","records":
            [{"values","intervention":null or {"property","value"}},...]}
            Each record without an intervention is a crystal, whose bases
            follow from its values; interventions act on the first one.
  logs      the lines of a causalab.trajectory/1 log, as "causalab play -log"
            and the page write them. Every line has to come out the same.

Prints one JSON object for each of them: crystals and chains with "max_error",
the largest distance of a reading from the recorded one and, where it is above
0.01, "at"; logs with "verified". What cannot be read or does not replay has an
"error" with line and field. Everything is read to the end; the code is 1 if
any error was above 0.01, any log was wrong, or any line was not understood.

examples:
  causalab replay engine_vectors.jsonl golden_traces.jsonl
  cat logs/*.jsonl | causalab replay -`,
	setUp: func(flags *flag.FlagSet) action {
		var files suiteFiles
		files.register(flags)
		return func(s *streams, operands []string) error {
			c, err := files.open()
			if err != nil {
				return err
			}
			r := replayer{catalogue: c, streams: s}
			failed, err := readFiles(operands, s, "what is to be replayed", true, r.replayFile)
			if err == nil {
				err = s.out.Flush()
			}
			if err != nil {
				return err
			}
			r.summarize()
			if failed || r.apart+r.wrong+r.refused > 0 {
				return errReported
			}
			return nil
		}
	},
}

// replayer replays files and counts.
type replayer struct {
	catalogue *catalogue
	streams   *streams

	crystals, chains, logs int // replayed, right or wrong
	apart                  int // crystals and chains with an error above the tolerance
	wrong                  int // logs that did not replay
	refused                int // lines that were not understood
	largest                float64
}

// replayed describes a crystal or a chain that was replayed.
type replayed struct {
	Line     int     `json:"line"`
	Suite    string  `json:"suite"`
	GraphID  string  `json:"graph_id"`
	Kind     string  `json:"kind"`  // crystal or chain
	Steps    int     `json:"steps"` // interventions
	MaxError float64 `json:"max_error"`
	At       string  `json:"at,omitempty"` // path of the reading farthest off
}

// notReplayed describes what cannot be read or does not replay.
type notReplayed struct {
	Line  int        `json:"line"` // where the thing begins
	Task  string     `json:"task,omitempty"`
	Error *lineError `json:"error"`
	// Verified is false for logs and absent otherwise.
	Verified *bool `json:"verified,omitempty"`
}

// lineError says what is wrong in which field of which line.
type lineError struct {
	Line    int    `json:"line"`
	Field   string `json:"field"`
	Message string `json:"message"`
}

func (e *lineError) Error() string {
	if e.Field == "" {
		return e.Message
	}
	return e.Field + ": " + e.Message
}

func badField(field, format string, args ...any) *lineError {
	return &lineError{Field: field, Message: fmt.Sprintf(format, args...)}
}

// shape is what a line looks like from its fields.
type shape int

const (
	shapeUnknown shape = iota
	shapeCrystal
	shapeChain
	shapeHeader
	shapeEvent
)

// shapeOf recognises a line by its fields.
func shapeOf(line []byte) shape {
	if !gjson.ValidBytes(line) {
		return shapeUnknown
	}
	root := gjson.ParseBytes(line)
	has := func(names ...string) bool {
		for _, name := range names {
			if !root.Get(name).Exists() {
				return false
			}
		}
		return true
	}
	switch {
	case !root.IsObject():
		return shapeUnknown
	case has("format"):
		return shapeHeader
	case has("seq", "type"):
		return shapeEvent
	case has("graph_id", "steps"):
		return shapeCrystal
	case has("graph_id", "records"):
		return shapeChain
	}
	return shapeUnknown
}

func (r *replayer) replayFile(in *input) error {
	var log *openLog
	found := false
	for {
		if in.lines.waiting() {
			if err := r.streams.out.Flush(); err != nil {
				return err
			}
		}
		line, err := in.lines.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil && !errors.Is(err, errLongLine) {
			return fileError(in.name, err)
		}
		blank := err == nil && isBlank(line)
		found = found || !blank
		kind := shapeUnknown
		if err == nil {
			kind = shapeOf(line)
		}
		// Whatever is no beginning of something else belongs to the log it
		// stands in, where it will be refused if it is out of place.
		if log != nil && (kind == shapeUnknown || kind == shapeEvent) {
			if err != nil {
				log.fault = &lineError{in.lines.number, "", err.Error()}
			}
			log.add(line)
			continue
		}
		if log != nil {
			if err := r.replayLog(in, log); err != nil {
				return err
			}
			log = nil
		}
		switch {
		case blank:
		case err != nil:
			err = r.refuse(in, &lineError{in.lines.number, "", err.Error()})
		case kind == shapeHeader:
			log = newOpenLog(in.lines.number, line)
		case kind == shapeEvent:
			err = r.refuse(in, &lineError{in.lines.number, "", `an event without a log: the line with "format" has to come first`})
		case kind == shapeUnknown && !gjson.ValidBytes(line):
			err = r.refuse(in, &lineError{in.lines.number, "", "not a JSON object"})
		case kind == shapeUnknown:
			err = r.refuse(in, &lineError{in.lines.number, "", `neither a crystal (suite, graph_id, bases, values, steps), nor a chain (suite, graph_id, records), nor the header of a log (format)`})
		default:
			err = r.replayVector(in, kind, line)
		}
		if err != nil {
			return err
		}
	}
	if log != nil {
		return r.replayLog(in, log)
	}
	if !found {
		return badFile(in.name, "there is nothing to replay in it")
	}
	return nil
}

// refuse reports a line that is not understood.
func (r *replayer) refuse(in *input, e *lineError) error {
	r.refused++
	in.fault(r.streams.err, e.Line, e)
	return writeLine(r.streams.out, notReplayed{Line: e.Line, Error: e})
}

// replayVector replays the crystal or the chain of one line.
func (r *replayer) replayVector(in *input, kind shape, line []byte) error {
	var result replayed
	var err *lineError
	if kind == shapeCrystal {
		result, err = r.catalogue.replayCrystal(line)
	} else {
		result, err = r.catalogue.replayChain(line)
	}
	if err != nil {
		err.Line = in.lines.number
		return r.refuse(in, err)
	}
	if kind == shapeCrystal {
		r.crystals++
	} else {
		r.chains++
	}
	r.largest = max(r.largest, result.MaxError)
	result.Line = in.lines.number
	if result.MaxError <= tolerance {
		result.At = ""
	} else {
		r.apart++
		fmt.Fprintf(r.streams.err, "%s:%d: %s is %.4g off, more than 0.01\n", in.name, result.Line, result.At, result.MaxError)
	}
	return writeLine(r.streams.out, result)
}

// summarize ends the work with one line for people, if there was anything.
func (r *replayer) summarize() {
	if r.crystals+r.chains+r.logs+r.refused == 0 {
		return
	}
	var b bytes.Buffer
	if r.crystals+r.chains > 0 {
		fmt.Fprintf(&b, "%s and %s replayed, largest error %.4g, %d above 0.01; ",
			count(r.crystals, "crystal"), count(r.chains, "chain"), r.largest, r.apart)
	}
	if r.logs > 0 {
		fmt.Fprintf(&b, "%s replayed, %d wrong; ", count(r.logs, "log"), r.wrong)
	}
	fmt.Fprintf(&b, "%s not understood", count(r.refused, "line"))
	fmt.Fprintf(r.streams.err, "causalab replay: %s\n", b.String())
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// vectorTask returns the task that a crystal or a chain belongs to.
func (c *catalogue) vectorTask(suiteName, graphID *string) (*suite.Task, *lineError) {
	if suiteName == nil {
		return nil, badField("suite", "missing")
	}
	if graphID == nil {
		return nil, badField("graph_id", "missing")
	}
	return c.graph(*suiteName, *graphID)
}
