// Package glyph measures and draws the few words of the room. It holds the
// outlines of the characters that they need, and so spares the page a font file
// and the code that reads one.
//
// The typeface is Go Medium by Bigelow & Holmes, made for the Go project and
// distributed with golang.org/x/image under that module's licence.
package glyph

//go:generate go run generate.go

import (
	"image"
	"math"
	"strconv"

	"golang.org/x/image/vector"
)

// outline is one character: its advance, and its contours as M, L and Q with
// coordinates like those of SVG, y down from the baseline.
type outline struct {
	advance int
	path    string
}

// find returns a character's outline, a question mark's for one that is not there.
func find(r rune) outline {
	if o, ok := outlines[r]; ok {
		return o
	}
	return outlines['?']
}

// Width is how wide a text is at a size, the em in pixels. Characters stand side
// by side at their own widths; there is no kerning.
func Width(text string, size float64) float64 {
	sum := 0
	for _, r := range text {
		sum += find(r).advance
	}
	return float64(sum) * size / unitsPerEm
}

// Draw returns how much ink a text leaves on each pixel, at a size in pixels. The
// picture's coordinates have the text's origin at (0, 0): its left end, on the
// baseline. A text without ink gives an empty picture.
func Draw(text string, size float64) *image.Alpha {
	scale := float32(size / unitsPerEm)
	box := extent(text, scale)
	if box.Empty() {
		return image.NewAlpha(image.Rectangle{})
	}
	raster := vector.NewRasterizer(box.Dx(), box.Dy())
	x, y := float32(-box.Min.X), float32(-box.Min.Y)
	each(text, scale, func(verb byte, p [2]point) {
		for i := range p {
			p[i] = point{p[i].x + x, p[i].y + y}
		}
		switch verb {
		case 'M':
			raster.ClosePath()
			raster.MoveTo(p[0].x, p[0].y)
		case 'L':
			raster.LineTo(p[0].x, p[0].y)
		case 'Q':
			raster.QuadTo(p[0].x, p[0].y, p[1].x, p[1].y)
		}
	})
	raster.ClosePath()
	ink := image.NewAlpha(image.Rect(0, 0, box.Dx(), box.Dy()))
	raster.Draw(ink, ink.Rect, image.Opaque, image.Point{})
	ink.Rect = box
	return ink
}

type point struct{ x, y float32 }

// extent is the least rectangle of whole pixels that holds a text's ink, and a
// pixel around it.
func extent(text string, scale float32) image.Rectangle {
	least := point{float32(math.Inf(1)), float32(math.Inf(1))}
	most := point{float32(math.Inf(-1)), float32(math.Inf(-1))}
	inked := false
	each(text, scale, func(verb byte, p [2]point) {
		n := 1
		if verb == 'Q' {
			n = 2
		}
		for _, q := range p[:n] {
			least = point{min(least.x, q.x), min(least.y, q.y)}
			most = point{max(most.x, q.x), max(most.y, q.y)}
			inked = true
		}
	})
	if !inked {
		return image.Rectangle{}
	}
	floor := func(v float32) int { return int(math.Floor(float64(v))) }
	return image.Rect(floor(least.x)-1, floor(least.y)-1, floor(most.x)+2, floor(most.y)+2)
}

// each calls f with every step of a text's contours, in pixels: M and L with one
// point, Q with the control point and the end.
func each(text string, scale float32, f func(verb byte, p [2]point)) {
	pen := 0
	for _, r := range text {
		o := find(r)
		path := o.path
		for len(path) > 0 {
			verb := path[0]
			path = path[1:]
			n := 2
			if verb == 'Q' {
				n = 4
			}
			var v [4]int
			for i := range n {
				v[i], path = number(path)
			}
			at := func(i int) point { return point{float32(pen+v[i]) * scale, float32(v[i+1]) * scale} }
			f(verb, [2]point{at(0), at(2)})
		}
		pen += o.advance
	}
}

// number reads an integer and the space after it.
func number(path string) (v int, rest string) {
	end := 0
	for end < len(path) && (path[end] == '-' || path[end] >= '0' && path[end] <= '9') {
		end++
	}
	v, _ = strconv.Atoi(path[:end]) // the table holds nothing else, as a test makes sure
	if end < len(path) && path[end] == ' ' {
		end++
	}
	return v, path[end:]
}
