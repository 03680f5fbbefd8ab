package game

import (
	"causalab/dsl"
	"causalab/scm"
)

// Phase is where an episode stands.
type Phase string

const (
	Experiment Phase = "experiment" // the manipulator can be used
	Reactor    Phase = "reactor"    // released protocol: the reactor is open, the manipulator locked
	Done       Phase = "done"       // the episode has ended
)

// Place is where the player stands in embodied play.
type Place string

const (
	AtArchive     Place = "archive"
	AtManipulator Place = "manipulator"
	AtWhiteboard  Place = "whiteboard"
	AtReactor     Place = "reactor"
)

// Places lists all places in the order in which the lab shows them.
var Places = []Place{AtArchive, AtManipulator, AtWhiteboard, AtReactor}

// Observation is all that a player may know at one moment.
type Observation struct {
	Task      string        `json:"task"`
	Family    string        `json:"family"` // linear or quadratic, then -freqparent and -hidden where they hold
	Protocol  Protocol      `json:"protocol"`
	Semantics scm.Semantics `json:"semantics"` // what an intervention does: shift or target
	Step      int           `json:"step"`      // steps taken
	Phase     Phase         `json:"phase"`
	Budget    Budget        `json:"budget"`
	// Variables lists the properties in canonical order, then the frequency.
	Variables []VariableInfo `json:"variables"`
	// Records holds every measurement so far in order: prior observations, a
	// Golden chain, the manipulator crystal's start, then one per intervention.
	Records     []dsl.Entry `json:"records"`
	Manipulator dsl.Entry   `json:"manipulator"` // the latest reading of the manipulator crystal
	// Reactor holds the reactor crystal's properties without its frequency;
	// nil until the reactor is visible.
	Reactor dsl.Readings `json:"reactor"`
	// Changed is what the last intervention moved, in variable order.
	Changed []Change `json:"changed"`
	// Place is empty unless play is embodied.
	Place Place `json:"place,omitempty"`
	// Answer is the last submission's answer: "not_activated", or "verification"
	// with Residuals; empty otherwise.
	Answer    string     `json:"answer,omitempty"`
	Residuals []Residual `json:"residuals,omitempty"`
	// LastError is why the last record was refused or its action not allowed.
	LastError   *dsl.Error  `json:"last_error"`
	RetriesLeft int         `json:"retries_left"`
	Warnings    []dsl.Error `json:"warnings"`
}

// VariableInfo describes one variable to a player.
type VariableInfo struct {
	Name         string `json:"name"`
	DisplayName  string `json:"display_name"`
	Controllable bool   `json:"controllable"`
}

// Budget counts what may still be done.
type Budget struct {
	Interventions Allowance `json:"interventions"`
	Steps         Allowance `json:"steps"`
	Submissions   Allowance `json:"submissions"`
}

// Allowance is one budget.
type Allowance struct {
	Used int `json:"used"`
	Left int `json:"left"`
}

// Change is a difference that an intervention made to one reading.
type Change struct {
	Name string  `json:"name"`
	From float64 `json:"from"`
	To   float64 `json:"to"`
	By   float64 `json:"by"` // To - From, rounded to two decimals
}

// Residual is measured minus predicted frequency of one record, in Hz.
type Residual struct {
	ID       string  `json:"id"`
	Residual float64 `json:"residual"`
}
