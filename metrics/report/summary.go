package report

import "causalab/metrics"

// Line sums up one score.
type Line struct {
	metrics.Definition
	Mean Mean `json:"mean"`
	// Absent counts the outcomes without this score, which the mean leaves out.
	Absent int `json:"absent"`
}

// Summarize sums up every score of many outcomes, one line for each of
// [metrics.Definitions] in their order. Means are over the outcomes that have
// the score. The same seed serves every line, so that a line does not depend on
// which others there are.
func Summarize(outcomes []metrics.Outcome, seed uint64) []Line {
	definitions := metrics.Definitions()
	lines := make([]Line, len(definitions))
	values := make([]float64, 0, len(outcomes))
	resamples := &resampler{seed: seed}
	for i := range definitions {
		d := &definitions[i]
		values = values[:0]
		for j := range outcomes {
			if v, ok := d.Value(&outcomes[j]); ok {
				values = append(values, v)
			}
		}
		lines[i] = Line{*d, meanOf(values, resamples), len(outcomes) - len(values)}
	}
	return lines
}
