package report

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"

	"causalab/game"
	"causalab/metrics"
)

// Names of the reference players that scores are normalised by.
const (
	floorPlayer   = "random"
	ceilingPlayer = "scientist"
	referenceKind = "reference"
)

// Row sums up the episodes of one player on one suite under the same rules.
type Row struct {
	Key
	Nodes int
	// N counts the finished episodes, which alone have scores. Of them Truncated
	// ran out of steps and GaveUp were given up; they have the scores of the
	// hypothesis that they left, and the accuracy of what they submitted.
	N, Truncated, GaveUp int
	// Abandoned counts the episodes whose log ends before they do.
	Abandoned int
	// Tasks and Seeds count the different ones among all episodes.
	Tasks, Seeds int
	// Scores holds one line for each of [metrics.Definitions], in their order.
	Scores []Line
	// Normalized holds, for the same scores, where the mean lies between those of
	// the players random, 0, and scientist, 1, in the same suite under the same
	// rules. NaN where a mean is missing, the two are equal, or the score ranks
	// nobody.
	Normalized []float64
	// Accurate and Inaccurate part the finished episodes by their accuracy.
	Accurate, Inaccurate Conduct
}

// Conduct says how episodes of one kind were played: how much of the budget they
// used, and how far what they ended in agrees with their own data.
type Conduct struct {
	N           int  `json:"n"`
	Used        Mean `json:"interventions_used"`
	Given       Mean `json:"interventions_given"`
	Share       Mean `json:"budget_share"` // used/given, of the episodes that were given any
	Consistency Mean `json:"consistency"`  // of the episodes whose hypothesis has an equation
}

// intervalSeed seeds the bootstrap of every row: equal episodes give equal rows.
const intervalSeed = 0

// Rows sums up episodes, one row for each key, sorted. An episode that comes twice,
// as when two folders hold the same log, counts once; of two that differ in what
// they came to the first counts.
func Rows(episodes []Episode) []Row {
	groups := make(map[Key][]*Episode)
	var keys []Key
	type identity struct {
		Key
		task string
		seed uint64
	}
	seen := make(map[identity]bool)
	for i := range episodes {
		e := &episodes[i]
		k := e.key()
		id := identity{k, e.Task, e.Seed}
		if seen[id] {
			continue
		}
		seen[id] = true
		if groups[k] == nil {
			keys = append(keys, k)
		}
		groups[k] = append(groups[k], e)
	}
	slices.SortFunc(keys, Key.compare)
	rows := make([]Row, len(keys))
	resamples := &resampler{seed: intervalSeed}
	for i, k := range keys {
		rows[i] = rowOf(k, groups[k], resamples)
	}
	normalize(rows)
	return rows
}

func rowOf(k Key, episodes []*Episode, resamples *resampler) Row {
	// The order of episodes reaches the last bits of means.
	slices.SortStableFunc(episodes, (*Episode).Compare)
	r := Row{Key: k}
	tasks, seeds := make(map[string]bool), make(map[uint64]bool)
	var finished, accurate, inaccurate []*Episode
	for _, e := range episodes {
		r.Nodes = max(r.Nodes, e.Nodes)
		tasks[e.Task], seeds[e.Seed] = true, true
		switch e.Outcome {
		case "":
			r.Abandoned++
			continue
		case game.Truncated:
			r.Truncated++
		case game.GaveUp:
			r.GaveUp++
		}
		finished = append(finished, e)
		if e.Scores["accuracy"] == 1 {
			accurate = append(accurate, e)
		} else {
			inaccurate = append(inaccurate, e)
		}
	}
	r.N, r.Tasks, r.Seeds = len(finished), len(tasks), len(seeds)
	for _, d := range metrics.Definitions() {
		mean := meanByTask(finished, resamples, scored(d.Name))
		r.Scores = append(r.Scores, Line{d, mean, r.N - mean.N})
	}
	r.Accurate, r.Inaccurate = conductOf(accurate, resamples), conductOf(inaccurate, resamples)
	return r
}

// meanByTask returns the mean of a value over the episodes that have it, which are
// sorted. Its interval says how much it would differ with other tasks of the kind:
// episodes of one task, with several seeds, are drawn together, since a task that
// is hard is so with every seed.
func meanByTask(episodes []*Episode, resamples *resampler, value func(*Episode) (float64, bool)) Mean {
	var clusters []cluster
	task := ""
	for _, e := range episodes {
		v, ok := value(e)
		if !ok {
			continue
		}
		if len(clusters) == 0 || e.Task != task {
			clusters, task = append(clusters, cluster{}), e.Task
		}
		clusters[len(clusters)-1].add(v)
	}
	return meanOfClusters(clusters, resamples)
}

