package player

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"causalab/game"
	"causalab/scm"
	"causalab/scm/identify"
	"causalab/scm/suite"
)

// labAfter returns what a player has seen after setting the properties in turn, by
// odd amounts, and the model behind it.
func labAfter(t *testing.T, suiteName string, index int, semantics scm.Semantics, moves int) (*lab, *scm.Model) {
	t.Helper()
	task, err := suite.Released().Find(fmt.Sprintf("causalab/%s/%d-v1", suiteName, index))
	if err != nil {
		t.Fatal(err)
	}
	e, err := game.New(game.Setup{Task: task, Options: game.Options{Semantics: semantics}, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	o := e.Observe()
	l := newLab(&o)
	for i := range moves {
		p := o.Variables[l.settable[i%len(l.settable)]].Name
		record := fmt.Sprintf(`{"hypothesis":{"edges":[],"freq_equation":"","coefficients":{}},"experiment":{"target_prop":%q,"target_value":%v},"action":"intervene"}`,
			p, scm.Round(math.Mod(17.31+41.97*float64(i*i+1), 100)))
		if err := e.Step(record, game.NoTime); err != nil {
			t.Fatal(err)
		}
	}
	o = e.Observe()
	l.update(&o)
	return l, task.Model
}

// truth returns the parents of variable i and their weights, ascending.
func truth(m *scm.Model, i int) (set identify.Set, weights []int64) {
	for _, p := range m.Graph().Parents(i) {
		set |= 1 << p
		for _, term := range m.Mechanism(i).Terms {
			if term.Parent == m.Mechanism(p).Name {
				weights = append(weights, int64(term.Weight))
			}
		}
	}
	return set, weights
}

var tallied = []struct {
	suite     string
	semantics scm.Semantics
	moves     int
}{
	{"4nodes", scm.Shift, 0}, {"4nodes", scm.Target, 2}, {"4nodes_freqparent", scm.Shift, 4}, {"5nodes", scm.Target, 3},
	{"4nodes_hidden_n2", scm.Shift, 4}, {"4nodes_hidden_n3", scm.Target, 6}, {"4nodes_hidden_freqnode_n2", scm.Target, 5},
	{"4nodes_hidden_vrange_pm0p5", scm.Shift, 6}, {"4nodes_hidden_vrange_pm50", scm.Target, 9},
}

// TestTallyHoldsTruth checks that the true mechanism is among the accounts, with
// its base and the size of the disturbance.
func TestTallyHoldsTruth(t *testing.T) {
	for _, c := range tallied {
		for index := range 10 {
			l, m := labAfter(t, c.suite, index, c.semantics, c.moves)
			for i := range m.Len() {
				set, weights := truth(m, i)
				tally := newTally(l, i, subsets(l.candidates(i)), true)
				n := tally.chosen(set)
				if n < 0 {
					t.Errorf("%s/%d, variable %d: no account of the true parents", c.suite, index, i)
					continue
				}
				found := false
				for _, a := range tally.every[tally.first[n]:tally.first[n+1]] {
					sizes := a.size == 0 || a.size == int64(100*m.Disturbance().Range)
					base := i != l.frequency || a.base == m.Mechanism(i).Base
					found = found || slices.Equal(a.weights, weights) && sizes && base
				}
				if !found {
					t.Errorf("%s/%d, variable %d: the true account is missing", c.suite, index, i)
				}
			}
		}
	}
}

// TestTallyAgainstTrying tries all coefficients one by one, in floating point, and
// counts those that explain the readings.
func TestTallyAgainstTrying(t *testing.T) {
	for _, c := range tallied {
		l, m := labAfter(t, c.suite, 4, c.semantics, c.moves)
		if l.hidden {
			continue
		}
		for i := range m.Len() {
			candidates := l.candidates(i)
			sets := subsets(candidates)
			domain, _ := affordable(sets)
			total := 1
			for range candidates {
				total *= len(domain) + 1
			}
			want := 0
			for code := range total {
				weights := make([]float64, len(candidates))
				for j := range candidates {
					if digit := code % (len(domain) + 1); digit > 0 {
						weights[j] = float64(domain[digit-1])
					}
					code /= len(domain) + 1
				}
				if explains(l, i, candidates, weights) {
					want++
				}
			}
			if got := len(newTally(l, i, sets, true).every); got != want {
				t.Errorf("%s, %d moves, variable %d: %d accounts, want %d", c.suite, c.moves, i, got, want)
			}
		}
	}
}

func explains(l *lab, i int, candidates []int, weights []float64) bool {
	for _, s := range l.stretches(i) {
		low, high := math.Inf(1), math.Inf(-1)
		if s.known {
			low, high = s.base, s.base
		}
		for _, row := range s.rows {
			left := l.readings[row].values[i]
			for j, c := range candidates {
				left -= weights[j] * l.readings[row].values[c]
			}
			low, high = min(low, left), max(high, left)
		}
		if high-low > 0.001 {
			return false
		}
	}
	return true
}

// TestAffordable checks that trying stays within its limit and small sets stay in.
func TestAffordable(t *testing.T) {
	for n := range 12 {
		var variables []int
		for v := range n {
			variables = append(variables, v)
		}
		domain, kept := affordable(subsets(variables))
		total := 0.0
		for _, s := range kept {
			total += math.Pow(float64(len(domain)), float64(s.Len()))
		}
		if total > tallyLimit || len(domain) < leastDomain || len(kept) < min(1<<n, 1+n+n*(n-1)/2) {
			t.Errorf("%d candidates: %d coefficients, %d sets, %v mechanisms", n, len(domain), len(kept), total)
		}
	}
}

func TestCommonSize(t *testing.T) {
	for _, c := range tallied {
		if c.moves < 5 {
			continue
		}
		for index := range 10 {
			l, m := labAfter(t, c.suite, index, c.semantics, c.moves)
			s := &sifter{random: rand.New(rand.NewPCG(1, 1))}
			s.learn(l, 0)
			if want := int64(100 * m.Disturbance().Range); s.size != want && s.size != 0 {
				t.Errorf("%s/%d: disturbance of %d hundredths, want %d", c.suite, index, s.size, want)
			}
		}
	}
}

func TestMass(t *testing.T) {
	var m mass
	for _, p := range []float64{0.001, 0.25, 1e-9, 0.25, 0.1} {
		m.add(logOf(p))
	}
	if got := math.Exp(float64(m.log()) / million); math.Abs(got-0.601) > 1e-5 {
		t.Errorf("sum %v, want 0.601", got)
	}
}

func TestDigits(t *testing.T) {
	for x, want := range map[int64]int{0: 0, 50: 1, 500: 1, 5000: 1, 1050: 3, 31116: 5} {
		if got := digits(x); got != want {
			t.Errorf("digits of %d: %d, want %d", x, got, want)
		}
	}
}

// TestLikeliestGraph compares with trying all combinations of parent sets.
func TestLikeliestGraph(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 200 {
		k := 2 + r.IntN(3)
		tallies := make([]*tally, k)
		for i := range tallies {
			tallies[i] = new(tally)
			for _, s := range subsets((&lab{names: make([]string, k), frequency: k - 1, freqParent: true}).candidates(i)) {
				if r.IntN(3) > 0 {
					tallies[i].sets = append(tallies[i].sets, s)
					tallies[i].logs = append(tallies[i].logs, logarithm(-r.IntN(1000)))
				}
			}
		}
		want, found := logarithm(0), false
		var try func(i int, parents [][]int, log logarithm)
		try = func(i int, parents [][]int, log logarithm) {
			if i == k {
				if acyclic(parents) && (!found || log > want) {
					want, found = log, true
				}
				return
			}
			for n, s := range tallies[i].sets {
				try(i+1, append(parents[:i:i], s.Members()), log+tallies[i].logs[n])
			}
		}
		try(0, nil, 0)
		graph, ok := likeliestGraph(tallies)
		if ok != found {
			t.Fatalf("found %v, want %v", ok, found)
		}
		if !ok {
			continue
		}
		got := logarithm(0)
		parents := make([][]int, k)
		for i, s := range graph {
			got += tallies[i].logs[tallies[i].chosen(s)]
			parents[i] = s.Members()
		}
		if got != want || !acyclic(parents) {
			t.Errorf("probability %d, want %d; parents %v", got, want, parents)
		}
	}
}

// TestPredictions weighs three frequencies near each other against one that is
// likelier than each of them.
func TestPredictions(t *testing.T) {
	tally := &tally{sets: []identify.Set{0}, first: []int{0, 5}}
	for _, x := range []struct{ hz, p float64 }{{100, 0.3}, {200, 0.15}, {204, 0.15}, {209, 0.2}, {300, 0.2}} {
		tally.every = append(tally.every, account{base: x.hz, log: logOf(x.p)})
	}
	got := fmt.Sprint(tally.predictions([]float64{0, 0}))
	if want := "[204.5 100 300]"; got != want {
		t.Errorf("predictions %s, want %s", got, want)
	}
}

// TestRegress fits what is hidden by a disturbance and by fractions.
func TestRegress(t *testing.T) {
	for index := range 10 {
		l, m := labAfter(t, "4nodes_hidden_freqnode_n2", index, scm.Shift, 12)
		i := l.frequency
		set, weights := truth(m, i)
		r := regress(l, i)
		if r.parents != set {
			t.Errorf("graph %d: parents %v, want %v", index, r.parents.Members(), set.Members())
			continue
		}
		for j, w := range weights {
			if math.Abs(r.weights[j]-float64(w)) > 0.2 {
				t.Errorf("graph %d: weights %v, want %v", index, r.weights, weights)
			}
		}
	}
}

// TestAddWhole takes fitted coefficients for the whole numbers they are near to,
// and only if these explain the readings.
func TestAddWhole(t *testing.T) {
	for index := range 10 {
		l, m := labAfter(t, "4nodes_hidden_n2", index, scm.Target, 12)
		for i := range m.Len() {
			set, weights := truth(m, i)
			near := regression{parents: set}
			for j, w := range weights {
				near.weights = append(near.weights, float64(w)+0.1*float64(j+1)-0.2)
			}
			found := &tally{first: []int{0}}
			found.addWhole(newTeller(l, i), near)
			if len(found.best) != 1 || !slices.Equal(found.best[0].weights, weights) {
				t.Errorf("graph %d, variable %d: %v, want the account %v", index, i, found.best, weights)
			}
			if len(weights) == 0 {
				continue
			}
			for _, off := range []float64{0.5, 1} { // no whole number; the wrong one
				wrong := regression{set, slices.Clone(near.weights), 0}
				wrong.weights[0] = float64(weights[0]) + off
				none := &tally{first: []int{0}}
				if none.addWhole(newTeller(l, i), wrong); len(none.sets) > 0 {
					t.Errorf("graph %d, variable %d: account of %v", index, i, wrong.weights)
				}
			}
		}
	}
}

func TestLeastSquares(t *testing.T) {
	// Two equal columns share their weight; a constant one gets none.
	rows := [][]float64{{1, 1, 7}, {2, 2, 7}, {4, 4, 7}}
	weights, base := leastSquares(rows, []float64{5, 8, 14})
	for j, want := range []float64{1.5, 1.5, 0} {
		if math.Abs(weights[j]-want) > 1e-9 {
			t.Errorf("weight %d is %v, want %v", j, weights[j], want)
		}
	}
	if math.Abs(base-2) > 1e-9 {
		t.Errorf("base %v, want 2", base)
	}
}

// TestStretches writes each stretch as its rows, with the base where it is known.
func TestStretches(t *testing.T) {
	l := &lab{names: []string{"a", "b", "f"}, frequency: 2, settable: []int{0}}
	for _, r := range []reading{
		{origin: apart}, {origin: begin}, {origin: apart}, {origin: set, property: 1, setting: 5}, {origin: set, property: 0, setting: 7}, {origin: set, property: 1, setting: 6},
	} {
		r.values = make([]float64, 3)
		l.readings = append(l.readings, r)
	}
	for _, c := range []struct {
		variable  int
		semantics scm.Semantics
		want      string
	}{
		{0, scm.Shift, "[0] [1 3] [2] [4 5]=7 "},
		{0, scm.Target, "[0] [1 3] [2] [4 5] "},
		{1, scm.Shift, "[0 1 2 3 4 5] "},
		{2, scm.Target, "[0 1 2 3 4 5] "},
	} {
		l.semantics = c.semantics
		got := ""
		for _, s := range l.stretches(c.variable) {
			got += fmt.Sprint(s.rows)
			if s.known {
				got += fmt.Sprint("=", s.base)
			}
			got += " "
		}
		if got != c.want {
			t.Errorf("variable %d, %s: %s, want %s", c.variable, c.semantics, got, c.want)
		}
	}
}
