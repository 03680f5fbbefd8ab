//go:build !js

package llm

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"causalab/game"
)

// forms are all ways in which the key could be written.
func forms() []string {
	plain, _ := json.Marshal(secret)
	return []string{secret, strings.Trim(string(plain), `"`), quoted(secret, false), url.QueryEscape(secret), url.PathEscape(secret)}
}

func holdsKey(text string) bool {
	for _, form := range forms() {
		if strings.Contains(text, form) {
			return true
		}
	}
	return false
}

// TestKeyNeverLeaks has an endpoint repeat the key wherever it can and looks for it
// in all that is left behind.
func TestKeyNeverLeaks(t *testing.T) {
	echo := func(r *http.Request) string { return strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ") }
	if holdsKey("sk-test") || !holdsKey(quoted(secret, true)) {
		t.Fatal("the test would not find the key")
	}
	s := serve(t,
		func(w http.ResponseWriter, r *http.Request) { fails(500, echo(r), "Key "+echo(r)+" is busy.")(w, r) },
		func(w http.ResponseWriter, r *http.Request) {
			raw(502, "text/html", "<p>"+echo(r)+" "+url.QueryEscape(echo(r)))(w, r)
		},
		func(w http.ResponseWriter, r *http.Request) { says("Your key is "+echo(r))(w, r) },
		func(w http.ResponseWriter, r *http.Request) {
			says(strings.Replace(think, `"kept"`, fmt.Sprintf("%q", echo(r)), 1))(w, r)
		},
		func(w http.ResponseWriter, r *http.Request) {
			fails(401, "invalid_api_key", "Incorrect API key provided: "+echo(r))(w, r)
		})
	c := s.config()
	var notices strings.Builder
	c.Notice = func(text string, _ time.Duration) { notices.WriteString(text) }
	m := s.play(t.Context(), c, game.Options{})
	if m.err == nil || len(s.requests()) != 5 {
		t.Fatalf("%v after %d requests", m.err, len(s.requests()))
	}
	p, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	transcript, err := os.ReadFile(m.path)
	if err != nil {
		t.Fatal(err)
	}
	var preview strings.Builder
	if err := p.Preview(&preview, m.episode); err != nil {
		t.Fatal(err)
	}
	config, err := json.Marshal(c.Key)
	if err != nil {
		t.Fatal(err)
	}
	places := map[string]string{
		"error": m.err.Error(), "detailed error": fmt.Sprintf("%+v %#v", m.err, m.err), "transcript": string(transcript),
		"log": m.episode.Trajectory(), "notices": notices.String(), "preview": preview.String(), "JSON": string(config),
		"player": fmt.Sprintf("%v %+v %#v", p, p.config, p.config), "key": fmt.Sprintf("%v %+v %#v %s %q %x", c.Key, c.Key, c.Key, c.Key, c.Key, c.Key),
		"requests": strings.Join(s.requests(), "\n"),
	}
	for place, text := range places {
		if holdsKey(text) {
			t.Errorf("the %s holds the key: %s", place, text)
		}
	}
	for _, place := range []string{"error", "transcript", "log", "notices"} {
		if !strings.Contains(places[place], hiddenKey) {
			t.Errorf("the %s does not show where the key was: %s", place, places[place])
		}
	}
}

func TestKeys(t *testing.T) {
	for _, text := range []string{"", "  \n", "two words-9f3a", "two\nlines-9f3a", "señal-9f3a"} {
		if _, err := NewKey(text); err == nil || len(text) > 4 && strings.Contains(err.Error(), "9f3a") {
			t.Errorf("key %q: %v", text, err)
		}
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "key")
	if err := os.WriteFile(file, []byte(secret+"\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	k, err := ReadKey(file)
	if err != nil || *k.secret != secret {
		t.Errorf("the key of a file: %v", err)
	}
	if err := os.WriteFile(file, []byte(secret+"\n# "+secret), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadKey(file); err == nil || holdsKey(err.Error()) || !strings.Contains(err.Error(), file) {
		t.Errorf("a file with more than a key: %v", err)
	}
	if _, err := ReadKey(filepath.Join(folder, "none")); err == nil {
		t.Error("a file that is not there has a key")
	}
	// A word that stands for no key is not hidden.
	none, err := NewKey("none")
	if err != nil || none.hide(`"action":"none"`) != `"action":"none"` {
		t.Errorf("%v, %s", err, none.hide(`"action":"none"`))
	}
}

func TestBadConfigurations(t *testing.T) {
	bad := func(change func(*Config)) Config {
		c := Config{Model: "m"}
		change(&c)
		return c
	}
	tests := []struct {
		want   string
		config Config
	}{
		{"no model", Config{}},
		{"http://", bad(func(c *Config) { c.BaseURL = "localhost:8000" })},
		{"http://", bad(func(c *Config) { c.BaseURL = "ftp://host/" + secret })},
		{"host.example has a user", bad(func(c *Config) { c.BaseURL = "https://me:" + url.PathEscape(secret) + "@host.example/v1" })},
		{"a query", bad(func(c *Config) { c.BaseURL = "https://host.example/v1?key=" + url.QueryEscape(secret) })},
		{"JSON object", bad(func(c *Config) { c.Extra = `["a"]` })},
		{"JSON object", bad(func(c *Config) { c.Extra = `null` })},
		{`"messages"`, bad(func(c *Config) { c.Extra = `{"messages": []}` })},
		{`"stream"`, bad(func(c *Config) { c.Extra = `{"stream": true}` })},
		{`"tokens"`, bad(func(c *Config) { c.TokenField = "tokens" })},
		{"negative", bad(func(c *Config) { c.History = -1 })},
		{"negative", bad(func(c *Config) { c.Patience = -1 })},
	}
	for _, test := range tests {
		if _, err := New(test.config); err == nil || !strings.Contains(err.Error(), test.want) || holdsKey(err.Error()) {
			t.Errorf("error %v, want %q", err, test.want)
		}
	}
	p, err := New(Config{Model: "m"})
	if err != nil || p.config.TokenField != MaxCompletionTokens || p.config.BaseURL != DefaultBaseURL {
		t.Errorf("%v, %+v", err, p)
	}
	if p, err = New(Config{Model: "m", Name: "mine", BaseURL: "https://host.example/v1/"}); err != nil || p.config.TokenField != MaxTokens || p.Info().Name != "mine" {
		t.Errorf("%v, %+v", err, p)
	}
}
