//go:build unix

package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// treeOf returns every file of a folder by its name.
func treeOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		files[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func sameTree(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d files, want %d", what, len(got), len(want))
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: %s differs", what, name)
		}
	}
}

// TestKilledRunsGoOn kills a run at moments that differ from try to try, and each
// time starts it again, until it comes through. It leaves the same bytes as a run
// that was let alone.
func TestKilledRunsGoOn(t *testing.T) {
	args := func(out string) []string {
		return []string{"run", "-suite", "5nodes", "-indices", "0-19", "-player", "one-at-a-time,random", "-jobs", "2", "-quiet", "-out", out}
	}
	whole, broken := t.TempDir(), t.TempDir()
	if code, _, stderr := runWith("", args(whole)...); code != 0 {
		t.Fatal(stderr)
	}
	wanted := treeOf(t, whole)
	random := rand.New(rand.NewPCG(1, 1))
	kills := 0
	for wait := 20 * time.Millisecond; ; wait += wait / 4 {
		p := startProgram(t, args(broken)...)
		ended := make(chan int)
		go func() { ended <- p.exitCode(t) }()
		var code int
		select {
		case code = <-ended:
		case <-time.After(wait + time.Duration(random.Int64N(int64(wait)))):
			p.Process.Kill()
			code = <-ended
		}
		if code == 0 {
			break
		}
		kills++
		for name, text := range treeOf(t, broken) {
			if strings.HasPrefix(filepath.Base(name), ".") {
				continue // what was being written, which the next try removes
			}
			if want := wanted[name]; text == "" || text != want {
				t.Fatalf("after kill %d, %s is not whole", kills, name)
			}
		}
	}
	t.Logf("killed %d times", kills)
	if kills == 0 {
		t.Error("the run was never killed")
	}
	sameTree(t, "killed and gone on with", treeOf(t, broken), wanted)
}

// TestInterruptedRunSaysHowItStands and has a code of its own.
func TestInterruptedRunSaysHowItStands(t *testing.T) {
	out := t.TempDir()
	args := []string{"run", "-suite", "4nodes", "-exec", "sleep 60", "-name", "sleeper", "-jobs", "2", "-out", out}
	p := startProgram(t, args...)
	time.Sleep(300 * time.Millisecond)
	if err := p.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := p.exitCode(t); code != exitInterrupted || !strings.Contains(p.stderr.String(), "interrupted; 0 of 50 episodes are finished and kept") {
		t.Errorf("code %d, %s", code, p.stderr.String())
	}
	if files := treeOf(t, out); len(files) > 0 {
		t.Errorf("%d files", len(files))
	}
}

// TestUnwritableFolder has a plain message.
func TestUnwritableFolder(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	outs := []string{filepath.Join(file, "below"), "/proc/nowhere"}
	if os.Getuid() != 0 { // the administrator may write anywhere
		locked := filepath.Join(folder, "locked")
		if err := os.Mkdir(locked, 0o555); err != nil {
			t.Fatal(err)
		}
		outs = append(outs, locked)
	}
	for _, out := range outs {
		code, _, stderr := runWith("", "run", "-suite", "3nodes", "-player", "random", "-out", out)
		if code != exitFailed || !strings.Contains(stderr, "cannot be written") || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: code %d, %s", out, code, stderr)
		}
	}
}

// runProgram plays one task with a shell command and returns its row in the
// summary and what the run said.
func runProgram(t *testing.T, command string, args ...string) (row map[string]any, files map[string]string, stderr string) {
	t.Helper()
	out := t.TempDir()
	code, _, stderr := runWith("", append([]string{"run", "-suite", "3nodes", "-indices", "0", "-exec", command, "-name", "agent", "-out", out}, args...)...)
	if code != 0 {
		t.Fatalf("%s: code %d, %s", command, code, stderr)
	}
	files = treeOf(t, out)
	if err := json.Unmarshal([]byte(files["summary.jsonl"]), &row); err != nil {
		t.Fatal(err)
	}
	return row, files, stderr
}

// TestWellBehavedProgram reads the last observation's frequency and submits it.
func TestWellBehavedProgram(t *testing.T) {
	command := `
		echo "seed $CAUSALAB_PLAYER_SEED" >&2
		read observation
		echo ` + quote(intervene("moisture", 20)) + `
		read observation
		hz=$(echo "$observation" | sed 's/.*"freq":\([0-9.]*\).*/\1/')
		echo ` + quote(strings.Replace(submission(12345), "12345", "HZ", 1)) + ` | sed "s/HZ/$hz/"
		read observation; read result
		echo "$result" | cut -c1-10 >&2
		cat > /dev/null`
	row, files, stderr := runProgram(t, command)
	scores := row["scores"].(map[string]any)
	if row["outcome"] != "submitted" || scores["interventions_used"] != 1.0 || scores["parse_failures"] != 0.0 || strings.Contains(stderr, "given up") {
		t.Errorf("%v; %s", row, stderr)
	}
	beside := files["agent/3nodes/paper-2o8i/0-0.stderr.txt"]
	if !strings.HasPrefix(beside, "seed ") || !strings.Contains(beside, `{"result":`) {
		t.Errorf("kept beside the log: %q", beside)
	}
}

