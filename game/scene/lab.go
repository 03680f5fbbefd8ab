package scene

import (
	"causalab/game"
	"causalab/scm"
)

// Theme is the light that the room stands in.
type Theme uint8

const (
	Dark Theme = iota
	Light
)

// PointerKind is what a mouse, pen or finger did.
type PointerKind uint8

const (
	Down   PointerKind = iota // the main button or a finger went down
	Move                      // it moved, pressed or not
	Up                        // it was released
	Cancel                    // it left the window or the browser took it over
	Menu                      // the secondary button was pressed
)

// IntentKind is what a person wants.
type IntentKind string

const (
	Open     IntentKind = "open"    // see to Object
	EditEdge IntentKind = "edge"    // change an edge of the hypothesis
	Arrived  IntentKind = "arrived" // embodied play: be at Place now
)

// EdgeChange is what is to be done with an edge of the hypothesis.
type EdgeChange string

const (
	AddEdge     EdgeChange = "add"
	RemoveEdge  EdgeChange = "remove"
	ReverseEdge EdgeChange = "reverse" // From and To are those of the edge as it is drawn
)

// Intent is something that a person asked for in the room. The lab does not
// carry it out: whoever holds the episode and the hypothesis does, and shows the
// lab what came of it.
type Intent struct {
	Kind   IntentKind `json:"kind"`
	Object string     `json:"object,omitempty"` // Open: a fixture's id
	Change EdgeChange `json:"change,omitempty"` // EditEdge
	From   string     `json:"from,omitempty"`   // EditEdge: code name
	To     string     `json:"to,omitempty"`     // EditEdge: code name
	Place  game.Place `json:"place,omitempty"`  // Arrived
}

// Object is something in the room that can be clicked. A click on its middle does
// what [Lab.Activate] does with its ID, save that the whiteboard's middle may
// hold an edge.
type Object struct {
	ID    string `json:"id"`
	Role  string `json:"role"` // ARIA role
	Label string `json:"label"`
	State string `json:"state"` // in words; empty when there is nothing to say
	Rect  Rect   `json:"rect"`  // where a click on it is taken
}

// Lab is the room and all that moves in it. It is not safe for concurrent use.
type Lab struct {
	theme   Theme
	reduced bool
	layout  layout
	version int     // of the static picture
	now     float64 // latest time heard of, in ms

	seen   *game.Observation // latest, nil before the first
	result *result
	edges  []scm.Edge

	avatar  avatar
	board   board
	hand    hand // what the pointer is doing
	focused bool // the room has the keyboard
	opened  bool // the manipulator was opened once; the hint has done its work

	sample  crystal  // the manipulator's
	target  crystal  // the reactor's
	floats  []string // what the last intervention changed, for a while
	rise    tween    // of the floats
	lit     tween    // the reactor showing its result
	lively  float64  // until when small motions go on, in ms
	moving  bool     // the last Advance left something on its way
	intents []Intent

	still, live painter
	stillFor    stillKey
	list        DisplayList
}

// result is what the reactor shows at the end.
type result struct {
	frequency float64
	correct   bool
}

// stillKey is all that the static picture depends on.
type stillKey struct {
	width, height float64
	theme         Theme
}

// New returns an empty lab in a window of 824 by 672 pixels.
func New() *Lab {
	l := &Lab{}
	l.sample.ring, l.target.ring = unknownRing, unknownRing
	l.Resize(824, 672)
	l.avatar.at = l.layout.start
	l.avatar.facing = 1
	return l
}

// Resize lays the room out for a window of the given size. Sizes that no window
// has are brought to the nearest that one could have.
func (l *Lab) Resize(width, height float64) {
	if !finite(width) || !finite(height) {
		return
	}
	width, height = clamp(width, 160, 8192), clamp(height, 120, 8192)
	if width == l.layout.width && height == l.layout.height {
		return
	}
	old := l.layout
	l.layout = newLayout(width, height)
	l.avatar.relocate(old, l.layout)
	l.board.resized(l)
	l.hand = hand{}
}

// SetTheme changes the room's light.
func (l *Lab) SetTheme(t Theme) { l.theme = t }

// SetReducedMotion makes walking and every transition instant.
func (l *Lab) SetReducedMotion(on bool) {
	l.reduced = on
	if on {
		l.avatar.keys = [4]bool{}
		l.settle()
	}
}

// SetFocused tells whether keys go to the room, which then marks the object
// that Enter would act on.
func (l *Lab) SetFocused(on bool) {
	l.focused = on
	if !on {
		l.avatar.keys = [4]bool{}
	}
}

