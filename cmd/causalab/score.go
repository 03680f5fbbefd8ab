package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"

	"causalab/metrics"
	"causalab/scm/suite"

	"github.com/tidwall/gjson"
)

var scoreCommand = command{
	name:     "score",
	operands: "FILE...",
	summary:  "score hypotheses against the released graphs",
	details: `
Reads hypotheses, one JSON object a line:

  {"suite":"4nodes","graph_id":"4nodes_17",
   "edges":[{"from":"density","to":"resonanceFreq"}],
   "coefficients":{"base":20,"c_density":3}}

and prints each line as it was with "scores" at its end, in place of scores
that it had. A "freq_equation" beside the coefficients gives the frequency
weights; without one they are read from the coefficients' names. Other fields,
"expected" among them, are passed through and not looked at. Blank lines are
left out.

The first line that cannot be scored ends the work with code 1, when those
before it have been printed. With -keep-going such lines and files are named on
standard error and left out, and the code is 1 at the end.

examples:
  causalab score hypotheses.jsonl > scored.jsonl
  generate | causalab score - | jq .scores.edge_f1`,
	setUp: func(flags *flag.FlagSet) action {
		var files suiteFiles
		files.register(flags)
		keepGoing := flags.Bool("keep-going", false, "go on after a line that cannot be scored or a file that cannot be read")
		return func(s *streams, operands []string) error {
			c, err := files.open()
			if err != nil {
				return err
			}
			sc := scorer{catalogue: c, truths: make(map[*suite.Task]*metrics.Truth), keepGoing: *keepGoing}
			failed, err := readFiles(operands, s, "hypotheses", *keepGoing, func(in *input) error { return sc.scoreFile(in, s) })
			if err == nil && (failed || sc.failed) {
				return errReported
			}
			return err
		}
	},
}

// scorer scores lines and keeps the truths it has prepared.
type scorer struct {
	catalogue *catalogue
	truths    map[*suite.Task]*metrics.Truth
	keepGoing bool
	failed    bool
	buffer    bytes.Buffer
}

func (sc *scorer) scoreFile(in *input, s *streams) error {
	found := false
	for {
		if in.lines.waiting() {
			if err := s.out.Flush(); err != nil {
				return err
			}
		}
		line, err := in.lines.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && isBlank(line) {
			continue
		}
		if err == nil {
			line, err = sc.scoreLine(line)
		} else if !errors.Is(err, errLongLine) {
			return fileError(in.name, err)
		}
		found = true
		if err == nil {
			if _, err := s.out.Write(line); err != nil {
				return err
			}
			continue
		}
		if err := s.out.Flush(); err != nil {
			return err
		}
		in.fault(s.err, in.lines.number, err)
		if !sc.keepGoing {
			return errReported
		}
		sc.failed = true
	}
	if !found {
		return badFile(in.name, "there is no hypothesis in it; write one JSON object a line")
	}
	return nil
}

// scoreLine returns a line with its scores and a line end.
func (sc *scorer) scoreLine(line []byte) ([]byte, error) {
	suiteName, graphID, claim, err := metrics.ParseScoringLine(line)
	if err != nil {
		return nil, err
	}
	task, fault := sc.catalogue.graph(suiteName, graphID)
	if fault != nil {
		return nil, fault
	}
	truth, ok := sc.truths[task]
	if !ok {
		truth = metrics.NewTruth(task.Model)
		sc.truths[task] = truth
	}
	scores, err := json.Marshal(truth.Score(&claim))
	if err != nil {
		return nil, err
	}
	sc.buffer.Reset()
	appendWithout(&sc.buffer, line, "scores")
	sc.buffer.WriteString(`,"scores":`)
	sc.buffer.Write(scores)
	sc.buffer.WriteString("}\n")
	return sc.buffer.Bytes(), nil
}

// appendWithout writes a JSON object of at least two members without its closing
// brace and without the members of one name, all else byte for byte.
func appendWithout(b *bytes.Buffer, object []byte, name string) {
	object = bytes.TrimSpace(object)
	if !bytes.Contains(object, []byte(`"`+name)) && !bytes.ContainsRune(object, '\\') {
		b.Write(bytes.TrimRight(object[:len(object)-1], " \t"))
		return
	}
	b.WriteByte('{')
	first := true
	gjson.ParseBytes(object).ForEach(func(key, value gjson.Result) bool {
		if key.Str == name {
			return true
		}
		if !first {
			b.WriteByte(',')
		}
		first = false
		b.WriteString(key.Raw)
		b.WriteByte(':')
		b.WriteString(value.Raw)
		return true
	})
}
