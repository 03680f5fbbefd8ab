//go:build !js

package llm

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"causalab/game"
)

func TestRecordsAreTakenAsModelsPrintThem(t *testing.T) {
	s := serve(t,
		says(think),
		says("<think>If {density} causes it, then \"edges\": []…</think>\nHere is my record:\n```json\n"+think+"\n```\nThat is all."),
		says("I have seen enough.\n"+stop))
	m := s.play(t.Context(), s.config(), game.Options{})
	if m.err != nil || m.episode.Outcome() != game.GaveUp {
		t.Fatalf("%v, outcome %q", m.err, m.episode.Outcome())
	}
	if r := m.episode.Result(); r.Steps.Used != 3 || m.count(game.EventRefused) != 0 {
		t.Errorf("%d steps, %d refusals", r.Steps.Used, m.count(game.EventRefused))
	}
	want := Usage{Requests: 3, Replies: 3, PromptTokens: 300, CompletionTokens: 60}
	if diff := cmp.Diff(want, m.usage); diff != "" {
		t.Error(diff)
	}
	if h := m.episode.Header(); h.Player != (game.Player{Kind: "program", Name: "llm:scripted"}) {
		t.Errorf("player %v", h.Player)
	}
}

// TestRequest compares what is sent with what was configured.
func TestRequest(t *testing.T) {
	s := serve(t, says(think), says(stop))
	c := s.config()
	c.Extra = `{"chat_template_kwargs": {"enable_thinking": false}, "seed": 9007199254740993}`
	m := s.play(t.Context(), c, game.Options{})
	var body map[string]json.RawMessage
	if err := json.Unmarshal([]byte(s.requests()[0]), &body); err != nil {
		t.Fatal(err)
	}
	delete(body, "messages")
	want := map[string]json.RawMessage{
		"model": json.RawMessage(`"scripted"`), "temperature": json.RawMessage("0.1"), "max_tokens": json.RawMessage("8192"),
		"chat_template_kwargs": json.RawMessage(`{"enable_thinking":false}`), "seed": json.RawMessage("9007199254740993"),
	}
	if diff := cmp.Diff(want, body); diff != "" {
		t.Error(diff)
	}
	// Without history each request is the two prompts of the moment.
	again := start(t, &Player{}, game.Options{})
	for i := range s.requests() {
		system, user := again.Prompt()
		if role, content := s.message(i, 0); role != "system" || content != system {
			t.Errorf("request %d begins with %s %q", i, role, content)
		}
		if role, content := s.message(i, 1); role != "user" || content != user {
			t.Errorf("request %d goes on with %s %q", i, role, content)
		}
		if role, _ := s.message(i, -1); role != "user" || strings.Count(s.requests()[i], `"role"`) != 2 {
			t.Errorf("request %d holds more: %s", i, s.requests()[i])
		}
		again.Step(think, game.NoTime)
	}
	for i, l := range m.of("request") {
		var kept, sent any
		if json.Unmarshal(l.Body, &kept) != nil || json.Unmarshal([]byte(s.requests()[i]), &sent) != nil || !cmp.Equal(kept, sent) {
			t.Errorf("the transcript has another request %d: %s", i, l.Body)
		}
	}
}

func TestSettings(t *testing.T) {
	zero, negative := 0.0, -1.0
	tests := []struct {
		name   string
		change func(*Config)
		want   map[string]string // absent fields are ""
	}{
		{"cold", func(c *Config) { c.Temperature = &zero }, map[string]string{"temperature": "0"}},
		{"no temperature", func(c *Config) { c.Temperature = &negative }, map[string]string{"temperature": ""}},
		{"short replies", func(c *Config) { c.ReplyTokens = 77 }, map[string]string{"max_tokens": "77"}},
		{"free replies", func(c *Config) { c.ReplyTokens = -1 }, map[string]string{"max_tokens": "", "max_completion_tokens": ""}},
		{"no bound on the episode", func(c *Config) { c.EpisodeTokens = -1 }, map[string]string{"max_tokens": "8192"}},
		{"the newer field", func(c *Config) { c.TokenField = MaxCompletionTokens }, map[string]string{"max_tokens": "", "max_completion_tokens": "8192"}},
		{"said by the extra fields", func(c *Config) { c.Extra = `{"max_tokens": 5, "temperature": 1}` }, map[string]string{"max_tokens": "5", "temperature": "1"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := serve(t, says(stop))
			c := s.config()
			test.change(&c)
			if m := s.play(t.Context(), c, game.Options{}); m.err != nil {
				t.Fatal(m.err)
			}
			var body map[string]json.RawMessage
			if err := json.Unmarshal([]byte(s.requests()[0]), &body); err != nil {
				t.Fatal(err)
			}
			for field, want := range test.want {
				if got := string(body[field]); got != want {
					t.Errorf("%s is %q, want %q", field, got, want)
				}
			}
		})
	}
}

