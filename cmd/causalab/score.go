package main

import (
	"bytes"
	"encoding/json"
	"flag"

	"causalab/metrics"
	"causalab/scm/suite"
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
			sc := scorer{catalogue: c, truths: make(map[*suite.Task]*metrics.Truth)}
			a := annotator{what: "hypothesis", several: "hypotheses", keepGoing: *keepGoing, annotate: sc.scoreLine}
			return a.files(operands, s)
		}
	},
}

// scorer scores lines and keeps the truths it has prepared.
type scorer struct {
	catalogue *catalogue
	truths    map[*suite.Task]*metrics.Truth
	buffer    bytes.Buffer
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
