package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// command is one row of the table of commands.
type command struct {
	name     string
	operands string // as in the usage line
	summary  string // one line
	details  string // what help says below the usage line
	// setUp declares the flags and returns what to do once they are read.
	setUp func(flags *flag.FlagSet) action
}

// action does a command's work on its operands.
type action func(s *streams, operands []string) error

// commands is the table, in the order of help.
func commands() []command {
	return []command{
		scoreCommand, imecCommand, replayCommand, playCommand, promptCommand, llmCommand, runCommand, reportCommand,
		suitesCommand, sampleCommand, exportCommand, importCommand,
		helpCommand, versionCommand,
	}
}

func findCommand(name string) *command {
	for _, c := range commands() {
		if c.name == name {
			return &c
		}
	}
	return nil
}

// start reads the arguments and does the work.
func (c *command) start(args []string, s *streams) error {
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	do := c.setUp(flags)
	operands, err := parseFlags(flags, args)
	if errors.Is(err, flag.ErrHelp) {
		c.writeHelp(s.out)
		return nil
	}
	if err != nil {
		return usageError{err}
	}
	return do(s, operands)
}

// writeHelp describes the command, its flags and examples.
func (c *command) writeHelp(w io.Writer) {
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	c.setUp(flags)
	var list strings.Builder
	flags.SetOutput(&list)
	flags.PrintDefaults()

	usage := "causalab " + c.name
	if list.Len() > 0 {
		usage += " [flags]"
	}
	if c.operands != "" {
		usage += " " + c.operands
	}
	fmt.Fprintf(w, "usage: %s\n\n%s\n", usage, strings.TrimSpace(c.details))
	if list.Len() > 0 {
		fmt.Fprintf(w, "\nflags:\n%s", list.String())
	}
}
