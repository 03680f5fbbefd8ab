package metrics

import "slices"

// Outcome is what is known of an episode, or of one of its steps, when it is
// scored. What is nil is absent, not zero.
type Outcome struct {
	Submission  *Judgement // of the submitted frequency; the zero Judgement if none was submitted
	Predicted   *Judgement // of the frequency that the hypothesis gives for the reactor crystal
	Claim       *Scores
	Consistency *Match
	Effort      *Effort
	IMEC        *float64 // graphs that the measurements still allow; nil where that is not defined
}

// Effort is what an episode took.
type Effort struct {
	InterventionsUsed  int      `json:"interventions_used"`
	InterventionsGiven int      `json:"interventions_given"`
	Submissions        int      `json:"submissions"`
	Steps              int      `json:"steps"`
	ParseFailures      int      `json:"parse_failures"` // steps lost to records that were refused
	Seconds            *float64 `json:"seconds,omitempty"`
	Truncated          bool     `json:"truncated"`
	GivenUp            bool     `json:"given_up"`
}

// Direction says which values of a score are better.
type Direction string

const (
	HigherIsBetter Direction = "higher"
	LowerIsBetter  Direction = "lower"
	NeitherBetter  Direction = "neither" // describes, and ranks nobody
)

// Definition is one row of the table of scores.
type Definition struct {
	Name   string    `json:"name"`  // stable, as in results and exports
	Title  string    `json:"title"` // what people read
	Unit   string    `json:"unit"`  // "Hz", "s", "edges", …; empty for a share or another number from 0 to 1
	Better Direction `json:"better"`

	value func(*Outcome) (float64, bool)
}

// Value returns the score of an outcome, and whether it has this score.
func (d *Definition) Value(o *Outcome) (value float64, ok bool) { return d.value(o) }

// Definitions returns the table of all scores, in the order of reports.
func Definitions() []Definition { return slices.Clone(table) }

// Find returns the definition of a name, and whether there is one.
func Find(name string) (Definition, bool) {
	i := slices.IndexFunc(table, func(d Definition) bool { return d.Name == name })
	if i < 0 {
		return Definition{}, false
	}
	return table[i], true
}

