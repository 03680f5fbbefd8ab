package game

import _ "embed"

//go:embed observation.schema.json
var observationSchema string

// ObservationSchema returns the JSON Schema (2020-12) of [Observation].
func ObservationSchema() string { return observationSchema }
