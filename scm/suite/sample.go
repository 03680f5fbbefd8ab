package suite

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"causalab/scm"
)

// Streams of random numbers that a sampled model is made of. What a family adds
// has a stream of its own, so that it changes no graph.
const (
	graphStream     = "graph"
	mechanismStream = "mechanisms" // of quadratic models
	probeStream     = "probes"     // of quadratic models
	affectedStream  = "affected"   // by the disturbance
	outsideStream   = "outside"
)

// disturbanceRange is the range of all disturbances but those of hidden-range.
const disturbanceRange = 5

// Task samples the task at an index, 0 to one less than [MaxSampled], with the
// graphs of a seed. Equal fields, index and seed give equal tasks for ever; the
// version in the id would rise otherwise.
//
// The graph is never one that the release has for the family, unless it is
// built on those (see [SampledQuadratic]).
func (s Sampling) Task(index int, graphs uint64) (*Task, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	name := s.Name()
	if index < 0 || index >= MaxSampled {
		return nil, fmt.Errorf("suite %s has indices 0 to %d", name, MaxSampled-1)
	}
	t := &Task{
		ID:         taskID(name, index),
		Suite:      name,
		Index:      index,
		GraphID:    fmt.Sprintf("%s_g%d_%d", strings.TrimPrefix(name, sampledPrefix), graphs, index),
		FreqParent: s.Family == SampledFreqParent,
		Graphs:     &graphs,
	}
	plain := taskID(plainName(s.Nodes), index)
	stream := func(name string) *rand.Rand { return newStream(graphs, plain, name) }

	family, disturbance := scm.Linear, scm.Disturbance{}
	description := ""
	var d *draft
	switch s.Family {
	case SampledFreqParent:
		d = sampleLinear(newStream(graphs, t.ID, graphStream), s.Nodes, true)
	default:
		d = sampleLinear(stream(graphStream), s.Nodes, false)
	}
	switch s.Family {
	case SampledQuadratic:
		if s.Nodes == topologyNodes {
			lines := releasedSection(topologySuite).lines
			d = mustDecodeGraph(lines[index%len(lines)])
		}
		family = scm.Quadratic
		t.Presets = &Presets{Vertices: d.sampleQuadratic(stream(mechanismStream))}
		description = quadraticDescription
	case SampledHiddenCount, SampledHiddenRange:
		disturbance = scm.Disturbance{Range: disturbanceRange, Affected: d.sampleProperties(stream(affectedStream), max(s.Count, 1))}
		if s.Range != 0 {
			disturbance.Range = s.Range
		}
		description = disturbedDescription
	case SampledHiddenFreqnode:
		affected := append([]string{scm.Frequency}, d.sampleProperties(stream(affectedStream), s.Count-1)...)
		disturbance = scm.Disturbance{Range: disturbanceRange, Affected: affected}
		description = disturbedDescription
	case SampledOutside:
		d.outside = d.sampleProperties(stream(outsideStream), s.Count)
		description = outsideDescription
	}
	t.Origin = d.origin(description)
	t.Origin.StatesFamily = t.FreqParent || family == scm.Quadratic
	var err error
	if t.Model, err = scm.NewModel(family, d.mechanisms(), disturbance); err != nil {
		return nil, fmt.Errorf("task %s: %w", t.ID, err)
	}
	if t.Presets != nil {
		err = t.samplePresets()
	}
	return t, err
}

// The released suite on whose graphs hard quadratic models of its size are built.
const (
	topologySuite = "4nodes"
	topologyNodes = 4
)

// releasedSection returns a released suite that is known to be there.
func releasedSection(name string) *section {
	list := releasedSections()
	return list[slices.IndexFunc(list, func(s *section) bool { return s.name == name })]
}

// mustDecodeGraph decodes a released line, which is part of the program.
func mustDecodeGraph(line string) *draft {
	d, err := decodeGraph(line)
	if err != nil {
		panic("suite: released.txt: " + err.Error())
	}
	return d
}

// avoidances is how often a graph of the release is drawn again before it is
// taken after all.
const avoidances = 1000

// sampleLinear draws a graph that the release does not have, and a linear
// mechanism for each variable: coefficients uniform on 1, 2, 3, bases on the
// integers 15…25. A graph in place of a released one has as many edges: the
// release holds most of the small dense graphs, which would become rare.
func sampleLinear(r *rand.Rand, nodes int, freqParent bool) *draft {
	d := sampleGraph(r, nodes, anyNumber, freqParent)
	for range avoidances {
		if !releasedGraphs()[d.key(freqParent)] {
			break
		}
		d = sampleGraph(r, nodes, len(d.edges), freqParent)
	}
	for _, e := range d.edges {
		d.terms = append(d.terms, []scm.Term{{Parent: e.From, Power: 1, Weight: float64(1 + r.IntN(3))}})
	}
	for range d.nodes {
		d.bases = append(d.bases, float64(15+r.IntN(11)))
	}
	return d
}

// anyNumber leaves the number of edges to chance.
const anyNumber = -1