var table = []Definition{
	{"accuracy", "Accuracy", "", HigherIsBetter, submission(func(j *Judgement) (float64, bool) { return j.Accuracy, true })},
	{"exact", "Exact", "", HigherIsBetter, submission(func(j *Judgement) (float64, bool) { return j.Exact, true })},
	{"error_hz", "Error", "Hz", LowerIsBetter, submission((*Judgement).errorHz)},
	{"predicted_accuracy", "Hypothesis accuracy", "", HigherIsBetter, predicted(func(j *Judgement) (float64, bool) { return j.Accuracy, true })},
	{"predicted_error_hz", "Hypothesis error", "Hz", LowerIsBetter, predicted((*Judgement).errorHz)},

	{"edge_precision", "Edge precision", "", HigherIsBetter, claim(func(s *Scores) float64 { return s.EdgePrecision })},
	{"edge_recall", "Edge recall", "", HigherIsBetter, claim(func(s *Scores) float64 { return s.EdgeRecall })},
	{"edge_f1", "Edge F1", "", HigherIsBetter, claim(func(s *Scores) float64 { return s.EdgeF1 })},
	{"shd", "Structural Hamming distance", "edges", LowerIsBetter, claim(func(s *Scores) float64 { return float64(s.SHD) })},
	{"missing", "Missing edges", "edges", LowerIsBetter, claim(func(s *Scores) float64 { return float64(s.Missing) })},
	{"extra", "Extra edges", "edges", LowerIsBetter, claim(func(s *Scores) float64 { return float64(s.Extra) })},
	{"reversed", "Reversed edges", "edges", LowerIsBetter, claim(func(s *Scores) float64 { return float64(s.Reversed) })},
	{"freq_edge_precision", "Frequency edge precision", "", HigherIsBetter, claim(func(s *Scores) float64 { return s.FreqEdgePrecision })},
	{"freq_edge_recall", "Frequency edge recall", "", HigherIsBetter, claim(func(s *Scores) float64 { return s.FreqEdgeRecall })},
	{"freq_edge_f1", "Frequency edge F1", "", HigherIsBetter, claim(func(s *Scores) float64 { return s.FreqEdgeF1 })},
	{"freq_weight_precision", "Frequency weight precision", "", HigherIsBetter, claim(func(s *Scores) float64 { return s.FreqWeightPrecision })},
	{"freq_weight_recall", "Frequency weight recall", "", HigherIsBetter, claim(func(s *Scores) float64 { return s.FreqWeightRecall })},
	{"freq_weight_f1", "Frequency weight F1", "", HigherIsBetter, claim(func(s *Scores) float64 { return s.FreqWeightF1 })},
	{"freq_weight_1pct_precision", "Frequency weight precision within 1 %", "", HigherIsBetter, claim(func(s *Scores) float64 { return s.FreqWeight1PctPrecision })},
	{"freq_weight_1pct_recall", "Frequency weight recall within 1 %", "", HigherIsBetter, claim(func(s *Scores) float64 { return s.FreqWeight1PctRecall })},
	{"freq_weight_1pct_f1", "Frequency weight F1 within 1 %", "", HigherIsBetter, claim(func(s *Scores) float64 { return s.FreqWeight1PctF1 })},
	{"root_precision", "Root precision", "", HigherIsBetter, claim(func(s *Scores) float64 { return s.RootPrecision })},
	{"root_recall", "Root recall", "", HigherIsBetter, claim(func(s *Scores) float64 { return s.RootRecall })},
	{"root_f1", "Root F1", "", HigherIsBetter, claim(func(s *Scores) float64 { return s.RootF1 })},

	{"consistency", "Consistency with the data", "", HigherIsBetter, consistency(Match.Share)},
	{"largest_residual", "Largest residual", "Hz", LowerIsBetter, consistency(func(m Match) (float64, bool) { return m.Largest, m.Evaluated > 0 })},
	{"imec", "Graphs left (IMEC)", "graphs", LowerIsBetter, func(o *Outcome) (float64, bool) {
		if o.IMEC == nil {
			return 0, false
		}
		return *o.IMEC, true
	}},

	{"interventions_used", "Interventions used", "interventions", NeitherBetter, effort(func(e *Effort) float64 { return float64(e.InterventionsUsed) })},
	{"interventions_given", "Interventions given", "interventions", NeitherBetter, effort(func(e *Effort) float64 { return float64(e.InterventionsGiven) })},
	{"submissions", "Submissions", "submissions", NeitherBetter, effort(func(e *Effort) float64 { return float64(e.Submissions) })},
	{"steps", "Steps", "steps", NeitherBetter, effort(func(e *Effort) float64 { return float64(e.Steps) })},
	{"parse_failures", "Parse failures", "steps", LowerIsBetter, effort(func(e *Effort) float64 { return float64(e.ParseFailures) })},
	{"time_s", "Time", "s", NeitherBetter, func(o *Outcome) (float64, bool) {
		if o.Effort == nil || o.Effort.Seconds == nil {
			return 0, false
		}
		return *o.Effort.Seconds, true
	}},
	{"truncated", "Ended by the step limit", "", LowerIsBetter, effort(func(e *Effort) float64 { return share(e.Truncated) })},
	{"given_up", "Given up", "", LowerIsBetter, effort(func(e *Effort) float64 { return share(e.GivenUp) })},
}

func submission(of func(*Judgement) (float64, bool)) func(*Outcome) (float64, bool) {
	return func(o *Outcome) (float64, bool) {
		if o.Submission == nil {
			return 0, false
		}
		return of(o.Submission)
	}
}

func predicted(of func(*Judgement) (float64, bool)) func(*Outcome) (float64, bool) {
	return func(o *Outcome) (float64, bool) {
		if o.Predicted == nil {
			return 0, false
		}
		return of(o.Predicted)
	}
}

func claim(of func(*Scores) float64) func(*Outcome) (float64, bool) {
	return func(o *Outcome) (float64, bool) {
		if o.Claim == nil {
			return 0, false
		}
		return of(o.Claim), true
	}
}

func consistency(of func(Match) (float64, bool)) func(*Outcome) (float64, bool) {
	return func(o *Outcome) (float64, bool) {
		if o.Consistency == nil {
			return 0, false
		}
		return of(*o.Consistency)
	}
}

func effort(of func(*Effort) float64) func(*Outcome) (float64, bool) {
	return func(o *Outcome) (float64, bool) {
		if o.Effort == nil {
			return 0, false
		}
		return of(o.Effort), true
	}
}

func (j *Judgement) errorHz() (float64, bool) {
	if j.ErrorHz == nil {
		return 0, false
	}
	return *j.ErrorHz, true
}

// share turns what did or did not happen into what means can be taken of.
func share(happened bool) float64 {
	if happened {
		return 1
	}
	return 0
}
