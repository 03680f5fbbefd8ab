package scene

import (
	"fmt"

	"causalab/game"
)

// Ids of the fixtures; they are also the places of embodied play.
const (
	Archive     = string(game.AtArchive)
	Manipulator = string(game.AtManipulator)
	Whiteboard  = string(game.AtWhiteboard)
	Reactor     = string(game.AtReactor)
)

// fixture is one object that stands in the room. Its drawing has coordinates of
// its own, from (0, 0) to size, which the layout scales into the zone.
type fixture struct {
	id     string
	label  string            // its name plate
	prompt func(*Lab) string // what a click does, said while it is pointed at
	size   Point
	plate  Point // middle of the name plate
	block  Rect  // floor that feet keep off; empty on the wall
	rim    oval  // edge of its foot, which lights up; empty on the wall
	stand  Point // where feet are when at it
	zone   func(*layout) Rect
	still  func(*Lab, *painter) // its static drawing
	live   func(*Lab, *painter) // what moves or changes
	state  func(*Lab) string    // in words
}

// oval is an ellipse with an upright axis.
type oval struct{ x, y, rx, ry float64 }

// fixtures are the objects of the room. A row here is all that a new one needs.
var fixtures []fixture

// The rows name functions that look fixtures up, hence the assignment here.
func init() {
	fixtures = []fixture{
		{
			id: Archive, label: "Archive", prompt: always("See the records"),
			size: Point{190, 210}, plate: Point{95, 13}, stand: Point{95, 232},
			zone: func(l *layout) Rect {
				return Rect{l.width * 0.03, l.wall * 0.1, l.width * 0.24, l.wall * 0.96}
			},
			still: drawArchive, live: drawArchiveLights, state: archiveState,
		},
		{
			id: Whiteboard, label: "Whiteboard", prompt: always("Draw what causes what"),
			size: Point{340, 190}, plate: Point{170, 186}, stand: Point{170, 262},
			zone: func(l *layout) Rect {
				return Rect{l.width * 0.285, l.wall * 0.09, l.width * 0.43, l.wall * 0.78}
			},
			still: drawBoardFrame, live: drawBoard, state: boardState,
		},
		{
			id: Manipulator, label: "Manipulator", prompt: manipulatorPrompt,
			size: Point{240, 290}, plate: Point{120, 281}, stand: Point{262, 262},
			block: Rect{-14, 180, 268, 118}, rim: oval{120, 254, 106, 25},
			zone: func(l *layout) Rect {
				if l.tall() {
					return Rect{l.width * 0.03, mix(l.wall, l.height, 0.055), l.width * 0.56, (l.height - l.wall) * 0.435}
				}
				return Rect{l.width * 0.04, l.wall + 0.025*l.height, l.width * 0.38, l.height*0.9 - l.wall - 0.025*l.height}
			},
			still: drawManipulator, live: drawManipulatorCrystal, state: manipulatorState,
		},
		{
			id: Reactor, label: "Reactor", prompt: reactorPrompt,
			size: Point{260, 300}, plate: Point{130, 293}, stand: Point{-22, 278},
			block: Rect{-14, 196, 288, 112}, rim: oval{130, 264, 116, 27},
			zone: func(l *layout) Rect {
				if l.tall() {
					return Rect{l.width * 0.4, mix(l.wall, l.height, 0.5), l.width * 0.56, (l.height - l.wall) * 0.475}
				}
				return Rect{l.width * 0.57, l.wall + 0.03*l.height, l.width * 0.39, l.height*0.955 - l.wall - 0.03*l.height}
			},
			still: drawReactor, live: drawReactorCrystal, state: reactorState,
		},
	}
}

// fixtureIndex returns the row of an id, or -1.
func fixtureIndex(id string) int {
	for i := range fixtures {
		if fixtures[i].id == id {
			return i
		}
	}
	return -1
}

// Objects lists what can be clicked now. While the whiteboard fills the room
// that is the whiteboard and what is on it.
func (l *Lab) Objects() []Object {
	var out []Object
	if !l.board.enlarged {
		for i, f := range fixtures {
			out = append(out, Object{ID: f.id, Role: "button", Label: f.label + ": " + lowerFirst(f.prompt(l)), State: f.state(l), Rect: l.layout.spots[i].rect})
		}
	}
	return append(out, l.board.objects()...)
}

// fixtureAt returns the fixture under a point, or "". Where two overlap the one
// in front, which stands lower, is meant.
func (l *Lab) fixtureAt(p Point) string {
	best, bottom := "", 0.0
	for i, f := range fixtures {
		if r := l.layout.spots[i].rect; r.Contains(p) && r.bottom() > bottom {
			best, bottom = f.id, r.bottom()
		}
	}
	return best
}

func always(words string) func(*Lab) string { return func(*Lab) string { return words } }

func manipulatorPrompt(l *Lab) string {
	if l.spent() || l.seen != nil && l.seen.Phase == game.Done {
		return "See its readings"
	}
	return "Set a property"
}

func reactorPrompt(l *Lab) string {
	switch {
	case l.seen != nil && l.seen.Phase == game.Done:
		return "See the result"
	case l.seen != nil && l.seen.Reactor == nil:
		return "Open the reactor"
	}
	return "Predict its frequency"
}

func archiveState(l *Lab) string {
	if l.seen == nil {
		return ""
	}
	return plural(len(l.seen.Records), "record")
}

func boardState(l *Lab) string { return plural(len(l.board.curves), "edge") }

func manipulatorState(l *Lab) string {
	if l.seen == nil {
		return ""
	}
	b := l.seen.Budget.Interventions
	switch {
	case l.seen.Phase == game.Done:
		return "the episode has ended"
	case l.seen.Phase == game.Reactor:
		return "locked"
	case b.Used+b.Left == 0:
		return "no interventions in this task"
	case b.Left == 0:
		return "all interventions used"
	}
	return fmt.Sprintf("%d of %s left", b.Left, plural(b.Used+b.Left, "intervention"))
}

func reactorState(l *Lab) string {
	switch {
	case l.seen == nil:
		return ""
	case l.result != nil && l.result.correct:
		return fmt.Sprintf("activated at %.2f Hz", l.result.frequency)
	case l.result != nil:
		return fmt.Sprintf("not activated; its frequency is %.2f Hz", l.result.frequency)
	case l.seen.Reactor == nil:
		return "closed"
	case l.seen.Answer == "not_activated":
		return "not activated, frequency unknown"
	}
	return "frequency unknown"
}

// spent reports whether the manipulator can do no more.
func (l *Lab) spent() bool {
	return l.seen != nil && (l.seen.Budget.Interventions.Left <= 0 || l.locked())
}

// locked reports whether the rules have shut the manipulator.
func (l *Lab) locked() bool { return l.seen != nil && l.seen.Phase == game.Reactor }

// hinting reports whether a newcomer still has to be shown where to begin.
func (l *Lab) hinting() bool {
	return l.seen != nil && !l.opened && l.seen.Phase == game.Experiment &&
		l.seen.Budget.Interventions.Used == 0 && l.seen.Budget.Interventions.Left > 0
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func lowerFirst(s string) string {
	if s == "" || s[0] < 'A' || s[0] > 'Z' {
		return s
	}
	return string(s[0]+'a'-'A') + s[1:]
}
