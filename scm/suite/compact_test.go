package suite_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"causalab/scm/suite"
)

// compact writes suites in the compact form.
func compact(t testing.TB, suites ...*suite.Suite) string {
	t.Helper()
	var b strings.Builder
	if err := suite.ExportCompact(&b, suites...); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestCompactHoldsEverySuite writes some tasks of every released suite and of every
// sampled family alone and reads them back.
func TestCompactHoldsEverySuite(t *testing.T) {
	var suites []*suite.Suite
	for _, info := range releasedInfos() {
		s := *released(t, info.Name)
		s.Tasks = s.Tasks[:5]
		suites = append(suites, &s)
	}
	for _, s := range samplings() {
		suites = append(suites, sampled(t, s, 2, 9))
	}
	for _, s := range suites {
		text := compact(t, s)
		again, err := suite.Import("again", strings.NewReader("\ufeff\r\n"+text))
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		if x, y := export(t, s.Tasks), export(t, again.Tasks); !reflect.DeepEqual(x, y) {
			t.Errorf("%s: exported %d lines, %d after the compact form, beginning\n%s\n%s", s.Name, len(x), len(y), x[0], y[0])
		}
		if again.Name != "imported/again" || again.Tasks[1].ID != "imported/again/1-v1" || again.Family != s.Family || again.Golden != s.Golden {
			t.Errorf("%s: read as %+v", s.Name, again.Info)
		}
		if twice := compact(t, &suite.Suite{Info: s.Info, Tasks: again.Tasks}); twice != text {
			t.Errorf("%s: written again it is\n%s, was\n%s", s.Name, twice, text)
		}
	}
}

// TestCompactSharesGraphs writes suites over the same graphs into one text.
func TestCompactSharesGraphs(t *testing.T) {
	plain, hidden := released(t, "4nodes"), released(t, "4nodes_hidden_n1")
	text := compact(t, plain, hidden)
	if !strings.Contains(text, "suite 4nodes_hidden_n1 disturbed of=4nodes range=5\n") || strings.Count(text, "suite ") != 2 {
		t.Errorf("got %s", text)
	}
	if alone := compact(t, hidden); strings.Count(alone, "\nsuite ") != 1 || !strings.Contains(alone, "of=4nodes_hidden_n1-graphs") {
		t.Errorf("got %s", alone)
	}
}

func TestCompactRefusals(t *testing.T) {
	const graph = "qdm 25 24 20 20 dF1 mF1 dq1\n"
	const plain = "suite a linear\ntitle A\n" + graph
	const quadratic = plain + "suite b quadratic of=a\n"
	const good = "90 60 / 0.016@54 0.008@35 0.016@43 / 19 22 2 / 27 98 76 / 11 89 78 / 51 35 53 / 13 7 23 / 47 84 45"
	for _, test := range []struct{ text, want string }{
		{"# \xff\n", "line 1: not UTF-8; save the file as UTF-8"},
		{"# nothing\n", `line 1: no suite; begin with "suite NAME KIND"`},
		{"#\n\ntitle x\n", `line 3: a line before the first suite; begin with "suite NAME KIND"`},
		{"suite a\n", `line 1: want "suite NAME KIND" with one of the kinds [linear freqparent disturbed outside golden quadratic]`},
		{"suite a cubic\n", `line 1: want "suite NAME KIND" with one of the kinds [linear freqparent disturbed outside golden quadratic]`},
		{"suite a linear of=b\n", `line 1: of=b: no suite with graphs of its own is called "b" above`},
		{"suite a linear range=5\n", `line 1: option "range=5" is not known; a linear suite takes no option but ids=WORD`},
		{"suite a linear ids=\n", `line 1: option "ids=" is not known; a linear suite takes no option but ids=WORD`},
		{"suite a linear\ntitle A\n", "line 1: the suite has no task; add a line for each"},
		{plain + "suite b golden\n", "line 4: a golden suite takes of=SUITE and, if need be, ids=WORD"},
		{plain + "suite b linear of=a\n" + graph, "line 4: a linear suite takes no option but ids=WORD"},
		{plain + "suite b disturbed of=a\n", "line 4: a disturbed suite takes of=SUITE, range=NUMBER and, if need be, ids=WORD"},
		{plain + "suite b disturbed of=a range=-1\n", "line 4: range=-1: want a number that is not negative"},
		{plain + "suite b disturbed of=a range=5\nq\nm\n", "line 6: suite a has only 1 graphs"},
		{plain + "suite b disturbed of=a range=5\nqq\n", `line 5: disturbance: "quantumSize" is given twice`},
		{plain + "suite b disturbed of=a range=5\nr\n", `line 5: disturbance: "radiation" is not a variable of this model`},
		{plain + "suite b disturbed of=a range=5\nx\n", `line 5: "x": letters that stand for variables are tmdqrphcvalF`},
		{plain + "suite b outside of=a\nF\n", `line 5: "F": want letters of different properties of the graph`},
		{plain + "suite b outside of=a\nqq\n", `line 5: "qq": want letters of different properties of the graph`},
		{plain + "suite b outside of=a\nr\n", `line 5: "r": want letters of different properties of the graph`},
		{"suite a linear\nx 1 2 xF1\n", `line 2: "Fx": letters that stand for variables are tmdqrphcvalF`},
		{"suite a linear\nqdm 25 24 20\n", "line 2: 3 bases for 4 variables"},
		{"suite a linear\nqd 25 NaN 20 dF1\n", `line 2: "NaN" is not a finite number`},
		{"suite a linear\nqd 25 20 20 dF\n", `line 2: edge "dF": want two letters and a weight, like dF1`},
		{"suite a linear\nqd 25 20 20 dFx\n", `line 2: edge "dFx": "x" is not a finite number`},
		{"suite a linear\nqd 25 20 20 mF1\n", `line 2: edge "mF1": an end is not among the nodes`},
		{"suite a linear\nqd 25 20 20 dF0\n", "line 2: resonanceFreq: weight 0 of density must be finite and not zero"},
		{"suite a linear\nqd 25 20 20 dF1 dF2\n", "line 2: edge density -> resonanceFreq: given twice"},
		{"suite a linear\nqd 25 20 20 dq1 qd1\n", "line 2: cycle: quantumSize -> density -> quantumSize"},
		{"suite a linear\nqq 25 20 20 qF1\n", `line 2: variable "quantumSize": given twice`},
		{"suite a linear\nqd 25 20 20 dF1 Fq1\n", "line 2: edge resonanceFreq -> quantumSize: the frequency is a parent, which it may be in a freqparent suite only"},
		{plain + "suite b golden of=a\n1 2 3\n", "line 5: want the bases of the first crystals and the interventions, divided by /"},
		{plain + "suite b golden of=a\n1 2 / q1\n", "line 5: 2 numbers; want 3"},
		{plain + "suite b golden of=a\n1 2 3 / F1\n", `line 5: intervention "F1": not on a controllable property`},
		{plain + "suite b golden of=a\n1 2 3 / q\n", `line 5: intervention "q": "" is not a finite number`},
		{plain + "suite b golden of=a\n1 2 3 / d1e308 m1.7e308\n", "line 5: resonanceFreq would not be a finite number"},
		{quadratic + "90 60\n", "line 5: 1 parts divided by /; want 8"},
		{quadratic + "1 2 3 4 " + good + "\n", "line 5: 6 numbers; want 4"},
		{quadratic + strings.Replace(good, "0.008@35", "", 1) + "\n", "line 5: 2 mechanisms for 3 edges"},
		{quadratic + strings.Replace(good, "@35", "", 1) + "\n", `line 5: "0.008": want u@vertex: "" is not a finite number`},
		{quadratic + strings.Replace(good, "19 22 2", "19 22", 1) + "\n", "line 5: 2 numbers; want 3"},
	} {
		_, err := suite.Import("a", strings.NewReader(test.text))
		var field *suite.FieldError
		if err == nil || err.Error() != test.want || !errors.As(err, &field) {
			t.Errorf("%q:\n got %v\nwant %s", test.text, err, test.want)
		}
	}
	if _, err := suite.Import("a", strings.NewReader(quadratic+good+"\n")); err != nil {
		t.Errorf("the good line is refused: %v", err)
	}
}

// TestCompactKeepsOrRefuses writes suites that the form cannot hold.
func TestCompactKeepsOrRefuses(t *testing.T) {
	mixed := &suite.Suite{Info: suite.Info{Name: "mixed"}, Tasks: []*suite.Task{
		find(t, "causalab/4nodes/0-v1"), find(t, "causalab/4nodes_golden/1-v1"),
	}}
	described := *find(t, "causalab/4nodes/0-v1")
	described.Origin.Description = "a graph of ours"
	own := importLine(t, strings.NewReplacer("density", "hue", "Density", "Hue").Replace(small))
	for _, test := range []struct {
		suite *suite.Suite
		want  string
	}{
		{mixed, "task 1 is golden, the first is linear"},
		{&suite.Suite{Info: suite.Info{Name: "mixed"}}, "it has no task"},
		{&suite.Suite{Info: suite.Info{Name: "mixed"}, Tasks: []*suite.Task{&described}}, "its tasks say more than the form holds"},
		{&suite.Suite{Info: suite.Info{Name: "mixed"}, Tasks: []*suite.Task{own}}, `no letter stands for the property "hue"`},
	} {
		var b strings.Builder
		err := suite.ExportCompact(&b, test.suite)
		if want := "suite mixed cannot be written in the compact form: " + test.want; fmt.Sprint(err) != want || b.Len() > 0 {
			t.Errorf("got %v after %d bytes, want %s", err, b.Len(), want)
		}
	}
}

// FuzzImportCompact holds that whatever is read as compact text can be exported
// and imported, and that nothing panics.
func FuzzImportCompact(f *testing.F) {
	for _, s := range []suite.Sampling{
		{Family: suite.SampledPlain, Nodes: 4}, {Family: suite.SampledFreqParent, Nodes: 4}, {Family: suite.SampledQuadratic, Nodes: 4},
		{Family: suite.SampledHiddenFreqnode, Nodes: 4, Count: 2}, {Family: suite.SampledOutside, Nodes: 5, Count: 2},
	} {
		f.Add(compact(f, sampled(f, s, 2, 0)))
	}
	f.Add("suite a linear\nqdm 25 24 20 20 dF1 mF1 dq1\nsuite b golden of=a\n1 2 3 / d51 m14\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := suite.Import("fuzz", strings.NewReader(text))
		if err != nil {
			return
		}
		lines := strings.Join(export(t, s.Tasks), "\n")
		again, err := suite.Import("fuzz", strings.NewReader(lines))
		if err != nil {
			t.Fatalf("%v in %s", err, lines)
		}
		if got := strings.Join(export(t, again.Tasks), "\n"); got != lines {
			t.Fatalf("%s became %s", lines, got)
		}
	})
}
