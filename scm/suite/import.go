package suite

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"

	"causalab/scm"
)

// longestLine is the most bytes that a line of an imported file may have. The
// longest released line has about 4 thousand.
const longestLine = 1 << 20

// mostTasks is the most lines that an imported file may have.
const mostTasks = 100000

// disturbanceName is how the release calls the hidden variable.
const disturbanceName = "h"

var validName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// NameOf makes a name for [Import] from the name of a file.
func NameOf(file string) string {
	file = file[strings.LastIndexAny(file, `/\`)+1:]
	file = strings.TrimSuffix(file, ".jsonl")
	var b strings.Builder
	for _, r := range file {
		if r < 128 && (b.Len() > 0 || r != '.' && r != '-' && r != '_') && validName.MatchString("x"+string(r)) {
			b.WriteRune(r)
		} else if b.Len() > 0 {
			b.WriteByte('-')
		}
		if b.Len() == 64 {
			break
		}
	}
	if b.Len() == 0 {
		return "suite"
	}
	return b.String()
}

// Import reads a suite in the release's format, one JSON object a line. The
// suite is called "imported/" and the name, and its tasks
// "imported/NAME/INDEX-v1". Blank lines, a byte order mark and carriage returns
// at line ends are passed over. What is wrong with the file is reported as a
// [*FieldError]; a failure of r is returned as it is. NameOf makes a name
// that Import accepts.
//
// Everything that released files hold is understood. Coefficients and bases
// may be any finite numbers, properties may be out of control
// (is_controllable false), the disturbance may have any range and affect any
// variables. Parameters may have any names that the computations use.
func Import(name string, r io.Reader) (*Suite, error) {
	if !validName.MatchString(name) {
		return nil, fmt.Errorf("suite name %q: want up to 64 letters, digits, dots, dashes and underscores, a letter or digit first", name)
	}
	name = importedPrefix + name
	var tasks []*Task
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestLine)
	number := 0
	for lines.Scan() {
		number++
		line := lines.Bytes()
		if number == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		if len(tasks) == mostTasks {
			return nil, &FieldError{Line: number, Message: fmt.Sprintf("more than %d tasks; split the file", mostTasks)}
		}
		t, err := importTask(line)
		if err != nil {
			var field *FieldError
			if errors.As(err, &field) {
				field.Line = number
			}
			return nil, err
		}
		t.Suite, t.Index = name, len(tasks)
		t.ID = taskID(name, t.Index)
		tasks = append(tasks, t)
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, &FieldError{Line: number + 1, Message: fmt.Sprintf("longer than %d bytes; write one task a line", longestLine)}
	case err != nil:
		return nil, err
	case len(tasks) == 0:
		return nil, &FieldError{Line: max(number, 1), Message: "no task in the file; write one JSON object a line"}
	}
	return newSuite(name, strings.TrimPrefix(name, importedPrefix), tasks), nil
}

// importTask reads one line.
func importTask(line []byte) (*Task, error) {
	root, err := parseJSON(line)
	if err != nil {
		return nil, err
	}
	err = root.only("graph_id", "description", "equation_family", "frequency_can_be_parent", "nodes", "edges", "params",
		"budget", "hidden_variable", "quadratic_mode", "quadratic_metadata", "bootstrap_past_data")
	if err != nil {
		return nil, err
	}
	t := new(Task)
	if t.GraphID, err = root.textField("graph_id"); err != nil {
		return nil, err
	}
	if t.Origin.Description, err = root.textField("description"); err != nil {
		return nil, err
	}
	if t.Origin.Budget, err = importBudget(root); err != nil {
		return nil, err
	}
	if n := root.optional("frequency_can_be_parent"); n != nil {
		if t.FreqParent, err = n.truth(); err != nil {
			return nil, err
		}
	}
	if err := importModel(root, t); err != nil {
		return nil, err
	}
	if n := root.optional("quadratic_mode"); n != nil {
		if mode, err := n.text(); err != nil {
			return nil, err
		} else if mode != "hard" || t.Model.Family() != scm.Quadratic {
			return nil, n.fault(`only "hard" is known, in a quadratic task; correct or remove it`)
		}
	}
	if n := root.optional("quadratic_metadata"); n != nil {
		if t.Presets, err = importPresets(n, t); err != nil {
			return nil, err
		}
	}
	if n := root.optional("bootstrap_past_data"); n != nil {
		if t.Chain, err = importChain(n, t); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func importBudget(root *node) (int, error) {
	n, err := root.field("budget")
	if err != nil {
		return 0, err
	}
	x, err := n.number()
	if err != nil {
		return 0, err
	}
	if x != math.Trunc(x) || x < 0 || x > 1e6 {
		return 0, n.fault("want a whole number of interventions, 0 to 1000000, not %v", x)
	}
	return int(x), nil
}

// importFamily reads equation_family, which plain linear files leave out.
func importFamily(root *node) (family scm.Family, stated bool, err error) {
	n := root.optional("equation_family")
	if n == nil {
		return scm.Linear, false, nil
	}
	text, err := n.text()
	if err != nil {
		return "", false, err
	}
	family = scm.Family(text)
	if family != scm.Linear && family != scm.Quadratic {
		return "", false, n.fault("want %q or %q, not %q", scm.Linear, scm.Quadratic, text)
	}
	return family, true, nil
}

// importModel reads nodes, edges, params and hidden_variable.
func importModel(root *node, t *Task) error {
	family, stated, err := importFamily(root)
	if err != nil {
		return err
	}
	t.Origin.StatesFamily = stated
	mechanisms, err := importNodes(root, t, family)
	if err != nil {
		return err
	}
	if err := importEdges(root, t, mechanisms); err != nil {
		return err
	}
	disturbance, err := importDisturbance(root, t)
	if err != nil {
		return err
	}
	t.Model, err = scm.NewModel(family, mechanisms, disturbance)
	var cycle *scm.CycleError
	switch {
	case errors.As(err, &cycle):
		return &FieldError{Field: "edges", Message: err.Error() + "; remove one of these edges and its term"}
	case err != nil:
		return &FieldError{Field: "nodes", Message: err.Error()}
	}
	for _, e := range t.Origin.Edges {
		if e.From == scm.Frequency && !t.FreqParent {
			return &FieldError{Field: "edges", Message: fmt.Sprintf(
				"edge %v: the frequency is a parent; remove the edge or set frequency_can_be_parent to true", e)}
		}
	}
	return nil
}

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
				return nil, n.fault("%q cannot be told from %s of %s; rename one", clash, "a name", other.Name)
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
	switch squash(name) {
	case "temp", "freq", "frequency":
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

// importEdges reads the edges and holds them against the computations' terms.
func importEdges(root *node, t *Task, mechanisms []scm.Mechanism) error {
	n, err := root.field("edges")
	if err != nil {
		return err
	}
	list, err := n.list()
	if err != nil {
		return err
	}
	terms := make(map[scm.Edge]bool) // whether an edge was met; looked up only
	known := make(map[string]bool)
	for _, f := range mechanisms {
		known[f.Name] = true
		for _, term := range f.Terms {
			terms[scm.Edge{From: term.Parent, To: f.Name}] = false
		}
	}
	for _, item := range list {
		e, err := importEdge(item, known)
		if err != nil {
			return err
		}
		met, has := terms[e]
		switch {
		case e.From == e.To:
			return item.fault("%s cannot be its own parent; remove the edge", e.From)
		case !has:
			return item.fault("edge %v has no term in nodes.%s.computation; add the term or remove the edge", e, e.To)
		case met:
			return item.fault("edge %v is given twice; remove one", e)
		}
		terms[e] = true
		t.Origin.Edges = append(t.Origin.Edges, e)
	}
	for _, f := range mechanisms {
		for _, term := range f.Terms {
			if e := (scm.Edge{From: term.Parent, To: f.Name}); !terms[e] {
				return &FieldError{Field: "nodes." + f.Name + ".computation",
					Message: fmt.Sprintf("the term of %s has no edge %v in edges; add the edge or remove the term", term.Parent, e)}
			}
		}
	}
	return nil
}

func importEdge(n *node, known map[string]bool) (e scm.Edge, err error) {
	if err = n.only("from", "to"); err != nil {
		return
	}
	if e.From, err = importEnd(n, "from", known); err != nil {
		return
	}
	e.To, err = importEnd(n, "to", known)
	return
}

func importEnd(n *node, key string, known map[string]bool) (string, error) {
	name, err := n.textField(key)
	if err != nil {
		return "", err
	}
	if !known[name] {
		return "", n.optional(key).fault("%q is not among the nodes; correct it or add the node", name)
	}
	return name, nil
}

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
		return nil, edges.fault("%d edges for %d affected_nodes; write one for each", len(list), len(affected))
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
