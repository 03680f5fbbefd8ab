package scm_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"causalab/scm"
	"pgregory.net/rapid"
)

// drawModel draws a model of 2 to 8 variables with weights that are no round
// numbers. Mechanisms are returned too, in an order of their own.
func drawModel(t *rapid.T, family scm.Family) (*scm.Model, []scm.Mechanism) {
	variables := scm.Properties()
	n := rapid.IntRange(1, 7).Draw(t, "properties")
	names := []string{scm.Frequency}
	for _, v := range rapid.Permutation(variables).Draw(t, "names")[:n] {
		names = append(names, v.Name)
	}
	names = rapid.Permutation(names).Draw(t, "causal order")
	weight := rapid.Map(rapid.IntRange(1, 4000), func(n int) float64 { return float64(n-2001)/700 + 1e-4 })
	mechanisms := make([]scm.Mechanism, len(names))
	for i, name := range names {
		mechanisms[i] = mechanism(name, 20)
		for _, parent := range names[:i] {
			if rapid.Bool().Draw(t, "edge") {
				mechanisms[i].Terms = append(mechanisms[i].Terms, scm.Term{parent, 1, weight.Draw(t, "weight")})
				if family == scm.Quadratic {
					mechanisms[i].Terms = append(mechanisms[i].Terms, scm.Term{parent, 2, weight.Draw(t, "curvature") / 100})
				}
			}
		}
	}
	m, err := scm.NewModel(family, mechanisms, scm.Disturbance{5, []string{names[0]}})
	if err != nil {
		t.Fatal(err)
	}
	return m, mechanisms
}

// drawCrystal draws a crystal whose bases have two decimals.
func drawCrystal(t *rapid.T, m *scm.Model) *scm.Crystal {
	bases := make([]float64, m.Len())
	for i := range bases {
		bases[i] = float64(rapid.IntRange(0, 10000).Draw(t, "base")) / 100
	}
	c, err := m.NewCrystal(bases)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var families = []scm.Family{scm.Linear, scm.Quadratic}

func eachFamily(t *testing.T, check func(t *rapid.T, family scm.Family)) {
	for _, family := range families {
		t.Run(string(family), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { check(t, family) })
		})
	}
}

func TestMechanismOrderDoesNotMatter(t *testing.T) {
	eachFamily(t, func(t *rapid.T, family scm.Family) {
		m, mechanisms := drawModel(t, family)
		shuffled, err := scm.NewModel(family, rapid.Permutation(mechanisms).Draw(t, "order"), m.Disturbance())
		if err != nil {
			t.Fatal(err)
		}
		c := drawCrystal(t, m)
		values := make([]float64, m.Len())
		bases := make([]float64, m.Len())
		for i := range bases {
			bases[i] = c.Base(i)
		}
		shuffled.Evaluate(bases, 0, values)
		if !slices.Equal(values, c.Values()) {
			t.Fatalf("%v in one order, %v in another", c.Values(), values)
		}
	})
}

func TestValuesAreRounded(t *testing.T) {
	eachFamily(t, func(t *rapid.T, family scm.Family) {
		m, _ := drawModel(t, family)
		c := drawCrystal(t, m)
		i := rapid.IntRange(0, m.Len()-2).Draw(t, "property")
		v := rapid.Float64Range(-1000, 1000).Draw(t, "value")
		h := rapid.SampledFrom([]float64{-5, 0, 5, 0.123}).Draw(t, "disturbance")
		s := rapid.SampledFrom([]scm.Semantics{scm.Shift, scm.Target}).Draw(t, "semantics")
		if err := c.Intervene(i, v, s, h); err != nil {
			t.Fatal(err)
		}
		for j, x := range c.Values() {
			if x != scm.Round(x) {
				t.Fatalf("variable %d reads %v, which is not rounded", j, x)
			}
		}
	})
}

func TestOnlyDescendantsMove(t *testing.T) {
	eachFamily(t, func(t *rapid.T, family scm.Family) {
		m, _ := drawModel(t, family)
		c := drawCrystal(t, m)
		before := c.Values()
		i := rapid.IntRange(0, m.Len()-2).Draw(t, "property")
		s := rapid.SampledFrom([]scm.Semantics{scm.Shift, scm.Target}).Draw(t, "semantics")
		if err := c.Intervene(i, rapid.Float64Range(-100, 200).Draw(t, "value"), s, 0); err != nil {
			t.Fatal(err)
		}
		descendant := m.Graph().Descendants(i)
		for j, x := range c.Values() {
			if j != i && !descendant[j] && x != before[j] {
				t.Fatalf("%s moved from %v to %v, but does not descend from %s",
					m.Mechanism(j).Name, before[j], x, m.Mechanism(i).Name)
			}
		}
	})
}

