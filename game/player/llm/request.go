//go:build !js

package llm

import (
	"maps"

	"github.com/openai/openai-go/v3"

	"causalab/game"
)

// exchange is one prompt with its reply.
type exchange struct{ user, reply string }

// request is what the model is sent.
type request struct {
	params openai.ChatCompletionNewParams
	// promptTokens is an estimate from the length of the prompts.
	promptTokens int64
}

// compose makes the request for the episode's present moment. note is added to the
// running state.
func (p *Player) compose(e *game.Episode, note string, history []exchange) (r request, user string) {
	system, user := e.Prompt()
	if note != "" {
		user += "\n" + note + "\n"
	}
	messages := []openai.ChatCompletionMessageParamUnion{openai.SystemMessage(system)}
	length := len(system) + len(user)
	for _, h := range history {
		messages = append(messages, openai.UserMessage(h.user), openai.AssistantMessage(h.reply))
		length += len(h.user) + len(h.reply)
	}
	r.promptTokens = estimate(length)
	r.params = openai.ChatCompletionNewParams{
		Model:    p.config.Model,
		Messages: append(messages, openai.UserMessage(user)),
	}
	if t := *p.config.Temperature; t >= 0 {
		r.params.Temperature = openai.Float(t)
	}
	if len(p.extra) > 0 {
		r.params.SetExtraFields(maps.Clone(p.extra))
	}
	return r, user
}

// limit says how many tokens the reply may have.
func (p *Player) limit(r *request, tokens int64) {
	if _, said := p.extra[p.config.TokenField]; said {
		return
	}
	if p.config.TokenField == MaxCompletionTokens {
		r.params.MaxCompletionTokens = openai.Int(tokens)
	} else {
		r.params.MaxTokens = openai.Int(tokens)
	}
}

// estimate guesses how many tokens a text of so many bytes has, rather too many
// than too few: tables of numbers have about three bytes a token, prose has four.
func estimate(bytes int) int64 { return int64(bytes+2) / 3 }
