package report

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// Resamples is how many bootstrap samples an interval is made from.
const Resamples = 10_000

// Confidence is the share of bootstrap means that an interval encloses.
const Confidence = 0.95

// Mean is the mean of N values with its 95 % bootstrap interval. Without values
// Mean, Low and High are NaN. With a single one Low and High are NaN, because
// one value says nothing about how much others would differ. JSON has null in
// place of NaN.
type Mean struct {
	Mean float64
	Low  float64
	High float64
	N    int
}

// MeanOf returns the mean of values, which must be finite, with its percentile
// bootstrap interval: of [Resamples] means, each of len(values) values drawn with
// replacement, the 2.5th and the 97.5th percentile (Efron and Tibshirani, An
// Introduction to the Bootstrap, 1993, chapter 13), interpolated linearly
// between neighbours. Equal values and an equal seed give equal bits on every
// architecture.
func MeanOf(values []float64, seed uint64) Mean {
	return meanOf(values, &resampler{seed: seed})
}

// meanOf is MeanOf with the resamples of a resampler.
func meanOf(values []float64, resamples *resampler) Mean {
	m := Mean{math.NaN(), math.NaN(), math.NaN(), len(values)}
	if m.N == 0 {
		return m
	}
	if slices.Min(values) == slices.Max(values) {
		// Their sum could miss the mean by some of the last bits.
		m.Mean = values[0]
		if m.N > 1 {
			m.Low, m.High = m.Mean, m.Mean
		}
		return m
	}
	m.Mean = sum(values) / float64(m.N)
	means := make([]float64, 0, Resamples)
	for draws := range resamples.of(m.N) {
		var total float64
		for _, i := range draws {
			total += values[i]
		}
		means = append(means, total/float64(m.N))
	}
	slices.Sort(means)
	m.Low = percentile(means, (1-Confidence)/2)
	m.High = percentile(means, (1+Confidence)/2)
	return m
}

// String writes e.g. "0.620 [0.480, 0.760], n = 50".
func (m Mean) String() string {
	switch m.N {
	case 0:
		return "no values"
	case 1:
		return fmt.Sprintf("%.3f, n = 1", m.Mean)
	}
	return fmt.Sprintf("%.3f [%.3f, %.3f], n = %d", m.Mean, m.Low, m.High, m.N)
}

// meanJSON is Mean as JSON has it.
type meanJSON struct {
	Mean *float64 `json:"mean"`
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
	N    int      `json:"n"`
}

// MarshalJSON writes {"mean", "low", "high", "n"}.
func (m Mean) MarshalJSON() ([]byte, error) {
	return json.Marshal(meanJSON{orNil(m.Mean), orNil(m.Low), orNil(m.High), m.N})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (m *Mean) UnmarshalJSON(data []byte) error {
	var j meanJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	*m = Mean{orNaN(j.Mean), orNaN(j.Low), orNaN(j.High), j.N}
	return nil
}

func orNil(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}

func orNaN(x *float64) float64 {
	if x == nil {
		return math.NaN()
	}
	return *x
}

func sum(values []float64) float64 {
	var total float64
	for _, v := range values {
		total += v
	}
	return total
}

// percentile returns the p-quantile of sorted values, p in [0, 1]. It is written
// out because the statistics library would bring its linear algebra into the
// page for these lines.
func percentile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	below := int(at)
	if below+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	part := at - float64(below)
	return float64(sorted[below]*(1-part)) + float64(sorted[below+1]*part)
}
