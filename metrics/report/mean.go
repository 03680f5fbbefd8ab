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
	clusters := make([]cluster, len(values))
	for i, v := range values {
		clusters[i] = cluster{v, v, v, 1}
	}
	return meanOfClusters(clusters, resamples)
}

// cluster is values that are drawn together because they have a cause in common.
type cluster struct {
	sum, least, greatest float64
	n                    int
}

// add puts a value into the cluster.
func (c *cluster) add(v float64) {
	if c.n == 0 {
		c.least, c.greatest = v, v
	}
	c.sum += v
	c.least, c.greatest = min(c.least, v), max(c.greatest, v)
	c.n++
}

// meanOfClusters returns the mean of all values in the clusters. Its interval is
// that of [MeanOf] with whole clusters drawn in place of values; of a single
// cluster there is none.
func meanOfClusters(clusters []cluster, resamples *resampler) Mean {
	m := Mean{math.NaN(), math.NaN(), math.NaN(), 0}
	if len(clusters) == 0 {
		return m
	}
	var total float64
	least, greatest := clusters[0].least, clusters[0].greatest
	for _, c := range clusters {
		total += c.sum
		least, greatest = min(least, c.least), max(greatest, c.greatest)
		m.N += c.n
	}
	if least == greatest {
		// Their sum could miss the mean by some of the last bits.
		m.Mean = least
		if len(clusters) > 1 {
			m.Low, m.High = least, least
		}
		return m
	}
	m.Mean = total / float64(m.N)
	if len(clusters) == 1 {
		return m
	}
	means := make([]float64, 0, Resamples)
	for draws := range resamples.of(len(clusters)) {
		var total float64
		n := 0
		for _, i := range draws {
			total += clusters[i].sum
			n += clusters[i].n
		}
		means = append(means, total/float64(n))
	}
	slices.Sort(means)
	m.Low = percentile(means, (1-Confidence)/2)
	m.High = percentile(means, (1+Confidence)/2)
	return m
}

// String writes e.g. "0.620 [0.480, 0.760], n = 50".
func (m Mean) String() string {
	switch {
	case m.N == 0:
		return "no values"
	case math.IsNaN(m.Low):
		return fmt.Sprintf("%.3f, n = %d", m.Mean, m.N)
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
