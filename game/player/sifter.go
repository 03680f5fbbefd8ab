package player

import (
	"fmt"
	"math"
	"math/rand/v2"

	"causalab/scm"
	"causalab/scm/identify"
)

// sifter is the scientist where a disturbance may be in every reading after an
// intervention. Such a reading excludes nothing by itself; but whole coefficients
// that explain all readings up to one common size, now above, now below and now
// not there, are few. It moves all properties in turn, by odd amounts that no
// disturbance is taken for, until one account of every variable is left.
//
// A variable that none of the coefficients tried explains is fitted by least
// squares, with the disturbance for an error.
type sifter struct {
	random  *rand.Rand
	tallies []*tally
	fitted  map[int]regression // by variable, those that are fitted
	size    int64              // of the disturbance in hundredths; 0 if none was seen
	graph   []identify.Set
	sure    float64 // probability of the graph's least sure parent set
}

// sureEnough is the probability at which a parent set counts as found.
const sureEnough = 0.9999

func (s *sifter) learn(l *lab, _ int) {
	k := len(l.names)
	s.tallies = make([]*tally, k)
	for i := range k {
		s.tallies[i] = newTally(l, i, subsets(l.candidates(i)), true)
	}
	s.size = commonSize(s.tallies, deviations(l))
	for _, t := range s.tallies {
		t.restrict(s.size)
	}
	s.fitted = make(map[int]regression)
	for i, t := range s.tallies {
		if len(t.sets) > 0 {
			continue
		}
		r := regress(l, i)
		t.addWhole(newTeller(l, i), r)
		if len(t.sets) == 0 {
			s.fitted[i] = r
			t.sets, t.logs = []identify.Set{r.parents}, []logarithm{0}
		}
	}
	s.choose()
}

// nearWhole is how far a fitted coefficient may lie from the whole number that it
// is taken for.
const nearWhole = 0.3

// addWhole adds the account that has the fitted coefficients as whole numbers, if
// it explains the readings: one of more parents or larger coefficients than can
// all be tried.
func (t *tally) addWhole(g *teller, r regression) {
	domains := make([][]int64, len(r.weights))
	for j, x := range r.weights {
		w := math.Round(x)
		if w == 0 || math.Abs(x-w) > nearWhole {
			return
		}
		domains[j] = []int64{int64(w)}
	}
	t.addSet(g, r.parents, domains, true)
}

// choose takes the most probable graph. Fitted variables have one parent set
// each; where these leave no acyclic graph they lose their parents.
func (s *sifter) choose() {
	graph, ok := likeliestGraph(s.tallies)
	for i := 0; !ok && i < len(s.tallies); i++ {
		if r, is := s.fitted[i]; is {
			s.fitted[i] = regression{base: r.base}
			s.tallies[i].sets[0] = 0
			graph, ok = likeliestGraph(s.tallies)
		}
	}
	if !ok {
		graph = make([]identify.Set, len(s.tallies))
	}
	s.graph, s.sure = graph, 0
	if ok && len(s.fitted) == 0 {
		s.sure = 1
		for i, t := range s.tallies {
			s.sure = min(s.sure, t.share(graph[i]))
		}
	}
}

// subsets lists all sets of the given variables.
func subsets(variables []int) []identify.Set {
	sets := []identify.Set{0}
	for _, v := range variables {
		for _, s := range sets[:len(sets):len(sets)] {
			sets = append(sets, s|1<<v)
		}
	}
	return sets
}

// deviations lists by how many hundredths properties missed their settings right
// after an intervention under target, where only a disturbance can make them.
func deviations(l *lab) []int64 {
	var list []int64
	for _, r := range l.readings {
		if r.origin == set && l.semantics == scm.Target {
			list = append(list, hundredths(r.values[r.property])-hundredths(r.setting))
		}
	}
	return list
}

