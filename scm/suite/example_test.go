package suite_test

import (
	"errors"
	"fmt"
	"strings"

	"causalab/scm"
	"causalab/scm/suite"
)

// A task is found by its id and draws the crystals of a seed.
func Example() {
	task, err := suite.Released().Find("causalab/3nodes/0-v1")
	if err != nil {
		fmt.Println(err)
		return
	}
	in, err := task.Draw(0, 2, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(task.Family(), task.Model.Graph().Names())
	for i, c := range in.Records {
		fmt.Printf("record %d    %v\n", i, c.Values())
	}
	fmt.Println("manipulator", in.Manipulator.Values())
	if err := in.Manipulator.Intervene(task.Model.Index("moisture"), 50, scm.Shift, 0); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("moisture 50", in.Manipulator.Values())
	// Output:
	// linear [moisture quantumSize resonanceFreq]
	// record 0    [42 177 639]
	// record 1    [51 198 720]
	// manipulator [87 269 1005]
	// moisture 50 [50 158 598]
}

// Tasks are written in the release's format; the end of a line is shown.
func ExampleExport() {
	task, err := suite.Released().Find("causalab/3nodes/1-v1")
	if err != nil {
		fmt.Println(err)
		return
	}
	var b strings.Builder
	if err := suite.Export(&b, []*suite.Task{task}); err != nil {
		fmt.Println(err)
		return
	}
	line := b.String()
	fmt.Print(line[strings.Index(line, `"edges"`):])
	// Output:
	// "edges":[{"from":"pressure","to":"resonanceFreq"},{"from":"temperatureC","to":"resonanceFreq"},{"from":"temperatureC","to":"pressure"}],"params":{"base_freq":22,"coeff_pressure_freq":2,"coeff_temp_freq":2,"base_pressure":17,"coeff_temp_pressure":1,"base_temperatureC":20},"budget":8}
}

// What is wrong with a file is said with its line and field.
func ExampleImport() {
	_, err := suite.Import("mine", strings.NewReader(`{"graph_id": "a", "description": "", "budget": "many"}`))
	fmt.Println(err)
	var field *suite.FieldError
	if errors.As(err, &field) {
		fmt.Println(field.Line, field.Field)
	}
	// Output:
	// line 1, budget: want a number, not a text
	// 1 budget
}