// Show shows a new state of the episode. What differs from the state before
// moves; an episode that begins anew, or nil, is shown as it stands.
func (l *Lab) Show(o *game.Observation) {
	before := l.seen
	l.seen = o
	if o == nil {
		l.result, l.floats, l.edges = nil, nil, nil
		l.sample, l.target = crystal{ring: unknownRing}, crystal{ring: unknownRing}
		l.board.update(l)
		return
	}
	fresh := before == nil || before.Task != o.Task || o.Step < before.Step ||
		len(o.Records) < len(before.Records)
	if fresh {
		l.floats, l.opened = nil, false
	}
	if fresh || o.Phase != game.Done {
		l.result, l.lit = nil, tween{}
	}
	intervened := !fresh && o.Budget.Interventions.Used > before.Budget.Interventions.Used
	l.sample.show(traitsOf(o.Manipulator.Props), ringOf(o.Manipulator.Freq), !fresh && !l.reduced)
	if intervened {
		l.sample.flare = newTween(flareMs)
		l.floats = floatsOf(o)
		l.rise = newTween(floatMs)
	}
	l.target.hidden = o.Reactor == nil
	l.target.show(traitsOf(o.Reactor), l.resultRing(), !fresh && !l.reduced && before.Reactor != nil)
	if !fresh && before.Reactor == nil && o.Reactor != nil {
		l.target.reveal = newTween(revealMs)
	}
	l.follow(before, intervened)
	l.board.update(l)
	l.stir()
	if l.reduced {
		l.settle()
	}
}

// follow walks the avatar to where the player acts, when somebody else moves
// it: a program, or a panel beside the room.
func (l *Lab) follow(before *game.Observation, intervened bool) {
	if place := l.seen.Place; place != "" {
		if (before == nil || before.Place != place) && l.avatar.goal.fixture != string(place) {
			l.walkTo(string(place), false)
		}
		return
	}
	if intervened && !l.avatar.moving() {
		l.walkTo(Manipulator, false)
	}
}

// ShowDraft shows the hypothesis graph on the whiteboard. Edges between
// variables that the episode does not have are left out.
func (l *Lab) ShowDraft(edges []scm.Edge) {
	l.edges = append(l.edges[:0:0], edges...)
	l.board.update(l)
}

// ShowResult lets the reactor show its frequency in Hz, and light up when the
// prediction was correct.
func (l *Lab) ShowResult(frequency float64, correct bool) {
	l.result = &result{frequency, correct}
	l.lit = newTween(litMs)
	l.target.ring = l.resultRing()
	if l.seen != nil && l.seen.Place == "" && !l.avatar.moving() {
		l.walkTo(Reactor, false)
	}
	l.stir()
	if l.reduced {
		l.settle()
	}
}

func (l *Lab) resultRing() float64 {
	if l.result == nil {
		return unknownRing
	}
	return ringRate(l.result.frequency)
}

// Activate does what a click on the object does: it walks to a fixture and
// opens it, picks a node or an edge, presses a handle. An id that is not in the
// room does nothing.
func (l *Lab) Activate(id string) {
	l.stir()
	if fixtureIndex(id) >= 0 {
		if l.board.enlarged && id != Whiteboard {
			l.board.enlarge(l, false)
		}
		l.visit(id)
		return
	}
	l.board.activate(l, id)
}

// visit walks to a fixture and opens it on arrival.
func (l *Lab) visit(id string) {
	l.board.source = ""
	if id == Manipulator {
		l.opened = true
	}
	l.walkTo(id, true)
}

// Intents returns what was asked for since the last call.
func (l *Lab) Intents() []Intent {
	out := l.intents
	l.intents = nil
	return out
}

func (l *Lab) want(i Intent) { l.intents = append(l.intents, i) }

// Advance moves everything on to a time in milliseconds. It reports whether
// something is still moving; if not, the picture stays as it is until the next
// call of another method.
func (l *Lab) Advance(tMs float64) (animating bool) {
	l.hear(tMs)
	if l.lively == unstarted {
		l.lively = l.now + livelyMs
	}
	moving := l.avatar.advance(l)
	for _, t := range l.tweens() {
		moving = t.advance(l.now) || moving
	}
	if !l.rise.on && !l.reduced {
		l.floats = nil
	}
	l.moving = moving
	return moving || l.alive()
}

// Pause is how many milliseconds the next picture may wait after an
// [Lab.Advance] that reported motion: none while something is on its way, some
// while only a ring pulses or a spark flickers.
func (l *Lab) Pause() float64 {
	if l.moving {
		return 0
	}
	return 80
}

// Moving reports whether the last [Lab.Advance] left something on its way that
// someone may wait for, such as the avatar.
func (l *Lab) Moving() bool { return l.moving }

// alive reports whether small motions go on. They end some seconds after the
// last input, so that a room that nobody looks at costs nothing.
func (l *Lab) alive() bool {
	return !l.reduced && l.seen != nil && (l.lively == unstarted || l.now < l.lively)
}

// liveliness is how strong small motions are now, from 0 to 1.
func (l *Lab) liveliness() float64 {
	if !l.alive() {
		return 0
	}
	if l.lively == unstarted {
		return 1
	}
	return smooth(clamp((l.lively-l.now)/1500, 0, 1))
}

// stir starts the small motions again.
func (l *Lab) stir() {
	if l.liveliness() < 1 {
		l.lively = unstarted
	}
}

func (l *Lab) tweens() []*tween {
	return []*tween{&l.sample.flare, &l.sample.morph, &l.target.morph, &l.target.reveal, &l.lit, &l.board.zoom, &l.rise}
}

// settle ends every motion where it would have ended.
func (l *Lab) settle() {
	l.avatar.finish(l)
	for _, t := range l.tweens() {
		t.finish()
	}
}

// hear takes note of the time.
func (l *Lab) hear(tMs float64) {
	if finite(tMs) && tMs > l.now {
		l.now = tMs
	}
}
