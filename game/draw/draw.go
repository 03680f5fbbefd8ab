//go:build js

package draw

import (
	"fmt"
	"math"
	"syscall/js"

	"github.com/hajimehoshi/ebiten/v2"

	"causalab/game/scene"
)

// Run shows the lab until the program ends or drawing fails. It calls onIntent
// with every intent, from the event or the frame that brought it about, and
// onFrame after every frame; both must return soon and not wait for anything.
func Run(lab *scene.Lab, onIntent func(scene.Intent), onFrame func()) error {
	painter, err := newPainter()
	if err != nil {
		return err
	}
	g := &Game{lab: lab, onIntent: onIntent, onFrame: onFrame, painter: painter}
	g.watch = js.FuncOf(g.keepGoing)
	g.wake = js.FuncOf(func(js.Value, []js.Value) any {
		g.resting = false
		scheduleFrame()
		return nil
	})
	g.shown = js.FuncOf(g.count)
	running = g
	g.listen()
	drawOnDemand()
	scheduleFrame()
	return ebiten.RunGameWithOptions(g, &ebiten.RunGameOptions{InitUnfocused: true})
}

// Now is the document's time in milliseconds, as its events have it and as the
// lab is told it.
func Now() float64 { return js.Global().Get("performance").Call("now").Float() }

// running is the game that Invalidate is about: a page's program runs one.
var running *Game

// Invalidate asks for a picture of what has changed. Call it after every change
// of the lab's state from outside; it may be called from JavaScript callbacks and
// before Run.
func Invalidate() {
	if running != nil {
		running.invalidate()
	}
}

// Game is the lab as Ebitengine runs it.
type Game struct {
	lab      *scene.Lab
	onIntent func(scene.Intent)
	onFrame  func()
	painter  *painter

	frames   int     // pictures made
	watched  int     // frames at the last look of the watch
	watching bool    // the watch is set
	watch    js.Func // keepGoing
	wake     js.Func // schedules a frame
	resting  bool    // wake is set
	cost     float64 // ms that a picture took lately, the browser's work included
	begun    float64 // when the picture that is being measured began; 0 for none
	after    int     // frames of the browser until it ends
	shown    js.Func // counts them
}

// Update moves the lab on to the present.
func (g *Game) Update() error {
	g.frames++
	defer guard()
	if !g.advance() {
		return nil
	}
	g.setWatch()
	pause := g.lab.Pause()
	switch {
	case pause <= 0:
		scheduleFrame()
	case !g.resting:
		g.resting = true
		g.measure()
		js.Global().Call("setTimeout", g.wake, math.Max(pause, math.Min(restShare*g.cost, maxRestMs)))
	}
	return nil
}

// restShare is how many times longer than a picture takes the machine rests
// between two that only show small motions. Without a graphics card a picture
// costs a tenth of a second on all cores.
const restShare = 4

// maxRestMs bounds the rest: motion slower than this is none.
const maxRestMs = 500

// measure finds out what the present picture costs: the browser asks for the
// next but one when it is through with it.
func (g *Game) measure() {
	if g.begun == 0 {
		g.begun = Now()
		g.after = 2
		js.Global().Call("requestAnimationFrame", g.shown)
	}
}

func (g *Game) count(js.Value, []js.Value) any {
	if g.after--; g.after > 0 {
		js.Global().Call("requestAnimationFrame", g.shown)
		return nil
	}
	g.cost, g.begun = Now()-g.begun, 0
	return nil
}

// Draw paints the lab's display list.
func (g *Game) Draw(screen *ebiten.Image) {
	defer guard()
	g.painter.draw(screen, g.lab.Display(), scaleOf(screen, g.lab.Display()))
	g.onFrame()
}

// Layout is superseded by LayoutF.
func (g *Game) Layout(width, height int) (int, int) { return width, height }

// LayoutF fits the lab to the window and the picture to the device's pixels.
func (g *Game) LayoutF(width, height float64) (float64, float64) {
	g.lab.Resize(width, height)
	scale := ebiten.Monitor().DeviceScaleFactor()
	return width * scale, height * scale
}

// advance moves the lab on and passes on what was asked for.
func (g *Game) advance() (animating bool) {
	animating = g.lab.Advance(Now())
	for _, intent := range g.lab.Intents() {
		g.onIntent(intent)
	}
	return animating
}

// invalidate asks for a frame and sees to it that the lab goes on without one.
func (g *Game) invalidate() {
	scheduleFrame()
	g.setWatch()
}

// watchMs is how long the lab waits for a frame before it goes on without.
const watchMs = 150

func (g *Game) setWatch() {
	if !g.watching {
		g.watching, g.watched = true, g.frames
		js.Global().Call("setTimeout", g.watch, watchMs)
	}
}

// keepGoing moves the lab on when the browser asks for no frames, in a window
// that is hidden or a tab behind: who walks there still arrives.
func (g *Game) keepGoing(js.Value, []js.Value) any {
	defer guard()
	g.watching = false
	if g.frames != g.watched {
		if g.lab.Moving() {
			g.setWatch()
		}
		return nil
	}
	g.advance()
	if g.lab.Moving() {
		g.setWatch()
	}
	return nil
}

// guard keeps a fault in the room from ending the program, which holds the
// episode too: it is reported in the browser's console.
func guard() {
	if fault := recover(); fault != nil {
		js.Global().Get("console").Call("error", fmt.Sprintf("causalab: the room: %v", fault))
	}
}
