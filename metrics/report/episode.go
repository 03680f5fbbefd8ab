package report

import (
	"cmp"
	"slices"
	"strconv"

	"causalab/game"
	"causalab/metrics"
	"causalab/scm"
	"causalab/scm/identify"
)

// Episode is what reports know of one episode. It follows from the episode's log
// and nothing else.
type Episode struct {
	Suite    string        `json:"suite"`
	Index    int           `json:"index"` // of the task in its suite
	Task     string        `json:"task"`  // id
	Nodes    int           `json:"nodes"` // variables, the frequency included
	Family   string        `json:"family"`
	Seed     uint64        `json:"seed"`
	Player   string        `json:"player"` // name, or the kind of a player without one
	Kind     string        `json:"kind"`
	Protocol game.Protocol `json:"protocol"`
	// Setting is what [Setting] makes of the options.
	Setting string `json:"setting"`
	// Outcome is how the episode ended; empty if it was abandoned, that is, its
	// log ends before the episode does. Such an episode has no scores.
	Outcome game.Outcome `json:"outcome,omitempty"`
	// Scores holds the scores of [metrics.Definitions] by name, those that the
	// episode has.
	Scores map[string]float64 `json:"scores,omitempty"`
	// IMEC is the number of graphs that the measurements left, and IMECSteps the
	// same by step as of [IMEC]; absent where it is not defined.
	IMEC      *identify.Count   `json:"imec,omitempty"`
	IMECSteps []*identify.Count `json:"imec_steps,omitempty"`
}

// EpisodeOf describes an episode, finished or abandoned.
func EpisodeOf(e *game.Episode) Episode {
	h, task, o := e.Header(), e.Task(), e.Options()
	r := Episode{
		Suite: task.Suite, Index: task.Index, Task: task.ID, Nodes: task.Model.Len(), Family: task.Family(),
		Seed: h.Seed, Player: cmp.Or(h.Player.Name, h.Player.Kind), Kind: h.Player.Kind,
		Protocol: o.Protocol, Setting: Setting(o, task.Model.Len()), Outcome: e.Outcome(),
	}
	if counts := IMEC(e); counts[0] != nil {
		r.IMEC, r.IMECSteps = counts[len(counts)-1], counts
	}
	if result := e.Result(); result != nil {
		outcome := outcomeOf(result, r.IMEC)
		r.Scores = make(map[string]float64)
		for _, d := range metrics.Definitions() {
			if v, ok := d.Value(&outcome); ok {
				r.Scores[d.Name] = v
			}
		}
	}
	return r
}

// Compare orders episodes by suite, protocol, setting, player, task and seed.
func (r *Episode) Compare(other *Episode) int {
	return cmp.Or(
		r.key().compare(other.key()),
		cmp.Compare(r.Index, other.Index), cmp.Compare(r.Seed, other.Seed), cmp.Compare(r.Task, other.Task),
	)
}

// SortEpisodes sorts by [Episode.Compare].
func SortEpisodes(episodes []Episode) {
	slices.SortStableFunc(episodes, func(a, b Episode) int { return a.Compare(&b) })
}

// outcomeOf brings a result into the form that scores are taken from.
func outcomeOf(r *game.Result, imec *identify.Count) metrics.Outcome {
	o := metrics.Outcome{
		Submission:  &metrics.Judgement{Accuracy: r.Accuracy, Exact: r.Exact, ErrorHz: r.ErrorHz},
		Claim:       &r.Scores,
		Consistency: r.Consistency,
		Effort: &metrics.Effort{
			InterventionsUsed: r.Interventions.Used, InterventionsGiven: r.Interventions.Given,
			Submissions: len(r.Submissions), Steps: r.Steps.Used, ParseFailures: r.ParseFailures,
			Truncated: r.Truncated, GivenUp: r.GivenUp,
		},
	}
	if n := len(r.Curve); n > 0 && r.Curve[n-1].PredictedHz != nil {
		j := metrics.Judge(*r.Curve[n-1].PredictedHz, r.TrueFrequency)
		o.Predicted = &j
	}
	if r.TMs != nil {
		s := float64(*r.TMs) / 1000
		o.Effort.Seconds = &s
	}
	if imec != nil {
		n := imec.Float()
		o.IMEC = &n
	}
	return o
}

// Setting names complete options briefly, the protocol aside: observations and
// interventions like "2o12i", followed by what differs from the protocol's
// defaults for a task of so many variables, such as "-graphs7", "-target", "-golden",
// "-verification", "-embodied", "-residuals", "-2s" for two submissions and
// "-40t" for forty steps. Options that differ have different names.
func Setting(o game.Options, variables int) string {
	text := strconv.Itoa(*o.Observations) + "o" + strconv.Itoa(*o.Interventions) + "i"
	if o.Graphs != nil && *o.Graphs != 0 {
		text += "-graphs" + strconv.FormatUint(*o.Graphs, 10)
	}
	if o.Evidence == game.Golden {
		text += "-golden"
	}
	semantics, submissions := scm.Shift, 1
	if o.Protocol == game.Released {
		semantics, submissions = scm.Target, 3
	}
	if o.Semantics != semantics {
		text += "-" + string(o.Semantics)
	}
	if o.Verification == game.RequiredVerification {
		text += "-verification"
	}
	if o.Embodied {
		text += "-embodied"
	}
	if o.Residuals {
		text += "-residuals"
	}
	if *o.Submissions != submissions {
		text += "-" + strconv.Itoa(*o.Submissions) + "s"
	}
	if standard := 25 + variables + 2**o.Interventions; *o.Steps != standard {
		text += "-" + strconv.Itoa(*o.Steps) + "t"
	}
	return text
}
