package dsl

// The codes of records. Other packages add codes of their own for what the
// rules of an episode or a door refuse.
const (
	// The text.
	NotJSON        Code = "not_json"
	SeveralRecords Code = "several_records"
	TooLong        Code = "too_long"
	NotFinite      Code = "not_finite"

	// The fields.
	MissingHypothesis Code = "missing_hypothesis"
	MissingField      Code = "missing_field"
	WrongType         Code = "wrong_type"
	NotANumber        Code = "not_a_number"
	DuplicateName     Code = "duplicate_name"
	UnknownProperty   Code = "unknown_property"

	// The hypothesis.
	SelfEdge        Code = "self_edge"
	DuplicateEdge   Code = "duplicate_edge"
	EquationSyntax  Code = "equation_syntax"
	EquationLeft    Code = "equation_left"
	UnboundName     Code = "unbound_name"
	OutsideFamily   Code = "outside_family"
	DivisionByZero  Code = "division_by_zero"
	EdgeWithoutTerm Code = "edge_without_term"
	TermWithoutEdge Code = "term_without_edge"

	// The action.
	UnknownAction      Code = "unknown_action"
	UnknownArgument    Code = "unknown_argument"
	MissingArgument    Code = "missing_argument"
	UnknownPlace       Code = "unknown_place"
	UnstatedEquation   Code = "unstated_equation"
	UnknownCoefficient Code = "unknown_coefficient"

	// Warnings.
	Cycle              Code = "cycle"
	EdgeOutOfFrequency Code = "edge_out_of_frequency"
	ZeroCoefficient    Code = "zero_coefficient"
	UnusedCoefficient  Code = "unused_coefficient"
	IgnoredField       Code = "ignored_field"
)

// CodeInfo says what a code means.
type CodeInfo struct {
	Code    Code   `json:"code"`
	Warning bool   `json:"warning"` // the record is taken all the same
	Meaning string `json:"meaning"`
}

// Codes lists every code that [Parse] and [Inspect] give, refusals first.
func Codes() []CodeInfo {
	return []CodeInfo{
		{NotJSON, false, "The text holds no JSON object, or the JSON is broken, not UTF-8 or nested too deeply."},
		{SeveralRecords, false, "The text holds more than one record."},
		{TooLong, false, "The text, the equation or the list of coefficients is longer than the limit."},
		{NotFinite, false, "A number is NaN, infinite or too large."},
		{MissingHypothesis, false, "The record has no hypothesis."},
		{MissingField, false, "An object lacks a field that it needs."},
		{WrongType, false, "A field holds another kind of JSON value than it should."},
		{NotANumber, false, "Something else stands where a number belongs."},
		{DuplicateName, false, "A field, property or coefficient is given twice in one object."},
		{UnknownProperty, false, "A name is no variable of the task, or no property where one is needed."},
		{SelfEdge, false, "A variable is given as its own cause."},
		{DuplicateEdge, false, "An edge is given twice."},
		{EquationSyntax, false, "The equation cannot be read."},
		{EquationLeft, false, "The left side of the equation is not the frequency."},
		{UnboundName, false, "A name in the equation is neither a property nor a coefficient."},
		{OutsideFamily, false, "The equation has a term that the family of the task does not allow."},
		{DivisionByZero, false, "The equation divides by zero."},
		{EdgeWithoutTerm, false, "An edge leads into the frequency, but the equation has no term for it."},
		{TermWithoutEdge, false, "The equation has a term, but no edge leads from its property to the frequency."},
		{UnknownAction, false, "The action is none that exists."},
		{UnknownArgument, false, "The record has a field that does not exist or that its action does not take."},
		{MissingArgument, false, "The action lacks something that it needs."},
		{UnknownPlace, false, "The place to move to does not exist."},
		{UnstatedEquation, false, "A submission without an equation."},
		{UnknownCoefficient, false, "A submission with a coefficient that is null."},
		{Cycle, true, "The edges form a cycle, which no mechanism of this benchmark has."},
		{EdgeOutOfFrequency, true, "An edge leads out of the frequency in a task where it has no effects."},
		{ZeroCoefficient, true, "A coefficient is zero, so its term has no effect."},
		{UnusedCoefficient, true, "The equation does not use this coefficient."},
		{IgnoredField, true, "A field inside one of the record's objects is not known and was left out."},
	}
}
