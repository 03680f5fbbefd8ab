//go:build !js

package llm

import (
	"net/http"
	"testing"

	"causalab/game"
	"causalab/game/player"
)

// TestWholeEpisode has the endpoint answer as a reference player would that sees
// the same readings, and compares the logs of both.
func TestWholeEpisode(t *testing.T) {
	for _, protocol := range []game.Protocol{game.Paper, game.Released} {
		o := game.Options{Protocol: protocol}
		mind, err := player.New("scientist", 1)
		if err != nil {
			t.Fatal(err)
		}
		mirror := start(t, &Player{}, o)
		answer := func(w http.ResponseWriter, _ *http.Request) {
			view := mirror.Observe()
			text := mind.Next(&view)
			mirror.Step(text, game.NoTime)
			complete(w, "<think>Which graph is left?</think>\n"+text, "stop", true)
		}
		turns := make([]turn, 60)
		for i := range turns {
			turns[i] = answer
		}
		s := serve(t, turns...)
		m := s.play(t.Context(), s.config(), o)
		if m.err != nil {
			t.Fatal(m.err)
		}
		r := m.episode.Result()
		if r.Outcome != game.Submitted || r.Accuracy != 1 || r.Scores.EdgeF1 != 1 {
			t.Errorf("%s: outcome %s, accuracy %v, scores %+v", protocol, r.Outcome, r.Accuracy, r.Scores)
		}
		got, want := m.episode.Events(), mirror.Events()
		if len(got) != len(want) {
			t.Fatalf("%s: %d events, want %d", protocol, len(got), len(want))
		}
		for i := range got {
			if a, b := got[i].Record(), want[i].Record(); a != b {
				t.Errorf("%s: event %d is %s, want %s", protocol, i, a, b)
			}
		}
		if m.usage.Replies != r.Steps.Used || m.usage.Tokens() != int64(120*r.Steps.Used) {
			t.Errorf("%s: %+v in %d steps", protocol, m.usage, r.Steps.Used)
		}
	}
}
