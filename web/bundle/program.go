package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// A program is a Go main package built for the browser.
type program struct {
	pkg    string // package path, e.g. "./cmd/wasm"
	name   string // name of the file without its hash, e.g. "causalab.wasm"
	define string // constant that holds the file's address
	plain  bool   // also keep a copy under the name without a hash
}

// pagePrograms are the programs of the released bundle. Programs outside the
// browser load the engine by its fixed name.
var pagePrograms = []program{
	{pkg: "./cmd/wasm", name: "causalab.wasm", define: "WASM_LAB_URL"},
	{pkg: "./cmd/wasm/engine", name: "causalab-engine.wasm", define: "WASM_ENGINE_URL", plain: true},
}

// loader is the script of the Go distribution that starts a program.
const loader = "wasm_exec.js"

// addPrograms builds the programs, adds them and Go's loader, and returns the
// constants that tell scripts their addresses, and the programs' name. The name
// is a hash of the programs as they are without it; the linker then writes it
// into their variable main.build. It does not change with the page, so that
// browsers may keep the programs when only the page has changed.
func (b *bundle) addPrograms(o options) (defines map[string]string, id string, err error) {
	data, err := goBuildAll(o, "")
	if err != nil {
		return nil, "", err
	}
	id = shortHash(bytes.Join(data, nil))
	if data, err = goBuildAll(o, id); err != nil {
		return nil, "", err
	}
	defines = map[string]string{}
	plain := false
	for i, p := range o.programs {
		defines[p.define] = b.addHashed(p.name, data[i])
		if p.plain {
			b.files[p.name] = data[i]
			plain = true
		}
	}

	script, err := goLoader(o.root)
	if err != nil {
		return nil, "", err
	}
	defines["WASM_EXEC_URL"] = b.addHashed(loader, script)
	if plain {
		b.files[loader] = script
	}
	return defines, id, nil
}

// goBuildAll compiles the programs, all at the same time.
func goBuildAll(o options, id string) ([][]byte, error) {
	data := make([][]byte, len(o.programs))
	failed := make([]error, len(o.programs))
	var wait sync.WaitGroup
	for i, p := range o.programs {
		wait.Go(func() { data[i], failed[i] = goBuild(o.root, p, id) })
	}
	wait.Wait()
	return data, errors.Join(failed...)
}

// goBuild compiles one program for js/wasm, with main.build set to id. Paths and
// the state of the repository are left out, so that equal sources give equal bytes.
func goBuild(root string, p program, id string) ([]byte, error) {
	temp, err := os.MkdirTemp("", "bundle-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	file := filepath.Join(temp, p.name)
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -X main.build="+id, "-o", file, p.pkg)
	cmd.Dir = root
	cmd.Env = browserEnv()
	if message, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build %s: %w\n%s", p.pkg, err, bytes.TrimSpace(message))
	}
	// A package that is no program builds to an archive without complaint.
	data, err := os.ReadFile(file)
	if err == nil && !bytes.HasPrefix(data, []byte("\x00asm")) {
		err = fmt.Errorf("%s is not a program: package main is missing", p.pkg)
	}
	return data, err
}

// goLoader reads wasm_exec.js of the toolchain that goBuild uses in root.
func goLoader(root string) ([]byte, error) {
	goroot, err := goRoot(root)
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(goroot, "lib", "wasm", loader))
}

// goRoot returns the folder of the toolchain that serves the module in root.
func goRoot(root string) (string, error) {
	cmd := exec.Command("go", "env", "GOROOT")
	cmd.Dir = root
	goroot, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	return strings.TrimSpace(string(goroot)), nil
}

// browserEnv makes the go command build for the browser.
func browserEnv() []string {
	return append(os.Environ(), "GOOS=js", "GOARCH=wasm")
}
