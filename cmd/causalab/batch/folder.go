package batch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"causalab/game"
)

// SummaryName is the name of the summary in a batch's folder.
const SummaryName = "summary.jsonl"

// TranscriptMark ends the names of files that lie beside logs and hold what was said
// to a language model and by it; the log's name without its ending comes before.
const TranscriptMark = ".transcript.jsonl"

// Folder keeps the logs of episodes.
type Folder struct {
	Path string
	// write puts text into a file of a new name. Tests fill up the disk here.
	write func(file *os.File, text string) error
}

// OpenFolder makes sure that a folder is there and can be written to.
func OpenFolder(path string) (*Folder, error) {
	f := &Folder{Path: path, write: writeAndSync}
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, writeError(path, err)
	}
	probe, err := os.CreateTemp(path, ".probe*")
	if err != nil {
		return nil, writeError(path, err)
	}
	probe.Close()
	return f, os.Remove(probe.Name())
}

// holds says whether a file is the finished log of an episode that begins like e:
// by its header, the build and the participant aside, and by its result.
func (f *Folder) holds(name string, e *game.Episode) bool {
	data, err := os.ReadFile(f.place(name))
	if err != nil || len(data) == 0 || data[len(data)-1] != '\n' {
		return false
	}
	first, _, _ := bytes.Cut(data, []byte("\n"))
	last := data[bytes.LastIndexByte(data[:len(data)-1], '\n')+1:]
	var header game.Header
	var end struct {
		Type   game.EventType  `json:"type"`
		Result json.RawMessage `json:"result"`
	}
	if json.Unmarshal(first, &header) != nil || json.Unmarshal(last, &end) != nil {
		return false
	}
	want := e.Header()
	header.Build, header.Participant, want.Build, want.Participant = "", "", "", ""
	got, err1 := json.Marshal(header)
	expected, err2 := json.Marshal(want)
	return err1 == nil && err2 == nil && bytes.Equal(got, expected) && end.Type == game.EventResult && end.Result != nil
}

// keep saves the log of a finished episode, and what belongs beside it first.
func (f *Folder) keep(name string, e *game.Episode, beside map[string]string) error {
	endings := make([]string, 0, len(beside))
	for ending := range beside {
		endings = append(endings, ending)
	}
	slices.Sort(endings)
	for _, ending := range endings {
		if beside[ending] == "" {
			continue
		}
		if err := f.save(strings.TrimSuffix(name, ".jsonl")+"."+ending, beside[ending]); err != nil {
			return err
		}
	}
	return f.save(name, e.Trajectory())
}

// save puts a file in its place whole, or not at all.
func (f *Folder) save(name, text string) error {
	place := f.place(name)
	if err := os.MkdirAll(filepath.Dir(place), 0o777); err != nil {
		return writeError(place, err)
	}
	temporary, err := os.CreateTemp(filepath.Dir(place), "."+filepath.Base(place)+temporaryMark+"*")
	if err != nil {
		return writeError(place, err)
	}
	err = temporary.Chmod(0o644)
	if err == nil {
		err = f.write(temporary, text)
	}
	if closed := temporary.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(temporary.Name(), place)
	}
	if err != nil {
		os.Remove(temporary.Name())
		return writeError(place, err)
	}
	return nil
}

// temporaryMark stands in the names of files that are being written.
const temporaryMark = ".tmp-"

// sweep removes what a killed batch was writing when it ended: the beginnings of
// the named logs.
func (f *Folder) sweep(names []string) {
	wanted := make(map[string][]string) // file names by folder
	var folders []string
	for _, name := range names {
		folder := filepath.Dir(f.place(name))
		if wanted[folder] == nil {
			folders = append(folders, folder)
		}
		wanted[folder] = append(wanted[folder], strings.TrimSuffix(filepath.Base(name), ".jsonl"))
	}
	for _, folder := range folders {
		entries, err := os.ReadDir(folder)
		if err != nil {
			continue // nothing was written there yet
		}
		for _, entry := range entries {
			before, _, temporary := strings.Cut(entry.Name(), temporaryMark)
			stem, _, _ := strings.Cut(strings.TrimPrefix(before, "."), ".")
			if temporary && slices.Contains(wanted[folder], stem) {
				os.Remove(filepath.Join(folder, entry.Name()))
			}
		}
	}
}

func (f *Folder) place(name string) string { return filepath.Join(f.Path, filepath.FromSlash(name)) }

// transcriptEnding ends the names of what a player keeps beside a log in the same
// form, such as its conversation with a model.
const transcriptEnding = ".transcript.jsonl"

// logs lists the logs in a folder and those below it, sorted, as names with
// slashes: all files ending in .jsonl but summaries, transcripts and hidden ones.
func logs(path string) ([]string, error) {
	var names []string
	err := filepath.WalkDir(path, func(place string, entry fs.DirEntry, err error) error {
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) && place != path {
				return nil // it went while we looked
			}
			return err
		}
		name := entry.Name()
		if place != path && strings.HasPrefix(name, ".") {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if entry.IsDir() || !strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, transcriptEnding) || name == SummaryName || strings.HasSuffix(name, TranscriptMark) {
			return nil
		}
		relative, err := filepath.Rel(path, place)
		if err != nil {
			return err
		}
		names = append(names, filepath.ToSlash(relative))
		return nil
	})
	slices.Sort(names)
	return names, err
}

// writeAndSync writes a text and waits until it is safe.
func writeAndSync(file *os.File, text string) error {
	if _, err := file.WriteString(text); err != nil {
		return err
	}
	return file.Sync()
}

// writeError says what could not be written and why.
func writeError(place string, err error) error {
	var detail *fs.PathError
	if errors.As(err, &detail) {
		err = detail.Err // a temporary name would only confuse
	}
	return fmt.Errorf("%s cannot be written: %w", place, err)
}
