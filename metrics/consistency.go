package metrics

import "causalab/dsl"

// ConsistencyTolerance is how far in Hz an equation may miss a measured
// frequency and still agree with it: readings are rounded to two decimals, and
// so are the parents' readings that the equation is evaluated on.
const ConsistencyTolerance = 0.05

// Match says how well an equation agrees with measured frequencies.
type Match struct {
	Matched int `json:"matched"` // records within 0.05 Hz
	Total   int `json:"total"`   // records with a measured frequency
	// Evaluated counts the records among them on which the equation has a value.
	// It has none where a coefficient is not known or a property is missing.
	Evaluated int     `json:"evaluated"`
	Largest   float64 `json:"largest"` // greatest distance in Hz; 0 if Evaluated is 0
}

// Share returns Matched/Total and whether there was any record to match.
func (m Match) Share() (share float64, ok bool) {
	if m.Total == 0 {
		return 0, false
	}
	return float64(m.Matched) / float64(m.Total), true
}

// Consistency holds a frequency equation against records. A record without a
// measured frequency is passed over; one on which the equation has no value
// counts as not matched. A nil equation, one that was not stated, matches none.
func Consistency(eq *dsl.Equation, records []dsl.Entry) Match {
	var m Match
	for i := range records {
		record := &records[i]
		if record.Freq == nil {
			continue
		}
		m.Total++
		if eq == nil {
			continue
		}
		value, ok := eq.Evaluate(record.Props.Get)
		if !ok {
			continue
		}
		m.Evaluated++
		d := distance(value, *record.Freq)
		if d <= ConsistencyTolerance {
			m.Matched++
		}
		m.Largest = max(m.Largest, d)
	}
	return m
}
