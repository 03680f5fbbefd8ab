package scm

import (
	"math"
	"strconv"
)

// Round returns x rounded to two decimals: to the nearest hundredth, ties to
// even, judged on the exact binary value of x. It gives the float64 nearest to
// that decimal, never -0, and returns NaN and infinities as they are.
//
// It agrees with formatting x to two decimals and parsing the result, at a
// small part of the cost, because evaluating models spends its time here.
func Round(x float64) float64 {
	y := float64(x * 100)
	if !(math.Abs(y) < 1<<51) {
		return roundByDecimal(x)
	}
	r := math.RoundToEven(y)
	// Multiplication rounds, so only y landing exactly on a half can hide on
	// which side the true product lies. Its rounding error, exact by FMA, tells.
	if math.Abs(y-r) == 0.5 {
		low := math.Floor(y)
		switch e := math.FMA(x, 100, -y); {
		case e > 0:
			r = low + 1
		case e < 0:
			r = low
		}
	}
	if r == 0 {
		return 0 // not -0
	}
	return r / 100
}

// roundByDecimal is Round for magnitudes at which x*100 no longer has room for
// a fraction, and for NaN and infinities.
func roundByDecimal(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) || math.Abs(x) >= 1<<52 {
		return x
	}
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', 2, 64), 64)
	if err != nil {
		return x // cannot happen: the text was just formatted
	}
	return r
}
