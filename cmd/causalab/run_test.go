package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite what the archives in testdata expect")

// TestScripts runs the command line that each archive in testdata names in its
// first lines ("$ causalab score in.jsonl"), among the archive's files, and
// compares output, messages and exit code. The file stdin is fed in.
func TestScripts(t *testing.T) {
	archives, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(archives) < 20 {
		t.Fatalf("%d archives, %v", len(archives), err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			path, err := filepath.Abs(name)
			if err != nil {
				t.Fatal(err)
			}
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			t.Chdir(t.TempDir())
			var stdin string
			want := map[string]string{}
			for _, f := range archive.Files {
				switch f.Name {
				case "stdin":
					stdin = unescape(string(f.Data))
				case "stdout", "stderr", "code":
					want[f.Name] = string(f.Data)
				default:
					if err := os.WriteFile(f.Name, []byte(unescape(string(f.Data))), 0o666); err != nil {
						t.Fatal(err)
					}
				}
			}
			code, stdout, stderr := runWith(stdin, commandLine(t, string(archive.Comment))...)
			got := map[string]string{"stdout": stdout, "stderr": stderr, "code": strconv.Itoa(code) + "\n"}
			if *update {
				rewrite(t, path, archive, got)
				return
			}
			for _, stream := range []string{"stdout", "stderr", "code"} {
				if got[stream] != want[stream] {
					t.Errorf("%s:\n got %q\nwant %q", stream, got[stream], want[stream])
				}
			}
		})
	}
}

// commandLine finds the arguments in an archive's comment.
func commandLine(t *testing.T, comment string) []string {
	for line := range strings.Lines(comment) {
		if rest, ok := strings.CutPrefix(line, "$ causalab"); ok {
			return strings.Fields(rest)
		}
	}
	t.Fatal(`no line "$ causalab ..." in the comment`)
	return nil
}

// unescape writes what an archive cannot hold: a byte order mark, carriage
// returns and an unended line.
func unescape(text string) string {
	return strings.NewReplacer("<BOM>", "\ufeff", "<CR>\n", "\r\n", "<EOF>\n", "").Replace(text)
}

// rewrite puts what was got in place of what was wanted.
func rewrite(t *testing.T, path string, archive *txtar.Archive, got map[string]string) {
	var files []txtar.File
	for _, f := range archive.Files {
		if _, result := got[f.Name]; !result {
			files = append(files, f)
		}
	}
	for _, stream := range []string{"stdout", "stderr", "code"} {
		if got[stream] != "" {
			files = append(files, txtar.File{Name: stream, Data: []byte(got[stream])})
		}
	}
	archive.Files = files
	if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
		t.Fatal(err)
	}
}

// runWith runs the program in this process.
func runWith(stdin string, args ...string) (code int, stdout, stderr string) {
	var out, messages bytes.Buffer
	code = run(args, strings.NewReader(stdin), &out, &messages)
	return code, out.String(), messages.String()
}

func TestHelpDescribesEveryCommand(t *testing.T) {
	_, overview, _ := runWith("", "help")
	for _, c := range commands() {
		if !strings.Contains(overview, "\n  "+c.name+" ") {
			t.Errorf("the overview lacks %s", c.name)
		}
		for _, args := range [][]string{{"help", c.name}, {c.name, "-h"}, {c.name, "--help"}} {
			code, stdout, stderr := runWith("", args...)
			if code != 0 || stderr != "" || !strings.HasPrefix(stdout, "usage: causalab "+c.name) {
				t.Errorf("%v: code %d, %q, %q", args, code, stdout, stderr)
			}
		}
	}
}

func TestVersionNamesTheToolchain(t *testing.T) {
	code, stdout, _ := runWith("", "version")
	var version, toolchain, platform string
	if n, _ := fmt.Sscanf(stdout, "causalab %s %s %s", &version, &toolchain, &platform); n != 3 || code != 0 || !strings.HasPrefix(toolchain, "go1.") {
		t.Errorf("code %d, %q", code, stdout)
	}
}

// TestFlagsAnywhere reads flags before, between and after operands.
func TestFlagsAnywhere(t *testing.T) {
	for _, args := range [][]string{
		{"play", "-mode", "lines", "-seed=3", "4nodes/1"},
		{"play", "4nodes/1", "-mode", "lines", "-seed", "3"},
		{"play", "--seed", "3", "4nodes/1", "--mode=lines"},
		{"play", "-mode", "lines", "-seed", "3", "--", "4nodes/1"},
	} {
		code, stdout, stderr := runWith("", args...)
		_, want, _ := runWith("", "play", "causalab/4nodes/1-v1", "-seed", "3")
		if code != exitUnfinished || stdout != want || stdout == "" {
			t.Errorf("%v: code %d, %s", args, code, stderr)
		}
	}
	if code, _, stderr := runWith("", "play", "--", "4nodes/1", "-seed"); code != exitUsage || !strings.Contains(stderr, `"-seed"`) {
		t.Errorf("after --: code %d, %s", code, stderr)
	}
}
