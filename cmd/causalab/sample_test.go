package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"causalab/scm/suite"
)

// TestSampledFilesPlay samples every family in both formats, checks the files with
// import, and plays a task of each, which must be the one that its id plays.
func TestSampledFilesPlay(t *testing.T) {
	folder := t.TempDir()
	for _, test := range []struct{ flags, id string }{
		{"-family plain -nodes 9", "sampled-9nodes/3"},
		{"-family freqparent -nodes 6", "sampled-6nodes_freqparent/3"},
		{"-family quadratic", "sampled-4nodes_quad_hard/3"},
		{"-family quadratic -nodes 5", "sampled-5nodes_quad_hard/3"},
		{"-family hidden-count -count 2", "sampled-4nodes_hidden_n2/3"},
		{"-family hidden-range -range 0.5", "sampled-4nodes_hidden_vrange_pm0p5/3"},
		{"-family hidden-freqnode", "sampled-4nodes_hidden_freqnode_n1/3"},
		{"-family outside -count 2 -nodes 5", "sampled-5nodes_outside2/3"},
		{"-family golden -nodes 3", ""},
	} {
		args := append([]string{"sample", "-graphs", "4", "-seed", "7"}, strings.Fields(test.flags)...)
		code, text, stderr := runWith("", args...)
		if code != 0 || strings.Count(text, "\n") != 4 {
			t.Errorf("%s: code %d, %d lines, %s", test.flags, code, strings.Count(text, "\n"), stderr)
			continue
		}
		path := filepath.Join(folder, "mine.jsonl")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		compact := filepath.Join(folder, "mine.txt")
		if code, stdout, stderr := runWith("", append(args, "-format", "compact", "-out", compact, "-force")...); code != 0 || stdout+stderr != "" {
			t.Errorf("%s: code %d, %s%s", test.flags, code, stdout, stderr)
			continue
		}
		for _, file := range []string{path, compact} {
			if code, info, stderr := runWith("", "import", file); code != 0 || !strings.Contains(info, `"count":4`) {
				t.Errorf("%s: code %d, %s%s", test.flags, code, info, stderr)
			}
			if code, again, _ := runWith("", "export", importedName(file), "-suite-file", file); code != 0 || again != text {
				t.Errorf("%s: exported again: code %d, equal %v", test.flags, code, again == text)
			}
			input := intervene("nothing", 1) + "\n" + recordOf("give_up", nil)
			code, played, stderr := runWith(input, "play", importedName(file)+"/3-v1", "-suite-file", file, "-alias", "a")
			if code != 0 || !strings.Contains(played, `"result"`) {
				t.Errorf("%s: code %d, %.200s%s", test.flags, code, played, stderr)
			}
			_, truth, _ := strings.Cut(played, `"mechanisms":`)
			truth, _, _ = strings.Cut(truth, `"reactor"`)
			if test.id == "" {
				if !strings.Contains(played, `"chain-2"`) || !strings.Contains(played, `"semantics":"target"`) {
					t.Errorf("%s: no chain was handed over: %.600s", test.flags, played)
				}
				continue
			}
			_, byID, _ := runWith(input, "play", test.id, "-graphs", "7", "-alias", "a")
			if truth == "" || !strings.Contains(byID, truth) {
				t.Errorf("%s: the file plays %s, the id %.600s", test.flags, truth, byID)
			}
		}
	}
}

// importedName is what a file's suite is called.
func importedName(path string) string {
	return importedPrefix + suite.NameOf(path)
}

// TestSampleRefusals gives flags that make no sense.
func TestSampleRefusals(t *testing.T) {
	there := filepath.Join(t.TempDir(), "there")
	if err := os.WriteFile(there, []byte("precious"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args, want string
		code       int
	}{
		{"-family cubic", "choose one of [plain freqparent quadratic hidden-count hidden-range hidden-freqnode outside golden]", exitUsage},
		{"-nodes 2", "the plain family has 3 to 12", exitUsage},
		{"-family golden -count 2", "count 2: the plain family has none", exitUsage},
		{"-family hidden-range -range 7", "one of [0.5 5 50]", exitUsage},
		{"-family outside -count 3", "1 to 2", exitUsage},
		{"-graphs 0", "0 graphs: choose 1 to 10000", exitUsage},
		{"-seed 9007199254740992", "the largest is 9007199254740991", exitUsage},
		{"-seed -1", "-seed", exitUsage},
		{"-format xml", "choose jsonl or compact", exitUsage},
		{"-out " + there, "-force", exitFailed},
		{"4nodes", `unexpected argument "4nodes"`, exitUsage},
	} {
		code, stdout, stderr := runWith("", append([]string{"sample"}, strings.Fields(test.args)...)...)
		if code != test.code || stdout != "" || !strings.Contains(stderr, test.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("sample %s: code %d, %q, %q", test.args, code, stdout, stderr)
		}
	}
	if text, _ := os.ReadFile(there); string(text) != "precious" {
		t.Errorf("the file holds %q", text)
	}
}
