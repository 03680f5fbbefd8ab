package game_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"causalab/game"
)

// chooser picks a number from 0 to n-1. Property tests let rapid choose, so that
// it can shrink a failure; recorded trajectories take a seeded source.
type chooser func(n int) int

func chooseFrom(seed uint64) chooser { return rand.New(rand.NewPCG(seed, 0)).IntN }

func pick[T any](choose chooser, list ...T) T { return list[choose(len(list))] }

// noise is what players send that is no record, or a record in odd clothes.
var noise = []string{
	"", " ", "{}", "null", "[]", "{", "I give up.", "\xff\xfe", "\x00\x1e\u2028", "```json\n{}\n```",
	`{"hypothesis":null}`, `{"hypothesis":{"edges":[{}]}}`, `{"action":"submit"}`, `{{{{{{{{`,
	`{"hypothesis":{"edges":[],"freq_equation":"resonanceFreq = 1e999","coefficients":{}}}`,
	`{"hypothesis":{"edges":[],"freq_equation":"= = =","coefficients":{}}}`,
	`{"hypothesis":{"edges":[],"freq_equation":"","coefficients":{}},"action":"reset"}`,
	`{"hypothesis":{"edges":[],"freq_equation":"","coefficients":{}},"seed":1}`,
	`<think>{"hypothesis":{}}</think>` + think(),
	"Here it is:\n```json\n" + think() + "\n```",
	`{"memory":"\u2028<b>&\ud800\u0000","thought":"ü\t日本","past_data":null,"extra":{},` + guess + `}`,
	`{"memory":"\u2028<b>&\u0001","thought":"ü\t日本",` + guess + `}`,
	`{"past_data":[{"id":7,"props":{"density":1e20},"frequency":1e-7,"note":"odd"}],` + guess + `}`,
	`{` + guess + `,"experiment":{"target_prop":"density","target_value":-0,"purpose":"none"},"action":"intervene"}`,
	"{" + strings.Repeat(" ", 1000) + guess + "}",
}

// randomRecord makes a record, often one that the rules of the episode allow.
func randomRecord(choose chooser, e *game.Episode) string {
	if choose(5) == 0 {
		return noise[choose(len(noise))]
	}
	h := `{"hypothesis":` + randomHypothesis(choose, e)
	switch choose(12) {
	case 0, 1, 2, 3, 4, 5:
		p := pick(choose, e.World().Properties...)
		return h + fmt.Sprintf(`,"experiment":{"target_prop":%q,"target_value":%s},"action":"intervene"}`,
			pick(choose, p.Name, p.Display), randomNumber(choose))
	case 6, 7:
		truth := e.State().Reactor.Values
		hz := truth[len(truth)-1].Value
		return h + fmt.Sprintf(`,"action":"submit","value":%s}`,
			pick(choose, fmt.Sprint(hz), fmt.Sprintf("%.2f", hz-5), fmt.Sprintf("%.2f", hz+4.99), randomNumber(choose)))
	case 8:
		return h + `,"action":"open_reactor"}`
	case 9:
		return h + fmt.Sprintf(`,"action":"move","to":%q}`, pick(choose, game.Places...))
	case 10:
		if choose(4) == 0 {
			return h + `,"action":"give_up"}`
		}
	}
	return h + `}`
}

func randomNumber(choose chooser) string {
	if choose(8) == 0 {
		return pick(choose, "0", "-0", "1e-9", "-1e300", "1.7e308", "-1.7e308", "1e20", "0.005", "9007199254740993", "1e999")
	}
	return fmt.Sprintf("%.2f", float64(choose(20001)-5000)/100)
}

// randomHypothesis makes a hypothesis whose edges and terms agree more often
// than not.
func randomHypothesis(choose chooser, e *game.Episode) string {
	var names []string
	for _, p := range e.World().Properties {
		names = append(names, p.Name)
	}
	var edges, coefficients []string
	equation := "resonanceFreq = base"
	for i, name := range names {
		if choose(2) == 0 {
			edges = append(edges, fmt.Sprintf(`{"from":%q,"to":"resonanceFreq"}`, name))
			equation += fmt.Sprintf(" + c_%s*%s", name, name)
			coefficients = append(coefficients, fmt.Sprintf(`"c_%s":%s`, name, pick(choose, "1", "2.5", "-3", "0", "null")))
		}
		if choose(3) == 0 {
			edges = append(edges, fmt.Sprintf(`{"from":%q,"to":%q}`, name, names[(i+1)%len(names)]))
		}
	}
	coefficients = append(coefficients, `"base":`+pick(choose, "20", "25.5", "null"))
	if choose(4) == 0 {
		equation = ""
	}
	return fmt.Sprintf(`{"edges":[%s],"freq_equation":%q,"coefficients":{%s}}`,
		strings.Join(edges, ","), equation, strings.Join(coefficients, ","))
}

// randomSetup picks a task of any family and rules that go with it.
func randomSetup(choose chooser) (id string, o game.Options) {
	id = fmt.Sprintf("causalab/%s/%d-v1", pick(choose,
		"3nodes", "4nodes", "7nodes", "4nodes_golden", "6nodes_golden", "4nodes_freqparent", "4nodes_hidden_n2",
		"4nodes_hidden_freqnode_n1", "4nodes_hidden_vrange_pm0p5", "4nodes_quad_hard"), choose(3))
	o.Protocol = pick(choose, game.Paper, game.Released)
	o.Verification = pick(choose, game.NoVerification, game.RequiredVerification)
	o.Embodied = choose(3) == 0
	o.Residuals = choose(2) == 0
	o.Steps = number(1 + choose(30))
	o.Observations = number(choose(5))
	if !strings.Contains(id, "golden") {
		o.Interventions = number(choose(8))
	}
	if choose(2) == 0 {
		o.Submissions = number(1 + choose(3))
	}
	return id, o
}

// randomNote notes something a person did.
func randomNote(choose chooser, e *game.Episode, tMs int64) {
	e.Note(pick(choose, game.EventFocus, game.EventPanel, game.EventLook, game.EventRecord, "dance"),
		pick(choose, "", "null", `{"a": [1, 2.50, "\u2028<&>"]}`, "\"\xff\"", "{"), tMs)
}
