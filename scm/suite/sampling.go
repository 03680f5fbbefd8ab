package suite

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"causalab/scm"
)

// SampledFamily is a family that tasks are sampled from.
type SampledFamily string

// The families. All but SampledFreqParent share the graphs of the plain suite of
// their size, as the released ones do, so that results can be compared task by task.
const (
	// SampledPlain models are linear and undisturbed.
	SampledPlain SampledFamily = "plain"
	// SampledFreqParent models let the frequency stand anywhere in the causal order.
	SampledFreqParent SampledFamily = "freqparent"
	// SampledQuadratic models have hard quadratic mechanisms. Those of 4 nodes are
	// built on the released graphs, task i on graph i modulo 50.
	SampledQuadratic SampledFamily = "quadratic"
	// SampledHiddenCount models disturb Count properties by up to 5.
	SampledHiddenCount SampledFamily = "hidden-count"
	// SampledHiddenRange models disturb one property by up to Range.
	SampledHiddenRange SampledFamily = "hidden-range"
	// SampledHiddenFreqnode models disturb Count variables by up to 5, the
	// frequency among them.
	SampledHiddenFreqnode SampledFamily = "hidden-freqnode"
	// SampledOutside models have Count properties that are observed and cannot be
	// controlled.
	SampledOutside SampledFamily = "outside"
)

// MaxSampled is how many tasks a sampled suite has; the last index is one less.
const MaxSampled = 10_000

// Sampling says what the tasks of a sampled suite have in common. Its fields,
// the seed of the graphs and an index determine a task for ever.
type Sampling struct {
	Family SampledFamily
	Nodes  int     // variables with the frequency; see the table of families
	Count  int     // hidden-count, hidden-freqnode, outside; otherwise 0
	Range  float64 // hidden-range: 0.5, 5 or 50; otherwise 0
}

// sampledFamily is a row of the table of families.
type sampledFamily struct {
	family    SampledFamily
	suffix    string // of the suite's name, before the amount
	least     int    // nodes
	most      int    // nodes
	mostCount func(nodes int) int
	ranges    []float64
	form      string // the names it can have, for messages
	title     func(s Sampling) string
}

// sampledFamilies is the table, in the order of messages.
var sampledFamilies = []sampledFamily{
	{
		family: SampledPlain, least: 3, most: mostNodes,
		form: "sampled-Nnodes (N from 3 to 12)",
	},
	{
		family: SampledFreqParent, suffix: "_freqparent", least: 3, most: mostNodes,
		form:  "sampled-Nnodes_freqparent",
		title: func(Sampling) string { return "the frequency may be a parent" },
	},
	{
		family: SampledQuadratic, suffix: "_quad_hard", least: 3, most: mostNodes,
		form:  "sampled-Nnodes_quad_hard",
		title: func(Sampling) string { return "quadratic" },
	},
	{
		family: SampledHiddenCount, suffix: "_hidden_n", least: 3, most: mostNodes,
		mostCount: func(nodes int) int { return min(3, nodes-1) },
		form:      "sampled-Nnodes_hidden_n1 to n3",
		title:     func(s Sampling) string { return "disturbance on " + numbered(s.Count, "property", "properties") },
	},
	{
		family: SampledHiddenRange, suffix: "_hidden_vrange_pm", least: 3, most: mostNodes,
		ranges: []float64{0.5, 5, 50},
		form:   "sampled-Nnodes_hidden_vrange_pm0p5, pm5 or pm50",
		title:  func(s Sampling) string { return fmt.Sprintf("disturbance of up to %v", s.Range) },
	},
	{
		family: SampledHiddenFreqnode, suffix: "_hidden_freqnode_n", least: 3, most: mostNodes,
		mostCount: func(int) int { return 3 },
		form:      "sampled-Nnodes_hidden_freqnode_n1 to n3",
		title: func(s Sampling) string {
			if s.Count == 1 {
				return "disturbance on the frequency"
			}
			return "disturbance on the frequency and " + numbered(s.Count-1, "property", "properties")
		},
	},
	{
		family: SampledOutside, suffix: "_outside", least: 3, most: mostNodes,
		mostCount: func(nodes int) int { return nodes - 2 }, // one property is left to intervene on
		form:      "sampled-Nnodes_outside1 to outside(N-2)",
		title: func(s Sampling) string {
			return numbered(s.Count, "property", "properties") + " out of control"
		},
	},
}

// numbered writes a small number with its noun.
func numbered(n int, one, more string) string {
	words := []string{"no", "one", "two", "three"}
	noun := more
	if n == 1 {
		noun = one
	}
	if n < len(words) {
		return words[n] + " " + noun
	}
	return strconv.Itoa(n) + " " + noun
}

// SampledFamilies lists the families in the order of their table.
func SampledFamilies() []SampledFamily {
	list := make([]SampledFamily, len(sampledFamilies))
	for i, row := range sampledFamilies {
		list[i] = row.family
	}
	return list
}

// sampledPrefix begins the names of sampled suites.
const sampledPrefix = "sampled-"

// IsSampled says whether a suite's name is meant for a sampled one; whether there
// is such a suite is for [ParseSampling] to say.
func IsSampled(name string) bool { return strings.HasPrefix(name, sampledPrefix) }

// ParseSampling reads the name of a sampled suite, such as
// "sampled-4nodes_hidden_vrange_pm0p5". Its error is an [*UnknownSuiteError]
// that lists the forms of names.
func ParseSampling(name string) (Sampling, error) {
	for _, s := range samplingsCalled(name) {
		// Only the one spelling of a suite names it, since ids are compared as texts.
		if s.Check() == nil && s.Name() == name {
			return s, nil
		}
	}
	unknown := &UnknownSuiteError{Name: name}
	for _, row := range sampledFamilies {
		unknown.Known = append(unknown.Known, row.form)
	}
	return Sampling{}, unknown
}

