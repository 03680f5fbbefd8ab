package suite

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"causalab/scm"
)

// The compact form holds all released suites in one text, released.txt. Its
// head describes it; the program in internal/compact writes it from the
// release's files. Only what differs from task to task is stored: the rest is
// the same throughout the release, which the tests check by exporting.

// letters stand for the eight properties in canonical order, F for the frequency.
const letters = "tmdqrphcF"

// Kinds of released suites.
const (
	kindLinear     = "linear"
	kindFreqParent = "freqparent"
	kindDisturbed  = "disturbed" // a plain suite and who is disturbed
	kindGolden     = "golden"    // a plain suite and a chain
	kindQuadratic  = "quadratic" // a plain suite's graphs with other mechanisms
)

// Values that are the same in the whole release.
const (
	lowestBaseRange  = 15
	highestBaseRange = 45
)

// variableNames are the code names that letters stand for.
var variableNames = func() (names [len(letters)]string) {
	for i, v := range scm.Properties() {
		names[i] = v.Name
	}
	names[len(letters)-1] = scm.Frequency
	return names
}()

// section is one suite in compact form.
type section struct {
	name, kind, title string
	plain             *section // the suite whose graphs are used; nil for one that has its own
	spread            float64  // range of the disturbance
	lines             []string // one per task
}

// sections splits a compact text into suites. The text is part of the program,
// so a fault in it is a programmer's error and panics.
func sections(text string) []*section {
	var list []*section
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		first, rest, _ := strings.Cut(line, " ")
		switch first {
		case "#":
		case "suite":
			words := strings.Fields(rest)
			s := &section{name: words[0], kind: words[1]}
			for _, option := range words[2:] {
				key, value, _ := strings.Cut(option, "=")
				switch key {
				case "of":
					i := slices.IndexFunc(list, func(s *section) bool { return s.name == value })
					s.plain = list[i]
				case "range":
					s.spread = mustNumber(value)
				default:
					panic("compact suites: unknown option " + option)
				}
			}
			list = append(list, s)
		case "title":
			list[len(list)-1].title = rest
		default:
			s := list[len(list)-1]
			s.lines = append(s.lines, line)
		}
	}
	return list
}

