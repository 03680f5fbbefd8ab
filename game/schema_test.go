package game_test

import (
	"encoding/json"
	"strings"
	"testing"

	"causalab/dsl"
	"causalab/game"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"
)

func compile(t *testing.T, schema string) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

func validate(schema *jsonschema.Schema, document string) error {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(document))
	if err != nil {
		return err
	}
	return schema.Validate(v)
}

// TestSchemas holds every observation of random episodes against its schema,
// and every record that was accepted, as it came and as it was logged.
func TestSchemas(t *testing.T) {
	observation, record := compile(t, game.ObservationSchema()), compile(t, dsl.RecordSchema())
	rapid.Check(t, func(t *rapid.T) {
		choose := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") }
		id, options := randomSetup(choose)
		tk, err := library.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		e, err := game.New(game.Setup{Task: tk, Options: options})
		if err != nil {
			t.Fatal(err)
		}
		for range choose(12) {
			o := e.Observe()
			if err := validate(observation, string(o.AppendJSON(nil))); err != nil {
				t.Fatalf("%s: %v", o.AppendJSON(nil), err)
			}
			e.Step(randomRecord(choose, e), game.NoTime)
		}
		for _, v := range e.Events() {
			if v.Type != game.EventRecord {
				continue
			}
			if err := validate(record, v.Record()); err != nil {
				t.Fatalf("%s: %v", v.Record(), err)
			}
		}
	})
}

// TestSchemaRefuses holds that the observation's schema is not one that takes
// anything: each field is required, and no other is known.
func TestSchemaRefuses(t *testing.T) {
	schema := compile(t, game.ObservationSchema())
	o := start(t, game.Setup{Task: task(t, "causalab/4nodes/0-v1")}).Observe()
	var fields map[string]any
	if err := json.Unmarshal(o.AppendJSON(nil), &fields); err != nil {
		t.Fatal(err)
	}
	if err := validate(schema, text(t, fields)); err != nil {
		t.Fatal(err)
	}
	for name, value := range fields {
		delete(fields, name)
		if validate(schema, text(t, fields)) == nil {
			t.Errorf("an observation without %s is taken", name)
		}
		fields[name] = value
	}
	fields["truth"] = 1
	if validate(schema, text(t, fields)) == nil {
		t.Error("an unknown field is taken")
	}
}

// TestSchemaKnowsEveryFamily holds the families that tasks can have against the
// schema.
func TestSchemaKnowsEveryFamily(t *testing.T) {
	schema := compile(t, game.ObservationSchema())
	hidden := strings.Replace(planted, `"description": ""`, `"description": "", "frequency_can_be_parent": true`, 1)
	for _, tk := range imported(t, planted+hidden) {
		o := start(t, game.Setup{Task: tk}).Observe()
		if err := validate(schema, text(t, o)); err != nil {
			t.Errorf("family %s: %v", o.Family, err)
		}
	}
}