func quote(text string) string { return "'" + text + "'" }

// TestMisbehavingPrograms end, talk nonsense, hang, do not listen, and say too much.
func TestMisbehavingPrograms(t *testing.T) {
	for _, test := range []struct {
		name, command string
		args          []string
		outcome       string
		failures      float64
		stderr        string // of the run
		beside        string
	}{
		{"ends at once", "true", nil, "gave_up", 0, "ended before the episode", ""},
		{"fails after some nonsense", "for i in 1 2 3 4; do read x; echo nonsense; done; echo oh no >&2; exit 3", nil, "gave_up", 1, "exit status 3", "oh no\n"},
		{"nonsense for ever", "while read x; do echo nonsense; done", []string{"-steps", "3"}, "truncated", 3, "", ""},
		{"hangs", "read x; sleep 60", []string{"-timeout", "200ms"}, "gave_up", 0, "longer than 200ms", ""},
		{"hangs with a child", "sleep 60 & sleep 60", []string{"-timeout", "200ms"}, "gave_up", 0, "longer than 200ms", ""},
		{"never listens", "echo nonsense; exec sleep 60 < /dev/null", []string{"-timeout", "200ms"}, "gave_up", 0, "longer than 200ms", ""},
		{"closes its output", "exec >&-; sleep 60", []string{"-timeout", "200ms"}, "gave_up", 0, "", ""},
		{"a line without an end", "head -c 3000000 /dev/zero | tr '\\0' x", nil, "gave_up", 0, "ended before the episode", ""},
		{"says more after the end", "echo " + quote(`{"hypothesis":{"edges":[],"freq_equation":"","coefficients":{}},"action":"give_up"}`) + "; yes", []string{"-timeout", "1s"}, "gave_up", 0, "", ""},
		{"blank lines", "printf '\\n\\n  \\n'", nil, "gave_up", 0, "ended before the episode", ""},
		{"killed", "kill -9 $$", nil, "gave_up", 0, "killed", ""},
		{"floods its errors", "yes 0123456789 | head -c 3000000 >&2", nil, "gave_up", 0, "ended before the episode", "0123456789\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			begun := time.Now()
			row, files, stderr := runProgram(t, test.command, test.args...)
			scores, _ := row["scores"].(map[string]any)
			if row["outcome"] != test.outcome || scores["parse_failures"] != test.failures || scores["accuracy"] != 0.0 {
				t.Errorf("%v", row)
			}
			if _, ok := scores["error_hz"]; ok {
				t.Error("there is an error in Hz without a submission")
			}
			if !strings.Contains(stderr, test.stderr) || test.stderr != "" && !strings.Contains(stderr, "an episode was given up once for agent") {
				t.Errorf("the run said %s", stderr)
			}
			for name, text := range files {
				if strings.HasSuffix(name, ".stderr.txt") && (!strings.HasPrefix(text, test.beside) || test.beside == "" || len(text) > 1<<21) {
					t.Errorf("%s: %d bytes", name, len(text))
				}
			}
			if took := time.Since(begun); took > 15*time.Second {
				t.Errorf("it took %s", took)
			}
		})
	}
}

// TestProgramThatCannotBeStarted is a fault of the call and gives nothing up.
func TestProgramThatCannotBeStarted(t *testing.T) {
	out := t.TempDir()
	code, _, stderr := runWith("", "run", "-suite", "3nodes", "-exec", "/nowhere/agent --fast", "-out", out)
	if code != exitFailed || !strings.Contains(stderr, "cannot be started") {
		t.Errorf("code %d, %s", code, stderr)
	}
	if files := treeOf(t, out); len(files) > 0 {
		t.Errorf("%d files", len(files))
	}
}

// TestProgramAndJobsLeaveNoTrace plays a program with one and with four jobs.
func TestProgramAndJobsLeaveNoTrace(t *testing.T) {
	one, four := t.TempDir(), t.TempDir()
	for out, jobs := range map[string]string{one: "1", four: "4"} {
		code, _, stderr := runWith("", "run", "-suite", "3nodes", "-indices", "0-7", "-jobs", jobs, "-steps", "4", "-quiet",
			"-exec", "while read x; do echo $CAUSALAB_PLAYER_SEED; done", "-name", "echoer", "-out", out)
		if code != 0 {
			t.Fatal(stderr)
		}
	}
	sameTree(t, "four jobs", treeOf(t, four), treeOf(t, one))
}
