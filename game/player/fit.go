package player

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// rankTolerance is the share of the largest singular value below which a
// direction counts as one that the data say nothing of.
const rankTolerance = 1e-9

// flat is the size up to which a column counts as zero: readings have hundredths,
// so less than that is what subtracting means leaves.
const flat = 1e-6

// leastSquares fits y = base + Σ weight·column as solve does. Without rows the
// base is 0 and there are no weights.
func leastSquares(rows [][]float64, y []float64) (weights []float64, base float64) {
	if len(rows) == 0 {
		return nil, 0
	}
	m, n := len(rows), len(rows[0])
	means := make([]float64, n)
	for j := range n {
		means[j] = average(m, func(i int) float64 { return rows[i][j] })
	}
	mean := average(m, func(i int) float64 { return y[i] })
	a := make([][]float64, m)
	b := make([]float64, m)
	for i := range m {
		b[i] = y[i] - mean
		for j := range n {
			a[i] = append(a[i], rows[i][j]-means[j])
		}
	}
	weights = solve(a, b)
	base = mean
	for j := range n {
		base -= float64(weights[j] * means[j])
	}
	return weights, base
}

// solve fits y = Σ weight·column by least squares. Columns are taken at the scale
// of their size, and where the data leave a choice the fit with the smallest
// weights at that scale is taken.
func solve(rows [][]float64, y []float64) []float64 {
	if len(rows) == 0 {
		return nil
	}
	m, n := len(rows), len(rows[0])
	weights := make([]float64, n)
	scales := make([]float64, n)
	filled := false
	for j := range n {
		scales[j] = math.Sqrt(average(m, func(i int) float64 { return float64(rows[i][j] * rows[i][j]) }))
		filled = filled || scales[j] > flat
	}
	if !filled {
		return weights
	}
	a := mat.NewDense(m, n, nil)
	for i := range m {
		for j := range n {
			if scales[j] > flat {
				a.Set(i, j, rows[i][j]/scales[j])
			}
		}
	}
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDThin) {
		return weights
	}
	var x mat.VecDense
	svd.SolveVecTo(&x, mat.NewVecDense(m, y), svd.Rank(rankTolerance))
	for j := range n {
		if scales[j] > flat {
			weights[j] = x.AtVec(j) / scales[j]
		}
	}
	return weights
}

// average returns the mean of m numbers.
func average(m int, at func(i int) float64) float64 {
	sum := 0.0
	for i := range m {
		sum += at(i)
	}
	return sum / float64(m)
}
