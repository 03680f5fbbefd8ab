package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"causalab/scm"
)

// vectorLine is a crystal or a chain as its line gives it.
type vectorLine struct {
	Suite     *string            `json:"suite"`
	GraphID   *string            `json:"graph_id"`
	Semantics *scm.Semantics     `json:"semantics"`
	Bases     map[string]float64 `json:"bases"`
	Values    map[string]float64 `json:"values"`
	Steps     []vectorStep       `json:"steps"`
	Records   []vectorRecord     `json:"records"`
}

// vectorStep is an intervention on a crystal and what was measured after it.
type vectorStep struct {
	vectorIntervention
	Disturbance float64            `json:"disturbance"` // H at this step; 0 if absent
	Values      map[string]float64 `json:"values"`
}

// vectorRecord is one record of a chain.
type vectorRecord struct {
	Values       map[string]float64  `json:"values"`
	Intervention *vectorIntervention `json:"intervention"`
	Disturbance  float64             `json:"disturbance"` // H at this step; 0 if absent
}

type vectorIntervention struct {
	Property *string  `json:"property"`
	Value    *float64 `json:"value"`
}

func readVector(line []byte) (*vectorLine, *lineError) {
	var v vectorLine
	err := json.Unmarshal(line, &v)
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		return nil, badField(wrong.Field, "want %s, not a JSON %s", wanted(wrong.Type.String()), wrong.Value)
	case err != nil:
		return nil, badField("", "not a JSON object: %v", err)
	case v.Semantics == nil:
		return nil, badField("semantics", `missing; want "shift" or "target"`)
	case *v.Semantics != scm.Shift && *v.Semantics != scm.Target:
		return nil, badField("semantics", `want "shift" or "target", not %q`, *v.Semantics)
	}
	return &v, nil
}

// wanted words a Go type for people who write JSON.
func wanted(goType string) string {
	switch {
	case goType == "float64":
		return "a number"
	case goType == "string" || goType == "scm.Semantics":
		return "a string"
	case strings.HasPrefix(goType, "[]"):
		return "a list"
	}
	return "an object"
}

// replayCrystal measures a crystal of the given bases and repeats its
// interventions with the disturbances of the line.
func (c *catalogue) replayCrystal(line []byte) (replayed, *lineError) {
	v, fault := readVector(line)
	if fault != nil {
		return replayed{}, fault
	}
	task, fault := c.vectorTask(v.Suite, v.GraphID)
	if fault != nil {
		return replayed{}, fault
	}
	m := task.Model
	if v.Bases == nil {
		return replayed{}, badField("bases", "missing")
	}
	bases, fault := byVariable(m, v.Bases, "bases", func(f scm.Mechanism) bool { return f.Controllable })
	if fault != nil {
		return replayed{}, fault
	}
	crystal, err := m.NewCrystal(bases)
	if err != nil {
		return replayed{}, badField("bases", "%v", err)
	}
	d := distance{model: m}
	if fault := d.compare(crystal, v.Values, "values"); fault != nil {
		return replayed{}, fault
	}
	for i, step := range v.Steps {
		path := fmt.Sprintf("steps[%d]", i)
		if fault := step.apply(crystal, m, *v.Semantics, step.Disturbance, path); fault != nil {
			return replayed{}, fault
		}
		if fault := d.compare(crystal, step.Values, path+".values"); fault != nil {
			return replayed{}, fault
		}
	}
	return replayed{Suite: *v.Suite, GraphID: *v.GraphID, Kind: "crystal", Steps: len(v.Steps), MaxError: d.largest, At: d.at}, nil
}

// replayChain repeats the interventions of a chain on the crystal of its first
// record. Every record without an intervention is a crystal of its own, whose
// bases are recovered from its values.
func (c *catalogue) replayChain(line []byte) (replayed, *lineError) {
	v, fault := readVector(line)
	if fault != nil {
		return replayed{}, fault
	}
	task, fault := c.vectorTask(v.Suite, v.GraphID)
	if fault != nil {
		return replayed{}, fault
	}
	switch {
	case len(v.Records) == 0:
		return replayed{}, badField("records", "there is none")
	case v.Records[0].Intervention != nil:
		return replayed{}, badField("records[0].intervention", "the first record has to be a crystal that was not intervened on (null)")
	}
	m := task.Model
	d := distance{model: m}
	var first *scm.Crystal
	interventions := 0
	for i, record := range v.Records {
		path := fmt.Sprintf("records[%d]", i)
		crystal := first
		if record.Intervention == nil {
			values, fault := byVariable(m, record.Values, path+".values", func(scm.Mechanism) bool { return true })
			if fault != nil {
				return replayed{}, fault
			}
			var err error
			if crystal, err = m.NewCrystal(m.Bases(values)); err != nil {
				return replayed{}, badField(path+".values", "%v", err)
			}
			if first == nil {
				first = crystal
			}
		} else {
			interventions++
			if fault := record.Intervention.apply(first, m, *v.Semantics, record.Disturbance, path+".intervention"); fault != nil {
				return replayed{}, fault
			}
		}
		if fault := d.compare(crystal, record.Values, path+".values"); fault != nil {
			return replayed{}, fault
		}
	}
	return replayed{Suite: *v.Suite, GraphID: *v.GraphID, Kind: "chain", Steps: interventions, MaxError: d.largest, At: d.at}, nil
}

// apply carries the intervention out.
func (x *vectorIntervention) apply(crystal *scm.Crystal, m *scm.Model, s scm.Semantics, h float64, path string) *lineError {
	switch {
	case x.Property == nil:
		return badField(path+".property", "missing")
	case x.Value == nil:
		return badField(path+".value", "missing")
	}
	property := m.Index(*x.Property)
	if property < 0 {
		return badField(path+".property", "%q is not a variable of the graph; it has %s", *x.Property, strings.Join(m.Graph().Names(), ", "))
	}
	if !m.Mechanism(property).Controllable {
		return badField(path+".property", "%s cannot be set", *x.Property)
	}
	if err := crystal.Intervene(property, *x.Value, s, h); err != nil {
		return badField(path+".value", "%v", err)
	}
	return nil
}

// byVariable orders numbers by variable index. Those that are needed have to be
// there, and none may belong to another variable.
func byVariable(m *scm.Model, numbers map[string]float64, path string, needed func(scm.Mechanism) bool) ([]float64, *lineError) {
	ordered := make([]float64, m.Len())
	for _, name := range slices.Sorted(maps.Keys(numbers)) {
		i := m.Index(name)
		if i < 0 {
			return nil, badField(path+"."+name, "not a variable of the graph; it has %s", strings.Join(m.Graph().Names(), ", "))
		}
		ordered[i] = numbers[name]
	}
	for i := range ordered {
		f := m.Mechanism(i)
		if _, ok := numbers[f.Name]; !ok && needed(f) {
			return nil, badField(path+"."+f.Name, "missing")
		}
	}
	return ordered, nil
}

// distance keeps the largest distance of a reading from the recorded one.
type distance struct {
	model   *scm.Model
	largest float64
	at      string // path of that reading
}

// compare holds all readings of a crystal against the recorded values.
func (d *distance) compare(crystal *scm.Crystal, recorded map[string]float64, path string) *lineError {
	values, fault := byVariable(d.model, recorded, path, func(scm.Mechanism) bool { return true })
	if fault != nil {
		return fault
	}
	for i, want := range values {
		if off := math.Abs(crystal.Value(i) - want); off > d.largest {
			d.largest = off
			d.at = path + "." + d.model.Mechanism(i).Name
		}
	}
	return nil
}
