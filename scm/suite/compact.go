package suite

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"causalab/scm"
)

// The compact form holds suites in a text of one line a task. All released suites
// are embedded in it, as released.txt; COMPACT.md describes it. Only what differs
// from task to task is stored: the rest is the same throughout the release and
// in sampled suites.

// letters stand for the properties in canonical order, F for the frequency.
const letters = "tmdqrphcvalF"

// kind is what the lines of a suite in compact form hold.
type kind string

const (
	kindLinear     kind = "linear"
	kindFreqParent kind = "freqparent"
	kindDisturbed  kind = "disturbed" // of a suite: who is disturbed
	kindOutside    kind = "outside"   // of a suite: which properties cannot be controlled
	kindGolden     kind = "golden"    // of a suite: a chain
	kindQuadratic  kind = "quadratic" // of a suite: other mechanisms on its graphs
)

var kinds = []kind{kindLinear, kindFreqParent, kindDisturbed, kindOutside, kindGolden, kindQuadratic}

// derived says whether the kind adds to the graphs of another suite.
func (k kind) derived() bool { return k != kindLinear && k != kindFreqParent }

// Values that are the same in the release and in sampled suites.
const (
	lowestBaseRange  = 15
	highestBaseRange = 45
)

// variableNames are the code names that letters stand for.
var variableNames = func() (names [len(letters)]string) {
	for i, v := range scm.ExtendedProperties() {
		names[i] = v.Name
	}
	names[len(letters)-1] = scm.Frequency
	return names
}()

// section is one suite in compact form.
type section struct {
	name   string
	kind   kind
	title  string
	plain  *section // the suite whose graphs are used; nil for one that has its own
	spread float64  // range of the disturbance
	ids    string   // begins graph ids; empty where they are as in the release
	head   int      // number of its first line
	lines  []string // one per task
	number []int    // of lines
}

// looksCompact says whether a file is in the compact form rather than JSON Lines.
func looksCompact(r *bufio.Reader) bool {
	start, _ := r.Peek(64)
	text := strings.TrimLeft(strings.TrimPrefix(string(start), "\ufeff"), " \t\r\n")
	return strings.HasPrefix(text, "#") || strings.HasPrefix(text, "suite ")
}

// longestCompact is the most bytes that a file in the compact form may have, enough
// for many times the tasks of a sampled suite.
const longestCompact = 64 << 20

// importCompact reads a file in the compact form; its last suite is the one.
func importCompact(name string, r io.Reader) (*Suite, error) {
	text, err := io.ReadAll(io.LimitReader(r, longestCompact+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > longestCompact:
		return nil, fmt.Errorf("longer than %d bytes", longestCompact)
	case !utf8.Valid(text):
		return nil, &FieldError{Line: 1, Message: "not UTF-8; save the file as UTF-8"}
	}
	list, err := sections(strings.TrimPrefix(string(text), "\ufeff"))
	if err != nil {
		return nil, err
	}
	s, err := list[len(list)-1].decode(name)
	if err == nil {
		s.Title = strings.TrimPrefix(name, importedPrefix)
	}
	return s, err
}

// sections splits a compact text into suites.
func sections(text string) ([]*section, error) {
	var list []*section
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, " \t\r\n")
		first, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "" || strings.HasPrefix(first, "#"):
		case first == "suite":
			s, err := newSection(list, strings.Fields(rest))
			if err != nil {
				return nil, &FieldError{Line: number, Message: err.Error()}
			}
			s.head = number
			list = append(list, s)
		case len(list) == 0:
			return nil, &FieldError{Line: number, Message: `a line before the first suite; begin with "suite NAME KIND"`}
		case first == "title":
			list[len(list)-1].title = rest
		default:
			s := list[len(list)-1]
			s.lines = append(s.lines, line)
			s.number = append(s.number, number)
		}
	}
	if len(list) == 0 {
		return nil, &FieldError{Line: max(number, 1), Message: `no suite; begin with "suite NAME KIND"`}
	}
	for _, s := range list {
		switch {
		case len(s.lines) == 0:
			return nil, &FieldError{Line: s.head, Message: "the suite has no task; add a line for each"}
		case s.plain != nil && len(s.lines) > len(s.plain.lines):
			return nil, &FieldError{Line: s.number[len(s.plain.lines)], Message: fmt.Sprintf("suite %s has only %d graphs", s.plain.name, len(s.plain.lines))}
		}
	}
	return list, nil
}

