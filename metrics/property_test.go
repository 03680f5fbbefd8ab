package metrics_test

import (
	"math"
	"slices"
	"testing"

	"causalab/metrics"
	"causalab/scm"
	"pgregory.net/rapid"
)

// drawModel draws a linear model of 2 to 9 variables.
func drawModel(t *rapid.T) *scm.Model {
	return drawModelOver(t, rapid.IntRange(1, len(scm.Properties())).Draw(t, "properties"))
}

// drawModelOver draws a linear model over the first n properties and the
// frequency, which may stand anywhere in the order.
func drawModelOver(t *rapid.T, n int) *scm.Model {
	names := []string{scm.Frequency}
	for _, v := range scm.Properties()[:n] {
		names = append(names, v.Name)
	}
	order := rapid.Permutation(names).Draw(t, "order")
	mechanisms := make([]scm.Mechanism, len(order))
	for i, name := range order {
		f := &mechanisms[i]
		f.Variable = scm.Variable{Name: name, Display: scm.DisplayName(name)}
		f.Controllable = name != scm.Frequency
		for _, parent := range order[:i] {
			if rapid.Bool().Draw(t, "edge") {
				f.Terms = append(f.Terms, scm.Term{Parent: parent, Power: 1, Weight: float64(rapid.IntRange(1, 3).Draw(t, "weight"))})
			}
		}
	}
	m, err := scm.NewModel(scm.Linear, mechanisms, scm.Disturbance{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// drawClaim draws edges and weights among a model's variables and one stranger.
func drawClaim(t *rapid.T, m *scm.Model) metrics.Claim {
	name := rapid.SampledFrom(append(m.Graph().Names(), "aura"))
	return metrics.Claim{
		Edges: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) scm.Edge {
			return scm.Edge{From: name.Draw(t, "from"), To: name.Draw(t, "to")}
		}), 0, 20).Draw(t, "edges"),
		Weights: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) metrics.Weight {
			return metrics.Weight{Parent: name.Draw(t, "parent"), Power: rapid.IntRange(1, 2).Draw(t, "power"), Value: float64(rapid.IntRange(0, 3).Draw(t, "value"))}
		}), 0, 6).Draw(t, "weights"),
	}
}

func TestScoresKeepTheirBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		c := drawClaim(t, m)
		s := metrics.NewTruth(m).Score(&c)
		for name, v := range shares(s) {
			if !(v >= 0 && v <= 1) {
				t.Fatalf("%s = %v", name, v)
			}
		}
		for name, prf := range map[string][3]float64{
			"edge":        {s.EdgePrecision, s.EdgeRecall, s.EdgeF1},
			"freq_edge":   {s.FreqEdgePrecision, s.FreqEdgeRecall, s.FreqEdgeF1},
			"freq_weight": {s.FreqWeightPrecision, s.FreqWeightRecall, s.FreqWeightF1},
			"root":        {s.RootPrecision, s.RootRecall, s.RootF1},
		} {
			harmonic := 0.0
			if prf[0] > 0 && prf[1] > 0 {
				harmonic = 2 / (1/prf[0] + 1/prf[1])
			}
			if math.Abs(prf[2]-harmonic) > 1e-12 {
				t.Fatalf("%s: F1 %v of %v and %v, want %v", name, prf[2], prf[0], prf[1], harmonic)
			}
		}
		if s.Missing < 0 || s.Extra < 0 || s.Reversed < 0 || s.SHD != s.Missing+s.Extra+s.Reversed {
			t.Fatalf("SHD %d = %d + %d + %d", s.SHD, s.Missing, s.Extra, s.Reversed)
		}
		if s.Missing+s.Reversed > len(m.Graph().Edges()) {
			t.Fatalf("%d missing and %d reversed of %d edges", s.Missing, s.Reversed, len(m.Graph().Edges()))
		}
	})
}

func TestTruthScoresPerfectly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		truth := metrics.NewTruth(drawModel(t))
		c := truth.Claim()
		c.Edges = rapid.Permutation(c.Edges).Draw(t, "edges")
		c.Weights = rapid.Permutation(c.Weights).Draw(t, "weights")
		s := truth.Score(&c)
		for name, v := range shares(s) {
			if v != 1 {
				t.Fatalf("%s = %v", name, v)
			}
		}
		if s.SHD != 0 || !slices.Equal(s.TrueRoots, s.PredictedRoots) {
			t.Fatalf("SHD %d, roots %q and %q", s.SHD, s.TrueRoots, s.PredictedRoots)
		}
	})
}

func TestOrderOfEdgesDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		truth := metrics.NewTruth(m)
		c := drawClaim(t, m)
		before := truth.Score(&c)
		c.Edges = rapid.Permutation(c.Edges).Draw(t, "other order")
		sameScores(t, truth.Score(&c), before)
	})
}

// TestRelabellingChangesNothing exchanges the names of properties in model and
// claim alike.
func TestRelabellingChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		c := drawClaim(t, m)
		before := metrics.NewTruth(m).Score(&c)

		properties := m.Graph().Names()[:m.Frequency()]
		exchanged := rapid.Permutation(properties).Draw(t, "names")
		rename := func(name string) string {
			if i := slices.Index(properties, name); i >= 0 {
				return exchanged[i]
			}
			return name
		}
		var mechanisms []scm.Mechanism
		for i := range m.Len() {
			f := m.Mechanism(i)
			f.Name = rename(f.Name)
			f.Terms = slices.Clone(f.Terms)
			for j := range f.Terms {
				f.Terms[j].Parent = rename(f.Terms[j].Parent)
			}
			mechanisms = append(mechanisms, f)
		}
		renamed, err := scm.NewModel(scm.Linear, mechanisms, scm.Disturbance{})
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range c.Edges {
			c.Edges[i] = scm.Edge{From: rename(e.From), To: rename(e.To)}
		}
		for i := range c.Weights {
			c.Weights[i].Parent = rename(c.Weights[i].Parent)
		}
		after := metrics.NewTruth(renamed).Score(&c)
		for _, roots := range [][]string{before.TrueRoots, before.PredictedRoots} {
			for i := range roots {
				roots[i] = rename(roots[i])
			}
			slices.Sort(roots)
		}
		sameScores(t, after, before)
	})
}

func TestWrongEdgeNeverHelps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		truth := metrics.NewTruth(m)
		c := drawClaim(t, m)
		var all []scm.Edge // self-edges too, so that there is always a wrong one
		for _, from := range m.Graph().Names() {
			for _, to := range m.Graph().Names() {
				all = append(all, scm.Edge{From: from, To: to})
			}
		}
		right := m.Graph().Edges()
		wrong := rapid.SampledFrom(slices.DeleteFunc(all, func(e scm.Edge) bool { return slices.Contains(right, e) })).Draw(t, "wrong")
		before := truth.Score(&c)
		c.Edges = append(c.Edges, wrong)
		after := truth.Score(&c)
		if after.EdgePrecision > before.EdgePrecision || after.EdgeRecall > before.EdgeRecall || after.FreqEdgePrecision > before.FreqEdgePrecision {
			t.Fatalf("adding %v: before %+v, after %+v", wrong, before, after)
		}
		// It may stand for a missing edge the other way round, which SHD then
		// calls reversed, but never lowers it.
		if after.SHD < before.SHD {
			t.Fatalf("adding %v lowers SHD from %d to %d", wrong, before.SHD, after.SHD)
		}
	})
}

func TestHammingDistanceIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, len(scm.Properties())).Draw(t, "properties")
		a, b := drawModelOver(t, n), drawModelOver(t, n)
		ta, tb := metrics.NewTruth(a), metrics.NewTruth(b)
		ca, cb := ta.Claim(), tb.Claim()
		ab, ba := ta.Score(&cb), tb.Score(&ca)
		if ab.SHD != ba.SHD || ab.Missing != ba.Extra || ab.Extra != ba.Missing || ab.Reversed != ba.Reversed {
			t.Fatalf("%+v and %+v", ab, ba)
		}
		if ab.EdgePrecision != ba.EdgeRecall || ab.EdgeF1 != ba.EdgeF1 {
			t.Fatalf("precision and recall do not change places: %+v and %+v", ab, ba)
		}
	})
}

func sameScores(t *rapid.T, got, want metrics.Scores) {
	if !slices.Equal(got.TrueRoots, want.TrueRoots) || !slices.Equal(got.PredictedRoots, want.PredictedRoots) {
		t.Fatalf("roots: got %+v, want %+v", got, want)
	}
	got.TrueRoots, got.PredictedRoots, want.TrueRoots, want.PredictedRoots = nil, nil, nil, nil
	a, b := [...]any{got.SHD, got.Missing, got.Extra, got.Reversed}, [...]any{want.SHD, want.Missing, want.Extra, want.Reversed}
	if a != b {
		t.Fatalf("got %+v, want %+v", got, want)
	}
	g, w := shares(got), shares(want)
	for name := range w {
		if g[name] != w[name] {
			t.Fatalf("%s: got %v, want %v", name, g[name], w[name])
		}
	}
}
