package suite

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"causalab/scm"
)

// ExportCompact writes suites in the compact form, which [Import] reads too; it
// takes the last of several. A suite that adds to the graphs of another, such as
// a Golden one, refers to the first of the suites that has them, or else its
// graphs are written before it. It fails for suites that the form cannot hold
// without loss: those with other properties than the catalogue's, or tasks of
// different kinds.
func ExportCompact(w io.Writer, suites ...*Suite) error {
	var text strings.Builder
	var written []*section
	for _, s := range suites {
		added, err := encodeSuite(s, written)
		for _, section := range added {
			section.write(&text)
			written = append(written, section)
		}
		if err == nil {
			err = checkCompact(text.String(), s)
		}
		if err != nil {
			return fmt.Errorf("suite %s cannot be written in the compact form: %w", s.Name, err)
		}
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// checkCompact reads a text back and holds its last suite against s.
func checkCompact(text string, s *Suite) error {
	list, err := sections(text)
	if err != nil {
		return err
	}
	again, err := list[len(list)-1].decode(s.Name)
	if err != nil {
		return err
	}
	same, err := equalTasks(again.Tasks, s.Tasks)
	if err == nil && !same {
		err = errors.New("its tasks say more than the form holds")
	}
	return err
}

// encodeSuite makes the section of a suite, after one with its graphs if none
// before has them.
func encodeSuite(s *Suite, before []*section) ([]*section, error) {
	if len(s.Tasks) == 0 {
		return nil, errors.New("it has no task")
	}
	first := s.Tasks[0]
	own := &section{name: strings.TrimPrefix(s.Name, importedPrefix), title: s.Title, kind: kindOf(first), spread: first.Model.Disturbance().Range}
	var graphs []string
	for i, t := range s.Tasks {
		if kindOf(t) != own.kind {
			return nil, fmt.Errorf("task %d is %s, the first is %s", i, kindOf(t), own.kind)
		}
		e, err := newEncoder(t)
		if err != nil {
			return nil, err
		}
		graphs = append(graphs, e.graph())
		own.lines = append(own.lines, e.line(own.kind, graphs[i]))
	}
	if ids := strings.TrimSuffix(first.GraphID, "_0"); ids != strings.TrimSuffix((&draft{nodes: first.Origin.Nodes}).graphID(own, 0), "_0") {
		own.ids = ids
	}
	list := []*section{own}
	if own.kind.derived() {
		own.plain = withGraphs(before, graphs, own.kind)
		if own.plain == nil {
			own.plain = &section{name: own.name + "-graphs", kind: kindLinear, title: own.title + ", graphs", lines: graphs}
			list = []*section{own.plain, own}
		}
	}
	return list, nil
}

// kindOf tells what the line of a task has to hold.
func kindOf(t *Task) kind {
	m := t.Model
	switch {
	case m.Family() == scm.Quadratic:
		return kindQuadratic
	case m.Disturbance().Active():
		return kindDisturbed
	case t.Chain != nil:
		return kindGolden
	case t.FreqParent:
		return kindFreqParent
	case len(controllable(t)) < m.Frequency():
		return kindOutside
	}
	return kindLinear
}

// withGraphs returns the first suite that has the graphs, the coefficients
// included unless they are replaced anyway.
func withGraphs(before []*section, graphs []string, k kind) *section {
	shape := func(line string) string { return line }
	if k == kindQuadratic {
		shape = func(line string) string {
			d, err := decodeGraph(line)
			if err != nil {
				return ""
			}
			return fmt.Sprint(d.nodes, d.edges)
		}
	}
	for _, s := range before {
		if s.kind == kindLinear && slices.EqualFunc(s.lines, graphs, func(a, b string) bool { return shape(a) == shape(b) }) {
			return s
		}
	}
	return nil
}

// write prints the section.
func (s *section) write(text *strings.Builder) {
	fmt.Fprintf(text, "suite %s %s", s.name, s.kind)
	if s.plain != nil {
		fmt.Fprintf(text, " of=%s", s.plain.name)
	}
	if s.kind == kindDisturbed {
		fmt.Fprintf(text, " range=%s", formatNumber(s.spread))
	}
	if s.ids != "" {
		fmt.Fprintf(text, " ids=%s", s.ids)
	}
	fmt.Fprintf(text, "\ntitle %s\n", s.title)
	for _, line := range s.lines {
		text.WriteString(line + "\n")
	}
}

// encoder writes the parts of one task.
type encoder struct{ task *Task }

func newEncoder(t *Task) (*encoder, error) {
	for _, name := range t.Origin.Nodes {
		if !slices.Contains(variableNames[:], name) {
			return nil, fmt.Errorf("no letter stands for the property %q", name)
		}
	}
	return &encoder{t}, nil
}

// graph writes nodes, bases and edges. The bases and coefficients of a quadratic
// task stand elsewhere.
func (e *encoder) graph() string {
	t := e.task
	var b strings.Builder
	for _, name := range t.Origin.Nodes[1:] {
		b.WriteByte(letterOf(name))
	}
	quadratic := t.Model.Family() == scm.Quadratic
	for _, name := range t.Origin.Nodes {
		base := t.Model.Mechanism(t.Model.Index(name)).Base
		if quadratic {
			base = 20
		}
		b.WriteString(" " + formatNumber(base))
	}
	for _, edge := range t.Origin.Edges {
		weight := 1.0
		if !quadratic {
			weight = e.weight(edge, 1)
		}
		fmt.Fprintf(&b, " %c%c%s", letterOf(edge.From), letterOf(edge.To), formatNumber(weight))
	}
	return b.String()
}

// line writes what the suite's own line holds.
func (e *encoder) line(k kind, graph string) string {
	switch k {
	case kindDisturbed:
		return lettersOf(e.task.Model.Disturbance().Affected)
	case kindOutside:
		return lettersOf(slices.DeleteFunc(slices.Clone(e.task.Origin.Nodes[1:]), func(name string) bool {
			return e.task.Model.Mechanism(e.task.Model.Index(name)).Controllable
		}))
	case kindGolden:
		return e.chain()
	case kindQuadratic:
		return e.quadratic()
	}
	return graph
}

func (e *encoder) chain() string {
	t := e.task
	var parts, links []string
	for _, bases := range t.Chain.Starts {
		parts = append(parts, e.byNode(bases))
	}
	for _, l := range t.Chain.Links {
		links = append(links, string(letterOf(t.Model.Mechanism(l.Variable).Name))+formatNumber(l.Value))
	}
	return strings.TrimSuffix(strings.Join(append(parts, strings.Join(links, " ")), " / "), " ")
}

func (e *encoder) quadratic() string {
	t := e.task
	var bases, edges []string
	for _, name := range t.Origin.Nodes {
		bases = append(bases, formatNumber(t.Model.Mechanism(t.Model.Index(name)).Base))
	}
	for len(bases) > 0 && bases[len(bases)-1] == "20" {
		bases = bases[:len(bases)-1]
	}
	p := t.Presets
	if p == nil {
		p = &Presets{Vertices: make([]float64, len(t.Origin.Edges))}
	}
	for i, edge := range t.Origin.Edges {
		edges = append(edges, formatNumber(e.weight(edge, 2))+"@"+formatNumber(p.Vertices[i]))
	}
	parts := []string{strings.Join(bases, " "), strings.Join(edges, " ")}
	for _, row := range append(slices.Clone(p.Records), p.Manipulator, p.Reactor, p.ProbeLeft, p.ProbeRight) {
		parts = append(parts, e.byNode(row))
	}
	return strings.Join(parts, " / ")
}

// byNode writes numbers in the order of the nodes after the frequency.
func (e *encoder) byNode(values []float64) string {
	var words []string
	for _, name := range e.task.Origin.Nodes[1:] {
		if values != nil {
			words = append(words, formatNumber(values[e.task.Model.Index(name)]))
		}
	}
	return strings.Join(words, " ")
}

// weight returns the coefficient of an edge's term.
func (e *encoder) weight(edge scm.Edge, power int) float64 {
	for _, term := range e.task.Model.Mechanism(e.task.Model.Index(edge.To)).Terms {
		if term.Parent == edge.From && term.Power == power {
			return term.Weight
		}
	}
	return 0
}

func letterOf(name string) byte { return letters[slices.Index(variableNames[:], name)] }

func lettersOf(names []string) string {
	var b strings.Builder
	for _, name := range names {
		b.WriteByte(letterOf(name))
	}
	return b.String()
}

func formatNumber(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
