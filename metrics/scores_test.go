package metrics_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"causalab/dsl"
	"causalab/metrics"
	"causalab/scm"
)

// model makes a model from mechanisms such as "density = 2*ph + 3*ph^2". Every
// name that appears is a variable.
func model(t testing.TB, family scm.Family, equations ...string) *scm.Model {
	t.Helper()
	byName := map[string]*scm.Mechanism{}
	var names []string
	mention := func(name string) *scm.Mechanism {
		if byName[name] == nil {
			byName[name] = &scm.Mechanism{Variable: scm.Variable{Name: name, Display: scm.DisplayName(name)}}
			byName[name].Controllable = name != scm.Frequency
			names = append(names, name)
		}
		return byName[name]
	}
	for _, equation := range equations {
		name, terms, _ := strings.Cut(equation, " = ")
		f := mention(name)
		for _, term := range strings.Split(terms, " + ") {
			if term == "" {
				continue
			}
			weight, parent, _ := strings.Cut(term, "*")
			power := 1
			if p, square := strings.CutSuffix(parent, "^2"); square {
				parent, power = p, 2
			}
			mention(parent)
			var w float64
			if err := json.Unmarshal([]byte(weight), &w); err != nil {
				t.Fatal(err)
			}
			f.Terms = append(f.Terms, scm.Term{Parent: parent, Power: power, Weight: w})
		}
	}
	var mechanisms []scm.Mechanism
	for _, name := range names {
		mechanisms = append(mechanisms, *byName[name])
	}
	m, err := scm.NewModel(family, mechanisms, scm.Disturbance{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// edges reads "a>b c>d"; names have "_" for spaces.
func edges(text string) []scm.Edge {
	var list []scm.Edge
	for _, e := range strings.Fields(text) {
		from, to, _ := strings.Cut(e, ">")
		list = append(list, scm.Edge{From: strings.ReplaceAll(from, "_", " "), To: strings.ReplaceAll(to, "_", " ")})
	}
	return list
}

// fork has the edges moisture>density, moisture>resonanceFreq,
// density>resonanceFreq and, apart from them, moisture>ph.
func fork(t testing.TB) *scm.Model {
	return model(t, scm.Linear, "density = 1*moisture", "resonanceFreq = 2*moisture + 3*density", "ph = 1*moisture")
}

func TestScoreEdges(t *testing.T) {
	truth := metrics.NewTruth(fork(t))
	const all = "moisture>density moisture>resonanceFreq density>resonanceFreq moisture>ph"
	type want struct {
		precision, recall               float64
		missing, extra, reversed        int
		freqPrecision, freqRecall       float64
		roots                           string
		rootPrecision, rootRecall, rtF1 float64
	}
	tests := []struct {
		name, edges string
		want        want
	}{
		{"everything right", all, want{1, 1, 0, 0, 0, 1, 1, "moisture", 1, 1, 1}},
		{"nothing", "", want{0, 0, 4, 0, 0, 0, 0, "", 0, 0, 0}},
		{"an edge twice is one edge", all + " moisture>ph", want{1, 1, 0, 0, 0, 1, 1, "moisture", 1, 1, 1}},
		{"a reversed edge counts once",
			"density>moisture moisture>resonanceFreq density>resonanceFreq moisture>ph",
			want{0.75, 0.75, 0, 0, 1, 1, 1, "density", 0, 0, 0}},
		{"a two-way edge is right and extra, and leaves no root",
			all + " density>moisture", want{0.8, 1, 0, 1, 0, 1, 1, "", 0, 0, 0}},
		{"edge out of the frequency",
			"resonanceFreq>density moisture>resonanceFreq", want{0.5, 0.25, 2, 0, 1, 1, 0.5, "moisture", 1, 1, 1}},
		{"frequency without parents has no roots, and is none itself",
			"resonanceFreq>density resonanceFreq>ph", want{0, 0, 3, 1, 1, 0, 0, "", 0, 0, 0}},
		{"a root that is no ancestor does not count",
			"moisture>density density>resonanceFreq ph>density ph>moisture",
			want{0.5, 0.5, 1, 1, 1, 1, 0.5, "ph", 0, 0, 0}},
		{"two roots, one right",
			"moisture>resonanceFreq ph>resonanceFreq", want{0.5, 0.25, 3, 1, 0, 0.5, 0.5, "moisture ph", 0.5, 1, 2. / 3}},
		{"cycle through the frequency with an edge into it",
			"moisture>density density>resonanceFreq resonanceFreq>density", want{2. / 3, 0.5, 2, 1, 0, 1, 0.5, "moisture", 1, 1, 1}},
		{"cycle through the frequency without one",
			"density>resonanceFreq resonanceFreq>density", want{0.5, 0.25, 3, 1, 0, 1, 0.5, "", 0, 0, 0}},
		{"self-edge is an extra edge and hides a root",
			all + " moisture>moisture", want{0.8, 1, 0, 1, 0, 1, 1, "", 0, 0, 0}},
		{"every spelling of a name",
			"Moisture>DENSITY moisture>Resonance_Frequency density>freq MOISTURE>pH", want{1, 1, 0, 0, 0, 1, 1, "moisture", 1, 1, 1}},
		{"two spellings of one edge are one edge",
			"density>frequency density>freq", want{1, 0.25, 3, 0, 0, 1, 0.5, "density", 0, 0, 0}},
		{"a name that is no variable is one more node",
			"aura>resonanceFreq moisture>aura", want{0, 0, 4, 2, 0, 0, 0, "moisture", 1, 1, 1}},
		{"a name that is no variable can be a wrong root",
			"aura>resonanceFreq moisture>resonanceFreq", want{0.5, 0.25, 3, 1, 0, 0.5, 0.5, "aura moisture", 0.5, 1, 2. / 3}},
		{"an edge without an end is no edge", all + " _>resonanceFreq moisture>", want{1, 1, 0, 0, 0, 1, 1, "moisture", 1, 1, 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := truth.Score(&metrics.Claim{Edges: edges(test.edges)})
			got := want{s.EdgePrecision, s.EdgeRecall, s.Missing, s.Extra, s.Reversed, s.FreqEdgePrecision, s.FreqEdgeRecall,
				strings.Join(s.PredictedRoots, " "), s.RootPrecision, s.RootRecall, s.RootF1}
			if got != test.want {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
			if s.SHD != s.Missing+s.Extra+s.Reversed {
				t.Errorf("SHD %d is not %d + %d + %d", s.SHD, s.Missing, s.Extra, s.Reversed)
			}
			if !slices.Equal(s.TrueRoots, []string{"moisture"}) {
				t.Errorf("true roots %q", s.TrueRoots)
			}
		})
	}
}

// TestScoreEmptyTruth covers the convention that only an imported or sampled
// model can reach: there is nothing to find.
func TestScoreEmptyTruth(t *testing.T) {
	truth := metrics.NewTruth(model(t, scm.Linear, "resonanceFreq = ", "density = "))
	s := truth.Score(&metrics.Claim{})
	for name, got := range shares(s) {
		if got != 1 {
			t.Errorf("nothing predicted, nothing to find: %s = %v, want 1", name, got)
		}
	}
	s = truth.Score(&metrics.Claim{
		Edges:   edges("density>resonanceFreq"),
		Weights: []metrics.Weight{{Parent: "density", Power: 1, Value: 1}},
	})
	for name, got := range shares(s) {
		if got != 0 {
			t.Errorf("something predicted, nothing to find: %s = %v, want 0", name, got)
		}
	}
	if s.SHD != 1 || s.Extra != 1 {
		t.Errorf("SHD %d, extra %d, want 1, 1", s.SHD, s.Extra)
	}
}

func TestScoreWeights(t *testing.T) {
	linear := metrics.NewTruth(fork(t)) // 2*moisture + 3*density
	square := metrics.NewTruth(model(t, scm.Quadratic, "resonanceFreq = 2*density + 0.5*density^2 + 3*ph"))
	w := func(parent string, power int, value float64) metrics.Weight {
		return metrics.Weight{Parent: parent, Power: power, Value: value}
	}
	tests := []struct {
		name              string
		truth             *metrics.Truth
		weights           []metrics.Weight
		precision, recall float64
	}{
		{"right", linear, []metrics.Weight{w("moisture", 1, 2), w("density", 1, 3)}, 1, 1},
		{"within tolerance", linear, []metrics.Weight{w("moisture", 1, 2+9e-7), w("density", 1, 3+2e-6)}, 0.5, 0.5},
		{"one missing", linear, []metrics.Weight{w("density", 1, 3)}, 1, 0.5},
		{"one too many", linear, []metrics.Weight{w("moisture", 1, 2), w("density", 1, 3), w("ph", 1, 1)}, 2. / 3, 1},
		{"zero is a prediction", linear, []metrics.Weight{w("moisture", 1, 2), w("density", 1, 3), w("ph", 1, 0)}, 2. / 3, 1},
		{"the first of two counts", linear, []metrics.Weight{w("moisture", 1, 2), w("moisture", 1, 7)}, 0.5, 0.5},
		{"a right one does not mend an earlier wrong one", linear, []metrics.Weight{w("moisture", 1, 7), w("moisture", 1, 2)}, 0, 0},
		{"display name", linear, []metrics.Weight{w("Moisture", 1, 2)}, 1, 0.5},
		{"square in a linear model", linear, []metrics.Weight{w("moisture", 2, 2)}, 0, 0},
		{"not a number", linear, []metrics.Weight{w("moisture", 1, math.NaN())}, 0, 0},
		{"no variable", linear, []metrics.Weight{w("aura", 1, 2), w("density", 1, 3)}, 0.5, 0.5},
		{"quadratic, by power", square, []metrics.Weight{w("density", 1, 2), w("density", 2, 0.5), w("ph", 1, 3)}, 1, 1},
		{"quadratic, powers exchanged", square, []metrics.Weight{w("density", 2, 2), w("density", 1, 0.5), w("ph", 1, 3)}, 1. / 3, 1. / 3},
		{"none", square, nil, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := test.truth.Score(&metrics.Claim{Weights: test.weights})
			if s.FreqWeightPrecision != test.precision || s.FreqWeightRecall != test.recall {
				t.Errorf("got %v, %v, want %v, %v", s.FreqWeightPrecision, s.FreqWeightRecall, test.precision, test.recall)
			}
		})
	}
}

func TestScoreWeightsByName(t *testing.T) {
	linear := metrics.NewTruth(model(t, scm.Linear, "resonanceFreq = 2*quantumSize + 3*density", "ph = "))
	square := metrics.NewTruth(model(t, scm.Quadratic, "resonanceFreq = 2*quantumSize + 3*density"))
	tests := []struct {
		name              string
		truth             *metrics.Truth
		coefficients      string
		precision, recall float64
	}{
		{"c_", linear, `{"base":7,"c_quantumSize":2,"c_density":3}`, 1, 1},
		{"coeff_", linear, `{"coeff_quantumSize_freq":2,"coeff_density_frequency":3}`, 1, 1},
		{"bare", linear, `{"quantumSize":2,"density":3}`, 1, 1},
		{"any case", linear, `{"C_QUANTUMSIZE":2,"Density":3}`, 1, 1},
		{"other spellings are no names of it", linear, `{"c_quantum_size":2,"c_density":3}`, 0.5, 0.5},
		{"null is no prediction", linear, `{"c_quantumSize":null,"c_density":3}`, 1, 0.5},
		{"null gives way to the next name", linear, `{"c_density":null,"coeff_density_freq":3}`, 1, 0.5},
		{"c_ goes before the bare name", linear, `{"density":3,"c_density":4}`, 0, 0},
		{"of two cases the first", linear, `{"coeff_Density_freq":4,"coeff_density_freq":3}`, 0, 0},
		{"both c_ and coeff_ are counted", linear, `{"coeff_density_freq":4,"c_density":3}`, 0.5, 0.5},
		{"no parent of the frequency", linear, `{"c_density":3,"c_ph":1}`, 0.5, 0.5},
		{"bare name of no parent is not counted", linear, `{"c_density":3,"ph":1}`, 1, 0.5},
		{"anything that begins with coeff_ is counted", linear, `{"c_density":3,"coeff_density_ph":1,"coeff_2":1}`, 1. / 3, 0.5},
		{"other names are not counted", linear, `{"c_density":3,"intercept":1}`, 1, 0.5},
		{"none", linear, `{}`, 0, 0},
		{"a name does not tell a power", square, `{"c_quantumSize":2,"c_density":3}`, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var coefficients dsl.Coefficients
			if err := json.Unmarshal([]byte(test.coefficients), &coefficients); err != nil {
				t.Fatal(err)
			}
			c := metrics.ClaimByName(nil, coefficients)
			s := test.truth.Score(&c)
			if s.FreqWeightPrecision != test.precision || s.FreqWeightRecall != test.recall {
				t.Errorf("got %v, %v, want %v, %v", s.FreqWeightPrecision, s.FreqWeightRecall, test.precision, test.recall)
			}
		})
	}
}

// TestScoreWeightsWithin1Percent takes values at the limit and beside it.
func TestScoreWeightsWithin1Percent(t *testing.T) {
	linear := metrics.NewTruth(model(t, scm.Linear, "resonanceFreq = 2*moisture + -3*density"))
	square := metrics.NewTruth(model(t, scm.Quadratic, "resonanceFreq = 0.008*density^2 + 0.00001*ph"))
	w := func(parent string, power int, value float64) metrics.Weight {
		return metrics.Weight{Parent: parent, Power: power, Value: value}
	}
	tests := []struct {
		name                     string
		truth                    *metrics.Truth
		weights                  []metrics.Weight
		precision, recall, exact float64
	}{
		{"right", linear, []metrics.Weight{w("moisture", 1, 2), w("density", 1, -3)}, 1, 1, 1},
		{"at the limits", linear, []metrics.Weight{w("moisture", 1, 1.98), w("density", 1, -3.03)}, 1, 1, 0},
		{"beyond them", linear, []metrics.Weight{w("moisture", 1, 2.0201), w("density", 1, -2.9699)}, 0, 0, 0},
		{"one of two", linear, []metrics.Weight{w("moisture", 1, 2.01), w("density", 1, 3)}, 0.5, 0.5, 0},
		{"one too many", linear, []metrics.Weight{w("moisture", 1, 2.01), w("ph", 1, 3)}, 0.5, 0.5, 0},
		{"small weights", square, []metrics.Weight{w("density", 2, 0.00808), w("density", 1, 3)}, 0.5, 0.5, 0},
		{"right within the absolute tolerance", square, []metrics.Weight{w("ph", 1, 0.0000105)}, 1, 0.5, 0.5},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := test.truth.Score(&metrics.Claim{Weights: test.weights})
			if s.FreqWeight1PctPrecision != test.precision || s.FreqWeight1PctRecall != test.recall || s.FreqWeightRecall != test.exact {
				t.Errorf("got %v, %v, exactly %v; want %v, %v, exactly %v", s.FreqWeight1PctPrecision, s.FreqWeight1PctRecall,
					s.FreqWeightRecall, test.precision, test.recall, test.exact)
			}
		})
	}
}

