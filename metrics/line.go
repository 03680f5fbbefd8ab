package metrics

import (
	"encoding/json"
	"fmt"
	"math"

	"causalab/dsl"
	"causalab/scm"

	"github.com/tidwall/gjson"
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

	if !gjson.ValidBytes(line) {
		// The slower parser says where the text stops being JSON.
		var whole json.RawMessage
		return fail(fmt.Errorf("not a JSON object: %w", json.Unmarshal(line, &whole)))
	}
	root := gjson.ParseBytes(line)
	if !root.IsObject() {
		return fail(fmt.Errorf("not a JSON object: %s", kind(root)))
	}
	fields := [...]struct {
		name  string
		value gjson.Result
	}{{name: "suite"}, {name: "graph_id"}, {name: "edges"}, {name: "coefficients"}, {name: "freq_equation"}}
	root.ForEach(func(key, value gjson.Result) bool {
		for i := range fields {
			if fields[i].name == key.Str {
				fields[i].value = value
			}
		}
		return true
	})
	for _, f := range fields[:4] {
		if !f.value.Exists() {
			return fail(fmt.Errorf("%s: missing", f.name))
		}
	}
	if suite, err = text(fields[0].value); err != nil {
		return fail(fmt.Errorf("suite: %w", err))
	}
	if graphID, err = text(fields[1].value); err != nil {
		return fail(fmt.Errorf("graph_id: %w", err))
	}
	var h dsl.Hypothesis
	if h.Edges, err = parseEdges(fields[2].value); err != nil {
		return fail(err)
	}
	if h.Coefficients, err = parseCoefficients(fields[3].value); err != nil {
		return fail(err)
	}
	if raw := fields[4].value; raw.Type != gjson.Null {
		if h.FreqEquation, err = text(raw); err != nil {
			return fail(fmt.Errorf("freq_equation: %w", err))
		}
	}
	if _, _, refusal := h.Interpret(&scoringWorld); refusal != nil {
		return fail(fmt.Errorf("freq_equation: %s", refusal.Message))
	}
	return suite, graphID, ClaimOf(&h, &scoringWorld), nil
}

// scoringWorld takes every equation that any model could have.
var scoringWorld = dsl.World{Properties: scm.ExtendedProperties(), Family: scm.Quadratic, FreqParent: true}

func parseEdges(list gjson.Result) (edges []scm.Edge, err error) {
	edges = []scm.Edge{}
	if list.Type == gjson.Null {
		return edges, nil
	}
	if !list.IsArray() {
		return nil, fmt.Errorf("edges: want an array, got %s", kind(list))
	}
	list.ForEach(func(_, item gjson.Result) bool {
		i := len(edges)
		if !item.IsObject() {
			err = fmt.Errorf("edges[%d]: want an object, got %s", i, kind(item))
			return false
		}
		var from, to gjson.Result
		item.ForEach(func(key, value gjson.Result) bool {
			switch key.Str {
			case "from":
				from = value
			case "to":
				to = value
			}
			return true
		})
		var e scm.Edge
		if e.From, err = edgeEnd(from, i, "from"); err == nil {
			e.To, err = edgeEnd(to, i, "to")
		}
		edges = append(edges, e)
		return err == nil
	})
	return edges, err
}

func edgeEnd(value gjson.Result, i int, end string) (string, error) {
	if !value.Exists() {
		return "", fmt.Errorf("edges[%d].%s: missing", i, end)
	}
	name, err := text(value)
	if err != nil {
		return "", fmt.Errorf("edges[%d].%s: %w", i, end, err)
	}
	return name, nil
}

func parseCoefficients(object gjson.Result) (coefficients dsl.Coefficients, err error) {
	if object.Type == gjson.Null {
		return nil, nil
	}
	if !object.IsObject() {
		return nil, fmt.Errorf("coefficients: want an object of numbers, got %s", kind(object))
	}
	object.ForEach(func(key, value gjson.Result) bool {
		c := dsl.Coefficient{Name: key.Str}
		switch {
		case value.Type == gjson.Null:
		case value.Type != gjson.Number:
			err = fmt.Errorf("coefficients: want an object of numbers: %s: got %s", key.Str, kind(value))
		case math.IsInf(value.Num, 0):
			err = fmt.Errorf("coefficients: want an object of numbers: %s: %s is too large", key.Str, value.Raw)
		default:
			number := value.Num
			c.Value = &number
		}
		coefficients = append(coefficients, c)
		return err == nil
	})
	return coefficients, err
}

// text reads a JSON string.
func text(value gjson.Result) (string, error) {
	if value.Type != gjson.String {
		return "", fmt.Errorf("want a string, got %s", kind(value))
	}
	return value.Str, nil
}

// kind says what a JSON value is.
func kind(value gjson.Result) string {
	switch {
	case value.IsObject():
		return "an object"
	case value.IsArray():
		return "an array"
	case value.Type == gjson.String:
		return "a string"
	case value.Type == gjson.Number:
		return "a number"
	}
	return value.Raw // null, true or false
}
