package suite

import (
	"slices"

	"causalab/scm"
)

// disturbanceName is how the release calls the hidden variable.
const disturbanceName = "h"

// importDisturbance reads hidden_variable.
func importDisturbance(root *node, t *Task) (d scm.Disturbance, err error) {
	n := root.optional("hidden_variable")
	if n == nil {
		return
	}
	err = n.only("enabled", "name", "observable", "is_controllable", "initial_value", "value_space", "edge_weight", "affected_nodes", "edges")
	if err != nil {
		return
	}
	enabled, err := n.truthField("enabled")
	if err != nil {
		return
	}
	for _, key := range []string{"observable", "is_controllable"} {
		yes, err := n.truthField(key)
		if err != nil {
			return d, err
		}
		if yes {
			return d, n.optional(key).fault("a hidden variable is neither seen nor controlled; set it to false")
		}
	}
	name, err := n.textField("name")
	if err != nil {
		return
	}
	if slices.Contains(t.Origin.Nodes, name) {
		return d, n.optional("name").fault("%q is among the nodes; give the hidden variable another name", name)
	}
	if err = n.exactNumber("initial_value", 0); err != nil {
		return
	}
	if err = n.exactNumber("edge_weight", 1); err != nil {
		return
	}
	if d.Range, err = importValueSpace(n); err != nil {
		return
	}
	if d.Affected, err = importAffected(n, name, t); err != nil {
		return
	}
	if !enabled || !d.Active() {
		return scm.Disturbance{}, nil
	}
	return d, nil
}

// importValueSpace reads the values [-r, 0, r] and returns r.
func importValueSpace(n *node) (float64, error) {
	space, err := n.field("value_space")
	if err != nil {
		return 0, err
	}
	list, err := space.list()
	if err != nil {
		return 0, err
	}
	values := make([]float64, len(list))
	for i, item := range list {
		if values[i], err = item.number(); err != nil {
			return 0, err
		}
	}
	if len(values) != 3 || values[0] != -values[2] || values[1] != 0 || values[2] < 0 {
		return 0, space.fault("want [-r, 0, r] with r not negative")
	}
	return values[2], nil
}

// importAffected reads affected_nodes and holds edges against it.
func importAffected(n *node, name string, t *Task) ([]string, error) {
	field, err := n.field("affected_nodes")
	if err != nil {
		return nil, err
	}
	list, err := field.list()
	if err != nil {
		return nil, err
	}
	var affected []string
	for _, item := range list {
		text, err := item.text()
		if err != nil {
			return nil, err
		}
		if !slices.Contains(t.Origin.Nodes, text) {
			return nil, item.fault("%q is not among the nodes; correct it or add the node", text)
		}
		if slices.Contains(affected, text) {
			return nil, item.fault("%q is given twice; remove one", text)
		}
		affected = append(affected, text)
	}
	edges, err := n.field("edges")
	if err != nil {
		return nil, err
	}
	if list, err = edges.list(); err != nil {
		return nil, err
	}
	if len(list) != len(affected) {
		return nil, edges.fault("want one edge for each of the %d affected_nodes, not %d", len(affected), len(list))
	}
	for i, item := range list {
		if err := item.only("from", "to", "weight"); err != nil {
			return nil, err
		}
		if err := item.exactText("from", name); err != nil {
			return nil, err
		}
		if err := item.exactText("to", affected[i]); err != nil {
			return nil, err
		}
		if err := item.exactNumber("weight", 1); err != nil {
			return nil, err
		}
	}
	return affected, nil
}
