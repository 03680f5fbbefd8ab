package scene

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"causalab/dsl"
	"causalab/game"
	"causalab/scm"
)

// windows are sizes that the room has to work in.
var windows = []struct{ width, height float64 }{
	{824, 672}, {390, 300}, {390, 520}, {360, 640}, {320, 260}, {1500, 640}, {1920, 1000}, {600, 600}, {240, 200},
}

func eachWindow(t *testing.T, f func(t *testing.T, l *Lab)) {
	t.Helper()
	for _, w := range windows {
		for _, variables := range []int{4, 8, 12} {
			t.Run(fmt.Sprintf("%gx%g with %d", w.width, w.height, variables), func(t *testing.T) {
				l := New()
				l.Resize(w.width, w.height)
				l.Show(observation(variables, 0))
				l.Advance(1000)
				f(t, l)
			})
		}
	}
}

// observation is an episode of some variables after some interventions.
func observation(variables, used int) *game.Observation {
	o := &game.Observation{Task: "t", Family: "linear", Protocol: game.Paper, Step: used, Phase: game.Experiment}
	o.Budget.Interventions = game.Allowance{Used: used, Left: 4*(variables-1) - used}
	frequency := 120.0 + float64(used)
	entry := dsl.Entry{ID: "start", Freq: &frequency}
	for i, v := range scm.ExtendedProperties()[:variables-1] {
		o.Variables = append(o.Variables, game.VariableInfo{Name: v.Name, DisplayName: v.Display, Controllable: true})
		value := float64(i*17%100 + 20*used)
		entry.Props = append(entry.Props, dsl.Reading{Name: v.Name, Value: value})
		o.Reactor = append(o.Reactor, dsl.Reading{Name: v.Name, Value: 100 - value})
		if used > 0 && i < 2 {
			o.Changed = append(o.Changed, game.Change{Name: v.Name, From: value - 20, To: value, By: 20})
		}
	}
	o.Variables = append(o.Variables, game.VariableInfo{Name: scm.Frequency, DisplayName: scm.DisplayName(scm.Frequency)})
	o.Manipulator = entry
	for range 3 + used {
		o.Records = append(o.Records, entry)
	}
	return o
}

// run advances the lab to a time in steps of a slow screen.
func run(l *Lab, from, to float64) (animating bool) {
	for now := from; now <= to; now += 50 {
		animating = l.Advance(now)
	}
	return animating
}

func object(t *testing.T, l *Lab, id string) Object {
	t.Helper()
	for _, o := range l.Objects() {
		if o.ID == id {
			return o
		}
	}
	t.Fatalf("no object %q in %v", id, l.Objects())
	return Object{}
}

func click(t *testing.T, l *Lab, id string, touch bool) {
	t.Helper()
	p := object(t, l, id).Rect.Center()
	l.Pointer(Down, p.X, p.Y, l.now, touch)
	l.Pointer(Up, p.X, p.Y, l.now, touch)
}

func drag(t *testing.T, l *Lab, from, to string, touch bool) {
	t.Helper()
	a, b := object(t, l, from).Rect.Center(), object(t, l, to).Rect.Center()
	l.Pointer(Down, a.X, a.Y, l.now, touch)
	for i := 1; i <= 5; i++ {
		p := a.toward(b, float64(i)/5)
		l.Pointer(Move, p.X, p.Y, l.now, touch)
	}
	l.Pointer(Up, b.X, b.Y, l.now, touch)
}

func wantIntents(t *testing.T, l *Lab, want ...Intent) {
	t.Helper()
	if got := l.Intents(); !(len(got) == 0 && len(want) == 0) && !reflect.DeepEqual(got, want) {
		t.Errorf("intents %+v, want %+v", got, want)
	}
}

func TestEveryFixtureOpensFromEverywhere(t *testing.T) {
	eachWindow(t, func(t *testing.T, l *Lab) {
		now := 1000.0
		starts := []Point{l.layout.start, {5, 5}, {l.layout.width, l.layout.height}, {0, l.layout.height}}
		for _, s := range l.layout.spots {
			starts = append(starts, s.stand, s.rect.Center())
		}
		for _, start := range starts {
			for _, f := range fixtures {
				l.avatar.at = l.layout.free(start)
				l.Activate(f.id)
				run(l, now, now+2000)
				now += 2000
				wantIntents(t, l, Intent{Kind: Open, Object: f.id})
				if l.board.enlarged {
					t.Fatalf("activating %s left the whiteboard enlarged", f.id)
				}
			}
		}
	})
}

