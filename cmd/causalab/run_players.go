package main

import (
	"strings"

	"causalab/cmd/causalab/batch"
)

// execPrefix begins the name of a player that is a program.
const execPrefix = "exec:"

// modelPlayer is the name of the language model that -model says. With a colon and
// a model's name behind it, it is that model.
const modelPlayer = "llm"

// playerList is a flag for names of players with commas between. A command is
// never divided.
type playerList []string

func (l *playerList) String() string { return strings.Join(*l, ",") }

func (l *playerList) Set(text string) error {
	if strings.HasPrefix(text, execPrefix) {
		*l = append(*l, text)
		return nil
	}
	return (*list)(l).Set(text)
}

// contestants returns the players that were named.
func (r *runner) contestants() ([]batch.Player, error) {
	if len(r.players) == 0 {
		return nil, badUsage("no player: name some with -player, e.g. scientist, or a program with -player exec:COMMAND")
	}
	var players []batch.Player
	nameable := 0
	seen := make(map[string]bool)
	for _, name := range r.players {
		p, err := r.contestant(name)
		if err != nil {
			return nil, err
		}
		if isNameable(name) {
			if nameable++; nameable > 1 && r.name != "" {
				return nil, badUsage("-name is for one player; run the others apart")
			}
		}
		if seen[p.Info().Name] {
			return nil, badUsage("player %s is named twice", p.Info().Name)
		}
		seen[p.Info().Name] = true
		players = append(players, p)
	}
	if r.name != "" {
		if nameable == 0 {
			return nil, badUsage("-name is for a program or a language model: -player exec:COMMAND or llm")
		}
		if _, err := batch.Reference(r.name); err == nil {
			return nil, badUsage("-name %s is the name of a reference player; choose another", r.name)
		}
	}
	return players, nil
}

// isNameable says whether -name can give a player another name.
func isNameable(player string) bool {
	return strings.HasPrefix(player, execPrefix) || isModel(player)
}

// isModel says whether a player is a language model.
func isModel(player string) bool {
	return player == modelPlayer || strings.HasPrefix(player, modelPlayer+":")
}

// contestant returns one player.
func (r *runner) contestant(name string) (batch.Player, error) {
	if isModel(name) {
		return r.llm.contestant(strings.TrimPrefix(strings.TrimPrefix(name, modelPlayer), ":"), r.name, r.out)
	}
	command, ok := strings.CutPrefix(name, execPrefix)
	if !ok {
		p, err := batch.Reference(name)
		if err != nil {
			return nil, usageError{err}
		}
		return p, nil
	}
	if strings.TrimSpace(command) == "" {
		return nil, badUsage("-player exec: lacks the command")
	}
	if r.timeout <= 0 {
		return nil, badUsage("-timeout %s: a program needs some time", r.timeout)
	}
	if r.name != "" {
		name = r.name
	}
	return &program{command: command, name: name, timeout: r.timeout}, nil
}
