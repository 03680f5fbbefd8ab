package mesh

import (
	"math"
	"testing"

	"causalab/game"
	"causalab/game/scene"

	"pgregory.net/rapid"
)

var opaque = scene.Paint{A: scene.Color{R: 255, G: 128, B: 0, A: 255}}

func path(closed bool, points ...scene.Point) scene.Path {
	p := scene.Path{Points: points}
	for i := range points {
		p.Verbs = append(p.Verbs, scene.LineTo)
		if i == 0 {
			p.Verbs[0] = scene.MoveTo
		}
	}
	if closed {
		p.Verbs = append(p.Verbs, scene.Close)
	}
	return p
}

// circle is a circle of four cubics, as the scene draws them.
func circle(x, y, r float64) scene.Path {
	const k = 0.5522847498307936
	return scene.Path{
		Verbs: []scene.Verb{scene.MoveTo, scene.CubicTo, scene.CubicTo, scene.CubicTo, scene.CubicTo, scene.Close},
		Points: []scene.Point{
			{X: x + r, Y: y},
			{X: x + r, Y: y + k*r}, {X: x + k*r, Y: y + r}, {X: x, Y: y + r},
			{X: x - k*r, Y: y + r}, {X: x - r, Y: y + k*r}, {X: x - r, Y: y},
			{X: x - r, Y: y - k*r}, {X: x - k*r, Y: y - r}, {X: x, Y: y - r},
			{X: x + k*r, Y: y - r}, {X: x + r, Y: y - k*r}, {X: x + r, Y: y},
		},
	}
}

// ink is the area that a mesh covers, weighted by its opacity: over a triangle
// the mean of the corners'.
func ink(m *Mesh) float64 {
	sum := 0.0
	for i := 0; i < len(m.Indices); i += 3 {
		a, b, c := m.Vertices[m.Indices[i]], m.Vertices[m.Indices[i+1]], m.Vertices[m.Indices[i+2]]
		area := math.Abs(float64(b.X-a.X)*float64(c.Y-a.Y)-float64(c.X-a.X)*float64(b.Y-a.Y)) / 2
		sum += area * float64(a.Near[3]+b.Near[3]+c.Near[3]) / 3
	}
	return sum
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %g, want %g ± %g", what, got, want, tolerance)
	}
}

func TestFillCoversTheShapesArea(t *testing.T) {
	for _, c := range []struct {
		name  string
		path  scene.Path
		scale float64
		want  float64
	}{
		{"square", path(true, scene.Point{X: 10, Y: 10}, scene.Point{X: 60, Y: 10}, scene.Point{X: 60, Y: 60}, scene.Point{X: 10, Y: 60}), 1, 2500},
		{"square the other way round", path(true, scene.Point{X: 10, Y: 60}, scene.Point{X: 60, Y: 60}, scene.Point{X: 60, Y: 10}, scene.Point{X: 10, Y: 10}), 1, 2500},
		{"square at two pixels", path(true, scene.Point{X: 0, Y: 0}, scene.Point{X: 50, Y: 0}, scene.Point{X: 50, Y: 50}, scene.Point{X: 0, Y: 50}), 2, 10000},
		{"open square", path(false, scene.Point{X: 10, Y: 10}, scene.Point{X: 60, Y: 10}, scene.Point{X: 60, Y: 60}, scene.Point{X: 10, Y: 60}), 1, 2500},
		{"circle", circle(100, 100, 40), 1, math.Pi * 1600},
		{"hook", path(true, scene.Point{X: 0, Y: 0}, scene.Point{X: 60, Y: 0}, scene.Point{X: 60, Y: 60}, scene.Point{X: 40, Y: 60}, scene.Point{X: 40, Y: 20}, scene.Point{X: 0, Y: 20}), 1, 2000},
		{"star", path(true, scene.Point{X: 50, Y: 0}, scene.Point{X: 60, Y: 40}, scene.Point{X: 100, Y: 50}, scene.Point{X: 60, Y: 60}, scene.Point{X: 50, Y: 100}, scene.Point{X: 40, Y: 60}, scene.Point{X: 0, Y: 50}, scene.Point{X: 40, Y: 40}), 1, 2000},
	} {
		var m Mesh
		if !m.Add(&scene.Op{Kind: scene.Fill, Path: c.path, Paint: opaque}, c.scale) {
			t.Fatalf("%s does not fit", c.name)
		}
		near(t, c.name, ink(&m), c.want, 0.02*c.want)
	}
}

func TestStrokeCoversLengthTimesWidth(t *testing.T) {
	for _, c := range []struct {
		name        string
		path        scene.Path
		width, want float64
	}{
		{"line with round ends", path(false, scene.Point{X: 10, Y: 10}, scene.Point{X: 110, Y: 10}), 8, 800 + math.Pi*16},
		{"hairline", path(false, scene.Point{X: 10, Y: 10}, scene.Point{X: 110, Y: 10}), 0.5, 50},
		{"ring", circle(100, 100, 50), 6, 2 * math.Pi * 50 * 6},
		{"dot", path(false, scene.Point{X: 10, Y: 10}), 10, math.Pi * 25},
	} {
		var m Mesh
		m.Add(&scene.Op{Kind: scene.Stroke, Path: c.path, Width: c.width, Paint: opaque}, 1)
		near(t, c.name, ink(&m), c.want, 0.03*c.want+1)
	}
}

func TestRimsFadeOut(t *testing.T) {
	var m Mesh
	m.Add(&scene.Op{Kind: scene.Fill, Path: circle(50, 50, 20), Paint: opaque}, 1)
	for _, v := range m.Vertices {
		r := math.Hypot(float64(v.X)-50, float64(v.Y)-50)
		switch v.Near[3] {
		case 0:
			near(t, "transparent rim", r, 20.5, 0.1)
		case 1:
			near(t, "opaque rim", r, 19.5, 0.1)
		default:
			t.Errorf("opacity %g", v.Near[3])
		}
	}
}