// scored takes a score from an episode.
func scored(name string) func(*Episode) (float64, bool) {
	return func(e *Episode) (float64, bool) {
		v, ok := e.Scores[name]
		return v, ok
	}
}

// budgetShare is how much of the intervention budget an episode used, if it had
// any.
func budgetShare(e *Episode) (float64, bool) {
	given := e.Scores["interventions_given"]
	if given == 0 {
		return 0, false
	}
	return e.Scores["interventions_used"] / given, true
}

func conductOf(episodes []*Episode, resamples *resampler) Conduct {
	mean := func(value func(*Episode) (float64, bool)) Mean { return meanByTask(episodes, resamples, value) }
	return Conduct{
		N:           len(episodes),
		Used:        mean(scored("interventions_used")),
		Given:       mean(scored("interventions_given")),
		Share:       mean(budgetShare),
		Consistency: mean(scored("consistency")),
	}
}

// normalize places every mean between those of the two reference players.
func normalize(rows []Row) {
	reference := make(map[Key]*Row)
	for i := range rows {
		if rows[i].Kind == referenceKind {
			reference[rows[i].Key] = &rows[i]
		}
	}
	of := func(k Key, player string) *Row {
		k.Player, k.Kind = player, referenceKind
		return reference[k]
	}
	for i := range rows {
		r := &rows[i]
		floor, ceiling := of(r.Key, floorPlayer), of(r.Key, ceilingPlayer)
		r.Normalized = make([]float64, len(r.Scores))
		for j := range r.Scores {
			r.Normalized[j] = math.NaN()
			if floor == nil || ceiling == nil || r.Scores[j].Better == metrics.NeitherBetter {
				continue
			}
			low, high := floor.Scores[j].Mean.Mean, ceiling.Scores[j].Mean.Mean
			if low != high {
				r.Normalized[j] = (r.Scores[j].Mean.Mean-low)/(high-low) + 0 // no -0
			}
		}
	}
}

// Score returns a row's mean of a score, and whether it has one.
func (r *Row) Score(name string) (Mean, bool) {
	for i := range r.Scores {
		if r.Scores[i].Name == name {
			return r.Scores[i].Mean, r.Scores[i].Mean.N > 0
		}
	}
	return Mean{}, false
}

// NormalizedScore returns a row's normalised score, and whether it has one.
func (r *Row) NormalizedScore(name string) (float64, bool) {
	for i := range r.Scores {
		if r.Scores[i].Name == name && i < len(r.Normalized) {
			return r.Normalized[i], !math.IsNaN(r.Normalized[i])
		}
	}
	return 0, false
}

// MarshalJSON writes one object: suite, player, protocol, n and the other counts,
// then each score that the row has as {"mean", "low", "high", "n"}, then
// "normalized" with a number for each, and "by_outcome".
func (r Row) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	var failed error
	add := func(b *bytes.Buffer, name string, v any) {
		text, err := json.Marshal(v)
		if err != nil {
			failed = err
			return
		}
		if b.Bytes()[b.Len()-1] != '{' {
			b.WriteByte(',')
		}
		b.WriteString(`"` + name + `":`)
		b.Write(text)
	}
	add(&b, "suite", r.Suite)
	add(&b, "player", r.Player)
	add(&b, "kind", r.Kind)
	add(&b, "protocol", r.Protocol)
	add(&b, "setting", r.Setting)
	add(&b, "nodes", r.Nodes)
	add(&b, "tasks", r.Tasks)
	add(&b, "seeds", r.Seeds)
	add(&b, "n", r.N)
	add(&b, "abandoned_n", r.Abandoned)
	add(&b, "truncated_n", r.Truncated)
	add(&b, "given_up_n", r.GaveUp)
	var normalized bytes.Buffer
	normalized.WriteByte('{')
	for i := range r.Scores {
		if r.Scores[i].Mean.N > 0 {
			add(&b, r.Scores[i].Name, r.Scores[i].Mean)
		}
		if i < len(r.Normalized) && !math.IsNaN(r.Normalized[i]) {
			add(&normalized, r.Scores[i].Name, r.Normalized[i])
		}
	}
	normalized.WriteByte('}')
	add(&b, "normalized", json.RawMessage(normalized.Bytes()))
	add(&b, "by_outcome", struct {
		Accurate   Conduct `json:"accurate"`
		Inaccurate Conduct `json:"inaccurate"`
	}{r.Accurate, r.Inaccurate})
	b.WriteByte('}')
	return b.Bytes(), failed
}
