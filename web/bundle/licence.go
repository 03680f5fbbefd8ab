package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// licencesName is the file with the licences of all that the bundle contains.
const licencesName = "licenses.txt"

// addLicences adds the notice and licence of the project, and those of Go, of the
// Go modules in the programs and of the npm packages in the scripts.
func (b *bundle) addLicences(o options) error {
	var out bytes.Buffer
	for _, name := range []string{"NOTICE", "LICENSE"} {
		text, err := os.ReadFile(filepath.Join(o.root, name))
		if err != nil {
			return err
		}
		out.Write(text)
	}
	goroot, err := goRoot(o.root)
	if err != nil {
		return err
	}
	folders := map[string]string{} // by title
	// Debian's packages keep the licence elsewhere; a link says the same.
	if licence, _ := findLicence(goroot); licence != nil {
		folders["Go"] = goroot
	} else {
		writeLicence(&out, "Go", []byte("https://go.dev/LICENSE\n"))
	}
	if err := addGoModules(folders, o); err != nil {
		return err
	}
	for name := range b.packages {
		folders[name] = filepath.Join(o.web, "node_modules", filepath.FromSlash(name))
	}
	for _, title := range slices.Sorted(maps.Keys(folders)) {
		text, err := findLicence(folders[title])
		if err != nil {
			return fmt.Errorf("%s is in the bundle: %w", title, err)
		}
		writeLicence(&out, title, text)
	}
	b.files[licencesName] = out.Bytes()
	return nil
}

// addGoModules adds the folders of the modules that the programs are made of.
func addGoModules(folders map[string]string, o options) error {
	const form = `{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{"\t"}}{{.Dir}}{{end}}{{end}}`
	args := []string{"list", "-deps", "-f", form}
	for _, p := range o.programs {
		args = append(args, p.pkg)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = o.root
	cmd.Env = browserEnv()
	list, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("go list of the programs' modules: %w", err)
	}
	for line := range strings.Lines(string(list)) {
		if title, folder, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			folders[title] = folder
		}
	}
	return nil
}

// findLicence reads the licence files of a folder.
func findLicence(folder string) ([]byte, error) {
	var out []byte
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		isLicence := strings.HasPrefix(name, "LICENSE") || strings.HasPrefix(name, "LICENCE") ||
			strings.HasPrefix(name, "COPYING") || strings.HasPrefix(name, "NOTICE")
		if !isLicence || e.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		out = append(out, text...)
	}
	if out == nil {
		return nil, fmt.Errorf("%s holds no licence", folder)
	}
	return out, nil
}

func writeLicence(out *bytes.Buffer, title string, text []byte) {
	fmt.Fprintf(out, "\n%s\n%s\n\n%s\n", strings.Repeat("-", 72), title, bytes.TrimSpace(text))
}
