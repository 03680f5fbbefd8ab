package main

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"
)

// browsers is the language level that scripts and style sheets are written down to.
const browsers = api.ES2022

// A module is a script for programs outside the page, built under a fixed name
// as one ES module.
type module struct {
	source string // path below the web folder
	name   string // name of the file
}

// pageModules are the modules of the released bundle.
var pageModules = []module{{source: "src/engine.ts", name: "causalab-engine.js"}}

// sources are the scripts and pages of one run of esbuild.
type sources struct {
	web        string    // folder of the pages
	warnings   io.Writer // takes esbuild's warnings
	pages      []page
	entries    []string          // scripts and style sheets that pages refer to
	defines    map[string]string // constants for the scripts
	modules    []module
	loader     string // Go's loader, which scripts import as "wasm_exec"
	sourceMaps bool
}

// addSources bundles what the pages refer to and adds it with the pages. It
// returns the build's name: a hash over everything in the bundle, the name
// itself, source maps and licences left out, so that a release and a quick build of
// the same sources have the same name.
func (b *bundle) addSources(o options, pages []page, defines map[string]string) (id string, err error) {
	entries, err := b.addCopies(o, pages)
	if err != nil {
		return "", err
	}
	s := sources{
		web: o.web, warnings: o.warnings, pages: pages, entries: entries, defines: maps.Clone(defines),
		modules: o.modules, loader: string(b.files[b.names[loader]]),
	}
	s.defines["BUILD_ID"] = ""
	draft := &bundle{files: maps.Clone(b.files), names: maps.Clone(b.names), packages: map[string]bool{}}
	if err := draft.addScripts(s); err != nil {
		return "", err
	}
	sum := sha256.New()
	for _, name := range draft.sortedNames() {
		fmt.Fprintf(sum, "%s %d\n", name, len(draft.files[name]))
		sum.Write(draft.files[name])
	}
	id = base32.StdEncoding.EncodeToString(sum.Sum(nil)[:5])

	s.defines["BUILD_ID"] = id
	s.sourceMaps = !o.release
	s.warnings = io.Discard // the draft has printed them
	return id, b.addScripts(s)
}

// addCopies adds the files that pages refer to and that need no bundling, and
// returns the paths of those that do.
func (b *bundle) addCopies(o options, pages []page) (entries []string, err error) {
	for _, p := range pages {
		for _, r := range p.refs {
			if b.names[r.target] != "" || slices.Contains(entries, r.target) {
				continue
			}
			data, err := os.ReadFile(filepath.Join(o.web, filepath.FromSlash(r.target)))
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", filepath.Join(o.web, p.name), r.line, err)
			}
			if r.bundled() {
				entries = append(entries, r.target)
			} else {
				b.addHashed(r.target, data)
			}
		}
	}
	slices.Sort(entries)
	return entries, nil
}

// addScripts runs esbuild over the entries and adds its output and the pages.
func (b *bundle) addScripts(s sources) error {
	styles := map[string]string{}
	if len(s.entries) > 0 {
		settings, err := s.settings()
		if err != nil {
			return err
		}
		settings.EntryPoints = s.entries
		settings.Format = api.FormatESModule
		settings.Splitting = true
		settings.Plugins = append(settings.Plugins, b.workerPlugin(s))
		outputs, err := b.esbuild(s, settings)
		if err != nil {
			return err
		}
		for name, out := range outputs {
			if out.EntryPoint == "" {
				continue
			}
			b.names[out.EntryPoint] = path.Base(name)
			if out.CSSBundle != "" {
				styles[out.EntryPoint] = path.Base(out.CSSBundle)
			}
		}
	}
	for _, m := range s.modules {
		settings, err := s.settings()
		if err != nil {
			return err
		}
		settings.EntryPointsAdvanced = []api.EntryPoint{{InputPath: m.source, OutputPath: strings.TrimSuffix(m.name, ".js")}}
		settings.EntryNames = "[name]"
		settings.Format = api.FormatESModule
		if _, err := b.esbuild(s, settings); err != nil {
			return err
		}
	}
	for _, p := range s.pages {
		text, err := p.rewrite(b.names, styles)
		if err != nil {
			return err
		}
		b.files[p.name] = []byte(text)
	}
	return nil
}

