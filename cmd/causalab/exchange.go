package main

import (
	"flag"

	"causalab/scm/suite"
)

var exportCommand = command{
	name:     "export",
	operands: "SUITE",
	summary:  "write a suite in the release's format",
	details: `
Prints a suite as the JSON Lines that the CausaLab release reads, one task a
line. "causalab suites" lists the names.

example:
  causalab export 4nodes > 4nodes.jsonl`,
	setUp: func(flags *flag.FlagSet) action {
		var files suiteFiles
		files.register(flags)
		return func(s *streams, operands []string) error {
			switch {
			case len(operands) == 0:
				return badUsage("no suite: name one that causalab suites lists")
			case len(operands) > 1:
				return badUsage("one suite at a time: unexpected argument %q", operands[1])
			}
			c, err := files.open()
			if err != nil {
				return err
			}
			found, err := c.library.Suite(operands[0])
			if err != nil {
				return usageError{err}
			}
			return suite.Export(s.out, found.Tasks)
		}
	},
}

var importCommand = command{
	name:     "import",
	operands: "FILE...",
	summary:  "check files in the release's format",
	details: `
Reads suites in the release's JSON Lines format and describes what is in them,
one JSON object a file, or says in which line and field a file is wrong. The
files stay where they are: play, score and replay take them with -suite-file.

example:
  causalab import mine.jsonl && causalab play imported/mine/0-v1 -suite-file mine.jsonl`,
	setUp: func(*flag.FlagSet) action {
		return func(s *streams, operands []string) error {
			failed, err := readFiles(operands, s, "suites", true, func(in *input) error {
				found, err := suite.Import(suite.NameOf(in.name), in.lines.reader)
				if err != nil {
					return badFile(in.name, "%w", err)
				}
				return writeLine(s.out, found.Info)
			})
			if err == nil && failed {
				return errReported
			}
			return err
		}
	},
}
