package game_test

import (
	"strings"
	"testing"

	"causalab/game"
	"causalab/scm/suite"
)

// TestPromptFollowsTheEpisode plays through the states that a prompt tells of.
func TestPromptFollowsTheEpisode(t *testing.T) {
	task, err := suite.Released().Find("causalab/4nodes/0-v1")
	if err != nil {
		t.Fatal(err)
	}
	e, err := game.New(game.Setup{Task: task, Options: game.Options{Protocol: game.Released}, Alias: "crystal nine"})
	if err != nil {
		t.Fatal(err)
	}
	says := func(want ...string) {
		t.Helper()
		system, user := e.Prompt()
		for _, w := range want {
			if !strings.Contains(system+"\n"+user, w) {
				t.Errorf("the prompt lacks %q:\n%s", w, user)
			}
		}
		if strings.Contains(system+user, "4nodes") {
			t.Error("the prompt names the task behind its alias")
		}
	}
	const hypothesis = `"hypothesis":{"edges":[{"from":"density","to":"resonanceFreq"}],"freq_equation":"resonanceFreq = 25 + c*density","coefficients":{"c":1}}`
	says("crystal nine", "12", "density")
	e.Step("no record", game.NoTime)
	says("2 tries are left")
	e.Step("no record", game.NoTime)
	says("1 try is left")
	e.Step("no record", game.NoTime)
	_, user := e.Prompt()
	if strings.Contains(user, "is left.") || e.Observe().Step != 1 {
		t.Errorf("after the third refusal the step is spent:\n%s", user)
	}
	e.Step(`{"memory":"density first",`+hypothesis+`,"experiment":{"target_prop":"density","target_value":71.25},"action":"intervene"}`, game.NoTime)
	says("71.25", "density first", "c*density")
	e.Step(`{`+hypothesis+`,"action":"open_reactor"}`, game.NoTime)
	says("locked")
	e.Step(`{`+hypothesis+`,"action":"submit","value":-1}`, game.NoTime)
	says("not activated")
}