// settings holds what page scripts and worker scripts have in common.
func (s sources) settings() (api.BuildOptions, error) {
	web, err := filepath.Abs(s.web)
	if err != nil {
		return api.BuildOptions{}, err
	}
	quoted := map[string]string{}
	for name, value := range s.defines {
		quoted[name] = strconv.Quote(value) // letters, digits, "-", "_" and "." only
	}
	o := api.BuildOptions{
		AbsWorkingDir:     web,
		Outdir:            filepath.Join(web, "dist"), // never written: names are made relative to it
		Bundle:            true,
		Metafile:          true,
		Platform:          api.PlatformBrowser,
		Target:            browsers,
		Charset:           api.CharsetUTF8,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		LegalComments:     api.LegalCommentsEndOfFile,
		JSX:               api.JSXAutomatic,
		JSXImportSource:   "preact",
		Define:            quoted,
		Plugins:           []api.Plugin{s.loaderPlugin()},
		EntryNames:        "[name].[hash]",
		ChunkNames:        "part.[hash]",
		AssetNames:        "[name].[hash]",
		Loader: map[string]api.Loader{
			".svg": api.LoaderFile, ".png": api.LoaderFile, ".webp": api.LoaderFile, ".woff2": api.LoaderFile,
		},
	}
	if s.sourceMaps {
		o.Sourcemap = api.SourceMapLinked
	}
	return o, nil
}

// An output is what esbuild's metafile says of one file it made.
type output struct {
	EntryPoint string `json:"entryPoint"`
	CSSBundle  string `json:"cssBundle"`
	Inputs     map[string]struct {
		Bytes int `json:"bytesInOutput"`
	} `json:"inputs"`
}

// packageName finds the npm package that a source belongs to.
var packageName = regexp.MustCompile(`^node_modules/((?:@[^/]+/)?[^/]+)/`)

// esbuild runs esbuild, adds the files it makes and returns what its metafile
// says of them, by path.
func (b *bundle) esbuild(s sources, o api.BuildOptions) (map[string]output, error) {
	result := api.Build(o)
	for _, text := range api.FormatMessages(result.Warnings, api.FormatMessagesOptions{Kind: api.WarningMessage}) {
		fmt.Fprintln(s.warnings, strings.TrimSpace(text))
	}
	if len(result.Errors) > 0 {
		text := api.FormatMessages(result.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage})
		return nil, errors.New("the page's sources do not build\n" + strings.TrimSpace(strings.Join(text, "")))
	}
	for _, f := range result.OutputFiles {
		b.files[filepath.Base(f.Path)] = f.Contents
	}
	var meta struct {
		Outputs map[string]output `json:"outputs"`
	}
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return nil, fmt.Errorf("esbuild's metafile: %w", err)
	}
	for _, out := range meta.Outputs {
		for input, part := range out.Inputs {
			if found := packageName.FindStringSubmatch(input); found != nil && part.Bytes > 0 {
				b.packages[found[1]] = true
			}
		}
	}
	return meta.Outputs, nil
}

// loaderPlugin lets scripts import Go's loader as "wasm_exec".
func (s sources) loaderPlugin() api.Plugin {
	const namespace = "go"
	return api.Plugin{Name: namespace, Setup: func(p api.PluginBuild) {
		p.OnResolve(api.OnResolveOptions{Filter: `^wasm_exec$`}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: loader, Namespace: namespace}, nil
		})
		p.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: namespace}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			return api.OnLoadResult{Contents: &s.loader, Loader: api.LoaderJS}, nil
		})
	}}
}

// workerPlugin bundles a script imported as "worker:./path" on its own and makes
// the import's value its address. It is a classic script, so that it can load
// wasm_exec.js with importScripts.
func (b *bundle) workerPlugin(s sources) api.Plugin {
	const namespace = "worker"
	var lock sync.Mutex // esbuild loads files at the same time
	load := func(a api.OnLoadArgs) (api.OnLoadResult, error) {
		o, err := s.settings()
		if err != nil {
			return api.OnLoadResult{}, err
		}
		o.EntryPoints = []string{a.Path}
		o.Format = api.FormatIIFE
		lock.Lock()
		defer lock.Unlock()
		outputs, err := b.esbuild(s, o)
		if err != nil {
			return api.OnLoadResult{}, err
		}
		for name, out := range outputs {
			if out.EntryPoint != "" {
				text := fmt.Sprintf("export default %q;", path.Base(name))
				return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
			}
		}
		return api.OnLoadResult{}, fmt.Errorf("%s gave no script", a.Path)
	}
	return api.Plugin{Name: namespace, Setup: func(p api.PluginBuild) {
		p.OnResolve(api.OnResolveOptions{Filter: `^worker:`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			found := p.Resolve(strings.TrimPrefix(a.Path, "worker:"), api.ResolveOptions{
				ResolveDir: a.ResolveDir, Importer: a.Importer, Kind: api.ResolveJSImportStatement,
			})
			if len(found.Errors) > 0 {
				return api.OnResolveResult{Errors: found.Errors}, nil
			}
			// The path reaches the output: it must not depend on where the sources are.
			inside, err := filepath.Rel(p.InitialOptions.AbsWorkingDir, found.Path)
			return api.OnResolveResult{Path: filepath.ToSlash(inside), Namespace: namespace}, err
		})
		p.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: namespace}, load)
	}}
}
