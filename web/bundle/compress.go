package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/andybalholm/brotli"
)

// Brotli's quality for a quick build and for a release: 11 takes about a minute
// for the page's program and saves a fifth.
const (
	quickQuality   = 5
	releaseQuality = 11

	// window is the base-2 logarithm of how far back brotli looks: the most that
	// all browsers take, as the programs are larger than the usual window.
	window = 24
)

func (o options) quality() int {
	if o.release {
		return releaseQuality
	}
	return quickQuality
}

// compress adds name.br and name.gz for every file that they make smaller, and
// the manifest m, which it completes. Results of the bundle being replaced, old
// in folder, are taken over.
func (b *bundle) compress(m, old *manifest, folder string) error {
	packer := &packer{quality: m.Quality, done: map[string]*packed{}}
	if old.Quality == m.Quality {
		packer.load(folder, old)
	}

	names := b.sortedNames()
	m.Files = make([]fileEntry, len(names))
	results := make([]*packed, len(names))
	for i, name := range names {
		sum := sha256.Sum256(b.files[name])
		m.Files[i] = fileEntry{Name: name, SHA256: hex.EncodeToString(sum[:]), Size: len(b.files[name])}
		if compressible(name) {
			results[i] = packer.get(m.Files[i].SHA256)
		}
	}
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	failed := make([]error, len(names))
	var wait sync.WaitGroup
	for i, name := range names {
		if results[i] == nil {
			continue
		}
		wait.Go(func() {
			slots <- struct{}{}
			failed[i] = results[i].pack(b.files[name], packer.quality)
			<-slots
		})
	}
	wait.Wait()
	if err := errors.Join(failed...); err != nil {
		return err
	}
	for i, name := range names {
		if r := results[i]; r != nil {
			if r.brotli != nil {
				b.files[name+".br"] = r.brotli
				m.Files[i].Brotli = len(r.brotli)
			}
			if r.gzip != nil {
				b.files[name+".gz"] = r.gzip
				m.Files[i].Gzip = len(r.gzip)
			}
		}
	}
	data, err := m.encode()
	if err != nil {
		return err
	}
	b.files[manifestName] = data
	return nil
}

// compressible tells whether a file is of a kind that is not compressed already.
func compressible(name string) bool {
	switch path.Ext(name) {
	case ".html", ".css", ".js", ".map", ".wasm", ".svg", ".json", ".txt":
		return true
	}
	return false
}

// A packer keeps the compressed forms by their content's hash: a program and
// its copy under a plain name are compressed once.
type packer struct {
	quality int
	done    map[string]*packed
}

// packed holds the compressed forms of one content; nil where compression
// does not make it smaller.
type packed struct {
	once         sync.Once
	brotli, gzip []byte
}

func (p *packer) get(sum string) *packed {
	if p.done[sum] == nil {
		p.done[sum] = new(packed)
	}
	return p.done[sum]
}

// load takes over the compressed forms in an older bundle. Forms whose size is
// not what the manifest says are made anew.
func (p *packer) load(folder string, m *manifest) {
	for _, f := range m.Files {
		if !compressible(f.Name) {
			continue
		}
		read := func(ext string, size int) ([]byte, bool) {
			if size == 0 {
				return nil, true
			}
			data, err := os.ReadFile(filepath.Join(folder, filepath.Base(f.Name)+ext))
			return data, err == nil && len(data) == size
		}
		br, ok := read(".br", f.Brotli)
		gz, ok2 := read(".gz", f.Gzip)
		if ok && ok2 {
			r := &packed{brotli: br, gzip: gz}
			r.once.Do(func() {})
			p.done[f.SHA256] = r
		}
	}
}

// pack compresses data once, whoever asks first.
func (r *packed) pack(data []byte, quality int) (err error) {
	r.once.Do(func() {
		var br, gz bytes.Buffer
		w := brotli.NewWriterOptions(&br, brotli.WriterOptions{Quality: quality, LGWin: window})
		z, _ := gzip.NewWriterLevel(&gz, gzip.BestCompression) // fails for other levels only
		for _, c := range []interface {
			Write([]byte) (int, error)
			Close() error
		}{w, z} {
			if _, err = c.Write(data); err != nil {
				return
			}
			if err = c.Close(); err != nil {
				return
			}
		}
		if br.Len() < len(data) {
			r.brotli = br.Bytes()
		}
		if gz.Len() < len(data) {
			r.gzip = gz.Bytes()
		}
	})
	return err
}
