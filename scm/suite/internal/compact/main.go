// Command compact writes the embedded form of the released suites from the
// release's own files:
//
//	go run ./scm/suite/internal/compact FOLDER > scm/suite/released.txt
//
// FOLDER holds the released JSON Lines, one file a suite. Nothing that the
// release says is left out: the tests of package suite export every embedded
// suite and compare it with the files.
package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"causalab/scm"
	"causalab/scm/suite"
)

// released lists the suites in the order in which they are shown. A suite that
// names a plain one stores only what it adds to it.
var released = []struct{ name, kind, plain, title string }{
	{"3nodes", "linear", "", "3 nodes"},
	{"4nodes", "linear", "", "4 nodes"},
	{"5nodes", "linear", "", "5 nodes"},
	{"6nodes", "linear", "", "6 nodes"},
	{"7nodes", "linear", "", "7 nodes"},
	{"4nodes_freqparent", "freqparent", "", "4 nodes, the frequency may be a parent"},
	{"6nodes_freqparent", "freqparent", "", "6 nodes, the frequency may be a parent"},
	{"4nodes_quad_hard", "quadratic", "4nodes", "4 nodes, quadratic"},
	{"4nodes_hidden_n1", "disturbed", "4nodes", "4 nodes, disturbance on one property"},
	{"4nodes_hidden_n2", "disturbed", "4nodes", "4 nodes, disturbance on two properties"},
	{"4nodes_hidden_n3", "disturbed", "4nodes", "4 nodes, disturbance on three properties"},
	{"4nodes_hidden_freqnode_n1", "disturbed", "4nodes", "4 nodes, disturbance on the frequency"},
	{"4nodes_hidden_freqnode_n2", "disturbed", "4nodes", "4 nodes, disturbance on the frequency and one property"},
	{"4nodes_hidden_freqnode_n3", "disturbed", "4nodes", "4 nodes, disturbance on the frequency and two properties"},
	{"4nodes_hidden_vrange_pm0p5", "disturbed", "4nodes", "4 nodes, disturbance of up to 0.5"},
	{"4nodes_hidden_vrange_pm5", "disturbed", "4nodes", "4 nodes, disturbance of up to 5"},
	{"4nodes_hidden_vrange_pm50", "disturbed", "4nodes", "4 nodes, disturbance of up to 50"},
	{"4nodes_golden", "golden", "4nodes", "4 nodes, chain of interventions given"},
	{"6nodes_golden", "golden", "6nodes", "6 nodes, chain of interventions given"},
}

const head = `# The suites of the CausaLab release in a compact form. See NOTICE for their source
# and licence. Written by internal/compact, read by compact.go.
#
# Letters stand for variables: t temperatureC, m moisture, d density, q quantumSize,
# r radiation, p pressure, h ph, c conductivity, F resonanceFreq.
#
# "suite NAME KIND" begins a suite, "title" says what people read. Then comes one line
# a task, in order. A plain task is
#   nodes after the frequency, a base for each node (the frequency's first), edges with weights
# in the order of the released file. A suite "of" another has the graphs and coefficients of its
# tasks and adds to each:
#   disturbed: the affected variables; "range" holds for all
#   golden: bases of the crystals recorded first, divided by /, then after / the interventions
#   quadratic: other bases / u@vertex for each edge / bases of the two records / manipulator /
#     reactor / left probes / right probes, these all without the frequency. A property's base is
#     20 where it is left out at the end, and w = -2·u·vertex to six decimals.
`

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: compact FOLDER > released.txt")
		os.Exit(2)
	}
	w := bufio.NewWriter(os.Stdout)
	if err := write(w, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "compact:", err)
		os.Exit(1)
	}
	if err := w.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, "compact:", err)
		os.Exit(1)
	}
}

func write(w *bufio.Writer, folder string) error {
	fmt.Fprint(w, head)
	for _, s := range released {
		f, err := os.Open(filepath.Join(folder, s.name+".jsonl"))
		if err != nil {
			return err
		}
		imported, err := suite.Import(s.name, f)
		f.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Fprintf(w, "suite %s %s", s.name, s.kind)
		if s.plain != "" {
			fmt.Fprintf(w, " of=%s", s.plain)
		}
		if s.kind == "disturbed" {
			fmt.Fprintf(w, " range=%s", number(imported.Tasks[0].Model.Disturbance().Range))
		}
		fmt.Fprintf(w, "\ntitle %s\n", s.title)
		for _, t := range imported.Tasks {
			fmt.Fprintln(w, encode(s.kind, t))
		}
	}
	return nil
}

// encode writes the line of a task.
func encode(kind string, t *suite.Task) string {
	switch kind {
	case "disturbed":
		var b strings.Builder
		for _, name := range t.Model.Disturbance().Affected {
			b.WriteByte(letter(name))
		}
		return b.String()
	case "golden":
		var parts []string
		for _, bases := range t.Chain.Starts {
			parts = append(parts, byNode(t, bases))
		}
		var links []string
		for _, l := range t.Chain.Links {
			links = append(links, string(letter(t.Model.Mechanism(l.Variable).Name))+number(l.Value))
		}
		return strings.TrimSuffix(strings.Join(append(parts, strings.Join(links, " ")), " / "), " ")
	case "quadratic":
		return encodeQuadratic(t)
	}
	var b strings.Builder
	for _, name := range t.Origin.Nodes[1:] {
		b.WriteByte(letter(name))
	}
	for _, name := range t.Origin.Nodes {
		b.WriteString(" " + number(t.Model.Mechanism(t.Model.Index(name)).Base))
	}
	for _, e := range t.Origin.Edges {
		fmt.Fprintf(&b, " %c%c%s", letter(e.From), letter(e.To), number(weight(t, e, 1)))
	}
	return b.String()
}

func encodeQuadratic(t *suite.Task) string {
	var bases, edges []string
	for _, name := range t.Origin.Nodes {
		bases = append(bases, number(t.Model.Mechanism(t.Model.Index(name)).Base))
	}
	for len(bases) > 0 && bases[len(bases)-1] == "20" {
		bases = bases[:len(bases)-1]
	}
	for i, e := range t.Origin.Edges {
		edges = append(edges, number(weight(t, e, 2))+"@"+number(t.Presets.Vertices[i]))
	}
	parts := []string{strings.Join(bases, " "), strings.Join(edges, " ")}
	rows := append(slices.Clone(t.Presets.Records), t.Presets.Manipulator, t.Presets.Reactor, t.Presets.ProbeLeft, t.Presets.ProbeRight)
	for _, row := range rows {
		parts = append(parts, byNode(t, row))
	}
	return strings.Join(parts, " / ")
}

// byNode writes numbers in the order of the nodes after the frequency.
func byNode(t *suite.Task, values []float64) string {
	var words []string
	for _, name := range t.Origin.Nodes[1:] {
		words = append(words, number(values[t.Model.Index(name)]))
	}
	return strings.Join(words, " ")
}

// weight returns the coefficient of an edge's term.
func weight(t *suite.Task, e scm.Edge, power int) float64 {
	for _, term := range t.Model.Mechanism(t.Model.Index(e.To)).Terms {
		if term.Parent == e.From && term.Power == power {
			return term.Weight
		}
	}
	return 0
}

func letter(name string) byte {
	if name == scm.Frequency {
		return 'F'
	}
	i := slices.IndexFunc(scm.Properties(), func(v scm.Variable) bool { return v.Name == name })
	return "tmdqrphc"[i]
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
