package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"time"

	"causalab/cmd/causalab/batch"
	"causalab/dsl"
	"causalab/game"
	players "causalab/game/player"
)

// program is a player that is any program, spoken with over pipes as by the
// command play. It is started anew for each episode.
type program struct {
	command string // for the shell
	name    string
	timeout time.Duration // for one record
}

// seedVariable is where a program finds the seed for its own choices.
const seedVariable = "CAUSALAB_PLAYER_SEED"

func (p *program) Info() game.Player { return game.Player{Kind: "program", Name: p.name} }

func (p *program) Play(ctx context.Context, e *game.Episode, seed uint64) (batch.Play, error) {
	c, err := p.begin(ctx, seed)
	if err != nil {
		return batch.Play{}, fmt.Errorf("%s cannot be started: %w", p.command, err)
	}
	records := 0
	c.say(e.Observe())
	for !e.Done() {
		line, err := c.line()
		if err != nil {
			break
		}
		if isBlank(line) {
			continue
		}
		records++
		e.Step(recordText(line), game.NoTime) // the observation holds its error
		c.say(e.Observe())
	}
	play := batch.Play{}
	if e.Done() {
		c.say(struct {
			Result *game.Result `json:"result"`
		}{e.Result()})
	}
	end := c.end(e.Done())
	switch {
	case ctx.Err() != nil && !e.Done():
		return play, batch.Interruption(ctx)
	case !e.Done() && records == 0 && notStarted(end):
		return play, fmt.Errorf("%s cannot be started: %s", p.command, firstLine(c.stderr.String(), end.Error()))
	case !e.Done():
		play.Fault = c.fault(end, p.timeout)
		if err := players.GiveUp(e, play.Fault); err != nil {
			return play, err
		}
	}
	play.Beside = map[string]string{"stderr.txt": c.stderr.String()}
	return play, nil
}

// conversation is a program that is running.
type conversation struct {
	process *exec.Cmd
	in      io.WriteCloser
	out     *os.File
	lines   *bufio.Reader
	stderr  keeper
	timeout time.Duration

	watch    *time.Timer
	mu       sync.Mutex
	timedOut bool
}

func (p *program) begin(ctx context.Context, seed uint64) (*conversation, error) {
	c := &conversation{timeout: p.timeout}
	c.process = shellCommand(ctx, p.command)
	c.process.Env = append(os.Environ(), seedVariable+"="+strconv.FormatUint(seed, 10))
	c.process.Stderr = &c.stderr
	// A child of the program may keep its pipes open after it has ended.
	c.process.WaitDelay = time.Second
	var err error
	if c.in, err = c.process.StdinPipe(); err != nil {
		return nil, err
	}
	// A pipe of our own: that of StdoutPipe would be closed before all is read.
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	c.process.Stdout = write
	c.out, c.lines = read, bufio.NewReaderSize(read, 64<<10)
	if err = c.process.Start(); err != nil {
		read.Close()
		write.Close()
		return nil, err
	}
	write.Close()
	c.watch = time.AfterFunc(c.timeout, c.expire)
	return c, nil
}

// expire ends a program that has taken too long.
func (c *conversation) expire() {
	c.mu.Lock()
	c.timedOut = true
	c.mu.Unlock()
	killProcess(c.process)
	c.out.Close()
}

// say writes a value as a line. That nobody reads it is seen when the next record
// fails to come.
func (c *conversation) say(v any) {
	_ = writeLine(c.in, v)
}

// line returns the next line of the program without its end. Of a line that is
// longer than any record may be, only as much as shows that.
func (c *conversation) line() ([]byte, error) {
	var line []byte
	defer func() { c.watch.Reset(c.timeout) }()
	for {
		part, err := c.lines.ReadSlice('\n')
		if len(line) <= dsl.MaxLength {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && len(line) == 0 {
			return nil, err
		}
		return bytes.TrimRight(line, "\r\n"), nil
	}
}

// farewell is how long a program may take to end after its episode.
const farewell = 5 * time.Second

// end waits for the program to end, with a reason to if the episode is over.
func (c *conversation) end(over bool) error {
	c.in.Close()
	if over {
		c.watch.Reset(min(c.timeout, farewell))
		io.Copy(io.Discard, c.lines) // what it says now has no meaning
	}
	err := c.process.Wait()
	c.watch.Stop()
	c.out.Close()
	killProcess(c.process) // what it left behind
	return err
}

// fault says why the program ended before its episode.
func (c *conversation) fault(end error, timeout time.Duration) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.timedOut:
		return fmt.Sprintf("the program took longer than %s over a record", timeout)
	case end != nil:
		return fmt.Sprintf("the program ended before the episode with %s", end)
	}
	return "the program ended before the episode"
}

// notStarted says whether the shell found no program to start.
func notStarted(end error) bool {
	var exit *exec.ExitError
	return errors.As(end, &exit) && (exit.ExitCode() == 126 || exit.ExitCode() == 127)
}

// firstLine returns a text's first line, or another text if there is none.
func firstLine(text, otherwise string) string {
	line, _, _ := bytes.Cut(bytes.TrimSpace([]byte(text)), []byte("\n"))
	if len(line) == 0 {
		return otherwise
	}
	return string(line)
}

// mostKept is how much of a program's standard error is kept, in bytes.
const mostKept = 1 << 20

// keeper keeps the beginning of what is written to it.
type keeper struct {
	text bytes.Buffer
	cut  bool
}

func (k *keeper) Write(p []byte) (int, error) {
	room := mostKept - k.text.Len()
	k.text.Write(p[:min(len(p), room)])
	k.cut = k.cut || len(p) > room
	return len(p), nil
}

func (k *keeper) String() string {
	if k.cut {
		return k.text.String() + "\n[cut off here]\n"
	}
	return k.text.String()
}
