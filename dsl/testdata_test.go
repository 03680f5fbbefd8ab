package dsl

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"causalab/scm"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the wanted results in testdata")

// A testdata archive holds a world and cases: NAME.record is what a player sent,
// NAME.want what comes of it, one line each: the canonical record, the expanded
// equation, warnings, or else every error in order.

type archive struct {
	*txtar.Archive
	path  string
	world *World
}

func readArchives(t testing.TB) []archive {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no test data", err)
	}
	var all []archive
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var w struct {
			Properties   []string   `json:"properties"`
			Controllable []string   `json:"controllable"`
			Family       scm.Family `json:"family"`
			FreqParent   bool       `json:"freq_parent"`
		}
		if a.Files[0].Name != "world" {
			t.Fatalf("%s: the first file must be the world", path)
		}
		if err := json.Unmarshal(a.Files[0].Data, &w); err != nil {
			t.Fatalf("%s: world: %v", path, err)
		}
		world := &World{Controllable: w.Controllable, Family: w.Family, FreqParent: w.FreqParent}
		for _, p := range w.Properties {
			world.Properties = append(world.Properties, scm.Variable{Name: p, Display: scm.DisplayName(p)})
		}
		all = append(all, archive{a, path, world})
	}
	return all
}

func TestArchives(t *testing.T) {
	schema := compileSchema(t)
	codes := make(map[Code]bool)
	for _, a := range readArchives(t) {
		for i := 1; i+1 < len(a.Files); i += 2 {
			record, want := a.Files[i], &a.Files[i+1]
			name, isRecord := strings.CutSuffix(record.Name, ".record")
			if !isRecord || want.Name != name+".want" {
				t.Fatalf("%s: want %s.record and %s.want, got %s and %s", a.path, name, name, record.Name, want.Name)
			}
			t.Run(filepath.Base(a.path)+"/"+name, func(t *testing.T) {
				got := outcome(t, string(record.Data), a.world, schema, codes)
				if *update {
					want.Data = []byte(got)
				} else if got != string(want.Data) {
					t.Errorf("got\n%swant\n%s", got, want.Data)
				}
			})
		}
		if *update {
			if err := os.WriteFile(a.path, txtar.Format(a.Archive), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range Codes() {
		if !codes[c.Code] {
			t.Errorf("no case in testdata gives %s", c.Code)
		}
	}
}

// outcome parses a record, checks what must hold of every result, and writes it
// down.
func outcome(t *testing.T, text string, w *World, schema *jsonschema.Schema, codes map[Code]bool) string {
	var b bytes.Buffer
	line := func(kind string, e Error) {
		codes[e.Code] = true
		if e.Message == "" {
			t.Errorf("%s without a message", e.Code)
		}
		b.WriteString(kind)
		encoder := json.NewEncoder(&b)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(e); err != nil {
			t.Fatal(err)
		}
	}
	record, warnings, err := Parse(text, w)
	errors, inspected := Inspect(text, w)
	if err != nil {
		if len(errors) == 0 || errors[0] != *err {
			t.Errorf("Parse gives %v, Inspect %v", err, errors)
		}
		for _, e := range errors {
			line("error ", e)
		}
		return b.String()
	}
	if len(errors) > 0 || !reflect.DeepEqual(warnings, inspected) {
		t.Errorf("Parse gives warnings %v, Inspect errors %v and warnings %v", warnings, errors, inspected)
	}
	checkRoundTrip(t, record, w)
	validate(t, schema, record.String())
	b.WriteString("record " + record.String() + "\n")
	if eq, stated, _ := record.Hypothesis.Interpret(w); stated {
		b.WriteString("equation " + eq.String() + "\n")
	}
	for _, e := range warnings {
		line("warning ", e)
	}
	return b.String()
}

// failer is what tests, fuzz targets and properties have in common.
type failer interface {
	Errorf(format string, arguments ...any)
	Fatal(arguments ...any)
	Fatalf(format string, arguments ...any)
}

// checkRoundTrip asserts that a parsed record prints and parses to itself.
func checkRoundTrip(t failer, record Record, w *World) {
	printed := record.String()
	again, _, err := Parse(printed, w)
	if err != nil {
		t.Fatalf("%s: %v", printed, err)
	}
	if !reflect.DeepEqual(again, record) {
		t.Fatalf("%s: parsed to another record: %s", printed, again.String())
	}
	var decoded Record
	if err := json.Unmarshal([]byte(printed), &decoded); err != nil {
		t.Fatalf("%s: not readable by encoding/json: %v", printed, err)
	}
	if decoded.String() != printed {
		t.Fatalf("%s: encoding/json reads %s", printed, decoded.String())
	}
}

func compileSchema(t testing.TB) *jsonschema.Schema {
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(RecordSchema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("record.json", parsed); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("record.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func validate(t failer, schema *jsonschema.Schema, record string) {
	instance, err := jsonschema.UnmarshalJSON(strings.NewReader(record))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(instance); err != nil {
		t.Errorf("%s: %v", record, err)
	}
}

func TestSchemaRefuses(t *testing.T) {
	schema := compileSchema(t)
	const h = `"hypothesis": {"edges": [], "freq_equation": "", "coefficients": {}}`
	for _, record := range []string{
		`{}`,
		`{` + h + `, "arg1": 4}`,
		`{` + h + `, "action": "jump"}`,
		`{` + h + `, "action": "intervene"}`,
		`{` + h + `, "action": "move"}`,
		`{` + h + `, "value": 4}`,
		`{` + h + `, "action": "submit", "value": 4}`,
		`{"hypothesis": {"edges": [], "freq_equation": "c", "coefficients": {"c": null}}, "action": "submit", "value": 4}`,
		`{"hypothesis": {"edges": [{"from": "density"}], "freq_equation": "", "coefficients": {}}}`,
		`{"hypothesis": {"edges": [], "freq_equation": "", "coefficients": {"c": "4"}}}`,
	} {
		instance, err := jsonschema.UnmarshalJSON(strings.NewReader(record))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(instance) == nil {
			t.Errorf("the schema takes %s", record)
		}
	}
}
