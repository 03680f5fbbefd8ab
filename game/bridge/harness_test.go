package bridge_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"causalab/game/bridge"

	"pgregory.net/rapid"
)

const noEnv = "closed: The environment has been closed, or was never made; call make first."

// made makes an environment.
func made(t rapid.TB, s *bridge.Session, task, request string) int {
	t.Helper()
	var v struct{ Env int }
	if err := json.Unmarshal([]byte(s.Make(task, request)), &v); err != nil || v.Env == 0 {
		t.Fatalf("make answered %s", s.Make(task, request))
	}
	return v.Env
}

func TestMisusedEnvironments(t *testing.T) {
	s := bridge.NewSession("b")
	for _, env := range []int{0, 1, -1, 1 << 40} {
		for name, answer := range map[string]string{
			"reset": s.Reset(env, "{}"), "step": s.EnvStep(env, think()), "batch": s.EnvBatch(env, think()),
			"state": s.EnvState(env), "score": s.EnvScore(env), "trajectory": s.EnvTrajectory(env),
		} {
			if got := refusal(t, answer); got != noEnv {
				t.Errorf("%s of environment %d: %s", name, env, got)
			}
		}
	}
	env := made(t, s, "causalab/4nodes/0-v1", "{}")
	for name, answer := range map[string]string{
		"step": s.EnvStep(env, think()), "batch": s.EnvBatch(env, think()),
		"state": s.EnvState(env), "score": s.EnvScore(env), "trajectory": s.EnvTrajectory(env),
	} {
		if got := refusal(t, answer); got != "closed: The environment has not been reset yet; call reset first." {
			t.Errorf("%s before reset: %s", name, got)
		}
	}
	for range 2 {
		if got := s.EnvClose(env); got != "null" {
			t.Errorf("close: %s", got)
		}
	}
	if got := refusal(t, s.Reset(env, "{}")); got != noEnv {
		t.Errorf("reset after close: %s", got)
	}
	if next := made(t, s, "causalab/4nodes/0-v1", "{}"); next == env {
		t.Error("the number of a closed environment is used again")
	}
}

// TestRefusedMakes has the code of each way in which make and reset go wrong. A
// reset that is refused leaves the episode as it was.
func TestRefusedMakes(t *testing.T) {
	s := bridge.NewSession("b")
	for _, c := range []struct{ task, request, want string }{
		{"causalab/4nodes/0-v1", "", "bad_request"},
		{"causalab/4nodes/0-v1", "[]", "bad_request"},
		{"causalab/4nodes/0-v1", `{"task":"x"}`, "bad_request"},
		{"causalab/4nodes/0-v1", `{"participant":"x"}`, "bad_request"},
		{"causalab/4nodes/0-v1", `{"steps":1.5}`, "bad_request"},
		{"causalab/4nodes/0-v1", `{"steps":0}`, "bad_option"},
		{"causalab/4nodes/0-v1", `{"budget":"1i"}`, "bad_option"},
		{"causalab/4nodes/0-v1", `{"budget":"1o1i","observations":1}`, "bad_option"},
		{"causalab/4nodes/0-v1", `{"seed":9007199254740992}`, "bad_option"},
		{"causalab/4nodes/0-v2", "{}", "unknown_task"},
		{"", "{}", "unknown_task"},
	} {
		if got := code(t, s.Make(c.task, c.request)); got != c.want {
			t.Errorf("make(%q, %s): code %s, want %s", c.task, c.request, got, c.want)
		}
	}
	env := made(t, s, "causalab/4nodes/0-v1", "{}")
	succeed(t, s.Reset(env, "{}"))
	s.EnvStep(env, think())
	state := s.EnvState(env)
	for _, c := range []struct{ request, want string }{
		{"", "bad_request"}, {"{}{}", "bad_request"}, {`{"steps":3}`, "bad_request"}, {`{"seed":"x"}`, "bad_request"},
		{`{"options":{"task":"x"}}`, "bad_request"}, {`{"options":{"steps":0}}`, "bad_option"},
		{`{"options":{"budget":"1o1i","interventions":1}}`, "bad_option"}, {`{"seed":9007199254740992}`, "bad_option"},
	} {
		if got := code(t, s.Reset(env, c.request)); got != c.want {
			t.Errorf("reset(%s): code %s, want %s", c.request, got, c.want)
		}
	}
	if s.EnvState(env) != state {
		t.Error("a reset that was refused changed the episode")
	}
}

