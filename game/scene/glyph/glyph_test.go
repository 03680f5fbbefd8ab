package glyph

import (
	"image"
	"image/draw"
	"math"
	"regexp"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

func face(t *testing.T, size float64) font.Face {
	t.Helper()
	parsed, err := opentype.Parse(gomedium.TTF)
	if err != nil {
		t.Fatal(err)
	}
	f, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestWidthsAreTheTypefaces(t *testing.T) {
	f := face(t, 100)
	for r := range outlines {
		advance, ok := f.GlyphAdvance(r)
		if got := Width(string(r), 100); !ok || math.Abs(got-float64(advance)/64) > 0.05 {
			t.Errorf("%q is %g wide, not %g", r, got, float64(advance)/64)
		}
	}
	if got, want := Width("Set a property", 50), Width("Set a ", 50)+Width("property", 50); math.Abs(got-want) > 1e-9 {
		t.Errorf("a text is %g wide, its parts %g", got, want)
	}
	if got, want := Width("漢", 10), Width("?", 10); got != want {
		t.Errorf("an unknown character is %g wide, want %g", got, want)
	}
}

// The ink of every character has to be what the font's own rasterizer gives.
func TestInkIsTheTypefaces(t *testing.T) {
	for _, size := range []float64{11, 24, 60} {
		f := face(t, size)
		for r := range outlines {
			text := string(r)
			got := Draw(text, size)
			want := image.NewAlpha(got.Rect.Inset(-3))
			d := font.Drawer{Dst: want, Src: image.Opaque, Face: f, Dot: fixed.Point26_6{}}
			d.DrawString(text)
			whole := image.NewAlpha(want.Rect)
			draw.Draw(whole, got.Rect, got, got.Rect.Min, draw.Src)
			sum := 0.0
			for i := range want.Pix {
				sum += math.Abs(float64(want.Pix[i]) - float64(whole.Pix[i]))
			}
			if mean := sum / float64(len(want.Pix)); mean > 3 {
				t.Errorf("%q at %g: the pixels differ by %.1f of 255 on average", r, size, mean)
			}
		}
	}
}

func TestDrawKeepsToTheBaseline(t *testing.T) {
	ink := Draw("H", 40)
	if ink.Rect.Max.Y < 0 || ink.Rect.Max.Y > 2 || ink.Rect.Min.Y > -25 {
		t.Errorf("an H of 40 px lies in %v", ink.Rect)
	}
	if one, two := Draw("H", 40).Rect.Dx(), Draw("HH", 40).Rect.Dx(); math.Abs(float64(two-one)-Width("H", 40)) > 1.5 {
		t.Errorf("one H is %d wide, two are %d", one, two)
	}
	if ink := Draw(" ", 40); !ink.Rect.Empty() {
		t.Errorf("a space leaves ink in %v", ink.Rect)
	}
	if ink := Draw("", 40); !ink.Rect.Empty() {
		t.Errorf("nothing leaves ink in %v", ink.Rect)
	}
}

func TestTableIsWellFormed(t *testing.T) {
	form := regexp.MustCompile(`^(M-?\d+ -?\d+(L-?\d+ -?\d+|Q-?\d+ -?\d+ -?\d+ -?\d+)+)*$`)
	for r, o := range outlines {
		if !form.MatchString(o.path) || o.advance <= 0 || o.path == "" && r != ' ' {
			t.Errorf("%q: advance %d, path %q", r, o.advance, o.path)
		}
	}
	for r := ' '; r <= '~'; r++ {
		if _, ok := outlines[r]; !ok {
			t.Errorf("no %q", r)
		}
	}
}
