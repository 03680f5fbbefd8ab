package suite

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strconv"

	"causalab/scm"
)

// The four streams of random numbers that the crystals of a task and a seed come from. They are
// independent, so that no budget changes a crystal.
const (
	recordsStream     = "records"
	manipulatorStream = "manipulator"
	reactorStream     = "reactor"
	disturbanceStream = "disturbance"
)

// chainStream settles ties between the interventions of a generated chain.
const chainStream = "chain"

// Limits of the frequency that the released protocol lets a player submit, in Hz.
const (
	LowestFrequency  = 0
	HighestFrequency = 10000
)

// reactorDraws is how often a reactor is drawn before giving up.
const reactorDraws = 10000

// highestBase is the largest base drawn for a crystal; the least is 0.
const highestBase = 100

// stream returns the named stream of the task and seed.
func (t *Task) stream(name string, seed uint64) *rand.Rand {
	if t.Graphs != nil {
		return newStream(seed, t.ID, name, strconv.FormatUint(*t.Graphs, 10))
	}
	return newStream(seed, t.ID, name)
}

// newStream returns the stream of a seed that is called by the given words.
func newStream(seed uint64, words ...string) *rand.Rand {
	h := fnv.New64a()
	for i, word := range words {
		if i > 0 {
			h.Write([]byte{0})
		}
		h.Write([]byte(word))
	}
	return rand.New(rand.NewPCG(h.Sum64(), seed))
}

// Disturbances returns the stream that [scm.Disturbance.Draw] takes the hidden
// disturbance from. The n-th draw belongs to the n-th executed intervention.
func (t *Task) Disturbances(seed uint64) *rand.Rand { return t.stream(disturbanceStream, seed) }

// ChainChoices returns the stream that settles ties when a Golden chain is made
// for the task and seed.
func (t *Task) ChainChoices(seed uint64) *rand.Rand { return t.stream(chainStream, seed) }

// Draw returns the crystals of a seed with the given number of prior records.
// The number changes no crystal: record n is always the same. With limited, the
// reactor is drawn again until its frequency lies within 0…10 000 Hz, as the
// released protocol requires; preset reactors stay as they are. It fails when
// no such reactor is found, when a crystal's values would not be finite, and for
// a negative number of records.
//
// Linear models draw the base of each controllable property as a uniform integer
// of 0…100. Quadratic models draw, for each, on which side of the vertices
// -w/(2u) of its outgoing terms it lies (of 50 where it has none) and a uniform
// integer of 0…100 on that side; the reactor takes the other side. Records come
// in such pairs too. Seed 0 plays a task's presets, and draws the records beyond
// them.
func (t *Task) Draw(seed uint64, observations int, limited bool) (*scm.Instance, error) {
	if observations < 0 {
		return nil, fmt.Errorf("task %s: %d prior records: want 0 or more", t.ID, observations)
	}
	preset := t.Presets != nil && seed == 0
	manipulator, side := t.drawBases(t.stream(manipulatorStream, seed), nil)
	if preset {
		manipulator = t.Presets.Manipulator
	}
	in := new(scm.Instance)
	var err error
	if in.Manipulator, err = t.crystal("manipulator", manipulator); err != nil {
		return nil, err
	}
	if preset {
		in.Reactor, err = t.crystal("reactor", t.Presets.Reactor)
	} else {
		in.Reactor, err = t.drawReactor(seed, opposite(side), limited)
	}
	if err != nil {
		return nil, err
	}
	in.Records, err = t.drawRecords(seed, observations, preset)
	return in, err
}

// drawRecords draws sides for every even record; the odd ones take the opposite.
func (t *Task) drawRecords(seed uint64, n int, preset bool) ([]*scm.Crystal, error) {
	records := make([]*scm.Crystal, 0, n)
	r := t.stream(recordsStream, seed)
	var side sides
	for i := range n {
		var bases []float64
		if i%2 == 0 {
			bases, side = t.drawBases(r, nil)
		} else {
			bases, _ = t.drawBases(r, opposite(side))
		}
		if preset && i < len(t.Presets.Records) {
			bases = t.Presets.Records[i]
		}
		c, err := t.crystal(fmt.Sprintf("record %d", i), bases)
		if err != nil {
			return nil, err
		}
		records = append(records, c)
	}
	return records, nil
}

func (t *Task) drawReactor(seed uint64, side sides, limited bool) (*scm.Crystal, error) {
	r := t.stream(reactorStream, seed)
	for range reactorDraws {
		bases, _ := t.drawBases(r, side)
		c, err := t.crystal("reactor", bases)
		if err != nil {
			return nil, err
		}
		f := c.Value(t.Model.Frequency())
		if !limited || (LowestFrequency <= f && f <= HighestFrequency) {
			return c, nil
		}
	}
	return nil, fmt.Errorf("task %s, seed %d: none of %d reactor crystals has a frequency within %d…%d Hz; play it under the paper's protocol",
		t.ID, seed, reactorDraws, LowestFrequency, HighestFrequency)
}

func (t *Task) crystal(what string, bases []float64) (*scm.Crystal, error) {
	c, err := t.Model.NewCrystal(bases)
	if err != nil {
		return nil, fmt.Errorf("task %s: %s: %w", t.ID, what, err)
	}
	return c, nil
}

// sides says for each variable on which side of its vertices a base lies.
type sides []bool // true: above

func opposite(s sides) sides {
	other := make(sides, len(s))
	for i, above := range s {
		other[i] = !above
	}
	return other
}

// drawBases draws bases of the controllable properties in canonical order. In
// a quadratic model each comes from one side of the property's vertices: the
// given sides, or drawn ones where side is nil, which are returned.
func (t *Task) drawBases(r *rand.Rand, side sides) ([]float64, sides) {
	m := t.Model
	bases := make([]float64, m.Len())
	drawn := make(sides, m.Len())
	for i := range bases {
		switch {
		case !m.Mechanism(i).Controllable:
		case m.Family() == scm.Linear:
			bases[i] = float64(r.IntN(highestBase + 1))
		default:
			if side != nil {
				drawn[i] = side[i]
			} else {
				drawn[i] = r.IntN(2) == 1
			}
			low, high := vertices(m, i)
			if drawn[i] {
				first := int(math.Floor(high)) + 1
				bases[i] = float64(first + r.IntN(highestBase+1-first))
			} else {
				bases[i] = float64(r.IntN(int(math.Ceil(low))))
			}
		}
	}
	return bases, drawn
}

// vertices returns the least and the greatest vertex -w/(2u) of the parabolas
// in which property i is the parent, 50 for both where there is none. They are
// kept within 1…99, so that both sides hold an integer of 0…100.
func vertices(m *scm.Model, i int) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	name := m.Mechanism(i).Name
	for _, child := range m.Graph().Children(i) {
		var u, w float64
		for _, term := range m.Mechanism(child).Terms {
			switch {
			case term.Parent == name && term.Power == 2:
				u = term.Weight
			case term.Parent == name:
				w = term.Weight
			}
		}
		if u != 0 {
			v := min(max(-w/(2*u), 1), highestBase-1)
			low, high = min(low, v), max(high, v)
		}
	}
	if low > high {
		return highestBase / 2, highestBase / 2
	}
	return low, high
}
