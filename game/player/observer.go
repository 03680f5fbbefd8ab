package player

import (
	"fmt"
	"math"
	"strings"
)

// observer is the player "observer". It goes by the records alone, those of a
// chain included where one is handed over.
type observer struct{}

func (*observer) learn(*lab, int) {}

func (*observer) experiment(*lab) (experiment, bool) { return experiment{}, false }

// Floors below which a fitted coefficient does not count, in Hz per unit and per
// squared unit.
const (
	linearFloor = 0.05
	squareFloor = 0.001
)

func (*observer) believe(l *lab) belief {
	b := belief{parents: make([][]int, len(l.names))}
	var terms []term
	for p := range l.frequency {
		if l.quadratic {
			terms = append(terms, term{p, 2, 0})
		}
		terms = append(terms, term{p, 1, 0})
	}
	design := make([][]float64, len(l.readings))
	measured := make([]float64, len(l.readings))
	for i, r := range l.readings {
		measured[i] = r.values[l.frequency]
		for _, t := range terms {
			design[i] = append(design[i], power(r.values[t.parent], t.power))
		}
	}
	weights, base := leastSquares(design, measured)
	b.base = base
	var names []string
	for j, t := range terms {
		t.weight = weights[j]
		if floor := floorOf(t.power); math.Abs(t.weight) < floor {
			continue
		}
		b.terms = append(b.terms, t)
		if n := len(names); n == 0 || names[n-1] != l.displays[t.parent] {
			names = append(names, l.displays[t.parent])
		}
	}
	b.remark = fmt.Sprintf("Least squares over %d records leave %s in the equation.", len(l.readings), listed(names))
	return b
}

func floorOf(power int) float64 {
	if power == 2 {
		return squareFloor
	}
	return linearFloor
}

// listed writes names with commas and a last "and".
func listed(names []string) string {
	n := len(names)
	if n == 0 {
		return "nothing"
	}
	if n == 1 {
		return names[0]
	}
	return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
}
