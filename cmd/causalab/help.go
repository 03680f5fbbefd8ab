package main

import (
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"text/tabwriter"
)

var helpCommand = command{
	name:     "help",
	operands: "[COMMAND]",
	summary:  "describe a command and its flags",
	details:  "Describes a command with its flags and examples, or lists all commands.",
}

var versionCommand = command{
	name:    "version",
	summary: "name program and toolchain",
	details: "Prints the versions of this program and of the toolchain that built it.",
	setUp: func(*flag.FlagSet) action {
		return func(s *streams, operands []string) error {
			if len(operands) > 0 {
				return badUsage("unexpected argument %q", operands[0])
			}
			_, err := fmt.Fprintf(s.out, "causalab %s, %s, %s/%s\n", buildName(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		}
	},
}

// The table of commands contains help, and help prints the table.
func init() {
	helpCommand.setUp = func(*flag.FlagSet) action { return help }
}

func help(s *streams, operands []string) error {
	switch len(operands) {
	case 0:
		writeOverview(s.out)
		return nil
	case 1:
		c := findCommand(operands[0])
		if c == nil {
			return badUsage("there is no command %q", operands[0])
		}
		c.writeHelp(s.out)
		return nil
	}
	return badUsage("unexpected argument %q", operands[1])
}

// writeOverview lists all commands.
func writeOverview(w io.Writer) {
	fmt.Fprint(w, "causalab plays and scores the Causal lab benchmark.\n\nusage: causalab COMMAND [flags] [arguments]\n\n")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range commands() {
		fmt.Fprintf(table, "  %s\t%s\t%s\n", c.name, c.operands, c.summary)
	}
	table.Flush()
	fmt.Fprint(w, `
"-" is standard input. Data go to standard output, messages to standard error.

exit codes:
  0    all is well
  1    bad data, or a check that failed
  2    the arguments make no sense
  3    play: the input ended before the episode
  130  interrupted
  141  whoever read the output has closed it

"causalab help COMMAND" tells more.
`)
}

// buildName names the build as far as the toolchain recorded it.
func buildName() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "unknown"
	}
	return info.Main.Version
}
