package suite

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"causalab/scm"
)

// Export writes tasks in the release's format, one JSON object a line. The text
// of a line follows from the task alone; its keys are in the release's order.
// What a released file says comes back value for value.
func Export(w io.Writer, tasks []*Task) error {
	for _, t := range tasks {
		var b bytes.Buffer
		if err := exportTask(&b, t); err != nil {
			return fmt.Errorf("task %s: %w", t.ID, err)
		}
		b.WriteByte('\n')
		if _, err := w.Write(b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// ordered is a JSON object whose members keep their order.
type ordered []member

type member struct {
	key   string
	value any
}

func (o ordered) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, v := range []any{m.key, m.value} {
			if j > 0 {
				b.WriteByte(':')
			}
			text, err := marshal(v)
			if err != nil {
				return nil, err
			}
			b.Write(text)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// marshal is json.Marshal but leaves "->" in keys readable.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func exportTask(b *bytes.Buffer, t *Task) error {
	m, o := t.Model, t.Origin
	line := ordered{{"graph_id", t.GraphID}, {"description", o.Description}}
	if o.StatesFamily {
		line = append(line, member{"equation_family", m.Family()})
	}
	if t.FreqParent {
		line = append(line, member{"frequency_can_be_parent", true})
	}
	line = append(line,
		member{"nodes", exportNodes(t)},
		member{"edges", append([]scm.Edge{}, o.Edges...)},
		member{"params", exportParams(t)},
		member{"budget", o.Budget},
	)
	if d := m.Disturbance(); d.Active() {
		line = append(line, member{"hidden_variable", exportDisturbance(d)})
	}
	if t.Presets != nil {
		line = append(line, member{"quadratic_mode", "hard"}, member{"quadratic_metadata", exportPresets(t)})
	}
	if t.Chain != nil {
		records, err := exportChain(t)
		if err != nil {
			return err
		}
		line = append(line, member{"bootstrap_past_data", records})
	}
	text, err := marshal(line)
	b.Write(text)
	return err
}

func exportNodes(t *Task) ordered {
	var nodes ordered
	for i, name := range t.Origin.Nodes {
		f := t.Model.Mechanism(t.Model.Index(name))
		node := ordered{
			{"is_controllable", f.Controllable},
			{"observable", true},
			{"property_name", name},
			{"display_name", f.Display},
			{"base_value", ordered{{"type", "uniform"}, {"min", t.Origin.BaseRanges[i][0]}, {"max", t.Origin.BaseRanges[i][1]}}},
		}
		if len(f.Terms) > 0 {
			node = append(node, member{"computation", computation(f)})
		}
		nodes = append(nodes, member{name, node})
	}
	return nodes
}

// computation writes a mechanism as the release does.
func computation(f scm.Mechanism) string {
	var b strings.Builder
	b.WriteString(baseParam(f.Name))
	for _, term := range f.Terms {
		if term.Power == 2 {
			fmt.Fprintf(&b, " + %s * (%s ^ 2)", coefficientParam(f, term), term.Parent)
		} else {
			fmt.Fprintf(&b, " + %s * %s", coefficientParam(f, term), term.Parent)
		}
	}
	return b.String()
}

// shortName is how the release writes a variable inside a coefficient's name.
func shortName(name string) string {
	switch name {
	case scm.Frequency:
		return "freq"
	case "temperatureC":
		return "temp"
	}
	return name
}

// baseParam names the parameter of a base.
func baseParam(name string) string {
	if name == scm.Frequency {
		return "base_freq"
	}
	return "base_" + name
}

// coefficientParam names the parameter of a term. A mechanism with squares
// numbers its coefficients by power.
func coefficientParam(f scm.Mechanism, t scm.Term) string {
	number := ""
	for _, other := range f.Terms {
		if other.Power == 2 {
			number = fmt.Sprint(t.Power)
		}
	}
	return fmt.Sprintf("coeff%s_%s_%s", number, shortName(t.Parent), shortName(f.Name))
}

func exportParams(t *Task) ordered {
	var params ordered
	for _, name := range t.Origin.Nodes {
		f := t.Model.Mechanism(t.Model.Index(name))
		params = append(params, member{baseParam(name), f.Base})
		for _, term := range f.Terms {
			params = append(params, member{coefficientParam(f, term), term.Weight})
		}
	}
	return params
}

func exportDisturbance(d scm.Disturbance) ordered {
	var edges []ordered
	for _, name := range d.Affected {
		edges = append(edges, ordered{{"from", disturbanceName}, {"to", name}, {"weight", 1}})
	}
	return ordered{
		{"enabled", true},
		{"name", disturbanceName},
		{"observable", false},
		{"is_controllable", false},
		{"initial_value", 0},
		{"value_space", []float64{-d.Range, 0, d.Range}},
		{"edge_weight", 1},
		{"affected_nodes", d.Affected},
		{"edges", edges},
	}
}

func exportPresets(t *Task) ordered {
	p := t.Presets
	var names []string
	for _, name := range t.Origin.Nodes {
		if t.Model.Mechanism(t.Model.Index(name)).Controllable {
			names = append(names, name)
		}
	}
	row := func(values []float64) ordered {
		var o ordered
		for _, name := range names {
			o = append(o, member{name, values[t.Model.Index(name)]})
		}
		return o
	}
	var axes ordered
	for i, e := range t.Origin.Edges {
		axes = append(axes, member{axisKey(e), p.Vertices[i]})
	}
	var records []ordered
	for _, bases := range p.Records {
		records = append(records, row(bases))
	}
	return ordered{
		{"controllable_node_order", names},
		{"edge_axis_by_name", axes},
		{"observation_presets", records},
		{"property_manipulator", row(p.Manipulator)},
		{"reactor", row(p.Reactor)},
		{"probe_left_by_node", row(p.ProbeLeft)},
		{"probe_right_by_node", row(p.ProbeRight)},
	}
}

// axisKey names an edge in edge_axis_by_name.
func axisKey(e scm.Edge) string { return e.From + "->" + e.To }

func exportChain(t *Task) ([]ordered, error) {
	if t.Chain.Semantics != scm.Target {
		return nil, fmt.Errorf("the release's chains are of %q interventions, this one is of %q", scm.Target, t.Chain.Semantics)
	}
	crystals, err := t.ChainCrystals()
	if err != nil {
		return nil, err
	}
	var records []ordered
	for i, c := range crystals {
		var props ordered
		for _, v := range t.Model.Graph().Order() {
			if v != t.Model.Frequency() {
				props = append(props, member{t.Model.Mechanism(v).Name, c.Value(v)})
			}
		}
		r := ordered{
			{"id", recordID(i)},
			{"props", props},
			{"freq", c.Value(t.Model.Frequency())},
		}
		if at := i - len(t.Chain.Starts); at >= 0 {
			link := t.Chain.Links[at]
			r = append(r, member{"intervention", ordered{
				{"target_prop", t.Model.Mechanism(link.Variable).Name},
				{"target_value", link.Value},
			}})
		}
		records = append(records, r)
	}
	return records, nil
}
