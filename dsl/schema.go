package dsl

import _ "embed"

//go:embed record.schema.json
var recordSchema string

// RecordSchema returns the JSON Schema (2020-12) of the record in canonical form,
// as text. What [Parse] takes is wider: other spellings of names, nulls for what
// is absent, and text around the object. What the schema cannot tell are names:
// they depend on the task.
func RecordSchema() string { return recordSchema }
