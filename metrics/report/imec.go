package report

import (
	"causalab/dsl"
	"causalab/game"
	"causalab/scm/identify"
)

// Ids of the record that starts the manipulator crystal's trajectory: as the
// player finds the crystal, and in a Golden chain.
const (
	startID      = "start"
	chainStartID = "chain-1"
)

// IMEC returns how many graphs the measurements of an episode allowed, exactly:
// entry 0 before the first step, entry i after step i. So step i found entry i-1
// and left entry i. Every entry is nil where IMEC is not defined: with a hidden
// disturbance, and with more variables than can be counted.
func IMEC(e *game.Episode) []*identify.Count {
	steps := e.Observe().Step
	counts := make([]*identify.Count, steps+1)
	m := e.Task().Model
	if m.Disturbance().Active() {
		return counts
	}
	space, err := identify.New(identify.ProblemOf(m, e.Task().FreqParent, e.Options().Semantics))
	if err != nil {
		return counts
	}
	values := func(entry *dsl.Entry) []float64 {
		v := make([]float64, m.Len())
		for i := range v {
			v[i], _ = entry.Props.Get(m.Mechanism(i).Name)
		}
		v[m.Frequency()] = *entry.Freq
		return v
	}
	add := func(entry *dsl.Entry) {
		switch set := entry.Intervention; {
		case set != nil:
			space.Intervene(m.Index(set.TargetProp), set.TargetValue, values(entry))
		case entry.ID == startID || entry.ID == chainStartID:
			space.Begin(values(entry))
		default:
			space.Observe(values(entry))
		}
	}

	known := e.Observe().Records
	events := e.Events()
	made := 0
	for i := range events {
		if events[i].Type == game.EventIntervention {
			made++
		}
	}
	for i := range known[:len(known)-made] {
		add(&known[i])
	}
	before := space.Count()
	counts[0] = &before
	step := 0
	for i := range events {
		if events[i].Type != game.EventIntervention {
			continue
		}
		for step++; step < events[i].Step; step++ {
			counts[step] = counts[step-1]
		}
		add(events[i].Measurement)
		left := space.Count()
		counts[step] = &left
	}
	for step++; step <= steps; step++ {
		counts[step] = counts[step-1]
	}
	return counts
}