// newSection reads the words after "suite".
func newSection(before []*section, words []string) (*section, error) {
	if len(words) < 2 || !slices.Contains(kinds, kind(words[1])) {
		return nil, fmt.Errorf(`want "suite NAME KIND" with one of the kinds %v`, kinds)
	}
	s := &section{name: words[0], kind: kind(words[1])}
	ranged := false
	for _, option := range words[2:] {
		key, value, _ := strings.Cut(option, "=")
		switch {
		case key == "of":
			i := slices.IndexFunc(before, func(s *section) bool { return s.name == value && s.plain == nil })
			if i < 0 {
				return nil, fmt.Errorf("%s: no suite with graphs of its own is called %q above", option, value)
			}
			s.plain = before[i]
		case key == "range" && s.kind == kindDisturbed:
			var err error
			if s.spread, err = parseNumber(value); err != nil || s.spread < 0 {
				return nil, fmt.Errorf("%s: want a number that is not negative", option)
			}
			ranged = true
		case key == "ids" && value != "":
			s.ids = value
		default:
			return nil, fmt.Errorf("option %q is not known; a %s suite takes %s", option, s.kind, s.kind.options())
		}
	}
	if s.kind.derived() != (s.plain != nil) || (s.kind == kindDisturbed) != ranged {
		return nil, fmt.Errorf("a %s suite takes %s", s.kind, s.kind.options())
	}
	return s, nil
}

// options words the options of a kind.
func (k kind) options() string {
	switch {
	case k == kindDisturbed:
		return "of=SUITE, range=NUMBER and, if need be, ids=WORD"
	case k.derived():
		return "of=SUITE and, if need be, ids=WORD"
	}
	return "no option but ids=WORD"
}

// own is the section whose lines hold the graphs.
func (s *section) own() *section {
	if s.plain != nil {
		return s.plain
	}
	return s
}

// info describes a released suite without decoding it.
func (s *section) info() Info {
	info := Info{
		Name:   s.name,
		Title:  s.title,
		Family: string(scm.Linear),
		Nodes:  strings.IndexByte(s.own().lines[0], ' ') + 1,
		Count:  len(s.lines),
		Golden: s.kind == kindGolden,
		Hidden: s.kind == kindDisturbed,
	}
	switch s.kind {
	case kindFreqParent:
		info.Family += freqParentSuffix
	case kindDisturbed:
		info.Family += hiddenSuffix
	case kindQuadratic:
		info.Family = string(scm.Quadratic)
	}
	return info
}

// decode makes the tasks of the suite, called by name. Its error is a [*FieldError].
func (s *section) decode(name string) (*Suite, error) {
	tasks := make([]*Task, len(s.lines))
	for i := range tasks {
		t, err := s.task(i)
		if err != nil {
			return nil, &FieldError{Line: s.number[i], Message: err.Error()}
		}
		t.ID, t.Suite, t.Index = taskID(name, i), name, i
		tasks[i] = t
	}
	return newSuite(name, s.title, tasks), nil
}

// task decodes line i.
func (s *section) task(i int) (*Task, error) {
	d, err := decodeGraph(s.own().lines[i])
	if err != nil {
		return nil, err
	}
	line := s.lines[i]
	t := &Task{GraphID: d.graphID(s, i), FreqParent: s.kind == kindFreqParent}
	family, disturbance := scm.Linear, scm.Disturbance{}
	description := ""
	switch s.kind {
	case kindDisturbed:
		disturbance.Range = s.spread
		disturbance.Affected, err = codeNames(line)
		description = disturbedDescription
	case kindOutside:
		d.outside, err = d.decodeOutside(line)
		description = outsideDescription
	case kindQuadratic:
		family = scm.Quadratic
		description = quadraticDescription
		t.Presets, err = d.decodeQuadratic(line)
	}
	if err != nil {
		return nil, err
	}
	for _, e := range d.edges {
		if e.From == scm.Frequency && !t.FreqParent {
			return nil, fmt.Errorf("edge %v: the frequency is a parent, which it may be in a %s suite only", e, kindFreqParent)
		}
	}
	t.Origin = d.origin(description)
	t.Origin.StatesFamily = t.FreqParent || family == scm.Quadratic
	if t.Model, err = scm.NewModel(family, d.mechanisms(), disturbance); err != nil {
		return nil, err
	}
	if s.kind == kindGolden {
		if t.Chain, err = d.decodeChain(line, t.Model); err == nil {
			_, err = t.ChainCrystals()
		}
	}
	return t, err
}

