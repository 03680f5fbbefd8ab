package suite_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"causalab/scm"
	"causalab/scm/suite"
	"pgregory.net/rapid"
)

// samplings lists a suite for every family, amount and some sizes.
func samplings() []suite.Sampling {
	var list []suite.Sampling
	for _, nodes := range []int{3, 4, 6, 9, 12} {
		for _, family := range suite.SampledFamilies() {
			for count := range 11 {
				for _, spread := range []float64{0, 0.5, 5, 50} {
					s := suite.Sampling{Family: family, Nodes: nodes, Count: count, Range: spread}
					if s.Check() == nil {
						list = append(list, s)
					}
				}
			}
		}
	}
	return list
}

// TestSamplingIsFixed pins what the seeds of graphs mean. A change here gives
// sampled task ids another meaning, and needs a new version in them.
func TestSamplingIsFixed(t *testing.T) {
	path := filepath.Join("testdata", "sampled_sha256.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := make(map[string]string)
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	got := make(map[string]string)
	for _, s := range samplings() {
		var text []string
		for _, graphs := range []uint64{0, 7} {
			text = append(text, export(t, sampled(t, s, 5, graphs).Tasks)...)
		}
		sum := sha256.Sum256([]byte(strings.Join(text, "\n")))
		got[s.Name()] = hex.EncodeToString(sum[:])
	}
	if *update {
		text, err := json.MarshalIndent(got, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if len(got) != len(want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
	for name, hash := range got {
		if want[name] != hash {
			t.Errorf("%s has hash %s, want %s", name, hash, want[name])
		}
	}
}

// TestSampledTaskIsFixed shows one sampled model: its graph and its numbers.
func TestSampledTaskIsFixed(t *testing.T) {
	task, err := suite.Released().FindSampled("causalab/sampled-4nodes/17-v1", 7)
	if err != nil {
		t.Fatal(err)
	}
	line := export(t, []*suite.Task{task})[0]
	const want = `"edges":[{"from":"conductivity","to":"moisture"},{"from":"moisture","to":"resonanceFreq"},` +
		`{"from":"pressure","to":"conductivity"},{"from":"conductivity","to":"resonanceFreq"},{"from":"pressure","to":"resonanceFreq"}],` +
		`"params":{"base_freq":18,"coeff_moisture_freq":3,"coeff_conductivity_freq":2,"coeff_pressure_freq":2,"base_moisture":20,` +
		`"coeff_conductivity_moisture":2,"base_conductivity":18,"coeff_pressure_conductivity":1,"base_pressure":22},"budget":12}`
	if got := line[strings.Index(line, `"edges":`):]; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestSamplingDependsOnNothingElse samples in another order and finds by id.
func TestSamplingDependsOnNothingElse(t *testing.T) {
	library := suite.Released()
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(samplings()).Draw(t, "sampling")
		index := rapid.IntRange(0, suite.MaxSampled-1).Draw(t, "index")
		graphs := rapid.Uint64().Draw(t, "graphs")
		a, err := s.Task(index, graphs)
		if err != nil {
			t.Fatal(err)
		}
		b, err := library.FindSampled(a.ID, graphs)
		if err != nil {
			t.Fatal(err)
		}
		if x, y := exported(t, a), exported(t, b); x != y {
			t.Fatalf("the same task is\n%s and\n%s", x, y)
		}
		parsed, err := suite.ParseSampling(a.Suite)
		if err != nil || parsed != s {
			t.Fatalf("%s is read as %+v, %v, want %+v", a.Suite, parsed, err, s)
		}
	})
}

// exported is export for a single task of a property test.
func exported(t rapid.TB, task *suite.Task) string {
	t.Helper()
	var b strings.Builder
	if err := suite.Export(&b, []*suite.Task{task}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestSampledModels holds every family against its rule.
func TestSampledModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(samplings()).Draw(t, "sampling")
		index := rapid.IntRange(0, suite.MaxSampled-1).Draw(t, "index")
		graphs := rapid.Uint64Range(0, 1000).Draw(t, "graphs")
		task, err := s.Task(index, graphs)
		if err != nil {
			t.Fatal(err)
		}
		m := task.Model
		g := m.Graph()
		if want := fmt.Sprintf("causalab/%s/%d-v1", s.Name(), index); task.ID != want || task.Index != index || task.Suite != s.Name() || *task.Graphs != graphs {
			t.Fatalf("id %s, suite %s, index %d, graphs %d", task.ID, task.Suite, task.Index, *task.Graphs)
		}
		k := s.Nodes
		if m.Len() != k {
			t.Fatalf("%d variables, want %d", m.Len(), k)
		}
		pool := scm.Properties()
		if k > 9 {
			pool = scm.ExtendedProperties()
		}
		for i := range k - 1 {
			if !slices.Contains(pool, m.Mechanism(i).Variable) {
				t.Fatalf("%s is no property of models of %d variables", m.Mechanism(i).Name, k)
			}
		}
		if edges := len(g.Edges()); edges < k-1 || edges > min(2*k, k*(k-1)/2) {
			t.Fatalf("%d edges among %d variables", edges, k)
		}
		if len(g.Parents(m.Frequency())) == 0 {
			t.Fatal("the frequency has no parent")
		}
		freqParent := s.Family == suite.SampledFreqParent
		if task.FreqParent != freqParent || !freqParent && len(g.Children(m.Frequency())) > 0 {
			t.Fatalf("frequency may be a parent: %v; it has %d children", task.FreqParent, len(g.Children(m.Frequency())))
		}
		if info := s.Info(); info.Family != task.Family() || info.Nodes != k || info.Hidden != m.Disturbance().Active() {
			t.Fatalf("%+v describes a task of family %s", info, task.Family())
		}
		checkDisturbance(t, s, m)
		outside := 0
		for i := range m.Frequency() {
			if !m.Mechanism(i).Controllable {
				outside++
			}
		}
		if want := map[bool]int{true: s.Count}[s.Family == suite.SampledOutside]; outside != want {
			t.Fatalf("%d properties out of control, want %d", outside, want)
		}
		if s.Family == suite.SampledQuadratic {
			checkQuadratic(t, task)
		} else {
			checkLinear(t, task)
		}
	})
}

func checkDisturbance(t *rapid.T, s suite.Sampling, m *scm.Model) {
	d := m.Disturbance()
	spread, affected, frequency := 0.0, 0, false
	switch s.Family {
	case suite.SampledHiddenCount:
		spread, affected = 5, s.Count
	case suite.SampledHiddenRange:
		spread, affected = s.Range, 1
	case suite.SampledHiddenFreqnode:
		spread, affected, frequency = 5, s.Count, true
	}
	if d.Range != spread || len(d.Affected) != affected || slices.Contains(d.Affected, scm.Frequency) != frequency {
		t.Fatalf("disturbance %+v", d)
	}
}

func checkLinear(t *rapid.T, task *suite.Task) {
	m := task.Model
	if m.Family() != scm.Linear || task.Presets != nil {
		t.Fatalf("family %s, presets %v", m.Family(), task.Presets)
	}
	for i := range m.Len() {
		f := m.Mechanism(i)
		if f.Base != math.Trunc(f.Base) || f.Base < 15 || f.Base > 25 {
			t.Fatalf("%s has base %v", f.Name, f.Base)
		}
		for _, term := range f.Terms {
			if term.Power != 1 || term.Weight != 1 && term.Weight != 2 && term.Weight != 3 {
				t.Fatalf("%s has term %+v", f.Name, term)
			}
		}
	}
}

func checkQuadratic(t *rapid.T, task *suite.Task) {
	m := task.Model
	micro := func(x float64) float64 { return math.Round(x*1e6) / 1e6 }
	heights := make(map[string]float64)
	for i, e := range task.Origin.Edges {
		a := task.Presets.Vertices[i]
		if a < 35 || a > 65 || a != micro(a) {
			t.Fatalf("%v has vertex %v", e, a)
		}
		var u, w float64
		for _, term := range m.Mechanism(m.Index(e.To)).Terms {
			if term.Parent == e.From && term.Power == 2 {
				u = term.Weight
			} else if term.Parent == e.From {
				w = term.Weight
			}
		}
		if u != 0.008 && u != 0.012 && u != 0.016 || w != micro(-2*u*a) {
			t.Fatalf("%v has u %v, w %v and vertex %v", e, u, w, a)
		}
		heights[e.To] += u * a * a
	}
	for i := range m.Len() {
		f := m.Mechanism(i)
		low, high := 20.0, 35.0
		if i == m.Frequency() {
			low, high = 25, 60
		}
		if c := f.Base - heights[f.Name]; c < low-1e-6 || c > high+1e-6 || f.Base != micro(f.Base) {
			t.Fatalf("%s has base %v, of which %v is c", f.Name, f.Base, c)
		}
	}
	p := task.Presets
	if len(p.Records) != 2 {
		t.Fatalf("%d preset records", len(p.Records))
	}
	for i := range m.Frequency() {
		low, high := 50.0, 50.0
		first := true
		for j, e := range task.Origin.Edges {
			if e.From == m.Mechanism(i).Name {
				v := p.Vertices[j]
				if first {
					low, high, first = v, v, false
				}
				low, high = min(low, v), max(high, v)
			}
		}
		apart := func(x, y []float64) bool { return x[i] < low && y[i] > high || x[i] > high && y[i] < low }
		if !apart(p.Records[0], p.Records[1]) || !apart(p.Manipulator, p.Reactor) || !(p.ProbeLeft[i] < low && p.ProbeRight[i] > high) {
			t.Fatalf("presets %+v of %s about vertices %v to %v", p, m.Mechanism(i).Name, low, high)
		}
	}
}

// TestQuadraticPresetsAreWhatSeedZeroDraws plays a sampled quadratic task with
// and without its presets.
func TestQuadraticPresetsAreWhatSeedZeroDraws(t *testing.T) {
	for _, task := range sampled(t, suite.Sampling{Family: suite.SampledQuadratic, Nodes: 4}, 50, 3).Tasks {
		without := *task
		without.Presets = nil
		a, b := draw(t, task, 0, 4, true), draw(t, &without, 0, 4, true)
		for i, c := range append(a.Records, a.Manipulator, a.Reactor) {
			if other := append(b.Records, b.Manipulator, b.Reactor)[i]; !slices.Equal(c.Values(), other.Values()) {
				t.Errorf("%s: crystal %d is %v with presets, %v without", task.ID, i, c.Values(), other.Values())
			}
		}
	}
}

// graphOf writes a graph with its names, for comparison.
func graphOf(task *suite.Task) string {
	var edges []string
	for _, e := range task.Origin.Edges {
		edges = append(edges, e.String())
	}
	slices.Sort(edges)
	return fmt.Sprint(task.Model.Graph().Names(), edges)
}

// TestSampledEdgesStayUniform holds the number of edges at 3 nodes, 2 or 3 with
// equal chance, to 4 standard errors: half of the 56 graphs with 3 edges is
// released, and what is drawn in their place must not have 2 more often.
func TestSampledEdgesStayUniform(t *testing.T) {
	const count = 4000
	three := 0
	for _, task := range sampled(t, suite.Sampling{Family: suite.SampledPlain, Nodes: 3}, count, 5).Tasks {
		if len(task.Origin.Edges) == 3 {
			three++
		}
	}
	if limit := 4 * math.Sqrt(count) / 2; math.Abs(float64(three)-count/2) > limit {
		t.Errorf("%d of %d graphs have 3 edges, want half within %.0f", three, count, limit)
	}
}

// TestSampledGraphsAreNotReleased samples many graphs of the sizes that the
// release has. At 3 nodes 50 of the 196 possible graphs are taken.
func TestSampledGraphsAreNotReleased(t *testing.T) {
	tests := []struct {
		sampling suite.Sampling
		released string
	}{
		{suite.Sampling{Family: suite.SampledPlain, Nodes: 3}, "3nodes"},
		{suite.Sampling{Family: suite.SampledPlain, Nodes: 4}, "4nodes"},
		{suite.Sampling{Family: suite.SampledPlain, Nodes: 5}, "5nodes"},
		{suite.Sampling{Family: suite.SampledFreqParent, Nodes: 4}, "4nodes_freqparent"},
		{suite.Sampling{Family: suite.SampledHiddenCount, Nodes: 4, Count: 2}, "4nodes_hidden_n2"},
	}
	for _, test := range tests {
		taken := make(map[string]bool)
		for _, task := range released(t, test.released).Tasks {
			taken[graphOf(task)] = true
		}
		distinct := make(map[string]bool)
		count := 1000
		if test.sampling.Nodes == 3 {
			count = 3000 // enough to meet every graph
		}
		for _, task := range sampled(t, test.sampling, count, 11).Tasks {
			if taken[graphOf(task)] {
				t.Errorf("%s has a graph of %s", task.ID, test.released)
			}
			distinct[graphOf(task)] = true
		}
		if test.sampling.Nodes == 3 && len(distinct) != 196-len(taken) {
			t.Errorf("%d graphs of 3 nodes, want the %d that the release lacks", len(distinct), 196-len(taken))
		}
	}
	topologies := released(t, "4nodes").Tasks
	for _, task := range sampled(t, suite.Sampling{Family: suite.SampledQuadratic, Nodes: 4}, 120, 0).Tasks {
		if want := graphOf(topologies[task.Index%50]); graphOf(task) != want {
			t.Errorf("%s has graph %s, want the released %s", task.ID, graphOf(task), want)
		}
	}
}

// TestSampledSuitesShareGraphs holds that what a family adds changes no graph,
// and that more disturbed properties include the fewer.
func TestSampledSuitesShareGraphs(t *testing.T) {
	const n = 40
	plain := sampled(t, suite.Sampling{Family: suite.SampledPlain, Nodes: 6}, n, 5).Tasks
	for _, s := range []suite.Sampling{
		{Family: suite.SampledHiddenCount, Nodes: 6, Count: 3},
		{Family: suite.SampledHiddenRange, Nodes: 6, Range: 50},
		{Family: suite.SampledHiddenFreqnode, Nodes: 6, Count: 2},
		{Family: suite.SampledOutside, Nodes: 6, Count: 2},
		{Family: suite.SampledQuadratic, Nodes: 6},
	} {
		for i, task := range sampled(t, s, n, 5).Tasks {
			if graphOf(task) != graphOf(plain[i]) {
				t.Errorf("%s has graph %s, the plain one %s", task.ID, graphOf(task), graphOf(plain[i]))
			}
		}
	}
	var affected [][]string
	for count := 1; count <= 3; count++ {
		task := sampled(t, suite.Sampling{Family: suite.SampledHiddenCount, Nodes: 6, Count: count}, 1, 5).Tasks[0]
		affected = append(affected, task.Model.Disturbance().Affected)
	}
	if !slices.Equal(affected[0], affected[2][:1]) || !slices.Equal(affected[1], affected[2][:2]) {
		t.Errorf("affected are %v", affected)
	}
}

// TestGraphsSeedChangesCrystals holds that graph, crystals and disturbance depend
// on the seed of the graphs.
func TestGraphsSeedChangesCrystals(t *testing.T) {
	library := suite.Released()
	const id = "causalab/sampled-7nodes_hidden_n1/3-v1"
	a, err := library.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	b, err := library.FindSampled(id, 1)
	if err != nil {
		t.Fatal(err)
	}
	if *a.Graphs != 0 || *b.Graphs != 1 || graphOf(a) == graphOf(b) {
		t.Errorf("seeds of graphs %d and %d give %s and %s", *a.Graphs, *b.Graphs, graphOf(a), graphOf(b))
	}
	x, y := draw(t, a, 0, 1, false), draw(t, b, 0, 1, false)
	if slices.Equal(bases(x.Manipulator, a.Model), bases(y.Manipulator, b.Model)) || slices.Equal(bases(x.Records[0], a.Model), bases(y.Records[0], b.Model)) {
		t.Error("crystals do not depend on the seed of the graphs")
	}
	var first, second []float64
	r, s := a.Disturbances(0), b.Disturbances(0)
	for range 20 {
		first = append(first, a.Model.Disturbance().Draw(r))
		second = append(second, b.Model.Disturbance().Draw(s))
	}
	if slices.Equal(first, second) {
		t.Error("disturbances do not depend on the seed of the graphs")
	}
}

// TestSampledTasksSurviveImport exports, imports and exports again.
func TestSampledTasksSurviveImport(t *testing.T) {
	for _, s := range samplings() {
		text := strings.Join(export(t, sampled(t, s, 2, 2).Tasks), "\n") + "\n"
		imported, err := suite.Import("again", strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", s.Name(), err)
		}
		if again := strings.Join(export(t, imported.Tasks), "\n") + "\n"; again != text {
			t.Errorf("%s is\n%s and after import\n%s", s.Name(), text, again)
		}
	}
}

// TestSampledNames parses what is and what is not the name of a sampled suite.
func TestSampledNames(t *testing.T) {
	seen := make(map[string]bool)
	for _, s := range samplings() {
		name := s.Name()
		if parsed, err := suite.ParseSampling(name); err != nil || parsed != s {
			t.Errorf("%s is read as %+v, %v, want %+v", name, parsed, err, s)
		}
		if seen[name] || !suite.IsSampled(name) {
			t.Errorf("%s names several suites, or none", name)
		}
		seen[name] = true
	}
	for _, name := range []string{
		"sampled-3nodes", "sampled-4nodes", "sampled-6nodes_freqparent", "sampled-4nodes_hidden_n2", "sampled-4nodes_hidden_vrange_pm0p5",
		"sampled-4nodes_hidden_freqnode_n1", "sampled-4nodes_quad_hard", "sampled-5nodes_outside2", "sampled-12nodes_outside10",
	} {
		if _, err := suite.ParseSampling(name); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{
		"", "4nodes", "sampled-", "sampled-2nodes", "sampled-13nodes", "sampled-04nodes", "sampled-+4nodes", "sampled-4nodes_", "sampled-4node",
		"sampled-4nodes_hidden", "sampled-4nodes_hidden_n0", "sampled-4nodes_hidden_n4", "sampled-3nodes_hidden_n3", "sampled-4nodes_hidden_n01",
		"sampled-4nodes_hidden_vrange_pm0.5", "sampled-4nodes_hidden_vrange_pm7", "sampled-4nodes_hidden_vrange_pm5p0", "sampled-4nodes_hidden_freqnode_n4",
		"sampled-5nodes_outside", "sampled-5nodes_outside4", "sampled-4nodes_golden", "sampled-4nodes_hidden_n1_freqparent", "Sampled-4nodes",
	} {
		var unknown *suite.UnknownSuiteError
		_, err := suite.ParseSampling(name)
		if !errors.As(err, &unknown) || unknown.Name != name || len(unknown.Known) != len(suite.SampledFamilies()) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestSampledRefusals(t *testing.T) {
	library := suite.Released()
	const known = "known are sampled-Nnodes (N from 3 to 12), sampled-Nnodes_freqparent, sampled-Nnodes_quad_hard, " +
		"sampled-Nnodes_hidden_n1 to n3, sampled-Nnodes_hidden_vrange_pm0p5, pm5 or pm50, sampled-Nnodes_hidden_freqnode_n1 to n3, " +
		"sampled-Nnodes_outside1 to outside(N-2)"
	find := []struct{ id, want string }{
		{"causalab/sampled-4nodes/10000-v1", `task "causalab/sampled-4nodes/10000-v1": suite sampled-4nodes has indices 0 to 9999`},
		{"causalab/sampled-4nodes/1-v2", `task "causalab/sampled-4nodes/1-v2": version "v2" is not known, only "v1"`},
		{"causalab/sampled-40nodes/1-v1", `suite "sampled-40nodes" is not known; ` + known},
	}
	for _, test := range find {
		for _, found := range []func(string) (*suite.Task, error){library.Find, func(id string) (*suite.Task, error) { return library.FindSampled(id, 4) }} {
			if _, err := found(test.id); err == nil || err.Error() != test.want {
				t.Errorf("%s: got %v, want %s", test.id, err, test.want)
			}
		}
	}
	want := `task "causalab/4nodes/1-v1": only sampled tasks, such as causalab/sampled-4nodes/17-v1, have a seed of graphs`
	if _, err := library.FindSampled("causalab/4nodes/1-v1", 0); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	var whole *suite.SampledSuiteError
	if _, err := library.Suite("sampled-4nodes"); !errors.As(err, &whole) || whole.Name != "sampled-4nodes" {
		t.Errorf("a sampled suite as a whole: %v", err)
	}
	check := []struct {
		sampling suite.Sampling
		want     string
	}{
		{suite.Sampling{}, `family "": choose one of [plain freqparent quadratic hidden-count hidden-range hidden-freqnode outside]`},
		{suite.Sampling{Family: suite.SampledPlain, Nodes: 2}, "2 nodes: the plain family has 3 to 12"},
		{suite.Sampling{Family: suite.SampledPlain, Nodes: 4, Count: 1}, "count 1: the plain family has none; leave it out"},
		{suite.Sampling{Family: suite.SampledPlain, Nodes: 4, Range: 5}, "range 5: the plain family has none; leave it out"},
		{suite.Sampling{Family: suite.SampledHiddenCount, Nodes: 3, Count: 3}, "count 3: the hidden-count family of 3 nodes has 1 to 2"},
		{suite.Sampling{Family: suite.SampledHiddenRange, Nodes: 3, Range: 7}, "range 7: the hidden-range family has one of [0.5 5 50]"},
	}
	for _, test := range check {
		if err := test.sampling.Check(); err == nil || err.Error() != test.want {
			t.Errorf("%+v: got %v, want %s", test.sampling, err, test.want)
		}
		if _, err := test.sampling.Suite(1, 0); err == nil || err.Error() != test.want {
			t.Errorf("%+v: got %v, want %s", test.sampling, err, test.want)
		}
	}
	plain := suite.Sampling{Family: suite.SampledPlain, Nodes: 4}
	for _, count := range []int{-1, 0, suite.MaxSampled + 1} {
		if _, err := plain.Suite(count, 0); err == nil || err.Error() != fmt.Sprintf("%d graphs: choose 1 to 10000", count) {
			t.Errorf("%d graphs: %v", count, err)
		}
	}
}

// TestSampledInfos holds that the listed suites can be played and are described
// as they are.
func TestSampledInfos(t *testing.T) {
	library := suite.Released()
	n := 0
	for _, info := range library.Suites() {
		if !info.Sampled {
			continue
		}
		n++
		if info.Count != suite.MaxSampled || !strings.HasPrefix(info.Title, "sampled: ") || info.Golden {
			t.Errorf("%+v", info)
		}
		task, err := library.Find(fmt.Sprintf("causalab/%s/%d-v1", info.Name, info.Count-1))
		if err != nil {
			t.Errorf("%s: %v", info.Name, err)
			continue
		}
		if task.Family() != info.Family || task.Model.Len() != info.Nodes || task.Model.Disturbance().Active() != info.Hidden {
			t.Errorf("%+v describes %s", info, task.ID)
		}
	}
	if n == 0 {
		t.Error("no sampled suite is listed")
	}
	titles := []struct {
		sampling suite.Sampling
		want     string
	}{
		{suite.Sampling{Family: suite.SampledPlain, Nodes: 9}, "sampled: 9 nodes"},
		{suite.Sampling{Family: suite.SampledHiddenCount, Nodes: 4, Count: 1}, "sampled: 4 nodes, disturbance on one property"},
		{suite.Sampling{Family: suite.SampledHiddenRange, Nodes: 4, Range: 0.5}, "sampled: 4 nodes, disturbance of up to 0.5"},
		{suite.Sampling{Family: suite.SampledHiddenFreqnode, Nodes: 4, Count: 3}, "sampled: 4 nodes, disturbance on the frequency and two properties"},
		{suite.Sampling{Family: suite.SampledOutside, Nodes: 9, Count: 4}, "sampled: 9 nodes, 4 properties out of control"},
	}
	for _, test := range titles {
		if got := test.sampling.Title(); got != test.want {
			t.Errorf("title %q, want %q", got, test.want)
		}
	}
}

func BenchmarkSample(b *testing.B) {
	for _, s := range []suite.Sampling{
		{Family: suite.SampledPlain, Nodes: 4},
		{Family: suite.SampledPlain, Nodes: 7},
		{Family: suite.SampledPlain, Nodes: 12},
		{Family: suite.SampledQuadratic, Nodes: 4},
	} {
		b.Run(s.Name(), func(b *testing.B) {
			i := 0
			for b.Loop() {
				if _, err := s.Task(i%suite.MaxSampled, 0); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}
