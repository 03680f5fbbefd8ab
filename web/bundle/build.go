package main

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// options say what to build and where to put it.
type options struct {
	root     string    // folder of the Go module; "go build" runs here
	web      string    // folder of pages, sources and node_modules
	out      string    // folder to write or replace
	release  bool      // compress as well as possible, no source maps
	programs []program // programs to build for the browser
	modules  []module  // scripts for programs outside the page
	warnings io.Writer // takes esbuild's warnings
}

// A bundle is the content of the folder being built. All files lie in one
// folder, so that a name is also an address relative to any other file.
type bundle struct {
	files    map[string][]byte // by name
	names    map[string]string // from the name a source uses to the hashed name
	packages map[string]bool   // npm packages that scripts contain
}

// build builds everything and replaces the folder o.out. On an error the folder
// is left as it was.
func build(o options) (*manifest, error) {
	old, err := readManifest(o.out)
	if err != nil {
		return nil, err
	}
	b := &bundle{files: map[string][]byte{}, names: map[string]string{}, packages: map[string]bool{}}
	pages, err := readPages(o.web)
	if err != nil {
		return nil, err
	}
	defines, programs, err := b.addPrograms(o)
	if err != nil {
		return nil, err
	}
	m := &manifest{Programs: programs, Quality: o.quality(), Names: b.names}
	if m.Build, err = b.addSources(o, pages, defines); err != nil {
		return nil, err
	}
	if err := b.addLicences(o); err != nil {
		return nil, err
	}
	if err := b.compress(m, old, o.out); err != nil {
		return nil, err
	}
	return m, b.replace(o.out)
}

// addHashed adds a file under a name with a hash of its content and remembers
// the name for the sources that refer to it.
func (b *bundle) addHashed(name string, data []byte) string {
	base := filepath.Base(name)
	ext := filepath.Ext(base)
	hashed := strings.TrimSuffix(base, ext) + "." + shortHash(data) + ext
	b.files[hashed] = data
	b.names[name] = hashed
	return hashed
}

// shortHash returns eight letters and digits, the form esbuild gives its hashes.
func shortHash(data []byte) string {
	sum := sha256.Sum256(data)
	return base32.StdEncoding.EncodeToString(sum[:5])
}

// sortedNames returns the names of all files in order.
func (b *bundle) sortedNames() []string {
	return slices.Sorted(maps.Keys(b.files))
}

// replace writes the bundle to a folder beside out and then swaps the two.
func (b *bundle) replace(out string) error {
	parent := filepath.Dir(out)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	// The leading dot keeps the Go command and the embedding from seeing it.
	next, err := os.MkdirTemp(parent, ".dist-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(next)
	if err := os.Chmod(next, 0o755); err != nil {
		return err
	}
	for _, name := range b.sortedNames() {
		if err := os.WriteFile(filepath.Join(next, name), b.files[name], 0o644); err != nil {
			return err
		}
	}
	last := next + "-old"
	err = os.Rename(out, last)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	defer os.RemoveAll(last)
	if err := os.Rename(next, out); err != nil {
		return errors.Join(fmt.Errorf("cannot put the new bundle in place: %w", err), os.Rename(last, out))
	}
	return nil
}
