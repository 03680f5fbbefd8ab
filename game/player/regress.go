package player

import (
	"math"

	"causalab/scm/identify"
)

// regression is a mechanism fitted to disturbed readings by least squares, for
// variables whose coefficients are no whole numbers.
type regression struct {
	parents identify.Set
	weights []float64 // of the parents, ascending
	base    float64   // mean over the readings; of use for the frequency only
}

const (
	// keepRatio is by how much of the error for each degree of freedom a parent
	// must lower the sum of squared errors to be kept.
	keepRatio = 10
	// roundingError is the least error of a reading that counts, in its unit.
	roundingError = 0.005
)

// regress fits variable i on its candidates and drops those that tell little, one
// after the other, the least telling first.
func regress(l *lab, i int) regression {
	rows, y := l.withoutBases(i)
	kept := l.candidates(i)
	weights, errors := fitColumns(rows, y, kept)
	for len(kept) > 0 {
		free := max(1, len(y)-len(kept))
		errors = max(errors, float64(free)*float64(roundingError*roundingError))
		least, lowest := -1, math.Inf(1)
		for j := range kept {
			if _, e := fitColumns(rows, y, without(kept, j)); e < lowest {
				least, lowest = j, e
			}
		}
		if lowest > errors*(1+keepRatio/float64(free)) {
			break
		}
		kept = without(kept, least)
		weights, errors = fitColumns(rows, y, kept)
	}
	r := regression{weights: weights}
	for _, p := range kept {
		r.parents |= 1 << p
	}
	if n := len(l.readings); n > 0 {
		r.base = average(n, func(row int) float64 {
			left := l.readings[row].values[i]
			for j, p := range kept {
				left -= float64(weights[j] * l.readings[row].values[p])
			}
			return left
		})
	}
	return r
}

// withoutBases returns the readings of all variables, and of variable i, with
// what is due to the bases of variable i taken out: the base where it is known,
// and otherwise the mean over each stretch.
func (l *lab) withoutBases(i int) (rows [][]float64, y []float64) {
	for _, s := range l.stretches(i) {
		means := make([]float64, len(l.names))
		if s.known {
			means[i] = s.base
		} else {
			for v := range means {
				means[v] = average(len(s.rows), func(n int) float64 { return l.readings[s.rows[n]].values[v] })
			}
		}
		for _, row := range s.rows {
			centred := make([]float64, len(means))
			for v, x := range l.readings[row].values {
				centred[v] = x - means[v]
			}
			rows = append(rows, centred)
			y = append(y, centred[i])
		}
	}
	return rows, y
}

// fitColumns fits y by some of the columns and returns the sum of squared errors.
func fitColumns(rows [][]float64, y []float64, columns []int) (weights []float64, errors float64) {
	chosen := make([][]float64, len(rows))
	for n, row := range rows {
		for _, c := range columns {
			chosen[n] = append(chosen[n], row[c])
		}
	}
	if len(columns) > 0 {
		weights = solve(chosen, y)
	}
	for n, left := range y {
		for j, w := range weights {
			left -= float64(w * chosen[n][j])
		}
		errors += float64(left * left)
	}
	return weights, errors
}

// without returns a list without its j-th entry.
func without(list []int, j int) []int {
	return append(append([]int(nil), list[:j]...), list[j+1:]...)
}
