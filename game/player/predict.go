package player

import (
	"math"
	"slices"
)

// predictions returns the frequencies that the accounts give a crystal, such that
// the first is right within [window] with the highest probability, the second
// with the highest of what the first leaves, and so on; at most three.
func (t *tally) predictions(crystal []float64) []float64 {
	type guess struct {
		hz  float64
		log logarithm
	}
	var guesses []guess
	top := logarithm(math.MinInt64)
	for n, set := range t.sets {
		members := set.Members()
		for _, a := range t.every[t.first[n]:t.first[n+1]] {
			hz := a.base
			for j, p := range members {
				hz += float64(float64(a.weights[j]) * crystal[p])
			}
			guesses = append(guesses, guess{hz, a.log})
			top = max(top, a.log)
		}
	}
	slices.SortFunc(guesses, func(a, b guess) int {
		switch {
		case a.hz < b.hz:
			return -1
		case a.hz > b.hz:
			return 1
		}
		return 0
	})
	var best []float64
	for len(guesses) > 0 && len(best) < 3 {
		// The window slides with its lower end on each guess.
		from, to, most, sum, end := 0, 0, 0.0, 0.0, 0
		for at := range guesses {
			for end < len(guesses) && guesses[end].hz-guesses[at].hz < 2*window-0.02 {
				sum += guesses[end].log.over(top)
				end++
			}
			if sum > most+1e-9 {
				from, to, most = at, end, sum
			}
			sum -= guesses[at].log.over(top)
		}
		if most < 1e-9 {
			break
		}
		best = append(best, (guesses[from].hz+guesses[to-1].hz)/2)
		guesses = slices.Delete(guesses, from, to)
	}
	return best
}