// commonSize returns the size of the disturbance that makes all variables'
// accounts most probable together. Deviations are whole multiples of it: once for
// the property itself, and by way of its parents.
func commonSize(tallies []*tally, deviations []int64) int64 {
	var sizes []int64                    // in the order in which accounts name them
	gain := make(map[int64]logarithm)    // what a size adds to the sum without a disturbance
	explained := make(map[int64]int)     // variables that only a disturbance of the size explains
	unexplained, none := 0, logarithm(0) // variables that need one; the sum over the others
	for _, t := range tallies {
		masses := make(map[int64]*mass)
		var named []int64
		for _, a := range t.every {
			m := masses[a.size]
			if m == nil {
				m = new(mass)
				masses[a.size] = m
				named = append(named, a.size)
			}
			m.add(a.log)
		}
		steady := masses[0]
		if steady != nil {
			none += steady.log()
		} else if len(named) > 0 {
			unexplained++
		}
		for _, size := range named {
			if _, ok := gain[size]; !ok {
				gain[size] = 0
				sizes = append(sizes, size)
			}
			switch {
			case steady == nil:
				gain[size] += masses[size].log()
				explained[size]++
			case size != 0:
				both := *steady
				both.add(masses[size].log())
				gain[size] += both.log() - steady.log()
			}
		}
	}
	best, found := int64(0), false
	for _, size := range sizes {
		if explained[size] < unexplained || !divides(size, deviations) {
			continue
		}
		if !found || gain[size] > gain[best] {
			best, found = size, true
		}
	}
	return best
}

// divides says whether all numbers are whole multiples of a size.
func divides(size int64, numbers []int64) bool {
	for _, x := range numbers {
		if x != 0 && (size == 0 || x%size != 0) {
			return false
		}
	}
	return true
}

// restrict drops the accounts with another disturbance.
func (t *tally) restrict(size int64) {
	kept := tally{first: []int{0}}
	for n, set := range t.sets {
		var total mass
		var best account
		for _, a := range t.every[t.first[n]:t.first[n+1]] {
			if a.size != 0 && a.size != size {
				continue
			}
			if total.sum == 0 || a.log > best.log {
				best = a
			}
			total.add(a.log)
			kept.every = append(kept.every, a)
		}
		if total.sum > 0 {
			kept.sets = append(kept.sets, set)
			kept.logs = append(kept.logs, total.log())
			kept.best = append(kept.best, best)
			kept.first = append(kept.first, len(kept.every))
		}
	}
	*t = kept
}

// share returns the probability of a set among the tally's.
func (t *tally) share(set identify.Set) float64 {
	n := t.chosen(set)
	if n < 0 {
		return 0
	}
	sum := 0.0
	for _, log := range t.logs {
		sum += log.over(t.logs[n])
	}
	return 1 / sum
}

func (s *sifter) experiment(l *lab) (experiment, bool) {
	times := l.timesSet()
	var least []int
	for _, p := range l.settable {
		if len(least) > 0 && times[p] < times[least[0]] {
			least = nil
		}
		if len(least) == 0 || times[p] == times[least[0]] {
			least = append(least, p)
		}
	}
	if wearied(l) || s.sure >= sureEnough && times[least[0]] > 0 {
		return experiment{}, false
	}
	p := least[s.random.IntN(len(least))]
	v := s.setting(l, p)
	return experiment{p, v, fmt.Sprintf("I set %s to %s, an odd amount, so that what it does stands out from the disturbance.", l.displays[p], number(v))}, true
}

// setting draws a number with hundredths within the sliders, well away from what
// the property reads.
func (s *sifter) setting(l *lab, property int) float64 {
	const away = 20
	present := l.present()[property]
	for {
		v := scm.Round(float64(s.random.IntN(sliderEnd)) + float64(1+s.random.IntN(99))/100)
		if math.Abs(v-present) >= away {
			return v
		}
	}
}

func (s *sifter) believe(l *lab) belief {
	b := belief{parents: make([][]int, len(l.names))}
	for i, set := range s.graph {
		b.parents[i] = set.Members()
	}
	t := s.tallies[l.frequency]
	if r, is := s.fitted[l.frequency]; is {
		b.base = r.base
		for j, p := range r.parents.Members() {
			b.terms = append(b.terms, term{p, 1, r.weights[j]})
		}
	} else if n := t.chosen(s.graph[l.frequency]); n >= 0 {
		b.state(s.graph[l.frequency], t.best[n])
		if l.reactor != nil {
			b.hz = t.predictions(l.reactor)
		}
	}
	switch {
	case len(s.fitted) > 0:
		b.remark = "The coefficients are no whole numbers, so I fit them by least squares."
	case s.size == 0:
		b.remark = "I have seen no disturbance yet."
	case s.sure >= sureEnough:
		b.remark = fmt.Sprintf("One graph explains all readings with a disturbance of %s.", number(float64(s.size)/100))
	default:
		b.remark = fmt.Sprintf("There may be a disturbance of %s.", number(float64(s.size)/100))
	}
	return b
}

// state fills in the frequency's equation from an account.
func (b *belief) state(set identify.Set, a account) {
	b.base = a.base
	for j, p := range set.Members() {
		b.terms = append(b.terms, term{p, 1, float64(a.weights[j])})
	}
}