func TestClickDoesWhatActivateDoes(t *testing.T) {
	for _, w := range windows[:3] {
		for _, enlarged := range []bool{false, true} {
			for _, touch := range []bool{false, true} {
				fresh := func() *Lab {
					l := New()
					l.Resize(w.width, w.height)
					l.Show(observation(8, 0))
					v := l.seen.Variables
					l.ShowDraft([]scm.Edge{{From: v[0].Name, To: v[7].Name}, {From: v[1].Name, To: v[2].Name}})
					if enlarged {
						l.board.enlarge(l, true)
						l.Activate(edgeID(l.edges[0]))
					}
					run(l, 1000, 1500)
					return l
				}
				for _, o := range fresh().Objects() {
					clicked, activated := fresh(), fresh()
					click(t, clicked, o.ID, touch)
					activated.Activate(o.ID)
					if o.ID == Whiteboard && clicked.board.enlarged {
						continue // a click on a small board also brings it near
					}
					if a, b := clicked.board.source+clicked.board.chosen, activated.board.source+activated.board.chosen; a != b {
						t.Errorf("%s: chosen %q by a click, %q by Activate", o.ID, a, b)
					}
					run(clicked, 1500, 3000)
					run(activated, 1500, 3000)
					if a, b := clicked.Intents(), activated.Intents(); !reflect.DeepEqual(a, b) {
						t.Errorf("%s: %v by a click, %v by Activate", o.ID, a, b)
					}
				}
			}
		}
	}
}

func TestReducedMotionArrivesAtOnce(t *testing.T) {
	l := New()
	l.SetReducedMotion(true)
	l.Show(observation(4, 0))
	l.Activate(Reactor)
	wantIntents(t, l, Intent{Kind: Open, Object: Reactor})
	steps := []func(){
		func() { l.Activate(Archive) },
		func() { l.Show(observation(4, 1)) },
		func() { l.Activate(enlargeID) },
		func() { l.Activate(closeID) },
		func() { l.Key("ArrowLeft", true, 10) },
		func() { l.Key("ArrowLeft", false, 10) },
		func() { l.ShowResult(99, true) },
		func() { l.Pointer(Move, 100, 300, 20, false) },
	}
	for i, step := range steps {
		step()
		if l.Advance(100 * float64(i)) {
			t.Errorf("step %d leaves something moving", i)
		}
	}
	a := picture(l)
	l.Advance(5000)
	if b := picture(l); !reflect.DeepEqual(a, b) {
		t.Error("the picture changes with time")
	}
}

func TestReducedMotionKeepsTheDifferencesUntilTheNextInput(t *testing.T) {
	l := New()
	l.SetReducedMotion(true)
	l.Show(observation(4, 0))
	l.Show(observation(4, 1))
	l.Advance(60000)
	if len(l.floats) != 2 {
		t.Fatalf("floats %q, want two", l.floats)
	}
	l.Pointer(Down, 1, 1, 60001, false)
	if l.floats != nil {
		t.Errorf("floats %q after a click", l.floats)
	}
}

// picture is a copy of what is drawn.
func picture(l *Lab) []Op {
	d := l.Display()
	var out []Op
	for _, op := range append(append([]Op(nil), d.Static...), d.Dynamic...) {
		op.Path.Verbs = append([]Verb(nil), op.Path.Verbs...)
		op.Path.Points = append([]Point(nil), op.Path.Points...)
		out = append(out, op)
	}
	return out
}

func TestRoomComesToRest(t *testing.T) {
	l := New()
	l.Show(observation(6, 0))
	l.Activate(Manipulator)
	l.Show(observation(6, 1))
	l.ShowResult(150, false)
	if !run(l, 0, 400) {
		t.Fatal("nothing moves at first")
	}
	if run(l, 400, 12000) {
		t.Fatal("still moving after twelve seconds")
	}
	a := picture(l)
	if l.Advance(99999) {
		t.Fatal("it starts moving by itself")
	}
	if b := picture(l); !reflect.DeepEqual(a, b) {
		t.Error("the picture changes although nothing moves")
	}
	l.Pointer(Move, 10, 10, 100000, false)
	if !l.Advance(100010) || l.Pause() <= 0 {
		t.Error("an input does not bring small motions back, at their slow pace")
	}
}

