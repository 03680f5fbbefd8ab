package scm_test

import (
	"fmt"

	"causalab/scm"
)

// A model is written as one mechanism per variable; its graph follows from the
// terms.
func ExampleNewModel() {
	m, err := scm.NewModel(scm.Linear, []scm.Mechanism{
		{Variable: scm.Variable{Name: "moisture", Display: "Moisture"}, Controllable: true},
		{Variable: scm.Variable{Name: "density", Display: "Density"}, Controllable: true,
			Terms: []scm.Term{{Parent: "moisture", Power: 1, Weight: 2}}},
		{Variable: scm.Variable{Name: scm.Frequency, Display: "Resonance Frequency (Hz)"}, Base: 24,
			Terms: []scm.Term{{Parent: "density", Power: 1, Weight: 3}}},
	}, scm.Disturbance{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range m.Graph().Edges() {
		fmt.Println(e)
	}
	_, err = scm.NewGraph([]string{"a", "b"}, []scm.Edge{{From: "a", To: "b"}, {From: "b", To: "a"}})
	fmt.Println(err)
	// Output:
	// moisture -> density
	// density -> resonanceFreq
	// cycle: b -> a -> b
}

// The two semantics of an intervention differ once the property has parents.
func ExampleCrystal_Intervene() {
	m, err := scm.NewModel(scm.Linear, []scm.Mechanism{
		{Variable: scm.Variable{Name: "moisture"}, Controllable: true},
		{Variable: scm.Variable{Name: "density"}, Controllable: true,
			Terms: []scm.Term{{Parent: "moisture", Power: 1, Weight: 2}}},
		{Variable: scm.Variable{Name: scm.Frequency}, Base: 24,
			Terms: []scm.Term{{Parent: "density", Power: 1, Weight: 3}}},
	}, scm.Disturbance{})
	if err != nil {
		fmt.Println(err)
		return
	}
	start, err := m.NewCrystal([]float64{10, 5, 0}) // the frequency's base is the model's
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("start ", start.Values())
	for _, semantics := range []scm.Semantics{scm.Shift, scm.Target} {
		c := start.Clone()
		if err := c.Intervene(m.Index("density"), 40, semantics, 0); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%-6s %v, base %v\n", semantics, c.Values(), c.Base(1))
	}
	// Output:
	// start  [10 25 99]
	// shift  [10 60 204], base 40
	// target [10 40 144], base 20
}

// A hidden disturbance is added to the variables it affects after an
// intervention, and their descendants see it.
func ExampleDisturbance() {
	m, err := scm.NewModel(scm.Linear, []scm.Mechanism{
		{Variable: scm.Variable{Name: "moisture"}, Controllable: true},
		{Variable: scm.Variable{Name: scm.Frequency}, Base: 24,
			Terms: []scm.Term{{Parent: "moisture", Power: 1, Weight: 3}}},
	}, scm.Disturbance{Range: 5, Affected: []string{"moisture"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := m.NewCrystal([]float64{10, 0})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Values())
	if err := c.Intervene(0, 20, scm.Shift, -5); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Values())
	// Output:
	// [10 54]
	// [15 69]
}
