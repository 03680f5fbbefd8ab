package player

import (
	"math"

	"causalab/scm/identify"
)

// Prior odds by which accounts of a variable are weighed against each other when
// the readings alone do not decide. None of them is told to a player: they say
// that a variable has a few parents out of many, that coefficients are small
// whole numbers where that explains every reading, and that a crystal's own base
// is a whole number within the lab's sliders.
const (
	parentOdds    = 0.5  // that one of the candidates is a parent, against that it is none
	baseOutside   = 1e-4 // that a base lies outside the sliders, against inside
	baseFraction  = 1e-4 // that a base is no whole number
	affectedOdds  = 0.5  // that a disturbance affects the variable
	rangeChance   = 1e-3 // of each size that a disturbance may have
	disturbanceOf = 3    // values that a disturbance may take: down, none, up
)

// small and wide are the whole coefficients that are tried, the wide ones where
// no small ones explain the readings.
var (
	small = []int64{1, 2, 3}
	wide  = []int64{1, 2, 3, -1, -2, -3, 4, 5, -4, -5}
)

// tallyLimit bounds how many mechanisms of one variable are tried.
const tallyLimit = 400_000

// account is one mechanism of a variable with whole coefficients that explains
// every reading.
type account struct {
	weights []int64 // of the parents, ascending
	base    float64 // common to all readings; of use for the frequency only
	size    int64   // of the disturbance in hundredths; 0 if the variable is not affected
	log     float64 // probability, not normalised
}

// tally weighs the parent sets of one variable by their accounts.
type tally struct {
	sets  []identify.Set // of variables, those with an account
	logs  []float64      // probability of each set, not normalised
	best  []account      // the most probable of each set
	every []account      // all accounts, in the order of sets; kept for the frequency only
	first []int          // every[first[n]:first[n+1]] belong to sets[n]
}

// teller lists the accounts of one variable.
type teller struct {
	rows     [][]int64 // by candidate variable: hundredths in each reading
	own      []int64   // hundredths of the variable itself
	disturb  []bool    // by reading: a disturbance may be in it
	affected bool      // accounts with a disturbance are tried too
	groups   []stretch
	left     [][]int64 // by depth: what the parents so far leave
	weights  []int64   // tried at the moment
	add      func(account)
}

// newTally lists the accounts of variable i whose parents are one of the sets.
func newTally(l *lab, i int, sets []identify.Set, keep bool) *tally {
	t := &tally{first: []int{0}}
	for _, domain := range [][]int64{small, wide} {
		g := newTeller(l, i)
		for _, set := range affordable(sets, len(domain)) {
			t.addSet(g, set, domain, keep)
		}
		if len(t.sets) > 0 {
			break
		}
	}
	return t
}

// affordable leaves out the largest sets where all accounts would be too many.
func affordable(sets []identify.Set, domain int) []identify.Set {
	most := 0
	for total, size := 0.0, 0; total <= tallyLimit && size <= identify.MaxVariables; size++ {
		most = size
		for _, s := range sets {
			if s.Len() == size {
				total += math.Pow(float64(domain), float64(size))
			}
		}
		if total > tallyLimit {
			most = size - 1
		}
	}
	var kept []identify.Set
	for _, s := range sets {
		if s.Len() <= most {
			kept = append(kept, s)
		}
	}
	return kept
}

func newTeller(l *lab, i int) *teller {
	g := &teller{groups: l.stretches(i), affected: l.hidden}
	g.rows = make([][]int64, len(l.names))
	for _, r := range l.readings {
		for v, x := range r.values {
			g.rows[v] = append(g.rows[v], hundredths(x))
		}
		g.disturb = append(g.disturb, l.hidden && r.origin == set)
	}
	g.own = g.rows[i]
	g.left = [][]int64{g.own}
	for range l.names {
		g.left = append(g.left, make([]int64, len(g.own)))
	}
	return g
}

// hundredths returns a reading as a whole number of hundredths.
func hundredths(x float64) int64 {
	return int64(math.RoundToEven(min(max(x*100, -1<<52), 1<<52)))
}

func (t *tally) addSet(g *teller, set identify.Set, domain []int64, keep bool) {
	var list []account
	g.add = func(a account) {
		a.weights = append([]int64(nil), a.weights...)
		list = append(list, a)
	}
	g.weights = g.weights[:0]
	g.try(set.Members(), domain)
	if len(list) == 0 {
		return
	}
	best := 0
	for n := range list {
		list[n].log += float64(float64(set.Len()) * math.Log(parentOdds/float64(len(domain))))
		if list[n].log > list[best].log {
			best = n
		}
	}
	t.sets = append(t.sets, set)
	t.logs = append(t.logs, logSum(list))
	t.best = append(t.best, list[best])
	if keep {
		t.every = append(t.every, list...)
	}
	t.first = append(t.first, len(t.every))
}

