//go:build !js

package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// What holds where a [Config] says nothing.
const (
	DefaultBaseURL        = "https://api.openai.com/v1/"
	DefaultTemperature    = 0.1
	DefaultReplyTokens    = 8192
	DefaultEpisodeTokens  = 2_000_000
	DefaultRequestTimeout = 10 * time.Minute
	DefaultPatience       = 30 * time.Minute
)

// Fields of a request that can carry the limit on a reply's tokens.
const (
	MaxTokens           = "max_tokens"            // what most endpoints know
	MaxCompletionTokens = "max_completion_tokens" // what OpenAI's newer models want
)

// Config says which model plays and how it is asked. All but Model may be left at
// the zero value.
type Config struct {
	// Model is the model's name as the endpoint knows it.
	Model string
	// Name is what logs call the player; empty means "llm:" and the model.
	Name string
	// BaseURL is the address before "chat/completions"; empty means
	// DefaultBaseURL. Secrets have no place in it.
	BaseURL string
	Key     Key

	// Temperature of sampling; nil means DefaultTemperature, and a negative one
	// leaves it to the endpoint, since some models refuse any.
	Temperature *float64
	// ReplyTokens is the most that one reply may have, thoughts included; 0 means
	// DefaultReplyTokens, and a negative number leaves it to the endpoint.
	ReplyTokens int64
	// TokenField is the request's field for ReplyTokens: MaxTokens or
	// MaxCompletionTokens. Empty means the latter for OpenAI's own endpoint and
	// the former for others.
	TokenField string
	// EpisodeTokens bounds what an episode may spend on prompts and replies
	// together; then the player gives the episode up. The last reply is bounded by
	// what is left, unless ReplyTokens leaves that to the endpoint. 0 means
	// DefaultEpisodeTokens, and a negative number sets no bound.
	EpisodeTokens int64
	// RunTokens bounds the same for all episodes of the player together; then Play
	// returns ErrRunTokens. Episodes played at the same time may each exceed it by
	// one reply. 0 sets no bound.
	RunTokens int64
	// RequestTimeout bounds one request; 0 means DefaultRequestTimeout.
	RequestTimeout time.Duration
	// Patience bounds how long one reply is waited for through rate limits and
	// outages, from the first failure on; 0 means DefaultPatience.
	Patience time.Duration
	// History is how many earlier exchanges, each a prompt and its reply, are sent
	// again before the present prompt.
	History int
	// Extra is a JSON object of further fields for the request, such as
	// {"reasoning_effort": "low"} or
	// {"chat_template_kwargs": {"enable_thinking": false}}; empty adds none.
	Extra string

	// Notice, if set, is told in a sentence what is being waited for and how long
	// the wait will be. Several goroutines may call it at once.
	Notice func(text string, wait time.Duration)
	// Clock tells the time; nil means the machine's.
	Clock Clock
	// Client sends requests; nil means one of the player's own.
	Client *http.Client
}

// Clock tells the time and lets it pass.
type Clock interface {
	Now() time.Time
	// Sleep returns after a duration, or with the context's error when that is
	// over first.
	Sleep(ctx context.Context, d time.Duration) error
}

// complete checks a configuration, fills in what it leaves open and reads its
// extra fields.
func (c Config) complete() (Config, map[string]any, error) {
	if c.Model == "" {
		return c, nil, errors.New("no model: say which one is to play")
	}
	base, err := baseURL(c.BaseURL)
	if err != nil {
		return c, nil, err
	}
	c.BaseURL = base.String()
	if c.Name == "" {
		c.Name = "llm:" + c.Model
	}
	if c.Temperature == nil {
		t := DefaultTemperature
		c.Temperature = &t
	}
	if t := *c.Temperature; t != t || t > 1e6 {
		return c, nil, fmt.Errorf("temperature %v is no temperature", t)
	}
	switch c.TokenField {
	case MaxTokens, MaxCompletionTokens:
	case "":
		c.TokenField = MaxTokens
		if base.Hostname() == "api.openai.com" {
			c.TokenField = MaxCompletionTokens
		}
	default:
		return c, nil, fmt.Errorf("there is no field %q for the limit on a reply; choose %s or %s", c.TokenField, MaxTokens, MaxCompletionTokens)
	}
	if c.RunTokens < 0 || c.RequestTimeout < 0 || c.Patience < 0 || c.History < 0 {
		return c, nil, errors.New("limits and the number of earlier exchanges cannot be negative")
	}
	setDefault(&c.ReplyTokens, DefaultReplyTokens)
	setDefault(&c.EpisodeTokens, DefaultEpisodeTokens)
	setDefault(&c.RequestTimeout, DefaultRequestTimeout)
	setDefault(&c.Patience, DefaultPatience)
	if c.Clock == nil {
		c.Clock = wallClock{}
	}
	if c.Client == nil {
		c.Client = newClient()
	}
	extra, err := extraFields(c.Extra)
	return c, extra, err
}

func setDefault[T int64 | time.Duration](value *T, otherwise T) {
	if *value == 0 {
		*value = otherwise
	}
}

// baseURL reads an endpoint's address. Its errors show no part of the address that
// could be a secret.
func baseURL(text string) (*url.URL, error) {
	if text == "" {
		text = DefaultBaseURL
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return nil, errors.New("the endpoint's address is not one that begins with http:// or https:// and a host")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("the endpoint's address on %s has a user, a query or a fragment; give only what stands before chat/completions, and the key apart", u.Host)
	}
	if !strings.HasSuffix(u.Path, "/") {
		u = u.JoinPath("/")
	}
	return u, nil
}

// ownFields are the fields of a request that are the player's to fill.
var ownFields = []string{"messages", "model", "n", "stream"}

// extraFields reads the object of further fields.
func extraFields(text string) (map[string]any, error) {
	if text == "" {
		return nil, nil
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &raw); err != nil || raw == nil {
		return nil, errors.New(`the extra fields are not a JSON object such as {"reasoning_effort": "low"}`)
	}
	fields := make(map[string]any, len(raw))
	for name, value := range raw {
		if slices.Contains(ownFields, name) {
			return nil, fmt.Errorf("the field %q is the player's to fill; leave it out of the extra fields", name)
		}
		fields[name] = value
	}
	return fields, nil
}

// newClient returns a client that keeps as many connections as episodes are
// played at a time.
func newClient() *http.Client {
	transport, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return &http.Client{}
	}
	transport = transport.Clone()
	transport.MaxIdleConnsPerHost = 64
	return &http.Client{Transport: transport}
}

// wallClock is the machine's clock.
type wallClock struct{}

func (wallClock) Now() time.Time { return time.Now() }

func (wallClock) Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
