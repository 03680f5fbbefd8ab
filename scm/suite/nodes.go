package suite

import (
	"regexp"
	"strings"

	"causalab/scm"
)

// importNodes reads the variables with their mechanisms, in the file's order.
func importNodes(root *node, t *Task, family scm.Family) ([]scm.Mechanism, error) {
	nodes, err := root.field("nodes")
	if err != nil {
		return nil, err
	}
	o, err := nodes.object()
	if err != nil {
		return nil, err
	}
	params, err := importParams(root)
	if err != nil {
		return nil, err
	}
	if _, ok := o.members[scm.Frequency]; !ok {
		return nil, nodes.fault("%s is missing; every model needs it", scm.Frequency)
	}
	if len(o.keys) < 2 {
		return nil, nodes.fault("no property beside the frequency; add one")
	}
	if len(o.keys) > mostNodes {
		return nil, nodes.fault("%d variables; at most %d can be played", len(o.keys), mostNodes)
	}
	mechanisms := make([]scm.Mechanism, 0, len(o.keys))
	for _, name := range o.keys {
		n := o.members[name]
		f, bounds, err := importNode(n, name)
		if err != nil {
			return nil, err
		}
		for _, other := range mechanisms {
			if clash := sharedName(other.Variable, f.Variable); clash != "" {
				return nil, n.fault(`%q is too like a name of %s (case, blanks, "_" and "-" don't count); rename one`, clash, other.Name)
			}
		}
		if err := importMechanism(n, &f, params, o, family); err != nil {
			return nil, err
		}
		mechanisms = append(mechanisms, f)
		t.Origin.Nodes = append(t.Origin.Nodes, name)
		t.Origin.BaseRanges = append(t.Origin.BaseRanges, bounds)
	}
	return mechanisms, params.unused()
}

// mostNodes is the most variables a model may have: the most that a task can be
// drawn and shown with.
const mostNodes = 12

var validNode = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]{0,31}$`)

// importNode reads what a node says beside its computation.
func importNode(n *node, name string) (f scm.Mechanism, bounds [2]float64, err error) {
	if err = n.only("is_controllable", "observable", "property_name", "display_name", "base_value", "computation"); err != nil {
		return
	}
	f.Name = name
	if !validNode.MatchString(name) {
		return f, bounds, n.fault("want a name of up to 32 letters and digits, a letter first")
	}
	if name != scm.Frequency && reserved(name) {
		return f, bounds, n.fault("the name is kept for another variable; rename the property")
	}
	if f.Controllable, err = n.truthField("is_controllable"); err != nil {
		return
	}
	if f.Controllable && name == scm.Frequency {
		return f, bounds, n.optional("is_controllable").fault("the frequency cannot be controlled; set it to false")
	}
	observable, err := n.truthField("observable")
	if err != nil {
		return
	}
	if !observable {
		return f, bounds, n.optional("observable").fault("every variable must be observable; set it to true")
	}
	if err = n.exactText("property_name", name); err != nil {
		return
	}
	if f.Display, err = n.textField("display_name"); err != nil {
		return
	}
	if strings.TrimSpace(f.Display) == "" || len(f.Display) > 64 {
		return f, bounds, n.optional("display_name").fault("want 1 to 64 bytes of text")
	}
	if name != scm.Frequency && reserved(f.Display) {
		return f, bounds, n.optional("display_name").fault("the name is kept for another variable; give the property another")
	}
	base, err := n.field("base_value")
	if err != nil {
		return
	}
	bounds, err = importRange(base)
	return
}

// importRange reads {"type": "uniform", "min": 15, "max": 45}.
func importRange(n *node) (bounds [2]float64, err error) {
	if err = n.only("type", "min", "max"); err != nil {
		return
	}
	if err = n.exactText("type", "uniform"); err != nil {
		return
	}
	if bounds[0], err = n.numberField("min"); err != nil {
		return
	}
	if bounds[1], err = n.numberField("max"); err != nil {
		return
	}
	if bounds[0] > bounds[1] {
		return bounds, n.fault("min %v lies above max %v; exchange them", bounds[0], bounds[1])
	}
	return
}

// squash is what players' spellings of a name are compared by.
func squash(name string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '_' || r == '-' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// reserved says whether a name would be taken for another variable: by players,
// who may write the frequency in several ways, or in parameters' names, where the
// release shortens the temperature's.
func reserved(name string) bool {
	switch squash(name) {
	case "temp", "freq", "frequency", "resonancefreq", "resonancefrequency":
		return true
	}
	return false
}

// sharedName returns a name that two variables would both answer to, or "".
func sharedName(a, b scm.Variable) string {
	for _, x := range []string{a.Name, a.Display} {
		for _, y := range []string{b.Name, b.Display} {
			if squash(x) == squash(y) {
				return y
			}
		}
	}
	return ""
}
