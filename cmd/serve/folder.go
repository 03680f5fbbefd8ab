package main

import (
	"fmt"
	"io/fs"
	"os"
)

// A folder is a file system whose files cannot lie outside it, even by a
// symbolic link. The folder is looked up for every file, since a new bundle
// takes the place of the whole folder.
type folder string

// openFolder checks that dir is a folder with a page.
func openFolder(dir string) (fs.FS, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, fmt.Errorf("-dir: %w", err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("-dir: %s is not a folder", dir)
	}
	if _, err := fs.Stat(folder(dir), "index.html"); err != nil {
		return nil, fmt.Errorf("-dir: %s holds no index.html", dir)
	}
	return folder(dir), nil
}

// Open implements fs.FS.
func (f folder) Open(name string) (fs.File, error) {
	root, err := os.OpenRoot(string(f))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.FS().Open(name)
}
