package scene

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
)

// WriteSVG writes a picture of the list as a standalone SVG document, for
// documents and for looking at the lab without a browser's canvas.
func (d *DisplayList) WriteSVG(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" viewBox="0 0 %g %g" font-family="'Go Medium','Go',Arial,sans-serif">`+"\n",
		d.Width, d.Height, d.Width, d.Height)
	gradients := 0
	for _, ops := range [2][]Op{d.Static, d.Dynamic} {
		for i := range ops {
			writeOp(b, &ops[i], &gradients)
		}
	}
	fmt.Fprintln(b, "</svg>")
	return b.Flush()
}

func writeOp(b *bufio.Writer, op *Op, gradients *int) {
	if op.Kind == Text {
		anchor := [...]string{Left: "start", Middle: "middle", Right: "end"}[op.Text.Align]
		fmt.Fprintf(b, `<text x="%.2f" y="%.2f" font-size="%.2f" text-anchor="%s" %s>`,
			op.Text.X, op.Text.Y, op.Text.Size, anchor, svgColor("fill", op.Paint.A))
		xml.EscapeText(b, []byte(op.Text.Text)) // fails only as b does, which Flush tells
		fmt.Fprintln(b, "</text>")
		return
	}
	attribute, other := "fill", ""
	if op.Kind == Stroke {
		attribute, other = "stroke", fmt.Sprintf(` fill="none" stroke-width="%.2f" stroke-linecap="round" stroke-linejoin="round"`, op.Width)
	}
	paint := svgColor(attribute, op.Paint.A)
	if op.Paint.Kind != Solid {
		*gradients++
		writeGradient(b, op.Paint, *gradients)
		paint = fmt.Sprintf(`%s="url(#g%d)"`, attribute, *gradients)
	}
	fmt.Fprintf(b, `<path %s%s d="`, paint, other)
	writePath(b, op.Path)
	fmt.Fprintln(b, `"/>`)
}

func writePath(b *bufio.Writer, path Path) {
	at := 0
	for _, v := range path.Verbs {
		n := v.Points()
		b.WriteByte("MLQCZ"[v])
		for _, q := range path.Points[at : at+n] {
			fmt.Fprintf(b, "%.2f %.2f ", q.X, q.Y)
		}
		at += n
	}
}

func writeGradient(b *bufio.Writer, c Paint, id int) {
	if c.Kind == Linear {
		fmt.Fprintf(b, `<linearGradient id="g%d" gradientUnits="userSpaceOnUse" x1="%.2f" y1="%.2f" x2="%.2f" y2="%.2f"><stop offset="0" %s/><stop offset="1" %s/></linearGradient>`+"\n",
			id, c.P.X, c.P.Y, c.Q.X, c.Q.Y, svgColor("stop", c.A), svgColor("stop", c.B))
		return
	}
	ry := 1.0
	if c.Q.X != 0 {
		ry = c.Q.Y / c.Q.X
	}
	fmt.Fprintf(b, `<radialGradient id="g%d" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="%.2f" gradientTransform="translate(%.2f %.2f) scale(1 %.4f)">`,
		id, math.Max(c.Q.X, 0.01), c.P.X, c.P.Y, ry)
	const stops = 8
	for i := 0; i <= stops; i++ {
		d := float64(i) / stops
		fmt.Fprintf(b, `<stop offset="%.3f" %s/>`, d, svgColor("stop", c.A.blend(c.B, Falloff(d))))
	}
	fmt.Fprintln(b, "</radialGradient>")
}

// svgColor writes a color as the two attributes of a fill, stroke or stop.
func svgColor(attribute string, c Color) string {
	name, opacity := attribute, attribute+"-opacity"
	if attribute == "stop" {
		name = "stop-color"
	}
	return fmt.Sprintf(`%s="#%02x%02x%02x" %s="%.3f"`, name, c.R, c.G, c.B, opacity, float64(c.A)/255)
}
