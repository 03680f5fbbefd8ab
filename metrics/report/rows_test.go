package report_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"causalab/game"
	"causalab/metrics"
	"causalab/metrics/report"
)

// episode is a finished episode of two scores.
func episode(suite, player, setting string, index int, accuracy, edgeF1 float64) report.Episode {
	kind := "program"
	if player == "random" || player == "scientist" {
		kind = "reference"
	}
	return report.Episode{
		Suite: suite, Index: index, Task: fmt.Sprintf("causalab/%s/%d-v1", suite, index), Nodes: 4, Player: player, Kind: kind,
		Protocol: game.Paper, Setting: setting, Outcome: game.Submitted,
		Scores: map[string]float64{"accuracy": accuracy, "edge_f1": edgeF1, "shd": 4 * (1 - edgeF1), "interventions_used": float64(index), "interventions_given": 12},
	}
}

func TestRowsSumUp(t *testing.T) {
	gaveUp := episode("4nodes", "agent", "2o12i", 3, 0, 0.25)
	gaveUp.Outcome = game.GaveUp
	cut := episode("4nodes", "agent", "2o12i", 4, 0, 0)
	cut.Outcome = game.Truncated
	abandoned := episode("4nodes", "agent", "2o12i", 5, 1, 1)
	abandoned.Outcome, abandoned.Scores = "", nil
	episodes := []report.Episode{
		episode("4nodes", "agent", "2o12i", 1, 1, 1), gaveUp, cut, abandoned,
		episode("4nodes", "agent", "2o12i", 2, 0, 0.75),
		episode("4nodes", "agent", "2o12i", 2, 0, 0.75), // from another folder
		episode("4nodes", "random", "2o12i", 1, 0, 0.2), episode("4nodes", "scientist", "2o12i", 1, 1, 1),
		episode("4nodes", "agent", "12o0i", 1, 1, 0.5), episode("4nodes", "agent", "3o0i", 1, 1, 0.5),
		episode("10nodes", "agent", "2o12i", 1, 1, 0.5),
	}
	rows := report.Rows(episodes)
	var order []string
	for _, r := range rows {
		order = append(order, r.Suite+" "+r.Setting+" "+r.Player)
	}
	want := []string{"4nodes 2o12i agent", "4nodes 2o12i random", "4nodes 2o12i scientist", "4nodes 3o0i agent", "4nodes 12o0i agent", "10nodes 2o12i agent"}
	if !slices.Equal(order, want) {
		t.Fatalf("order %q", order)
	}
	r := rows[0]
	if r.N != 4 || r.GaveUp != 1 || r.Truncated != 1 || r.Abandoned != 1 || r.Tasks != 5 || r.Seeds != 1 {
		t.Errorf("%+v", r)
	}
	f1, ok := r.Score("edge_f1")
	if !ok || f1 != report.MeanOf([]float64{1, 0.75, 0.25, 0}, 0) {
		t.Errorf("edge F1 %+v", f1)
	}
	if _, ok := r.Score("imec"); ok {
		t.Error("there is an IMEC")
	}
	if n, ok := r.NormalizedScore("edge_f1"); !ok || math.Abs(n-(0.5-0.2)/0.8) > 1e-12 {
		t.Errorf("normalised edge F1 %v, %v", n, ok)
	}
	if n, ok := rows[1].NormalizedScore("shd"); !ok || n != 0 || math.Signbit(n) {
		t.Errorf("random's normalised SHD %v, %v", n, ok)
	}
	if _, ok := r.NormalizedScore("interventions_used"); ok {
		t.Error("what ranks nobody was normalised")
	}
	if _, ok := rows[3].NormalizedScore("edge_f1"); ok {
		t.Error("normalised by players under other rules")
	}
	if r.Accurate.N != 1 || r.Inaccurate.N != 3 || r.Inaccurate.Used.Mean != 3 || r.Accurate.Share.Mean != 1.0/12 || r.Accurate.Consistency.N != 0 {
		t.Errorf("accurate %+v, inaccurate %+v", r.Accurate, r.Inaccurate)
	}

	// The order in which episodes come changes nothing.
	slices.Reverse(episodes)
	if a, b := text(t, rows), text(t, report.Rows(episodes)); a != b {
		t.Errorf("%s\n%s", a, b)
	}
}

