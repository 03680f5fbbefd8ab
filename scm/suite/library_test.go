package suite_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"causalab/scm/suite"
)

// TestInfoMatchesTasks decodes every suite and holds its description, which is
// given before that, against its tasks.
func TestInfoMatchesTasks(t *testing.T) {
	library := suite.Released()
	for _, info := range releasedInfos() {
		s, err := library.Suite(info.Name)
		if err != nil {
			t.Fatal(err)
		}
		if s.Info != info {
			t.Errorf("%s is described as %+v, decoded as %+v", info.Name, info, s.Info)
		}
		if info.Count != 50 || len(s.Tasks) != 50 {
			t.Errorf("%s has %d tasks, described as %d, want 50", info.Name, len(s.Tasks), info.Count)
		}
		if info.Title == "" || strings.TrimSpace(info.Title) != info.Title {
			t.Errorf("%s has title %q", info.Name, info.Title)
		}
		for i, task := range s.Tasks {
			if task.Index != i || task.Suite != info.Name || task.Model.Len() != info.Nodes || task.Family() != info.Family {
				t.Errorf("%s is task %d of %s, %d variables, %s", task.ID, task.Index, task.Suite, task.Model.Len(), task.Family())
			}
			if found, err := library.Find(task.ID); err != nil || found != task {
				t.Errorf("%s finds %v, %v", task.ID, found, err)
			}
		}
	}
}

func TestReleasedFamilies(t *testing.T) {
	want := map[string]string{
		"3nodes": "linear", "7nodes": "linear", "4nodes_golden": "linear", "6nodes_freqparent": "linear-freqparent",
		"4nodes_hidden_n3": "linear-hidden", "4nodes_hidden_vrange_pm0p5": "linear-hidden", "4nodes_quad_hard": "quadratic",
	}
	for _, info := range releasedInfos() {
		if family, ok := want[info.Name]; ok && family != info.Family {
			t.Errorf("%s is %s, want %s", info.Name, info.Family, family)
		}
	}
}

// TestFreqParentNeedsNoChild counts the graphs in which the frequency has one,
// as the spec of the release gives them.
func TestFreqParentNeedsNoChild(t *testing.T) {
	for name, want := range map[string]int{"4nodes_freqparent": 27, "6nodes_freqparent": 31, "6nodes": 0} {
		got := 0
		for _, task := range released(t, name).Tasks {
			if len(task.Model.Graph().Children(task.Model.Frequency())) > 0 {
				got++
			}
		}
		if got != want {
			t.Errorf("%s: the frequency has a child in %d graphs, want %d", name, got, want)
		}
	}
}

func TestFindRefusals(t *testing.T) {
	const malformed = `: want causalab/SUITE/INDEX-v1, e.g. "causalab/4nodes/17-v1", or imported/NAME/INDEX-v1`
	tests := []struct{ id, want string }{
		{"", `task ""` + malformed},
		{"4nodes/17", `task "4nodes/17"` + malformed},
		{"causalab/4nodes/17", `task "causalab/4nodes/17"` + malformed},
		{"causalab/4nodes/017-v1", `task "causalab/4nodes/017-v1"` + malformed},
		{"causalab/4nodes/+1-v1", `task "causalab/4nodes/+1-v1"` + malformed},
		{"causalab/4nodes/-1-v1", `task "causalab/4nodes/-1-v1"` + malformed},
		{"causalab/4nodes/1-v1 ", `task "causalab/4nodes/1-v1 ": version "v1 " is not known, only "v1"`},
		{"causalab/4nodes/17-v2", `task "causalab/4nodes/17-v2": version "v2" is not known, only "v1"`},
		{"Causalab/4nodes/17-v1", `task "Causalab/4nodes/17-v1"` + malformed},
		{"causalab//17-v1", `task "causalab//17-v1"` + malformed},
		{"causalab/4nodes/99999999999999999999-v1", `task "causalab/4nodes/99999999999999999999-v1"` + malformed},
		{"causalab/4nodes/50-v1", `task "causalab/4nodes/50-v1": suite 4nodes has indices 0 to 49`},
	}
	library := suite.Released()
	for _, test := range tests {
		_, err := library.Find(test.id)
		var id *suite.IDError
		if err == nil || err.Error() != test.want || !errors.As(err, &id) || id.ID != test.id {
			t.Errorf("Find(%q): got %v, want %s", test.id, err, test.want)
		}
	}
	var unknown *suite.UnknownSuiteError
	_, err := library.Find("causalab/9nodes/0-v1")
	if err == nil || !strings.HasPrefix(err.Error(), `suite "9nodes" is not known; known are 3nodes, 4nodes, 5nodes, `) {
		t.Errorf("unknown suite: %v", err)
	}
	if !errors.As(err, &unknown) || unknown.Name != "9nodes" || len(unknown.Known) != 19 || unknown.Known[0] != "3nodes" {
		t.Errorf("unknown suite: %v", err)
	}
	if _, err := library.Find("imported/4nodes/0-v1"); !errors.As(err, &unknown) || unknown.Name != "imported/4nodes" {
		t.Errorf("suite that nobody imported: %v", err)
	}
}

