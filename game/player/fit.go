package player

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// rankTolerance is the share of the largest singular value below which a
// direction counts as one that the data say nothing of.
const rankTolerance = 1e-9

// leastSquares fits y = base + Σ weight·column. Columns are taken at their own
// scale of variation, and where the data leave a choice the fit with the smallest
// weights at that scale is taken. Without rows everything is 0.
func leastSquares(rows [][]float64, y []float64) (weights []float64, base float64) {
	if len(rows) == 0 {
		return nil, 0
	}
	m, n := len(rows), len(rows[0])
	weights = make([]float64, n)
	means, scales := make([]float64, n), make([]float64, n)
	for j := range n {
		means[j], scales[j] = spread(m, func(i int) float64 { return rows[i][j] })
	}
	mean, scale := spread(m, func(i int) float64 { return y[i] })
	if n == 0 || scale == 0 {
		return weights, mean
	}
	a := mat.NewDense(m, n, nil)
	b := mat.NewVecDense(m, nil)
	for i := range m {
		b.SetVec(i, y[i]-mean)
		for j := range n {
			if scales[j] > 0 {
				a.Set(i, j, (rows[i][j]-means[j])/scales[j])
			}
		}
	}
	var svd mat.SVD
	if svd.Factorize(a, mat.SVDThin) {
		if rank := svd.Rank(rankTolerance); rank > 0 {
			var x mat.VecDense
			svd.SolveVecTo(&x, b, rank)
			for j := range n {
				if scales[j] > 0 {
					weights[j] = x.AtVec(j) / scales[j]
				}
			}
		}
	}
	base = mean
	for j := range n {
		base -= float64(weights[j] * means[j])
	}
	return weights, base
}

// spread returns mean and standard deviation of m numbers.
func spread(m int, at func(i int) float64) (mean, deviation float64) {
	for i := range m {
		mean += at(i)
	}
	mean /= float64(m)
	for i := range m {
		d := at(i) - mean
		deviation += float64(d * d)
	}
	return mean, math.Sqrt(deviation / float64(m))
}