// samplingsCalled lists what a name could mean.
func samplingsCalled(name string) []Sampling {
	rest, sampled := strings.CutPrefix(name, sampledPrefix)
	digits, suffix, found := strings.Cut(rest, "nodes")
	nodes, err := strconv.Atoi(digits)
	if !sampled || !found || err != nil {
		return nil
	}
	var list []Sampling
	for _, row := range sampledFamilies {
		amount, ok := strings.CutPrefix(suffix, row.suffix)
		if !ok {
			continue
		}
		s := Sampling{Family: row.family, Nodes: nodes}
		switch {
		case row.mostCount != nil:
			s.Count, err = strconv.Atoi(amount)
		case row.ranges != nil:
			s.Range, err = strconv.ParseFloat(strings.Replace(amount, "p", ".", 1), 64)
		}
		if err == nil {
			list = append(list, s)
		}
	}
	return list
}

// row returns the family's row of the table.
func (s Sampling) row() (*sampledFamily, bool) {
	i := slices.IndexFunc(sampledFamilies, func(row sampledFamily) bool { return row.family == s.Family })
	if i < 0 {
		return nil, false
	}
	return &sampledFamilies[i], true
}

// Check says what is wrong with the fields, naming the values that are known.
func (s Sampling) Check() error {
	row, ok := s.row()
	switch {
	case !ok:
		return fmt.Errorf("family %q: choose one of %v", s.Family, SampledFamilies())
	case s.Nodes < row.least || s.Nodes > row.most:
		return fmt.Errorf("%d nodes: the %s family has %d to %d", s.Nodes, s.Family, row.least, row.most)
	case row.mostCount == nil && s.Count != 0:
		return fmt.Errorf("count %d: the %s family has none; leave it out", s.Count, s.Family)
	case row.mostCount != nil && (s.Count < 1 || s.Count > row.mostCount(s.Nodes)):
		return fmt.Errorf("count %d: the %s family of %d nodes has 1 to %d", s.Count, s.Family, s.Nodes, row.mostCount(s.Nodes))
	case row.ranges == nil && s.Range != 0:
		return fmt.Errorf("range %v: the %s family has none; leave it out", s.Range, s.Family)
	case row.ranges != nil && !slices.Contains(row.ranges, s.Range):
		return fmt.Errorf("range %v: the %s family has one of %v", s.Range, s.Family, row.ranges)
	}
	return nil
}

// Name returns the suite's name, which [ParseSampling] reads. The fields must
// pass Check.
func (s Sampling) Name() string {
	row, ok := s.row()
	if !ok {
		panic("suite: name of a sampling that does not check: " + string(s.Family))
	}
	name := plainName(s.Nodes) + row.suffix
	switch {
	case row.mostCount != nil:
		name += strconv.Itoa(s.Count)
	case row.ranges != nil:
		name += strings.Replace(strconv.FormatFloat(s.Range, 'g', -1, 64), ".", "p", 1)
	}
	return name
}

// plainName is the name of the plain suite of a size.
func plainName(nodes int) string { return sampledPrefix + strconv.Itoa(nodes) + "nodes" }

// Title returns what people read.
func (s Sampling) Title() string {
	title := fmt.Sprintf("sampled: %d nodes", s.Nodes)
	if row, ok := s.row(); ok && row.title != nil {
		title += ", " + row.title(s)
	}
	return title
}

// Info describes the suite of all its tasks.
func (s Sampling) Info() Info {
	info := Info{
		Name: s.Name(), Title: s.Title(), Family: string(scm.Linear), Nodes: s.Nodes, Count: MaxSampled,
		Sampled: true,
	}
	switch s.Family {
	case SampledQuadratic:
		info.Family = string(scm.Quadratic)
	case SampledFreqParent:
		info.Family += freqParentSuffix
	case SampledHiddenCount, SampledHiddenRange, SampledHiddenFreqnode:
		info.Family += hiddenSuffix
		info.Hidden = true
	}
	return info
}

// Suite samples the first tasks, 1 to [MaxSampled] of them, with the graphs of a seed.
func (s Sampling) Suite(count int, graphs uint64) (*Suite, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	if count < 1 || count > MaxSampled {
		return nil, fmt.Errorf("%d graphs: choose 1 to %d", count, MaxSampled)
	}
	sampled := &Suite{s.Info(), make([]*Task, count)}
	sampled.Count = count
	for i := range sampled.Tasks {
		var err error
		if sampled.Tasks[i], err = s.Task(i, graphs); err != nil {
			return nil, err
		}
	}
	return sampled, nil
}

// listedSamplings are the sampled suites that [Library.Suites] offers; all
// others are found by name.
var listedSamplings = []Sampling{
	{Family: SampledPlain, Nodes: 3},
	{Family: SampledPlain, Nodes: 4},
	{Family: SampledPlain, Nodes: 5},
	{Family: SampledPlain, Nodes: 6},
	{Family: SampledPlain, Nodes: 7},
	{Family: SampledPlain, Nodes: 9},
	{Family: SampledPlain, Nodes: 12},
	{Family: SampledFreqParent, Nodes: 4},
	{Family: SampledFreqParent, Nodes: 6},
	{Family: SampledQuadratic, Nodes: 4},
	{Family: SampledHiddenCount, Nodes: 4, Count: 1},
	{Family: SampledHiddenRange, Nodes: 4, Range: 50},
	{Family: SampledHiddenFreqnode, Nodes: 4, Count: 1},
	{Family: SampledOutside, Nodes: 5, Count: 2},
}
