package player

import (
	"math"
	"slices"

	"causalab/scm/identify"
)

// Prior odds by which accounts of a variable are weighed against each other when
// the readings alone do not decide. None of them is told to a player: they say
// that a variable has a few parents out of many, that coefficients are small
// whole numbers where that explains every reading, that a crystal's own base is a
// whole number within the lab's sliders, and that a disturbance has a round size.
var (
	parentOdds    = logOf(0.5)  // that one of the candidates is a parent, against that it is none
	unitOdds      = logOf(0.7)  // of a coefficient, for each unit of its size
	negativeOdds  = logOf(0.25) // that it is negative, against positive
	eachBase      = logOf(1. / (sliderEnd + 1))
	baseOutside   = logOf(1e-4)   // that a base lies outside the sliders, against inside
	baseFraction  = logOf(1e-4)   // that a base is no whole number
	eachHundredth = logOf(0.01)   // of a reading that parents with any coefficients add to
	affectedOdds  = logOf(0.5)    // that a disturbance affects the variable
	digitChance   = logOf(0.1)    // of each digit of the disturbance's size
	thirdChance   = logOf(1. / 3) // of each value of a disturbance: down, none, up
)

// logarithm is the natural logarithm of a probability in millionths. As whole
// numbers they add up to the same everywhere, in any order, so that ties are ties
// on every machine.
type logarithm int64

const million = 1e6

func logOf(p float64) logarithm { return logarithm(math.Round(million * math.Log(p))) }

// over returns the ratio of the probabilities of x and y.
func (x logarithm) over(y logarithm) float64 { return math.Exp(float64(x-y) / million) }

// mass adds up probabilities.
type mass struct {
	top logarithm // the greatest so far
	sum float64   // of all, in units of the greatest
}

func (m *mass) add(x logarithm) {
	switch {
	case m.sum == 0:
		m.top, m.sum = x, 1
	case x > m.top:
		m.top, m.sum = x, float64(m.sum*m.top.over(x))+1
	default:
		m.sum += x.over(m.top)
	}
}

// log returns the logarithm of the sum; something was added.
func (m *mass) log() logarithm { return m.top + logOf(m.sum) }

// coefficients are the whole ones that are tried, the likeliest first; only the
// first few where there are many candidates.
var coefficients = []int64{1, 2, 3, -1, -2, -3, 4, 5, -4, -5}

// weightLog is the prior probability of a coefficient.
func weightLog(w int64) logarithm {
	log := logarithm(magnitude(w)) * unitOdds
	if w < 0 {
		log += negativeOdds
	}
	return log
}

// tallyLimit bounds how many mechanisms of one variable are tried.
const tallyLimit = 30_000

// account is one mechanism of a variable with whole coefficients that explains
// every reading.
type account struct {
	weights []int64   // of the parents, ascending
	base    float64   // common to all readings; of use for the frequency only
	size    int64     // of the disturbance in hundredths; 0 if the variable is not affected
	log     logarithm // probability, not normalised
}

// tally weighs the parent sets of one variable by their accounts.
type tally struct {
	sets  []identify.Set // of variables, those with an account
	logs  []logarithm    // probability of each set, not normalised
	best  []account      // the most probable of each set
	every []account      // all accounts, in the order of sets; only if they are kept
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
	g := newTeller(l, i)
	domain, sets := affordable(sets)
	domains := slices.Repeat([][]int64{domain}, len(l.names))
	for _, set := range sets {
		t.addSet(g, set, domains, keep)
	}
	return t
}

// leastDomain is how many coefficients are tried at least.
const leastDomain = 3

// affordable chooses which coefficients are tried for which sets: as many as can
// be, and the largest sets only if they can be tried with the likeliest.
func affordable(sets []identify.Set) (domain []int64, kept []identify.Set) {
	bySize := make([]float64, identify.MaxVariables)
	for _, s := range sets {
		bySize[s.Len()]++
	}
	n := len(coefficients)
	for ; n > leastDomain && mechanisms(bySize, n) > tallyLimit; n-- {
	}
	most := len(bySize)
	for ; mechanisms(bySize[:most], n) > tallyLimit; most-- {
	}
	for _, s := range sets {
		if s.Len() < most {
			kept = append(kept, s)
		}
	}
	return coefficients[:n], kept
}

