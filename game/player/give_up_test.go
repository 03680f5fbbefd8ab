package player

import (
	"strings"
	"testing"

	"causalab/game"
	"causalab/scm/suite"
)

// TestGiveUp ends episodes at any moment and keeps the hypothesis.
func TestGiveUp(t *testing.T) {
	task, err := suite.Released().Find("causalab/4nodes/0-v1")
	if err != nil {
		t.Fatal(err)
	}
	const stated = `{"hypothesis": {"edges": [{"from": "density", "to": "resonanceFreq"}], "freq_equation": "", "coefficients": {}}}`
	for _, before := range [][]string{nil, {"no record"}, {stated}, {stated, "no record", "no record"}} {
		for _, options := range []game.Options{{}, {Protocol: game.Released}, {Embodied: true}} {
			e, err := game.New(game.Setup{Task: task, Options: options})
			if err != nil {
				t.Fatal(err)
			}
			edges := 0
			for _, record := range before {
				e.Step(record, game.NoTime)
				if record == stated {
					edges = 1
				}
			}
			if err := GiveUp(e, "the program ended"); err != nil {
				t.Fatal(err)
			}
			if r := e.Result(); r == nil || r.Outcome != game.GaveUp || len(r.Hypothesis.Edges) != edges {
				t.Errorf("after %d records: %+v", len(before), r)
			}
			if !strings.Contains(e.Trajectory(), "the runner's, not the player's: the program ended.") {
				t.Errorf("after %d records the log does not say why", len(before))
			}
			if GiveUp(e, "again") == nil {
				t.Error("an episode was given up after its end")
			}
		}
	}
}
