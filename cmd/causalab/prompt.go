package main

import (
	"flag"
	"fmt"
	"strings"

	"causalab/game"
)

var promptCommand = command{
	name:     "prompt",
	operands: "TASK",
	summary:  "print the prompts of a task",
	details: `
Prints what a language model is told at the beginning of an episode, in two
stages: the background, which is the same at every step, and the situation. The flags
are those of play.

examples:
  causalab prompt 4nodes/17
  causalab prompt 4nodes/17 -json | jq -r .system`,
	setUp: func(flags *flag.FlagSet) action {
		var e episodeFlags
		e.register(flags)
		asJSON := flags.Bool("json", false, `print one JSON object, {"system", "user"}`)
		return func(s *streams, operands []string) error {
			episode, err := e.start(operands, game.Setup{})
			if err != nil {
				return err
			}
			system, user := episode.Prompt()
			if *asJSON {
				return writeLine(s.out, struct {
					System string `json:"system"`
					User   string `json:"user"`
				}{system, user})
			}
			_, err = fmt.Fprintf(s.out, "=== system ===\n\n%s\n\n=== user ===\n\n%s\n", strings.TrimSpace(system), strings.TrimSpace(user))
			return err
		}
	},
}