// TestScoreManyNodes goes beyond the sizes that fit the scoring's buffers.
func TestScoreManyNodes(t *testing.T) {
	truth := metrics.NewTruth(fork(t))
	var c metrics.Claim
	for i := range 200 {
		// A long chain of strangers ends in the frequency.
		c.Edges = append(c.Edges, scm.Edge{From: strings.Repeat("x", i+2), To: strings.Repeat("x", i+1)})
	}
	c.Edges = append(c.Edges, scm.Edge{From: "x", To: scm.Frequency})
	s := truth.Score(&c)
	if s.Extra != 201 || s.Missing != 4 {
		t.Errorf("extra %d, missing %d, want 201, 4", s.Extra, s.Missing)
	}
	if want := []string{strings.Repeat("x", 201)}; !slices.Equal(s.PredictedRoots, want) {
		t.Errorf("roots %q, want %q", s.PredictedRoots, want)
	}
}

// shares returns the scores that lie in [0, 1], by name.
func shares(s metrics.Scores) map[string]float64 {
	return map[string]float64{
		"edge_precision": s.EdgePrecision, "edge_recall": s.EdgeRecall, "edge_f1": s.EdgeF1,
		"freq_edge_precision": s.FreqEdgePrecision, "freq_edge_recall": s.FreqEdgeRecall, "freq_edge_f1": s.FreqEdgeF1,
		"freq_weight_precision": s.FreqWeightPrecision, "freq_weight_recall": s.FreqWeightRecall, "freq_weight_f1": s.FreqWeightF1,
		"freq_weight_1pct_precision": s.FreqWeight1PctPrecision, "freq_weight_1pct_recall": s.FreqWeight1PctRecall, "freq_weight_1pct_f1": s.FreqWeight1PctF1,
		"root_precision": s.RootPrecision, "root_recall": s.RootRecall, "root_f1": s.RootF1,
	}
}
