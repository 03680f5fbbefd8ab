package scene

import "causalab/game/scene/glyph"

// textWidth is how wide a run is at a size, both in px.
func textWidth(s string, size float64) float64 { return glyph.Width(s, size) }

// segments of a seven-segment digit: top, upper right, lower right, bottom,
// lower left, upper left, middle.
var digits = map[rune]uint8{
	'0': 0b0111111, '1': 0b0000110, '2': 0b1011011, '3': 0b1001111, '4': 0b1100110,
	'5': 0b1101101, '6': 0b1111101, '7': 0b0000111, '8': 0b1111111, '9': 0b1101111,
	'-': 0b1000000,
	'e': 0b1111011, // of numbers too large to be written out
}

// readout draws a number in seven-segment digits, right-aligned at x, each w
// wide and 2w high from y down. Dark segments shimmer through where ghost is set.
func (p *painter) readout(s string, x, y, w float64, on, ghost Color) {
	const gap = 0.42
	at := x
	runes := []rune(s)
	for i := len(runes) - 1; i >= 0; i-- {
		if runes[i] == '.' {
			p.circle(at+w*gap*0.3, y+2*w, w*0.16).fill(solid(on))
			at -= w * 0.2
			continue
		}
		at -= w
		p.digit(digits[runes[i]], at, y, w, on, ghost)
		at -= w * gap
	}
}

func (p *painter) digit(lit uint8, x, y, w float64, on, ghost Color) {
	g := w * 0.14
	lines := [7][4]float64{
		{g, 0, w - g, 0}, {w, g, w, w - g}, {w, w + g, w, 2*w - g}, {g, 2 * w, w - g, 2 * w},
		{0, w + g, 0, 2*w - g}, {0, g, 0, w - g}, {g, w, w - g, w},
	}
	for i, s := range lines {
		c := ghost
		if lit&(1<<i) != 0 {
			c = on
		}
		if c.A > 0 {
			p.segment(x+s[0], y+s[1], x+s[2], y+s[3]).stroke(w*0.17, solid(c))
		}
	}
}
