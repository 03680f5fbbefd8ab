package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"

	"causalab/scm"
	"causalab/scm/identify"
)

var imecCommand = command{
	name:     "imec",
	operands: "FILE...",
	summary:  "count the graphs that measurements still allow",
	details: `
Reads the measurements of episodes, one JSON object a line:

  {"suite":"4nodes","graph_id":"4nodes_17","semantics":"shift",
   "frequency_can_be_parent":false,
   "observations":[{"density":61,"resonanceFreq":140,...},...],
   "trajectory":[{"values":{...},"intervention":null},
     {"values":{...},"intervention":{"property":"density","value":40}},...]}

and prints each line as it was with "imec" at its end, the number of acyclic
graphs that reproduce all of them (a string above 2^53), and
"feasible_parent_sets", the number of parent sets left to each variable; in
place of those that it had. Other fields, "expected" among them, are passed
through and not looked at. Blank lines are left out.

Observations are crystals of their own. An entry of the trajectory without an
intervention is a crystal that the interventions after it act on. Both lists
may be absent. Suite and graph tell the family, what can be controlled and
whether readings are exact at two decimals; "frequency_can_be_parent" is the
suite's if it is absent. A graph with a hidden disturbance has no IMEC: its
line is printed without.

A line without suite and graph_id says these things itself: "family" ("linear"
or "quadratic"); "controllable", a list of properties, all if absent; "exact",
by default true in the linear family. Its variables are those of the first
measurement.

The first line that cannot be read ends the work with code 1, when those before
it have been printed. With -keep-going such lines and files are named on
standard error and left out, and the code is 1 at the end.

examples:
  causalab imec episodes.jsonl | jq .imec
  causalab imec - < episodes.jsonl > counted.jsonl`,
	setUp: func(flags *flag.FlagSet) action {
		var files suiteFiles
		files.register(flags)
		keepGoing := flags.Bool("keep-going", false, "go on after a line or a file that cannot be read")
		return func(s *streams, operands []string) error {
			c, err := files.open()
			if err != nil {
				return err
			}
			a := annotator{what: "episode", several: "measurements of episodes", keepGoing: *keepGoing, annotate: c.countLine}
			return a.files(operands, s)
		}
	},
}

// episodeLine is an episode's measurements as a line gives them.
type episodeLine struct {
	Suite        *string               `json:"suite"`
	GraphID      *string               `json:"graph_id"`
	Family       *scm.Family           `json:"family"`
	Controllable []string              `json:"controllable"`
	Exact        *bool                 `json:"exact"`
	Semantics    *scm.Semantics        `json:"semantics"`
	FreqParent   *bool                 `json:"frequency_can_be_parent"`
	Observations []map[string]*float64 `json:"observations"`
	Trajectory   []struct {
		Values       map[string]*float64 `json:"values"`
		Intervention *vectorIntervention `json:"intervention"`
	} `json:"trajectory"`
}

// countLine returns a line with its IMEC and feasible parent sets and a line end.
func (c *catalogue) countLine(line []byte) ([]byte, error) {
	names, space, fault := c.readEpisode(line)
	if fault != nil {
		return nil, fault
	}
	var b bytes.Buffer
	appendWithout(&b, line, "imec", "feasible_parent_sets")
	if space != nil {
		count, err := json.Marshal(space.Count())
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, `,"imec":%s,"feasible_parent_sets":{`, count)
		for i, name := range names {
			if i > 0 {
				b.WriteByte(',')
			}
			key, err := json.Marshal(name)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&b, "%s:%d", key, len(space.ParentSets(i)))
		}
		b.WriteByte('}')
	}
	b.WriteString("}\n")
	return b.Bytes(), nil
}

// readEpisode reads a line into a space over the named variables; the space is
// nil where a disturbance leaves IMEC undefined.
func (c *catalogue) readEpisode(line []byte) (names []string, space *identify.Space, fault *lineError) {
	var e episodeLine
	err := json.Unmarshal(line, &e)
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		return nil, nil, badField(wrong.Field, "want %s, not a JSON %s", wanted(wrong.Type.String()), wrong.Value)
	case err != nil:
		return nil, nil, badField("", "not a JSON object: %v", err)
	case e.Semantics == nil:
		return nil, nil, badField("semantics", `missing; want "shift" or "target"`)
	case *e.Semantics != scm.Shift && *e.Semantics != scm.Target:
		return nil, nil, badField("semantics", `want "shift" or "target", not %q`, *e.Semantics)
	}
	var problem identify.Problem
	defined := true
	if e.Suite == nil && e.GraphID == nil {
		names, problem, fault = e.ownProblem()
	} else {
		names, problem, defined, fault = c.problem(&e)
	}
	if fault != nil {
		return nil, nil, fault
	}
	if space, err = identify.New(problem); err != nil {
		return nil, nil, badField("observations", "%s", strings.TrimPrefix(err.Error(), "identify: "))
	}
	if fault := e.measure(space, names); fault != nil {
		return nil, nil, fault
	}
	if !defined {
		space = nil
	}
	return names, space, nil
}

