//go:build !js

package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"causalab/game"
	"causalab/game/player"
)

// Player plays episodes with a model. Several may be played at once.
type Player struct {
	config  Config
	extra   map[string]any
	service openai.ChatCompletionService

	mu    sync.Mutex
	spent int64 // tokens of all episodes
}

// New returns a player. It asks the endpoint nothing yet. The error says what of
// the configuration makes no sense.
func New(c Config) (*Player, error) {
	c, extra, err := c.complete()
	if err != nil {
		return nil, err
	}
	options := []option.RequestOption{
		option.WithBaseURL(c.BaseURL),
		option.WithHTTPClient(c.Client),
		option.WithMaxRetries(0),
	}
	if c.Key.secret != nil {
		options = append(options, option.WithAPIKey(*c.Key.secret))
	}
	// Not openai.NewClient: that would send what the environment says of OpenAI's
	// endpoint to any other.
	return &Player{config: c, extra: extra, service: openai.NewChatCompletionService(options...)}, nil
}

// Info is the player as logs name it.
func (p *Player) Info() game.Player { return game.Player{Kind: "program", Name: p.config.Name} }

// Usage is what an episode cost.
type Usage struct {
	Requests         int   `json:"requests"` // that were sent, repetitions included
	Replies          int   `json:"replies"`
	PromptTokens     int64 `json:"prompt_tokens"`
	CompletionTokens int64 `json:"completion_tokens"`
	// Estimated is how many replies came without the endpoint's count of tokens;
	// theirs were estimated from the length of the texts.
	Estimated int `json:"estimated"`
	// GaveUp says why the player gave the episode up in the model's place; empty
	// if it did not.
	GaveUp string `json:"gave_up,omitempty"`
}

// Tokens returns prompt and completion tokens together.
func (u Usage) Tokens() int64 { return u.PromptTokens + u.CompletionTokens }

// ErrRunTokens ends a play because all episodes together have spent
// [Config.RunTokens].
var ErrRunTokens = errors.New("the run's limit of tokens is spent")

// EndpointError ends a play because the endpoint gives no reply.
type EndpointError struct {
	Status   int           // of its last answer; 0 if none came
	Code     string        // the endpoint's word for what is wrong, if it has one
	Message  string        // without the key
	Attempts int           // how often the request was sent
	Waited   time.Duration // from the first failure to the last
	text     string
}

func (e *EndpointError) Error() string {
	if e.Attempts == 1 {
		return "the endpoint refuses: " + e.text
	}
	return fmt.Sprintf("the endpoint gave no reply to %d requests within %s, at last: %s", e.Attempts, e.Waited.Round(time.Second), e.text)
}

// Play plays an episode from where it stands to its end, and keeps what is said in
// the transcript, which may be nil. When the episode's tokens are spent or the
// endpoint will not take a prompt, the player gives the episode up and says so in
// the log, in the transcript and in the usage.
//
// The error is ErrRunTokens, an [*EndpointError], the context's error, or one of
// writing the transcript. After any of these the episode has not ended.
func (p *Player) Play(ctx context.Context, e *game.Episode, t *Transcript) (Usage, error) {
	s := &sitting{player: p, episode: e, transcript: t, jitter: jitter(e)}
	err := s.write(beginLine{
		Type: "begin", Format: TranscriptFormat, Time: s.now(), Task: e.Task().ID, Seed: e.Seed(),
		Player: p.config.Name, Model: p.config.Model, BaseURL: p.config.BaseURL,
	})
	if err == nil {
		err = s.play(ctx)
	}
	end := endLine{Type: "end", Time: s.now(), Ended: string(e.Outcome()), Reason: s.usage.GaveUp, Usage: s.usage}
	if err != nil {
		end.Ended, end.Reason = "broken_off", err.Error()
	}
	if failed := s.write(end); err == nil {
		err = failed
	}
	return s.usage, err
}

// Preview writes what would be sent at the episode's present moment, and sends
// nothing.
func (p *Player) Preview(w io.Writer, e *game.Episode) error {
	r, user := p.compose(e, "", nil)
	if tokens := p.config.ReplyTokens; tokens > 0 {
		p.limit(&r, tokens)
	}
	system, _ := e.Prompt()
	body, err := json.Marshal(r.params)
	if err != nil {
		return err
	}
	var settings map[string]json.RawMessage
	if err := json.Unmarshal(body, &settings); err != nil {
		return err
	}
	delete(settings, "messages")
	head, err := json.MarshalIndent(settings, "", "  ")
	if err != nil {
		return err
	}
	text := fmt.Sprintf("=== request ===\n\nPOST %schat/completions\n%s\n\n=== system ===\n\n%s\n\n=== user ===\n\n%s\n",
		p.config.BaseURL, head, strings.TrimSpace(system), strings.TrimSpace(user))
	_, err = io.WriteString(w, p.config.Key.hide(text))
	return err
}

// jitter returns the source of an episode's random waits.
func jitter(e *game.Episode) *rand.Rand {
	h := fnv.New64a()
	io.WriteString(h, e.Task().ID)
	return rand.New(rand.NewPCG(h.Sum64(), e.Seed()))
}

// sitting is one episode being played.
type sitting struct {
	player     *Player
	episode    *game.Episode
	transcript *Transcript
	jitter     *rand.Rand

	requests int // composed
	retry    int // refusals of the present step
	note     string
	history  []exchange
	usage    Usage
}

