package player

import (
	"math"
	"slices"
	"strconv"

	"causalab/dsl"
	"causalab/scm"
)

// belief is what a player holds to be true at one moment.
type belief struct {
	parents [][]int // by variable, ascending
	// base and terms are the frequency's equation. Its parents are those of the
	// terms.
	base  float64
	terms []term
	// hz lists predictions of the reactor's frequency, the best first. While it
	// is empty the equation predicts.
	hz []float64
	// remark says in short sentences why this is believed.
	remark string
}

// term is weight · parent^power.
type term struct {
	parent, power int
	weight        float64
}

// decimals is what fitted coefficients are rounded to, so that the last bits of
// a fit, which may depend on the machine, reach no record.
const decimals = 1e6

func rounded(x float64) float64 {
	if math.Abs(x) > 1<<52/decimals {
		return x
	}
	return math.Round(x*decimals)/decimals + 0
}

// tidy rounds the coefficients, takes out terms that are zero, and makes the
// frequency's parents those of its terms.
func (b *belief) tidy(l *lab) {
	b.base = rounded(b.base)
	kept := b.terms[:0]
	for _, t := range b.terms {
		if t.weight = rounded(t.weight); t.weight != 0 {
			kept = append(kept, t)
		}
	}
	b.terms = kept
	slices.SortFunc(b.terms, func(s, t term) int {
		if s.parent != t.parent {
			return s.parent - t.parent
		}
		return t.power - s.power
	})
	b.parents[l.frequency] = nil
	for _, t := range b.terms {
		if !slices.Contains(b.parents[l.frequency], t.parent) {
			b.parents[l.frequency] = append(b.parents[l.frequency], t.parent)
		}
	}
}

// predict returns the frequency that the equation gives a crystal, in Hz.
func (b *belief) predict(values []float64) float64 {
	sum := b.base
	for _, t := range b.terms {
		sum += float64(t.weight * power(values[t.parent], t.power))
	}
	return scm.Round(sum)
}

func power(x float64, n int) float64 {
	if n == 2 {
		return float64(x * x)
	}
	return x
}

// hypothesis states the belief in the record's language.
func (b *belief) hypothesis(l *lab) dsl.Hypothesis {
	h := dsl.Hypothesis{Edges: []scm.Edge{}, FreqEquation: scm.Frequency + " = base"}
	h.Coefficients = dsl.Coefficients{{Name: "base", Value: pointer(b.base)}}
	for i, parents := range b.parents {
		for _, p := range parents {
			h.Edges = append(h.Edges, scm.Edge{From: l.names[p], To: l.names[i]})
		}
	}
	for _, t := range b.terms {
		name, factor := "c_"+l.names[t.parent], l.names[t.parent]
		if l.quadratic {
			name += "_" + strconv.Itoa(t.power)
		}
		if t.power == 2 {
			factor += "^2"
		}
		h.FreqEquation += " + " + name + "*" + factor
		h.Coefficients = append(h.Coefficients, dsl.Coefficient{Name: name, Value: pointer(t.weight)})
	}
	return h
}

func pointer[T any](x T) *T { return &x }

// acyclic says whether parent lists form an acyclic graph.
func acyclic(parents [][]int) bool {
	done := make([]bool, len(parents))
	for sorted := 0; sorted < len(parents); {
		before := sorted
		for i, list := range parents {
			if !done[i] && !slices.ContainsFunc(list, func(p int) bool { return !done[p] }) {
				done[i] = true
				sorted++
			}
		}
		if sorted == before {
			return false
		}
	}
	return true
}
