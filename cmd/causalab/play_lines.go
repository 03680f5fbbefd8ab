package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"causalab/game"
)

// errInterrupted ends a play that was interrupted; its log is still saved.
var errInterrupted = &exitError{code: exitInterrupted}

// unfinished ends a play whose input ended first.
func unfinished(e *game.Episode) error {
	o := e.Observe()
	return &exitError{exitUnfinished, fmt.Sprintf(
		"the input ended before the episode, after %s; end it with the action submit or give_up", count(o.Step, "step"))}
}

// playLines plays with a program: records in, observations out.
func playLines(s *streams, e *game.Episode) error {
	lines, stop := readInBackground(s.stdin)
	defer stop()
	say := func(v any) error {
		if err := writeLine(s.out, v); err != nil {
			return err
		}
		return s.out.Flush()
	}
	if err := say(e.Observe()); err != nil {
		return err
	}
	for !e.Done() {
		next := <-lines
		switch {
		case errors.Is(next.err, io.EOF):
			return unfinished(e)
		case errors.Is(next.err, errInterrupted):
			return next.err
		case next.err != nil:
			return fmt.Errorf("standard input, line %d: %w", next.number, next.err)
		case isBlank(next.line):
			continue
		}
		e.Step(recordText(next.line), game.NoTime) // the observation holds its error
		if err := say(e.Observe()); err != nil {
			return err
		}
	}
	return say(struct {
		Result *game.Result `json:"result"`
	}{e.Result()})
}

// recordText is the text of a record: the line itself, or what a line that is a
// JSON string stands for.
func recordText(line []byte) string {
	if trimmed := bytes.TrimSpace(line); len(trimmed) > 0 && trimmed[0] == '"' {
		var text string
		if err := json.Unmarshal(trimmed, &text); err == nil {
			return text
		}
	}
	return string(line)
}

// readLine is a line of the input, or why there is none.
type readLine struct {
	line   []byte
	number int
	err    error
}

// readInBackground reads lines one by one and also delivers an interrupt, after
// which a log can still be saved.
func readInBackground(r io.Reader) (lines <-chan readLine, stop func()) {
	out := make(chan readLine)
	done := make(chan struct{})
	send := func(next readLine) bool {
		select {
		case out <- next:
			return true
		case <-done:
			return false
		}
	}
	go func() {
		reader := newLineReader(r)
		for {
			line, err := reader.next()
			next := readLine{append([]byte(nil), line...), reader.number, err}
			if !send(next) || err != nil {
				return
			}
		}
	}()
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case <-interrupts:
			send(readLine{err: errInterrupted})
		case <-done:
		}
	}()
	return out, func() {
		signal.Stop(interrupts)
		close(done)
	}
}
