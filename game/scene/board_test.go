package scene

import (
	"fmt"
	"strings"
	"testing"

	"causalab/game"
	"causalab/scm"
)

const (
	temperature = "node:temperatureC"
	moisture    = "node:moisture"
	density     = "node:density"
	frequency   = "node:" + scm.Frequency
)

// boards are labs whose whiteboard can be drawn on: on the wall and enlarged.
func boards(t *testing.T, f func(t *testing.T, l *Lab, touch bool)) {
	for _, touch := range []bool{false, true} {
		for _, c := range []struct {
			name          string
			width, height float64
			enlarged      bool
		}{{"wall", 824, 672, false}, {"enlarged", 824, 672, true}, {"phone", 390, 300, true}, {"tall phone", 390, 640, true}} {
			t.Run(fmt.Sprintf("%s, touch %v", c.name, touch), func(t *testing.T) {
				l := New()
				l.Resize(c.width, c.height)
				l.Show(observation(4, 0))
				l.board.enlarge(l, c.enlarged)
				run(l, 0, 500)
				f(t, l, touch)
			})
		}
	}
}

func edit(change EdgeChange, from, to string) Intent {
	return Intent{Kind: EditEdge, Change: change, From: strings.TrimPrefix(from, nodePrefix), To: strings.TrimPrefix(to, nodePrefix)}
}

func TestDragAddsAnEdge(t *testing.T) {
	boards(t, func(t *testing.T, l *Lab, touch bool) {
		drag(t, l, density, frequency, touch)
		wantIntents(t, l, edit(AddEdge, density, frequency))
		drag(t, l, frequency, moisture, touch)
		wantIntents(t, l, edit(AddEdge, frequency, moisture))
	})
}

func TestDragAgainstAnEdgeReversesIt(t *testing.T) {
	boards(t, func(t *testing.T, l *Lab, touch bool) {
		l.ShowDraft([]scm.Edge{{From: "density", To: "moisture"}})
		drag(t, l, moisture, density, touch)
		wantIntents(t, l, edit(ReverseEdge, density, moisture))
	})
}

func TestDragAlongAnEdgeChoosesIt(t *testing.T) {
	boards(t, func(t *testing.T, l *Lab, touch bool) {
		l.ShowDraft([]scm.Edge{{From: "density", To: "moisture"}})
		drag(t, l, density, moisture, touch)
		wantIntents(t, l)
		if l.board.chosen != "edge:density>moisture" {
			t.Errorf("chosen %q", l.board.chosen)
		}
	})
}

func TestDragToNowhereDoesNothing(t *testing.T) {
	boards(t, func(t *testing.T, l *Lab, touch bool) {
		a := object(t, l, density).Rect.Center()
		b := l.board.paper.Center()
		l.Pointer(Down, a.X, a.Y, 0, touch)
		l.Pointer(Move, b.X, b.Y, 0, touch)
		l.Pointer(Up, b.X, b.Y, 0, touch)
		wantIntents(t, l)
		run(l, 500, 3000)
		wantIntents(t, l)
	})
}

func TestInterruptedDragDoesNothing(t *testing.T) {
	for name, interrupt := range map[string]func(l *Lab){
		"escape": func(l *Lab) { l.Key("Escape", true, 0) },
		"cancel": func(l *Lab) { l.Pointer(Cancel, 0, 0, 0, false) },
		"resize": func(l *Lab) { l.Resize(800, 600) },
	} {
		t.Run(name, func(t *testing.T) {
			l := New()
			l.Show(observation(4, 0))
			a, b := object(t, l, density).Rect.Center(), object(t, l, frequency).Rect.Center()
			l.Pointer(Down, a.X, a.Y, 0, false)
			l.Pointer(Move, b.X, b.Y, 0, false)
			interrupt(l)
			l.Pointer(Up, b.X, b.Y, 0, false)
			wantIntents(t, l)
		})
	}
}

func TestTwoClicksAddAnEdge(t *testing.T) {
	boards(t, func(t *testing.T, l *Lab, touch bool) {
		click(t, l, density, touch)
		if got := object(t, l, density).State; got != "chosen as the cause" {
			t.Errorf("state %q", got)
		}
		click(t, l, moisture, touch)
		wantIntents(t, l, edit(AddEdge, density, moisture))
		// the same node twice takes the choice back
		click(t, l, density, touch)
		click(t, l, density, touch)
		click(t, l, moisture, touch)
		wantIntents(t, l)
	})
}

func TestHandlesRemoveAndReverse(t *testing.T) {
	boards(t, func(t *testing.T, l *Lab, touch bool) {
		l.ShowDraft([]scm.Edge{{From: "density", To: scm.Frequency}, {From: "temperatureC", To: "moisture"}})
		for _, e := range l.edges {
			name := e.From + ">" + e.To
			click(t, l, "edge:"+name, touch)
			if got := object(t, l, "edge:"+name).State; got != "chosen" {
				t.Errorf("%s: state %q", name, got)
			}
			wantIntents(t, l)
			click(t, l, "reverse:"+name, touch)
			wantIntents(t, l, edit(ReverseEdge, e.From, e.To))
			click(t, l, "edge:"+name, touch)
			click(t, l, "remove:"+name, touch)
			wantIntents(t, l, edit(RemoveEdge, e.From, e.To))
		}
	})
}

