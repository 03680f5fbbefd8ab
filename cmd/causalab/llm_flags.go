//go:build !js

package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"causalab/game/player/llm"
)

// Environment variables that say which model plays, where flags don't.
const (
	modelVariable    = "CAUSALAB_LLM_MODEL"
	endpointVariable = "OPENAI_BASE_URL"
	keyVariable      = "OPENAI_API_KEY"
)

// llmFlags are the flags that say which language model plays and how it is asked.
type llmFlags struct {
	model, baseURL  string
	keyEnv, keyFile string
	temperature     float64
	extra           string
	history         int
	replyTokens     int64
	tokenField      string
	episodeTokens   int64
	runTokens       int64
	requestTimeout  time.Duration
	patience        time.Duration
	dryRun          bool

	notices func(text string) // told what is waited for; may be nil
}

func (l *llmFlags) register(flags *flag.FlagSet) {
	flags.StringVar(&l.model, "model", "", "the `name` of a language model (default $"+modelVariable+")")
	flags.StringVar(&l.baseURL, "base-url", "", "the `address` of its endpoint, up to chat/completions (default $"+endpointVariable+", else OpenAI's)")
	flags.StringVar(&l.keyEnv, "key-env", keyVariable, "the `name` of the environment variable that holds the endpoint's key")
	flags.StringVar(&l.keyFile, "key-file", "", "read the key from this `file` instead")
	flags.Float64Var(&l.temperature, "temperature", llm.DefaultTemperature, "of sampling, a `number`; a negative one leaves it to the endpoint")
	flags.StringVar(&l.extra, "extra", "", "an `object` of JSON with further fields for each request, e.g. {\"reasoning_effort\":\"low\"}")
	flags.IntVar(&l.history, "history", 0, "a `number` of earlier prompts and replies to send again each time")
	flags.Int64Var(&l.replyTokens, "reply-tokens", llm.DefaultReplyTokens, "the most tokens of one reply, thoughts included, a `number`; 0 leaves it to the endpoint")
	flags.StringVar(&l.tokenField, "token-field", "", "the field that says so, a `word`: max_tokens, or max_completion_tokens as OpenAI's own endpoint wants (default by endpoint)")
	flags.Int64Var(&l.episodeTokens, "episode-tokens", llm.DefaultEpisodeTokens, "the most tokens that an episode may spend before it is given up, a `number`; 0 sets no limit")
	flags.DurationVar(&l.requestTimeout, "request-timeout", llm.DefaultRequestTimeout, "how long one request may take, a `duration`")
	flags.DurationVar(&l.patience, "patience", llm.DefaultPatience, "how long a reply is waited for through rate limits and outages, a `duration`")
	flags.BoolVar(&l.dryRun, "dry-run", false, "print what the model would be sent first, and send nothing")
}

// registerRun adds the flags of many episodes.
func (l *llmFlags) registerRun(flags *flag.FlagSet) {
	l.register(flags)
	flags.Int64Var(&l.runTokens, "run-tokens", 0, "the most tokens that a language model may spend in this run, a `number`; 0 sets no limit")
}

// player makes the player for a model, or for that of the flag -model if there is no
// name.
func (l *llmFlags) player(model, name string) (*llm.Player, error) {
	if model == "" {
		model = firstSaid(l.model, os.Getenv(modelVariable))
	}
	if model == "" {
		return nil, badUsage("no model: name one with -model or %s", modelVariable)
	}
	for flag, value := range map[string]int64{"reply-tokens": l.replyTokens, "episode-tokens": l.episodeTokens, "run-tokens": l.runTokens} {
		if value < 0 {
			return nil, badUsage("-%s %d: a limit cannot be negative", flag, value)
		}
	}
	if l.requestTimeout <= 0 || l.patience <= 0 {
		return nil, badUsage("-request-timeout and -patience have to be longer than nothing")
	}
	c := llm.Config{
		Model: model, Name: name, BaseURL: firstSaid(l.baseURL, os.Getenv(endpointVariable)),
		Temperature: &l.temperature, Extra: l.extra, History: l.history,
		ReplyTokens: unlimited(l.replyTokens), TokenField: l.tokenField,
		EpisodeTokens: unlimited(l.episodeTokens), RunTokens: l.runTokens,
		RequestTimeout: l.requestTimeout, Patience: l.patience,
	}
	if l.notices != nil {
		c.Notice = func(text string, wait time.Duration) {
			l.notices(fmt.Sprintf("the endpoint does not answer (%s); waiting for %s", text, wait.Round(time.Second)))
		}
	}
	var err error
	if c.Key, err = l.key(c.BaseURL); err != nil {
		return nil, err
	}
	p, err := llm.New(c)
	if err != nil {
		return nil, usageError{err}
	}
	return p, nil
}

// key finds the endpoint's key. Only OpenAI's own endpoint is known to need one.
func (l *llmFlags) key(baseURL string) (llm.Key, error) {
	if l.keyFile != "" {
		k, err := llm.ReadKey(l.keyFile)
		if err != nil {
			return k, fmt.Errorf("-key-file: %w", err)
		}
		return k, nil
	}
	text := os.Getenv(l.keyEnv)
	switch {
	case text != "":
		k, err := llm.NewKey(text)
		if err != nil {
			return k, fmt.Errorf("the environment variable %s: %w", l.keyEnv, err)
		}
		return k, nil
	case baseURL == "" && !l.dryRun:
		return llm.Key{}, badUsage("no key: put it into the environment variable %s, or name a file with -key-file; another endpoint is named with -base-url", l.keyEnv)
	}
	return llm.Key{}, nil
}

// unlimited turns the flags' word for no limit into the player's.
func unlimited(limit int64) int64 {
	if limit == 0 {
		return -1
	}
	return limit
}

func firstSaid(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
