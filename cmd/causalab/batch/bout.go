package batch

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"path"
	"strings"

	"causalab/game"
	"causalab/metrics/report"
	"causalab/scm/suite"
)

// Bout is one episode to be played.
type Bout struct {
	Setup  game.Setup
	Player Player
}

// Player plays whole episodes. Several may be played at a time.
type Player interface {
	// Info is the player as logs name it.
	Info() game.Player
	// Play plays an episode to its end. Choices that the player makes follow from
	// the seed. An error ends the batch and drops the episode; what goes wrong
	// with a player's program is told in the play's notes instead.
	Play(ctx context.Context, e *game.Episode, seed uint64) (Play, error)
}

// Play is what came of playing beside the episode's log.
type Play struct {
	// Fault says in a few words what went wrong; empty if nothing did. Equal
	// faults are counted together.
	Fault string
	// Beside are texts to be kept beside the log, by the ending of their file's
	// name, such as "stderr.txt". Empty ones are left out.
	Beside map[string]string
}

// start makes the bout's episode.
func (b *Bout) start() (*game.Episode, error) {
	b.Setup.Player = b.Player.Info()
	return game.New(b.Setup)
}

// seed returns the seed of the player's choices, which is another one for each
// task, instance and player.
func (b *Bout) seed() uint64 {
	return PlayerSeed(b.Setup.Task.ID, b.Setup.Seed, b.Player.Info().Name)
}

// PlayerSeed derives the seed of a player's choices from the task, the seed of
// its crystals, and the player's name.
func PlayerSeed(task string, seed uint64, player string) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00%d\x00%s", task, seed, player)
	return h.Sum64()
}

// file returns where the bout's log belongs in the folder, with slashes:
// PLAYER/SUITE/PROTOCOL-SETTING/INDEX-SEED.jsonl.
func (b *Bout) file() (string, error) {
	o, err := b.Setup.Options.Complete(b.Setup.Task)
	if err != nil {
		return "", err
	}
	return logName(b.Player.Info().Name, b.Setup.Task, o, b.Setup.Seed), nil
}

// LogName returns where the log of an episode belongs in a batch's folder, with
// slashes, for players who write something beside it while they play.
func LogName(e *game.Episode) string {
	return logName(e.Header().Player.Name, e.Task(), e.Options(), e.Seed())
}

func logName(player string, task *suite.Task, o game.Options, seed uint64) string {
	rules := string(o.Protocol) + "-" + report.Setting(o, task.Model.Len())
	return path.Join(folderName(player), task.Suite, rules, fmt.Sprintf("%d-%d.jsonl", task.Index, seed))
}

// folderName turns a player's name into a name that every file system takes.
// Names that had to be changed end in a number of their own, so that no two share
// a folder.
func folderName(player string) string {
	var b strings.Builder
	for _, r := range player {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '.', r == '_', r == '-':
			b.WriteRune(r)
		default:
			b.WriteByte('-')
		}
	}
	name := b.String()
	const longest = 60
	if name == player && len(name) <= longest && name != "" && !strings.HasPrefix(name, ".") {
		return name
	}
	h := fnv.New32a()
	h.Write([]byte(player))
	return fmt.Sprintf("%s-%08x", strings.Trim(name[:min(len(name), longest)], ".-"), h.Sum32())
}

// errInterrupted ends a play whose context is over.
var errInterrupted = errors.New("interrupted")

// Interrupted says whether a batch ended because its context was over.
func Interrupted(err error) bool { return errors.Is(err, errInterrupted) }

// Interruption is the error of a play that ended early because its context was
// over.
func Interruption(ctx context.Context) error {
	return fmt.Errorf("%w: %w", errInterrupted, context.Cause(ctx))
}