// sampleGraph draws nodes and edges: a causal order at random with the frequency
// last, or anywhere with freqParent; the number of edges, unless it is given,
// uniform on k-1 to min(2k, k(k-1)/2); so many of the forward pairs; and all
// again if the frequency has no parent.
func sampleGraph(r *rand.Rand, nodes, edges int, freqParent bool) *draft {
	pool := scm.Properties()
	if nodes-1 > len(pool) {
		pool = scm.ExtendedProperties()
	}
	for {
		order := make([]string, 0, nodes)
		for _, i := range r.Perm(len(pool))[:nodes-1] {
			order = append(order, pool[i].Name)
		}
		// Files list the nodes in an order that says nothing of the graph.
		d := &draft{nodes: []string{scm.Frequency}}
		for _, i := range r.Perm(len(order)) {
			d.nodes = append(d.nodes, order[i])
		}
		at := len(order)
		if freqParent {
			at = r.IntN(nodes)
		}
		order = slices.Insert(order, at, scm.Frequency)
		var pairs []scm.Edge
		for i := range order {
			for _, to := range order[i+1:] {
				pairs = append(pairs, scm.Edge{From: order[i], To: to})
			}
		}
		m := edges
		if m == anyNumber {
			least, most := nodes-1, min(2*nodes, len(pairs))
			m = least + r.IntN(most-least+1)
		}
		r.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
		d.edges = pairs[:m:m]
		if slices.ContainsFunc(d.edges, func(e scm.Edge) bool { return e.To == scm.Frequency }) {
			return d
		}
	}
}

// key identifies a graph with its names, and its kind.
func (d *draft) key(freqParent bool) string {
	nodes := slices.Sorted(slices.Values(d.nodes))
	var edges []string
	for _, e := range d.edges {
		edges = append(edges, e.String())
	}
	slices.Sort(edges)
	return fmt.Sprint(freqParent, nodes, edges)
}

// releasedGraphs holds the keys of the released graphs; it is only looked up in.
var releasedGraphs = sync.OnceValue(func() map[string]bool {
	keys := make(map[string]bool)
	for _, s := range releasedSections() {
		if s.plain != nil {
			continue // has another's graphs
		}
		for _, line := range s.lines {
			keys[mustDecodeGraph(line).key(s.kind == kindFreqParent)] = true
		}
	}
	return keys
})

// sampleProperties draws some of the properties. The first n of them are the same
// however many are drawn.
func (d *draft) sampleProperties(r *rand.Rand, n int) []string {
	var names []string
	for _, i := range r.Perm(len(d.nodes) - 1)[:n] {
		names = append(names, d.nodes[1+i])
	}
	return names
}

// millionths is the last digit of what hard quadratic models are made of.
const millionths = 1e6

// sampleQuadratic replaces mechanisms by hard quadratic ones and returns the
// vertices in the order of the edges. Of each edge u is drawn from 0.008, 0.012
// and 0.016, the vertex a uniformly from 35…65, and w = -2·u·a; a base is
// c + Σ u·a² with c uniform on 20…35, or 25…60 for the frequency; all but u to
// six decimals.
func (d *draft) sampleQuadratic(r *rand.Rand) []float64 {
	uniform := func(low, high int) float64 {
		return float64(low*millionths+r.IntN((high-low)*millionths+1)) / millionths
	}
	round := func(x float64) float64 { return math.RoundToEven(float64(x*millionths)) / millionths }
	vertices := make([]float64, len(d.edges))
	height := make([]float64, len(d.nodes)) // Σ u·a² of the edges into each node
	d.terms = make([][]scm.Term, len(d.edges))
	for i, e := range d.edges {
		u, a := float64(8+4*r.IntN(3))/1000, uniform(35, 65)
		vertices[i] = a
		d.terms[i] = []scm.Term{
			{Parent: e.From, Power: 2, Weight: u},
			{Parent: e.From, Power: 1, Weight: round(-2 * u * a)},
		}
		height[slices.Index(d.nodes, e.To)] += float64(u * a * a)
	}
	d.bases = make([]float64, len(d.nodes))
	for i, name := range d.nodes {
		c := uniform(20, 35)
		if name == scm.Frequency {
			c = uniform(25, 60)
		}
		d.bases[i] = round(c + height[i])
	}
	return vertices
}

// samplePresets fixes the crystals of seed 0 to those that it would draw: the
// release's files must name some. The reactor's frequency can be submitted in
// either protocol where that is possible. Probes lie on either side of the vertices.
func (t *Task) samplePresets() error {
	p := t.Presets
	t.Presets = nil
	in, err := t.Draw(0, 2, true)
	if err != nil {
		in, err = t.Draw(0, 2, false)
	}
	t.Presets = p
	if err != nil {
		return err
	}
	for _, c := range in.Records {
		p.Records = append(p.Records, t.presetOf(c))
	}
	p.Manipulator, p.Reactor = t.presetOf(in.Manipulator), t.presetOf(in.Reactor)
	below := make(sides, t.Model.Len())
	r := t.stream(probeStream, 0)
	p.ProbeLeft, _ = t.drawBases(r, below)
	p.ProbeRight, _ = t.drawBases(r, opposite(below))
	return nil
}

// presetOf returns a crystal's bases as presets have them.
func (t *Task) presetOf(c *scm.Crystal) []float64 {
	bases := make([]float64, t.Model.Len())
	for i := range bases {
		if t.Model.Mechanism(i).Controllable {
			bases[i] = c.Base(i)
		}
	}
	return bases
}