// TestReset holds what is left out of a reset against what make said.
func TestReset(t *testing.T) {
	s := bridge.NewSession("b")
	env := made(t, s, "causalab/4nodes/0-v1", `{"protocol":"released","budget":"3o5i","embodied":true,"seed":4,"alias":"a","player":{"kind":"program","name":"x"}}`)
	for _, c := range []struct{ request, want string }{
		{`{}`, `"seed":4,"options":{"protocol":"released","semantics":"target","observations":3,"interventions":5,"submissions":3,"steps":39,"evidence":"online","verification":"none","embodied":true}`},
		{`{"seed":0}`, `"seed":0,"options":{"protocol":"released","semantics":"target","observations":3,"interventions":5,"submissions":3,"steps":39,"evidence":"online","verification":"none","embodied":true}`},
		{`{"options":{"interventions":2,"embodied":false,"residuals":true}}`, `"seed":4,"options":{"protocol":"released","semantics":"target","observations":3,"interventions":2,"submissions":3,"steps":33,"evidence":"online","verification":"none","residuals":true}`},
		{`{"options":{"budget":"0o1i","protocol":"paper","submissions":2,"steps":9,"verification":"required","evidence":"online","semantics":"target"}}`, `"seed":4,"options":{"protocol":"paper","semantics":"target","observations":0,"interventions":1,"submissions":2,"steps":9,"evidence":"online","verification":"required","embodied":true}`},
		{`{"seed":null,"options":null}`, `"seed":4,"options":{"protocol":"released","semantics":"target","observations":3,"interventions":5,"submissions":3,"steps":39,"evidence":"online","verification":"none","embodied":true}`},
	} {
		answer := s.Reset(env, c.request)
		if want := `"info":{"task":"causalab/4nodes/0-v1",` + c.want + `}}`; !strings.HasSuffix(answer, want) {
			t.Errorf("reset(%s) answers\n%s\nwant it to end with\n%s", c.request, answer, want)
		}
		if !strings.HasPrefix(answer, `{"observation":{"task":"a",`) {
			t.Errorf("reset(%s): the alias is forgotten in %s", c.request, answer)
		}
	}
	trajectory := succeed(t, s.EnvTrajectory(env))["trajectory"].(string)
	if want := `"build":"b","player":{"kind":"program","name":"x"},"alias":"a"}` + "\n"; !strings.HasSuffix(trajectory, want) {
		t.Errorf("the log is %s, want its header to end with %s", trajectory, want)
	}
}

// TestRewards plays Gymnasium's way: reward and info at the end, terminated by the
// player or truncated by the limit, and no step after either.
func TestRewards(t *testing.T) {
	s := bridge.NewSession("b")
	env := made(t, s, "causalab/4nodes/0-v1", `{"steps":3,"seed":3}`)
	for _, c := range []struct {
		last, want string
	}{
		{submit(134), `"reward":1,"terminated":true,"truncated":false,"info":{"outcome":"submitted","submitted":134,`},
		{submit(139), `"reward":0,"terminated":true,"truncated":false,"info":{"outcome":"submitted","submitted":139,`},
		{giveUp, `"reward":0,"terminated":true,"truncated":false,"info":{"outcome":"gave_up",`},
		{think(), `"reward":0,"terminated":false,"truncated":true,"info":{"outcome":"truncated",`},
	} {
		succeed(t, s.Reset(env, "{}"))
		for _, record := range []string{think(), "garbage", set("density", 4)} {
			if got := s.EnvStep(env, record); !strings.HasSuffix(got, `,"reward":0,"terminated":false,"truncated":false,"info":{}}`) {
				t.Errorf("before the end: %s", got)
			}
		}
		if got := s.EnvStep(env, c.last); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s, want %s", c.last, got, c.want)
		}
		for _, answer := range []string{s.EnvStep(env, think()), s.EnvBatch(env, think())} {
			if got := refusal(t, answer); got != "episode_ended: The episode has ended; call reset before the next step." {
				t.Error(got)
			}
		}
		if v := succeed(t, s.EnvState(env)); v["phase"] != "done" {
			t.Errorf("state after the end: %v", v)
		}
	}
}

