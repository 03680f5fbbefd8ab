//go:build js

package draw

import (
	"image"
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"causalab/game/scene/glyph"
)

// letters keeps labels as images. The room has few words; those with numbers in
// them come and go, so the store is emptied when it is full.
type letters struct {
	labels map[labelKey]label
}

const maxLabels = 300

type labelKey struct {
	text string
	size float64
}

// label is a run of text in white.
type label struct {
	image     *ebiten.Image // nil for text without ink
	left, top float64       // of the image from the run's origin, device pixels
	advance   float64
}

func newLetters() *letters { return &letters{labels: map[labelKey]label{}} }

// label returns a run at a size in device pixels.
func (l *letters) label(text string, size float64) label {
	size = math.Round(size*4) / 4
	if !(size >= 1 && size <= 400) {
		return label{}
	}
	key := labelKey{text, size}
	if found, ok := l.labels[key]; ok {
		return found
	}
	if len(l.labels) >= maxLabels {
		l.clear()
	}
	made := set(text, size)
	l.labels[key] = made
	return made
}

func (l *letters) clear() {
	for _, old := range l.labels {
		if old.image != nil {
			old.image.Deallocate()
		}
	}
	clear(l.labels)
}

func set(text string, size float64) label {
	ink := glyph.Draw(text, size)
	out := label{advance: glyph.Width(text, size)}
	if ink.Rect.Empty() {
		return out
	}
	white := image.NewRGBA(image.Rect(0, 0, ink.Rect.Dx(), ink.Rect.Dy()))
	for i, a := range ink.Pix {
		for k := range 4 { // premultiplied
			white.Pix[4*i+k] = a
		}
	}
	out.image = ebiten.NewImageFromImage(white)
	out.left, out.top = float64(ink.Rect.Min.X), float64(ink.Rect.Min.Y)
	return out
}
