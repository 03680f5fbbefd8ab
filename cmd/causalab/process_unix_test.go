//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"causalab/dsl"
)

// beTheProgram makes the test binary stand in for the program.
const beTheProgram = "CAUSALAB_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(beTheProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// process is the program running with pipes.
type process struct {
	*exec.Cmd
	stdin  io.WriteCloser
	stdout *os.File
	lines  *bufio.Reader
	stderr bytes.Buffer
}

func startProgram(t *testing.T, args ...string) *process {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{Cmd: exec.Command(binary, args...)}
	p.Env = append(os.Environ(), beTheProgram+"=1")
	p.Stderr = &p.stderr
	if p.stdin, err = p.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p.Stdout, p.stdout, p.lines = writer, reader, bufio.NewReader(reader)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	writer.Close()
	t.Cleanup(func() {
		p.Process.Kill()
		reader.Close()
	})
	return p
}

// line reads a line within a few seconds.
func (p *process) line(t *testing.T) string {
	t.Helper()
	p.stdout.SetReadDeadline(time.Now().Add(20 * time.Second))
	line, err := p.lines.ReadString('\n')
	if err != nil {
		t.Fatalf("%v after %q; %s", err, line, p.stderr.String())
	}
	return line
}

func (p *process) say(t *testing.T, line string) {
	t.Helper()
	if _, err := io.WriteString(p.stdin, line+"\n"); err != nil {
		t.Fatal(err)
	}
}

// exitCode waits for the end.
func (p *process) exitCode(t *testing.T) int {
	t.Helper()
	kill := time.AfterFunc(20*time.Second, func() { p.Process.Kill() })
	defer kill.Stop()
	var exit *exec.ExitError
	if err := p.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return p.ProcessState.ExitCode()
}

// TestPipeIsAConversation plays by reading each observation before the next
// record is written, as an agent does.
func TestPipeIsAConversation(t *testing.T) {
	p := startProgram(t, "play", "causalab/4nodes/17-v1")
	var o struct {
		Step    int
		Reactor map[string]float64
		Records []struct {
			Props map[string]float64
			Freq  float64
		}
	}
	listen := func() {
		o.Records, o.Reactor = nil, nil
		if err := json.Unmarshal([]byte(p.line(t)), &o); err != nil {
			t.Fatal(err)
		}
	}
	listen()
	// What radiation does also passes through density, so density comes first.
	weights := map[string]float64{}
	for _, property := range []string{"density", "radiation"} {
		for _, value := range []float64{10, 30} {
			p.say(t, intervene(property, value))
			listen()
		}
		before, after := o.Records[len(o.Records)-2], o.Records[len(o.Records)-1]
		moved := after.Freq - before.Freq
		for other, w := range weights {
			moved -= w * (after.Props[other] - before.Props[other])
		}
		weights[property] = moved / (after.Props[property] - before.Props[property])
	}
	if o.Step != 4 || weights["density"] != 2 || weights["radiation"] != 2 {
		t.Fatalf("step %d, weights %v", o.Step, weights)
	}
	last := o.Records[len(o.Records)-1]
	hz := last.Freq
	for property, w := range weights {
		hz += w * (o.Reactor[property] - last.Props[property])
	}
	p.say(t, submission(hz))
	listen()
	var end struct{ Result struct{ Accuracy float64 } }
	if err := json.Unmarshal([]byte(p.line(t)), &end); err != nil {
		t.Fatal(err)
	}
	if code := p.exitCode(t); code != 0 || end.Result.Accuracy != 1 || p.stderr.Len() > 0 {
		t.Errorf("code %d, accuracy %v at %v Hz, %s", code, end.Result.Accuracy, hz, p.stderr.String())
	}
}

// TestClosedPipesEndQuietly reads one line and closes the pipe, as head -1 does.
func TestClosedPipesEndQuietly(t *testing.T) {
	vectors, err := os.ReadFile(filepath.Join("testdata", "scoring_vectors.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	crystals, err := os.ReadFile(filepath.Join("testdata", "engine_vectors.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for name, input := range map[string][]byte{"score": vectors, "replay": crystals} {
		file := filepath.Join(t.TempDir(), "in.jsonl")
		if err := os.WriteFile(file, bytes.Repeat(input, 300), 0o666); err != nil {
			t.Fatal(err)
		}
		p := startProgram(t, name, file)
		p.line(t)
		p.stdout.Close()
		if code := p.exitCode(t); code != exitBrokenPipe || p.stderr.Len() > 0 {
			t.Errorf("%s: code %d, %s", name, code, p.stderr.String())
		}
	}
}

// TestLogOutlivesItsReader saves the log when the observations' reader goes away.
func TestLogOutlivesItsReader(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	p := startProgram(t, "play", "4nodes/17", "-log", log)
	p.line(t)
	p.stdout.Close()
	p.say(t, intervene("density", 40))
	if code := p.exitCode(t); code != exitBrokenPipe || p.stderr.Len() > 0 {
		t.Errorf("code %d, %s", code, p.stderr.String())
	}
	if code, stdout, _ := runWith("", "replay", log); code != 0 || !strings.Contains(stdout, `"steps":1,"finished":false`) {
		t.Errorf("code %d, %s", code, stdout)
	}
}

// TestLogOutlivesAnInterrupt saves the log when the program is told to stop.
func TestLogOutlivesAnInterrupt(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		log := filepath.Join(t.TempDir(), "log")
		p := startProgram(t, "play", "4nodes/17", "-log", log)
		p.line(t)
		p.say(t, thinkOnly)
		p.line(t)
		if _, err := os.Stat(log); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the log is there before the end: %v", err)
		}
		if err := p.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if code := p.exitCode(t); code != exitInterrupted {
			t.Errorf("%v: code %d, %s", signal, code, p.stderr.String())
		}
		if code, stdout, _ := runWith("", "replay", log); code != 0 || !strings.Contains(stdout, `"steps":1,"finished":false`) {
			t.Errorf("%v: code %d, %s", signal, code, stdout)
		}
	}
}

// TestInputEndsFirst has a code of its own.
func TestInputEndsFirst(t *testing.T) {
	p := startProgram(t, "play", "4nodes/17")
	p.line(t)
	p.stdin.Close()
	if code := p.exitCode(t); code != exitUnfinished || !strings.Contains(p.stderr.String(), "the input ended before the episode") {
		t.Errorf("code %d, %s", code, p.stderr.String())
	}
}

// TestGivingUpByPipe ends at once although more could be written.
func TestGivingUpByPipe(t *testing.T) {
	p := startProgram(t, "play", "4nodes/17")
	p.line(t)
	p.say(t, recordOf(dsl.ActionGiveUp, nil))
	p.line(t)
	if end := p.line(t); !strings.HasPrefix(end, `{"result":{"outcome":"gave_up"`) {
		t.Errorf("last line %s", end)
	}
	if code := p.exitCode(t); code != 0 {
		t.Errorf("code %d", code)
	}
}
