package game

import "causalab/scm"

// Protocol fixes the rules that an episode starts from; options may change some
// of them.
type Protocol string

const (
	// Paper is the paper's protocol: shift semantics, the reactor visible from
	// the start, one submission.
	Paper Protocol = "paper"
	// Released is that of the released environment: target semantics, a reactor
	// that locks the manipulator when opened, three submissions, frequencies
	// within 0…10 000 Hz.
	Released Protocol = "released"
)

// Evidence says how a player comes by interventional data.
type Evidence string

const (
	Online Evidence = "online" // the player intervenes
	Golden Evidence = "golden" // a chain of interventions is handed over as records; the budget is 0
)

// Verification says whether the first submission is answered by its residuals.
type Verification string

const (
	NoVerification       Verification = "none"
	RequiredVerification Verification = "required"
)

// Options are the rules of one episode beside its task. The zero value means
// the paper's protocol with its defaults; [Options.Complete] fills in what a
// protocol and a task imply. A nil number means the protocol's.
type Options struct {
	Protocol      Protocol      `json:"protocol,omitempty"`
	Semantics     scm.Semantics `json:"semantics,omitempty"`
	Observations  *int          `json:"observations,omitempty"`
	Interventions *int          `json:"interventions,omitempty"`
	Submissions   *int          `json:"submissions,omitempty"`
	Steps         *int          `json:"steps,omitempty"`
	Evidence      Evidence      `json:"evidence,omitempty"`
	Verification  Verification  `json:"verification,omitempty"`
	Embodied      bool          `json:"embodied,omitempty"`
	// Residuals lets the page show the hypothesis's residuals at all times.
	Residuals bool `json:"residuals,omitempty"`
}
