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

	"causalab/scm/suite"
)

// released lists the suites in the order in which they are shown.
var released = []struct{ name, title string }{
	{"3nodes", "3 nodes"},
	{"4nodes", "4 nodes"},
	{"5nodes", "5 nodes"},
	{"6nodes", "6 nodes"},
	{"7nodes", "7 nodes"},
	{"4nodes_freqparent", "4 nodes, the frequency may be a parent"},
	{"6nodes_freqparent", "6 nodes, the frequency may be a parent"},
	{"4nodes_quad_hard", "4 nodes, quadratic"},
	{"4nodes_hidden_n1", "4 nodes, disturbance on one property"},
	{"4nodes_hidden_n2", "4 nodes, disturbance on two properties"},
	{"4nodes_hidden_n3", "4 nodes, disturbance on three properties"},
	{"4nodes_hidden_freqnode_n1", "4 nodes, disturbance on the frequency"},
	{"4nodes_hidden_freqnode_n2", "4 nodes, disturbance on the frequency and one property"},
	{"4nodes_hidden_freqnode_n3", "4 nodes, disturbance on the frequency and two properties"},
	{"4nodes_hidden_vrange_pm0p5", "4 nodes, disturbance of up to 0.5"},
	{"4nodes_hidden_vrange_pm5", "4 nodes, disturbance of up to 5"},
	{"4nodes_hidden_vrange_pm50", "4 nodes, disturbance of up to 50"},
	{"4nodes_golden", "4 nodes, chain of interventions given"},
	{"6nodes_golden", "6 nodes, chain of interventions given"},
}

const head = `# The suites of the CausaLab release in the compact form that COMPACT.md describes. See
# NOTICE for their source and licence. Written by internal/compact.
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
	var suites []*suite.Suite
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
		imported.Title = s.title
		suites = append(suites, imported)
	}
	return suite.ExportCompact(w, suites...)
}
