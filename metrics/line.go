package metrics

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"causalab/dsl"
	"causalab/scm"
)

// ParseScoringLine reads one hypothesis to be scored from a line of JSON:
//
//	{"suite": "4nodes", "graph_id": "4nodes_17",
//	 "edges": [{"from": "density", "to": "resonanceFreq"}],
//	 "coefficients": {"base": 20, "c_density": 3}}
//
// All four are required; null edges or coefficients are none. A "freq_equation"
// may stand beside them, over the properties of [scm.ExtendedProperties]; without
// it, or with an empty one, weights are read by [ClaimByName]. Other fields are
// ignored. An error names the field at fault.
func ParseScoringLine(line []byte) (suite, graphID string, c Claim, err error) {
	fail := func(err error) (string, string, Claim, error) { return "", "", Claim{}, err }

	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil {
		return fail(fmt.Errorf("not a JSON object: %w", err))
	}
	if fields == nil {
		return fail(errors.New("not a JSON object: null"))
	}
	for _, name := range []string{"suite", "graph_id", "edges", "coefficients"} {
		if _, ok := fields[name]; !ok {
			return fail(fmt.Errorf("%s: missing", name))
		}
	}
	if suite, err = text(fields["suite"]); err != nil {
		return fail(fmt.Errorf("suite: %w", err))
	}
	if graphID, err = text(fields["graph_id"]); err != nil {
		return fail(fmt.Errorf("graph_id: %w", err))
	}
	var h dsl.Hypothesis
	if h.Edges, err = parseEdges(fields["edges"]); err != nil {
		return fail(err)
	}
	if err := json.Unmarshal(fields["coefficients"], &h.Coefficients); err != nil {
		return fail(fmt.Errorf("coefficients: want an object of numbers: %w", err))
	}
	if raw, ok := fields["freq_equation"]; ok && kind(raw) != "null" {
		if h.FreqEquation, err = text(raw); err != nil {
			return fail(fmt.Errorf("freq_equation: %w", err))
		}
	}
	world := dsl.World{Properties: scm.ExtendedProperties(), Family: scm.Quadratic, FreqParent: true}
	if _, _, refusal := h.Interpret(&world); refusal != nil {
		return fail(fmt.Errorf("freq_equation: %s", refusal.Message))
	}
	return suite, graphID, ClaimOf(&h, &world), nil
}

func parseEdges(raw json.RawMessage) ([]scm.Edge, error) {
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, fmt.Errorf("edges: want an array, got %s", kind(raw))
	}
	edges := make([]scm.Edge, len(items))
	for i, item := range items {
		var ends map[string]json.RawMessage
		if err := json.Unmarshal(item, &ends); err != nil || ends == nil {
			return nil, fmt.Errorf("edges[%d]: want an object, got %s", i, kind(item))
		}
		for _, end := range []struct {
			field string
			name  *string
		}{{"from", &edges[i].From}, {"to", &edges[i].To}} {
			value, ok := ends[end.field]
			if !ok {
				return nil, fmt.Errorf("edges[%d].%s: missing", i, end.field)
			}
			name, err := text(value)
			if err != nil {
				return nil, fmt.Errorf("edges[%d].%s: %w", i, end.field, err)
			}
			*end.name = name
		}
	}
	return edges, nil
}

// text reads a JSON string.
func text(raw json.RawMessage) (string, error) {
	if kind(raw) != "a string" {
		return "", fmt.Errorf("want a string, got %s", kind(raw))
	}
	var s string
	err := json.Unmarshal(raw, &s)
	return s, err
}

// kind says what a JSON value is.
func kind(raw json.RawMessage) string {
	switch trimmed := strings.TrimSpace(string(raw)); {
	case strings.HasPrefix(trimmed, "{"):
		return "an object"
	case strings.HasPrefix(trimmed, "["):
		return "an array"
	case strings.HasPrefix(trimmed, `"`):
		return "a string"
	case trimmed == "null":
		return "null"
	case trimmed == "true", trimmed == "false":
		return trimmed
	}
	return "a number"
}
