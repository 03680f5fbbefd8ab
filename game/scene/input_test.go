package scene

import (
	"math"
	"testing"

	"causalab/game"
	"causalab/scm"

	"pgregory.net/rapid"
)

func TestPressAndReleaseAtOneInstantIsAClick(t *testing.T) {
	l := New()
	l.Show(observation(4, 0))
	run(l, 0, 100)
	for i, id := range []string{Manipulator, Reactor, Archive, Manipulator} {
		click(t, l, id, i%2 == 0)
		run(l, l.now, l.now+1000)
		wantIntents(t, l, Intent{Kind: Open, Object: id})
	}
	// the last of quick clicks is the one that counts
	click(t, l, Reactor, false)
	click(t, l, Archive, false)
	click(t, l, Manipulator, false)
	run(l, l.now, l.now+1000)
	wantIntents(t, l, Intent{Kind: Open, Object: Manipulator})
}

func TestDragAcrossTheRoomIsNoClick(t *testing.T) {
	l := New()
	l.Show(observation(4, 0))
	a, b := object(t, l, Manipulator).Rect.Center(), object(t, l, Reactor).Rect.Center()
	l.Pointer(Down, a.X, a.Y, 0, false)
	l.Pointer(Move, b.X, b.Y, 0, false)
	l.Pointer(Up, b.X, b.Y, 0, false)
	run(l, 0, 2000)
	wantIntents(t, l)
}

func TestClickOnTheFloorWalksThere(t *testing.T) {
	l := New()
	l.Show(observation(4, 0))
	l.Pointer(Down, 400, 640, 0, false)
	l.Pointer(Up, 400, 640, 0, false)
	run(l, 0, 1000)
	if d := l.avatar.at.distance(Point{400, 640}); d > 1 {
		t.Errorf("the avatar is %g px off", d)
	}
	wantIntents(t, l)
}

func TestKeysWalkAndOpen(t *testing.T) {
	for _, keys := range []struct{ right, act string }{{"ArrowRight", "Enter"}, {"d", " "}, {"D", "e"}, {"ArrowRight", "E"}} {
		l := New()
		l.Show(observation(4, 0))
		l.Advance(0)
		before := l.avatar.at
		l.Key(keys.right, true, 0)
		run(l, 0, 3000)
		l.Key(keys.right, false, 3000)
		if l.avatar.at.X < before.X+50 {
			t.Fatalf("%s: from %v to %v", keys.right, before, l.avatar.at)
		}
		at := l.avatar.at
		run(l, 3000, 4000)
		if l.avatar.at != at {
			t.Error("it walks on after the key is released")
		}
		l.avatar.at = l.layout.spots[fixtureIndex(Reactor)].stand
		l.Key(keys.act, true, 4000)
		run(l, 4000, 5000)
		wantIntents(t, l, Intent{Kind: Open, Object: Reactor})
	}
}

func TestEnterFarFromEverythingDoesNothing(t *testing.T) {
	l := New()
	l.Show(observation(4, 0))
	l.Key("Enter", true, 0)
	run(l, 0, 1000)
	wantIntents(t, l)
}

func TestKeysStayOutOfMachines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := New()
		l.Show(observation(4, 0))
		now := 0.0
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			l.Key(rapid.SampledFrom([]string{"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"}).Draw(t, "key"), rapid.Bool().Draw(t, "down"), now)
			now += rapid.Float64Range(0, 500).Draw(t, "wait")
			l.Advance(now)
			for i, s := range l.layout.spots {
				if s.block.Width > 0 && s.block.grow(-1).Contains(l.avatar.at) {
					t.Fatalf("the avatar stands in the %s", fixtures[i].id)
				}
			}
			if !l.layout.floor().grow(1).Contains(l.avatar.at) {
				t.Fatalf("the avatar left the floor: %v", l.avatar.at)
			}
		}
	})
}

func TestLosingTheKeyboardStopsTheAvatar(t *testing.T) {
	l := New()
	l.Show(observation(4, 0))
	l.SetFocused(true)
	l.Key("ArrowLeft", true, 0)
	l.SetFocused(false)
	at := l.avatar.at
	run(l, 0, 1000)
	if l.avatar.at != at {
		t.Error("it walks on without the keyboard")
	}
}

func TestKeysThatTheRoomTakes(t *testing.T) {
	for key, want := range map[string]bool{
		"Tab": false, "F5": false, "c": false, "ArrowUp": true, "w": true, "Enter": true, " ": true, "e": true, "Escape": true, "": false,
	} {
		if got := Takes(key); got != want {
			t.Errorf("Takes(%q) = %v", key, got)
		}
	}
}

func embodied(place game.Place) *game.Observation {
	o := observation(4, 0)
	o.Place = place
	return o
}

func TestEmbodiedPlayTellsWhereThePlayerIs(t *testing.T) {
	l := New()
	l.Show(embodied(game.AtArchive))
	run(l, 0, 1000)
	wantIntents(t, l) // shown, not walked
	if l.avatar.place != Archive {
		t.Fatalf("the avatar is at %q", l.avatar.place)
	}
	l.Activate(Manipulator)
	run(l, 1000, 2000)
	wantIntents(t, l, Intent{Kind: Arrived, Place: game.AtManipulator}, Intent{Kind: Open, Object: Manipulator})
	l.Show(embodied(game.AtManipulator))
	l.Activate(Manipulator)
	run(l, 2000, 3000)
	wantIntents(t, l, Intent{Kind: Open, Object: Manipulator})
	// by keys: where it stops counts
	l.Key("ArrowRight", true, 3000)
	l.Advance(3000)
	l.avatar.at = l.layout.spots[fixtureIndex(Reactor)].stand
	l.Key("ArrowRight", false, 3100)
	wantIntents(t, l, Intent{Kind: Arrived, Place: game.AtReactor})
	// a program moves the player
	l.Show(embodied(game.AtWhiteboard))
	run(l, 3100, 5000)
	wantIntents(t, l)
	if l.avatar.place != Whiteboard {
		t.Errorf("the avatar is at %q", l.avatar.place)
	}
}

