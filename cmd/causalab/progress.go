package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"causalab/cmd/causalab/batch"
)

// How often progress is shown: redrawn in a terminal, written as a line elsewhere.
const (
	redrawEvery = 200 * time.Millisecond
	writeEvery  = 10 * time.Second
)

// progress shows how a run gets on.
type progress struct {
	w        io.Writer
	shown    bool
	terminal bool
	label    string
	now      func() time.Time

	mu                  sync.Mutex
	total, played, kept int
	begun, last         time.Time
	drawn               int // characters on the terminal's line
}

func newProgress(w io.Writer, shown bool, shard batch.Shard) *progress {
	p := &progress{w: w, shown: shown, terminal: isTerminal(w), label: "run", now: time.Now}
	if shard.Count > 1 {
		p.label += " " + shard.String()
	}
	return p
}

// Begin implements [batch.Watcher].
func (p *progress) Begin(bouts int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.total, p.begun = bouts, p.now()
	p.last = p.begun
	if p.terminal {
		p.show()
	}
}

// Finished implements [batch.Watcher].
func (p *progress) Finished(kept bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if kept {
		p.kept++
	} else {
		p.played++
	}
	every := writeEvery
	if p.terminal {
		every = redrawEvery
	}
	if now := p.now(); now.Sub(p.last) >= every {
		p.last = now
		p.show()
	}
}

// Summing implements [batch.Watcher].
func (p *progress) Summing(logs int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line(fmt.Sprintf("%s: summing up %s", p.label, count(logs, "log")))
}

// end leaves the terminal's line free.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown && p.terminal && p.drawn > 0 {
		fmt.Fprintf(p.w, "\r%s\r", strings.Repeat(" ", p.drawn))
	}
}

func (p *progress) show() {
	const width = 30
	done := p.played + p.kept
	text := fmt.Sprintf("%s: %d of %d", p.label, done, p.total)
	if p.terminal && p.total > 0 {
		full := width * done / p.total
		text = fmt.Sprintf("%s [%s%s] %d of %d", p.label, strings.Repeat("#", full), strings.Repeat(".", width-full), done, p.total)
	}
	if left, ok := p.left(); ok {
		text += ", " + left + " left"
	}
	p.line(text)
}

// left estimates the time left from what was played so far.
func (p *progress) left() (string, bool) {
	if p.played == 0 {
		return "", false
	}
	each := p.now().Sub(p.begun) / time.Duration(p.played)
	left := each * time.Duration(p.total-p.played-p.kept)
	return left.Round(time.Second).String(), true
}

func (p *progress) line(text string) {
	switch {
	case !p.shown:
	case p.terminal:
		fmt.Fprintf(p.w, "\r%-*s", p.drawn, text)
		p.drawn = max(p.drawn, len(text))
	default:
		fmt.Fprintln(p.w, "causalab "+text)
	}
}
