package dsl

import "causalab/scm"

// Code names a kind of refusal or warning. Codes are stable: kinds are only
// ever added. The doors, the logs and the collector use the same codes.
type Code string

// Error is a refusal or a warning: what is wrong, where, and what to do.
type Error struct {
	Code    Code   `json:"code"`
	Message string `json:"message"` // a sentence for people and models, with what to do
	Path    string `json:"path"`    // JSON path into the record, e.g. "hypothesis.edges[2].to"; "" is the whole
}

func (e *Error) Error() string {
	if e.Path == "" {
		return string(e.Code) + ": " + e.Message
	}
	return string(e.Code) + " at " + e.Path + ": " + e.Message
}

// World is what checking a record needs to know of an episode.
type World struct {
	// Properties are all observable properties O in canonical order, without
	// the frequency.
	Properties []scm.Variable
	// Controllable are the code names of C, those that can be intervened on.
	Controllable []string
	Family       scm.Family
	// FreqParent says that the frequency may be a parent of properties.
	FreqParent bool
}