func TestThreeWrongRepliesSpendTheStep(t *testing.T) {
	s := serve(t, says("I don't know."), says(`{"hypothesis": 3}`), says("Sorry."), says(think), says(stop))
	m := s.play(t.Context(), s.config(), game.Options{})
	r := m.episode.Result()
	if m.err != nil || r.ParseFailures != 1 || r.Steps.Used != 3 || m.count(game.EventRefused) != 3 {
		t.Errorf("%v, %d parse failures, %d steps, %d refusals", m.err, r.ParseFailures, r.Steps.Used, m.count(game.EventRefused))
	}
	// Errors are shown in the next prompt, and gone in the one after a good record.
	for i, want := range []string{"", "2 tries are left", "1 try is left", "the step is spent", ""} {
		_, user := s.message(i, -1)
		if refused := strings.Contains(user, "Your record was refused"); refused != (want != "") || !strings.Contains(user, want) {
			t.Errorf("prompt %d should tell %q: %s", i, want, user)
		}
	}
	var got [][2]int
	for _, l := range m.of("request") {
		got = append(got, [2]int{l.Step, l.Retry})
	}
	if diff := cmp.Diff([][2]int{{1, 0}, {1, 1}, {1, 2}, {2, 0}, {3, 0}}, got); diff != "" {
		t.Errorf("steps and retries: %s", diff)
	}
}

// TestFlawedReplies tells the model what it cannot know of its last reply.
func TestFlawedReplies(t *testing.T) {
	tests := []struct {
		name string
		turn turn
		want string
	}{
		{"cut off", stops(think[:40], "length"), "cut off"},
		{"cut off in thought", stops("<think>Let me see", "length"), "cut off"},
		{"empty", says(""), "was empty"},
		{"blank", says(" \n"), "was empty"},
		{"no choices", raw(200, "application/json", `{"id":"1","object":"chat.completion","choices":[]}`), "was empty"},
		{"null content", raw(200, "application/json", `{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":null}}]}`), "was empty"},
		{"filtered", stops("", "content_filter"), "withheld"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := serve(t, test.turn, says(think), says(stop))
			m := s.play(t.Context(), s.config(), game.Options{})
			if m.err != nil || m.count(game.EventRefused) != 1 {
				t.Fatalf("%v, %d refusals", m.err, m.count(game.EventRefused))
			}
			if _, user := s.message(1, -1); !strings.Contains(user, test.want) {
				t.Errorf("the retry does not tell %q: %s", test.want, user)
			}
			if _, user := s.message(2, -1); strings.Contains(user, test.want) {
				t.Errorf("the next step still tells %q", test.want)
			}
		})
	}
	// A record that is whole counts, whatever came after it.
	s := serve(t, stops(stop+" And furth", "length"))
	if m := s.play(t.Context(), s.config(), game.Options{}); m.err != nil || m.count(game.EventRefused) != 0 {
		t.Errorf("%v, %d refusals", m.err, m.count(game.EventRefused))
	}
	// What a model refuses to do is its reply.
	s = serve(t, raw(200, "application/json", `{"choices":[{"message":{"role":"assistant","content":null,"refusal":"I will not."}}]}`), says(stop))
	m := s.play(t.Context(), s.config(), game.Options{})
	if v := m.episode.Events()[0]; v.Raw == nil || *v.Raw != "I will not." {
		t.Errorf("%+v", v)
	}
}

func TestHistory(t *testing.T) {
	s := serve(t, says(think), says(""), says(think), says(stop))
	c := s.config()
	c.History = 2
	if m := s.play(t.Context(), c, game.Options{}); m.err != nil {
		t.Fatal(m.err)
	}
	var roles []string
	for i := range 6 {
		role, _ := s.message(3, i)
		roles = append(roles, role)
	}
	if diff := cmp.Diff([]string{"system", "user", "assistant", "user", "assistant", "user"}, roles); diff != "" {
		t.Error(diff)
	}
	for i, want := range map[int]string{2: "(no text)", 4: think} {
		if _, got := s.message(3, i); got != want {
			t.Errorf("message %d is %q", i, got)
		}
	}
	_, earlier := s.message(2, -1)
	if _, got := s.message(3, 3); got != earlier {
		t.Errorf("the earlier prompt is told as %q", got)
	}
}

