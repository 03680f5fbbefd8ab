// Package web carries the built page inside the programs that serve it.
package web

import (
	"embed"
	"errors"
	"io/fs"
)

// ErrNoBundle reports that a program was compiled before the page was built.
var ErrNoBundle = errors.New("this program holds no bundle: run make dist and build it again")

// The pattern also matches dist.md, which is always there, so that everything
// compiles in a tree without a built page.
//
//go:embed all:dist*
var files embed.FS

// Dist returns the content of web/dist as it was when the program was compiled.
// The error is ErrNoBundle when there was none.
func Dist() (fs.FS, error) {
	if _, err := fs.Stat(files, "dist/index.html"); err != nil {
		return nil, ErrNoBundle
	}
	return fs.Sub(files, "dist")
}
