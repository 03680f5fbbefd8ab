//go:build js

package draw

import (
	"syscall/js"

	"github.com/hajimehoshi/ebiten/v2"

	"causalab/game/scene"
)

// listen brings the window's events to the lab.
func (g *Game) listen() {
	window, document := js.Global(), js.Global().Get("document")
	canvas := document.Call("querySelector", "canvas")
	canvas.Call("setAttribute", "tabindex", "0")
	canvas.Call("setAttribute", "role", "application")
	canvas.Call("setAttribute", "aria-label", "The lab. Arrow keys walk, Enter opens what is near.")
	style := canvas.Get("style")
	style.Set("touchAction", "none")
	style.Set("userSelect", "none")
	document.Get("body").Get("style").Set("overflow", "hidden")

	on := func(target js.Value, event string, f func(e js.Value)) {
		// Capturing, so that it runs before Ebitengine's own listeners.
		target.Call("addEventListener", event, js.FuncOf(func(_ js.Value, args []js.Value) any {
			defer guard()
			f(args[0])
			return nil
		}), map[string]any{"capture": true, "passive": false})
	}
	pointer := func(kind scene.PointerKind) func(js.Value) {
		return func(e js.Value) { g.pointer(canvas, kind, e) }
	}
	pressing := false // the focus comes from a pointer, not from the keyboard
	on(canvas, "pointerdown", func(e js.Value) {
		pressing = true
		canvas.Call("focus", map[string]any{"preventScroll": true})
		pressing = false
		if e.Get("button").Int() != 0 {
			return
		}
		canvas.Call("setPointerCapture", e.Get("pointerId"))
		g.pointer(canvas, scene.Down, e)
	})
	on(canvas, "pointermove", pointer(scene.Move))
	on(canvas, "pointerup", func(e js.Value) {
		if e.Get("button").Int() == 0 {
			g.pointer(canvas, scene.Up, e)
		}
	})
	on(canvas, "pointercancel", pointer(scene.Cancel))
	on(canvas, "pointerleave", pointer(scene.Cancel))
	on(canvas, "contextmenu", func(e js.Value) {
		// A menu key's event has no pointer, and its place means nothing.
		if e.Get("pointerType").Truthy() || e.Get("button").Int() == 2 {
			g.pointer(canvas, scene.Menu, e)
		}
	})
	on(window, "keydown", func(e js.Value) { g.key(e, true) })
	on(window, "keyup", func(e js.Value) { g.key(e, false) })
	// The wheel scrolls and zooms the page; Ebitengine would swallow it.
	on(window, "wheel", func(e js.Value) { e.Call("stopImmediatePropagation") })
	// A frame that was hidden comes back with an old picture.
	changed := js.FuncOf(func(js.Value, []js.Value) any {
		g.invalidate()
		return nil
	})
	document.Call("addEventListener", "visibilitychange", changed)
	window.Get("ResizeObserver").New(changed).Call("observe", canvas)
	on(canvas, "focus", func(js.Value) {
		g.lab.SetFocused(!pressing && canvas.Call("matches", ":focus-visible").Bool())
		g.invalidate()
	})
	on(canvas, "blur", func(js.Value) {
		g.lab.SetFocused(false)
		g.invalidate()
	})
}

func (g *Game) pointer(canvas js.Value, kind scene.PointerKind, e js.Value) {
	if kind != scene.Menu && !e.Get("isPrimary").Truthy() {
		return // a second finger
	}
	at := canvas.Call("getBoundingClientRect")
	g.lab.Pointer(kind,
		e.Get("clientX").Float()-at.Get("left").Float(),
		e.Get("clientY").Float()-at.Get("top").Float(),
		e.Get("timeStamp").Float(),
		e.Get("pointerType").Equal(js.ValueOf("touch")))
	shape := ebiten.CursorShapeDefault
	if g.lab.Pointing() {
		shape = ebiten.CursorShapePointer
	}
	ebiten.SetCursorShape(shape)
	g.handled()
}

// key gives the lab the keys that it takes and leaves all others to the browser,
// which Ebitengine would keep them from.
func (g *Game) key(e js.Value, down bool) {
	e.Call("stopImmediatePropagation")
	key := e.Get("key")
	if key.Type() != js.TypeString || e.Get("ctrlKey").Truthy() || e.Get("metaKey").Truthy() || e.Get("altKey").Truthy() {
		return
	}
	if !scene.Takes(key.String()) {
		return
	}
	e.Call("preventDefault")
	if down && e.Get("repeat").Truthy() {
		return
	}
	g.lab.Key(key.String(), down, e.Get("timeStamp").Float())
	g.handled()
}

// handled follows an input: what it asked for is passed on at once, what it
// changed is drawn in the next frame.
func (g *Game) handled() {
	for _, intent := range g.lab.Intents() {
		g.onIntent(intent)
	}
	g.invalidate()
}
