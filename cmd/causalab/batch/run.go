package batch

import (
	"context"
	"sync"
	"sync/atomic"

	"causalab/metrics/report"
)

// Result is what a batch came to.
type Result struct {
	Played int // episodes played now
	Kept   int // episodes that were there already
	Left   int // episodes still to be played, if the batch was ended early
	// Faults counts what went wrong with players, by "NAME: what".
	Faults map[string]int
}

// Watcher is told how a batch gets on. Its methods are called from one goroutine
// at a time.
type Watcher interface {
	// Begin says how many bouts there are.
	Begin(bouts int)
	// Finished says that one more bout is done; kept, that its log was there.
	Finished(kept bool)
	// Summing says that the folder's logs are read for the summary.
	Summing(logs int)
}

// Run plays the bouts that the folder does not hold, so many at a time, and then
// writes the folder's summary. When the context is over, bouts that have begun
// are dropped or finished, no more begin, and the error is one that [Interrupted]
// knows. After any error what was finished stays in the folder, and the same call
// goes on from there.
func Run(ctx context.Context, f *Folder, bouts []Bout, jobs int, find Finder, w Watcher) (Result, error) {
	names := make([]string, len(bouts))
	r := &run{folder: f, bouts: bouts, names: names, watcher: w, rows: make(map[string]report.Episode)}
	r.result.Faults = make(map[string]int)
	for i := range bouts {
		var err error
		if names[i], err = bouts[i].file(); err != nil {
			return r.result, err
		}
	}
	f.sweep(names)
	w.Begin(len(bouts))
	err := r.play(ctx, jobs)
	r.result.Left = len(bouts) - r.result.Played - r.result.Kept
	if err != nil {
		return r.result, err
	}
	return r.result, f.summarize(ctx, r.rows, jobs, find, w)
}

// run is a batch under way.
type run struct {
	folder  *Folder
	bouts   []Bout
	names   []string // of their logs
	watcher Watcher

	next atomic.Int64 // bouts that were begun

	mu     sync.Mutex
	result Result
	rows   map[string]report.Episode // of the bouts played now, by file
	err    error                     // the first
}

// play plays until all is done or something fails.
func (r *run) play(ctx context.Context, jobs int) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var workers sync.WaitGroup
	for range max(1, min(jobs, len(r.bouts))) {
		workers.Go(func() {
			for {
				n := int(r.next.Add(1)) - 1
				if n >= len(r.bouts) {
					return
				}
				if err := r.bout(ctx, &r.bouts[n], r.names[n]); err != nil {
					r.fail(err)
					stop()
					return
				}
			}
		})
	}
	workers.Wait()
	return r.err
}

// fail notes an error; being interrupted is worth telling only if nothing else is.
func (r *run) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil || Interrupted(r.err) {
		r.err = err
	}
}

// bout plays one episode unless its log is there.
func (r *run) bout(ctx context.Context, b *Bout, name string) error {
	if ctx.Err() != nil {
		return errInterrupted
	}
	e, err := b.start()
	if err != nil {
		return err
	}
	if r.folder.holds(name, e) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.result.Kept++
		r.watcher.Finished(true)
		return nil
	}
	play, err := b.Player.Play(ctx, e, b.seed())
	if err != nil {
		return err
	}
	row := report.EpisodeOf(e)
	if err := r.folder.keep(name, e, play.Beside); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rows[name] = row
	r.result.Played++
	if play.Fault != "" {
		r.result.Faults[b.Player.Info().Name+": "+play.Fault]++
	}
	r.watcher.Finished(false)
	return nil
}