// draft is a model under decoding. Nodes and edges are in the file's order.
type draft struct {
	nodes []string
	bases []float64 // of nodes
	edges []scm.Edge
	terms [][]scm.Term // of edges
	// outside are the properties that cannot be controlled; none in the release.
	outside []string
}

// What descriptions say of a task beside the size of its graph.
const (
	disturbedDescription = " with hidden variable"
	quadraticDescription = " with hard quadratic parent-child mechanisms"
	outsideDescription   = " with properties out of control"
)

// origin describes the draft as the release does; extra ends the description.
func (d *draft) origin(extra string) Origin {
	return Origin{
		Description: fmt.Sprintf("Causal graph with %d nodes and %d edges%s", len(d.nodes), len(d.edges), extra),
		Nodes:       d.nodes,
		Edges:       d.edges,
		BaseRanges:  slices.Repeat([][2]float64{{lowestBaseRange, highestBaseRange}}, len(d.nodes)),
		Budget:      4 * (len(d.nodes) - 1),
	}
}

// graphID returns the graph id of task i, by default as the release has it.
func (d *draft) graphID(s *section, i int) string {
	ids := s.ids
	if ids == "" {
		ids = fmt.Sprintf("%dnodes", len(d.nodes))
		if s.kind == kindQuadratic {
			ids += "_quad_hard"
		}
	}
	return fmt.Sprintf("%s_%d", ids, i)
}

// decodeGraph reads "qdm 25 24 20 20 dF1 mF1 dq1": the nodes after the
// frequency, a base per node with the frequency's first, and edges with weights.
func decodeGraph(line string) (*draft, error) {
	words := strings.Fields(line)
	nodes, err := codeNames("F" + words[0])
	if err != nil {
		return nil, err
	}
	d := &draft{nodes: nodes}
	n := len(nodes)
	if n < 2 || n > mostNodes {
		return nil, fmt.Errorf("%d variables; want 2 to %d", n, mostNodes)
	}
	if len(words) < 1+n {
		return nil, fmt.Errorf("%d bases for %d variables", len(words)-1, n)
	}
	if d.bases, err = parseNumbers(words[1:1+n], n); err != nil {
		return nil, err
	}
	for _, w := range words[1+n:] {
		if len(w) < 3 {
			return nil, fmt.Errorf("edge %q: want two letters and a weight, like dF1", w)
		}
		ends, err := codeNames(w[:2])
		if err != nil {
			return nil, err
		}
		weight, err := parseNumber(w[2:])
		if err != nil {
			return nil, fmt.Errorf("edge %q: %w", w, err)
		}
		e := scm.Edge{From: ends[0], To: ends[1]}
		if !slices.Contains(nodes, e.From) || !slices.Contains(nodes, e.To) {
			return nil, fmt.Errorf("edge %q: an end is not among the nodes", w)
		}
		d.edges = append(d.edges, e)
		d.terms = append(d.terms, []scm.Term{{Parent: e.From, Power: 1, Weight: weight}})
	}
	return d, nil
}

// decodeOutside reads the letters of properties out of control.
func (d *draft) decodeOutside(line string) ([]string, error) {
	names, err := codeNames(line)
	for i, name := range names {
		if name == scm.Frequency || !slices.Contains(d.nodes, name) || slices.Contains(names[:i], name) {
			return nil, fmt.Errorf("%q: want letters of different properties of the graph", line)
		}
	}
	return names, err
}