func (s *sitting) play(ctx context.Context) error {
	for !s.episode.Done() {
		r, user := s.player.compose(s.episode, s.note, s.history)
		tokens, spent := s.allowance(&r)
		switch {
		case errors.Is(spent, ErrRunTokens):
			return spent
		case spent != nil:
			return s.giveUp(spent.Error())
		case tokens > 0:
			s.player.limit(&r, tokens)
		}
		said, failed, err := s.ask(ctx, &r)
		switch {
		case err != nil:
			return err
		case failed != nil:
			return s.giveUp("the endpoint does not take the prompt: " + failed.String())
		}
		s.episode.Step(said.text, game.NoTime) // the next prompt holds its error
		s.learn(user, said)
	}
	return nil
}

// allowance returns how many tokens the next reply may have, 0 where that is the
// endpoint's to say, or an error if none are left.
func (s *sitting) allowance(r *request) (int64, error) {
	c := &s.player.config
	tokens := max(0, c.ReplyTokens)
	within := func(left int64) bool {
		left -= r.promptTokens
		tokens = min(tokens, left)
		return left > 0
	}
	if c.RunTokens > 0 && !within(c.RunTokens-s.player.total()) {
		return 0, ErrRunTokens
	}
	if c.EpisodeTokens > 0 && !within(c.EpisodeTokens-s.usage.Tokens()) {
		return 0, fmt.Errorf("the episode's limit of %d tokens is spent", c.EpisodeTokens)
	}
	return tokens, nil
}

// ask sends a request until it is answered. A failure is returned when the prompt
// is at fault, an error when the play cannot go on.
func (s *sitting) ask(ctx context.Context, r *request) (*reply, *failure, error) {
	p := s.player
	s.requests++
	o := s.episode.Observe()
	line := requestLine{Type: "request", N: s.requests, Time: s.now(), Step: o.Step + 1, Retry: s.retry, Body: r.params}
	if err := s.write(line); err != nil {
		return nil, nil, err
	}
	waits := patience{limit: p.config.Patience, jitter: s.jitter}
	for attempt := 1; ; attempt++ {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		s.usage.Requests++
		begun := p.config.Clock.Now()
		said, failed := p.send(ctx, r)
		now := p.config.Clock.Now()
		latency := now.Sub(begun).Milliseconds()
		if failed == nil {
			tokens := s.count(r, said)
			return said, nil, s.write(replyLine{
				Type: "reply", N: s.requests, Attempt: attempt, Time: timestamp(now), LatencyMs: latency,
				Status: said.status, FinishReason: said.finish, Tokens: tokens, Body: compact(said.body),
			})
		}
		line := failureLine{
			Type: "failure", N: s.requests, Attempt: attempt, Time: timestamp(now), LatencyMs: latency,
			Status: failed.status, Code: failed.code, Message: failed.message,
		}
		var delay time.Duration
		again := false
		if failed.remedy == wait {
			if delay, again = waits.after(failed, now); again {
				ms := delay.Milliseconds()
				line.WaitMs = &ms
			}
		}
		if err := s.write(line); err != nil {
			return nil, nil, err
		}
		switch {
		case ctx.Err() != nil:
			return nil, nil, ctx.Err()
		case failed.remedy == yield:
			return nil, failed, nil
		case !again:
			e := &EndpointError{Status: failed.status, Code: failed.code, Message: failed.message, Attempts: attempt, text: failed.String()}
			if waits.failures > 0 {
				e.Waited = now.Sub(waits.begun)
			}
			return nil, nil, e
		}
		if p.config.Notice != nil {
			p.config.Notice(failed.String(), delay)
		}
		if err := p.config.Clock.Sleep(ctx, delay); err != nil {
			return nil, nil, err
		}
	}
}

// count adds up what a reply cost.
func (s *sitting) count(r *request, said *reply) tokensLine {
	if !said.counted {
		said.prompt, said.completion = r.promptTokens, estimate(len(said.text))
		s.usage.Estimated++
	}
	s.usage.Replies++
	s.usage.PromptTokens += said.prompt
	s.usage.CompletionTokens += said.completion
	s.player.spend(said.prompt + said.completion)
	return tokensLine{said.prompt, said.completion, !said.counted, s.usage.Tokens()}
}

// learn takes from a reply what the next prompt needs.
func (s *sitting) learn(user string, said *reply) {
	if n := s.player.config.History; n > 0 {
		text := said.text
		if text == "" {
			text = "(no text)" // endpoints refuse empty messages
		}
		s.history = append(s.history, exchange{user, text})
		s.history = s.history[max(0, len(s.history)-n):]
	}
	events := s.episode.Events()
	s.note = ""
	switch events[len(events)-1].Type {
	case game.EventRefused:
		s.retry++
		s.note = said.flaw()
	case game.EventParseFailure:
		s.retry = 0
		s.note = said.flaw()
	default:
		s.retry = 0
	}
}

// flaw says what the episode cannot know of a reply that was refused.
func (r *reply) flaw() string {
	switch {
	case r.finish == "length":
		return "Your last reply reached the limit of tokens and was cut off. Think less and keep the record short, so that it is whole."
	case r.finish == "content_filter":
		return "Your last reply was withheld by the endpoint's filter. Give the record alone."
	case strings.TrimSpace(r.text) == "":
		return "Your last reply was empty. Give the record as the text of your reply."
	}
	return ""
}

// giveUp ends the episode in the model's place.
func (s *sitting) giveUp(reason string) error {
	s.usage.GaveUp = reason
	return player.GiveUp(s.episode, reason)
}

func (s *sitting) write(line any) error { return s.transcript.write(s.player.config.Key, line) }

func (s *sitting) now() timestamp { return timestamp(s.player.config.Clock.Now()) }

// total returns the tokens that all episodes have spent.
func (p *Player) total() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.spent
}

func (p *Player) spend(tokens int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.spent += tokens
}