func TestUsageIsEstimatedWhereItIsMissing(t *testing.T) {
	silent := func(w http.ResponseWriter, _ *http.Request) { complete(w, stop, "stop", false) }
	s := serve(t, says(think), silent)
	m := s.play(t.Context(), s.config(), game.Options{})
	if m.err != nil || m.usage.Estimated != 1 {
		t.Fatalf("%v, %+v", m.err, m.usage)
	}
	_, system := s.message(1, 0)
	_, user := s.message(1, 1)
	if got, least := m.usage.PromptTokens-100, int64(len(system+user))/4; got < least || got > 2*least {
		t.Errorf("%d tokens for a prompt of %d bytes", got, 4*least)
	}
	if replies := m.of("reply"); replies[0].Tokens.Estimated || !replies[1].Tokens.Estimated || replies[1].Tokens.Episode != m.usage.Tokens() {
		t.Errorf("%+v", replies)
	}
}

func TestEpisodeTokensEndTheEpisode(t *testing.T) {
	// Each reply costs 120, and the prompt that follows is estimated at more than
	// the rest.
	s := serve(t, says(think), says(think))
	c := s.config()
	again := start(t, &Player{}, game.Options{})
	again.Step(think, game.NoTime)
	system, user := again.Prompt()
	c.EpisodeTokens = 120 + estimate(len(system+user)) + 10
	m := s.play(t.Context(), c, game.Options{})
	if m.err != nil || m.episode.Outcome() != game.GaveUp || !strings.Contains(m.usage.GaveUp, "tokens") {
		t.Fatalf("%v, outcome %q, %q", m.err, m.episode.Outcome(), m.usage.GaveUp)
	}
	if last := m.transcript[len(m.transcript)-1]; last.Ended != "gave_up" || last.Reason != m.usage.GaveUp || last.Usage != m.usage {
		t.Errorf("%+v", last)
	}
	if !strings.Contains(m.episode.Trajectory(), m.usage.GaveUp) {
		t.Error("the log does not say why")
	}
	// The last reply is bounded by what is left.
	if !strings.Contains(s.requests()[1], `"max_tokens":10`) {
		t.Errorf("the last request: %s", s.requests()[1])
	}
}

func TestRunTokensEndTheRun(t *testing.T) {
	s := serve(t, says(stop), says(think))
	c := s.config()
	p, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	system, user := start(t, p, game.Options{}).Prompt()
	c.RunTokens = 2*120 + estimate(len(system+user)) - 1
	if p, err = New(c); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Play(t.Context(), start(t, p, game.Options{}), nil); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "transcript")
	transcript, err := OpenTranscript(path)
	if err != nil {
		t.Fatal(err)
	}
	defer transcript.Close()
	e := start(t, p, game.Options{})
	usage, err := p.Play(t.Context(), e, transcript)
	if !errors.Is(err, ErrRunTokens) || e.Done() || usage.Replies != 1 {
		t.Errorf("%v, done %v, %+v", err, e.Done(), usage)
	}
	lines := readTranscript(t, path)
	if last := lines[len(lines)-1]; last.Ended != "broken_off" || last.Reason != ErrRunTokens.Error() {
		t.Errorf("%+v", last)
	}
}

func TestCancellation(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := serve(t, says(think), func(w http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	m := s.play(ctx, s.config(), game.Options{})
	if !errors.Is(m.err, context.Canceled) || m.episode.Done() || m.usage.Requests != 2 || m.usage.Replies != 1 {
		t.Errorf("%v, %+v", m.err, m.usage)
	}
	if failures := m.of("failure"); len(failures) != 1 || failures[0].Code != "cancelled" || failures[0].WaitMs != nil {
		t.Errorf("%+v", failures)
	}
	if last := m.transcript[len(m.transcript)-1]; last.Ended != "broken_off" {
		t.Errorf("%+v", last)
	}
}

func TestPreviewAsksNobody(t *testing.T) {
	key, err := NewKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(Config{Model: "some-model", BaseURL: "http://localhost:1/v1", Key: key, Extra: `{"reasoning_effort": "low"}`})
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	if err := p.Preview(&got, start(t, p, game.Options{})); err != nil {
		t.Fatal(err)
	}
	system, user := start(t, p, game.Options{}).Prompt()
	want := `=== request ===

POST http://localhost:1/v1/chat/completions
{
  "max_tokens": 8192,
  "model": "some-model",
  "reasoning_effort": "low",
  "temperature": 0.1
}

=== system ===

` + strings.TrimSpace(system) + `

=== user ===

` + strings.TrimSpace(user) + "\n"
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
}
