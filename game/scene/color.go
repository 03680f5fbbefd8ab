package scene

import "math"

// rgb reads 0xRRGGBB as an opaque color.
func rgb(hex uint32) Color {
	return Color{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255}
}

// fade returns the color with its opacity times k.
func (c Color) fade(k float64) Color {
	c.A = uint8(math.Round(clamp(float64(c.A)*k, 0, 255)))
	return c
}

// blend mixes in a share t of another color.
func (c Color) blend(d Color, t float64) Color {
	t = clamp(t, 0, 1)
	m := func(a, b uint8) uint8 { return uint8(math.Round(mix(float64(a), float64(b), t))) }
	return Color{m(c.R, d.R), m(c.G, d.G), m(c.B, d.B), m(c.A, d.A)}
}

var (
	white = rgb(0xffffff)
	black = rgb(0x000000)
)

// lighten mixes in white, or black when t is negative.
func (c Color) lighten(t float64) Color {
	target := white
	if t < 0 {
		target, t = black, -t
	}
	target.A = c.A
	return c.blend(target, t)
}

// oklch returns the color of lightness l (0…1), chroma c (0…0.4) and hue h in
// degrees, clipped to sRGB. Hues of one lightness look equally bright, which HSL
// does not give. Formula: Björn Ottosson, "A perceptual color space for image
// processing" (2020).
func oklch(l, c, h float64) Color {
	sin, cos := math.Sincos(h * math.Pi / 180)
	a, b := c*cos, c*sin
	cube := func(v float64) float64 { return v * v * v }
	x := cube(l + 0.3963377774*a + 0.2158037573*b)
	y := cube(l - 0.1055613458*a - 0.0638541728*b)
	z := cube(l - 0.0894841775*a - 1.2914855480*b)
	gamma := func(v float64) uint8 {
		if v <= 0.0031308 {
			v *= 12.92
		} else {
			v = 1.055*math.Pow(v, 1/2.4) - 0.055
		}
		return uint8(math.Round(clamp(v, 0, 1) * 255))
	}
	return Color{
		gamma(4.0767416621*x - 3.3077115913*y + 0.2309699292*z),
		gamma(-1.2684380046*x + 2.6097574011*y - 0.3413193965*z),
		gamma(-0.0041960863*x - 0.7034186147*y + 1.7076147010*z),
		255,
	}
}
