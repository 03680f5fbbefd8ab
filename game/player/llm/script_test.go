//go:build !js

package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"causalab/game"
	"causalab/scm/suite"
)

// secret is the key of all tests. It holds signs that JSON and addresses escape.
const secret = `sk-test-9f&<"\+/7731`

// turn is how a scripted endpoint answers one request.
type turn func(w http.ResponseWriter, r *http.Request)

// script is an endpoint that answers as it was told, one turn a request.
type script struct {
	t      *testing.T
	server *httptest.Server

	mu     sync.Mutex
	turns  []turn
	bodies []string // of the requests, as they came
}

// serve starts an endpoint. A request after the last turn fails the test.
func serve(t *testing.T, turns ...turn) *script {
	s := &script{t: t, turns: turns}
	s.server = httptest.NewServer(http.HandlerFunc(s.answer))
	t.Cleanup(s.server.Close)
	return s
}

func (s *script) answer(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	if r.Method != http.MethodPost || r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer "+secret {
		s.t.Errorf("%s %s with authorization %q", r.Method, r.URL, r.Header.Get("Authorization"))
	}
	s.mu.Lock()
	n := len(s.bodies)
	s.bodies = append(s.bodies, string(body))
	s.mu.Unlock()
	if n >= len(s.turns) {
		s.t.Errorf("request %d is one too many", n+1)
		w.WriteHeader(http.StatusTeapot)
		return
	}
	s.turns[n](w, r)
}

// requests returns what the endpoint was sent.
func (s *script) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.bodies)
}

// message returns a message of the n-th request, counted from the end if i is
// negative.
func (s *script) message(n, i int) (role, content string) {
	var body struct {
		Messages []struct{ Role, Content string }
	}
	if err := json.Unmarshal([]byte(s.requests()[n]), &body); err != nil {
		s.t.Fatal(err)
	}
	if i < 0 {
		i += len(body.Messages)
	}
	return body.Messages[i].Role, body.Messages[i].Content
}

// says answers with a text, 100 prompt tokens and 20 of the reply.
func says(text string) turn {
	return func(w http.ResponseWriter, _ *http.Request) { complete(w, text, "stop", true) }
}

// stops answers with a text that ended for a reason.
func stops(text, reason string) turn {
	return func(w http.ResponseWriter, _ *http.Request) { complete(w, text, reason, true) }
}

func complete(w http.ResponseWriter, text, reason string, usage bool) {
	body := map[string]any{
		"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "scripted",
		"choices": []any{map[string]any{"index": 0, "finish_reason": reason, "message": map[string]any{"role": "assistant", "content": text}}},
	}
	if usage {
		body["usage"] = map[string]any{"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(body)
}

// fails answers with an error in OpenAI's form and the given headers, as name and
// value in turn.
func fails(status int, code, message string, headers ...string) turn {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"code": code, "message": message, "type": "scripted"}})
	}
}

// raw answers with a body as it is.
func raw(status int, contentType, body string) turn {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// record is the text of a record without data.
func record(action string) string {
	return fmt.Sprintf(`{"memory":"kept","thought":"","past_data":[],"hypothesis":{"edges":[],"freq_equation":"","coefficients":{}},"action":%q}`, action)
}

// think and stop are the shortest ways to take a step and to end an episode.
var think, stop = record("none"), record("give_up")

// watch is a clock that stands still but for sleep.
type watch struct {
	mu    sync.Mutex
	time  time.Time
	slept []time.Duration
}

func newWatch() *watch { return &watch{time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)} }

func (w *watch) Now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.time
}

func (w *watch) Sleep(ctx context.Context, d time.Duration) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.time = w.time.Add(d)
	w.slept = append(w.slept, d)
	return ctx.Err()
}

// config is a configuration for an endpoint on a clock that does not make tests
// wait.
func (s *script) config() Config {
	key, err := NewKey(secret)
	if err != nil {
		s.t.Fatal(err)
	}
	return Config{Model: "scripted", BaseURL: s.server.URL + "/v1", Key: key, Clock: newWatch(), RequestTimeout: 20 * time.Second}
}

// match is one episode played against a script.
type match struct {
	episode    *game.Episode
	usage      Usage
	err        error
	transcript []line
	path       string
	clock      *watch
}

// line is a line of a transcript.
type line struct {
	Type, Format, Ended, Reason, Message, Code string
	FinishReason                               string `json:"finish_reason"`
	N, Attempt, Step, Retry, Status            int
	WaitMs                                     *int64 `json:"wait_ms"`
	Tokens                                     tokensLine
	Body                                       json.RawMessage
	Usage                                      Usage
}

// play plays one episode of 4nodes/0 to its end or an error.
func (s *script) play(ctx context.Context, c Config, o game.Options) *match {
	s.t.Helper()
	p, err := New(c)
	if err != nil {
		s.t.Fatal(err)
	}
	m := &match{episode: start(s.t, p, o), path: filepath.Join(s.t.TempDir(), "log.transcript.jsonl"), clock: c.Clock.(*watch)}
	transcript, err := OpenTranscript(m.path)
	if err != nil {
		s.t.Fatal(err)
	}
	m.usage, m.err = p.Play(ctx, m.episode, transcript)
	if err := transcript.Close(); err != nil {
		s.t.Fatal(err)
	}
	m.transcript = readTranscript(s.t, m.path)
	if first, last := m.transcript[0], m.transcript[len(m.transcript)-1]; first.Type != "begin" || first.Format != TranscriptFormat || last.Type != "end" {
		s.t.Errorf("the transcript runs from %q to %q", first.Type, last.Type)
	}
	if m.err == nil && !m.episode.Done() {
		s.t.Error("the episode has not ended")
	}
	return m
}

func start(t *testing.T, p *Player, o game.Options) *game.Episode {
	t.Helper()
	task, err := suite.Released().Find("causalab/4nodes/0-v1")
	if err != nil {
		t.Fatal(err)
	}
	e, err := game.New(game.Setup{Task: task, Options: o, Player: p.Info()})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func readTranscript(t *testing.T, path string) []line {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasSuffix(data, []byte("\n")) {
		t.Error("the transcript's last line is not whole")
	}
	var lines []line
	for text := range strings.Lines(string(data)) {
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		lines = append(lines, l)
	}
	return lines
}

// of returns the transcript's lines of a type.
func (m *match) of(kind string) []line {
	return slices.DeleteFunc(slices.Clone(m.transcript), func(l line) bool { return l.Type != kind })
}

// count returns how often an event is in the log.
func (m *match) count(kind game.EventType) int {
	n := 0
	for _, v := range m.episode.Events() {
		if v.Type == kind {
			n++
		}
	}
	return n
}
