package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"causalab/dsl"
	"causalab/game"
	"causalab/metrics/report"
	"causalab/scm/suite"
)

var library = suite.Released()

// find replays logs of released tasks.
func find(t *game.Trajectory) (*game.Episode, error) {
	task, err := library.Find(t.Header.Task)
	if err != nil {
		return nil, err
	}
	return game.Replay(t, task)
}

// nobody watches nothing.
type nobody struct{}

func (nobody) Begin(int)     {}
func (nobody) Finished(bool) {}
func (nobody) Summing(int)   {}

// bouts are a few episodes of quick players, of each kind that a folder tells
// apart.
func bouts(t testing.TB) []Bout {
	t.Helper()
	var list []Bout
	for _, name := range []string{"random", "one-at-a-time"} {
		p, err := Reference(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"causalab/3nodes/0-v1", "causalab/3nodes/7-v1", "causalab/4nodes_golden/2-v1", "causalab/4nodes_hidden_n1/4-v1"} {
			task, err := library.Find(id)
			if err != nil {
				t.Fatal(err)
			}
			for seed := range uint64(2) {
				list = append(list,
					Bout{Setup: game.Setup{Task: task, Seed: seed}, Player: p},
					Bout{Setup: game.Setup{Task: task, Seed: seed, Options: game.Options{Protocol: game.Released, Embodied: true}}, Player: p})
			}
		}
	}
	return list
}

