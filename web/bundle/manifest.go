package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// manifestName is the file of the bundle that describes it.
const manifestName = "bundle.json"

// A manifest describes a bundle. It lists every file but itself.
type manifest struct {
	Build    string            `json:"build"`    // name of the build, the same for the same input
	Programs string            `json:"programs"` // the programs' own name for their build, which their logs state
	Quality  int               `json:"quality"`  // brotli's quality, 5 or 11
	Names    map[string]string `json:"names"`    // from names in sources to names of files
	Files    []fileEntry       `json:"files"`    // in order of their names
}

// A fileEntry is one file of the bundle; sizes are in bytes.
type fileEntry struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
	Size   int    `json:"size"`
	Brotli int    `json:"brotli,omitempty"` // size of Name.br; 0 if there is none
	Gzip   int    `json:"gzip,omitempty"`   // size of Name.gz; 0 if there is none
}

// sent is the size of a file on the way to a browser that accepts brotli.
func (m *manifest) sent(name string) int {
	for _, f := range m.Files {
		if f.Name == name && f.Brotli > 0 {
			return f.Brotli
		} else if f.Name == name {
			return f.Size
		}
	}
	return 0
}

// readManifest reads the manifest of the folder that a build will replace. It
// is empty when there is no such folder, and an error when the folder is
// something else that must not be lost.
func readManifest(out string) (*manifest, error) {
	m := new(manifest)
	data, err := os.ReadFile(filepath.Join(out, manifestName))
	if errors.Is(err, fs.ErrNotExist) {
		entries, err := os.ReadDir(out)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if len(entries) > 0 {
			return nil, fmt.Errorf("%s holds files but no %s: it is no bundle and is left alone", out, manifestName)
		}
		return m, nil
	}
	if err != nil {
		return nil, err
	}
	if json.Unmarshal(data, m) != nil {
		return new(manifest), nil // a damaged bundle is replaced in full
	}
	return m, nil
}

// encode returns the manifest as the file's content.
func (m *manifest) encode() ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(m); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