// TestIntervalsAreOverTasks: more seeds of the same two tasks make no interval
// narrower, and those of one task make none.
func TestIntervalsAreOverTasks(t *testing.T) {
	var one, several, single []report.Episode
	for index, f1 := range []float64{0, 1} {
		one = append(one, episode("4nodes", "agent", "2o12i", index, 1, f1))
		for seed := range uint64(20) {
			e := episode("4nodes", "agent", "2o12i", index, 1, f1)
			e.Seed = seed
			several = append(several, e)
			if e.Index = 7; seed < 2 {
				e.Task = "causalab/4nodes/7-v1"
				e.Scores = map[string]float64{"edge_f1": float64(seed)}
				single = append(single, e)
			}
		}
	}
	few, _ := report.Rows(one)[0].Score("edge_f1")
	many, _ := report.Rows(several)[0].Score("edge_f1")
	if few.N != 2 || many.N != 40 || few.Low != many.Low || few.High != many.High || many.Mean != 0.5 {
		t.Errorf("one seed %v, twenty %v", few, many)
	}
	if m, _ := report.Rows(single[:2])[0].Score("edge_f1"); m.N != 2 || m.Mean != 0.5 || !math.IsNaN(m.Low) || !math.IsNaN(m.High) || m.String() != "0.500, n = 2" {
		t.Errorf("two seeds of one task: %v", m)
	}
}

func text(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestRowInJSON has the fields in their order, and no score that is not there.
func TestRowInJSON(t *testing.T) {
	rows := report.Rows([]report.Episode{episode("4nodes", "agent", "2o12i", 1, 1, 0.5), episode("4nodes", "agent", "2o12i", 2, 0, 0.5)})
	got := text(t, rows[0])
	const begin = `{"suite":"4nodes","player":"agent","kind":"program","protocol":"paper","setting":"2o12i","nodes":4,"tasks":2,"seeds":1,"n":2,` +
		`"abandoned_n":0,"truncated_n":0,"given_up_n":0,"accuracy":{"mean":0.5,"low":0,"high":1,"n":2},"edge_f1":{"mean":0.5,"low":0.5,"high":0.5,"n":2},"shd":`
	if !strings.HasPrefix(got, begin) || strings.Contains(got, "imec") || !strings.Contains(got, `"normalized":{},"by_outcome":{"accurate":{"n":1,`) {
		t.Errorf("%s", got)
	}
}

// TestEpisodeHasEveryScore of the table that its result has.
func TestEpisodeHasEveryScore(t *testing.T) {
	e := start(t, "causalab/4nodes/17-v1", game.Options{})
	set(e, e.World().Controllable[0], 30)
	submit(e)
	r := report.EpisodeOf(e)
	result := e.Result()
	for _, d := range metrics.Definitions() {
		if _, ok := r.Scores[d.Name]; !ok && d.Name != "time_s" {
			t.Errorf("%s is missing", d.Name)
		}
	}
	if r.Scores["error_hz"] != *result.ErrorHz || r.Scores["edge_f1"] != result.Scores.EdgeF1 || r.Scores["steps"] != 2 || r.Scores["interventions_given"] != 12 ||
		r.Scores["imec"] != r.IMEC.Float() || r.Scores["predicted_error_hz"] != *result.Curve[1].PredictedErr || r.Setting != "2o12i" || r.Player != "program" {
		t.Errorf("%+v", r)
	}
	open := start(t, "causalab/4nodes/17-v1", game.Options{})
	think(open)
	if r := report.EpisodeOf(open); r.Outcome != "" || r.Scores != nil || r.IMEC == nil {
		t.Errorf("an open episode: %+v", r)
	}
}

// TestSettingsDiffer wherever options do.
func TestSettingsDiffer(t *testing.T) {
	number := func(n int) *int { return &n }
	task, err := library.Find("causalab/4nodes_golden/0-v1")
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]game.Options)
	for _, o := range []game.Options{
		{}, {Evidence: game.Online}, {Evidence: game.Online, Semantics: "target"}, {Evidence: game.Online, Embodied: true},
		{Evidence: game.Online, Residuals: true}, {Evidence: game.Online, Verification: game.RequiredVerification},
		{Evidence: game.Online, Submissions: number(2)}, {Evidence: game.Online, Steps: number(9)}, {Evidence: game.Online, Observations: number(12), Interventions: number(1)},
		{Evidence: game.Online, Observations: number(1), Interventions: number(21)},
	} {
		complete, err := o.Complete(task)
		if err != nil {
			t.Fatal(err)
		}
		s := report.Setting(complete, 4)
		if other, twice := seen[s]; twice {
			t.Errorf("%+v and %+v are both called %s", other, o, s)
		}
		seen[s] = o
	}
	for _, want := range []string{"2o0i-golden-target", "2o12i", "2o12i-target", "2o12i-verification", "2o12i-2s", "2o12i-9t", "1o21i"} {
		if _, ok := seen[want]; !ok {
			t.Errorf("no setting is called %s", want)
		}
	}
}
