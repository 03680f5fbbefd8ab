//go:build js

// Command engine is the benchmark without a scene: the harness door in a
// Worker, in Node or in any other host of WebAssembly. It hands its functions to
// globalThis.causalabBoot and then serves calls until the host ends.
package main

import (
	"fmt"
	"os"
	"runtime/debug"

	"causalab/game/bridge"
)

// build names the build; set by the linker.
var build = "unknown"

func main() {
	// Episodes leave little behind: collecting less often makes batches faster at
	// the price of some megabytes.
	debug.SetGCPercent(400)
	if err := bridge.Boot(bridge.NewSession(build).Program()); err != nil {
		fmt.Fprintln(os.Stderr, "causalab:", err)
		os.Exit(1)
	}
	select {} // the host calls in from now on
}
