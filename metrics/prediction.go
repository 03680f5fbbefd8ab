package metrics

import (
	"math"

	"causalab/scm"
)

// AccuracyTolerance is the distance in Hz that a submitted frequency must stay
// below to be accurate.
const AccuracyTolerance = 5.0

// Judgement says how good a predicted frequency is. The zero value is that of an
// episode without a prediction.
type Judgement struct {
	Accuracy float64 `json:"accuracy"` // 1 if less than 5 Hz off, otherwise 0
	Exact    float64 `json:"exact"`    // 1 if equal at two decimals, otherwise 0
	// ErrorHz is the distance from the truth in Hz; nil if nothing was predicted,
	// or nothing finite.
	ErrorHz *float64 `json:"error_hz,omitempty"`
}

// Judge compares a submitted frequency with the true one, both in Hz.
func Judge(submitted, truth float64) Judgement {
	distance := distance(submitted, truth)
	if math.IsNaN(distance) || math.IsInf(distance, 0) {
		return Judgement{}
	}
	j := Judgement{ErrorHz: &distance}
	if distance < AccuracyTolerance {
		j.Accuracy = 1
	}
	if scm.Round(submitted) == scm.Round(truth) {
		j.Exact = 1
	}
	return j
}

// distance returns |a-b| to nine decimals. Readings have two decimals, and the
// difference of two such numbers misses its true value by some of the last bits,
// which would decide at the very limits: 105.1 - 100.1 comes out below 5.
func distance(a, b float64) float64 {
	d := math.Abs(a - b)
	if d < 1e6 { // beyond it the ninth decimal is lost in any case
		return math.Round(d*1e9) / 1e9
	}
	return d
}