// logSum returns the logarithm of the sum of probabilities.
func logSum(list []account) float64 {
	top := math.Inf(-1)
	for _, a := range list {
		top = max(top, a.log)
	}
	sum := 0.0
	for _, a := range list {
		sum += math.Exp(a.log - top)
	}
	return top + math.Log(sum)
}

// try gives the remaining parents all coefficients of the domain.
func (g *teller) try(parents []int, domain []int64) {
	depth := len(g.weights)
	if depth == len(parents) {
		g.judge(g.left[depth])
		return
	}
	row := g.rows[parents[depth]]
	for _, w := range domain {
		for n, x := range g.left[depth] {
			g.left[depth+1][n] = x - w*row[n]
		}
		g.weights = append(g.weights, w)
		g.try(parents, domain)
		g.weights = g.weights[:depth]
	}
}

// judge adds the accounts that explain what the parents leave: the base alone,
// or the base and a disturbance.
func (g *teller) judge(left []int64) {
	a := account{weights: g.weights}
	if g.steady(left, &a) {
		g.add(a)
	} else if g.affected {
		a = account{weights: g.weights}
		if g.unsteady(left, &a) {
			g.add(a)
		}
	}
}

// steady says whether each stretch leaves its base in all readings.
func (g *teller) steady(left []int64, a *account) bool {
	for _, s := range g.groups {
		base := left[s.rows[0]]
		if s.known {
			base = hundredths(s.base)
		}
		for _, row := range s.rows {
			if left[row] != base {
				return false
			}
		}
		a.note(s, base)
	}
	return true
}

// note weighs a base and remembers it.
func (a *account) note(s stretch, base int64) {
	a.base = float64(base) / 100
	if !s.drawn {
		return
	}
	a.log -= math.Log(sliderEnd + 1)
	if base < 0 || base > 100*sliderEnd {
		a.log += math.Log(baseOutside)
	}
	if base%100 != 0 {
		a.log += math.Log(baseFraction)
	}
}

// unsteady says whether some size of the disturbance explains what steady does
// not: every disturbed reading lies that size below its base, on it or above it.
func (g *teller) unsteady(left []int64, a *account) bool {
	var size int64 // where a difference to a sure base tells it
	var apart int64
	for _, s := range g.groups {
		base, sure := g.sureBase(s, left)
		low := left[s.rows[0]]
		for _, row := range s.rows {
			low = min(low, left[row])
		}
		for _, row := range s.rows {
			d := left[row] - low
			if sure {
				d = magnitude(left[row] - base)
				if d != 0 && !g.disturb[row] {
					return false
				}
				if size == 0 {
					size = d
				}
				if d != 0 && d != size {
					return false
				}
			} else if d != 0 && (apart == 0 || d < apart) {
				apart = d
			}
		}
	}
	if size == 0 {
		size = apart
	}
	return g.explains(left, size, a) || size%2 == 0 && g.explains(left, size/2, a)
}

// sureBase returns a stretch's base if it is known or seen undisturbed.
func (g *teller) sureBase(s stretch, left []int64) (base int64, sure bool) {
	if s.known {
		return hundredths(s.base), true
	}
	for _, row := range s.rows {
		if !g.disturb[row] {
			return left[row], true
		}
	}
	return 0, false
}

// explains says whether a disturbance of a size explains what is left, and
// weighs that.
func (g *teller) explains(left []int64, size int64, a *account) bool {
	log := math.Log(affectedOdds * rangeChance)
	for _, s := range g.groups {
		base, sure := g.sureBase(s, left)
		low, high := left[s.rows[0]], left[s.rows[0]]
		for _, row := range s.rows {
			low, high = min(low, left[row]), max(high, left[row])
		}
		switch {
		case sure:
		case high-low == 2*size:
			base = low + size
		default:
			base = low // or size below or above it: any will do
		}
		for _, row := range s.rows {
			if d := magnitude(left[row] - base); d != 0 && d != size {
				return false
			}
			if g.disturb[row] {
				log -= math.Log(disturbanceOf)
			}
		}
		a.note(s, base)
	}
	a.size = size
	a.log += log
	return true
}

func magnitude(x int64) int64 { return max(x, -x) }