func TestAdd(t *testing.T) {
	read := func(name, text string) *suite.Suite {
		s, err := suite.Import(name, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	library := suite.Released()
	listed := len(library.Suites())
	mine := read("4nodes", small)
	for range 2 { // adding the same again changes nothing
		if err := library.Add(mine); err != nil {
			t.Fatal(err)
		}
	}
	if err := library.Add(read("4nodes", small)); err != nil {
		t.Errorf("the same file again: %v", err)
	}
	infos := library.Suites()
	if len(infos) != listed+1 || infos[listed] != mine.Info {
		t.Errorf("%d suites, the last %+v", len(infos), infos[len(infos)-1])
	}
	if task, err := library.Find("imported/4nodes/0-v1"); err != nil || task != mine.Tasks[0] {
		t.Errorf("found %v, %v", task, err)
	}
	if task, err := library.Find("causalab/4nodes/0-v1"); err != nil || task.Model.Len() != 4 {
		t.Errorf("the released suite of that name became %v, %v", task, err)
	}
	if len(suite.Released().Suites()) != listed {
		t.Error("one library's suites appear in another")
	}

	other := read("4nodes", strings.Replace(small, `"base_freq": 24`, `"base_freq": 25`, 1))
	want := "a suite called imported/4nodes is there already and has other tasks; give this one another name"
	if err := library.Add(other); err == nil || err.Error() != want {
		t.Errorf("other tasks under the same name: got %v, want %s", err, want)
	}
	if err := library.Add(&suite.Suite{}); err == nil {
		t.Error("an empty suite was added")
	}
	if err := library.Add(sampled(t, suite.Sampling{Family: suite.SampledPlain, Nodes: 8}, 2, 0)); err == nil || err.Error() != "suite sampled-8nodes is sampled; every library knows its tasks" {
		t.Errorf("a sampled suite: %v", err)
	}
	renamed := *mine
	renamed.Name = "imported/another"
	if err := library.Add(&renamed); err == nil || err.Error() != `task 0 of suite imported/another is called "imported/4nodes/0-v1", not "imported/another/0-v1"` {
		t.Errorf("tasks of another suite: %v", err)
	}
}

func TestSuitesIsACopy(t *testing.T) {
	library := suite.Released()
	infos := library.Suites()
	slices.Reverse(infos)
	if again := library.Suites(); again[0].Name != "3nodes" {
		t.Errorf("the first suite became %s", again[0].Name)
	}
}

// TestLibraryIsShared asks for the same task from several goroutines, of which
// one must decode its suite and all must see the same.
func TestLibraryIsShared(t *testing.T) {
	library := suite.Released()
	found := make(chan *suite.Task)
	for range 8 {
		go func() {
			task, err := library.Find("causalab/5nodes/7-v1")
			if err != nil {
				t.Error(err)
			}
			found <- task
		}()
	}
	first := <-found
	for range 7 {
		if task := <-found; task != first || task == nil {
			t.Errorf("found %p and %p", first, task)
		}
	}
}

func BenchmarkReleased(b *testing.B) {
	for b.Loop() {
		suite.Released()
	}
}

// BenchmarkDecode decodes a suite of 50 tasks, for a quadratic one with presets.
func BenchmarkDecode(b *testing.B) {
	for _, name := range []string{"7nodes", "4nodes_quad_hard"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := suite.Released().Suite(name); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
