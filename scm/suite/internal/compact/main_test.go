package main

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"causalab/scm/suite"
)

// TestWriteGivesTheEmbeddedText exports the embedded suites and writes the
// compact form of that, which must be the text that is embedded.
func TestWriteGivesTheEmbeddedText(t *testing.T) {
	folder := t.TempDir()
	library := suite.Released()
	for _, info := range library.Suites() {
		if info.Sampled {
			continue
		}
		s, err := library.Suite(info.Name)
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if err := suite.Export(&file, s.Tasks); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, info.Name+".jsonl"), file.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var text bytes.Buffer
	w := bufio.NewWriter(&text)
	if err := write(w, folder); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join("..", "..", "released.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(text.Bytes(), want) {
		t.Errorf("%d bytes, %d are embedded; write released.txt again and raise the version of task ids if results change", text.Len(), len(want))
	}
}

// TestWriteNeedsEveryFile names the file that is missing.
func TestWriteNeedsEveryFile(t *testing.T) {
	err := write(bufio.NewWriter(new(bytes.Buffer)), t.TempDir())
	if !os.IsNotExist(err) {
		t.Errorf("got %v, want a missing file", err)
	}
}
