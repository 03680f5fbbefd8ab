package main

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"strings"

	"causalab/game"
	"causalab/scm/suite"
)

// importedPrefix begins the names of suites that were read from a file.
const importedPrefix = "imported/"

// suiteFiles are the values of the flag -suite-file.
type suiteFiles []string

func (f *suiteFiles) register(flags *flag.FlagSet) {
	flags.Func("suite-file", "also know the suite in this `file`, in the release's format;\nmay be given several times", func(name string) error {
		*f = append(*f, name)
		return nil
	})
}

// open returns the released suites with those of the files.
func (f suiteFiles) open() (*catalogue, error) {
	c := &catalogue{library: suite.Released(), byGraph: make(map[string]map[string]*suite.Task)}
	for _, name := range f {
		s, err := importSuite(name)
		if err == nil {
			err = c.library.Add(s)
		}
		if err != nil {
			return nil, err
		}
	}
	return c, nil
}

// importSuite reads a suite from a file and calls it by the file's name.
func importSuite(name string) (*suite.Suite, error) {
	file, err := openFile(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	s, err := suite.Import(suite.NameOf(filepath.Base(name)), file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// catalogue finds tasks by id and by what the release calls them.
type catalogue struct {
	library *suite.Library
	byGraph map[string]map[string]*suite.Task // suite, graph id; nil where an id is not unique
}

// find returns the task of an id such as "causalab/4nodes/17-v1", or
// "4nodes/17" for short; a sampled one with the graphs that the options say.
func (c *catalogue) find(id string, options game.Options) (*suite.Task, error) {
	full := id
	if name, index, ok := strings.Cut(id, "/"); ok && !strings.Contains(index, "/") {
		full = "causalab/" + name + "/" + index + "-v1"
	}
	task, err := options.Find(c.library, full)
	var unknown *suite.UnknownSuiteError
	switch {
	case err == nil:
		return task, nil
	case errors.As(err, &unknown) && strings.HasPrefix(unknown.Name, importedPrefix):
		return nil, badUsage("task %q is of a suite that was read from a file: name the file with -suite-file", id)
	}
	return nil, usageError{err}
}

// graph returns the task that the release calls by suite and graph id. A suite
// read from a file is also known without "imported/".
// Its fault names the field to blame.
func (c *catalogue) graph(name, graphID string) (*suite.Task, *lineError) {
	tasks, ok := c.byGraph[name]
	if !ok {
		s, err := c.library.Suite(name)
		if err != nil {
			var imported error
			if s, imported = c.library.Suite(importedPrefix + name); imported != nil {
				return nil, badField("suite", "%v", err)
			}
		}
		tasks = make(map[string]*suite.Task, len(s.Tasks))
		for _, t := range s.Tasks {
			if _, twice := tasks[t.GraphID]; twice {
				tasks[t.GraphID] = nil
				continue
			}
			tasks[t.GraphID] = t
		}
		c.byGraph[name] = tasks
	}
	task, ok := tasks[graphID]
	switch {
	case !ok:
		return nil, badField("graph_id", "suite %s has no graph %q", name, graphID)
	case task == nil:
		return nil, badField("graph_id", "suite %s has several graphs called %q", name, graphID)
	}
	return task, nil
}