func (s *section) info() Info {
	own := s
	if s.plain != nil {
		own = s.plain
	}
	info := Info{
		Name:   s.name,
		Title:  s.title,
		Family: string(scm.Linear),
		Nodes:  strings.IndexByte(own.lines[0], ' ') + 1,
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

// decode makes the tasks. An error is that of a model which does not hold up.
func (s *section) decode() (*Suite, error) {
	tasks := make([]*Task, len(s.lines))
	for i, line := range s.lines {
		own := line
		if s.plain != nil {
			own = s.plain.lines[i]
		}
		d := decodeGraph(own)
		t := &Task{
			ID:         taskID(s.name, i),
			Suite:      s.name,
			Index:      i,
			GraphID:    fmt.Sprintf("%dnodes_%d", len(d.nodes), i),
			FreqParent: s.kind == kindFreqParent,
		}
		family, disturbance := scm.Linear, scm.Disturbance{}
		kind := ""
		switch s.kind {
		case kindDisturbed:
			disturbance = scm.Disturbance{Range: s.spread, Affected: codeNames(line)}
			kind = disturbedDescription
		case kindQuadratic:
			family = scm.Quadratic
			t.GraphID = fmt.Sprintf("%dnodes_quad_hard_%d", len(d.nodes), i)
			kind = quadraticDescription
			t.Presets = d.decodeQuadratic(line)
		}
		t.Origin = d.origin(kind)
		t.Origin.StatesFamily = t.FreqParent || family == scm.Quadratic
		var err error
		if t.Model, err = scm.NewModel(family, d.mechanisms(), disturbance); err != nil {
			return nil, fmt.Errorf("released suite %s, task %d: %w", s.name, i, err)
		}
		if s.kind == kindGolden {
			t.Chain = d.decodeChain(line, t.Model)
		}
		tasks[i] = t
	}
	return newSuite(s.name, s.title, tasks), nil
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

// What the release adds to the description of a task.
const (
	disturbedDescription = " with hidden variable"
	quadraticDescription = " with hard quadratic parent-child mechanisms"
)

// origin describes the draft as the release does; kind ends the description.
func (d *draft) origin(kind string) Origin {
	return Origin{
		Description: fmt.Sprintf("Causal graph with %d nodes and %d edges%s", len(d.nodes), len(d.edges), kind),
		Nodes:       d.nodes,
		Edges:       d.edges,
		BaseRanges:  slices.Repeat([][2]float64{{lowestBaseRange, highestBaseRange}}, len(d.nodes)),
		Budget:      4 * (len(d.nodes) - 1),
	}
}

// decodeGraph reads "qdm 25 24 20 20 dF1 mF1 dq1": the nodes after the
// frequency, a base per node with the frequency's first, and edges with weights.
func decodeGraph(line string) *draft {
	words := strings.Fields(line)
	d := &draft{nodes: codeNames("F" + words[0])}
	n := len(d.nodes)
	d.bases = mustNumbers(words[1 : 1+n])
	for _, w := range words[1+n:] {
		ends := codeNames(w[:2])
		d.edges = append(d.edges, scm.Edge{From: ends[0], To: ends[1]})
		d.terms = append(d.terms, []scm.Term{{Parent: ends[0], Power: 1, Weight: mustNumber(w[2:])}})
	}
	return d
}

// decodeQuadratic replaces bases and terms by those of a line
// "bases / u@vertex per edge / record / record / manipulator / reactor / left / right".
func (d *draft) decodeQuadratic(line string) *Presets {
	parts := strings.Split(line, " / ")
	p := new(Presets)
	d.bases = append(mustNumbers(strings.Fields(parts[0])), slices.Repeat([]float64{20}, len(d.nodes))...)[:len(d.nodes)]
	for i, word := range strings.Fields(parts[1]) {
		curvature, vertex, _ := strings.Cut(word, "@")
		u, a := mustNumber(curvature), mustNumber(vertex)
		w := math.RoundToEven(-2*u*a*1e6) / 1e6
		d.terms[i] = []scm.Term{
			{Parent: d.edges[i].From, Power: 2, Weight: u},
			{Parent: d.edges[i].From, Power: 1, Weight: w},
		}
		p.Vertices = append(p.Vertices, a)
	}
	row := func(i int) []float64 { return d.byVariable(0, mustNumbers(strings.Fields(parts[i]))) }
	p.Records = [][]float64{row(2), row(3)}
	p.Manipulator, p.Reactor, p.ProbeLeft, p.ProbeRight = row(4), row(5), row(6), row(7)
	return p
}

// decodeChain reads "start bases / start bases / links", a link being a letter
// and a value.
func (d *draft) decodeChain(line string, m *scm.Model) *Chain {
	parts := strings.Split(line, " /")
	c := &Chain{Semantics: scm.Target}
	for _, start := range parts[:len(parts)-1] {
		c.Starts = append(c.Starts, d.byVariable(d.bases[0], mustNumbers(strings.Fields(start))))
	}
	for _, w := range strings.Fields(parts[len(parts)-1]) {
		c.Links = append(c.Links, Link{m.Index(codeNames(w[:1])[0]), mustNumber(w[1:])})
	}
	return c
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
func codeNames(word string) []string {
	names := make([]string, len(word))
	for i := range word {
		names[i] = variableNames[strings.IndexByte(letters, word[i])]
	}
	return names
}

func mustNumbers(words []string) []float64 {
	list := make([]float64, len(words))
	for i, w := range words {
		list[i] = mustNumber(w)
	}
	return list
}

func mustNumber(word string) float64 {
	x, err := strconv.ParseFloat(word, 64)
	if err != nil {
		panic("compact suites: " + err.Error())
	}
	return x
}
