package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"golang.org/x/tools/txtar"
)

// site unpacks testdata/site.txtar and returns options that build it.
func site(t *testing.T) options {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "site.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	for _, f := range archive.Files {
		write(t, filepath.Join(root, filepath.FromSlash(f.Name)), string(f.Data))
	}
	return options{
		root: root,
		web:  filepath.Join(root, "web"),
		out:  filepath.Join(root, "web", "dist"),
		programs: []program{
			{pkg: "./cmd/lab", name: "lab.wasm", define: "WASM_LAB_URL"},
			{pkg: "./cmd/engine", name: "engine.wasm", define: "WASM_ENGINE_URL", plain: true},
		},
		modules:  []module{{source: "src/engine.ts", name: "site-engine.js"}},
		warnings: io.Discard,
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func mustBuild(t *testing.T, o options) *manifest {
	t.Helper()
	m, err := build(o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// content reads a folder of plain files.
func content(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		files[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestBuild(t *testing.T) {
	t.Parallel()
	o := site(t)
	m := mustBuild(t, o)
	files := content(t, o.out)

	// Every source has its file, and each is where the manifest says.
	for _, source := range []string{
		"lab.wasm", "engine.wasm", "wasm_exec.js", "src/main.tsx", "src/room.ts", "src/style.css", "src/icon.svg",
	} {
		name := m.Names[source]
		if !regexp.MustCompile(`^[a-z_]+\.[0-9A-Z]{8}\.[a-z]+$`).MatchString(name) {
			t.Errorf("%s became %q, want a name with a hash", source, name)
		}
		if files[name] == "" {
			t.Errorf("%s became %s, which is empty or missing", source, name)
		}
	}
	for _, program := range []string{"lab.wasm", "engine.wasm"} {
		if m.Programs == "" || !strings.Contains(files[m.Names[program]], m.Programs) {
			t.Errorf("%s does not hold its build's name %q", program, m.Programs)
		}
	}
	if files["engine.wasm"] != files[m.Names["engine.wasm"]] || files["wasm_exec.js"] == "" {
		t.Error("the engine or its loader has no copy under its plain name")
	}
	if _, ok := files["lab.wasm"]; ok {
		t.Error("lab.wasm has a copy under its plain name, but was not asked for")
	}

	index := files["index.html"]
	for _, want := range []string{
		`<link rel="icon" href="` + m.Names["src/icon.svg"] + `">`,
		`<link rel="preload" as="fetch" crossorigin href="` + m.Names["lab.wasm"] + `">`,
		`<link rel="stylesheet" href="` + m.Names["src/style.css"] + `">`,
		`<script type="module" src="` + m.Names["src/main.tsx"] + `"></script>`,
		`<!-- <script src="src/gone.ts"></script> -->`,
		`<a href="https://example.test/">`,
		`<iframe src="room.html" title="Room">`,
	} {
		if !strings.Contains(index, want) {
			t.Errorf("index.html lacks %s:\n%s", want, index)
		}
	}
	imported := regexp.MustCompile(`<link rel="stylesheet" href="(main\.[0-9A-Z]{8}\.css)">\n<script`).FindStringSubmatch(index)
	if imported == nil {
		t.Errorf("index.html does not link the style sheet that main.tsx imports:\n%s", index)
	} else if !strings.Contains(files[imported[1]], "321px") {
		t.Errorf("%s = %q, want the rule of plot.css", imported[1], files[imported[1]])
	}

	script := files[m.Names["src/main.tsx"]]
	for _, want := range []string{m.Names["lab.wasm"], "build " + m.Build, "made by JSX"} {
		if !strings.Contains(script, want) {
			t.Errorf("main.tsx's bundle lacks %q:\n%s", want, script)
		}
	}
	worker := regexp.MustCompile(`solver\.[0-9A-Z]{8}\.js`).FindString(script)
	for _, want := range []string{"importScripts(", m.Names["wasm_exec.js"], m.Names["engine.wasm"]} {
		if !strings.Contains(files[worker], want) {
			t.Errorf("the worker's script %q lacks %q:\n%s", worker, want, files[worker])
		}
	}

	for _, want := range []string{"globalThis.Go", "made for others", "export{"} {
		if !strings.Contains(files["site-engine.js"], want) {
			t.Errorf("site-engine.js lacks %q", want)
		}
	}

	licences := files[licencesName]
	for _, want := range []string{"Notice of the site.", "Licence of the site.", "\nGo\n", "\npreact\n\nLicence of the library."} {
		if !strings.Contains(licences, want) {
			t.Errorf("%s lacks %q", licencesName, want)
		}
	}
	if strings.Contains(licences, "no script imports") {
		t.Errorf("%s has the licence of a library that is not in the bundle", licencesName)
	}

	// What two pages share is in one part that both import.
	var parts []string
	for name, text := range files {
		if strings.HasSuffix(name, ".js") && strings.Contains(text, "said once") {
			parts = append(parts, name)
		}
	}
	if len(parts) != 1 || !strings.Contains(script, parts[0]) || !strings.Contains(files[m.Names["src/room.ts"]], parts[0]) {
		t.Errorf("the shared script is in %q, want one part that both pages import", parts)
	}

	// No address leads out of the folder, so any sub-path will do.
	for name, text := range files {
		if strings.HasSuffix(name, ".html") && regexp.MustCompile(`(src|href)="/`).MatchString(text) {
			t.Errorf("%s has an address from the server's root", name)
		}
	}
	checkCompressed(t, files, m)
}

// The folder works on a server that knows nothing of it, below any path.
func TestBuildUnderSubPath(t *testing.T) {
	t.Parallel()
	o := site(t)
	m := mustBuild(t, o)
	const below = "/some/sub/path/"
	server := httptest.NewServer(http.StripPrefix(below, http.FileServer(http.Dir(o.out))))
	defer server.Close()
	get := func(address string) string {
		r, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != http.StatusOK {
			t.Errorf("%s: %s (%v)", address, r.Status, err)
		}
		return string(text)
	}
	// Pages name addresses in attributes, scripts and style sheets in strings.
	inPage := regexp.MustCompile(`(?:src|href)="([^":]+)"`)
	inScript := regexp.MustCompile(`["'(](?:\./)?([a-z_-]+\.[0-9A-Z]{8}\.[a-z]+)["')]`)
	seen := map[string]bool{}
	var visit func(name string, addresses *regexp.Regexp)
	visit = func(name string, addresses *regexp.Regexp) {
		if seen[name] || strings.HasSuffix(name, "gone.ts") { // named in a comment only
			return
		}
		seen[name] = true
		for _, found := range addresses.FindAllStringSubmatch(get(server.URL+below+name), -1) {
			visit(found[1], map[bool]*regexp.Regexp{true: inPage, false: inScript}[strings.HasSuffix(found[1], ".html")])
		}
	}
	visit("", inPage)
	for source, name := range m.Names {
		if !seen[name] {
			t.Errorf("%s (%s) was not reached from the page", name, source)
		}
	}
}

// checkCompressed checks that the files beside each file unpack to it, are
// smaller, and are those that the manifest tells of.
func checkCompressed(t *testing.T, files map[string]string, m *manifest) {
	t.Helper()
	var stored manifest
	if err := json.Unmarshal([]byte(files[manifestName]), &stored); err != nil {
		t.Fatal(err)
	}
	known := []string{manifestName}
	for _, f := range stored.Files {
		known = append(known, f.Name)
		if len(files[f.Name]) != f.Size {
			t.Errorf("%s has %d bytes, the manifest says %d", f.Name, len(files[f.Name]), f.Size)
		}
		for ext, size := range map[string]int{".br": f.Brotli, ".gz": f.Gzip} {
			if size == 0 {
				continue
			}
			packed := files[f.Name+ext]
			known = append(known, f.Name+ext)
			if len(packed) != size || size >= f.Size {
				t.Errorf("%s%s has %d bytes of %d, the manifest says %d", f.Name, ext, len(packed), f.Size, size)
			}
			var r io.Reader = brotli.NewReader(strings.NewReader(packed))
			if ext == ".gz" {
				z, err := gzip.NewReader(strings.NewReader(packed))
				if err != nil {
					t.Errorf("%s%s: %v", f.Name, ext, err)
					continue
				}
				r = z
			}
			if data, err := io.ReadAll(r); err != nil || string(data) != files[f.Name] {
				t.Errorf("%s%s does not unpack to %s (%v)", f.Name, ext, f.Name, err)
			}
		}
	}
	for _, name := range []string{m.Names["lab.wasm"], m.Names["wasm_exec.js"]} {
		if files[name+".br"] == "" || files[name+".gz"] == "" {
			t.Errorf("%s is not compressed", name)
		}
	}
	for name := range files {
		if !slices.Contains(known, name) {
			t.Errorf("%s is not in the manifest", name)
		}
	}
}

func TestBuildIsReproducible(t *testing.T) {
	t.Parallel()
	a, b := site(t), site(t)
	first, second := mustBuild(t, a), mustBuild(t, b)
	if first.Build != second.Build {
		t.Errorf("two builds of the same sources are called %s and %s", first.Build, second.Build)
	}
	want := content(t, a.out)
	for name, got := range content(t, b.out) {
		if got != want[name] {
			t.Errorf("%s differs between two builds of the same sources", name)
		}
	}
	// Building again in place changes nothing either, and leaves nothing beside.
	mustBuild(t, a)
	if got := content(t, a.out); len(got) != len(want) || got[manifestName] != want[manifestName] {
		t.Error("a second build in place differs from the first")
	}
	if beside, _ := filepath.Glob(filepath.Join(a.web, ".dist-*")); len(beside) > 0 {
		t.Errorf("the build left %q", beside)
	}
}

func TestReleaseHasTheSameNameAndNoMaps(t *testing.T) {
	t.Parallel()
	o := site(t)
	o.programs[0].pkg = o.programs[1].pkg // equal programs are compressed once: half the wait
	quick := mustBuild(t, o)
	o.release = true
	release := mustBuild(t, o)
	if quick.Build != release.Build {
		t.Errorf("the release is called %s, the quick build %s", release.Build, quick.Build)
	}
	if release.Quality != 11 || quick.Quality != 5 {
		t.Errorf("brotli's quality is %d in the release and %d in the quick build", release.Quality, quick.Quality)
	}
	program := release.Names["lab.wasm"]
	if small, large := release.sent(program), quick.sent(program); small == 0 || small >= large {
		t.Errorf("%s takes %d bytes in the release and %d in the quick build", program, small, large)
	}
	for name := range content(t, o.out) {
		if strings.Contains(name, ".map") {
			t.Errorf("the release has %s", name)
		}
	}
}

func TestChangedSourceGetsNewNamesAndOldOnesGo(t *testing.T) {
	t.Parallel()
	o := site(t)
	before := mustBuild(t, o)
	write(t, filepath.Join(o.web, "src", "style.css"), "body { color: #654321; }")
	after := mustBuild(t, o)
	if before.Build == after.Build {
		t.Error("the build kept its name though a style sheet changed")
	}
	old, now := before.Names["src/style.css"], after.Names["src/style.css"]
	files := content(t, o.out)
	if old == now || files[now] == "" {
		t.Errorf("the changed style sheet is %s, was %s", now, old)
	}
	for name := range files {
		if strings.HasPrefix(name, old) {
			t.Errorf("%s is left from the build before", name)
		}
	}
	if before.Names["lab.wasm"] != after.Names["lab.wasm"] {
		t.Error("the program has a new name though it did not change")
	}
}

func TestCompressedFilesAreReused(t *testing.T) {
	t.Parallel()
	o := site(t)
	m := mustBuild(t, o)
	// A mark that compression would not make, of the same size, must survive.
	packed := filepath.Join(o.out, m.Names["lab.wasm"]+".br")
	data, err := os.ReadFile(packed)
	if err != nil {
		t.Fatal(err)
	}
	mark := bytes.Repeat([]byte("m"), len(data))
	write(t, packed, string(mark))
	mustBuild(t, o)
	if got := content(t, o.out)[filepath.Base(packed)]; got != string(mark) {
		t.Error("an unchanged program was compressed again")
	}
	// One of another size is damage.
	write(t, packed, "short")
	mustBuild(t, o)
	if got := content(t, o.out)[filepath.Base(packed)]; got != string(data) {
		t.Error("a damaged compressed file was kept")
	}
}

func TestBuildErrors(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(o *options, t *testing.T)
		want   []string
	}{
		{"script does not parse", func(o *options, t *testing.T) {
			write(t, filepath.Join(o.web, "src", "shared.ts"), "export const shared = ;\n")
		}, []string{"src/shared.ts:1:22", "Unexpected"}},
		{"worker does not parse", func(o *options, t *testing.T) {
			write(t, filepath.Join(o.web, "src", "solver.ts"), "let = = 1\n")
		}, []string{"src/solver.ts:1:"}},
		{"worker is missing", func(o *options, t *testing.T) {
			os.Remove(filepath.Join(o.web, "src", "solver.ts"))
		}, []string{"src/main.tsx:2:19", "solver.ts"}},
		{"library is missing", func(o *options, t *testing.T) {
			os.RemoveAll(filepath.Join(o.web, "node_modules"))
		}, []string{"preact/jsx-runtime", "src/main.tsx"}},
		{"module is missing", func(o *options, t *testing.T) {
			o.modules[0].source = "src/nothing.ts"
		}, []string{"src/nothing.ts"}},
		{"library without a licence", func(o *options, t *testing.T) {
			os.Remove(filepath.Join(o.web, "node_modules", "preact", "LICENSE"))
		}, []string{"preact", "no licence"}},
		{"page names a missing file", func(o *options, t *testing.T) {
			write(t, filepath.Join(o.web, "help.html"), "<!doctype html>\n<script src=\"src/help.ts\"></script>\n")
		}, []string{"help.html:2:", "src/help.ts"}},
		{"no pages", func(o *options, t *testing.T) {
			os.Remove(filepath.Join(o.web, "index.html"))
			os.Remove(filepath.Join(o.web, "room.html"))
		}, []string{"no pages"}},
		{"program does not compile", func(o *options, t *testing.T) {
			write(t, filepath.Join(o.root, "cmd", "lab", "main.go"), "package main\n\nfunc main() { undefined() }\n")
		}, []string{"go build ./cmd/lab", "main.go:3:15"}},
		{"program is missing", func(o *options, t *testing.T) {
			o.programs[0].pkg = "./cmd/nothing"
		}, []string{"go build ./cmd/nothing"}},
		{"program is a library", func(o *options, t *testing.T) {
			o.programs[0].pkg = "./cmd/library"
		}, []string{"./cmd/library", "package main"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := site(t)
			// What was built before must survive a failure.
			write(t, filepath.Join(o.out, manifestName), `{"build": "BEFORE"}`)
			c.change(&o, t)
			_, err := build(o)
			if err == nil {
				t.Fatal("the build succeeded")
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("the error lacks %q: %v", want, err)
				}
			}
			if got := content(t, o.out); len(got) != 1 || got[manifestName] != `{"build": "BEFORE"}` {
				t.Errorf("the failed build changed the folder: %v", got)
			}
		})
	}
}

func TestForeignFolderIsLeftAlone(t *testing.T) {
	t.Parallel()
	o := site(t)
	o.out = t.TempDir()
	write(t, filepath.Join(o.out, "thesis.txt"), "years of work")
	_, err := build(o)
	if err == nil || !strings.Contains(err.Error(), "left alone") {
		t.Errorf("build over a folder of other files: %v", err)
	}
	if got := content(t, o.out)["thesis.txt"]; got != "years of work" {
		t.Error("the folder was changed")
	}
}

func TestRunRefusesBadArguments(t *testing.T) {
	for _, args := range [][]string{{"-unknown"}, {"extra"}} {
		if err := run(args, io.Discard, io.Discard); err == nil {
			t.Errorf("run(%q) succeeded", args)
		}
	}
}

func TestPackConcurrently(t *testing.T) {
	p := &packer{quality: quickQuality, done: map[string]*packed{}}
	data := bytes.Repeat([]byte("the same again and again "), 1000)
	failed := make(chan error)
	for range 4 {
		r := p.get("sum")
		go func() { failed <- r.pack(data, p.quality) }()
	}
	for range 4 {
		select {
		case err := <-failed:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(time.Minute):
			t.Fatal("pack does not return")
		}
	}
	if r := p.get("sum"); len(r.brotli) == 0 || len(r.gzip) == 0 || len(r.brotli) >= len(data) {
		t.Errorf("packed to %d and %d bytes of %d", len(r.brotli), len(r.gzip), len(data))
	}
}
