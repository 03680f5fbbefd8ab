//go:build js

package draw

import (
	"image"
	"image/color"
	"math"

	"github.com/hajimehoshi/ebiten/v2"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// letters keeps labels as images. The room has few words; those with numbers in
// them come and go, so the store is emptied when it is full.
type letters struct {
	font   *opentype.Font
	faces  map[float64]font.Face
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

func newLetters() (*letters, error) {
	f, err := opentype.Parse(gomedium.TTF)
	if err != nil {
		return nil, err
	}
	return &letters{font: f, faces: map[float64]font.Face{}, labels: map[labelKey]label{}}, nil
}

// label returns a run at a size in device pixels.
func (l *letters) label(text string, size float64) label {
	size = math.Round(size*4) / 4
	if !(size >= 1 && size <= 400) || text == "" {
		return label{}
	}
	key := labelKey{text, size}
	if found, ok := l.labels[key]; ok {
		return found
	}
	if len(l.labels) >= maxLabels {
		l.clear()
	}
	made := l.set(text, size)
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
	clear(l.faces)
}

func (l *letters) set(text string, size float64) label {
	face := l.faces[size]
	if face == nil {
		made, err := opentype.NewFace(l.font, &opentype.FaceOptions{Size: size, DPI: 72})
		if err != nil {
			return label{}
		}
		face, l.faces[size] = made, made
	}
	bounds, advance := font.BoundString(face, text)
	out := label{advance: float64(advance) / 64}
	box := image.Rect(bounds.Min.X.Floor()-1, bounds.Min.Y.Floor()-1, bounds.Max.X.Ceil()+1, bounds.Max.Y.Ceil()+1)
	if bounds.Empty() || box.Dx() > 8192 {
		return out
	}
	ink := image.NewRGBA(image.Rect(0, 0, box.Dx(), box.Dy()))
	d := font.Drawer{Dst: ink, Src: image.NewUniform(color.White), Face: face,
		Dot: fixed.P(-box.Min.X, -box.Min.Y)}
	d.DrawString(text)
	out.image = ebiten.NewImageFromImage(ink)
	out.left, out.top = float64(box.Min.X), float64(box.Min.Y)
	return out
}