func TestPaintsReachTheVertices(t *testing.T) {
	square := path(true, scene.Point{X: 0, Y: 0}, scene.Point{X: 100, Y: 0}, scene.Point{X: 100, Y: 100}, scene.Point{X: 0, Y: 100})
	a, b := scene.Color{R: 255, A: 255}, scene.Color{B: 255, A: 128}
	var m Mesh
	m.Add(&scene.Op{Path: square, Paint: scene.Paint{Kind: scene.Linear, A: a, B: b, P: scene.Point{X: 0, Y: 0}, Q: scene.Point{X: 100, Y: 0}}}, 2)
	for _, v := range m.Vertices {
		near(t, "linear share", Share(v.U, v.V), math.Min(math.Max(float64(v.X)/200, 0), 1), 1e-6)
		if v.Near[3] == 1 && (v.Near != [4]float32{1, 0, 0, 1} || v.Far[2] != v.Far[3] || v.Far[0] != 0) {
			t.Errorf("colors %v, %v are not premultiplied", v.Near, v.Far)
		}
	}
	m.Reset()
	m.Add(&scene.Op{Path: square, Paint: scene.Paint{Kind: scene.Radial, A: a, B: b, P: scene.Point{X: 50, Y: 50}, Q: scene.Point{X: 200, Y: 100}}}, 2)
	for _, v := range m.Vertices {
		d := math.Hypot((float64(v.X)-100)/400, (float64(v.Y)-100)/200)
		near(t, "radial share", Share(v.U, v.V), scene.Falloff(d), 1e-6)
	}
	m.Reset()
	m.Add(&scene.Op{Path: square, Paint: scene.Paint{Kind: scene.Radial, A: a, B: b}}, 1)
	if v := m.Vertices[0]; v.Near != v.Far || v.Far[2] == 0 {
		t.Errorf("a gradient without extent is %v, %v, want its rim's color", v.Near, v.Far)
	}
}

func TestAddTakesBackWhatDoesNotFit(t *testing.T) {
	var m Mesh
	op := &scene.Op{Kind: scene.Fill, Path: circle(500, 500, 400), Paint: opaque}
	for m.Add(op, 4) {
	}
	if len(m.Vertices) > MaxVertices || len(m.Vertices) < MaxVertices/2 {
		t.Errorf("%d vertices", len(m.Vertices))
	}
	for _, i := range m.Indices {
		if int(i) >= len(m.Vertices) {
			t.Fatalf("index %d of %d vertices", i, len(m.Vertices))
		}
	}
	m.Reset()
	if !m.Add(op, 4) {
		t.Error("it does not fit an empty mesh either")
	}
}

func TestAnyOutlineGivesFiniteTriangles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.OneOf(rapid.Float64Range(-50, 50), rapid.SampledFrom([]float64{0, 0, 1, 1e-9, 1e5}))
		var p scene.Path
		for i := range rapid.IntRange(0, 12).Draw(t, "verbs") {
			verb := scene.MoveTo
			if i > 0 {
				verb = rapid.SampledFrom([]scene.Verb{scene.MoveTo, scene.LineTo, scene.LineTo, scene.QuadTo, scene.CubicTo, scene.Close}).Draw(t, "verb")
			}
			p.Verbs = append(p.Verbs, verb)
			for range verb.Points() {
				p.Points = append(p.Points, scene.Point{X: coordinate.Draw(t, "x"), Y: coordinate.Draw(t, "y")})
			}
		}
		var m Mesh
		m.Add(&scene.Op{
			Kind: rapid.SampledFrom([]scene.OpKind{scene.Fill, scene.Stroke, scene.Text}).Draw(t, "kind"),
			Path: p, Width: rapid.Float64Range(0, 20).Draw(t, "width"), Paint: opaque,
		}, rapid.Float64Range(0.25, 4).Draw(t, "scale"))
		for _, v := range m.Vertices {
			for _, f := range []float32{v.X, v.Y, v.U, v.V} {
				if math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) {
					t.Fatalf("vertex %+v", v)
				}
			}
		}
		if len(m.Indices)%3 != 0 {
			t.Fatalf("%d indices", len(m.Indices))
		}
		for _, i := range m.Indices {
			if int(i) >= len(m.Vertices) {
				t.Fatalf("index %d of %d vertices", i, len(m.Vertices))
			}
		}
	})
}

func lab() *scene.Lab {
	l := scene.New()
	l.Show(&game.Observation{Task: "t", Phase: game.Experiment, Budget: game.Budget{Interventions: game.Allowance{Left: 12}},
		Variables: []game.VariableInfo{{Name: "density"}, {Name: "moisture"}, {Name: "resonanceFreq"}}})
	l.Advance(0)
	l.Advance(100)
	return l
}

func TestWholeLabFitsOneMesh(t *testing.T) {
	d := lab().Display()
	for name, ops := range map[string][]scene.Op{"static": d.Static, "dynamic": d.Dynamic} {
		var m Mesh
		for i := range ops {
			if !m.Add(&ops[i], 3) {
				t.Fatalf("%s: operation %d of %d does not fit", name, i, len(ops))
			}
		}
	}
}

func BenchmarkDynamic(b *testing.B) {
	d := lab().Display()
	var m Mesh
	for b.Loop() {
		m.Reset()
		for i := range d.Dynamic {
			m.Add(&d.Dynamic[i], 1)
		}
	}
	b.ReportMetric(float64(len(m.Vertices)), "vertices")
}
