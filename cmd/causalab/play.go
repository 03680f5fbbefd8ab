package main

import (
	"flag"
	"os"

	"causalab/game"
)

var playCommand = command{
	name:     "play",
	operands: "TASK",
	summary:  "play a task through a pipe or in a terminal",
	details: `
Plays one episode of a task such as causalab/4nodes/17-v1, or 4nodes/17 for
short.

Through a pipe it prints the first observation at once and then one observation
for each record, as JSON Lines, each written out at once. A record is one line: a JSON object with the five fields and the action,
or a JSON string whose text holds one, as a language model printed it. Blank
lines are left out. A refused record is answered like any other, with
"last_error" and "retries_left". After the end comes a line {"result": ...}
and the code is 0. If the input ends before the episode the code is 3.

In a terminal it takes commands in plain words; "help" there lists them.

examples:
  causalab play 4nodes/17
  causalab play 4nodes/17 -budget 3o12i -seed 5 -log run.jsonl < records.jsonl
  mkfifo r; ./agent < <(causalab play 4nodes/17 < r) > r`,
	setUp: func(flags *flag.FlagSet) action {
		p := player{log: outFile{what: "log"}}
		p.episode.register(flags)
		flags.StringVar(&p.log.name, "log", "", "save the episode's log in this `file` when it is over")
		flags.BoolVar(&p.log.force, "force", false, "let -log replace a file that is there")
		flags.StringVar(&p.mode, "mode", "auto", "a `word`: lines of JSON, text for people, or auto, which is text in a terminal")
		flags.StringVar(&p.name, "player", "", "the player's `name` in the log, e.g. that of a model")
		return p.play
	},
}

// player is one call of the command play.
type player struct {
	episode episodeFlags
	log     outFile
	mode    string
	name    string
}

func (p *player) play(s *streams, operands []string) error {
	text := false
	switch p.mode {
	case "lines":
	case "text":
		text = true
	case "auto":
		text = isTerminal(s.stdin) && isTerminal(s.terminal)
	default:
		return badUsage("-mode %q: choose lines, text or auto", p.mode)
	}
	setup := game.Setup{Build: buildName(), Player: game.Player{Kind: "program", Name: p.name}}
	if text {
		setup.Player.Kind = "human"
	}
	episode, err := p.episode.start(operands, setup)
	if err != nil {
		return err
	}
	if p.log.name != "" {
		if err := p.log.check(); err != nil {
			return err
		}
	}
	if text {
		err = playText(s, episode)
	} else {
		err = playLines(s, episode)
	}
	if p.log.name != "" {
		if failed := p.log.save(episode.Trajectory()); failed != nil && err == nil {
			err = failed
		}
	}
	return err
}

// isTerminal says whether a person is likely to be at the other end.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