func TestReducedMotionLeapsFromPlaceToPlace(t *testing.T) {
	l := New()
	l.SetReducedMotion(true)
	l.Show(embodied(game.AtArchive))
	l.Key("ArrowDown", true, 0)
	if l.avatar.place != Manipulator {
		t.Errorf("down from the archive is %q", l.avatar.place)
	}
	wantIntents(t, l, Intent{Kind: Arrived, Place: game.AtManipulator})
	l.Key("Enter", true, 0)
	if got := l.Intents(); len(got) == 0 || got[len(got)-1] != (Intent{Kind: Open, Object: Manipulator}) {
		t.Errorf("Enter: %v", got)
	}
}

func TestHoverShowsWhatAClickDoes(t *testing.T) {
	said := func(l *Lab, words string) bool {
		for _, op := range l.Display().Dynamic {
			if op.Kind == Text && op.Text.Text == words {
				return true
			}
		}
		return false
	}
	l := New()
	l.Show(observation(4, 0))
	p := object(t, l, Reactor).Rect.Center()
	if l.Pointing() || said(l, "Predict its frequency") {
		t.Error("hovering before a pointer came")
	}
	l.Pointer(Move, p.X, p.Y, 0, false)
	if !l.Pointing() || !said(l, "Predict its frequency") {
		t.Error("hovering says nothing")
	}
	l.Pointer(Cancel, 0, 0, 0, false)
	if l.Pointing() {
		t.Error("hovering after the pointer left")
	}
	l.Pointer(Move, p.X, p.Y, 0, true)
	if l.Pointing() {
		t.Error("a finger does not hover")
	}
}

// Whatever is done to it, the lab stays whole.
func TestAnySequenceOfInputs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := New()
		now := 0.0
		number := rapid.OneOf(rapid.Float64Range(-100, 1500), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e300}))
		keys := []string{"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "w", "Enter", " ", "Escape", "q", ""}
		for range rapid.IntRange(0, 14).Draw(t, "steps") {
			switch rapid.IntRange(0, 11).Draw(t, "what") {
			case 0:
				l.Resize(number.Draw(t, "width"), number.Draw(t, "height"))
			case 1:
				o := observation(rapid.IntRange(1, 12).Draw(t, "variables"), rapid.IntRange(0, 9).Draw(t, "used"))
				if rapid.Bool().Draw(t, "embodied") {
					o.Place = rapid.SampledFrom(game.Places).Draw(t, "place")
				}
				if rapid.Bool().Draw(t, "closed") {
					o.Reactor = nil
				}
				l.Show(o)
			case 2:
				l.Show(nil)
			case 3:
				names := append(scm.ExtendedProperties(), scm.Variable{Name: scm.Frequency}, scm.Variable{Name: "else"})
				var edges []scm.Edge
				for range rapid.IntRange(0, 8).Draw(t, "edges") {
					edges = append(edges, scm.Edge{From: rapid.SampledFrom(names).Draw(t, "from").Name, To: rapid.SampledFrom(names).Draw(t, "to").Name})
				}
				l.ShowDraft(edges)
			case 4:
				l.ShowResult(number.Draw(t, "frequency"), rapid.Bool().Draw(t, "correct"))
			case 5:
				l.Key(rapid.SampledFrom(keys).Draw(t, "key"), rapid.Bool().Draw(t, "down"), now)
			case 6, 7, 8:
				l.Pointer(rapid.SampledFrom([]PointerKind{Down, Move, Up, Cancel, Menu}).Draw(t, "kind"),
					number.Draw(t, "x"), number.Draw(t, "y"), now, rapid.Bool().Draw(t, "touch"))
			case 9:
				if objects := l.Objects(); len(objects) > 0 {
					l.Activate(rapid.SampledFrom(objects).Draw(t, "object").ID)
				}
				l.Activate(rapid.SampledFrom([]string{"", "node:", "edge:a>b", "remove:", "nothing"}).Draw(t, "id"))
			case 10:
				l.SetReducedMotion(rapid.Bool().Draw(t, "reduced"))
				l.SetTheme(rapid.SampledFrom([]Theme{Dark, Light}).Draw(t, "theme"))
			case 11:
				l.SetFocused(rapid.Bool().Draw(t, "focused"))
			}
			now += rapid.Float64Range(0, 900).Draw(t, "wait")
			l.Advance(now)
			for _, o := range l.Objects() {
				r := o.Rect
				if !finite(r.X) || !finite(r.Y) || !(r.Width > 0) || !(r.Height > 0) ||
					r.X < -1 || r.Y < -1 || r.right() > l.layout.width+1 || r.bottom() > l.layout.height+1 {
					t.Fatalf("%s is at %+v in %g by %g", o.ID, r, l.layout.width, l.layout.height)
				}
			}
			checkPicture(t, l)
		}
		for _, i := range l.Intents() {
			if i.Kind == EditEdge && (i.From == i.To || i.From == "" || i.To == "") {
				t.Fatalf("an edge nobody can mean: %+v", i)
			}
		}
	})
}
