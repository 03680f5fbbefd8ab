//go:build js

package draw

import (
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"causalab/game/draw/mesh"
	"causalab/game/scene"
)

// shading colors the meshes' triangles; it does what [mesh.Share] says.
const shading = `//kage:unit pixels
package main

func Fragment(at vec4, share vec2, near vec4, far vec4) vec4 {
	t := clamp(share.x, 0, 1)
	if share.y < 50000 {
		d := 1 - clamp(length(share), 0, 1)
		t = 1 - d*d
	}
	return mix(near, far, t)
}
`

// painter paints display lists.
type painter struct {
	shader   *ebiten.Shader
	letters  *letters
	mesh     mesh.Mesh
	vertices []ebiten.Vertex

	still        *ebiten.Image // the static picture
	stillVersion int
}

func newPainter() (*painter, error) {
	shader, err := ebiten.NewShader([]byte(shading))
	if err != nil {
		return nil, err
	}
	return &painter{shader: shader, letters: newLetters()}, nil
}

// scaleOf is how many device pixels a CSS pixel of the list has on an image.
func scaleOf(screen *ebiten.Image, list *scene.DisplayList) float64 {
	return float64(screen.Bounds().Dx()) / list.Width
}

// draw paints a list at a number of device pixels per CSS pixel. What is static
// is painted once per version and size.
func (p *painter) draw(screen *ebiten.Image, list *scene.DisplayList, scale float64) {
	size := screen.Bounds().Size()
	if p.still == nil || p.still.Bounds().Size() != size {
		if p.still != nil {
			p.still.Deallocate()
		}
		p.still = ebiten.NewImageWithOptions(screen.Bounds(), &ebiten.NewImageOptions{Unmanaged: true})
		p.stillVersion = 0
	}
	if p.stillVersion != list.StaticVersion {
		p.stillVersion = list.StaticVersion
		p.still.Clear()
		p.ops(p.still, list.Static, scale)
	}
	screen.DrawImage(p.still, &ebiten.DrawImageOptions{Blend: ebiten.BlendCopy})
	p.ops(screen, list.Dynamic, scale)
}

func (p *painter) ops(target *ebiten.Image, ops []scene.Op, scale float64) {
	p.mesh.Reset()
	for i := range ops {
		op := &ops[i]
		if op.Kind == scene.Text {
			p.flush(target)
			p.text(target, op, scale)
			continue
		}
		if !p.mesh.Add(op, scale) {
			p.flush(target)
			p.mesh.Add(op, scale) // what is too large for a mesh of its own stays out
		}
	}
	p.flush(target)
}

// flush paints the triangles collected so far.
func (p *painter) flush(target *ebiten.Image) {
	if len(p.mesh.Indices) == 0 {
		return
	}
	p.vertices = p.vertices[:0]
	for i := range p.mesh.Vertices {
		v := &p.mesh.Vertices[i]
		p.vertices = append(p.vertices, ebiten.Vertex{
			DstX: v.X, DstY: v.Y, SrcX: v.U, SrcY: v.V,
			ColorR: v.Near[0], ColorG: v.Near[1], ColorB: v.Near[2], ColorA: v.Near[3],
			Custom0: v.Far[0], Custom1: v.Far[1], Custom2: v.Far[2], Custom3: v.Far[3],
		})
	}
	target.DrawTrianglesShader(p.vertices, p.mesh.Indices, p.shader, nil)
	p.mesh.Reset()
}

func (p *painter) text(target *ebiten.Image, op *scene.Op, scale float64) {
	label := p.letters.label(op.Text.Text, op.Text.Size*scale)
	if label.image == nil {
		return
	}
	x := op.Text.X * scale
	switch op.Text.Align {
	case scene.Middle:
		x -= label.advance / 2
	case scene.Right:
		x -= label.advance
	}
	options := &ebiten.DrawImageOptions{}
	// Whole pixels keep letters crisp.
	options.GeoM.Translate(math.Round(x)+label.left, math.Round(op.Text.Y*scale)+label.top)
	c := op.Paint.A
	a := float32(c.A) / 255
	options.ColorScale.Scale(float32(c.R)/255*a, float32(c.G)/255*a, float32(c.B)/255*a, a)
	target.DrawImage(label.image, options)
}
