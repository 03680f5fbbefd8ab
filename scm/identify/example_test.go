package identify_test

import (
	"encoding/json"
	"fmt"

	"causalab/scm"
	"causalab/scm/identify"
)

// Two properties and the frequency. One intervention on each property leaves a
// single graph, and a single frequency for another crystal.
func Example() {
	space, err := identify.New(identify.Problem{
		Variables: 3, Frequency: 2, Controllable: []bool{true, true, false},
		Family: scm.Linear, Semantics: scm.Shift, Exact: true,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("before:", space.Count())

	space.Begin([]float64{10, 50, 170})
	space.Intervene(0, 20, []float64{20, 80, 260})
	fmt.Println("after moving the first:", space.Count())

	space.Intervene(1, 40, []float64{20, 100, 320})
	fmt.Println("after moving the second:", space.Count())
	fmt.Println("parents of the frequency:", space.ParentSets(2)[0].Members())

	frequencies, _ := space.Possible([]float64{35, 90, 0})
	text, _ := json.Marshal(frequencies)
	fmt.Println(string(text))
	// Output:
	// before: 12
	// after moving the first: 3
	// after moving the second: 1
	// parents of the frequency: [1]
	// {"low":290,"high":290,"values":[290]}
}
