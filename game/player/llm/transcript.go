//go:build !js

package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// TranscriptFormat names the format of transcripts.
//
// A transcript is JSON Lines: for each time that an episode was begun a line of
// type "begin", then for each request a line "request" with the body that was
// sent, and for each time it was sent a line "reply" with the answer, or "failure"
// with what went wrong and how long was waited; then "end". A file of an episode that
// was begun again goes on below what it has: what was paid for is kept.
const TranscriptFormat = "causalab.transcript/1"

// Transcript is a file of all that is said to a model and by it. Lines are
// appended whole and are on the disk before the play goes on. The nil transcript
// keeps nothing.
type Transcript struct {
	file  transcriptFile
	size  int64 // bytes of whole lines
	fault error // the first; after it nothing more is written
}

// transcriptFile is what a transcript needs of a file.
type transcriptFile interface {
	io.WriterAt
	io.Closer
	Truncate(size int64) error
	Sync() error
}

// OpenTranscript opens a transcript for appending and makes it if it is not there.
// The beginning of a line at its end, left by a machine that went down, is removed.
func OpenTranscript(name string) (*Transcript, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	size, err := wholeLines(file)
	if err == nil {
		err = file.Truncate(size)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return &Transcript{file: file, size: size}, nil
}

// wholeLines returns the size of a file up to the end of its last whole line.
func wholeLines(file *os.File) (int64, error) {
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	block := make([]byte, 64<<10)
	for end := info.Size(); end > 0; {
		start := max(0, end-int64(len(block)))
		part := block[:end-start]
		if _, err := file.ReadAt(part, start); err != nil {
			return 0, err
		}
		if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
			return start + int64(i) + 1, nil
		}
		end = start
	}
	return 0, nil
}

// Close closes the file.
func (t *Transcript) Close() error {
	if t == nil {
		return nil
	}
	return t.file.Close()
}

// write appends a line without the key. A line that cannot be written whole is
// taken back.
func (t *Transcript) write(key Key, v any) error {
	if t == nil || t.fault != nil {
		if t != nil {
			return t.fault
		}
		return nil
	}
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	text := []byte(key.hide(line.String()))
	_, err := t.file.WriteAt(text, t.size)
	if err == nil {
		err = t.file.Sync()
	}
	if err != nil {
		var detail *fs.PathError
		if errors.As(err, &detail) {
			err = detail.Err
		}
		t.fault = fmt.Errorf("the transcript cannot be written: %w", err)
		t.file.Truncate(t.size)
		return t.fault
	}
	t.size += int64(len(text))
	return nil
}

// lines of a transcript.
type (
	beginLine struct {
		Type    string    `json:"type"` // begin
		Format  string    `json:"format"`
		Time    timestamp `json:"time"`
		Task    string    `json:"task"`
		Seed    uint64    `json:"seed"`
		Player  string    `json:"player"`
		Model   string    `json:"model"`
		BaseURL string    `json:"base_url"`
	}
	requestLine struct {
		Type  string    `json:"type"` // request
		N     int       `json:"n"`    // from 1 in each episode
		Time  timestamp `json:"time"`
		Step  int       `json:"step"` // the step that the reply is for, from 1
		Retry int       `json:"retry"`
		Body  any       `json:"body"`
	}
	failureLine struct {
		Type      string    `json:"type"` // failure
		N         int       `json:"n"`
		Attempt   int       `json:"attempt"` // from 1 for each request
		Time      timestamp `json:"time"`
		LatencyMs int64     `json:"latency_ms"`
		Status    int       `json:"status,omitempty"`
		Code      string    `json:"code,omitempty"`
		Message   string    `json:"message"`
		WaitMs    *int64    `json:"wait_ms,omitempty"` // absent if the request is not sent again
	}
	replyLine struct {
		Type         string     `json:"type"` // reply
		N            int        `json:"n"`
		Attempt      int        `json:"attempt"`
		Time         timestamp  `json:"time"`
		LatencyMs    int64      `json:"latency_ms"`
		Status       int        `json:"status"`
		FinishReason string     `json:"finish_reason"`
		Tokens       tokensLine `json:"tokens"`
		Body         any        `json:"body"`
	}
	tokensLine struct {
		Prompt     int64 `json:"prompt"`
		Completion int64 `json:"completion"`
		Estimated  bool  `json:"estimated,omitempty"`
		Episode    int64 `json:"episode"` // all of the episode so far
	}
	endLine struct {
		Type   string    `json:"type"` // end
		Time   timestamp `json:"time"`
		Ended  string    `json:"ended"`            // the episode's outcome, or "broken_off"
		Reason string    `json:"reason,omitempty"` // why the player gave up or broke off
		Usage  Usage     `json:"usage"`
	}
)

// timestamp is a time in UTC to the millisecond.
type timestamp time.Time

func (t timestamp) MarshalText() ([]byte, error) {
	return []byte(time.Time(t).UTC().Format("2006-01-02T15:04:05.000Z")), nil
}

// compact returns a JSON text in one line, or what is no JSON as a string.
func compact(text []byte) any {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return string(text)
	}
	return json.RawMessage(b.Bytes())
}