// mechanisms counts those of parent sets given by number for each size.
func mechanisms(bySize []float64, domain int) float64 {
	sum, each := 0.0, 1.0
	for _, n := range bySize {
		sum += float64(n * each)
		each *= float64(domain)
	}
	return sum
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

// addSet lists the accounts of a parent set, with the coefficients to be tried for
// each of the parents.
func (t *tally) addSet(g *teller, set identify.Set, domains [][]int64, keep bool) {
	var total mass
	var best account
	prior := logarithm(set.Len()) * parentOdds
	var pool []int64 // holds the weights of all accounts
	g.add = func(a account) {
		a.log += prior
		for _, w := range a.weights {
			a.log += weightLog(w)
		}
		better := total.sum == 0 || a.log > best.log
		total.add(a.log)
		if !keep && !better {
			return
		}
		pool = append(pool, a.weights...)
		a.weights = pool[len(pool)-len(a.weights) : len(pool) : len(pool)]
		if better {
			best = a
		}
		if keep {
			t.every = append(t.every, a)
		}
	}
	g.weights = g.weights[:0]
	g.try(set.Members(), domains)
	if total.sum > 0 {
		t.sets = append(t.sets, set)
		t.logs = append(t.logs, total.log())
		t.best = append(t.best, best)
		t.first = append(t.first, len(t.every))
	}
}

// try gives the remaining parents all coefficients of their domains.
func (g *teller) try(parents []int, domains [][]int64) {
	depth := len(g.weights)
	if depth == len(parents) {
		g.judge(g.left[depth])
		return
	}
	row := g.rows[parents[depth]]
	for _, w := range domains[depth] {
		for n, x := range g.left[depth] {
			g.left[depth+1][n] = x - w*row[n]
		}
		g.weights = append(g.weights, w)
		g.try(parents, domains)
		g.weights = g.weights[:depth]
	}
}

// judge adds the accounts that explain what the parents leave: the base alone,
// or the base and a disturbance.
func (g *teller) judge(left []int64) {
	a := account{weights: g.weights}
	if g.steady(left, &a) {
		g.add(a)
		return
	}
	if !g.affected {
		return
	}
	for _, size := range g.sizes(left) {
		a := account{weights: g.weights, size: size}
		if g.explains(left, &a) {
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
	a.log += eachBase
	if base < 0 || base > 100*sliderEnd {
		a.log += baseOutside
	}
	if base%100 != 0 {
		a.log += baseFraction
	}
}

// baseLog weighs what crystals of their own read for variable i where coefficients
// may be any numbers: without parents the reading is the base, with parents every
// hundredth is as likely as any other.
func (l *lab) baseLog(i int, parentless bool) logarithm {
	var a account
	for _, s := range l.stretches(i) {
		if !s.drawn || !l.canSet(i) {
			continue
		}
		if parentless {
			a.note(s, hundredths(l.readings[s.rows[0]].values[i]))
		} else {
			a.log += eachBase + eachHundredth
		}
	}
	return a.log
}

// sizes lists the sizes that a disturbance may have, if there is one in what is
// left. A difference to a sure base tells it; two readings on an unsure one may
// lie one size apart or two.
func (g *teller) sizes(left []int64) []int64 {
	apart := int64(math.MaxInt64)
	for _, s := range g.groups {
		base, sure := g.sureBase(s, left)
		low := left[s.rows[0]]
		for _, row := range s.rows {
			if d := magnitude(left[row] - base); sure && d != 0 {
				return []int64{d}
			}
			low = min(low, left[row])
		}
		for _, row := range s.rows {
			if d := left[row] - low; !sure && d != 0 {
				apart = min(apart, d)
			}
		}
	}
	if apart%2 == 0 {
		return []int64{apart, apart / 2}
	}
	return []int64{apart}
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

// explains says whether a disturbance of the account's size explains what is
// left, below each base, on it or above it, and weighs that.
func (g *teller) explains(left []int64, a *account) bool {
	size := a.size
	a.log += affectedOdds + logarithm(digits(size))*digitChance
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
			d := magnitude(left[row] - base)
			if d != 0 && (d != size || !g.disturb[row]) {
				return false
			}
			if g.disturb[row] {
				a.log += thirdChance
			}
		}
		a.note(s, base)
	}
	return true
}

// digits counts the digits from the first to the last that is not zero.
func digits(x int64) int {
	n := 0
	for x%10 == 0 && x != 0 {
		x /= 10
	}
	for ; x != 0; x /= 10 {
		n++
	}
	return n
}

func magnitude(x int64) int64 { return max(x, -x) }
