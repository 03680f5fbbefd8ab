package scm_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"causalab/scm"
)

// mechanism makes one for tests; properties are controllable.
func mechanism(name string, base float64, terms ...scm.Term) scm.Mechanism {
	return scm.Mechanism{
		Variable:     scm.Variable{Name: name, Display: scm.DisplayName(name)},
		Controllable: name != scm.Frequency,
		Base:         base,
		Terms:        terms,
	}
}

func TestNewModelRefusals(t *testing.T) {
	frequency := mechanism(scm.Frequency, 20)
	controlled := frequency
	controlled.Controllable = true
	tests := []struct {
		name        string
		family      scm.Family
		mechanisms  []scm.Mechanism
		disturbance scm.Disturbance
		want        string
	}{
		{"family", "cubic", []scm.Mechanism{frequency}, scm.Disturbance{},
			`family "cubic": want "linear" or "quadratic"`},
		{"nothing", scm.Linear, nil, scm.Disturbance{},
			"a model needs the variable resonanceFreq"},
		{"no frequency", scm.Linear, []scm.Mechanism{mechanism("ph", 1)}, scm.Disturbance{},
			"a model needs the variable resonanceFreq"},
		{"controlled frequency", scm.Linear, []scm.Mechanism{controlled}, scm.Disturbance{},
			"resonanceFreq: the frequency cannot be controlled"},
		{"variable twice", scm.Linear, []scm.Mechanism{frequency, mechanism("ph", 1), mechanism("ph", 2)}, scm.Disturbance{},
			`variable "ph": given twice`},
		{"base", scm.Linear, []scm.Mechanism{frequency, mechanism("ph", math.Inf(1))}, scm.Disturbance{},
			"ph: base +Inf is not finite"},
		{"square in a linear model", scm.Linear, []scm.Mechanism{mechanism(scm.Frequency, 1, scm.Term{"ph", 2, 1}), mechanism("ph", 1)}, scm.Disturbance{},
			"resonanceFreq: power 2 of ph is outside the linear family"},
		{"cube", scm.Quadratic, []scm.Mechanism{mechanism(scm.Frequency, 1, scm.Term{"ph", 3, 1}), mechanism("ph", 1)}, scm.Disturbance{},
			"resonanceFreq: power 3 of ph is outside the quadratic family"},
		{"zero weight", scm.Linear, []scm.Mechanism{mechanism(scm.Frequency, 1, scm.Term{"ph", 1, 0}), mechanism("ph", 1)}, scm.Disturbance{},
			"resonanceFreq: weight 0 of ph must be finite and not zero"},
		{"weight not a number", scm.Linear, []scm.Mechanism{mechanism(scm.Frequency, 1, scm.Term{"ph", 1, math.NaN()}), mechanism("ph", 1)}, scm.Disturbance{},
			"resonanceFreq: weight NaN of ph must be finite and not zero"},
		{"term twice", scm.Linear, []scm.Mechanism{mechanism(scm.Frequency, 1, scm.Term{"ph", 1, 2}, scm.Term{"ph", 1, 3}), mechanism("ph", 1)}, scm.Disturbance{},
			"edge ph -> resonanceFreq: given twice"},
		{"unknown parent", scm.Linear, []scm.Mechanism{mechanism(scm.Frequency, 1, scm.Term{"density", 1, 2}), mechanism("ph", 1)}, scm.Disturbance{},
			`edge density -> resonanceFreq: "density" is not a variable of this model`},
		{"own parent", scm.Linear, []scm.Mechanism{frequency, mechanism("ph", 1, scm.Term{"ph", 1, 2})}, scm.Disturbance{},
			"edge ph -> ph: a variable cannot be its own parent"},
		{"cycle", scm.Linear, []scm.Mechanism{frequency, mechanism("ph", 1, scm.Term{"density", 1, 2}), mechanism("density", 1, scm.Term{"ph", 1, 2})}, scm.Disturbance{},
			"cycle: ph -> density -> ph"},
		{"negative range", scm.Linear, []scm.Mechanism{frequency}, scm.Disturbance{-1, nil},
			"disturbance: range -1 must be finite and not negative"},
		{"disturbed stranger", scm.Linear, []scm.Mechanism{frequency}, scm.Disturbance{1, []string{"ph"}},
			`disturbance: "ph" is not a variable of this model`},
		{"disturbed twice", scm.Linear, []scm.Mechanism{frequency}, scm.Disturbance{1, []string{scm.Frequency, scm.Frequency}},
			`disturbance: "resonanceFreq" is given twice`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := scm.NewModel(test.family, test.mechanisms, test.disturbance)
			if err == nil || err.Error() != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

// TestEvaluateRoundsBeforeChildrenRead tells a value that is rounded on the way
// from one that is not: 0.3·0.35 is 0.105, which lies below the half in
// binary and reads 0.1, so that the next variable is 10 and not 10.5.
func TestEvaluateRoundsBeforeChildrenRead(t *testing.T) {
	m, err := scm.NewModel(scm.Linear, []scm.Mechanism{
		mechanism("temperatureC", 0),
		mechanism("moisture", 0, scm.Term{"temperatureC", 1, 0.3}),
		mechanism(scm.Frequency, 0, scm.Term{"moisture", 1, 100}),
	}, scm.Disturbance{})
	if err != nil {
		t.Fatal(err)
	}
	values := make([]float64, m.Len())
	m.Evaluate([]float64{0.35, 0, 0}, 0, values)
	if want := []float64{0.35, 0.1, 10}; !slices.Equal(values, want) {
		t.Errorf("values %v, want %v", values, want)
	}
}

func TestEvaluateQuadratic(t *testing.T) {
	m, err := scm.NewModel(scm.Quadratic, []scm.Mechanism{
		mechanism("density", 0),
		mechanism(scm.Frequency, 30.5, scm.Term{"density", 2, 0.008}, scm.Term{"density", 1, -0.8}),
	}, scm.Disturbance{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ density, want float64 }{{0, 30.5}, {50, 10.5}, {100, 30.5}, {1.5, 29.32}} {
		values := make([]float64, 2)
		m.Evaluate([]float64{test.density, 30.5}, 0, values)
		if values[1] != test.want { // 0.008·2.25 - 0.8·1.5 + 30.5 = 29.318
			t.Errorf("density %v gives %v, want %v", test.density, values[1], test.want)
		}
	}
}

func TestDisturbanceReachesDescendants(t *testing.T) {
	m, err := scm.NewModel(scm.Linear, []scm.Mechanism{
		mechanism("temperatureC", 0),
		mechanism("moisture", 0, scm.Term{"temperatureC", 1, 2}),
		mechanism("density", 0),
		mechanism(scm.Frequency, 10, scm.Term{"moisture", 1, 3}, scm.Term{"density", 1, 1}),
	}, scm.Disturbance{5, []string{"moisture"}})
	if err != nil {
		t.Fatal(err)
	}
	values := make([]float64, m.Len())
	m.Evaluate([]float64{1, 4, 7, 10}, -5, values)
	if want := []float64{1, 1, 7, 20}; !slices.Equal(values, want) {
		t.Errorf("values %v, want %v", values, want)
	}
}

func TestDisturbanceDraw(t *testing.T) {
	r, same := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 2))
	small, large := scm.Disturbance{0.5, nil}, scm.Disturbance{50, nil}
	count := make(map[float64]int)
	for range 3000 {
		x := small.Draw(r)
		if y := large.Draw(same); y != 100*x {
			t.Fatalf("equal streams give %v of 0.5 and %v of 50", x, y)
		}
		if x == 0 && math.Signbit(x) {
			t.Fatal("a draw is -0")
		}
		count[x]++
	}
	for _, x := range []float64{-0.5, 0, 0.5} {
		if count[x] < 900 || count[x] > 1100 {
			t.Errorf("%v was drawn %d times in 3000, want about 1000", x, count[x])
		}
	}
	if len(count) != 3 {
		t.Errorf("drawn values %v, want three", count)
	}
}

func TestModelIsCanonical(t *testing.T) {
	m := sixNodes(t)
	if got, want := m.Graph().Names(), []string{"temperatureC", "moisture", "pressure", "ph", "conductivity", scm.Frequency}; !slices.Equal(got, want) {
		t.Errorf("variables %v, want %v", got, want)
	}
	if m.Frequency() != 5 || m.Index("ph") != 3 || m.Index("radiation") != -1 {
		t.Errorf("frequency %d, ph %d, radiation %d", m.Frequency(), m.Index("ph"), m.Index("radiation"))
	}
}

func TestDisplayName(t *testing.T) {
	for name, want := range map[string]string{
		"temperatureC": "Temperature (°C)", "ph": "pH", "luminosity": "Luminosity",
		scm.Frequency: "Resonance Frequency (Hz)", "sheen": "sheen",
	} {
		if got := scm.DisplayName(name); got != want {
			t.Errorf("DisplayName(%q) = %q, want %q", name, got, want)
		}
	}
	if n, extended := len(scm.Properties()), len(scm.ExtendedProperties()); n != 8 || extended != 11 {
		t.Errorf("%d properties and %d with the extension, want 8 and 11", n, extended)
	}
}

func TestCompareNames(t *testing.T) {
	names := []string{scm.Frequency, "zeta", "viscosity", "conductivity", "alpha", "temperatureC", "ph"}
	slices.SortFunc(names, scm.CompareNames)
	if scm.CompareNames("zeta", "zeta") != 0 || scm.CompareNames("zeta", "alpha") <= 0 {
		t.Error("unknown names are not in alphabetical order")
	}
	if want := []string{"temperatureC", "ph", "conductivity", "viscosity", "alpha", "zeta", scm.Frequency}; !slices.Equal(names, want) {
		t.Errorf("sorted %v, want %v", names, want)
	}
}
