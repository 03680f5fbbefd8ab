//go:build js

// Command engine is the benchmark without a scene: the harness door in a
// Worker, in Node or in any other host of WebAssembly, and with it what the page
// leaves to a Worker: reference players, the counting of graphs and the making of Golden
// chains. It hands its functions to globalThis.causalabBoot and then serves calls
// until the host ends.
package main

import (
	"fmt"
	"os"
	"runtime/debug"

	"causalab/game/bridge"
	"causalab/game/bridge/analysis"
)

// build names the build; set by the linker.
var build = "unknown"

func main() {
	// Episodes leave little behind: collecting less often makes batches faster at
	// the price of some megabytes.
	debug.SetGCPercent(400)
	session := bridge.NewSession(build)
	a := analysis.New(session)
	program := session.Program()
	program.Set("analysis", bridge.Expose(map[string]bridge.Function{
		"players":     func(bridge.Arguments) any { return a.Players() },
		"startPlayer": func(x bridge.Arguments) any { return a.StartPlayer(x.Text(0), uint64(max(x.Number(1), 0))) },
		"next":        func(x bridge.Arguments) any { return a.Next(int(x.Number(0)), x.Text(1)) },
		"stopPlayer":  func(x bridge.Arguments) any { return a.StopPlayer(int(x.Number(0))) },
		"chain":       func(x bridge.Arguments) any { return session.Chain(x.Text(0)) },
		"counts":      func(x bridge.Arguments) any { return a.Counts(x.Text(0)) },
	}))
	if err := bridge.Boot(program); err != nil {
		fmt.Fprintln(os.Stderr, "causalab:", err)
		os.Exit(1)
	}
	select {} // the host calls in from now on
}