// play runs a batch in a folder.
func play(t testing.TB, path string, list []Bout, jobs int) Result {
	t.Helper()
	r, err := Run(context.Background(), open(t, path), list, jobs, find, nobody{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func open(t testing.TB, path string) *Folder {
	t.Helper()
	f, err := OpenFolder(path)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// contentsOf returns every file of a folder by its name.
func contentsOf(t testing.TB, path string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir(path, func(place string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(place)
		name, _ := filepath.Rel(path, place)
		files[filepath.ToSlash(name)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func same(t testing.TB, what string, got, want map[string]string) {
	t.Helper()
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: %s differs, %d bytes of %d", what, name, len(got[name]), len(want[name]))
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s: %s should not be there", what, name)
		}
	}
}

// TestOrderLeavesNoTrace plays with one and with several jobs, backwards, in two
// shards, and in two halves.
func TestOrderLeavesNoTrace(t *testing.T) {
	list := bouts(t)
	plain := t.TempDir()
	if r := play(t, plain, list, 1); r.Played != len(list) || r.Kept != 0 || r.Left != 0 {
		t.Errorf("%+v of %d", r, len(list))
	}
	want := contentsOf(t, plain)
	if len(want) != len(list)+1 {
		t.Fatalf("%d files of %d episodes", len(want), len(list))
	}
	if rows := strings.Count(want[SummaryName], "\n"); rows != len(list) {
		t.Errorf("%d rows in the summary", rows)
	}

	several := t.TempDir()
	play(t, several, list, 4)
	same(t, "4 jobs", contentsOf(t, several), want)

	backwards := t.TempDir()
	var reversed []Bout
	for i := range list {
		reversed = append(reversed, list[len(list)-1-i])
	}
	play(t, backwards, reversed, 2)
	same(t, "backwards", contentsOf(t, backwards), want)

	shards := t.TempDir()
	for i := range 3 {
		play(t, shards, Shard{i, 3}.Of(list), 2)
	}
	same(t, "three shards", contentsOf(t, shards), want)

	halves := t.TempDir()
	play(t, halves, list[:len(list)/3], 2)
	if r := play(t, halves, list, 2); r.Kept != len(list)/3 || r.Played != len(list)-r.Kept {
		t.Errorf("second half: %+v", r)
	}
	same(t, "two halves", contentsOf(t, halves), want)
}

// TestShardsInFoldersOfTheirOwn reads two folders as one.
func TestShardsInFoldersOfTheirOwn(t *testing.T) {
	list := bouts(t)
	one, a, b := t.TempDir(), t.TempDir(), t.TempDir()
	play(t, one, list, 2)
	play(t, a, Shard{0, 2}.Of(list), 2)
	play(t, b, Shard{1, 2}.Of(list), 2)
	text := func(folders ...string) string {
		var out strings.Builder
		for _, f := range folders {
			rows, faults, err := Read(context.Background(), f, 2, find)
			if err != nil || len(faults) > 0 {
				t.Fatal(err, faults)
			}
			for _, r := range rows {
				fmt.Fprintln(&out, r.File)
			}
		}
		return out.String()
	}
	if n := strings.Count(text(a, b), "\n"); n != len(list) || strings.Count(text(one), "\n") != n {
		t.Errorf("%d episodes in two folders, want %d", n, len(list))
	}
}

// TestDamagedLogsArePlayedAgain cuts, empties and swaps logs.
func TestDamagedLogsArePlayedAgain(t *testing.T) {
	list := bouts(t)
	path := t.TempDir()
	play(t, path, list, 2)
	want := contentsOf(t, path)
	names := make([]string, 4)
	for i := range names {
		var err error
		if names[i], err = list[i].file(); err != nil {
			t.Fatal(err)
		}
	}
	damage := func(name, text string) {
		if err := os.WriteFile(filepath.Join(path, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	damage(names[0], want[names[0]][:len(want[names[0]])/2])
	damage(names[1], "")
	damage(names[2], want[names[3]])
	lines := strings.SplitAfter(want[names[3]], "\n")
	damage(names[3], strings.Join(lines[:len(lines)-2], "")) // without its result
	if r := play(t, path, list, 2); r.Played != 4 || r.Kept != len(list)-4 {
		t.Errorf("%+v", r)
	}
	same(t, "mended", contentsOf(t, path), want)
}

// TestLeftoversAreSwept leaves what a killed batch leaves, and files of others.
func TestLeftoversAreSwept(t *testing.T) {
	list := bouts(t)
	path := t.TempDir()
	name, err := list[0].file()
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(path, filepath.Dir(name))
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{".0-0.jsonl" + temporaryMark + "123", ".0-0.stderr.txt" + temporaryMark + "9", ".9-9.jsonl" + temporaryMark + "5", "notes.txt", "other.jsonl"} {
		if err := os.WriteFile(filepath.Join(folder, file), []byte("{}\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	play(t, path, list, 2)
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") || !strings.Contains(e.Name(), "-") {
			left = append(left, e.Name())
		}
	}
	if got := strings.Join(left, " "); got != ".9-9.jsonl"+temporaryMark+"5 notes.txt other.jsonl" {
		t.Errorf("left are %s", got)
	}
}

// TestFullDisk fails to write at the n-th file: the error says so, what was
// finished is there whole, and the batch goes on when there is room again.
func TestFullDisk(t *testing.T) {
	list := bouts(t)
	whole := t.TempDir()
	play(t, whole, list, 2)
	want := contentsOf(t, whole)
	for _, room := range []int{0, 5, len(list)} { // files; the last has none left for the summary
		path := t.TempDir()
		f := open(t, path)
		var written atomic.Int64
		f.write = func(file *os.File, text string) error {
			if written.Add(1) > int64(room) {
				file.WriteString(text[:len(text)/2])
				return &os.PathError{Op: "write", Path: file.Name(), Err: syscall.ENOSPC}
			}
			return writeAndSync(file, text)
		}
		r, err := Run(context.Background(), f, list, 2, find, nobody{})
		if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), temporaryMark) {
			t.Errorf("room for %d: error %v", room, err)
		}
		if r.Played != room || r.Left != len(list)-room {
			t.Errorf("room for %d: %+v", room, r)
		}
		got := contentsOf(t, path)
		if len(got) != room {
			t.Errorf("room for %d: %d files", room, len(got))
		}
		for name, text := range got {
			if text != want[name] {
				t.Errorf("room for %d: %s is not whole", room, name)
			}
		}
		if r := play(t, path, list, 2); r.Kept != room {
			t.Errorf("room for %d, again: %+v", room, r)
		}
		same(t, "room again", contentsOf(t, path), want)
	}
}

// interrupter plays like random and ends the batch's context in some episode.
type interrupter struct {
	Player
	stop func()
	left atomic.Int64
}

func (p *interrupter) Play(ctx context.Context, e *game.Episode, seed uint64) (Play, error) {
	if p.left.Add(-1) == 0 {
		p.stop()
	}
	return p.Player.Play(ctx, e, seed)
}

func TestInterrupt(t *testing.T) {
	list := bouts(t)
	whole := t.TempDir()
	play(t, whole, list, 2)
	path := t.TempDir()
	ctx, stop := context.WithCancel(context.Background())
	random, err := Reference("random")
	if err != nil {
		t.Fatal(err)
	}
	p := &interrupter{Player: random, stop: stop}
	p.left.Store(5)
	interrupted := append([]Bout(nil), list...)
	for i := range interrupted {
		if interrupted[i].Player == random {
			interrupted[i].Player = p
		}
	}
	r, err := Run(ctx, open(t, path), interrupted, 1, find, nobody{})
	if !Interrupted(err) || r.Played != 4 || r.Left != len(list)-4 {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := os.Stat(filepath.Join(path, SummaryName)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a summary: %v", err)
	}
	play(t, path, list, 2)
	same(t, "gone on with", contentsOf(t, path), contentsOf(t, whole))
}

// faulty gives up at once and says why.
type faulty struct{}

func (faulty) Info() game.Player { return game.Player{Kind: "program", Name: "exec:./agent --fast"} }

func (faulty) Play(_ context.Context, e *game.Episode, seed uint64) (Play, error) {
	r := dsl.Record{Action: dsl.ActionGiveUp}
	if refusal := e.Step(r.String(), game.NoTime); refusal != nil {
		return Play{}, refusal
	}
	return Play{Fault: "it broke", Beside: map[string]string{"stderr.txt": fmt.Sprint(seed), "empty.txt": ""}}, nil
}

// TestFaultsAreToldAndKept counts faults and keeps what belongs beside a log.
func TestFaultsAreToldAndKept(t *testing.T) {
	list := bouts(t)[:2]
	for i := range list {
		list[i].Player = faulty{}
	}
	path := t.TempDir()
	r := play(t, path, list, 1)
	if len(r.Faults) != 1 || r.Faults["exec:./agent --fast: it broke"] != 2 {
		t.Errorf("faults %v", r.Faults)
	}
	got := contentsOf(t, path)
	name, err := list[0].file()
	if err != nil {
		t.Fatal(err)
	}
	beside := strings.TrimSuffix(name, ".jsonl") + ".stderr.txt"
	if seed := fmt.Sprint(PlayerSeed("causalab/3nodes/0-v1", 0, "exec:./agent --fast")); got[beside] != seed || len(got) != 5 {
		t.Errorf("%d files, beside the log %q, want %s", len(got), got[beside], seed)
	}
	if !strings.HasPrefix(name, "exec-.-agent---fast-") || !strings.Contains(got[SummaryName], `"outcome":"gave_up"`) {
		t.Errorf("file %s, summary %s", name, got[SummaryName])
	}
}

// TestFolderNamesDiffer holds that names that look alike once changed do not
// share a folder, and that none leaves its place.
func TestFolderNamesDiffer(t *testing.T) {
	seen := make(map[string]string)
	for _, name := range []string{"scientist", "a b", "a/b", "a-b", "", ".", "..", "../x", "ä", "CON:", strings.Repeat("x", 300), strings.Repeat("x", 301)} {
		folder := folderName(name)
		if other, twice := seen[folder]; twice {
			t.Errorf("%q and %q share %q", name, other, folder)
		}
		seen[folder] = name
		if folder == "" || strings.ContainsAny(folder, "/\\:") || strings.HasPrefix(folder, ".") || len(folder) > 80 {
			t.Errorf("%q is in %q", name, folder)
		}
	}
	if folderName("one-at-a-time") != "one-at-a-time" {
		t.Error("a plain name was changed")
	}
}

// TestPlayerSeedsDiffer by task, instance and player.
func TestPlayerSeedsDiffer(t *testing.T) {
	seen := make(map[uint64]bool)
	for _, task := range []string{"causalab/3nodes/1-v1", "causalab/3nodes/2-v1"} {
		for _, seed := range []uint64{0, 1, 11} {
			for _, name := range []string{"random", "scientist"} {
				seen[PlayerSeed(task, seed, name)] = true
			}
		}
	}
	if len(seen) != 12 {
		t.Errorf("%d different seeds of 12", len(seen))
	}
	if got := PlayerSeed("causalab/3nodes/1-v1", 0, "random"); got != 0xb5b08b5f3212939f {
		t.Errorf("the seed of a known bout is %#x; logs would change", got)
	}
}

func TestShard(t *testing.T) {
	environment := func(pairs ...string) func(string) string {
		return func(name string) string {
			for i := 0; i < len(pairs); i += 2 {
				if pairs[i] == name {
					return pairs[i+1]
				}
			}
			return ""
		}
	}
	for _, test := range []struct {
		count  int
		getenv func(string) string
		want   string // "" for the whole
		fault  string
	}{
		{0, environment(), "", ""},
		{4, environment(), "", "-shard i/n"},
		{0, environment("JOB_COMPLETION_INDEX", "2", "JOB_COMPLETIONS", "5"), "2/5", ""},
		{7, environment("JOB_COMPLETION_INDEX", "2", "JOB_COMPLETIONS", "5"), "2/7", ""},
		{0, environment("JOB_COMPLETION_INDEX", "2"), "", "JOB_COMPLETIONS"},
		{2, environment("JOB_COMPLETION_INDEX", "2"), "", "counted from 0"},
		{0, environment("JOB_COMPLETION_INDEX", "two", "JOB_COMPLETIONS", "5"), "", "whole number"},
		{0, environment("SLURM_ARRAY_TASK_ID", "3", "SLURM_ARRAY_TASK_COUNT", "4"), "3/4", ""},
		{0, environment("SLURM_ARRAY_TASK_ID", "4", "SLURM_ARRAY_TASK_MIN", "1", "SLURM_ARRAY_TASK_COUNT", "4"), "3/4", ""},
	} {
		s, err := ShardOf(test.count, test.getenv)
		if s.String() != test.want || (err == nil) != (test.fault == "") || err != nil && !strings.Contains(err.Error(), test.fault) {
			t.Errorf("got %s, %v, want %s, %s", s, err, test.want, test.fault)
		}
	}
	for text, ok := range map[string]bool{"0/1": true, "3/4": true, "4/4": false, "-1/4": false, "1": false, "a/b": false, "0/0": false, "1/2/3": false} {
		if s, err := ParseShard(text); (err == nil) != ok || ok && s.String() != text {
			t.Errorf("%s: %s, %v", text, s, err)
		}
	}
}

// TestReadTellsFaults among logs, other JSON Lines, and files cut off.
func TestReadTellsFaults(t *testing.T) {
	list := bouts(t)[:3]
	path := t.TempDir()
	play(t, path, list, 1)
	name, err := list[0].file()
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile(filepath.Join(path, name))
	if err != nil {
		t.Fatal(err)
	}
	for file, text := range map[string]string{
		"forged.jsonl":         string(bytes.Replace(log, []byte(`"outcome":"submitted"`), []byte(`"outcome":"truncated"`), 1)),
		"cut.jsonl":            string(log[:100]),
		"abandoned.jsonl":      string(log[:bytes.IndexByte(log, '\n')+1]),
		"else.jsonl":           `{"some":"thing"}` + "\n",
		"other.jsonl":          `{"format":"something/1"}` + "\n",
		"later.jsonl":          `{"format":"causalab.trajectory/2"}` + "\n",
		"0-0.transcript.jsonl": "nonsense",
		".hidden.jsonl":        "nonsense",
		"readme.txt":           "nonsense",
	} {
		if err := os.WriteFile(filepath.Join(path, file), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	rows, faults, err := Read(context.Background(), path, 3, find)
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, f := range faults {
		told = append(told, filepath.Base(f.File))
	}
	if got := strings.Join(told, " "); got != "cut.jsonl forged.jsonl later.jsonl" {
		t.Errorf("faults in %s", got)
	}
	abandoned := 0
	for _, r := range rows {
		if r.Outcome == "" {
			abandoned++
			if r.File != "abandoned.jsonl" || r.Scores != nil {
				t.Errorf("%s has no outcome and scores %v", r.File, r.Scores)
			}
		}
	}
	if len(rows) != 4 || abandoned != 1 {
		t.Errorf("%d rows, %d abandoned", len(rows), abandoned)
	}
	// A summary is not made of what is wrong.
	if _, err := Run(context.Background(), open(t, path), list, 1, find, nobody{}); err == nil || !strings.Contains(err.Error(), "cut.jsonl") {
		t.Errorf("summary with faults: %v", err)
	}
}

// BenchmarkBout plays an episode, sums it up and saves its log.
func BenchmarkBout(b *testing.B) {
	for _, suite := range []string{"3nodes", "5nodes", "7nodes"} {
		for _, name := range []string{"random", "one-at-a-time", "scientist"} {
			b.Run(suite+"/"+name, func(b *testing.B) {
				p, err := Reference(name)
				if err != nil {
					b.Fatal(err)
				}
				r := &run{folder: open(b, b.TempDir()), watcher: nobody{}, rows: make(map[string]report.Episode)}
				for i := 0; b.Loop(); i++ {
					task, err := library.Find(fmt.Sprintf("causalab/%s/%d-v1", suite, i%50))
					if err != nil {
						b.Fatal(err)
					}
					bout := Bout{Setup: game.Setup{Task: task, Seed: uint64(i / 50)}, Player: p}
					place, err := bout.file()
					if err != nil {
						b.Fatal(err)
					}
					if err := r.bout(context.Background(), &bout, place); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
