package suite

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Info describes a suite without decoding it.
type Info struct {
	Name   string `json:"name"`   // e.g. "4nodes_golden"; "imported/…" for imported suites
	Title  string `json:"title"`  // what people read
	Family string `json:"family"` // as of its first task, see [Task.Family]
	Nodes  int    `json:"nodes"`  // variables with the frequency, of the largest model
	Count  int    `json:"count"`  // tasks
	Golden bool   `json:"golden"` // whether any task carries a chain
	Hidden bool   `json:"disturbance"`
	// Sampled says that the tasks are sampled when they are asked for: [Library.Find]
	// knows them and [Library.Suite] does not.
	Sampled bool `json:"sampled,omitempty"`
}

// Suite is a named list of tasks. Tasks[i].Index is i.
type Suite struct {
	Info
	Tasks []*Task
}

// newSuite fills in the description of tasks.
func newSuite(name, title string, tasks []*Task) *Suite {
	s := &Suite{Info: Info{Name: name, Title: title, Count: len(tasks)}, Tasks: tasks}
	for i, t := range tasks {
		if i == 0 {
			s.Family = t.Family()
		}
		s.Nodes = max(s.Nodes, t.Model.Len())
		s.Golden = s.Golden || t.Chain != nil
		s.Hidden = s.Hidden || t.Model.Disturbance().Active()
	}
	return s
}

// Library finds suites by name and tasks by id. Its methods may be called from
// several goroutines.
type Library struct {
	mu     sync.Mutex
	order  []Info
	loaded map[string]*Suite
	coded  map[string]*section // released suites that nobody asked for yet
}

//go:embed released.txt
var releasedText string

var releasedSections = sync.OnceValue(func() []*section {
	list, err := sections(releasedText)
	if err != nil {
		panic("suite: released.txt: " + err.Error()) // the text is part of the program
	}
	return list
})

// Released returns a new library of the nineteen embedded suites of the
// CausaLab release. A suite is decoded when it is first asked for. Sampled
// tasks are found in every library.
func Released() *Library {
	l := &Library{loaded: make(map[string]*Suite), coded: make(map[string]*section)}
	for _, s := range releasedSections() {
		l.order = append(l.order, s.info())
		l.coded[s.name] = s
	}
	for _, s := range listedSamplings {
		l.order = append(l.order, s.Info())
	}
	return l
}

// Suites describes the suites: the released ones, some of the sampled ones, then
// others in the order in which they were added.
func (l *Library) Suites() []Info {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.order)
}

// UnknownSuiteError reports a suite that a library lacks.
type UnknownSuiteError struct {
	Name  string
	Known []string
}

func (e *UnknownSuiteError) Error() string {
	return fmt.Sprintf("suite %q is not known; known are %s", e.Name, strings.Join(e.Known, ", "))
}

// SampledSuiteError reports that a sampled suite was asked for as a whole.
type SampledSuiteError struct{ Name string }

func (e *SampledSuiteError) Error() string {
	return fmt.Sprintf("suite %s is sampled task by task and not kept as a whole; ask for tasks by id, or sample as many as you need into a file", e.Name)
}

// Suite returns a suite by name, or an [*UnknownSuiteError]. For a sampled suite,
// of which [Sampling.Suite] makes as many tasks as are needed, the error is a
// [*SampledSuiteError].
func (l *Library) Suite(name string) (*Suite, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.suite(name)
}

func (l *Library) suite(name string) (*Suite, error) {
	if s, ok := l.loaded[name]; ok {
		return s, nil
	}
	if IsSampled(name) {
		if _, err := ParseSampling(name); err != nil {
			return nil, err
		}
		return nil, &SampledSuiteError{name}
	}
	coded, ok := l.coded[name]
	if !ok {
		var known []string
		for _, info := range l.order {
			if !info.Sampled { // the names of sampled suites are told apart by how they begin
				known = append(known, info.Name)
			}
		}
		return nil, &UnknownSuiteError{name, known}
	}
	s, err := coded.decode(name)
	if err != nil {
		return nil, fmt.Errorf("released suite %s: %w", name, err)
	}
	l.loaded[name] = s
	return s, nil
}

// Find returns the task of an id such as "causalab/4nodes/17-v1". A sampled task,
// such as "causalab/sampled-4nodes/17-v1", has the graphs of seed 0. Its error is
// an [*IDError] or an [*UnknownSuiteError].
func (l *Library) Find(id string) (*Task, error) {
	name, index, err := parseID(id)
	if err != nil {
		return nil, err
	}
	if IsSampled(name) {
		return l.FindSampled(id, 0)
	}
	s, err := l.Suite(name)
	if err != nil {
		return nil, err
	}
	if index >= len(s.Tasks) {
		return nil, &IDError{id, fmt.Sprintf("suite %s has indices 0 to %d", name, len(s.Tasks)-1)}
	}
	return s.Tasks[index], nil
}

// FindSampled returns the sampled task of an id with the graphs of a seed. Its
// error is an [*IDError], for an id that is not a sampled task's too, or an
// [*UnknownSuiteError].
func (l *Library) FindSampled(id string, graphs uint64) (*Task, error) {
	name, index, err := parseID(id)
	if err != nil {
		return nil, err
	}
	if !IsSampled(name) {
		return nil, &IDError{id, fmt.Sprintf("only sampled tasks, such as %s, have a seed of graphs", taskID(plainName(4), 17))}
	}
	s, err := ParseSampling(name)
	if err != nil {
		return nil, err
	}
	if index >= MaxSampled {
		return nil, &IDError{id, fmt.Sprintf("suite %s has indices 0 to %d", name, MaxSampled-1)}
	}
	return s.Task(index, graphs)
}

// Add makes a suite available under its name. Its tasks must have the suite's name
// and their places as indices, as those of [Import] do. Adding equal tasks again changes
// nothing; other tasks under a name that is taken are refused, since an id must
// keep its meaning.
func (l *Library) Add(s *Suite) error {
	if s == nil || len(s.Tasks) == 0 {
		return errors.New("a suite without tasks cannot be added")
	}
	if IsSampled(s.Name) {
		return fmt.Errorf("suite %s is sampled; every library knows its tasks", s.Name)
	}
	for i, t := range s.Tasks {
		if t.ID != taskID(s.Name, i) {
			return fmt.Errorf("task %d of suite %s is called %q, not %q", i, s.Name, t.ID, taskID(s.Name, i))
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, info := range l.order {
		if info.Name != s.Name {
			continue
		}
		present, err := l.suite(s.Name)
		if err != nil {
			return err
		}
		same, err := equalTasks(present.Tasks, s.Tasks)
		if err != nil {
			return err
		}
		if !same {
			return fmt.Errorf("a suite called %s is there already and has other tasks; give this one another name", s.Name)
		}
		return nil
	}
	l.order = append(l.order, s.Info)
	l.loaded[s.Name] = s
	return nil
}

// equalTasks compares what the tasks export to.
func equalTasks(a, b []*Task) (bool, error) {
	var x, y strings.Builder
	if err := Export(&x, a); err != nil {
		return false, err
	}
	if err := Export(&y, b); err != nil {
		return false, err
	}
	return x.String() == y.String(), nil
}
