// Bundle builds the folder that a browser plays from: web/dist.
//
//	go run ./web/bundle [-release] [-out folder]
//
// It is run from the root of the repository, after "npm ci" in web. It
//
//   - builds the programs for GOOS=js GOARCH=wasm and copies Go's loader,
//     wasm_exec.js, from the toolchain that built them;
//   - bundles the scripts and style sheets that web/*.html refer to;
//   - gives every file but the pages a name with a hash of its content, so that
//     it may be cached for ever, and writes those names into pages and scripts;
//   - compresses every file with brotli and gzip beside it;
//   - writes bundle.json, which lists all of this.
//
// All names are relative to the page: the folder works under any path of any
// file server. The same input gives the same bytes. The new folder takes the
// old one's place only when it is complete, and what did not change is not
// compressed again.
//
// # What pages and scripts may say
//
// A page refers to its sources by their paths below web, in double quotes:
//
//	<link rel="stylesheet" href="src/style.css">
//	<script type="module" src="src/main.tsx"></script>
//	<link rel="preload" as="fetch" crossorigin href="causalab.wasm">
//
// TypeScript and style sheets are bundled, other files (pictures) copied, and
// the names causalab.wasm, causalab-engine.wasm and wasm_exec.js stand for what
// was built. Style sheets that a script imports are linked into its page.
// Scripts find the programs through the constants of web/src/defines.d.ts. A
// script for a Worker is imported as its address:
//
//	import address from "worker:./engine.ts";
//	const worker = new Worker(address);
//
// and any script may import Go's loader with import "wasm_exec".
//
// src/engine.ts becomes causalab-engine.js, one ES module under a fixed name,
// for Node and for pages of others.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		if err != flag.ErrHelp {
			fmt.Fprintln(os.Stderr, "bundle:", err)
			os.Exit(1)
		}
	}
}

func run(args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("bundle", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	release := flags.Bool("release", false, "compress as well as possible (takes a minute) and leave out source maps")
	out := flags.String("out", filepath.Join("web", "dist"), "write to this `folder`")
	if err := flags.Parse(args); err != nil {
		if err == flag.ErrHelp {
			fmt.Fprintln(stdout, "usage: go run ./web/bundle [-release] [-out folder]")
			flags.SetOutput(stdout)
			flags.PrintDefaults()
		}
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	began := time.Now()
	m, err := build(options{
		root:     ".",
		web:      "web",
		out:      *out,
		release:  *release,
		programs: pagePrograms,
		modules:  pageModules,
		warnings: stderr,
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "bundle: build %s in %s (%.1f s)\n", m.Build, *out, time.Since(began).Seconds())
	for _, p := range pagePrograms {
		fmt.Fprintf(stdout, "bundle: %s takes %.2f MB with brotli %d\n", p.name, float64(m.sent(m.Names[p.name]))/1e6, m.Quality)
	}
	return nil
}
