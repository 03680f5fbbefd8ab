package scm

import (
	"fmt"
	"math"
	"slices"
)

// Semantics says what an intervention of value v on property X does to the
// base of X. For a property without parents both agree.
type Semantics string

const (
	// Shift makes v the base of X. Parents keep contributing, so X reads v plus
	// their contributions.
	Shift Semantics = "shift"
	// Target makes the base of X what makes X read v now, were there no
	// disturbance: v less the contributions of its parents as an undisturbed
	// crystal of the present bases has them, rounded. X follows its parents
	// later.
	Target Semantics = "target"
)

// Crystal is one specimen that obeys a model. Its values always follow from its
// bases and from the disturbance of the last intervention.
type Crystal struct {
	model  *Model
	bases  []float64
	values []float64
}

// NewCrystal makes a crystal with the given bases of controllable properties,
// by variable index; entries of other variables are ignored and replaced by the
// model's. It fails if the length is wrong or a value is not finite.
func (m *Model) NewCrystal(bases []float64) (*Crystal, error) {
	if len(bases) != m.Len() {
		return nil, fmt.Errorf("%d bases for %d variables", len(bases), m.Len())
	}
	c := &Crystal{m, slices.Clone(bases), make([]float64, m.Len())}
	for i, f := range m.mechanisms {
		if !f.Controllable {
			c.bases[i] = f.Base
		}
	}
	m.Evaluate(c.bases, 0, c.values)
	if i := firstNotFinite(c.values); i >= 0 {
		return nil, &OverflowError{m.mechanisms[i].Name}
	}
	return c, nil
}

// OverflowError reports that a variable would leave the range of finite numbers.
type OverflowError struct{ Variable string }

func (e *OverflowError) Error() string {
	return fmt.Sprintf("%s would not be a finite number", e.Variable)
}

// Clone returns an independent copy.
func (c *Crystal) Clone() *Crystal {
	return &Crystal{c.model, slices.Clone(c.bases), slices.Clone(c.values)}
}

// Value returns what variable i reads.
func (c *Crystal) Value(i int) float64 { return c.values[i] }

// Values returns all readings by variable index.
func (c *Crystal) Values() []float64 { return slices.Clone(c.values) }

// Base returns the base of variable i.
func (c *Crystal) Base(i int) float64 { return c.bases[i] }

// Intervene sets property i to v, rounded by [Round], under the given semantics
// and evaluates the crystal while the disturbance has value h. On an error the
// crystal stays as it was; it is an [*OverflowError] if a value would not be
// finite, and otherwise says why the property cannot be set.
func (c *Crystal) Intervene(i int, v float64, s Semantics, h float64) error {
	m := c.model
	if i < 0 || i >= m.Len() || !m.mechanisms[i].Controllable {
		return fmt.Errorf("variable %d cannot be controlled", i)
	}
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return &OverflowError{m.mechanisms[i].Name}
	}
	old := c.bases[i]
	switch s {
	case Shift:
		c.bases[i] = Round(v)
	case Target:
		// The released environment takes the contributions that the crystal would
		// show undisturbed, not the present readings: its vectors tell the two apart.
		undisturbed := make([]float64, len(c.values))
		m.Evaluate(c.bases, 0, undisturbed)
		c.bases[i] = Round(Round(v) - m.contributions(i, undisturbed))
	default:
		return fmt.Errorf("semantics %q: want %q or %q", s, Shift, Target)
	}
	values := make([]float64, len(c.values))
	m.Evaluate(c.bases, h, values)
	if j := firstNotFinite(values); j >= 0 {
		c.bases[i] = old
		return &OverflowError{m.mechanisms[j].Name}
	}
	c.values = values
	return nil
}

func firstNotFinite(values []float64) int {
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return i
		}
	}
	return -1
}

// Instance is what one episode is played with.
type Instance struct {
	Records     []*Crystal // prior measurements, at least as many as observed
	Manipulator *Crystal   // the crystal that interventions act on
	Reactor     *Crystal   // the crystal whose frequency is to be predicted
}
