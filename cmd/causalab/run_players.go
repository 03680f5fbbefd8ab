package main

import (
	"strings"

	"causalab/cmd/causalab/batch"
)

// execPrefix begins the name of a player that is a program.
const execPrefix = "exec:"

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
	programs := 0
	seen := make(map[string]bool)
	for _, name := range r.players {
		var p batch.Player
		if command, ok := strings.CutPrefix(name, execPrefix); ok {
			if strings.TrimSpace(command) == "" {
				return nil, badUsage("-player exec: lacks the command")
			}
			if r.timeout <= 0 {
				return nil, badUsage("-timeout %s: a program needs some time", r.timeout)
			}
			if programs++; programs > 1 && r.name != "" {
				return nil, badUsage("-name is for one program; run the others apart")
			}
			if r.name != "" {
				if _, err := batch.Reference(r.name); err == nil {
					return nil, badUsage("-name %s is the name of a reference player; choose another", r.name)
				}
				name = r.name
			}
			p = &program{command: command, name: name, timeout: r.timeout}
		} else {
			var err error
			if p, err = batch.Reference(name); err != nil {
				return nil, usageError{err}
			}
		}
		if seen[p.Info().Name] {
			return nil, badUsage("player %s is named twice", p.Info().Name)
		}
		seen[p.Info().Name] = true
		players = append(players, p)
	}
	if r.name != "" && programs == 0 {
		return nil, badUsage("-name is for a program: -player exec:COMMAND")
	}
	return players, nil
}
