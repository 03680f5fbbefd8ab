//go:build !js

package llm

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"causalab/game"
)

// TestTranscriptGoesOn keeps what was there and removes what is not whole.
func TestTranscriptGoesOn(t *testing.T) {
	long := strings.Repeat("x", 200<<10)
	tests := []struct{ before, kept string }{
		{"", ""},
		{"{}\n", "{}\n"},
		{"{}\n{\"type\":\"rep", "{}\n"},
		{"{\"type\":\"rep", ""},
		{"{}\n" + long, "{}\n"},
		{long + "\n" + long, long + "\n"},
	}
	for _, test := range tests {
		path := filepath.Join(t.TempDir(), "t.jsonl")
		if err := os.WriteFile(path, []byte(test.before), 0o666); err != nil {
			t.Fatal(err)
		}
		tr, err := OpenTranscript(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := tr.write(Key{}, map[string]string{"type": "a<b"}); err != nil {
			t.Fatal(err)
		}
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if want := test.kept + "{\"type\":\"a<b\"}\n"; err != nil || string(got) != want {
			t.Errorf("%v, %.80q, want %.80q", err, got, want)
		}
	}
}

// fullDisk takes so many bytes and then no more.
type fullDisk struct {
	room, size int
	sizes      []int // after each line
}

func (d *fullDisk) WriteAt(p []byte, at int64) (int, error) {
	n := min(len(p), d.room-int(at))
	d.size = int(at) + n
	d.sizes = append(d.sizes, d.size)
	if n < len(p) {
		return n, &os.PathError{Op: "write", Path: "/secret/temporary", Err: syscall.ENOSPC}
	}
	return n, nil
}

func (d *fullDisk) Truncate(size int64) error { d.size = int(size); return nil }

func (d *fullDisk) Sync() error { return nil }

func (d *fullDisk) Close() error { return nil }

// TestFullDiskEndsThePlay fills the disk up within the first reply and, played
// again, within the first request.
func TestFullDiskEndsThePlay(t *testing.T) {
	s := serve(t, says(stop), says(stop))
	p, err := New(s.config())
	if err != nil {
		t.Fatal(err)
	}
	endless := &fullDisk{room: 1 << 30}
	if _, err := p.Play(t.Context(), start(t, p, game.Options{}), &Transcript{file: endless}); err != nil {
		t.Fatal(err)
	}
	begin, request := endless.sizes[0], endless.sizes[1]
	for _, test := range []struct{ room, left, requests int }{{request + 10, request, 2}, {begin + 10, begin, 2}} {
		disk := &fullDisk{room: test.room}
		e := start(t, p, game.Options{})
		_, err := p.Play(t.Context(), e, &Transcript{file: disk})
		if !errors.Is(err, syscall.ENOSPC) || e.Done() || strings.Contains(err.Error(), "temporary") {
			t.Errorf("%v, done %v", err, e.Done())
		}
		if n := len(s.requests()); n != test.requests || e.Observe().Step != 0 {
			t.Errorf("%d requests and %d steps without a transcript", n, e.Observe().Step)
		}
		if disk.size != test.left {
			t.Errorf("%d bytes are left, of which %d are whole lines", disk.size, test.left)
		}
	}
}

func TestNoTranscript(t *testing.T) {
	s := serve(t, says(stop))
	p, err := New(s.config())
	if err != nil {
		t.Fatal(err)
	}
	var none *Transcript
	if _, err := p.Play(t.Context(), start(t, p, game.Options{}), none); err != nil || none.Close() != nil {
		t.Error(err)
	}
}
