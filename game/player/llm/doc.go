//go:build !js

// Package llm plays episodes with a language model behind any endpoint that
// speaks OpenAI's chat completions.
//
// At each step the model is sent the two prompts of [game.Episode.Prompt]: the
// rules, and the running state with its own last data, hypothesis and memory. Its
// reply goes to [game.Episode.Step] as it is, so what counts as a record, how
// often a refused one may be tried again and what an error says is the episode's
// to decide, as for every other player. There is no conversation unless
// [Config.History] asks for one.
//
// Rate limits and outages are waited out. What the model said wrong is never
// asked for again behind the episode's back, and what the endpoint did wrong is
// never counted against the model: a reply that came, even an empty one, is the
// model's; a request without a reply is repeated or ends the play with an error.
//
// This package knows the network, files and a clock, as no other below game does.
// It is left out of builds for the browser.
package llm
