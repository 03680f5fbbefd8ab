//go:build !js

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"causalab/cmd/causalab/batch"
	"causalab/game"
	"causalab/scm/suite"
)

const modelKey = "sk-test-5527-never-to-be-seen"

// modelEndpoint is a language model that thinks for a step, then gives up. While it
// is down, and for a wrong key, it answers with errors that repeat the key.
type modelEndpoint struct {
	address  string
	requests atomic.Int64
	down     atomic.Bool
}

// startEndpoint starts an endpoint and puts its key where the program looks for it.
func startEndpoint(t *testing.T) *modelEndpoint {
	m := new(modelEndpoint)
	server := httptest.NewServer(m)
	t.Cleanup(server.Close)
	m.address = server.URL + "/v1"
	t.Setenv(keyVariable, modelKey)
	t.Setenv(endpointVariable, "")
	t.Setenv(modelVariable, "")
	return m
}

func (m *modelEndpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.requests.Add(1)
	w.Header().Set("Content-Type", "application/json")
	key := r.Header.Get("Authorization")
	if status := map[bool]int{key != "Bearer "+modelKey: 401, m.down.Load(): 503}[true]; status != 0 {
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"error": {"message": %q}}`, "Not with "+key)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	action := "give_up"
	if bytes.Contains(body, []byte("after 0 steps")) {
		action = "none"
	}
	record := fmt.Sprintf(`{"hypothesis": {"edges": [], "freq_equation": "", "coefficients": {}}, "action": %q}`, action)
	json.NewEncoder(w).Encode(map[string]any{
		"choices": []any{map[string]any{"finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": record}}},
		"usage":   map[string]any{"prompt_tokens": 1000, "completion_tokens": 50},
	})
}

// findKey fails the test if the key is in a text or in a file of a folder.
func findKey(t *testing.T, folder string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(text, modelKey) {
			t.Errorf("the key is in %q", text)
		}
	}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err == nil && bytes.Contains(data, []byte(modelKey)) {
			t.Errorf("the key is in %s", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// transcriptTypes returns the types of a transcript's lines.
func transcriptTypes(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var types []string
	for text := range strings.Lines(string(data)) {
		var line struct{ Type string }
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatal(err)
		}
		types = append(types, line.Type)
	}
	return strings.Join(types, " ")
}

func TestModelPlaysATask(t *testing.T) {
	m := startEndpoint(t)
	t.Chdir(t.TempDir())
	code, stdout, stderr := runWith("", "llm", "4nodes/3", "-model", "scripted", "-base-url", m.address, "-log", "e.jsonl")
	if code != 0 || stderr != "" {
		t.Fatalf("code %d, %s", code, stderr)
	}
	var out struct {
		Result struct{ Outcome string }
		Usage  struct {
			Replies      int
			PromptTokens int `json:"prompt_tokens"`
		}
	}
	if err := json.Unmarshal([]byte(stdout), &out); err != nil || out.Result.Outcome != "gave_up" || out.Usage.Replies != 2 || out.Usage.PromptTokens != 2000 {
		t.Errorf("%v: %s", err, stdout)
	}
	if got := transcriptTypes(t, "e.transcript.jsonl"); got != "begin request reply request reply end" {
		t.Errorf("the transcript has %s", got)
	}
	log, err := os.ReadFile("e.jsonl")
	if err != nil || !strings.Contains(string(log), `"player":{"kind":"program","name":"llm:scripted"}`) {
		t.Errorf("%v: %.300s", err, log)
	}
	if strings.Contains(string(log), "t_ms") {
		t.Error("the log has times, so that no two are alike")
	}
	if code, _, stderr := runWith("", "replay", "e.jsonl"); code != 0 {
		t.Errorf("replay: code %d, %s", code, stderr)
	}
	findKey(t, ".", stdout, stderr)

	// A log that is there is not replaced, and nothing is asked.
	before := m.requests.Load()
	if code, _, stderr := runWith("", "llm", "4nodes/3", "-model", "scripted", "-base-url", m.address, "-log", "e.jsonl"); code != exitFailed || !strings.Contains(stderr, "there already") || m.requests.Load() != before {
		t.Errorf("code %d, %s", code, stderr)
	}
}

// TestModelOutage leaves the transcript and no log; the next play begins anew.
func TestModelOutage(t *testing.T) {
	m := startEndpoint(t)
	t.Chdir(t.TempDir())
	m.down.Store(true)
	args := []string{"llm", "4nodes/3", "-model", "scripted", "-base-url", m.address, "-log", "e.jsonl", "-patience", "1ms"}
	code, stdout, stderr := runWith("", args...)
	if want := "causalab llm: the play broke off after 0 steps: the endpoint"; code != exitFailed || stdout != "" || !strings.HasPrefix(stderr, want) || !strings.Contains(stderr, "503 Service Unavailable: Not with Bearer [key]") {
		t.Errorf("code %d, %s%s", code, stdout, stderr)
	}
	if _, err := os.Stat("e.jsonl"); err == nil {
		t.Error("there is a log of an episode that did not end")
	}
	m.down.Store(false)
	if code, _, stderr := runWith("", args...); code != 0 {
		t.Errorf("again: code %d, %s", code, stderr)
	}
	if got := transcriptTypes(t, "e.transcript.jsonl"); got != "begin request failure end begin request reply request reply end" {
		t.Errorf("the transcript has %s", got)
	}
	findKey(t, ".", stdout, stderr)

	t.Setenv(keyVariable, modelKey+"-wrong")
	code, stdout, stderr = runWith("", "llm", "4nodes/3", "-model", "scripted", "-base-url", m.address, "-log", "f.jsonl")
	if code != exitFailed || !strings.Contains(stderr, "the endpoint refuses: 401 Unauthorized: Not with Bearer [key]") {
		t.Errorf("wrong key: code %d, %s", code, stderr)
	}
	findKey(t, ".", stdout, stderr)
}

func TestModelDryRun(t *testing.T) {
	m := startEndpoint(t)
	t.Setenv(keyVariable, "")
	_, prompts, _ := runWith("", "prompt", "4nodes/3", "-protocol", "released")
	code, stdout, stderr := runWith("", "llm", "4nodes/3", "-protocol", "released", "-model", "scripted", "-dry-run", "-temperature", "-1", "-reply-tokens", "0")
	if want := "=== request ===\n\nPOST https://api.openai.com/v1/chat/completions\n{\n  \"model\": \"scripted\"\n}\n\n" + prompts; code != 0 || stdout != want || stderr != "" {
		t.Errorf("code %d, %s%s, want %s", code, stdout, stderr, want)
	}
	t.Setenv(keyVariable, modelKey)
	code, stdout, stderr = runWith("", "run", "-suite", "4nodes", "-player", "random,llm", "-model", "scripted", "-base-url", m.address, "-dry-run")
	if code != 0 || !strings.Contains(stdout, "Task causalab/4nodes/0-v1") || stderr != "" || m.requests.Load() != 0 {
		t.Errorf("run: code %d, %s%s", code, stdout, stderr)
	}
	findKey(t, t.TempDir(), stdout, stderr)
	if code, _, stderr := runWith("", "run", "-suite", "4nodes", "-player", "random", "-dry-run"); code != exitUsage || !strings.Contains(stderr, "-player llm") {
		t.Errorf("without a model: code %d, %s", code, stderr)
	}
}

func TestModelUsageErrors(t *testing.T) {
	m := startEndpoint(t)
	t.Chdir(t.TempDir())
	if err := os.WriteFile("two-lines", []byte(modelKey+"\n"+modelKey), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("empty", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		args string
		code int
		want string
	}{
		{"llm 4nodes/3 -log e", exitUsage, "no model: name one with -model or CAUSALAB_LLM_MODEL"},
		{"llm 4nodes/3 -model m -base-url ADDRESS", exitUsage, "no log"},
		{"llm -model m -log e", exitUsage, "no task"},
		{"llm 4nodes/3 -model m -log e -key-env NO_SUCH_KEY", exitUsage, "no key: put it into the environment variable NO_SUCH_KEY"},
		{"llm 4nodes/3 -model m -log e -key-file none", exitFailed, "-key-file: open none"},
		{"llm 4nodes/3 -model m -log e -key-file two-lines", exitFailed, "two-lines: the key has spaces"},
		{"llm 4nodes/3 -model m -log e -key-file empty", exitFailed, "empty: the key is empty"},
		{"llm 4nodes/3 -model m -log e -base-url localhost", exitUsage, "http://"},
		{"llm 4nodes/3 -model m -log e -extra [1]", exitUsage, "JSON object"},
		{"llm 4nodes/3 -model m -log e -reply-tokens -1", exitUsage, "-reply-tokens -1"},
		{"llm 4nodes/3 -model m -log e -patience 0", exitUsage, "-patience"},
		{"llm 4nodes/3 -model m -log none/e -base-url ADDRESS", exitFailed, "none/e cannot be written"},
		{"run -suite 4nodes -out o -player llm", exitUsage, "no model"},
		{"run -suite 4nodes -out o -player llm:a,llm:b -name c", exitUsage, "-name is for one player"},
		{"run -suite 4nodes -out o -player llm:a -name random", exitUsage, "a reference player"},
		{"run -suite 4nodes -out o -player llm:a,llm -model a", exitUsage, "named twice"},
		{"run -suite 4nodes -out o -player random -name c", exitUsage, "-name is for a program or a language model"},
	}
	for _, test := range tests {
		args := strings.Fields(strings.ReplaceAll(test.args, "ADDRESS", m.address))
		code, stdout, stderr := runWith("", args...)
		if code != test.code || stdout != "" || !strings.Contains(stderr, test.want) {
			t.Errorf("%s: code %d, %s%s, want %q", test.args, code, stdout, stderr, test.want)
		}
		if strings.Contains(stderr, modelKey) {
			t.Errorf("%s: the key is in %s", test.args, stderr)
		}
	}
	if n := m.requests.Load(); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}

// TestModelRuns plays a run with a model up to the run's limit, and then to its
// end.
func TestModelRuns(t *testing.T) {
	m := startEndpoint(t)
	out := filepath.Join(t.TempDir(), "runs")
	args := []string{"run", "-suite", "4nodes", "-indices", "0-2", "-player", "random,llm:scripted", "-base-url", m.address, "-out", out, "-jobs", "1", "-quiet"}
	// An episode costs 2100 tokens; the prompts count for more before they are sent.
	code, stdout, stderr := runWith("", append(args, "-run-tokens", "6000")...)
	if code != exitFailed || !strings.Contains(stderr, "the run's limit of tokens is spent; ") || !strings.Contains(stderr, "llm:scripted: ") {
		t.Fatalf("code %d, %s%s", code, stdout, stderr)
	}
	findKey(t, out, stdout, stderr)
	begun := m.requests.Load()
	if begun == 0 || begun > 5 {
		t.Errorf("%d requests within 6000 tokens", begun)
	}
	if code, _, stderr = runWith("", args...); code != 0 {
		t.Fatalf("code %d, %s", code, stderr)
	}
	logs, err := filepath.Glob(filepath.Join(out, "llm-scripted-*", "4nodes", "*", "*-0.jsonl"))
	if err != nil || len(logs) != 3 {
		t.Fatalf("logs %v, %v", logs, err)
	}
	for _, log := range logs {
		types := transcriptTypes(t, strings.TrimSuffix(log, ".jsonl")+".transcript.jsonl")
		if !strings.HasSuffix(types, "begin request reply request reply end") {
			t.Errorf("the transcript of %s has %s", log, types)
		}
	}
	summary, err := os.ReadFile(filepath.Join(out, batch.SummaryName))
	if err != nil || bytes.Count(summary, []byte("\n")) != 6 || bytes.Contains(summary, []byte("transcript")) {
		t.Errorf("%v: %s", err, summary)
	}
	if code, stdout, stderr := runWith("", "report", out); code != 0 || !strings.Contains(stdout, "llm:scripted") {
		t.Errorf("report: code %d, %s%s", code, stdout, stderr)
	}
	// What is finished is not asked for again.
	before := m.requests.Load()
	if code, _, stderr := runWith("", args...); code != 0 || m.requests.Load() != before {
		t.Errorf("again: code %d, %s", code, stderr)
	}
	findKey(t, out, stdout, stderr)
}

func TestModelIsInterrupted(t *testing.T) {
	m := startEndpoint(t)
	flags := llmFlags{baseURL: m.address, keyEnv: keyVariable, requestTimeout: 1e9, patience: 1e9}
	p, err := flags.contestant("scripted", "", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	task, err := suite.Released().Find("causalab/4nodes/0-v1")
	if err != nil {
		t.Fatal(err)
	}
	e, err := game.New(game.Setup{Task: task, Player: p.Info()})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Play(ctx, e, 0); !batch.Interrupted(err) || e.Done() {
		t.Errorf("%v, done %v", err, e.Done())
	}
}
