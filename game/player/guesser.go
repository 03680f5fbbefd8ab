package player

import (
	"math"
	"math/rand/v2"

	"causalab/scm"
)

// guesser is the player "random".
type guesser struct {
	random  *rand.Rand
	share   float64 // where between the least and the greatest seen frequency it guesses
	guessed belief
}

// sliderEnd is how far the lab's sliders go; they begin at 0.
const sliderEnd = 100

func (g *guesser) learn(l *lab, _ int) {
	if g.guessed.parents == nil {
		g.guess(l)
	}
}

// guess draws a graph, each edge along a random order of the variables with even
// chance, and coefficients of the size that crystals suggest.
func (g *guesser) guess(l *lab) {
	g.share = g.random.Float64()
	k := len(l.names)
	order := g.random.Perm(k)
	if !l.freqParent { // the frequency comes last
		for i, v := range order {
			if v == l.frequency {
				order[i], order[k-1] = order[k-1], v
			}
		}
	}
	rank := make([]int, k)
	for i, v := range order {
		rank[v] = i
	}
	g.guessed.parents = make([][]int, k)
	for child := range k {
		for parent := range k {
			if rank[parent] < rank[child] && g.random.IntN(2) == 1 {
				g.guessed.parents[child] = append(g.guessed.parents[child], parent)
			}
		}
	}
	for _, p := range g.guessed.parents[l.frequency] {
		if l.quadratic {
			g.guessed.terms = append(g.guessed.terms, term{p, 2, g.draw(0.02)})
		}
		g.guessed.terms = append(g.guessed.terms, term{p, 1, g.draw(3)})
	}
}

// draw returns a coefficient other than 0 within ±limit.
func (g *guesser) draw(limit float64) float64 {
	x := math.Ceil(g.random.Float64()*1000) / 1000 * limit
	if g.random.IntN(2) == 0 {
		return -x
	}
	return x
}

func (g *guesser) experiment(l *lab) (experiment, bool) {
	if len(l.settable) == 0 {
		return experiment{}, false
	}
	p := l.settable[g.random.IntN(len(l.settable))]
	v := float64(g.random.IntN(sliderEnd + 1))
	return experiment{p, v, "I set " + l.displays[p] + " to " + number(v) + " for no reason."}, true
}

func (g *guesser) believe(l *lab) belief {
	b := g.guessed
	b.parents = append([][]int(nil), b.parents...)
	b.terms = append([]term(nil), b.terms...)
	b.remark = "I guess the graph and the coefficients."
	low, high := seenFrequencies(l)
	hz := scm.Round(low + float64(g.share*(high-low)))
	b.base = hz
	if l.reactor != nil {
		b.base -= b.predict(l.reactor) - hz // so that the equation says what is submitted
	}
	b.hz = []float64{hz}
	return b
}

// seenFrequencies returns the least and the greatest frequency read so far.
func seenFrequencies(l *lab) (low, high float64) {
	for i, r := range l.readings {
		hz := r.values[l.frequency]
		if i == 0 {
			low, high = hz, hz
		}
		low, high = min(low, hz), max(high, hz)
	}
	return low, high
}
