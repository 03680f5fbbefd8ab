package suite

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"causalab/scm"
)

// importPresets reads quadratic_metadata.
func importPresets(n *node, t *Task) (*Presets, error) {
	err := n.only("controllable_node_order", "edge_axis_by_name", "observation_presets", "property_manipulator",
		"reactor", "probe_left_by_node", "probe_right_by_node")
	if err != nil {
		return nil, err
	}
	if t.Model.Family() != scm.Quadratic {
		return nil, n.fault("only a quadratic task has it; remove it")
	}
	if err := checkNodeOrder(n, t); err != nil {
		return nil, err
	}
	p := new(Presets)
	if p.Vertices, err = importVertices(n, t); err != nil {
		return nil, err
	}
	records, err := n.field("observation_presets")
	if err != nil {
		return nil, err
	}
	list, err := records.list()
	if err != nil {
		return nil, err
	}
	for _, item := range list {
		bases, err := importBases(item, t)
		if err != nil {
			return nil, err
		}
		p.Records = append(p.Records, bases)
	}
	rows := []struct {
		key  string
		into *[]float64
	}{
		{"property_manipulator", &p.Manipulator},
		{"reactor", &p.Reactor},
		{"probe_left_by_node", &p.ProbeLeft},
		{"probe_right_by_node", &p.ProbeRight},
	}
	for _, row := range rows {
		field, err := n.field(row.key)
		if err != nil {
			return nil, err
		}
		if *row.into, err = importBases(field, t); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// checkNodeOrder holds controllable_node_order against the nodes.
func checkNodeOrder(n *node, t *Task) error {
	field, err := n.field("controllable_node_order")
	if err != nil {
		return err
	}
	list, err := field.list()
	if err != nil {
		return err
	}
	want := controllable(t)
	wrong := field.fault("want the controllable nodes in the order of nodes: %q", want)
	if len(list) != len(want) {
		return wrong
	}
	for i, item := range list {
		if name, err := item.text(); err != nil {
			return err
		} else if name != want[i] {
			return wrong
		}
	}
	return nil
}

// controllable lists the controllable properties in the file's order.
func controllable(t *Task) []string {
	var names []string
	for _, name := range t.Origin.Nodes {
		if t.Model.Mechanism(t.Model.Index(name)).Controllable {
			names = append(names, name)
		}
	}
	return names
}

// importVertices reads edge_axis_by_name in the order of the edges.
func importVertices(n *node, t *Task) ([]float64, error) {
	field, err := n.field("edge_axis_by_name")
	if err != nil {
		return nil, err
	}
	var known []string
	var list []float64
	for _, e := range t.Origin.Edges {
		x, err := field.numberField(axisKey(e))
		if err != nil {
			return nil, err
		}
		list = append(list, x)
		known = append(known, axisKey(e))
	}
	return list, field.only(known...)
}

// importBases reads a number for each controllable property.
func importBases(n *node, t *Task) ([]float64, error) {
	names := controllable(t)
	bases := make([]float64, t.Model.Len())
	for _, name := range names {
		x, err := n.numberField(name)
		if err != nil {
			return nil, err
		}
		bases[t.Model.Index(name)] = x
	}
	return bases, n.only(names...)
}

// replayTolerance is how far a recorded value may lie from the replayed one.
const replayTolerance = 0.01

// importChain reads bootstrap_past_data. Bases of the crystals before the first
// intervention are recovered from their values, and the whole is replayed.
func importChain(n *node, t *Task) (*Chain, error) {
	list, err := n.list()
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, n.fault("no record; add one or remove the field")
	}
	if t.Model.Disturbance().Active() {
		return nil, n.fault("a chain cannot be replayed under a hidden variable; remove one of the two")
	}
	c := &Chain{Semantics: scm.Target}
	var recorded [][]float64
	for i, item := range list {
		if err := item.only("id", "props", "freq", "intervention"); err != nil {
			return nil, err
		}
		if err := item.exactText("id", recordID(i)); err != nil {
			return nil, err
		}
		values, err := importValues(item, t.Model)
		if err != nil {
			return nil, err
		}
		recorded = append(recorded, values)
		intervention := item.optional("intervention")
		switch {
		case intervention != nil && i == 0:
			return nil, intervention.fault("the first record must have none; it starts the chain")
		case intervention != nil:
			link, err := importLink(intervention, t.Model)
			if err != nil {
				return nil, err
			}
			c.Links = append(c.Links, link)
		case len(c.Links) > 0:
			return nil, item.fault("no intervention, though an earlier record has one; move it to the front")
		default:
			bases, err := recoverBases(t.Model, values)
			if err != nil {
				return nil, item.fault("%v; correct the record or the model", err)
			}
			c.Starts = append(c.Starts, bases)
		}
	}
	t.Chain = c
	return c, checkReplay(list, recorded, t)
}

// recoverBases returns the bases of a crystal that shows the given values. A
// value that was a tie before it was rounded can lead to bases whose crystal
// leads to others; following it ends where both agree.
func recoverBases(m *scm.Model, values []float64) ([]float64, error) {
	for range 10 {
		bases := m.Bases(values)
		c, err := m.NewCrystal(bases)
		if err != nil {
			return nil, err
		}
		shown := c.Values()
		if slices.Equal(m.Bases(shown), bases) {
			return bases, nil
		}
		values = shown
	}
	return nil, errors.New("no bases of two decimals show these values")
}

func recordID(i int) string { return fmt.Sprintf("%d/bootstrap", i) }

// importValues reads the values of a record by variable index.
func importValues(n *node, m *scm.Model) ([]float64, error) {
	values := make([]float64, m.Len())
	var err error
	if values[m.Frequency()], err = n.numberField("freq"); err != nil {
		return nil, err
	}
	props, err := n.field("props")
	if err != nil {
		return nil, err
	}
	names := m.Graph().Names()[:m.Frequency()]
	for i, name := range names {
		if values[i], err = props.numberField(name); err != nil {
			return nil, err
		}
	}
	return values, props.only(names...)
}

func importLink(n *node, m *scm.Model) (link Link, err error) {
	if err = n.only("target_prop", "target_value"); err != nil {
		return
	}
	name, err := n.textField("target_prop")
	if err != nil {
		return
	}
	link.Variable = m.Index(name)
	if link.Variable < 0 || !m.Mechanism(link.Variable).Controllable {
		return link, n.optional("target_prop").fault("%q is not a controllable property; correct it", name)
	}
	link.Value, err = n.numberField("target_value")
	return
}

// checkReplay compares recorded values with those of the chain.
func checkReplay(list []*node, recorded [][]float64, t *Task) error {
	crystals, err := t.ChainCrystals()
	if err != nil {
		return list[0].fault("the chain does not replay: %v", err)
	}
	for i, c := range crystals {
		for v, want := range recorded[i] {
			if got := c.Value(v); !(math.Abs(got-want) <= replayTolerance+1e-9) {
				return list[i].fault("%s is %v, but the model gives %v; correct the record or the model",
					t.Model.Mechanism(v).Name, want, got)
			}
		}
	}
	return nil
}
