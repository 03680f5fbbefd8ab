package dsl

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"causalab/scm"

	"pgregory.net/rapid"
)

func quadratic() *World {
	w := fourNodes()
	w.Family = scm.Quadratic
	return w
}

func ExampleHypothesis_Interpret() {
	two := 2.0
	h := Hypothesis{
		FreqEquation: "resonanceFreq = 25 + c_density*(density - 10) + w*Moisture",
		Coefficients: Coefficients{{"c_density", &two}, {"w", nil}},
	}
	eq, stated, _ := h.Interpret(fourNodes())
	fmt.Println(stated, eq.String())

	_, known := eq.Evaluate(func(string) (float64, bool) { return 30, true })
	fmt.Println(known)
	// Output:
	// true resonanceFreq = 5 + c_moisture*moisture + 2*density
	// false
}

func TestEvaluate(t *testing.T) {
	values := Readings{{"moisture", 10}, {"density", 0.1}, {"quantumSize", -3}}
	for _, c := range []struct {
		equation string
		want     float64
		ok       bool
	}{
		{"25", 25, true},
		{"25 + 2*moisture", 45, true},
		{"0.005 + moisture^2 - 2*quantumSize", 106, true},    // 106.005 is below the half in binary
		{"0.125 + density - density", 0.12, true},            // ties go to even
		{"base + moisture", 0, false},                        // base is null
		{"25 + base*moisture", 0, false},                     //
		{"25 + 0*base + moisture", 35, true},                 // nothing of it is needed
		{"1e308*moisture^2", 0, false},                       // not finite
		{"25 + 2*pressure", 0, false},                        // not measured
		{"-0*moisture", 0, true},                             //
		{"0.1 + 0.2 + 0*moisture", 0.3, true},                //
		{"(moisture - 4)^2/4 + 2*(density + 1)", 11.2, true}, //
	} {
		w := quadratic()
		w.Properties = append(w.Properties, scm.Variable{Name: "pressure", Display: "Pressure"})
		h := Hypothesis{FreqEquation: c.equation, Coefficients: Coefficients{{"base", nil}}}
		eq, stated, err := h.Interpret(w)
		if !stated || err != nil {
			t.Fatalf("%s: %v", c.equation, err)
		}
		got, ok := eq.Evaluate(values.Get)
		if got != c.want || ok != c.ok || math.Signbit(got) != math.Signbit(c.want) {
			t.Errorf("%s: got %v, %v, want %v, %v", c.equation, got, ok, c.want, c.ok)
		}
	}
}

func TestInterpretUnstated(t *testing.T) {
	for _, text := range []string{"", "  \n\t"} {
		eq, stated, err := (&Hypothesis{FreqEquation: text}).Interpret(fourNodes())
		if stated || err != nil || len(eq.Terms) > 0 {
			t.Errorf("%q: got %v, %v, %v", text, eq, stated, err)
		}
	}
}

func TestInterpretGuardsItself(t *testing.T) {
	// Hypotheses made by programs have not gone through Parse.
	nan := math.NaN()
	h := Hypothesis{FreqEquation: "c", Coefficients: Coefficients{{"c", &nan}}}
	if _, _, err := h.Interpret(fourNodes()); err == nil || err.Code != NotFinite {
		t.Errorf("NaN: got %v", err)
	}
	h = Hypothesis{FreqEquation: "c", Coefficients: make(Coefficients, MaxCoefficients+1)}
	if _, _, err := h.Interpret(fourNodes()); err == nil || err.Code != TooLong {
		t.Errorf("too many coefficients: got %v", err)
	}
}

// An equation evaluates like the model that has the same mechanism.
func TestEvaluateAgreesWithModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := quadratic()
		var mechanisms []scm.Mechanism
		frequency := scm.Mechanism{Variable: scm.Variable{Name: scm.Frequency}, Base: anyWeight.Draw(t, "base")}
		eq := Equation{Base: Amount{frequency.Base, true}}
		for _, p := range w.Properties {
			mechanisms = append(mechanisms, scm.Mechanism{Variable: p, Controllable: true})
			for power := 2; power > 0; power-- {
				if weight := anyWeight.Draw(t, p.Name); weight != 0 {
					frequency.Terms = append(frequency.Terms, scm.Term{Parent: p.Name, Power: power, Weight: weight})
					eq.Terms = append(eq.Terms, Term{p.Name, power, Amount{weight, true}})
				}
			}
		}
		model, err := scm.NewModel(scm.Quadratic, append(mechanisms, frequency), scm.Disturbance{})
		if err != nil {
			t.Fatal(err)
		}
		bases := rapid.SliceOfN(anyWeight, model.Len(), model.Len()).Draw(t, "bases")
		crystal, err := model.NewCrystal(bases)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := eq.Evaluate(func(name string) (float64, bool) { return crystal.Value(model.Index(name)), true })
		if want := crystal.Value(model.Frequency()); !ok || got != want {
			t.Fatalf("got %v, %v, want %v", got, ok, want)
		}
	})
}

