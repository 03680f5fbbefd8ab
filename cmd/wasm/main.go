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
	session.Listen(func(event, _ string) { follow(session, lab, event) })
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

// follow shows in the room what happened in the session.
func follow(session *bridge.Session, lab *scene.Lab, event string) {
	episode := session.Episode()
	switch event {
	case bridge.EventStarted, bridge.EventObservation:
		o := episode.Observe()
		if event == bridge.EventStarted {
			lab.ShowDraft(session.Draft().Edges)
		}
		lab.Show(&o)
	case bridge.EventEnded:
		r := episode.Result()
		lab.ShowResult(r.TrueFrequency, r.Accuracy == 1)
	case bridge.EventDraft, bridge.EventWritten:
		lab.ShowDraft(session.Draft().Edges)
	default:
		return
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