func TestSecondaryButtonRemoves(t *testing.T) {
	l := New()
	l.Show(observation(4, 0))
	l.ShowDraft([]scm.Edge{{From: "density", To: "moisture"}})
	p := object(t, l, "edge:density>moisture").Rect.Center()
	l.Pointer(Menu, p.X, p.Y, 0, true)
	wantIntents(t, l)
	if l.board.chosen == "" {
		t.Error("a long press does not choose the edge")
	}
	l.Pointer(Menu, p.X, p.Y, 0, false)
	wantIntents(t, l, edit(RemoveEdge, density, moisture))
	l.Pointer(Menu, 5, 600, 0, false)
	wantIntents(t, l)
}

func TestTapEnlargesASmallBoard(t *testing.T) {
	l := New()
	l.Resize(390, 300)
	l.Show(observation(8, 0))
	for _, o := range l.Objects() {
		if strings.HasPrefix(o.ID, nodePrefix) {
			t.Errorf("%s can be clicked on a board too small for it", o.ID)
		}
	}
	click(t, l, Whiteboard, true)
	run(l, 0, 1500)
	wantIntents(t, l, Intent{Kind: Open, Object: Whiteboard})
	drag(t, l, density, frequency, true)
	wantIntents(t, l, edit(AddEdge, density, frequency))
	click(t, l, closeID, true)
	if l.board.enlarged {
		t.Error("the handle does not put the board back")
	}
	click(t, l, Whiteboard, true)
	l.Key("Escape", true, 1500)
	if l.board.enlarged {
		t.Error("Escape does not put the board back")
	}
	click(t, l, Whiteboard, true)
	l.Activate(Reactor)
	if l.board.enlarged {
		t.Error("the board hides the reactor that was asked for")
	}
}

func TestClickBesideTheEnlargedBoardPutsItBack(t *testing.T) {
	l := New()
	l.Resize(1500, 900)
	l.Show(observation(4, 0))
	l.Activate(enlargeID)
	l.Activate(density)
	for i, enlarged := range []bool{true, false} { // the first click gives up the choice
		l.Pointer(Down, 20, 450, 0, false)
		l.Pointer(Up, 20, 450, 0, false)
		if l.board.enlarged != enlarged || l.board.source != "" {
			t.Errorf("click %d: enlarged %v, source %q", i+1, l.board.enlarged, l.board.source)
		}
	}
	run(l, 0, 1000)
	wantIntents(t, l)
}

// The nodes have to be told apart, read and aimed at, and no edge may seem to
// end at a node that it passes.
func TestGraphIsClear(t *testing.T) {
	catalogue := scm.ExtendedProperties()
	check := func(t *testing.T, paper, corner Rect, as lettering, n int, room float64) {
		var variables []game.VariableInfo
		for _, v := range catalogue[:n-1] {
			variables = append(variables, game.VariableInfo{Name: v.Name, DisplayName: v.Display})
		}
		variables = append(variables, game.VariableInfo{Name: scm.Frequency})
		nodes, size, _ := placeNodes(paper, corner, variables, as)
		for i := range nodes {
			r := nodes[i].rect
			if r.overlap(paper) < r.Width*r.Height-1e-6 {
				t.Errorf("%d variables: %s sticks out of the paper", n, nodes[i].name)
			}
			if w := textWidth(nodes[i].label, size); w > r.Width-4 {
				t.Errorf("%d variables: %s is too long for its node", n, nodes[i].label)
			}
			if r.overlap(corner) > 0 {
				t.Errorf("%d variables: %s lies under the handle", n, nodes[i].name)
			}
			for j := range nodes {
				if i != j && r.overlap(nodes[j].rect) > 0 {
					t.Errorf("%d variables: %s and %s overlap", n, nodes[i].name, nodes[j].name)
				}
				if i == j {
					continue
				}
				c := bend(paper, nodes, &nodes[i], &nodes[j])
				for k := range nodes {
					if k != i && k != j && c.room(nodes[k].rect) < room {
						t.Errorf("%d variables: the edge from %s to %s runs through %s", n, nodes[i].name, nodes[j].name, nodes[k].name)
					}
				}
			}
		}
	}
	for n := 3; n <= 12; n++ {
		for _, w := range windows {
			l := New()
			l.Resize(w.width, w.height)
			l.Show(observation(n, 0))
			t.Run(fmt.Sprintf("%gx%g", w.width, w.height), func(t *testing.T) {
				if l.board.usable {
					check(t, l.wallPaper(), l.board.corner(), namesOnWall, n, 0)
				}
				if w.width >= 320 {
					l.board.enlarge(l, true)
					check(t, l.fullPaper(), l.board.corner(), namesEnlarged, n, 0)
				}
			})
		}
	}
}

func TestBoardOnTheWallIsUsableOnADesk(t *testing.T) {
	for variables, want := range map[int]bool{4: true, 8: true} {
		l := New()
		l.Show(observation(variables, 0))
		if l.board.usable != want {
			t.Errorf("%d variables: usable %v", variables, l.board.usable)
		}
	}
}

func TestEdgeAndItsReverseArePartedAndBothHad(t *testing.T) {
	l := New()
	l.Show(observation(4, 0))
	l.ShowDraft([]scm.Edge{{From: "density", To: "moisture"}, {From: "moisture", To: "density"}})
	for _, id := range []string{"edge:density>moisture", "edge:moisture>density"} {
		l.board.release()
		click(t, l, id, false)
		if l.board.chosen != id {
			t.Errorf("clicking %s chose %q", id, l.board.chosen)
		}
	}
}
