// Package prompt words the two stages in which a language model is told of an
// episode: the rules, which stay the same, and the running state, which is new
// at every step.
//
// It knows of an episode only what its [Situation] holds, and that holds nothing
// that a player must not know.
package prompt

import (
	"causalab/dsl"
	"causalab/scm"
)

// Situation is what the prompt of one step is made from.
type Situation struct {
	// The rules.

	Task          string         // the name under which the player knows the task; may be empty
	Properties    []scm.Variable // O in canonical order
	Controllable  []string       // C, code names
	Family        scm.Family
	FreqParent    bool // the frequency may be a parent
	Disturbance   bool // an influence that is not measured may follow interventions
	Semantics     scm.Semantics
	Golden        bool   // a chain of interventions is handed over instead of a budget
	ChainStart    string // Golden: id of the record whose crystal the chain acts on
	ClosedReactor bool   // the reactor has to be opened, which locks the manipulator
	Verification  bool   // the first submission is answered by residuals
	Embodied      bool
	Retries       int // how often a refused record may be tried again

	// The running state.

	Steps         Allowance
	Interventions Allowance
	Submissions   Allowance
	Locked        bool   // the reactor has been opened, the manipulator is locked
	Ended         bool   // no record is taken any more
	Place         string // where the player stands in embodied play
	Records       []dsl.Entry
	Manipulator   dsl.Entry    // its latest reading
	Reactor       dsl.Readings // nil while it cannot be seen
	Changed       []Change     // what the last intervention moved
	Last          *dsl.Record  // the player's last record that was taken
	LastError     *dsl.Error   // why the last record was refused or its action not allowed
	Refused       bool         // LastError refused the record as a whole
	Tries         int          // refusals in the present step; 0 if the step was spent by the last
	Warnings      []dsl.Error
	NotActivated  bool       // the last submission was wrong and another may follow
	Residuals     []Residual // the answer of a verification
}

// Allowance is a budget.
type Allowance struct{ Used, Left int }

// Change is one reading that an intervention moved.
type Change struct {
	Name     string
	From, To float64
	By       float64 // To - From
}

// Residual is measured minus predicted frequency of a record, in Hz.
type Residual struct {
	ID       string
	Residual float64
}

// total is the whole of a budget.
func (a Allowance) total() int { return a.Used + a.Left }