func TestInterventionIsSeen(t *testing.T) {
	l := New()
	l.Show(observation(4, 0))
	run(l, 0, 8000)
	before := l.sample.look()
	l.Show(observation(4, 1))
	if !l.sample.flare.on || len(l.floats) != 2 || l.floats[0] != "Temp. +20.00" {
		t.Fatalf("flare %v, floats %q", l.sample.flare.on, l.floats)
	}
	l.Advance(8000)
	l.Advance(8000 + morphMs/2)
	half := l.sample.look()
	run(l, 8500, 14000)
	after := l.sample.look()
	if after != traitsOf(l.seen.Manipulator.Props) {
		t.Error("the crystal does not end in its new look")
	}
	if !(before.heat < half.heat && half.heat < after.heat) {
		t.Errorf("heat goes %g, %g, %g: not gradually", before.heat, half.heat, after.heat)
	}
	if l.floats != nil {
		t.Error("the differences stay for ever")
	}
	if l.avatar.place != Manipulator {
		t.Errorf("the avatar is at %q", l.avatar.place)
	}
}

func TestNewEpisodeDoesNotMove(t *testing.T) {
	l := New()
	l.Show(observation(4, 3))
	l.ShowResult(1, true)
	other := observation(7, 0)
	other.Task = "another"
	l.Show(other)
	if l.sample.morph.on || l.sample.flare.on || l.floats != nil || l.result != nil {
		t.Error("something of the old episode is left")
	}
	if got := object(t, l, Reactor).State; got != "frequency unknown" {
		t.Errorf("reactor: %q", got)
	}
	l.Show(nil)
	l.Advance(1)
	if got := len(l.board.nodes); got != 0 {
		t.Errorf("%d nodes without an episode", got)
	}
}

func TestStates(t *testing.T) {
	o := func(change func(*game.Observation)) *game.Observation {
		o := observation(4, 0)
		change(o)
		return o
	}
	for _, c := range []struct {
		name, id, want string
		o              *game.Observation
	}{
		{"fresh", Manipulator, "12 of 12 interventions left", observation(4, 0)},
		{"used", Manipulator, "9 of 12 interventions left", observation(4, 3)},
		{"spent", Manipulator, "all interventions used", observation(4, 12)},
		{"golden", Manipulator, "no interventions in this task", o(func(o *game.Observation) { o.Budget.Interventions = game.Allowance{} })},
		{"locked", Manipulator, "locked", o(func(o *game.Observation) { o.Phase = game.Reactor })},
		{"done", Manipulator, "the episode has ended", o(func(o *game.Observation) { o.Phase = game.Done })},
		{"closed", Reactor, "closed", o(func(o *game.Observation) { o.Reactor = nil })},
		{"wrong", Reactor, "not activated, frequency unknown", o(func(o *game.Observation) { o.Answer = "not_activated" })},
		{"records", Archive, "3 records", observation(4, 0)},
		{"board", Whiteboard, "1 edge", observation(4, 0)},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := New()
			l.Show(c.o)
			l.ShowDraft([]scm.Edge{{From: "density", To: scm.Frequency}, {From: "unknown", To: "density"}})
			if got := object(t, l, c.id).State; got != c.want {
				t.Errorf("%s is %q, want %q", c.id, got, c.want)
			}
		})
	}
}

