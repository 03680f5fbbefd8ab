package metrics

import (
	"slices"
	"strings"

	"causalab/dsl"
	"causalab/scm"
)

// Claim is what a hypothesis says about everything that is scored.
type Claim struct {
	// Edges may be in any order and come more than once.
	Edges []scm.Edge
	// Weights are the frequency's coefficients, without its base and without
	// those whose value is not known. If two have the same parent and power, the
	// first is the one compared with the truth.
	Weights []Weight
	// ByName says that the weights were read from the names of coefficients
	// because no equation was stated. Then Counted, not the number of weights, is
	// what precision is a share of, unless more weights than that are found among
	// the true ones; and a quadratic truth finds no weights at all, because a name
	// does not tell the power.
	ByName  bool
	Counted int
}

// Weight is one coefficient of the frequency's equation: Value · Parent^Power.
type Weight struct {
	Parent string
	Power  int // 1 or 2
	Value  float64
}

// ClaimOf returns the claim of a hypothesis. Its weights are those of the
// equation if one is stated, and otherwise those of [ClaimByName]; so too if the
// equation cannot be interpreted, which a record that was accepted rules out.
func ClaimOf(h *dsl.Hypothesis, w *dsl.World) Claim {
	eq, stated, err := h.Interpret(w)
	if !stated || err != nil {
		return ClaimByName(h.Edges, h.Coefficients)
	}
	c := Claim{Edges: h.Edges}
	for _, t := range eq.Terms {
		if t.Known {
			c.Weights = append(c.Weights, Weight{t.Parent, t.Power, t.Value})
		}
	}
	return c
}

// ClaimByName returns the claim of a hypothesis without an equation. The names
// c_<property>, coeff_<property>_freq, coeff_<property>_frequency and the bare
// property, in any case, give a property's weight; of several, the way that
// stands first in this list, and of names that differ in case only the first
// given. Counted are all that begin with c_ or coeff_. Coefficients without a
// value are left out.
func ClaimByName(edges []scm.Edge, coefficients dsl.Coefficients) Claim {
	c := Claim{Edges: edges, ByName: true}
	type ranked struct {
		Weight
		rank int
	}
	var found []ranked
	for _, x := range coefficients {
		if x.Value == nil {
			continue
		}
		if strings.HasPrefix(x.Name, "c_") || strings.HasPrefix(x.Name, "coeff_") {
			c.Counted++
		}
		parent, rank := coefficientParent(x.Name)
		found = append(found, ranked{Weight{parent, 1, *x.Value}, rank})
	}
	slices.SortStableFunc(found, func(a, b ranked) int { return a.rank - b.rank })
	for _, f := range found {
		c.Weights = append(c.Weights, f.Weight)
	}
	return c
}

// coefficientParent returns the property that a coefficient's name speaks of if
// it speaks of one, and the rank of that way of naming.
func coefficientParent(name string) (parent string, rank int) {
	lower := strings.ToLower(name)
	for rank, affix := range []struct{ before, after string }{
		{"c_", ""}, {"coeff_", "_freq"}, {"coeff_", "_frequency"},
	} {
		if rest, ok := strings.CutPrefix(lower, affix.before); ok {
			if parent, ok := strings.CutSuffix(rest, affix.after); ok {
				return parent, rank
			}
		}
	}
	return lower, 3
}
