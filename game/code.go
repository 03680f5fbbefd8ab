package game

import "causalab/dsl"

// Codes of actions that the rules don't allow. The step is spent and nothing
// else happens.
const (
	CodeInterventionsSpent dsl.Code = "interventions_spent" // no intervention is left
	CodeNotControllable    dsl.Code = "not_controllable"    // the property is outside C
	CodeManipulatorLocked  dsl.Code = "manipulator_locked"  // the reactor has been opened
	CodeNotThere           dsl.Code = "not_there"           // embodied: the player stands elsewhere
	CodeValueOutOfRange    dsl.Code = "value_out_of_range"  // a reading would not be finite, or the reactor does not take the frequency
	CodeReactorVisible     dsl.Code = "reactor_visible"     // there is nothing to open
	CodeReactorClosed      dsl.Code = "reactor_closed"      // released: open it before submitting
	CodeNotEmbodied        dsl.Code = "not_embodied"        // move is for embodied play
)

// Codes of calls that change nothing at all.
const (
	CodeEpisodeEnded  dsl.Code = "episode_ended"  // no record is taken any more
	CodeEpisodeOpen   dsl.Code = "episode_open"   // results are there after the end
	CodeBadOption     dsl.Code = "bad_option"     // an option has no such value, or contradicts another
	CodeBadTrajectory dsl.Code = "bad_trajectory" // a log cannot be read or does not replay
	CodeBadEvent      dsl.Code = "bad_event"      // a person's event of an unknown type or form
)

// Codes lists this package's codes with what they mean.
func Codes() []dsl.CodeInfo {
	return []dsl.CodeInfo{
		{Code: CodeInterventionsSpent, Meaning: "no intervention is left"},
		{Code: CodeNotControllable, Meaning: "the property cannot be set"},
		{Code: CodeManipulatorLocked, Meaning: "the reactor has been opened, which locks the manipulator"},
		{Code: CodeNotThere, Meaning: "embodied play: the player stands elsewhere"},
		{Code: CodeValueOutOfRange, Meaning: "a reading would not be a finite number, or the reactor does not take the frequency"},
		{Code: CodeReactorVisible, Meaning: "the reactor crystal can be seen already"},
		{Code: CodeReactorClosed, Meaning: "the reactor has to be opened before a submission"},
		{Code: CodeNotEmbodied, Meaning: "move is for embodied play"},
		{Code: CodeEpisodeEnded, Meaning: "the episode has ended and takes no record"},
		{Code: CodeEpisodeOpen, Meaning: "the episode has not ended yet"},
		{Code: CodeBadOption, Meaning: "an option has no such value or contradicts another"},
		{Code: CodeBadTrajectory, Meaning: "a log cannot be read or does not replay"},
		{Code: CodeBadEvent, Meaning: "an event of a person has an unknown type or form"},
	}
}