// problem returns what suite and graph tell, and whether IMEC is defined there.
func (c *catalogue) problem(e *episodeLine) (names []string, p identify.Problem, defined bool, fault *lineError) {
	task, fault := c.vectorTask(e.Suite, e.GraphID)
	if fault != nil {
		return nil, p, false, fault
	}
	freqParent := task.FreqParent
	if e.FreqParent != nil {
		freqParent = *e.FreqParent
	}
	m := task.Model
	return m.Graph().Names(), identify.ProblemOf(m, freqParent, *e.Semantics), !m.Disturbance().Active(), nil
}

// ownProblem returns what a line without a suite says of itself.
func (e *episodeLine) ownProblem() (names []string, p identify.Problem, fault *lineError) {
	switch {
	case e.Family == nil:
		return nil, p, badField("suite", `missing; a line without suite and graph_id needs "family"`)
	case *e.Family != scm.Linear && *e.Family != scm.Quadratic:
		return nil, p, badField("family", `want "linear" or "quadratic", not %q`, *e.Family)
	case e.Exact != nil && *e.Exact && *e.Family != scm.Linear:
		return nil, p, badField("exact", "only linear readings can be exact")
	}
	first := map[string]*float64{}
	switch {
	case len(e.Observations) > 0:
		first = e.Observations[0]
	case len(e.Trajectory) > 0:
		first = e.Trajectory[0].Values
	}
	names = slices.SortedFunc(maps.Keys(first), scm.CompareNames)
	if !slices.Contains(names, scm.Frequency) {
		return nil, p, badField("observations", "the first measurement has to give %s", scm.Frequency)
	}
	p = identify.Problem{
		Variables: len(names), Frequency: len(names) - 1, Controllable: make([]bool, len(names)),
		FreqParent: e.FreqParent != nil && *e.FreqParent, Family: *e.Family, Semantics: *e.Semantics,
		Exact: *e.Family == scm.Linear && (e.Exact == nil || *e.Exact),
	}
	for i := range names[:len(names)-1] {
		p.Controllable[i] = e.Controllable == nil
	}
	for i, name := range e.Controllable {
		v := slices.Index(names[:len(names)-1], name)
		if v < 0 {
			return nil, p, badField(fmt.Sprintf("controllable[%d]", i), "%q is not a property of the first measurement", name)
		}
		p.Controllable[v] = true
	}
	return names, p, nil
}

// measure adds all measurements of the line to a space over the named variables.
func (e *episodeLine) measure(space *identify.Space, names []string) *lineError {
	for i, o := range e.Observations {
		values, fault := readings(names, o, fmt.Sprintf("observations[%d]", i))
		if fault != nil {
			return fault
		}
		space.Observe(values)
	}
	for i, x := range e.Trajectory {
		path := fmt.Sprintf("trajectory[%d]", i)
		values, fault := readings(names, x.Values, path+".values")
		if fault != nil {
			return fault
		}
		if x.Intervention == nil {
			space.Begin(values)
			continue
		}
		switch {
		case i == 0:
			return badField(path+".intervention", "the first entry has to be a crystal that was not intervened on (null)")
		case x.Intervention.Property == nil:
			return badField(path+".intervention.property", "missing")
		case x.Intervention.Value == nil:
			return badField(path+".intervention.value", "missing")
		}
		property := slices.Index(names, *x.Intervention.Property)
		if property < 0 {
			return badField(path+".intervention.property", "%q is not a variable of the graph; it has %s", *x.Intervention.Property, strings.Join(names, ", "))
		}
		if !space.Problem().Controllable[property] {
			return badField(path+".intervention.property", "%s cannot be set", *x.Intervention.Property)
		}
		space.Intervene(property, *x.Intervention.Value, values)
	}
	return nil
}

// readings orders the values of a measurement, which has to give every variable
// and no other.
func readings(names []string, values map[string]*float64, path string) ([]float64, *lineError) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(names, name) {
			return nil, badField(path+"."+name, "not a variable of the graph; it has %s", strings.Join(names, ", "))
		}
	}
	ordered := make([]float64, len(names))
	for i, name := range names {
		if values[name] == nil {
			return nil, badField(path+"."+name, "missing")
		}
		ordered[i] = *values[name]
	}
	return ordered, nil
}
