// Package golden makes Golden chains: bounded sequences of interventions on a
// crystal, chosen so that few models stay possible.
//
// It stands apart from package suite, which holds chains, because it counts
// graphs with package identify: programs that only play are smaller without it.
package golden

import (
	"fmt"
	"math/rand/v2"

	"causalab/scm"
	"causalab/scm/identify"
	"causalab/scm/suite"
)

// Make makes a chain for a task: interventions of the given semantics on the
// manipulator crystal of a seed, from which it starts. Each is the one that leaves
// the fewest graphs (IMEC) among some values of every controllable property, by
// what it truly shows; ties are broken by the seed. The chain ends when a single
// graph is left, or after [Longest] interventions, without those at its end that
// told nothing.
//
// Only the chain itself counts: a player who is also shown prior records knows at
// least as much. Equal arguments give equal chains on every architecture. It fails
// for a model with an active disturbance, under which graphs cannot be counted,
// and for semantics that are not known.
func Make(t *suite.Task, seed uint64, s scm.Semantics) (*suite.Chain, error) {
	m := t.Model
	if m.Disturbance().Active() {
		return nil, fmt.Errorf("task %s has a disturbance, under which graphs cannot be counted", t.ID)
	}
	if s != scm.Shift && s != scm.Target {
		return nil, fmt.Errorf("semantics %q: want %q or %q", s, scm.Shift, scm.Target)
	}
	in, err := t.Draw(seed, 0, false)
	if err != nil {
		return nil, err
	}
	space, err := identify.New(identify.ProblemOf(m, t.FreqParent, s))
	if err != nil {
		return nil, err
	}
	at := state{crystal: in.Manipulator, space: space}
	at.space.Begin(at.crystal.Values())
	at.left = at.space.Count()
	chain := &suite.Chain{Semantics: s, Starts: [][]float64{basesOf(at.crystal, m)}}
	r := t.ChainChoices(seed)
	telling := 0 // links up to the last that told something
	for len(chain.Links) < Longest(m) && at.left.Cmp(identify.CountOf(1)) > 0 {
		next, link, ok := best(&at, s, candidates(m, r))
		if !ok {
			break
		}
		chain.Links = append(chain.Links, link)
		if next.left.Cmp(at.left) < 0 {
			telling = len(chain.Links)
		}
		at = next
	}
	chain.Links = chain.Links[:telling]
	return chain, nil
}

// Longest returns the most interventions that a chain may have: two for each
// property.
func Longest(m *scm.Model) int { return 2 * (m.Len() - 1) }

// Count returns IMEC after each record of a task's chain: how many graphs the
// chain alone allows.
func Count(t *suite.Task) ([]identify.Count, error) {
	crystals, err := t.ChainCrystals()
	if err != nil {
		return nil, err
	}
	if len(crystals) == 0 {
		return nil, fmt.Errorf("task %s has no chain", t.ID)
	}
	space, err := identify.New(identify.ProblemOf(t.Model, t.FreqParent, t.Chain.Semantics))
	if err != nil {
		return nil, err
	}
	var counts []identify.Count
	for i, c := range crystals {
		switch n := i - len(t.Chain.Starts); {
		case i == 0:
			space.Begin(c.Values())
		case n < 0:
			space.Observe(c.Values())
		default:
			link := t.Chain.Links[n]
			space.Intervene(link.Variable, link.Value, c.Values())
		}
		counts = append(counts, space.Count())
	}
	return counts, nil
}

// state is a crystal and what is known of its model.
type state struct {
	crystal *scm.Crystal
	space   *identify.Space
	left    identify.Count
}

// valuesTried is how many values of each property are tried for a link. Which
// value it is hardly ever matters, but one may happen to hide an effect.
const valuesTried = 2

// candidates draws interventions: integers of 0…100, as crystals are drawn, in
// random order.
func candidates(m *scm.Model, r *rand.Rand) []suite.Link {
	var list []suite.Link
	for i := range m.Len() {
		if !m.Mechanism(i).Controllable {
			continue
		}
		for range valuesTried {
			list = append(list, suite.Link{Variable: i, Value: float64(r.IntN(101))})
		}
	}
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// best carries every candidate out and returns the one that leaves the fewest
// graphs, the first of several in their random order. A candidate whose readings would
// not be finite is left out; ok is false if none remains.
func best(at *state, s scm.Semantics, list []suite.Link) (next state, link suite.Link, ok bool) {
	for _, candidate := range list {
		c := at.crystal.Clone()
		if c.Intervene(candidate.Variable, candidate.Value, s, 0) != nil {
			continue
		}
		space := at.space.Clone()
		space.Intervene(candidate.Variable, candidate.Value, c.Values())
		if left := space.Count(); !ok || left.Cmp(next.left) < 0 {
			next, link, ok = state{c, space, left}, candidate, true
		}
	}
	return next, link, ok
}

func basesOf(c *scm.Crystal, m *scm.Model) []float64 {
	bases := make([]float64, m.Len())
	for i := range bases {
		bases[i] = c.Base(i)
	}
	return bases
}
