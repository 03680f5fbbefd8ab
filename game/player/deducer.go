package player

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"causalab/scm"
	"causalab/scm/identify"
)

// deducer is the scientist where readings tell the mechanism exactly or within
// rounding: it keeps the version space, chooses the intervention with the lowest
// expected number of graphs left, and where the readings run out before one graph
// is left it takes the most probable one.
type deducer struct {
	random *rand.Rand
	space  *identify.Space
}

// effort is how many supposed outcomes are looked at for one experiment.
const effort = 36

func (d *deducer) learn(l *lab, from int) {
	if d.space == nil {
		d.space = newSpace(l, !l.quadratic)
		from = 0
	}
	d.add(l, from)
	if d.space.Count() == (identify.Count{}) && d.space.Problem().Exact {
		// The coefficients are no whole numbers: readings are rounded.
		d.space = newSpace(l, false)
		d.add(l, 0)
	}
}

func newSpace(l *lab, exact bool) *identify.Space {
	p := identify.Problem{
		Variables: len(l.names), Frequency: l.frequency, Controllable: make([]bool, len(l.names)),
		FreqParent: l.freqParent, Family: scm.Linear, Semantics: l.semantics, Exact: exact,
	}
	if l.quadratic {
		p.Family = scm.Quadratic
	}
	for _, i := range l.settable {
		p.Controllable[i] = true
	}
	s, err := identify.New(p)
	if err != nil {
		panic("player: " + err.Error()) // the scientist looked at the number of variables
	}
	return s
}

func (d *deducer) add(l *lab, from int) {
	for _, r := range l.readings[from:] {
		switch r.origin {
		case apart:
			d.space.Observe(r.values)
		case begin:
			d.space.Begin(r.values)
		case set:
			d.space.Intervene(r.property, r.setting, r.values)
		}
	}
}

// satisfied says whether nothing is left to find out.
func (d *deducer) satisfied(l *lab) bool {
	return d.space.Count() == identify.CountOf(1) && d.settled(l)
}

// narrow is the range of predictions in Hz that is good enough.
const narrow = 0.1

// settled says whether the frequency's mechanism leaves one prediction: of the
// reactor, or while that cannot be seen of crystals that differ in every way.
func (d *deducer) settled(l *lab) bool {
	crystals := [][]float64{l.reactor}
	if l.reactor == nil {
		crystals = nil
		for p := range l.frequency {
			for _, step := range []float64{-sliderEnd / 2, sliderEnd / 2} {
				c := slices.Clone(l.present())
				c[p] += step
				crystals = append(crystals, c)
			}
		}
	}
	for _, c := range crystals {
		if r, ok := d.space.Possible(c); !ok || r.High-r.Low >= narrow {
			return false
		}
	}
	return true
}

func (d *deducer) experiment(l *lab) (experiment, bool) {
	if d.satisfied(l) || wearied(l) {
		return experiment{}, false
	}
	best, lowest := experiment{property: -1}, math.Inf(1)
	times := l.timesSet()
	settings, draws := 1, max(2, effort/max(1, len(l.settable)))
	if draws >= 6 {
		settings, draws = 2, draws/2
	}
	for _, at := range d.random.Perm(len(l.settable)) {
		p := l.settable[at]
		for range settings {
			v := d.setting(l, p)
			mean, ok := d.space.Expect(p, v, draws, d.random)
			if !ok {
				continue
			}
			// Of equals, what was moved least often tells most about the rest.
			mean = float64(mean * (1 + float64(1e-6*float64(times[p]))))
			if mean < lowest {
				lowest, best = mean, experiment{property: p, value: v}
			}
		}
	}
	if best.property < 0 || d.stuck(l, lowest) {
		return experiment{why: "No experiment is expected to tell more."}, false
	}
	best.why = fmt.Sprintf("Setting %s to %s should leave %s.", l.displays[best.property], number(best.value), graphs(lowest))
	if d.space.Count() == identify.CountOf(1) {
		best.why = fmt.Sprintf("I set %s to %s to measure its effects more closely.", l.displays[best.property], number(best.value))
	}
	return best, true
}

// setting draws a whole number within the sliders that is well away from what
// the property reads.
func (d *deducer) setting(l *lab, property int) float64 {
	const away = 15
	present := l.present()[property]
	for {
		v := float64(d.random.IntN(sliderEnd + 1))
		if math.Abs(v-present) >= away {
			return v
		}
	}
}

// stuck says whether no experiment is expected to leave fewer graphs although
// every property has been moved: what is left cannot be told apart.
func (d *deducer) stuck(l *lab, lowest float64) bool {
	times := l.timesSet()
	for _, p := range l.settable {
		if times[p] == 0 {
			return false
		}
	}
	return lowest >= d.space.Count().Float() && d.space.Count() != identify.CountOf(1)
}

func (d *deducer) believe(l *lab) belief {
	k := len(l.names)
	tallies := make([]*tally, k)
	for i := range k {
		tallies[i] = d.tally(l, i)
	}
	graph, ok := likeliestGraph(tallies)
	if !ok {
		// The parent sets that could be weighed contradict each other.
		graph = make([]identify.Set, k)
		if mechanisms, drawn := d.space.Draw(d.random); drawn {
			for i, m := range mechanisms {
				for _, c := range m {
					graph[i] |= 1 << c.Parent
				}
			}
		}
	}
	b := belief{parents: make([][]int, k)}
	for i, set := range graph {
		b.parents[i] = set.Members()
	}
	d.state(l, &b, graph[l.frequency], tallies[l.frequency])
	switch left := d.space.Count(); left {
	case identify.CountOf(1):
		b.remark = "One graph is left."
	case identify.Count{}:
		b.remark = "No graph explains all readings."
	default:
		b.remark = "The readings allow " + strings.TrimPrefix(graphs(left.Float()), "about ") + "."
	}
	return b
}

// tally weighs the feasible parent sets of variable i.
func (d *deducer) tally(l *lab, i int) *tally {
	sets := d.space.ParentSets(i)
	if !l.quadratic && (len(sets) > 1 || i == l.frequency) {
		if t := newTally(l, i, sets, i == l.frequency); len(t.sets) > 0 {
			return t
		}
	}
	t := new(tally)
	for _, set := range sets {
		t.sets = append(t.sets, set)
		t.logs = append(t.logs, logarithm(set.Len())*parentOdds+l.baseLog(i, set == 0))
	}
	return t
}

// state fills in the frequency's equation and the predictions.
func (d *deducer) state(l *lab, b *belief, set identify.Set, t *tally) {
	if n := t.chosen(set); n >= 0 && t.best != nil {
		b.state(set, t.best[n])
		if l.reactor != nil {
			b.hz = t.predictions(l.reactor)
		}
		return
	}
	coefficients, _ := d.space.Solve(l.frequency, set, nil)
	for _, c := range coefficients {
		b.terms = append(b.terms, term{c.Parent, c.Power, c.Weight})
	}
	if n := len(l.readings); n > 0 {
		b.base = average(n, func(row int) float64 {
			values := l.readings[row].values
			return values[l.frequency] - b.predict(values)
		})
	}
}

// graphs writes a number of graphs, or a mean of such numbers, as people read it.
func graphs(n float64) string {
	switch n = math.Round(n); {
	case n >= 1e6:
		return "over a million graphs"
	case n > 1:
		return "about " + number(n) + " graphs"
	}
	return "one graph"
}
