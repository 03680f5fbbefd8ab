package scene

import (
	"testing"

	"causalab/scm"
)

func TestObjectsLieInTheWindow(t *testing.T) {
	eachWindow(t, func(t *testing.T, l *Lab) {
		v := l.seen.Variables
		l.ShowDraft([]scm.Edge{{From: v[0].Name, To: v[len(v)-1].Name}})
		for _, enlarged := range []bool{false, true} {
			if enlarged {
				l.Activate(enlargeID)
				l.Activate(edgeID(l.edges[0]))
			}
			seen := map[string]bool{}
			for _, o := range l.Objects() {
				r := o.Rect
				if r.X < 0 || r.Y < 0 || r.right() > l.layout.width || r.bottom() > l.layout.height || r.Width < 8 || r.Height < 8 {
					t.Errorf("%s is at %+v", o.ID, r)
				}
				if seen[o.ID] || o.Label == "" || o.Role == "" {
					t.Errorf("%+v stands twice, or lacks words", o)
				}
				seen[o.ID] = true
			}
		}
	})
}

func TestFixturesStandApart(t *testing.T) {
	eachWindow(t, func(t *testing.T, l *Lab) {
		for i, a := range l.layout.spots {
			for j, b := range l.layout.spots[:i] {
				if a.rect.overlap(b.rect) > 0 {
					t.Errorf("%s %+v and %s %+v overlap", fixtures[i].id, a.rect, fixtures[j].id, b.rect)
				}
				if a.stand.distance(b.stand) < 10 {
					t.Errorf("%s and %s have the avatar at the same spot", fixtures[i].id, fixtures[j].id)
				}
			}
		}
	})
}

func TestFixturesAreLargeEnoughForFingers(t *testing.T) {
	for _, w := range windows[:4] {
		l := newLayout(w.width, w.height)
		for i, s := range l.spots {
			if s.rect.Width < finger || s.rect.Height < finger {
				t.Errorf("%gx%g: %s is %g by %g", w.width, w.height, fixtures[i].id, s.rect.Width, s.rect.Height)
			}
		}
	}
}

func TestEnlargedBoardFitsFingers(t *testing.T) {
	for _, variables := range []int{4, 8} {
		l := New()
		l.Resize(390, 300)
		l.Show(observation(variables, 0))
		l.board.enlarge(l, true)
		for _, o := range l.Objects() {
			// A finger is let in up to 10 px beside a node.
			if o.Rect.Width < finger || o.Rect.Height+20 < finger {
				t.Errorf("%s is %g by %g", o.ID, o.Rect.Width, o.Rect.Height)
			}
		}
	}
}

func TestFeetStayOnTheFloor(t *testing.T) {
	eachWindow(t, func(t *testing.T, l *Lab) {
		on := func(p Point) bool {
			for _, s := range l.layout.spots {
				if s.block.Width > 0 && s.block.grow(-1).Contains(p) {
					return false
				}
			}
			return l.layout.floor().grow(0.01).Contains(p)
		}
		stands := []Point{l.layout.start}
		for _, s := range l.layout.spots {
			stands = append(stands, s.stand)
		}
		for _, a := range stands {
			if !on(a) {
				t.Errorf("%+v is not on the floor %+v", a, l.layout.floor())
			}
			for _, b := range stands {
				way := l.layout.route(a, b)
				if way[0] != a || way[len(way)-1] != b {
					t.Fatalf("the way from %v to %v is %v", a, b, way)
				}
				for i := 1; i < len(way); i++ {
					if !l.layout.clear(way[i-1], way[i]) {
						t.Errorf("the way %v leads through a machine", way)
					}
				}
			}
		}
	})
}

func TestWordsAreNotCutOff(t *testing.T) {
	eachWindow(t, func(t *testing.T, l *Lab) {
		for _, theme := range []Theme{Dark, Light} {
			l.SetTheme(theme)
			for _, enlarged := range []bool{false, true} {
				l.board.enlarge(l, enlarged)
				l.Show(observation(len(l.seen.Variables), l.seen.Budget.Interventions.Used+1))
				run(l, l.now, l.now+600)
				for _, op := range l.Display().Dynamic {
					if op.Kind != Text {
						continue
					}
					x, w := op.Text.X, textWidth(op.Text.Text, op.Text.Size)
					switch op.Text.Align {
					case Middle:
						x -= w / 2
					case Right:
						x -= w
					}
					if x < 0 || x+w > l.layout.width || op.Text.Y-op.Text.Size*0.75 < 0 || op.Text.Y > l.layout.height {
						t.Errorf("%q at %g, %g, %g wide", op.Text.Text, x, op.Text.Y, w)
					}
				}
			}
		}
	})
}

func TestAvatarKeepsItsPlaceWhenTheWindowChanges(t *testing.T) {
	l := New()
	l.Show(observation(4, 0))
	l.Activate(Reactor)
	run(l, 0, 1500)
	l.Resize(390, 300)
	if want := l.layout.spots[fixtureIndex(Reactor)].stand; l.avatar.at != want {
		t.Errorf("at %v, want %v", l.avatar.at, want)
	}
	l.Intents()
	l.Activate(Archive)
	l.Advance(2000)
	l.Advance(2050)
	l.Resize(824, 672)
	run(l, 2050, 4000)
	wantIntents(t, l, Intent{Kind: Open, Object: Archive})
}
