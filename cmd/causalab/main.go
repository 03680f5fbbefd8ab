// Causalab is the benchmark on the command line: it scores hypotheses, replays
// recorded crystals and logs, and plays tasks through a pipe or in a terminal.
//
//	causalab score FILE...      score hypotheses, one JSON object a line
//	causalab imec FILE...       count the graphs that measurements still allow
//	causalab replay FILE...     replay crystals, chains and logs and compare
//	causalab play TASK          play a task
//	causalab run                play suites with players and keep the logs
//	causalab report DIR...      make tables and figures of what was run
//	causalab prompt TASK        print the prompts of a task
//	causalab llm TASK           let a language model play a task
//	causalab suites             list the suites
//	causalab sample             write a suite of sampled tasks
//	causalab export SUITE       write a suite in the release's format
//	causalab import FILE...     check files in the release's format
//	causalab help [COMMAND]     describe a command and its flags
//	causalab version            name program and toolchain
//
// Data go to standard output as JSON Lines where a program may read them;
// messages go to standard error. "-" is standard input. Exit codes: 0 all is
// well, 1 bad data or a check that failed, 2 a usage error, 3 a play whose input
// ended before the episode, 130 and 141 an interrupt and a closed pipe.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"causalab/dsl"
	"causalab/game"
)

// Exit codes.
const (
	exitOK          = 0
	exitFailed      = 1   // bad data, or a check that failed
	exitUsage       = 2   // arguments that make no sense
	exitUnfinished  = 3   // the input of play ended before the episode
	exitInterrupted = 130 // as shells report SIGINT
	exitBrokenPipe  = 141 // as shells report SIGPIPE
)

func main() {
	reportBrokenPipes()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the program: it returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		writeOverview(stderr)
		return exitUsage
	}
	name, rest := args[0], args[1:]
	switch name {
	case "-h", "-help", "--help":
		name = "help"
	case "-version", "--version":
		name = "version"
	}
	c := findCommand(name)
	if c == nil {
		fmt.Fprintf(stderr, "causalab: there is no command %q (causalab help lists them)\n", name)
		return exitUsage
	}
	out := bufio.NewWriterSize(stdout, 64<<10)
	err := c.start(rest, &streams{stdin: stdin, terminal: stdout, out: out, err: stderr})
	if flushed := out.Flush(); err == nil || errors.Is(flushed, syscall.EPIPE) {
		err = flushed
	}
	return exitCode(err, c.name, stderr)
}

// streams are what a command reads and writes.
type streams struct {
	stdin    io.Reader
	terminal io.Writer     // standard output itself, to ask whether it is a terminal
	out      *bufio.Writer // standard output
	err      io.Writer
}

// usageError marks an error in the arguments.
type usageError struct{ error }

func badUsage(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// exitError ends the program with a code; what is wrong has been said already
// if it has no message.
type exitError struct {
	code    int
	message string
}

func (e *exitError) Error() string { return e.message }

// errReported is the end of a command that has written every fault it found.
var errReported = &exitError{code: exitFailed}

// exitCode writes an error where people see it and returns the exit code.
func exitCode(err error, command string, stderr io.Writer) int {
	var usage usageError
	var exit *exitError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, syscall.EPIPE):
		return exitBrokenPipe // whoever read the output has what it wanted
	case errors.As(err, &exit):
		if exit.message != "" {
			fmt.Fprintf(stderr, "causalab %s: %s\n", command, exit.message)
		}
		return exit.code
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "causalab %s: %s (causalab help %s tells more)\n", command, plain(usage.error), command)
		return exitUsage
	}
	fmt.Fprintf(stderr, "causalab %s: %s\n", command, plain(err))
	return exitFailed
}

// plain leaves out the codes that programs go by.
func plain(err error) string {
	var coded *dsl.Error
	if errors.As(err, &coded) {
		return strings.TrimSuffix(coded.Message, ".")
	}
	return err.Error()
}

// optionFault turns an episode's refusal of an option into a usage error.
func optionFault(err error) error {
	var coded *dsl.Error
	if errors.As(err, &coded) && coded.Code == game.CodeBadOption {
		return usageError{err}
	}
	return err
}

// parseFlags reads flags wherever they stand among the operands.
func parseFlags(flags *flag.FlagSet, args []string) (operands []string, err error) {
	for {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		rest := flags.Args()
		if len(rest) == 0 {
			return operands, nil
		}
		if read := len(args) - len(rest); read > 0 && args[read-1] == "--" {
			return append(operands, rest...), nil
		}
		operands, args = append(operands, rest[0]), rest[1:]
	}
}
