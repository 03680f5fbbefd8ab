package suite

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"

	"causalab/scm"
)

// longestLine is the most bytes that a line of an imported file may have. The
// longest released line has about 4 thousand.
const longestLine = 1 << 20

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

// Import reads a suite in the release's format, one JSON object a line, or in
// the compact form of [ExportCompact]. The suite is called "imported/" and the name, and its tasks
// "imported/NAME/INDEX-v1". Blank lines, a byte order mark and carriage returns
// at line ends are passed over. What is wrong with the file is reported as a
// [*FieldError]; a failure of r is returned as it is. NameOf makes a name
// that Import accepts.
//
// Everything that released files hold is understood. Coefficients and bases
// may be any finite numbers, properties may be out of control
// (is_controllable false), the disturbance may have any range and affect any
// variables. Parameters may have any names that the computations use. FORMAT.md
// describes the fields, COMPACT.md the compact form.
func Import(name string, r io.Reader) (*Suite, error) {
	if !validName.MatchString(name) {
		return nil, fmt.Errorf("suite name %q: want up to 64 letters, digits, dots, dashes and underscores, a letter or digit first", name)
	}
	name = importedPrefix + name
	buffered := bufio.NewReader(r)
	if looksCompact(buffered) {
		return importCompact(name, buffered)
	}
	var tasks []*Task
	lines := bufio.NewScanner(buffered)
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
