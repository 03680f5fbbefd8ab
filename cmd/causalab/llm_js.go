package main

import (
	"errors"
	"flag"

	"causalab/cmd/causalab/batch"
)

// errNoEndpoint answers for language models where the program has no network.
var errNoEndpoint = errors.New("language models are asked natively only")

var llmCommand = command{
	name:     "llm",
	operands: "TASK",
	summary:  "let a language model play a task",
	details:  "Language models are asked natively only.",
	setUp: func(*flag.FlagSet) action {
		return func(*streams, []string) error { return errNoEndpoint }
	},
}

// llmFlags are the flags of language models: none.
type llmFlags struct {
	dryRun  bool
	notices func(text string)
}

func (*llmFlags) registerRun(*flag.FlagSet) {}

func (*llmFlags) contestant(_, _, _ string) (batch.Player, error) { return nil, errNoEndpoint }
