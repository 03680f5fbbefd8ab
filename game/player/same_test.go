package player_test

import (
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"strings"
	"testing"

	"causalab/game"
	"causalab/game/player"
)

var update = flag.Bool("update", false, "rewrite testdata/logs.txt")

const logsFile = "testdata/logs.txt"

// TestSameEverywhere compares the logs of some episodes with the checksums of
// testdata/logs.txt, which hold on every platform. After a change of a player that
// is meant, go test -run TestSameEverywhere -update writes them anew.
func TestSameEverywhere(t *testing.T) {
	var lines strings.Builder
	for i, suite := range []string{
		"3nodes", "5nodes", "7nodes", "4nodes_freqparent", "4nodes_quad_hard", "4nodes_hidden_n2",
		"4nodes_hidden_vrange_pm0p5", "4nodes_hidden_freqnode_n3", "6nodes_golden", "sampled-5nodes_outside2",
	} {
		for _, p := range player.Players() {
			for _, protocol := range []game.Protocol{game.Paper, game.Released} {
				task := find(t, suite, 11+i)
				h := fnv.New64a()
				h.Write([]byte(play(t, p.Name, task, game.Options{Protocol: protocol}, uint64(i)).Trajectory()))
				fmt.Fprintf(&lines, "%s %s seed %d %s %016x\n", p.Name, task.ID, i, protocol, h.Sum64())
			}
		}
	}
	if *update {
		if err := os.WriteFile(logsFile, []byte(lines.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(logsFile)
	if err != nil {
		t.Fatal(err)
	}
	got, wanted := strings.Split(lines.String(), "\n"), strings.Split(string(want), "\n")
	if len(got) != len(wanted) {
		t.Fatalf("%d lines, want %d", len(got), len(wanted))
	}
	for n := range got {
		if got[n] != wanted[n] {
			t.Errorf("got  %s\nwant %s", got[n], wanted[n])
		}
	}
}