func TestPromptsFollowTheEpisode(t *testing.T) {
	for _, c := range []struct {
		id, want string
		change   func(*game.Observation)
	}{
		{Manipulator, "Manipulator: set a property", func(o *game.Observation) {}},
		{Manipulator, "Manipulator: see its readings", func(o *game.Observation) { o.Budget.Interventions = game.Allowance{Used: 12} }},
		{Manipulator, "Manipulator: see its readings", func(o *game.Observation) { o.Phase = game.Reactor }},
		{Reactor, "Reactor: predict its frequency", func(o *game.Observation) {}},
		{Reactor, "Reactor: open the reactor", func(o *game.Observation) { o.Reactor = nil }},
		{Reactor, "Reactor: see the result", func(o *game.Observation) { o.Phase = game.Done }},
	} {
		l := New()
		o := observation(4, 0)
		c.change(o)
		l.Show(o)
		if got := object(t, l, c.id).Label; got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestKeyboardFocusIsSeen(t *testing.T) {
	l := New()
	l.Show(observation(4, 0))
	run(l, 0, 10000)
	without := picture(l)
	l.SetFocused(true)
	if with := picture(l); len(with) <= len(without) {
		t.Error("nothing shows that the room has the keyboard")
	}
}

func TestResultIsTold(t *testing.T) {
	for _, c := range []struct {
		correct bool
		want    string
	}{{true, "activated at 155.25 Hz"}, {false, "not activated; its frequency is 155.25 Hz"}} {
		l := New()
		l.Show(observation(4, 0))
		l.ShowResult(155.25, c.correct)
		if got := object(t, l, Reactor).State; got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestReactorOpensItsShutter(t *testing.T) {
	l := New()
	closed := observation(4, 0)
	closed.Reactor = nil
	l.Show(closed)
	if shutter(l) != 1 {
		t.Fatal("the reactor is not closed")
	}
	open := observation(4, 0)
	open.Phase = game.Reactor
	l.Show(open)
	l.Advance(0)
	l.Advance(revealMs / 2)
	if s := shutter(l); !(s > 0.2 && s < 0.8) {
		t.Errorf("halfway it is closed by %g", s)
	}
	if !l.locked() || !l.spent() {
		t.Error("the manipulator is not locked")
	}
	run(l, revealMs, 2*revealMs)
	if shutter(l) != 0 {
		t.Error("it does not open all the way")
	}
}

func TestResultLeavesWithItsEpisode(t *testing.T) {
	l := New()
	done := observation(4, 2)
	done.Phase = game.Done
	l.Show(done)
	l.ShowResult(70, true)
	l.Show(done)
	if l.result == nil {
		t.Error("showing the end again hides the result")
	}
	run(l, 0, 3000)
	if l.avatar.place != Reactor {
		t.Errorf("at the end the avatar is at %q", l.avatar.place)
	}
	l.Show(observation(4, 2))
	if l.result != nil {
		t.Error("the result stays in an episode that has not ended")
	}
}

func TestHintLeavesWhenItHasDoneItsWork(t *testing.T) {
	l := New()
	l.Show(observation(4, 0))
	if !l.hinting() {
		t.Fatal("no hint at the start")
	}
	l.Activate(Manipulator)
	if l.hinting() {
		t.Error("the hint stays after the manipulator was opened")
	}
	l = New()
	l.Show(observation(4, 1))
	if l.hinting() {
		t.Error("a hint after the first intervention")
	}
}

func TestStaticPictureChangesOnlyWithSizeAndTheme(t *testing.T) {
	l := New()
	version := l.Display().StaticVersion
	still := func(what string) {
		t.Helper()
		if v := l.Display().StaticVersion; v != version {
			t.Errorf("%s paints the room anew", what)
		}
	}
	l.Show(observation(8, 0))
	still("an observation")
	l.Activate(Reactor)
	run(l, 0, 1000)
	still("a walk")
	l.Resize(824, 672)
	still("the same size")
	l.SetTheme(Light)
	if v := l.Display().StaticVersion; v == version {
		t.Error("the theme changes nothing")
	}
	version = l.Display().StaticVersion
	l.Resize(825, 672)
	if v := l.Display().StaticVersion; v == version {
		t.Error("the size changes nothing")
	}
}

func TestOddSizesAndTimes(t *testing.T) {
	l := New()
	l.Show(observation(4, 0))
	for _, v := range []float64{0, -1, 1e9, math.Inf(1), math.NaN()} {
		l.Resize(v, 300)
		l.Resize(300, v)
		l.Pointer(Down, v, v, v, false)
		l.Advance(v)
		checkPicture(t, l)
	}
}

// checkPicture reports numbers that no canvas can draw.
func checkPicture(t interface{ Errorf(string, ...any) }, l *Lab) {
	d := l.Display()
	for _, ops := range [2][]Op{d.Static, d.Dynamic} {
		for i := range ops {
			op := &ops[i]
			odd := func(v float64) bool { return !finite(v) || math.Abs(v) > 1e6 }
			bad := odd(op.Width) || odd(op.Text.X) || odd(op.Text.Y) || odd(op.Text.Size) ||
				odd(op.Paint.P.X) || odd(op.Paint.P.Y) || odd(op.Paint.Q.X) || odd(op.Paint.Q.Y)
			for _, p := range op.Path.Points {
				bad = bad || odd(p.X) || odd(p.Y)
			}
			if bad {
				t.Errorf("operation %d cannot be drawn: %+v", i, *op)
				return
			}
		}
	}
}

func BenchmarkDisplay(b *testing.B) {
	for _, variables := range []int{4, 8} {
		b.Run(fmt.Sprint(variables), func(b *testing.B) {
			l := New()
			l.Show(observation(variables, 0))
			now := 0.0
			for b.Loop() {
				now += 16
				l.stir()
				l.Advance(now)
				l.Display()
			}
		})
	}
}

func BenchmarkDisplayAfterResize(b *testing.B) {
	l := New()
	l.Show(observation(8, 0))
	for i := 0; b.Loop(); i++ {
		l.Resize(800+float64(i%2), 600)
		l.Display()
	}
}