func TestShiftIsTargetOnRoots(t *testing.T) {
	eachFamily(t, func(t *rapid.T, family scm.Family) {
		m, _ := drawModel(t, family)
		c := drawCrystal(t, m)
		i := rapid.IntRange(0, m.Len()-2).Draw(t, "property")
		shifted, targeted := c.Clone(), c.Clone()
		v := rapid.Float64Range(-100, 200).Draw(t, "value")
		for _, err := range []error{shifted.Intervene(i, v, scm.Shift, 5), targeted.Intervene(i, v, scm.Target, 5)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		same := slices.Equal(shifted.Values(), targeted.Values())
		if len(m.Graph().Parents(i)) == 0 && !same {
			t.Fatalf("shift gives %v, target %v", shifted.Values(), targeted.Values())
		}
		if shifted.Base(i) != scm.Round(v) {
			t.Fatalf("the base after a shift is %v, want %v", shifted.Base(i), scm.Round(v))
		}
	})
}

// TestTargetReadsTheValue allows a hundredth: base and contributions are
// rounded apart, so weights with many decimals can miss the value by one digit.
func TestTargetReadsTheValue(t *testing.T) {
	eachFamily(t, func(t *rapid.T, family scm.Family) {
		m, _ := drawModel(t, family)
		c := drawCrystal(t, m)
		i := rapid.IntRange(0, m.Len()-2).Draw(t, "property")
		v := scm.Round(rapid.Float64Range(-100, 200).Draw(t, "value"))
		if err := c.Intervene(i, v, scm.Target, 0); err != nil {
			t.Fatal(err)
		}
		if got := c.Value(i); math.Abs(got-v) > 0.01+1e-9 {
			t.Fatalf("set to %v, reads %v", v, got)
		}
	})
}

func TestCloneIsIndependent(t *testing.T) {
	c, err := sixNodes(t).NewCrystal([]float64{10, 20, 30, 40, 50, 0})
	if err != nil {
		t.Fatal(err)
	}
	before := c.Values()
	twin := c.Clone()
	if err := twin.Intervene(3, 99, scm.Shift, 0); err != nil {
		t.Fatal(err)
	}
	c.Values()[0] = -1 // a copy
	if !slices.Equal(c.Values(), before) || c.Base(3) != 40 {
		t.Errorf("the original reads %v and has base %v", c.Values(), c.Base(3))
	}
	if slices.Equal(twin.Values(), before) || twin.Base(3) != 99 {
		t.Errorf("the clone reads %v and has base %v", twin.Values(), twin.Base(3))
	}
}

func TestBasesInvertsEvaluation(t *testing.T) {
	m := sixNodes(t)
	c, err := m.NewCrystal([]float64{44.32, 19.87, 0, 7, 83.5, 0})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := m.Bases(c.Values()), []float64{44.32, 19.87, 0, 7, 83.5, 18}; !slices.Equal(got, want) {
		t.Errorf("bases %v, want %v", got, want)
	}
}

// TestPropertyOutsideControl keeps the model's base whatever a crystal is given.
func TestPropertyOutsideControl(t *testing.T) {
	fixed := mechanism("ph", 21)
	fixed.Controllable = false
	m, err := scm.NewModel(scm.Linear, []scm.Mechanism{
		fixed, mechanism("density", 0), mechanism(scm.Frequency, 10, scm.Term{"ph", 1, 2}, scm.Term{"density", 1, 1}),
	}, scm.Disturbance{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := m.NewCrystal([]float64{5, 77, 99})
	if err != nil {
		t.Fatal(err)
	}
	if want := []float64{5, 21, 57}; !slices.Equal(c.Values(), want) {
		t.Errorf("values %v, want %v", c.Values(), want)
	}
	if err := c.Intervene(1, 3, scm.Shift, 0); err == nil || err.Error() != "variable 1 cannot be controlled" {
		t.Errorf("setting it gives %v", err)
	}
}

func TestInterveneRefusals(t *testing.T) {
	m, err := scm.NewModel(scm.Linear, []scm.Mechanism{
		mechanism("density", 0), mechanism(scm.Frequency, 10, scm.Term{"density", 1, 1e10}),
	}, scm.Disturbance{})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		variable  int
		value     float64
		semantics scm.Semantics
		want      string
		overflow  bool
	}{
		{1, 5, scm.Shift, "variable 1 cannot be controlled", false},
		{-1, 5, scm.Shift, "variable -1 cannot be controlled", false},
		{2, 5, scm.Target, "variable 2 cannot be controlled", false},
		{0, 5, "nudge", `semantics "nudge": want "shift" or "target"`, false},
		{0, math.NaN(), scm.Shift, "density would not be a finite number", true},
		{0, math.Inf(-1), scm.Target, "density would not be a finite number", true},
		{0, 1e300, scm.Shift, "resonanceFreq would not be a finite number", true},
	}
	for _, test := range tests {
		t.Run(fmt.Sprint(test.variable, test.value, test.semantics), func(t *testing.T) {
			c, err := m.NewCrystal([]float64{3, 0})
			if err != nil {
				t.Fatal(err)
			}
			before := c.Values()
			err = c.Intervene(test.variable, test.value, test.semantics, 0)
			var overflow *scm.OverflowError
			if err == nil || err.Error() != test.want || errors.As(err, &overflow) != test.overflow {
				t.Errorf("got %T %v, want %s", err, err, test.want)
			}
			if !slices.Equal(c.Values(), before) || c.Base(0) != 3 {
				t.Errorf("the crystal changed to %v, base %v", c.Values(), c.Base(0))
			}
		})
	}
}

func TestNewCrystalRefusals(t *testing.T) {
	m := sixNodes(t)
	for _, test := range []struct {
		bases []float64
		want  string
	}{
		{[]float64{1, 2}, "2 bases for 6 variables"},
		{[]float64{1, 2, math.NaN(), 4, 5, 6}, "pressure would not be a finite number"},
		{[]float64{1, 2, 3, math.MaxFloat64, 5, 6}, "temperatureC would not be a finite number"},
	} {
		if _, err := m.NewCrystal(test.bases); err == nil || err.Error() != test.want {
			t.Errorf("bases %v: got %v, want %s", test.bases, err, test.want)
		}
	}
}
