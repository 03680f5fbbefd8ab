// Package draw shows a [scene.Lab] in a browser's window with Ebitengine, and
// brings it what mouse, fingers and keys do there.
//
// It is the only package that imports Ebitengine, and builds for js/wasm only:
// elsewhere Ebitengine needs a display to start. The canvas fills the window, so
// the room wants a window of its own, an iframe of the same origin.
//
// Input is taken from the document's events rather than from Ebitengine, which
// samples it once a frame and loses clicks that are shorter; keys that the room
// has no use for stay with the browser, so that Tab leaves the canvas. Pictures
// are made only when something has changed.
package draw
