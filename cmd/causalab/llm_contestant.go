//go:build !js

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"causalab/cmd/causalab/batch"
	"causalab/game"
	"causalab/game/player/llm"
)

// contestant returns the language model as a player of a run whose logs go to a
// folder.
func (l *llmFlags) contestant(model, name, folder string) (batch.Player, error) {
	p, err := l.player(model, name)
	if err != nil {
		return nil, err
	}
	return &languageModel{model: p, folder: folder}, nil
}

// languageModel is a language model that plays in a run.
type languageModel struct {
	model  *llm.Player
	folder string

	mu    sync.Mutex
	usage llm.Usage // of all episodes, those that broke off included
}

func (m *languageModel) Info() game.Player { return m.model.Info() }

func (m *languageModel) Play(ctx context.Context, e *game.Episode, _ uint64) (batch.Play, error) {
	log := filepath.Join(m.folder, filepath.FromSlash(batch.LogName(e)))
	if err := os.MkdirAll(filepath.Dir(log), 0o777); err != nil {
		return batch.Play{}, err
	}
	usage, err := playWithTranscript(ctx, m.model, e, log)
	m.add(usage)
	if err != nil && ctx.Err() != nil {
		err = batch.Interruption(ctx)
	}
	return batch.Play{Fault: usage.GaveUp}, err
}

func (m *languageModel) add(u llm.Usage) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.usage.Requests += u.Requests
	m.usage.Replies += u.Replies
	m.usage.PromptTokens += u.PromptTokens
	m.usage.CompletionTokens += u.CompletionTokens
	m.usage.Estimated += u.Estimated
}

// spent says what the model has cost; nothing if it was not asked.
func (m *languageModel) spent() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	u := &m.usage
	if u.Requests == 0 {
		return ""
	}
	text := fmt.Sprintf("%s, %s and %s spent", count(u.Requests, "request"), count(int(u.PromptTokens), "prompt token"), count(int(u.CompletionTokens), "completion token"))
	if u.Estimated > 0 {
		text += fmt.Sprintf(", estimated in %s", count(u.Estimated, "case"))
	}
	return text
}

// preview writes what the model would be sent first in an episode.
func (m *languageModel) preview(s *streams, e *game.Episode) error { return m.model.Preview(s.out, e) }
