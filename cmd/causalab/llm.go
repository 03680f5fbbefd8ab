//go:build !js

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"causalab/cmd/causalab/batch"
	"causalab/game"
	"causalab/game/player/llm"
)

var llmCommand = command{
	name:     "llm",
	operands: "TASK",
	summary:  "let a language model play a task",
	details: `
Plays one episode with a language model behind any endpoint that speaks OpenAI's
chat completions, and saves its log. "causalab run -player llm" plays many.

At each step the model is sent the two prompts that "causalab prompt" shows: the
rules, and the running state with its own last data, hypothesis and memory. Its
reply is taken as it is; a record that is refused may be tried again twice. There
is no conversation unless -history says so. Thinking is turned on or off by what
the endpoint takes for it, through -extra.

All that is sent and answered is kept beside the log, in LOG.transcript.jsonl, line
by line as it happens, with times, tokens and failures. The key is in neither.
If the play breaks off, the transcript stays, the log is not written, and the same
command begins the episode anew.

Rate limits and outages are waited out for as long as -patience says. The model is
given up on when -episode-tokens are spent; the log says so. At the end a line
{"result": ..., "usage": ...} is printed.

examples:
  OPENAI_API_KEY=... causalab llm 4nodes/17 -model gpt-5-mini -log episode.jsonl
  causalab llm 4nodes/17 -model qwen3 -base-url http://localhost:8000/v1 -log episode.jsonl \
      -extra '{"chat_template_kwargs":{"enable_thinking":false}}'
  causalab llm 4nodes/17 -model any -dry-run`,
	setUp: func(flags *flag.FlagSet) action {
		m := modelPlay{log: outFile{what: "log"}}
		m.episode.register(flags)
		m.model.register(flags)
		flags.StringVar(&m.log.name, "log", "", "save the episode's log in this `file` when it is over")
		flags.BoolVar(&m.log.force, "force", false, "let -log replace a file that is there")
		flags.StringVar(&m.name, "name", "", "what the log calls the player, a `name` (default llm: and the model)")
		return m.play
	},
}

// modelPlay is one call of the command llm.
type modelPlay struct {
	episode episodeFlags
	model   llmFlags
	log     outFile
	name    string
}

func (m *modelPlay) play(s *streams, operands []string) error {
	m.model.notices = func(text string) { fmt.Fprintf(s.err, "causalab llm: %s\n", text) }
	p, err := m.model.player("", m.name)
	if err != nil {
		return err
	}
	e, err := m.episode.start(operands, game.Setup{Build: buildName(), Player: p.Info()})
	if err != nil {
		return err
	}
	if m.model.dryRun {
		return p.Preview(s.out, e)
	}
	if m.log.name == "" {
		return badUsage("no log: name a file with -log; what a model says costs money and is kept")
	}
	if err := m.log.check(); err != nil {
		return err
	}
	// Before the first interrupt is taken, the second one ends the program as usual.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	usage, err := playWithTranscript(ctx, p, e, m.log.name)
	switch {
	case ctx.Err() != nil && !e.Done():
		return errInterrupted
	case err != nil:
		return fmt.Errorf("the play broke off after %s: %w", count(e.Observe().Step, "step"), err)
	}
	if usage.GaveUp != "" {
		fmt.Fprintf(s.err, "causalab llm: given up for the model: %s\n", usage.GaveUp)
	}
	if err := m.log.save(e.Trajectory()); err != nil {
		return err
	}
	return writeLine(s.out, struct {
		Result *game.Result `json:"result"`
		Usage  llm.Usage    `json:"usage"`
	}{e.Result(), usage})
}

// playWithTranscript plays an episode and keeps the transcript beside its log.
func playWithTranscript(ctx context.Context, p *llm.Player, e *game.Episode, log string) (llm.Usage, error) {
	name := strings.TrimSuffix(log, ".jsonl") + batch.TranscriptMark
	transcript, err := llm.OpenTranscript(name)
	if err != nil {
		var detail *os.PathError
		if errors.As(err, &detail) {
			err = detail.Err
		}
		return llm.Usage{}, fmt.Errorf("the transcript %s cannot be written: %w", name, err)
	}
	usage, err := p.Play(ctx, e, transcript)
	if closed := transcript.Close(); err == nil {
		err = closed
	}
	return usage, err
}
