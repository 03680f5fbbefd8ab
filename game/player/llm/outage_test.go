//go:build !js

package llm

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"causalab/game"
)

// TestOutagesAreWaitedOut plays on after failures that pass.
func TestOutagesAreWaitedOut(t *testing.T) {
	hangUp := func(w http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) }
	breakOff := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		w.Write([]byte(`{"choices": [`))
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	tests := []struct {
		name   string
		turn   turn
		status int
		told   string
		waits  [2]time.Duration // at least, at most
	}{
		{"rate limit", fails(429, "rate_limit_exceeded", "Slow down.", "Retry-After", "7"), 429, "Slow down.", [2]time.Duration{7 * time.Second, 7700 * time.Millisecond}},
		{"rate limit until a date", fails(429, "", "Slow down.", "Retry-After", "Fri, 02 Jan 2026 03:04:35 GMT"), 429, "Slow down.", [2]time.Duration{30 * time.Second, 33 * time.Second}},
		{"rate limit in milliseconds", fails(429, "", "Slow down.", "Retry-After-Ms", "250"), 429, "Slow down.", [2]time.Duration{250 * time.Millisecond, 275 * time.Millisecond}},
		{"rate limit without a time", fails(429, "", "Slow down."), 429, "Slow down.", [2]time.Duration{500 * time.Millisecond, time.Second}},
		{"server error", fails(500, "", "Oops."), 500, "Oops.", [2]time.Duration{500 * time.Millisecond, time.Second}},
		{"gateway's page", raw(502, "text/html", "<h1>Bad gateway</h1>"), 502, "<h1>Bad gateway</h1>", [2]time.Duration{500 * time.Millisecond, time.Second}},
		{"another form of error", raw(503, "application/json", `{"object":"error","message":"Loading the model"}`), 503, "Loading the model", [2]time.Duration{500 * time.Millisecond, time.Second}},
		{"error with status 200", raw(200, "application/json", `{"error":{"code":529,"message":"Overloaded"}}`), 529, "Overloaded", [2]time.Duration{500 * time.Millisecond, time.Second}},
		{"no JSON", raw(200, "text/html", "<p>Log in to the network</p>"), 200, "<p>Log in to the network</p>", [2]time.Duration{500 * time.Millisecond, time.Second}},
		{"hung up", hangUp, 0, "EOF", [2]time.Duration{500 * time.Millisecond, time.Second}},
		{"broken off", breakOff, 0, "broke off", [2]time.Duration{500 * time.Millisecond, time.Second}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := serve(t, test.turn, says(stop))
			m := s.play(t.Context(), s.config(), game.Options{})
			if m.err != nil || m.usage.Requests != 2 || m.count(game.EventRefused) != 0 {
				t.Fatalf("%v, %+v, %d refusals", m.err, m.usage, m.count(game.EventRefused))
			}
			if d := m.clock.slept; len(d) != 1 || d[0] < test.waits[0] || d[0] > test.waits[1] {
				t.Errorf("waited %v, want %v", d, test.waits)
			}
			failures := m.of("failure")
			if len(failures) != 1 || failures[0].Status != test.status || !strings.Contains(failures[0].Message, test.told) || failures[0].WaitMs == nil {
				t.Errorf("%+v", failures)
			}
			if a, b := s.requests()[0], s.requests()[1]; a != b {
				t.Errorf("the repetition differs:\n%s\n%s", a, b)
			}
			if replies := m.of("reply"); len(replies) != 1 || replies[0].N != 1 || replies[0].Attempt != 2 {
				t.Errorf("%+v", replies)
			}
		})
	}
}

func TestServerErrorsThatPass(t *testing.T) {
	down := fails(500, "", "Oops.")
	s := serve(t, down, down, down, says(think), down, says(stop))
	var noticed []time.Duration
	c := s.config()
	c.Notice = func(text string, wait time.Duration) {
		if text != "500 Internal Server Error: Oops." {
			t.Errorf("noticed %q", text)
		}
		noticed = append(noticed, wait)
	}
	m := s.play(t.Context(), c, game.Options{})
	if m.err != nil || m.episode.Result().Steps.Used != 2 {
		t.Fatal(m.err)
	}
	// Waits double with each failure and begin anew with each request.
	for i, longest := range []time.Duration{1, 2, 4, 1} {
		if d := m.clock.slept[i]; d < longest*time.Second/2 || d > longest*time.Second {
			t.Errorf("wait %d is %s", i, d)
		}
	}
	if !slices.Equal(noticed, m.clock.slept) {
		t.Errorf("noticed %v of %v", noticed, m.clock.slept)
	}
}

