//go:build js

// Command wasm is the page's program: the episode, the room with its canvas, and
// the functions behind the page's panels and the two doors. The page loads it in
// a frame of its own (web/room.html), because Ebitengine takes the whole window
// it runs in.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"syscall/js"

	"causalab/game/bridge"
	"causalab/game/draw"
	"causalab/game/scene"
)

// build names the build; set by the linker.
var build = "unknown"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "causalab:", err)
		os.Exit(1)
	}
}

func run() error {
	session := bridge.NewSession(build)
	lab := scene.New()
	r := &room{session: session, lab: lab}
	session.Listen(func(event, _ string) { r.hear(event) })
	program := session.Program()
	program.Set("room", bridge.Expose(map[string]bridge.Function{
		"setTheme": func(a bridge.Arguments) any {
			theme := scene.Dark
			if a.Text(0) == "light" {
				theme = scene.Light
			}
			lab.SetTheme(theme)
			draw.Invalidate()
			return "null"
		},
		"setReducedMotion": func(a bridge.Arguments) any {
			lab.SetReducedMotion(a.Flag(0))
			draw.Invalidate()
			return "null"
		},
		"objects": func(bridge.Arguments) any { return objects(lab) },
		"activate": func(a bridge.Arguments) any {
			lab.Activate(a.Text(0))
			draw.Invalidate()
			return "null"
		},
		"key": func(a bridge.Arguments) any {
			lab.Key(a.Text(0), a.Flag(1), draw.Now())
			draw.Invalidate()
			return "null"
		},
	}))
	if err := bridge.Boot(program); err != nil {
		return err
	}
	last := ""
	onFrame := func() {
		// The page mirrors the room's objects; it is told only when they change.
		if now := objects(lab); now != last {
			last = now
			session.Tell("objects", now)
		}
	}
	onIntent := func(i scene.Intent) { session.Tell("intent", asJSON(i)) }
	return draw.Run(lab, onIntent, onFrame)
}

// room shows what happens in the session. Doors take thousands of steps in a
// row; what they leave is shown once, when JavaScript has a moment.
type room struct {
	session *bridge.Session
	lab     *scene.Lab
	heard   map[string]bool // events since it was last shown
	show    js.Func
}

func (r *room) hear(event string) {
	switch event {
	case bridge.EventStarted, bridge.EventObservation, bridge.EventEnded, bridge.EventDraft, bridge.EventWritten:
	default:
		return // the room's own
	}
	if r.heard == nil {
		r.heard = make(map[string]bool)
		if r.show.IsUndefined() {
			r.show = js.FuncOf(func(js.Value, []js.Value) any { r.catchUp(); return nil })
		}
		js.Global().Call("setTimeout", r.show, 0)
	}
	if event == bridge.EventStarted {
		clear(r.heard) // of an episode that is no longer shown
	}
	r.heard[event] = true
}

func (r *room) catchUp() {
	heard := r.heard
	r.heard = nil
	if heard[bridge.EventStarted] {
		r.lab.Show(nil) // nothing of the episode before goes on
	}
	if heard[bridge.EventStarted] || heard[bridge.EventDraft] || heard[bridge.EventWritten] {
		r.lab.ShowDraft(r.session.Draft().Edges)
	}
	episode := r.session.Episode()
	if heard[bridge.EventStarted] || heard[bridge.EventObservation] {
		o := episode.Observe()
		r.lab.Show(&o)
	}
	if heard[bridge.EventEnded] {
		result := episode.Result()
		r.lab.ShowResult(result.TrueFrequency, result.Accuracy == 1)
	}
	draw.Invalidate()
}

func objects(lab *scene.Lab) string { return asJSON(lab.Objects()) }

func asJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return "null" // rectangles are finite, the rest is text
	}
	return string(text)
}