// decodeQuadratic replaces bases and terms by those of a line
// "bases / u@vertex per edge / record / record / manipulator / reactor / left / right".
func (d *draft) decodeQuadratic(line string) (*Presets, error) {
	const defaultBase = 20 // where bases are left out at the end
	parts := strings.Split(line, " / ")
	if len(parts) != 8 {
		return nil, fmt.Errorf("%d parts divided by /; want 8", len(parts))
	}
	bases := strings.Fields(parts[0])
	stated, err := parseNumbers(bases, min(len(bases), len(d.nodes)))
	if err != nil {
		return nil, err
	}
	d.bases = append(stated, slices.Repeat([]float64{defaultBase}, len(d.nodes))...)[:len(d.nodes)]
	edges := strings.Fields(parts[1])
	if len(edges) != len(d.edges) {
		return nil, fmt.Errorf("%d mechanisms for %d edges", len(edges), len(d.edges))
	}
	p := new(Presets)
	for i, word := range edges {
		curvature, vertex, _ := strings.Cut(word, "@")
		numbers, err := parseNumbers([]string{curvature, vertex}, 2)
		if err != nil {
			return nil, fmt.Errorf("%q: want u@vertex: %w", word, err)
		}
		u, a := numbers[0], numbers[1]
		w := math.RoundToEven(-2*u*a*1e6) / 1e6
		d.terms[i] = []scm.Term{
			{Parent: d.edges[i].From, Power: 2, Weight: u},
			{Parent: d.edges[i].From, Power: 1, Weight: w},
		}
		p.Vertices = append(p.Vertices, a)
	}
	var rows [6][]float64
	for i := range rows {
		values, err := parseNumbers(strings.Fields(parts[2+i]), len(d.nodes)-1)
		if err != nil {
			return nil, err
		}
		rows[i] = d.byVariable(0, values)
	}
	p.Records = [][]float64{rows[0], rows[1]}
	p.Manipulator, p.Reactor, p.ProbeLeft, p.ProbeRight = rows[2], rows[3], rows[4], rows[5]
	return p, nil
}

// decodeChain reads "start bases / start bases / links", a link being a letter
// and a value.
func (d *draft) decodeChain(line string, m *scm.Model) (*Chain, error) {
	parts := strings.Split(line, " /")
	if len(parts) < 2 {
		return nil, errors.New("want the bases of the first crystals and the interventions, divided by /")
	}
	c := &Chain{Semantics: scm.Target}
	for _, start := range parts[:len(parts)-1] {
		values, err := parseNumbers(strings.Fields(start), len(d.nodes)-1)
		if err != nil {
			return nil, err
		}
		c.Starts = append(c.Starts, d.byVariable(d.bases[0], values))
	}
	for _, w := range strings.Fields(parts[len(parts)-1]) {
		names, err := codeNames(w[:1])
		if err != nil {
			return nil, err
		}
		value, err := parseNumber(w[1:])
		if err != nil {
			return nil, fmt.Errorf("intervention %q: %w", w, err)
		}
		v := m.Index(names[0])
		if v < 0 || !m.Mechanism(v).Controllable {
			return nil, fmt.Errorf("intervention %q: not on a controllable property", w)
		}
		c.Links = append(c.Links, Link{v, value})
	}
	return c, nil
}

// byVariable puts numbers given in the order of the nodes after the frequency
// into canonical order, the frequency's last.
func (d *draft) byVariable(frequency float64, values []float64) []float64 {
	names := slices.Clone(d.nodes)
	slices.SortFunc(names, scm.CompareNames)
	ordered := make([]float64, len(names))
	for i, name := range d.nodes {
		v := frequency
		if i > 0 {
			v = values[i-1]
		}
		ordered[slices.Index(names, name)] = v
	}
	return ordered
}

// mechanisms gathers the terms of each node in the order of its edges.
func (d *draft) mechanisms() []scm.Mechanism {
	list := make([]scm.Mechanism, len(d.nodes))
	for i, name := range d.nodes {
		list[i] = scm.Mechanism{
			Variable:     scm.Variable{Name: name, Display: scm.DisplayName(name)},
			Controllable: name != scm.Frequency && !slices.Contains(d.outside, name),
			Base:         d.bases[i],
		}
		for j, e := range d.edges {
			if e.To == name {
				list[i].Terms = append(list[i].Terms, d.terms[j]...)
			}
		}
	}
	return list
}

// codeNames spells out letters.
func codeNames(word string) ([]string, error) {
	names := make([]string, len(word))
	for i := range word {
		at := strings.IndexByte(letters, word[i])
		if at < 0 {
			return nil, fmt.Errorf("%q: letters that stand for variables are %s", word, letters)
		}
		names[i] = variableNames[at]
	}
	return names, nil
}

// parseNumbers reads n finite numbers.
func parseNumbers(words []string, n int) ([]float64, error) {
	if len(words) != n {
		return nil, fmt.Errorf("%d numbers; want %d", len(words), n)
	}
	list := make([]float64, n)
	for i, w := range words {
		var err error
		if list[i], err = parseNumber(w); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func parseNumber(word string) (float64, error) {
	x, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("%q is not a finite number", word)
	}
	return x + 0, nil // -0 is 0
}
