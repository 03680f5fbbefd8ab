package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"time"

	"causalab/cmd/causalab/batch"
	"causalab/game"
)

var runCommand = command{
	name:    "run",
	summary: "play suites with players and keep the logs",
	details: `
Plays whole suites with one or several players and keeps every episode's log in
a folder, as OUT/PLAYER/SUITE/PROTOCOL-SETTING/INDEX-SEED.jsonl. Then it writes
OUT/summary.jsonl from the logs, one line an episode. "causalab report OUT"
makes tables of them.

A run that was stopped at any moment, even killed, goes on where it was when it
is started again: finished logs are kept, and a log is there whole or not at
all. Neither -jobs nor interruptions change a byte of what comes out.

Players are the reference players (random, observer, one-at-a-time, scientist)
and programs: exec:COMMAND starts the command anew for each episode and speaks
with it as "causalab play" does, observations out and records in, one JSON
object a line. What it writes to standard error is kept beside the log. A
program that ends or says nothing for too long gives its episode up. It finds the
seed for its own choices in CAUSALAB_PLAYER_SEED.

The player llm is the language model of -model, and llm:MODEL another, behind any
endpoint that speaks OpenAI's chat completions; "causalab help llm" tells how it
plays. What it was sent and answered is kept as INDEX-SEED.transcript.jsonl beside
each log, also of episodes that did not end. An episode whose tokens are spent is
given up; when those of the run are, or the endpoint stays away, the run ends and
goes on when it is started again. A finished episode is known by the player's name,
not by how the model was asked: compare settings under another -name each.

With -shard i/n only every n-th episode is played, so that several machines
share the work. In a Kubernetes Indexed Job or a Slurm array the part is known
from the environment (JOB_COMPLETION_INDEX with JOB_COMPLETIONS or -shards;
SLURM_ARRAY_TASK_ID with SLURM_ARRAY_TASK_COUNT). Machines may write to one
folder or to several; report reads as many as are named.

Named sets are the paper's comparisons; -set list prints them.

examples:
  causalab run -suite 4nodes -player scientist,random -out runs
  causalab run -suite all -player scientist -seeds 0-4 -protocol released -out runs
  causalab run -set scaling-4nodes -player observer -out runs
  causalab run -suite 6nodes -player 'exec:python3 agent.py' -name my-agent -out runs
  causalab run -suite 4nodes -indices 0-9 -player llm -model gpt-5-mini -jobs 8 -run-tokens 5000000 -out runs`,
	setUp: func(flags *flag.FlagSet) action { return newRunner(flags).run },
}

// runner is one call of the command run.
type runner struct {
	rules   ruleFlags
	suites  list
	set     string
	players playerList
	name    string
	timeout time.Duration
	seeds   string
	indices string
	graphs  uint64
	jobs    int
	out     string
	shard   string
	shards  int
	quiet   bool
	llm     llmFlags
}

// newRunner declares the command's flags.
func newRunner(flags *flag.FlagSet) *runner {
	r := new(runner)
	r.rules.register(flags)
	r.llm.registerRun(flags)
	flags.Var(&r.suites, "suite", "`names` of suites with commas between, or all released ones; may be given several times")
	flags.StringVar(&r.set, "set", "", "play a named set in place of suites; list prints the `name`s")
	flags.Var(&r.players, "player", "`names` of players with commas between, llm, or exec:COMMAND; may be given several times")
	flags.Func("exec", "the same as -player exec:`COMMAND`", func(command string) error { return r.players.Set(execPrefix + command) })
	flags.StringVar(&r.name, "name", "", "what logs and tables call the program of exec:COMMAND or the language model, a `name`")
	flags.DurationVar(&r.timeout, "timeout", time.Minute, "how long a program may take for one record, a `duration` such as 90s")
	flags.StringVar(&r.seeds, "seeds", "0", "instance seeds, `numbers` such as 0-4 or 0,7")
	flags.StringVar(&r.indices, "indices", "", "play only these tasks of each suite, `numbers` such as 0-9 (default all; 0-49 of a sampled suite)")
	flags.Uint64Var(&r.graphs, "graphs", 0, "graphs of sampled suites are those of this `number`")
	flags.IntVar(&r.jobs, "jobs", runtime.NumCPU(), "episodes played at a time, a `number`")
	flags.StringVar(&r.out, "out", "", "the `folder` for logs and summary")
	flags.StringVar(&r.shard, "shard", "", "play only this part, `i/n` with i from 0")
	flags.IntVar(&r.shards, "shards", 0, "how many parts there are, a `number`, where the environment says which this is")
	flags.BoolVar(&r.quiet, "quiet", false, "show no progress")
	return r
}

