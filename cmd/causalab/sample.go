package main

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"causalab/game"
	"causalab/scm"
	"causalab/scm/golden"
	"causalab/scm/suite"
)

var sampleCommand = command{
	name:    "sample",
	summary: "write a suite of sampled tasks",
	details: `
Samples tasks of a family and prints them in the release's format, one JSON
object a line, which plays here (with -suite-file) and there; or in the compact
form, which plays here. Equal flags print equal bytes, always.

families:
  plain            linear, 3 to 12 nodes
  freqparent       the frequency may be a parent
  quadratic        hard quadratic; 4 nodes on the released graphs
  hidden-count     a disturbance of up to 5 on -count properties (1 to 3)
  hidden-range     a disturbance of up to -range (0.5, 5 or 50) on one property
  hidden-freqnode  a disturbance on the frequency and -count less one properties
  outside          -count properties are observed and cannot be set
  golden           plain, with a chain of interventions that leaves few graphs

All but golden can also be played by id without a file, up to index 9999; -graphs
of play and run is -seed here. The suites' names are
  sampled-6nodes, sampled-6nodes_freqparent, sampled-6nodes_quad_hard,
  sampled-6nodes_hidden_n2, sampled-6nodes_hidden_vrange_pm0p5,
  sampled-6nodes_hidden_freqnode_n1, sampled-6nodes_outside2.
Any of them can be played with -evidence golden, where there is no disturbance.

examples:
  causalab sample -family hidden-count -count 2 -nodes 6 -graphs 100 -seed 7 > mine.jsonl
  causalab play sampled-6nodes_hidden_n2/17 -graphs 7
  causalab sample -family golden -nodes 5 -format compact -out mine.txt`,
	setUp: func(flags *flag.FlagSet) action {
		c := sampler{out: outFile{what: "suite"}}
		flags.StringVar(&c.family, "family", string(suite.SampledPlain), "a `word` of the list above")
		flags.IntVar(&c.sampling.Nodes, "nodes", 4, "variables with the frequency, a `number`")
		flags.IntVar(&c.graphs, "graphs", 50, "how many tasks, a `number`")
		flags.Uint64Var(&c.seed, "seed", 0, "sample the graphs of this `number`")
		flags.IntVar(&c.sampling.Count, "count", 0, "disturbed variables, or properties that cannot be set, a `number`\n(default 1 in families that need it)")
		flags.Float64Var(&c.sampling.Range, "range", 0, "range of the disturbance, a `number` (default 5 in hidden-range)")
		flags.StringVar(&c.format, "format", "jsonl", "a `word`: jsonl, the release's format, or compact")
		flags.StringVar(&c.out.name, "out", "", "write to this `file` in place of standard output")
		flags.BoolVar(&c.out.force, "force", false, "let -out replace a file that is there")
		return c.sample
	},
}

// goldenFamily is the one family that package suite does not know.
const goldenFamily = "golden"

// sampler is one call of the command sample.
type sampler struct {
	family   string
	sampling suite.Sampling
	graphs   int
	seed     uint64
	format   string
	out      outFile
}

func (c *sampler) sample(s *streams, operands []string) error {
	if len(operands) > 0 {
		return badUsage("unexpected argument %q", operands[0])
	}
	write, err := c.writer()
	if err != nil {
		return err
	}
	if c.out.name != "" {
		if err := c.out.check(); err != nil {
			return err
		}
	}
	made, err := c.suite()
	if err != nil {
		return err
	}
	if c.out.name == "" {
		return write(s.out, made)
	}
	var text strings.Builder
	if err := write(&text, made); err != nil {
		return err
	}
	return c.out.save(text.String())
}

// writer returns what writes the chosen format.
func (c *sampler) writer() (func(io.Writer, *suite.Suite) error, error) {
	switch c.format {
	case "jsonl":
		return func(w io.Writer, s *suite.Suite) error { return suite.Export(w, s.Tasks) }, nil
	case "compact":
		return func(w io.Writer, s *suite.Suite) error { return suite.ExportCompact(w, s) }, nil
	}
	return nil, badUsage("-format %q: choose jsonl or compact", c.format)
}

// suite samples the tasks.
func (c *sampler) suite() (*suite.Suite, error) {
	sampling := c.sampling
	sampling.Family = suite.SampledFamily(c.family)
	switch sampling.Family {
	case goldenFamily:
		sampling.Family = suite.SampledPlain
	case suite.SampledHiddenCount, suite.SampledHiddenFreqnode, suite.SampledOutside:
		if sampling.Count == 0 {
			sampling.Count = 1
		}
	case suite.SampledHiddenRange:
		if sampling.Range == 0 {
			sampling.Range = 5
		}
	default:
		if known := suite.SampledFamilies(); !slices.Contains(known, sampling.Family) {
			return nil, badUsage("-family %q: choose one of %v", c.family, append(known, goldenFamily))
		}
	}
	if c.seed > game.MaxSeed {
		return nil, badUsage("-seed %d: the largest is %d", c.seed, uint64(game.MaxSeed))
	}
	made, err := sampling.Suite(c.graphs, c.seed)
	if err != nil {
		return nil, usageError{err}
	}
	if c.family == goldenFamily {
		err = giveChains(made)
	}
	return made, err
}

// giveChains gives every task a chain from the manipulator crystal of seed 0, with
// the semantics that chains in files have.
func giveChains(s *suite.Suite) error {
	s.Name += "_" + goldenFamily
	s.Title += ", chain of interventions given"
	s.Golden = true
	for i, task := range s.Tasks {
		chain, err := golden.Make(task, 0, scm.Target)
		if err != nil {
			return fmt.Errorf("task %d: %w", i, err)
		}
		given := *task
		given.Chain = chain
		s.Tasks[i] = &given
	}
	return nil
}
