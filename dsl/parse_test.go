package dsl

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"causalab/scm"

	"pgregory.net/rapid"
)

// fourNodes is the world of a linear task with three properties.
func fourNodes() *World {
	return &World{
		Properties:   scm.Properties()[1:4],
		Controllable: []string{"moisture", "density", "quantumSize"},
		Family:       scm.Linear,
	}
}

const emptyHypothesis = `{"edges":[],"freq_equation":"","coefficients":{}}`

func TestParseBytes(t *testing.T) {
	// What an archive of text files cannot hold well.
	record := `{"hypothesis":` + emptyHypothesis + `}`
	for _, c := range []struct {
		name, text string
		code       Code // "" if it is taken
		message    string
	}{
		{"byte order mark", "\uFEFF" + record, "", ""},
		{"byte order mark inside prose", "Next:\n\uFEFF" + record, "", ""},
		{"CRLF", strings.ReplaceAll(record, ",", ",\r\n"), "", ""},
		{"invalid UTF-8", "{\n\"memory\":\"\xff\"}", NotJSON, "Line 2, column 11: the byte 0xff is not UTF-8; send the text as UTF-8."},
		{"lone surrogate", `{"memory":"\ud800","hypothesis":` + emptyHypothesis + `}`, "", ""},
		{"control character", "{\"memory\":\"\x01\"}", NotJSON, `Line 1, column 12: the control character '\x01' stands inside a text; write \u0001 instead.`},
		{"at the limit", record + strings.Repeat(" ", MaxLength-len(record)), "", ""},
		{"too long", record + strings.Repeat(" ", MaxLength+1-len(record)), TooLong, "The text has 1048577 bytes and at most 1048576 are read; shorten memory, thought or past_data."},
		{"end before a value", `{"":`, NotJSON, "Line 1, column 5: the text ends in the middle of the record; print it to the end."},
		{"end inside a text", `{"memory":"and then`, NotJSON, "Line 1, column 20: the text ends inside quotes; print the record to the end."},
		{"end inside an escape", `{"memory":"\`, NotJSON, "Line 1, column 13: the text ends inside quotes; print the record to the end."},
		{"bad unicode escape", `{"memory":"\u12g4"}`, NotJSON, `Line 1, column 16: four hexadecimal digits belong after \u, as in \u00b5.`},
		{"leading zero", `{"value":012}`, NotJSON, `Line 1, column 10: "012" is not a number of JSON; write it like -0.5 or 12.`},
		{"many broken objects", strings.Repeat(`{"a" `, maxDepth/2), NotJSON, "Line 1, column 6: there is '{' where a colon belongs."},
		{"endless field name", `{"` + strings.Repeat("k", 1000) + `":}`, NotJSON, "Line 1, column 1005: a value is missing before '}'; write it, or remove the comma before."},
		{"deep brackets in prose", strings.Repeat("[", 100) + record, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, _, err := Parse(c.text, fourNodes())
			switch {
			case c.code == "" && err != nil:
				t.Errorf("refused: %v", err)
			case c.code == "":
				checkRoundTrip(t, r, fourNodes())
			case err == nil:
				t.Errorf("taken: %s", r.String())
			case err.Code != c.code || err.Message != c.message:
				t.Errorf("got %v, want %s: %s", err, c.code, c.message)
			}
		})
	}
}

func TestInspectIsBounded(t *testing.T) {
	edge := `{"from":"hue","to":"tone","note":1},`
	errors, warnings := Inspect(`{"hypothesis":{"edges":[`+strings.Repeat(edge, 5000)+edge[:len(edge)-1]+`]}}`, fourNodes())
	if len(errors) != maxErrors || len(warnings) != maxErrors {
		t.Errorf("got %d errors and %d warnings", len(errors), len(warnings))
	}
}

func TestResolveName(t *testing.T) {
	w := &World{Properties: scm.Properties()}
	for text, want := range map[string]string{
		"temperatureC":             "temperatureC",
		"Temperature (°C)":         "temperatureC",
		"TEMPERATURE":              "temperatureC",
		"temperature_c":            "temperatureC",
		"Quantum Size":             "quantumSize",
		"quantum-size":             "quantumSize",
		"PH":                       "ph",
		"resonanceFreq":            scm.Frequency,
		"frequency":                scm.Frequency,
		" Freq ":                   scm.Frequency,
		"Resonance Frequency":      scm.Frequency,
		"RESONANCE_FREQUENCY":      scm.Frequency,
		"Resonance Frequency (Hz)": scm.Frequency,
		"":                         "",
		"_":                        "",
		"dens":                     "",
		"density2":                 "",
		"resonance":                "",
	} {
		got, ok := ResolveName(text, w)
		if got != want || ok != (want != "") {
			t.Errorf("%q: got %q, %v, want %q", text, got, ok, want)
		}
	}
	// A code name that is written exactly wins over a spelling of another.
	odd := &World{Properties: []scm.Variable{{Name: "Freq", Display: "Beat"}, {Name: "beat", Display: "Other"}}}
	for text, want := range map[string]string{"Freq": "Freq", "beat": "beat", "frequency": scm.Frequency} {
		if got, _ := ResolveName(text, odd); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestSyntaxNamesEveryCode(t *testing.T) {
	text, err := os.ReadFile("SYNTAX.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[Code]bool)
	for _, c := range Codes() {
		if row := fmt.Sprintf("| `%s` | %s |", c.Code, c.Meaning); !strings.Contains(string(text), row) {
			t.Errorf("SYNTAX.md lacks the row %s", row)
		}
		if seen[c.Code] {
			t.Errorf("%s is listed twice", c.Code)
		}
		seen[c.Code] = true
	}
	for _, field := range fields {
		if !strings.Contains(string(text), "`"+field+"`") {
			t.Errorf("SYNTAX.md does not name the field %s", field)
		}
	}
	// Its example is a record.
	_, example, _ := strings.Cut(string(text), "```json\n")
	example, _, _ = strings.Cut(example, "```")
	w := &World{Properties: scm.Properties()[1:3], Controllable: []string{"density"}, Family: scm.Linear}
	if errors, warnings := Inspect(example, w); len(errors)+len(warnings) > 0 {
		t.Errorf("the example gives %v %v", errors, warnings)
	}
}

// anyNumber draws finite numbers of every size.
var anyNumber = rapid.OneOf(
	rapid.Map(rapid.IntRange(-10000, 10000), func(n int) float64 { return float64(n)/100 + 0 }),
	rapid.Map(rapid.Float64(), func(x float64) float64 { return x + 0 }),
)

func drawRecord(t *rapid.T, w *World) Record {
	names := make([]string, 0, len(w.Properties)+1)
	for _, p := range w.Properties {
		names = append(names, p.Name)
	}
	property := rapid.SampledFrom(names)
	variable := rapid.SampledFrom(append(names, scm.Frequency))
	text := rapid.StringOf(rapid.Rune())
	optional := func(name string) *float64 {
		if rapid.Bool().Draw(t, name) {
			return nil
		}
		x := anyNumber.Draw(t, name)
		return &x
	}
	r := Record{Memory: text.Draw(t, "memory"), Thought: text.Draw(t, "thought"), PastData: []Entry{}}
	for range rapid.IntRange(0, 3).Draw(t, "entries") {
		e := Entry{ID: text.Draw(t, "id"), Props: Readings{}, Freq: optional("freq")}
		for _, p := range rapid.SliceOfNDistinct(property, 0, len(names), rapid.ID).Draw(t, "props") {
			e.Props = append(e.Props, Reading{p, anyNumber.Draw(t, p)})
		}
		if rapid.Bool().Draw(t, "intervened") {
			e.Intervention = &Intervention{property.Draw(t, "target"), anyNumber.Draw(t, "to")}
		}
		r.PastData = append(r.PastData, e)
	}
	h := &r.Hypothesis
	h.Edges, h.Coefficients = []scm.Edge{}, Coefficients{}
	ends := rapid.Custom(func(t *rapid.T) scm.Edge {
		return scm.Edge{From: variable.Draw(t, "from"), To: variable.Draw(t, "to")}
	}).Filter(func(e scm.Edge) bool { return e.From != e.To })
	h.Edges = append(h.Edges, rapid.SliceOfNDistinct(ends, 0, 6, rapid.ID).Draw(t, "edges")...)
	for _, name := range rapid.SliceOfNDistinct(text, 0, 4, rapid.ID).Draw(t, "coefficients") {
		h.Coefficients = append(h.Coefficients, Coefficient{name, optional(name)})
	}
	if rapid.Bool().Draw(t, "planned") {
		r.Experiment = &Experiment{property.Draw(t, "target"), optional("to")}
	}
	r.Action = rapid.SampledFrom([]Action{ActionNone, ActionOpenReactor, ActionGiveUp, ActionMove}).Draw(t, "action")
	if r.Action == ActionMove {
		r.To = rapid.SampledFrom(Places()).Draw(t, "place")
	}
	return r
}

func TestPrintedRecordsParse(t *testing.T) {
	schema := compileSchema(t)
	rapid.Check(t, func(t *rapid.T) {
		w := fourNodes()
		r := drawRecord(t, w)
		again, _, err := Parse(r.String(), w)
		if err != nil {
			t.Fatalf("%s: %v", r.String(), err)
		}
		if again.String() != r.String() {
			t.Fatalf("got  %s\nwant %s", again.String(), r.String())
		}
		checkRoundTrip(t, again, w)
		validate(t, schema, r.String())
	})
}

func FuzzParse(f *testing.F) {
	for _, a := range readArchives(f) {
		for _, file := range a.Files[1:] {
			if strings.HasSuffix(file.Name, ".record") {
				f.Add(string(file.Data))
			}
		}
	}
	worlds := []*World{
		fourNodes(),
		{Properties: scm.ExtendedProperties(), Controllable: []string{"ph"}, Family: scm.Quadratic, FreqParent: true},
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, w := range worlds {
			r, warnings, err := Parse(text, w)
			errors, inspected := Inspect(text, w)
			if err != nil {
				if len(errors) == 0 || errors[0] != *err {
					t.Fatalf("Parse gives %v, Inspect %v", err, errors)
				}
				continue
			}
			if len(errors) > 0 || len(warnings) != len(inspected) {
				t.Fatalf("Parse takes it, Inspect gives %v %v", errors, inspected)
			}
			checkRoundTrip(t, r, w)
		}
	})
}

// typicalRecord is what a model sends in the middle of a four-node episode.
const typicalRecord = `{"memory":"Records 0 and 1 suggest density matters; set moisture next and compare all readings.","thought":"If moisture moves quantumSize then there is an edge; the frequency moved by 41 when density moved by 41.","past_data":[{"id":"0","props":{"moisture":3,"density":14,"quantumSize":95},"freq":42},{"id":"1","props":{"moisture":31,"density":35,"quantumSize":129},"freq":91.5}],"hypothesis":{"edges":[{"from":"density","to":"resonanceFreq"},{"from":"moisture","to":"resonanceFreq"},{"from":"density","to":"quantumSize"}],"freq_equation":"resonanceFreq = base + c_density*density + c_moisture*moisture","coefficients":{"base":25,"c_density":1,"c_moisture":null}},"experiment":{"target_prop":"moisture","target_value":40},"action":"intervene"}`

func BenchmarkParse(b *testing.B) {
	w := fourNodes()
	b.ReportAllocs()
	b.SetBytes(int64(len(typicalRecord)))
	for b.Loop() {
		if _, _, err := Parse(typicalRecord, w); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseFenced(b *testing.B) {
	w := fourNodes()
	text := "Here is my step.\n```json\n" + typicalRecord + "\n```\n"
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := Parse(text, w); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkString(b *testing.B) {
	r, _, err := Parse(typicalRecord, fourNodes())
	if err != nil {
		b.Fatal(err)
	}
	var buffer []byte
	b.ReportAllocs()
	for b.Loop() {
		buffer = r.AppendJSON(buffer[:0])
	}
}
