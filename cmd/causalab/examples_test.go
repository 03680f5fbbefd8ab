//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// runExample runs the program as a scheduler would, with a part of the work that
// is soon done, and returns the logs that came of it.
func runExample(t *testing.T, command *exec.Cmd, out string, environment ...string) []string {
	t.Helper()
	command.Env = append(append(os.Environ(), beTheProgram+"=1"), environment...)
	if message, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, message)
	}
	var logs []string
	for name := range treeOf(t, out) {
		if strings.HasSuffix(name, "-0.jsonl") {
			logs = append(logs, name)
		}
	}
	return logs
}

// small leaves the first task of each suite, so that the ten parts of 76 bouts
// have seven or eight each.
var small = []string{"-indices=0", "-seeds=0", "-quiet"}

func testBinary(t *testing.T) string {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return binary
}

// TestKubernetesExample reads the manifest line by line, as far as it can be
// checked without a cluster, and runs its arguments as one of its pods.
func TestKubernetesExample(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("examples", "kubernetes-job.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	manifest := string(text)
	for number, line := range strings.Split(manifest, "\n") {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if strings.Contains(line, "\t") || indent%2 != 0 || strings.TrimRight(line, " ") != line {
			t.Errorf("line %d: %q", number+1, line)
		}
		if content := strings.TrimSpace(line); content != "" && !regexp.MustCompile(`^(#.*|(- )?[A-Za-z]+:( .+)?|- .+)$`).MatchString(content) {
			t.Errorf("line %d is no YAML of a manifest: %q", number+1, line)
		}
	}
	field := func(pattern string) string {
		m := regexp.MustCompile(pattern).FindStringSubmatch(manifest)
		if m == nil {
			t.Fatalf("the manifest has no %s", pattern)
		}
		return m[1]
	}
	if mode := field(`(?m)^  completionMode: (\w+)$`); mode != "Indexed" {
		t.Errorf("completion mode %s", mode)
	}
	parts := field(`(?m)^  completions: (\d+)$`)
	if count := field(`(?s)name: JOB_COMPLETIONS\s+value: "(\d+)"`); count != parts || parts != "10" {
		t.Errorf("%s completions, JOB_COMPLETIONS %s", parts, count)
	}
	var args []string
	out := t.TempDir()
	for _, m := range regexp.MustCompile(`(?m)^            - (run|-[a-z].*)$`).FindAllStringSubmatch(manifest, -1) {
		args = append(args, strings.Replace(m[1], "-out=/runs", "-out="+out, 1))
	}
	if len(args) != 7 || args[0] != "run" {
		t.Fatalf("arguments %q", args)
	}
	logs := runExample(t, exec.Command(testBinary(t), append(args, small...)...), out, "JOB_COMPLETION_INDEX=9", "JOB_COMPLETIONS="+parts)
	if len(logs) != 7 {
		t.Errorf("the last of ten parts has %d bouts of 76", len(logs))
	}
}

// TestSlurmExample runs the script as a task of its array.
func TestSlurmExample(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join("examples", "slurm-array.sh")
	if message, err := exec.Command(bash, "-n", script).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, message)
	}
	folder := t.TempDir()
	logs := runExample(t, exec.Command(bash, append([]string{script}, small...)...), filepath.Join(folder, "runs"),
		"CAUSALAB="+testBinary(t), "SLURM_SUBMIT_DIR="+folder,
		"SLURM_ARRAY_TASK_ID=0", "SLURM_ARRAY_TASK_MIN=0", "SLURM_ARRAY_TASK_COUNT=10")
	if len(logs) != 8 {
		t.Errorf("the first of ten parts has %d bouts of 76", len(logs))
	}
}
