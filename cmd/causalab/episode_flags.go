package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"

	"causalab/game"
	"causalab/scm/golden"
)

// episodeFlags are the flags that say what is played and by which rules.
type episodeFlags struct {
	ruleFlags
	seed  uint64
	alias string
}

func (e *episodeFlags) register(flags *flag.FlagSet) {
	e.ruleFlags.register(flags)
	flags.Uint64Var(&e.seed, "seed", 0, "draw the crystals of this `number`")
	flags.Func("graphs", "graph of a sampled task is that of this `number` (default 0)", func(text string) error {
		graphs, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return errors.New("want a whole number from 0")
		}
		e.options.Graphs = &graphs
		return nil
	})
	flags.StringVar(&e.alias, "alias", "", "a `name` shown in place of the task's id, for players who know the suites")
}

// ruleFlags are the flags that say where tasks come from and by which rules they
// are played.
type ruleFlags struct {
	files   suiteFiles
	options game.Options
	budget  string
}

func (e *ruleFlags) register(flags *flag.FlagSet) {
	e.files.register(flags)
	o := &e.options
	flags.Var((*word)(&o.Protocol), "protocol", "a `word`: paper or released (default paper)")
	flags.StringVar(&e.budget, "budget", "", "observations and interventions in a `word`, e.g. 3o12i")
	flags.Var(number{&o.Observations}, "observations", "prior records, a `number` (default 2)")
	flags.Var(number{&o.Interventions}, "interventions", "a `number` (default 4 for each property)")
	flags.Var(number{&o.Submissions}, "submissions", "a `number` (default 1, or 3 in the released protocol)")
	flags.Var(number{&o.Steps}, "steps", "a `number` (default 25 + variables + 2 for each intervention)")
	flags.Var((*word)(&o.Semantics), "semantics", "what an intervention does, a `word`: shift or target (default by protocol)")
	flags.Var((*word)(&o.Evidence), "evidence", "a `word`: online, or golden: a chain of interventions is handed over,\nthe task's own (then the default) or else one that is made")
	flags.Var((*word)(&o.Verification), "verification", "a `word`: none or required (default none)")
	flags.BoolVar(&o.Embodied, "embodied", false, "walk between archive, manipulator, whiteboard and reactor")
	flags.BoolVar(&o.Residuals, "residuals", false, "let a person see the hypothesis's residuals at all times")
}

// read completes the options by what -budget says.
func (e *ruleFlags) read() error {
	if e.budget == "" {
		return nil
	}
	if e.options.Observations != nil || e.options.Interventions != nil {
		return badUsage("-budget says observations and interventions; leave -observations and -interventions out")
	}
	return optionFault(e.options.SetBudget(e.budget))
}

// start makes the episode of the one task among the operands. The episode's
// player and build are the caller's to say.
func (e *episodeFlags) start(operands []string, setup game.Setup) (*game.Episode, error) {
	switch len(operands) {
	case 0:
		return nil, badUsage(`no task: name one such as causalab/4nodes/17-v1, or 4nodes/17 for short`)
	case 1:
	default:
		return nil, badUsage("one task at a time: unexpected argument %q", operands[1])
	}
	if err := e.read(); err != nil {
		return nil, err
	}
	c, err := e.files.open()
	if err != nil {
		return nil, err
	}
	setup.Task, err = c.find(operands[0], e.options)
	if err != nil {
		return nil, err
	}
	setup.Options, setup.Seed, setup.Alias, setup.MakeChain = e.options, e.seed, e.alias, golden.Make
	episode, err := game.New(setup)
	if err != nil {
		return nil, optionFault(err)
	}
	return episode, nil
}

// word is a flag for one of several words; which are known is the episode's
// to say, so that it is said in one place.
type word string

func (w *word) String() string { return string(*w) }

func (w *word) Set(text string) error {
	if text == "" {
		return fmt.Errorf("want a word")
	}
	*w = word(text)
	return nil
}

// number is a flag for a whole number that may be absent.
type number struct{ value **int }

func (n number) String() string {
	if n.value == nil || *n.value == nil {
		return ""
	}
	return strconv.Itoa(**n.value)
}

func (n number) Set(text string) error {
	x, err := strconv.Atoi(text)
	if err != nil {
		return fmt.Errorf("want a whole number")
	}
	*n.value = &x
	return nil
}