func TestServerErrorsWithoutEnd(t *testing.T) {
	turns := make([]turn, 200)
	for i := range turns {
		turns[i] = fails(500, "", "Out of order.")
	}
	s := serve(t, turns...)
	c := s.config()
	c.Patience = 10 * time.Minute
	m := s.play(t.Context(), c, game.Options{})
	var failed *EndpointError
	if !errors.As(m.err, &failed) || failed.Status != 500 || failed.Message != "Out of order." || m.episode.Done() {
		t.Fatalf("%v, done %v", m.err, m.episode.Done())
	}
	if failed.Waited > c.Patience || failed.Waited < c.Patience-time.Minute || failed.Attempts != len(s.requests()) || failed.Attempts > 30 {
		t.Errorf("%d attempts, waited %s", failed.Attempts, failed.Waited)
	}
	if text := m.err.Error(); !strings.Contains(text, "500 Internal Server Error: Out of order.") {
		t.Errorf("error %q", text)
	}
	failures := m.of("failure")
	if last := failures[len(failures)-1]; len(failures) != failed.Attempts || last.WaitMs != nil {
		t.Errorf("%d failures, the last %+v", len(failures), last)
	}
}

func TestLongRetryAfterEndsThePlay(t *testing.T) {
	s := serve(t, fails(429, "", "Come back tomorrow.", "Retry-After", "86400"))
	m := s.play(t.Context(), s.config(), game.Options{})
	var failed *EndpointError
	if !errors.As(m.err, &failed) || failed.Status != 429 || len(m.clock.slept) != 0 {
		t.Errorf("%v, slept %v", m.err, m.clock.slept)
	}
}

func TestTimeouts(t *testing.T) {
	hang := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	late := slices.Repeat([]turn{says(stop)}, 20) // on a busy machine a good reply may be late too
	s := serve(t, append([]turn{hang}, late...)...)
	c := s.config()
	c.RequestTimeout = 100 * time.Millisecond
	m := s.play(t.Context(), c, game.Options{})
	if m.err != nil || m.usage.Requests < 2 || m.count(game.EventRefused) != 0 {
		t.Fatalf("%v, %+v", m.err, m.usage)
	}
	if f := m.of("failure"); f[0].Code != "timeout" || f[0].Message != "no answer within 100ms" {
		t.Errorf("%+v", f)
	}
}

// TestFailuresThatDoNotPass are told at once.
func TestFailuresThatDoNotPass(t *testing.T) {
	tests := []struct {
		name   string
		turn   turn
		status int
	}{
		{"wrong key", fails(401, "invalid_api_key", "Incorrect API key provided."), 401},
		{"not allowed", fails(403, "", "Not in your country."), 403},
		{"unknown model", fails(404, "model_not_found", "The model does not exist."), 404},
		{"bad request", fails(400, "unsupported_value", "temperature does not support 0.1."), 400},
		{"no money", fails(429, "insufficient_quota", "You exceeded your current quota."), 429},
		{"elsewhere", raw(405, "text/plain", "Method not allowed"), 405},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := serve(t, test.turn)
			m := s.play(t.Context(), s.config(), game.Options{})
			var failed *EndpointError
			if !errors.As(m.err, &failed) || failed.Status != test.status || failed.Attempts != 1 || m.episode.Done() {
				t.Errorf("%v, done %v", m.err, m.episode.Done())
			}
			if failed != nil && !strings.HasPrefix(m.err.Error(), "the endpoint refuses: ") {
				t.Errorf("error %q", m.err)
			}
		})
	}
}

// TestPromptsThatAreNotTaken end the episode, not the run.
func TestPromptsThatAreNotTaken(t *testing.T) {
	for _, turn := range []turn{
		fails(400, "context_length_exceeded", "Too long."),
		fails(400, "", "This model's maximum context length is 4096 tokens."),
		fails(400, "content_filter", "Filtered."),
		raw(413, "text/plain", "Too large"),
	} {
		s := serve(t, says(think), turn)
		m := s.play(t.Context(), s.config(), game.Options{})
		if m.err != nil || m.episode.Outcome() != game.GaveUp || !strings.HasPrefix(m.usage.GaveUp, "the endpoint does not take the prompt: 4") {
			t.Errorf("%v, outcome %q, %q", m.err, m.episode.Outcome(), m.usage.GaveUp)
		}
	}
}

func TestNobodyThere(t *testing.T) {
	s := serve(t)
	c := s.config()
	s.server.Close()
	c.Patience = 5 * time.Second
	m := s.play(t.Context(), c, game.Options{})
	var failed *EndpointError
	if !errors.As(m.err, &failed) || failed.Status != 0 || failed.Code != "connection" || failed.Attempts < 3 || !strings.Contains(m.err.Error(), "refused") {
		t.Errorf("%v", m.err)
	}
}

func TestWaitsAreBoundedAndSeeded(t *testing.T) {
	waits := func(seed uint64) (all []time.Duration) {
		p := patience{limit: time.Hour, jitter: rand.New(rand.NewPCG(seed, 0))}
		for range 100 {
			d, again := p.after(&failure{}, time.Time{})
			if !again || d < firstWait/2 || d > longestWait {
				t.Fatalf("wait %s, %v", d, again)
			}
			all = append(all, d)
		}
		return all
	}
	if a, b := waits(1), waits(1); !slices.Equal(a, b) {
		t.Error("equal seeds wait differently")
	}
	if a, b := waits(1), waits(2); slices.Equal(a, b) {
		t.Error("other seeds wait the same")
	}
}
