package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"causalab/cmd/causalab/batch"
	"causalab/game"
	"causalab/scm/golden"
	"causalab/scm/suite"
)

// allSuites is the word for every suite that is not sampled.
const allSuites = "all"

// sampledTasks is how many tasks of a sampled suite are played if no indices are
// given, as many as the released suites have.
const sampledTasks = 50

// plan lists the bouts, by player, suite, task and seed.
func (r *runner) plan(c *catalogue) ([]batch.Bout, error) {
	if err := r.rules.read(); err != nil {
		return nil, err
	}
	parts, err := r.parts(c)
	if err != nil {
		return nil, err
	}
	seeds, err := parseNumbers("seeds", r.seeds, game.MaxSeed)
	if err != nil {
		return nil, err
	}
	players, err := r.contestants()
	if err != nil {
		return nil, err
	}
	var bouts []batch.Bout
	for _, p := range players {
		for _, part := range parts {
			for _, task := range part.tasks {
				if _, err := part.options.Complete(task); err != nil {
					return nil, optionFault(err)
				}
				for _, seed := range seeds {
					setup := game.Setup{Task: task, Options: part.options, Seed: seed, Build: buildName(), MakeChain: golden.Make}
					bouts = append(bouts, batch.Bout{Setup: setup, Player: p})
				}
			}
		}
	}
	return bouts, nil
}

// playedPart is tasks that are played by the same rules.
type playedPart struct {
	tasks   []*suite.Task
	options game.Options
}

// parts finds the tasks of the suites, or of the parts of a named set.
func (r *runner) parts(c *catalogue) ([]playedPart, error) {
	var parts []playedPart
	add := func(name string, options game.Options) error {
		tasks, err := r.tasks(c, name)
		if err == nil {
			parts = append(parts, playedPart{tasks, options})
		}
		return err
	}
	if r.set != "" {
		if len(r.suites) > 0 {
			return nil, badUsage("-set names suites; leave -suite out")
		}
		set, err := findSet(r.set)
		if err != nil {
			return nil, err
		}
		for _, p := range set.parts {
			options, err := p.over(r.rules.options)
			if err != nil {
				return nil, err
			}
			for _, name := range p.suites {
				if err := add(name, options); err != nil {
					return nil, err
				}
			}
		}
		return parts, nil
	}
	if len(r.suites) == 0 {
		return nil, badUsage("no suite: name some with -suite, or a set of them with -set")
	}
	for i, name := range r.suites {
		if slices.Contains(r.suites[:i], name) {
			return nil, badUsage("suite %s is named twice", name)
		}
		if name != allSuites {
			if err := add(name, r.rules.options); err != nil {
				return nil, err
			}
			continue
		}
		if len(r.suites) > 1 {
			return nil, badUsage("-suite all names every suite; leave the others out")
		}
		for _, info := range c.library.Suites() {
			if suite.IsSampled(info.Name) {
				continue
			}
			if err := add(info.Name, r.rules.options); err != nil {
				return nil, err
			}
		}
	}
	return parts, nil
}

// tasks returns a suite's tasks of the wanted indices.
func (r *runner) tasks(c *catalogue, name string) ([]*suite.Task, error) {
	if suite.IsSampled(name) {
		return r.sampledTasks(c, name)
	}
	s, err := c.library.Suite(name)
	if err != nil {
		return nil, usageError{err}
	}
	if r.indices == "" {
		return s.Tasks, nil
	}
	indices, err := parseNumbers("indices", r.indices, uint64(len(s.Tasks)-1))
	if err != nil {
		return nil, usageError{fmt.Errorf("suite %s: %w", name, err)}
	}
	var tasks []*suite.Task
	for _, i := range indices {
		tasks = append(tasks, s.Tasks[i])
	}
	return tasks, nil
}

func (r *runner) sampledTasks(c *catalogue, name string) ([]*suite.Task, error) {
	text := r.indices
	if text == "" {
		text = fmt.Sprintf("0-%d", sampledTasks-1)
	}
	if r.graphs > game.MaxSeed {
		return nil, badUsage("-graphs %d: the highest is %d", r.graphs, uint64(game.MaxSeed))
	}
	indices, err := parseNumbers("indices", text, suite.MaxSampled-1)
	if err != nil {
		return nil, err
	}
	var tasks []*suite.Task
	for _, i := range indices {
		task, err := c.library.FindSampled(fmt.Sprintf("causalab/%s/%d-v1", name, i), r.graphs)
		if err != nil {
			return nil, usageError{err}
		}
		tasks = append(tasks, task)
	}
	return tasks, nil
}

// list is a flag for texts with commas between.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

func (l *list) Set(text string) error {
	for item := range strings.SplitSeq(text, ",") {
		item = strings.TrimSpace(item)
		if item == "" {
			return errors.New("a name is missing")
		}
		*l = append(*l, item)
	}
	return nil
}

// mostNumbers bounds how many numbers a range may stand for.
const mostNumbers = 1_000_000

// parseNumbers reads numbers and ranges such as "0-4,7", each at most highest,
// and returns them in ascending order, each once.
func parseNumbers(flag, text string, highest uint64) ([]uint64, error) {
	var numbers []uint64
	for item := range strings.SplitSeq(text, ",") {
		from, to, isRange := strings.Cut(strings.TrimSpace(item), "-")
		if !isRange {
			to = from
		}
		low, err1 := strconv.ParseUint(from, 10, 64)
		high, err2 := strconv.ParseUint(to, 10, 64)
		switch {
		case err1 != nil || err2 != nil:
			return nil, badUsage("-%s %q: write numbers and ranges such as 0-4,7", flag, text)
		case low > high:
			return nil, badUsage("-%s %q: %d-%d runs backwards", flag, text, low, high)
		case high > highest:
			return nil, badUsage("-%s %q: the highest is %d", flag, text, highest)
		case high-low >= mostNumbers || len(numbers) >= mostNumbers:
			return nil, badUsage("-%s %q: these are more than %d", flag, text, mostNumbers)
		}
		for n := low; n <= high; n++ {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers), nil
}
