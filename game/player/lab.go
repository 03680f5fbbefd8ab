package player

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"strings"

	"causalab/dsl"
	"causalab/game"
	"causalab/scm"
)

// lab is what a player has been told and shown, as numbers by variable index:
// the properties in canonical order, then the frequency.
type lab struct {
	names, displays []string
	frequency       int
	settable        []int // properties that can be intervened on
	quadratic       bool
	freqParent      bool // the frequency may be a parent
	hidden          bool // a disturbance may follow interventions
	semantics       scm.Semantics
	readings        []reading
	reactor         []float64 // nil while it cannot be seen; the frequency is 0
}

// reading is one measurement of all variables.
type reading struct {
	values []float64
	origin origin
	// property and setting are the intervention that the reading follows.
	property int
	setting  float64
}

// origin says which crystal a reading is of.
type origin int

const (
	apart origin = iota // a crystal of its own
	begin               // the manipulator crystal before any intervention
	set                 // the manipulator crystal after an intervention
)

// Ids of the record that starts the manipulator crystal's trajectory: as the
// player finds it, and in a chain that was carried out beforehand.
const (
	startID      = "start"
	chainStartID = "chain-1"
)

func newLab(o *game.Observation) *lab {
	l := &lab{
		frequency:  len(o.Variables) - 1,
		quadratic:  strings.HasPrefix(o.Family, string(scm.Quadratic)),
		freqParent: strings.Contains(o.Family, "-freqparent"),
		hidden:     strings.HasSuffix(o.Family, "-hidden"),
		semantics:  o.Semantics,
	}
	for i, v := range o.Variables {
		l.names = append(l.names, v.Name)
		l.displays = append(l.displays, v.DisplayName)
		if v.Controllable {
			l.settable = append(l.settable, i)
		}
	}
	return l
}

// fingerprint returns a number that differs between players and between tasks.
func (l *lab) fingerprint(player string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(player))
	for _, r := range l.readings {
		for _, x := range r.values {
			h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)))
		}
	}
	return h.Sum64()
}

// update takes in what is new in an observation.
func (l *lab) update(o *game.Observation) {
	for i := len(l.readings); i < len(o.Records); i++ {
		l.readings = append(l.readings, l.read(&o.Records[i]))
	}
	if o.Reactor != nil {
		l.reactor = l.values(o.Reactor)
	}
}

func (l *lab) read(e *dsl.Entry) reading {
	r := reading{values: l.values(e.Props), property: -1}
	if e.Freq != nil {
		r.values[l.frequency] = *e.Freq
	}
	switch {
	case e.Intervention != nil:
		r.origin, r.setting = set, e.Intervention.TargetValue
		r.property = l.index(e.Intervention.TargetProp)
	case e.ID == startID || e.ID == chainStartID:
		r.origin = begin
	}
	return r
}

func (l *lab) values(props dsl.Readings) []float64 {
	values := make([]float64, len(l.names))
	for i, name := range l.names[:l.frequency] {
		values[i], _ = props.Get(name)
	}
	return values
}

func (l *lab) index(name string) int {
	for i, n := range l.names {
		if n == name {
			return i
		}
	}
	return -1
}

// candidates lists the variables that may be parents of variable i, ascending.
func (l *lab) candidates(i int) []int {
	var c []int
	for j := range l.names {
		if j != i && (j != l.frequency || l.freqParent) {
			c = append(c, j)
		}
	}
	return c
}

// canSet says whether variable i can be intervened on.
func (l *lab) canSet(i int) bool {
	for _, p := range l.settable {
		if p == i {
			return true
		}
	}
	return false
}

// present returns the latest reading of the manipulator crystal.
func (l *lab) present() []float64 {
	for i := len(l.readings) - 1; i >= 0; i-- {
		if l.readings[i].origin != apart {
			return l.readings[i].values
		}
	}
	return make([]float64, len(l.names))
}

// timesSet counts the interventions on each variable.
func (l *lab) timesSet() []int {
	n := make([]int, len(l.names))
	for _, r := range l.readings {
		if r.origin == set {
			n[r.property]++
		}
	}
	return n
}

// stretch is a run of readings in which one variable's base stays the same.
type stretch struct {
	rows  []int // of lab.readings, ascending
	known bool
	base  float64 // if known
	// drawn says that the base is the crystal's own and not what an intervention
	// made of it.
	drawn bool
}

// stretches divides the readings by what is common to them for variable i. The
// base of the frequency, and of a property that cannot be set, is the same
// everywhere; that of another property is free in each crystal, stays between
// two interventions on it, and is known after a shift.
func (l *lab) stretches(i int) []stretch {
	if !l.canSet(i) {
		all := stretch{drawn: true}
		for row := range l.readings {
			all.rows = append(all.rows, row)
		}
		return []stretch{all}
	}
	var list []stretch
	trajectory := -1 // the stretch that the next intervention's reading goes on
	for row, r := range l.readings {
		switch {
		case r.origin == apart || r.origin == begin:
			if r.origin == begin {
				trajectory = len(list)
			}
			list = append(list, stretch{rows: []int{row}, drawn: true})
		case r.property == i || trajectory < 0:
			trajectory = len(list)
			s := stretch{rows: []int{row}}
			if r.property == i && l.semantics == scm.Shift {
				s.known, s.base = true, scm.Round(r.setting)
			}
			list = append(list, s)
		default:
			list[trajectory].rows = append(list[trajectory].rows, row)
		}
	}
	return list
}
