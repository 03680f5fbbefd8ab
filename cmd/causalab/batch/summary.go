package batch

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"causalab/game"
	"causalab/metrics/report"
)

// Finder makes the episode of a log that was read by replaying it. Its error says
// what is wrong with the log.
type Finder func(t *game.Trajectory) (*game.Episode, error)

// Row is one line of a summary: an episode and where its log is.
type Row struct {
	report.Episode
	File string `json:"file"` // in the folder, with slashes
}

// Fault is what is wrong with a log.
type Fault struct {
	File string // as it can be opened
	Err  error
}

func (f *Fault) Error() string { return f.File + ": " + f.Err.Error() }

func (f *Fault) Unwrap() error { return f.Err }

// Read replays all logs in a folder and below it, several at a time, and returns
// their episodes in the order of summaries. Files that are no logs are passed
// over. Logs that do not replay are left out and told as faults.
func Read(ctx context.Context, path string, jobs int, find Finder) ([]Row, []*Fault, error) {
	names, err := logs(path)
	if err != nil {
		return nil, nil, err
	}
	return read(ctx, path, names, nil, jobs, find)
}

// read is Read for named logs, of which some episodes may be known.
func read(ctx context.Context, path string, names []string, known map[string]report.Episode, jobs int, find Finder) ([]Row, []*Fault, error) {
	found := make([]*Row, len(names))
	faults := make([]*Fault, len(names))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range max(1, min(jobs, len(names))) {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(names) {
					return
				}
				if row, ok := known[names[i]]; ok {
					found[i] = &Row{row, names[i]}
					continue
				}
				place := filepath.Join(path, filepath.FromSlash(names[i]))
				row, err := readLog(place, find)
				switch {
				case err != nil:
					faults[i] = &Fault{place, err}
				case row != nil:
					found[i] = &Row{*row, names[i]}
				}
			}
		})
	}
	workers.Wait()
	if ctx.Err() != nil {
		return nil, nil, errInterrupted
	}
	var rows []Row
	for _, row := range found {
		if row != nil {
			rows = append(rows, *row)
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		if c := a.Compare(&b.Episode); c != 0 {
			return c
		}
		return strings.Compare(a.File, b.File)
	})
	return rows, slices.DeleteFunc(faults, func(f *Fault) bool { return f == nil }), nil
}

// logFormats begins the format of logs in any version.
const logFormats = "causalab.trajectory/"

// readLog replays one log; nil if the file is none.
func readLog(place string, find Finder) (*report.Episode, error) {
	data, err := os.ReadFile(place)
	if err != nil {
		var detail *os.PathError
		if errors.As(err, &detail) {
			err = detail.Err
		}
		return nil, err
	}
	var head struct {
		Format *string `json:"format"`
	}
	line, err := bufio.NewReader(bytes.NewReader(data)).ReadBytes('\n')
	if json.Unmarshal(bytes.TrimPrefix(line, []byte("\ufeff")), &head) != nil || head.Format == nil || !strings.HasPrefix(*head.Format, logFormats) {
		if err != nil && len(line) > 0 && !json.Valid(line) {
			return nil, errors.New("neither a log nor other JSON Lines: the file may have been cut off")
		}
		return nil, nil
	}
	t, err := game.ReadTrajectory(string(data))
	if err != nil {
		return nil, err
	}
	e, err := find(t)
	if err != nil {
		return nil, err
	}
	row := report.EpisodeOf(e)
	return &row, nil
}

// summarize writes the folder's summary, which follows from the logs in it. Other
// batches may be writing to the folder: if there are more logs when the summary
// stands, it is made again, so that the last batch to end leaves it complete.
func (f *Folder) summarize(ctx context.Context, known map[string]report.Episode, jobs int, find Finder, w Watcher) error {
	for {
		names, err := logs(f.Path)
		if err != nil {
			return err
		}
		w.Summing(len(names))
		rows, faults, err := read(ctx, f.Path, names, known, jobs, find)
		if err != nil {
			return err
		}
		if len(faults) > 0 {
			return fmt.Errorf("%w (of the logs in %s, %d cannot be summed up; move them away)", faults[0], f.Path, len(faults))
		}
		var text bytes.Buffer
		enc := json.NewEncoder(&text)
		enc.SetEscapeHTML(false)
		for i := range rows {
			if err := enc.Encode(&rows[i]); err != nil {
				return err
			}
		}
		if err := f.save(SummaryName, text.String()); err != nil {
			return err
		}
		again, err := logs(f.Path)
		if err != nil {
			return err
		}
		if slices.Equal(names, again) {
			return nil
		}
	}
}