var anyWeight = rapid.Map(rapid.IntRange(-100000, 100000), func(n int) float64 { return float64(n)/1000 + 0 })

// An expanded equation prints in a form that expands to itself.
func TestEquationRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := quadratic()
		amount := rapid.Custom(func(t *rapid.T) Amount {
			if rapid.IntRange(0, 3).Draw(t, "unknown") == 0 {
				return Amount{}
			}
			return Amount{anyNumber.Draw(t, "value"), true}
		})
		eq := Equation{Base: amount.Draw(t, "base")}
		for _, p := range w.Properties {
			for power := 2; power > 0; power-- {
				if rapid.Bool().Draw(t, "present") {
					eq.Terms = append(eq.Terms, Term{p.Name, power, amount.Draw(t, "amount")})
				}
			}
		}
		checkEquation(t, eq, w)
	})
}

// checkEquation asserts that an equation prints and expands to itself.
func checkEquation(t failer, eq Equation, w *World) {
	h := Hypothesis{FreqEquation: eq.String()}
	if !eq.Base.Known {
		h.Coefficients = append(h.Coefficients, Coefficient{"base", nil})
	}
	for _, term := range eq.Terms {
		name := "c_" + term.Parent
		if term.Power == 2 {
			name += "_2"
		}
		if !term.Known {
			h.Coefficients = append(h.Coefficients, Coefficient{name, nil})
		}
	}
	again, stated, err := h.Interpret(w)
	if !stated || err != nil {
		t.Fatalf("%s: %v", h.FreqEquation, err)
	}
	if !reflect.DeepEqual(again, eq) {
		t.Fatalf("%s: expands to %s", h.FreqEquation, again.String())
	}
}

// Expanding gives the polynomial that the text means: it is evaluated as it
// stands, with numbers in place of the properties.
func TestExpansionKeepsValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := quadratic()
		x := float64(rapid.IntRange(-9, 9).Draw(t, "density"))
		text, want := drawExpression(t, x, 3)
		eq, _, err := (&Hypothesis{FreqEquation: text}).Interpret(w)
		if err != nil {
			if err.Code != OutsideFamily {
				t.Fatalf("%s: %v", text, err)
			}
			return
		}
		got := eq.Base.Value
		for _, term := range eq.Terms {
			got += term.Value * math.Pow(x, float64(term.Power))
		}
		if math.Abs(got-want) > 1e-6*math.Max(1, math.Abs(want)) {
			t.Fatalf("%s = %s: got %v, want %v at %v", text, eq.String(), got, want, x)
		}
	})
}

// drawExpression draws an expression in density and its value at x.
func drawExpression(t *rapid.T, x float64, depth int) (string, float64) {
	if depth == 0 {
		if rapid.Bool().Draw(t, "leaf") {
			return "density", x
		}
		n := rapid.IntRange(0, 50).Draw(t, "number")
		return fmt.Sprint(float64(n) / 10), float64(n) / 10
	}
	a, va := drawExpression(t, x, depth-1)
	switch rapid.SampledFrom([]string{"+", "-", "*", "/", "^2", "neg", "leaf"}).Draw(t, "operator") {
	case "+":
		b, vb := drawExpression(t, x, depth-1)
		return a + " + " + b, va + vb
	case "-":
		b, vb := drawExpression(t, x, depth-1)
		return a + "-(" + b + ")", va - vb
	case "*":
		b, vb := drawExpression(t, x, depth-1)
		return "(" + a + ")*(" + b + ")", va * vb
	case "/":
		return "(" + a + ")/4", va / 4
	case "^2":
		return "(" + a + ")**2", va * va
	case "neg":
		return "-(" + a + ")", -va
	}
	return a, va
}

func FuzzEquation(f *testing.F) {
	for _, a := range readArchives(f) {
		for _, file := range a.Files[1:] {
			_, rest, ok := strings.Cut(string(file.Data), `"freq_equation": "`)
			if text, _, _ := strings.Cut(rest, `"`); ok && strings.HasSuffix(file.Name, ".record") {
				f.Add(text)
			}
		}
	}
	one := 1.5
	coefficients := Coefficients{{"base", &one}, {"a", &one}, {"b", nil}, {"c_density", nil}}
	f.Fuzz(func(t *testing.T, text string) {
		for _, w := range []*World{fourNodes(), {Properties: scm.ExtendedProperties(), Family: scm.Quadratic}} {
			h := Hypothesis{FreqEquation: text, Coefficients: coefficients}
			eq, stated, err := h.Interpret(w)
			if err != nil {
				if err.Code == "" || err.Message == "" || err.Path != equationPath || stated {
					t.Fatalf("%q: %+v", text, err)
				}
				continue
			}
			if stated {
				checkEquation(t, eq, w)
			}
		}
	})
}

func BenchmarkInterpret(b *testing.B) {
	r, _, err := Parse(typicalRecord, fourNodes())
	if err != nil {
		b.Fatal(err)
	}
	w := fourNodes()
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := r.Hypothesis.Interpret(w); err != nil {
			b.Fatal(err)
		}
	}
}
