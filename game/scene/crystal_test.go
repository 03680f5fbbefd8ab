package scene

import (
	"math"
	"testing"

	"causalab/dsl"
	"causalab/scm"

	"pgregory.net/rapid"
)

// anyValue is any float64, those that are not numbers and those beyond all
// measure included.
func anyValue() *rapid.Generator[float64] {
	return rapid.OneOf(rapid.Float64(), rapid.Float64Range(-200, 2000),
		rapid.SampledFrom([]float64{0, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64}))
}

func TestTraitsAreBoundedForAnyMeasurement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var props dsl.Readings
		for _, v := range scm.ExtendedProperties() {
			if rapid.Bool().Draw(t, "measured") {
				props = append(props, dsl.Reading{Name: v.Name, Value: anyValue().Draw(t, v.Name)})
			}
		}
		look := traitsOf(props)
		for _, row := range traitTable {
			v := *row.field(&look)
			_, measured := props.Get(row.property)
			if measured && !(v >= 0 && v <= 1) {
				t.Errorf("%s gives %g", row.property, v)
			}
			if plain := *row.field(&ordinary); !measured && v != plain {
				t.Errorf("%s was not measured and gives %g, not %g", row.property, v, plain)
			}
		}
		if r := ringRate(anyValue().Draw(t, "frequency")); !(r > 0 && r < 2) {
			t.Errorf("ring at %g", r)
		}
	})
}

func TestEveryPropertyHasATraitOfItsOwn(t *testing.T) {
	base := traitsOf(nil)
	looks := map[traits]string{}
	for _, v := range scm.ExtendedProperties() {
		look := traitsOf(dsl.Readings{{Name: v.Name, Value: 97}})
		if look == base {
			t.Errorf("%s is not seen", v.Name)
		}
		if other, taken := looks[look]; taken {
			t.Errorf("%s and %s look the same", v.Name, other)
		}
		looks[look] = v.Name
	}
}

func TestSquashRisesAndTellsSlidersApart(t *testing.T) {
	last := math.Inf(-1)
	for _, v := range []float64{math.Inf(-1), -1e300, -1e6, -1000, -100, 0, 10, 50, 51, 100, 200, 1000, 1e6, 1e300, math.Inf(1)} {
		s := squash(v)
		if s < last || v > -1e6 && v < 1e6 && s <= last {
			t.Errorf("squash(%g) = %g, after %g", v, s, last)
		}
		last = s
	}
	if d := squash(100) - squash(0); d < 0.55 {
		t.Errorf("the slider covers %g of the trait", d)
	}
	if squash(50) != 0.5 || squash(math.NaN()) != 0.5 {
		t.Error("the middle is not in the middle")
	}
}

func TestCrystalsCanBeDrawnForAnyLook(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l := New()
		o := observation(12, 0)
		for i := range o.Manipulator.Props {
			o.Manipulator.Props[i].Value = anyValue().Draw(rt, "value")
		}
		frequency := anyValue().Draw(rt, "frequency")
		o.Manipulator.Freq = &frequency
		o.Records = append(o.Records[:0:0], o.Manipulator)
		o.Reactor = o.Manipulator.Props
		l.Show(observation(12, 0))
		o.Budget.Interventions.Used++
		o.Step++
		o.Changed = observation(12, 1).Changed
		o.Changed[0].By = frequency
		o.Records = append(observation(12, 0).Records, o.Manipulator)
		l.Show(o)
		l.Advance(0)
		l.Advance(rapid.Float64Range(0, 4000).Draw(rt, "time"))
		checkPicture(rt, l)
		l.ShowResult(frequency, rapid.Bool().Draw(rt, "correct"))
		l.Advance(5000)
		checkPicture(rt, l)
	})
}

func TestBothCrystalsShareOneMapping(t *testing.T) {
	l := New()
	o := observation(8, 0)
	o.Reactor = o.Manipulator.Props
	l.Show(o)
	if l.sample.look() != l.target.look() {
		t.Error("equal crystals look different")
	}
}

func TestHuesAndColors(t *testing.T) {
	if c := oklch(1, 0, 0); c != white {
		t.Errorf("white is %v", c)
	}
	if c := oklch(0, 0, 0); c != black {
		t.Errorf("black is %v", c)
	}
	// sRGB red, by the published conversion
	if c := oklch(0.62796, 0.25768, 29.234); absInt(int(c.R)-255) > 1 || c.G > 2 || c.B > 2 {
		t.Errorf("red is %v", c)
	}
	cold, hot := oklch(0.6, 0.13, heatHue(0)), oklch(0.6, 0.13, heatHue(1))
	if cold.B <= cold.R || hot.R <= hot.B {
		t.Errorf("cold is %v, hot is %v", cold, hot)
	}
}

func absInt(v int) int { return max(v, -v) }

func TestSignedDifferences(t *testing.T) {
	for v, want := range map[float64]string{41: "+41.00", -36: "−36.00", 0.5: "+0.50", 2.5e9: "+2.500e+09"} {
		if got := signed(v); got != want {
			t.Errorf("signed(%g) = %q, want %q", v, got, want)
		}
	}
}
