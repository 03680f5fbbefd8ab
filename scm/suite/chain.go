package suite

import "causalab/scm"

// Chain is a bounded sequence of interventions that a Golden task hands over
// as records, chosen so that few models stay possible: by the release, or by
// package golden.
type Chain struct {
	Semantics scm.Semantics // what each intervention does to a base
	// Starts are the bases, by variable index, of the crystals recorded before
	// the first intervention.
	Starts [][]float64
	// Links are interventions made one after another on the crystal of Starts[0].
	Links []Link
}

// Link is one intervention of a [Chain].
type Link struct {
	Variable int // index in the model
	Value    float64
}

// ChainCrystals replays the chain and returns one crystal per record: the starts,
// then the state after each link; none without a chain. It fails if a value would
// not be finite.
func (t *Task) ChainCrystals() ([]*scm.Crystal, error) {
	if t.Chain == nil {
		return nil, nil
	}
	var crystals []*scm.Crystal
	for _, bases := range t.Chain.Starts {
		c, err := t.Model.NewCrystal(bases)
		if err != nil {
			return nil, err
		}
		crystals = append(crystals, c)
	}
	if len(t.Chain.Links) == 0 {
		return crystals, nil
	}
	c := crystals[0].Clone()
	for _, link := range t.Chain.Links {
		if err := c.Intervene(link.Variable, link.Value, t.Chain.Semantics, 0); err != nil {
			return nil, err
		}
		crystals = append(crystals, c.Clone())
	}
	return crystals, nil
}
