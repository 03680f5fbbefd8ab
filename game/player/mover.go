package player

import (
	"fmt"
	"math"
	"slices"
)

// mover is the player "one-at-a-time". It moves each property once, twice where
// the family is quadratic, and takes what moved along for its children, with the
// slopes it saw as their weights. That a reading may have moved through another
// it does not consider.
type mover struct {
	moves []move
	asked []int // how often each property was chosen
}

// move is what one intervention did.
type move struct {
	property      int
	setting       float64
	before, after []float64
}

// clearMove is the least difference of a property's reading that counts as a
// move, in its units.
const clearMove = 5

func (m *mover) learn(l *lab, from int) {
	for i := from; i < len(l.readings); i++ {
		if l.readings[i].origin != set {
			continue
		}
		var before []float64
		for j := i - 1; j >= 0 && before == nil; j-- {
			if l.readings[j].origin != apart {
				before = l.readings[j].values
			}
		}
		m.moves = append(m.moves, move{l.readings[i].property, l.readings[i].setting, before, l.readings[i].values})
	}
}

func (m *mover) experiment(l *lab) (experiment, bool) {
	if m.asked == nil {
		m.asked = make([]int, len(l.names))
	}
	rounds := 1
	if l.quadratic {
		rounds = 2
	}
	for _, p := range l.settable {
		if len(m.levels(p)) > rounds || m.asked[p] > rounds {
			continue
		}
		m.asked[p]++
		return experiment{p, m.away(l, p), fmt.Sprintf("I move %s alone and see what follows.", l.displays[p])}, true
	}
	return experiment{}, false
}

// away returns a setting far from the levels at which a property has been read.
// After a shift its parents still add to a setting; how much they do is known
// once it has been set.
func (m *mover) away(l *lab, property int) float64 {
	levels := m.levels(property)
	if len(levels) == 0 {
		levels = []float64{l.present()[property]}
	}
	best, distance := 0.0, -1.0
	for v := 0.0; v <= sliderEnd; v += sliderEnd / 4 {
		nearest := math.Inf(1)
		for _, level := range levels {
			nearest = min(nearest, math.Abs(v+m.added(property)-level))
		}
		if nearest > distance {
			best, distance = v, nearest
		}
	}
	return best
}

// added is by how much a property last read above its setting.
func (m *mover) added(property int) float64 {
	for _, x := range slices.Backward(m.moves) {
		if x.property == property {
			return x.after[property] - x.setting
		}
	}
	return 0
}

// levels lists the clearly different readings between which moves took a
// property; none if nothing moved it.
func (m *mover) levels(property int) []float64 {
	var levels []float64
	for _, x := range m.moves {
		if x.property != property {
			continue
		}
		for _, level := range []float64{x.before[property], x.after[property]} {
			if !slices.ContainsFunc(levels, func(other float64) bool { return math.Abs(level-other) < clearMove }) {
				levels = append(levels, level)
			}
		}
	}
	return levels
}

func (m *mover) believe(l *lab) belief {
	b := belief{parents: make([][]int, len(l.names))}
	remark := "I have moved nothing yet."
	for _, p := range l.settable {
		moved := m.movedBy(p)
		var names []string
		for _, child := range moved {
			if slices.Contains(l.candidates(child), p) {
				b.parents[child] = append(b.parents[child], p)
				if !acyclic(b.parents) {
					b.parents[child] = b.parents[child][:len(b.parents[child])-1]
					continue
				}
				names = append(names, l.displays[child])
			}
		}
		if slices.Contains(moved, l.frequency) {
			b.terms = append(b.terms, m.effect(l, p)...)
		}
		if len(m.moves) > 0 && m.moves[len(m.moves)-1].property == p {
			remark = fmt.Sprintf("%s moved %s.", l.displays[p], listed(names))
		}
	}
	// What the slopes leave is the base.
	present := l.present()
	b.base = present[l.frequency] - b.predict(present)
	b.remark = remark
	return b
}

// movedBy lists the variables that read differently after moves of a property.
func (m *mover) movedBy(property int) []int {
	var moved []int
	for _, x := range m.moves {
		if x.property != property || x.after[property] == x.before[property] {
			continue
		}
		for i := range x.after {
			if i != property && x.after[i] != x.before[i] && !slices.Contains(moved, i) {
				moved = append(moved, i)
			}
		}
	}
	slices.Sort(moved)
	return moved
}

// effect returns the terms by which a property moved the frequency: the slope,
// or in the quadratic family the parabola through three levels.
func (m *mover) effect(l *lab, property int) []term {
	var x, y []float64
	for _, v := range m.moves {
		if v.property != property {
			continue
		}
		for _, values := range [][]float64{v.before, v.after} {
			if !slices.Contains(x, values[property]) {
				x, y = append(x, values[property]), append(y, values[l.frequency])
			}
		}
	}
	first := (y[1] - y[0]) / (x[1] - x[0])
	if !l.quadratic || len(x) < 3 {
		return []term{{property, 1, first}}
	}
	u := ((y[2]-y[1])/(x[2]-x[1]) - first) / (x[2] - x[0])
	return []term{{property, 2, u}, {property, 1, first - float64(u*(x[0]+x[1]))}}
}
