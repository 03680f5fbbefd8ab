package main

import (
	"flag"
	"fmt"
	"strings"
	"text/tabwriter"

	"causalab/scm/suite"
)

var suitesCommand = command{
	name:    "suites",
	summary: "list the suites",
	details: `
Lists the suites that can be played: name, number of tasks, variables with the
frequency, family, whether the tasks hand over a Golden chain, and title. The tasks
of a suite are called causalab/NAME/0-v1 and so on. Of the sampled suites only
some are listed; "causalab help sample" tells of all.

examples:
  causalab suites
  causalab suites -json | jq -r .name`,
	setUp: func(flags *flag.FlagSet) action {
		var files suiteFiles
		files.register(flags)
		asJSON := flags.Bool("json", false, "print one JSON object a line")
		return func(s *streams, operands []string) error {
			if len(operands) > 0 {
				return badUsage("unexpected argument %q", operands[0])
			}
			c, err := files.open()
			if err != nil {
				return err
			}
			if *asJSON {
				for _, info := range c.library.Suites() {
					if err := writeLine(s.out, info); err != nil {
						return err
					}
				}
				return nil
			}
			return writeSuites(s, c.library.Suites())
		}
	},
}

func writeSuites(s *streams, suites []suite.Info) error {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "NAME\tTASKS\tNODES\tFAMILY\tCHAIN\tTITLE")
	tasks, stored := 0, 0
	for _, info := range suites {
		chain := "-"
		if info.Golden {
			chain = "golden"
		}
		fmt.Fprintf(table, "%s\t%5d\t%5d\t%s\t%s\t%s\n", info.Name, info.Count, info.Nodes, info.Family, chain, info.Title)
		if !info.Sampled {
			tasks += info.Count
			stored++
		}
	}
	table.Flush()
	_, err := fmt.Fprintf(s.out, "%s\n%d tasks in %d suites, and any number of sampled ones\n", text.String(), tasks, stored)
	return err
}
