package metrics

import (
	"math"
	"slices"
	"strings"

	"causalab/scm"
)

// WeightTolerance is how far a predicted frequency weight may lie from the true
// one and still be right.
const WeightTolerance = 1e-6

// LooseWeightTolerance is how far, as a share of the true frequency weight, a
// predicted one may lie from it and still be right within 1 %. What is right
// within [WeightTolerance] is right here too.
const LooseWeightTolerance = 0.01

// Scores says how near a claim comes to the truth. The package comment defines
// each score.
type Scores struct {
	EdgePrecision float64 `json:"edge_precision"`
	EdgeRecall    float64 `json:"edge_recall"`
	EdgeF1        float64 `json:"edge_f1"`

	SHD      int `json:"shd"` // Missing + Extra + Reversed
	Missing  int `json:"missing"`
	Extra    int `json:"extra"`
	Reversed int `json:"reversed"`

	FreqEdgePrecision float64 `json:"freq_edge_precision"`
	FreqEdgeRecall    float64 `json:"freq_edge_recall"`
	FreqEdgeF1        float64 `json:"freq_edge_f1"`

	FreqWeightPrecision float64 `json:"freq_weight_precision"`
	FreqWeightRecall    float64 `json:"freq_weight_recall"`
	FreqWeightF1        float64 `json:"freq_weight_f1"`

	// The same with weights that are right within 1 % of the true one.
	FreqWeight1PctPrecision float64 `json:"freq_weight_1pct_precision"`
	FreqWeight1PctRecall    float64 `json:"freq_weight_1pct_recall"`
	FreqWeight1PctF1        float64 `json:"freq_weight_1pct_f1"`

	// TrueRoots and PredictedRoots are in alphabetical order and never nil.
	// TrueRoots is shared by all scores of one truth: not to be changed.
	TrueRoots      []string `json:"true_roots"`
	PredictedRoots []string `json:"predicted_roots"`
	RootPrecision  float64  `json:"root_precision"`
	RootRecall     float64  `json:"root_recall"`
	RootF1         float64  `json:"root_f1"`
}

// Score compares a claim with the truth. Variables may be given by code name,
// by display name, and the frequency by any of its spellings. A name that is no
// variable counts as one more node, so that its edges are wrong and it can be a
// wrong root; an edge without a name at one end is no edge. No claim is refused:
// a wrong belief is a score.
func (t *Truth) Score(c *Claim) Scores {
	var s Scores
	var buffer [64]uint64
	r := reader{truth: t}
	edges := r.read(c.Edges, buffer[:0])
	t.scoreEdges(&s, edges)
	t.scoreRoots(&s, edges, &r)
	t.scoreWeights(&s, c)
	return s
}

// scoreEdges fills in the scores of all edges, of those into the frequency, and
// the structural Hamming distance.
func (t *Truth) scoreEdges(s *Scores, edges edgeSet) {
	freq := len(t.names) - 1
	var correct, freqPredicted, freqCorrect int
	for _, e := range edges {
		from, to := ends(e)
		if to == freq {
			freqPredicted++
		}
		switch {
		case t.edge(from, to):
			correct++
			if to == freq {
				freqCorrect++
			}
		case t.edge(to, from) && !edges.has(to, from):
			s.Reversed++
		}
	}
	s.EdgePrecision, s.EdgeRecall, s.EdgeF1 = ratios(correct, len(edges), t.edges)
	s.FreqEdgePrecision, s.FreqEdgeRecall, s.FreqEdgeF1 = ratios(freqCorrect, freqPredicted, t.freqEdges)
	s.Missing = t.edges - correct - s.Reversed
	s.Extra = len(edges) - correct - s.Reversed
	s.SHD = s.Missing + s.Extra + s.Reversed
}

// scoreRoots walks from the frequency against the edges, which may form cycles.
func (t *Truth) scoreRoots(s *Scores, edges edgeSet, r *reader) {
	var seenBuffer [64]bool
	var stackBuffer [64]int
	seen, stack := seenBuffer[:], append(stackBuffer[:0], len(t.names)-1)
	if n := r.nodes(); n > len(seen) {
		seen = make([]bool, n)
	}
	correct := 0
	s.TrueRoots, s.PredictedRoots = t.roots, []string{}
	for len(stack) > 0 {
		node := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		parents := edges.into(node)
		// Only the frequency itself is on the stack without being an ancestor,
		// and it gets there as one only by an edge into it.
		if len(parents) == 0 && node != len(t.names)-1 {
			s.PredictedRoots = append(s.PredictedRoots, r.name(node))
			if node < len(t.names) && t.isRoot[node] {
				correct++
			}
		}
		for _, e := range parents {
			if from, _ := ends(e); !seen[from] {
				seen[from] = true
				stack = append(stack, from)
			}
		}
	}
	slices.Sort(s.PredictedRoots)
	s.RootPrecision, s.RootRecall, s.RootF1 = ratios(correct, len(s.PredictedRoots), len(t.roots))
}

// scoreWeights compares coefficients by parent and power.
func (t *Truth) scoreWeights(s *Scores, c *Claim) {
	var exact, loose, predicted int
	switch {
	case !c.ByName:
		predicted = len(c.Weights)
		exact, loose, _ = t.matchWeights(c)
	case t.family == scm.Linear:
		// As in the released evaluator: what has a coefficient's name counts,
		// and so do bare property names as far as the frequency has the parent.
		var matched int
		exact, loose, matched = t.matchWeights(c)
		predicted = max(c.Counted, matched)
	}
	s.FreqWeightPrecision, s.FreqWeightRecall, s.FreqWeightF1 = ratios(exact, predicted, len(t.weights))
	s.FreqWeight1PctPrecision, s.FreqWeight1PctRecall, s.FreqWeight1PctF1 = ratios(loose, predicted, len(t.weights))
}

// matchWeights counts the true weights for which the claim has a value, and for
// how many of them the first such value is right, exactly and within 1 %.
func (t *Truth) matchWeights(c *Claim) (exact, loose, matched int) {
	var buffer [64]bool
	done := buffer[:]
	if len(t.weights) > len(done) {
		done = make([]bool, len(t.weights))
	}
	for _, w := range c.Weights {
		parent := t.parentOf(w, c.ByName)
		for i, truth := range t.weights {
			if truth.parent != parent || truth.power != w.Power || done[i] {
				continue
			}
			done[i] = true
			matched++
			off := math.Abs(w.Value - truth.value)
			if off <= WeightTolerance {
				exact++
			}
			// The slack keeps 1.98 within 1 % of 2, which the difference of the two
			// misses by its last bits.
			if off <= float64(LooseWeightTolerance*math.Abs(truth.value))+1e-9 || off <= WeightTolerance {
				loose++
			}
		}
	}
	return exact, loose, matched
}

// parentOf returns the index of the variable that a weight belongs to, or -1.
// Names of coefficients name a property in any case, but in no other spelling.
func (t *Truth) parentOf(w Weight, byName bool) int {
	if !byName {
		return t.variable(w.Parent)
	}
	for i, name := range t.names {
		if strings.EqualFold(name, w.Parent) {
			return i
		}
	}
	return -1
}

// ratios returns precision, recall and F1.
func ratios(correct, predicted, truth int) (precision, recall, f1 float64) {
	if predicted == 0 && truth == 0 {
		return 1, 1, 1
	}
	if correct == 0 {
		return 0, 0, 0
	}
	precision = float64(correct) / float64(predicted)
	recall = float64(correct) / float64(truth)
	return precision, recall, 2 * precision * recall / (precision + recall)
}