func (r *runner) run(s *streams, operands []string) error {
	if len(operands) > 0 {
		return badUsage("unexpected argument %q; suites are named with -suite", operands[0])
	}
	if r.set == "list" {
		return writeSets(s)
	}
	if r.out == "" && !r.llm.dryRun {
		return badUsage("no folder for the logs: name one with -out")
	}
	if r.jobs < 1 {
		return badUsage("-jobs %d: at least one episode has to be played at a time", r.jobs)
	}
	shard, err := r.part(os.Getenv)
	if err != nil {
		return usageError{err}
	}
	c, err := r.rules.files.open()
	if err != nil {
		return err
	}
	r.llm.notices = r.noticesOn(s)
	bouts, err := r.plan(c)
	if err != nil {
		return err
	}
	if r.llm.dryRun {
		return r.preview(s, bouts)
	}
	folder, err := batch.OpenFolder(r.out)
	if err != nil {
		return err
	}
	// Before the first interrupt is taken, the second one ends the program as usual.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	p := newProgress(s.err, !r.quiet, shard)
	result, err := batch.Run(ctx, folder, shard.Of(bouts), r.jobs, c.replay, p)
	p.end()
	r.tellSpent(s, bouts)
	return r.tell(s, shard, result, err)
}

// part says which part of the bouts is this machine's.
func (r *runner) part(getenv func(string) string) (batch.Shard, error) {
	if r.shard == "" {
		return batch.ShardOf(r.shards, getenv)
	}
	if r.shards != 0 {
		return batch.Shard{}, errors.New("-shard i/n says how many parts there are; leave -shards out")
	}
	return batch.ParseShard(r.shard)
}

// tell ends the work with lines for people and the right code.
func (r *runner) tell(s *streams, shard batch.Shard, result batch.Result, err error) error {
	for _, fault := range sortedKeys(result.Faults) {
		fmt.Fprintf(s.err, "causalab run: an episode was given up %s for %s\n", timesText(result.Faults[fault]), fault)
	}
	if err == nil {
		if !r.quiet {
			fmt.Fprintf(s.err, "causalab run: %s played, %d were there already; summary in %s\n",
				count(result.Played, "episode"), result.Kept, r.out+string(os.PathSeparator)+batch.SummaryName)
		}
		return nil
	}
	stand := fmt.Sprintf("%d of %s are finished and kept", result.Played+result.Kept, count(result.Played+result.Kept+result.Left, "episode"))
	if batch.Interrupted(err) {
		return &exitError{exitInterrupted, "interrupted; " + stand + ", and the same command goes on from there"}
	}
	if result.Played+result.Kept == 0 {
		return err
	}
	return fmt.Errorf("%w; %s, and the same command goes on from there", err, stand)
}

func timesText(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func sortedKeys(m map[string]int) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// replay makes the episode of a log.
func (c *catalogue) replay(t *game.Trajectory) (*game.Episode, error) {
	return replayTrajectory(c, t)
}

// speaker is a player that can say what it would be sent, and what it has cost.
type speaker interface {
	batch.Player
	preview(s *streams, e *game.Episode) error
	spent() string
}

// preview shows what the first language model would be sent first.
func (r *runner) preview(s *streams, bouts []batch.Bout) error {
	for i := range bouts {
		if model, ok := bouts[i].Player.(speaker); ok {
			e, err := game.New(bouts[i].Setup)
			if err != nil {
				return err
			}
			return model.preview(s, e)
		}
	}
	return badUsage("-dry-run shows what a language model would be sent; name one with -player llm")
}

// tellSpent says what the language models have cost.
func (r *runner) tellSpent(s *streams, bouts []batch.Bout) {
	told := make(map[batch.Player]bool)
	for i := range bouts {
		if model, ok := bouts[i].Player.(speaker); ok && !told[model] {
			told[model] = true
			if spent := model.spent(); spent != "" {
				fmt.Fprintf(s.err, "causalab run: %s: %s\n", model.Info().Name, spent)
			}
		}
	}
}

// noticesOn returns where language models tell what they wait for.
func (r *runner) noticesOn(s *streams) func(text string) {
	if r.quiet {
		return nil
	}
	before := ""
	if isTerminal(s.err) {
		before = "\n" // below the progress bar
	}
	var mu sync.Mutex
	return func(text string) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(s.err, "%scausalab run: %s\n", before, text)
	}
}