// TestWatched holds that the page shows an environment unless it is told not to,
// and is told of steps in what it shows only.
func TestWatched(t *testing.T) {
	s := bridge.NewSession("b")
	shown := made(t, s, "causalab/4nodes/0-v1", `{}`)
	hidden := made(t, s, "causalab/3nodes/0-v1", `{"watch":false}`)
	var told recorder
	told.listen(s)
	s.Reset(shown, "{}")
	told.expect(t, "started")
	s.Reset(hidden, "{}")
	s.EnvStep(hidden, think())
	told.expect(t)
	if !strings.Contains(s.Header(), "4nodes") {
		t.Errorf("shown is %s", s.Header())
	}
	s.EnvBatch(shown, think()+"\x1e"+giveUp)
	told.expect(t, `draft {"edges":[],"freq_equation":"resonanceFreq = 20","coefficients":{}}`, "observation", "ended")
	s.EnvClose(shown)
	if s.Episode() == nil {
		t.Error("closing an environment takes its end from the screen")
	}
}

// TestBatchEqualsSteps plays the same records at once and one by one.
func TestBatchEqualsSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := bridge.NewSession("b")
		records := rapid.SliceOfN(rapid.SampledFrom([]string{
			think(), "", "garbage", "{}", set("density", 4), set("moisture", 1e308), set("ph", 5), submit(1), submit(134), giveUp, "\xff", "\n",
		}), 1, 12).Draw(t, "records")
		request := fmt.Sprintf(`{"steps":%d,"submissions":2,"watch":false}`, rapid.IntRange(1, 9).Draw(t, "steps"))
		one, all := made(t, s, "causalab/4nodes/0-v1", request), made(t, s, "causalab/4nodes/0-v1", request)
		s.Reset(one, "{}")
		s.Reset(all, "{}")

		var last string
		var refused []string
		taken := 0
		for _, record := range records {
			answer := s.EnvStep(one, record)
			if strings.HasPrefix(answer, `{"error"`) {
				break
			}
			var v struct {
				Observation struct {
					Error json.RawMessage `json:"last_error"`
				} `json:"observation"`
			}
			if err := json.Unmarshal([]byte(answer), &v); err != nil {
				t.Fatal(err)
			}
			if e := string(v.Observation.Error); e != "null" {
				refused = append(refused, fmt.Sprintf(`{"index":%d,"error":%s}`, taken, e))
			}
			last = answer
			taken++
		}
		want := strings.TrimSuffix(last, "}") + fmt.Sprintf(`,"taken":%d`, taken)
		if refused != nil {
			want += `,"refused":[` + strings.Join(refused, ",") + "]"
		}
		if got := s.EnvBatch(all, strings.Join(records, "\x1e")); got != want+"}" {
			t.Fatalf("the batch answers\n%s\nsingle steps\n%s", got, want+"}")
		}
		if a, b := s.EnvTrajectory(one), s.EnvTrajectory(all); a != b {
			t.Fatalf("the logs differ:\n%s\n%s", a, b)
		}
	})
}

// TestArbitraryArguments calls every function with texts of any kind.
func TestArbitraryArguments(t *testing.T) {
	s := bridge.NewSession("b")
	env := made(t, s, "causalab/4nodes/0-v1", "{}")
	words := rapid.OneOf(
		rapid.String(), rapid.StringMatching(`[{}\[\]",:0-9a-z]{0,20}`),
		rapid.SampledFrom([]string{"{}", "null", "[]", "1", `"x"`, `{"seed":null}`, "causalab/4nodes/0-v1", think(), `{"edges":null}`, "look", "\x1e"}),
	)
	rapid.Check(t, func(t *rapid.T) {
		a, b := words.Draw(t, "a"), words.Draw(t, "b")
		n := rapid.SampledFrom([]int{env, 0, -7}).Draw(t, "env")
		tMs := rapid.Int64().Draw(t, "time")
		for name, answer := range map[string]string{
			"start": s.Start(a), "resume": s.Resume(a), "observe": s.Observe(), "header": s.Header(), "step": s.Step(a, tMs),
			"check": s.Check(a), "interpret": s.Interpret(a), "residuals": s.Residuals(a, tMs), "note": s.Note(a, b, tMs),
			"result": s.Result(), "setDraft": s.SetDraft(a), "act": s.Act(a), "import": s.ImportSuite(a, b), "suites": s.Suites(),
			"make": s.Make(a, b), "reset": s.Reset(n, a), "envStep": s.EnvStep(n, a), "batch": s.EnvBatch(n, a),
			"state": s.EnvState(n), "score": s.EnvScore(n), "trajectory": s.EnvTrajectory(n),
		} {
			if !json.Valid([]byte(answer)) {
				t.Fatalf("%s(%q, %q) answers %q, which is no JSON", name, a, b, answer)
			}
			if strings.Contains(answer, `"code":"internal"`) {
				t.Fatalf("%s(%q, %q) answers %s", name, a, b, answer)
			}
		}
	})
}
