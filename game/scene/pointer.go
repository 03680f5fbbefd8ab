package scene

import (
	"math"
	"strings"
)

// hand is what mouse or finger are doing.
type hand struct {
	at     Point
	inside bool // a mouse is over the room, or a finger is down
	touch  bool
	down   bool   // pressed since a Down that has not ended
	from   Point  // where it went down
	moved  bool   // far enough since then to be a drag
	node   string // whiteboard node that it went down on
	keys   bool   // the keyboard was used last
}

// Farther than this from where it went down a pointer drags, in px.
const (
	dragMouse = 5.0
	dragTouch = 12.0
)

// Pointer takes in what mouse, pen or finger did at a position, at a time in
// milliseconds. A Down and an Up at about the same place are a click, however
// quick. Positions that are not finite are ignored.
func (l *Lab) Pointer(kind PointerKind, x, y float64, tMs float64, touch bool) {
	if !finite(x) || !finite(y) {
		return
	}
	l.hear(tMs)
	l.stir()
	h := &l.hand
	if kind == Cancel {
		*h = hand{keys: h.keys}
		return
	}
	h.at, h.touch, h.inside, h.keys = Point{x, y}, touch, true, false
	if l.reduced && kind == Down {
		l.floats = nil
	}
	switch kind {
	case Down:
		h.down, h.moved, h.from = true, false, h.at
		h.node = l.board.nodeAt(h.at, touch)
	case Move:
		limit := dragMouse
		if touch {
			limit = dragTouch
		}
		if h.down && h.at.distance(h.from) > limit {
			h.moved = true
		}
	case Up:
		if !h.down {
			break
		}
		node, moved := h.node, h.moved
		h.down, h.node = false, ""
		h.inside = !touch
		switch {
		case node != "" && moved:
			l.board.drop(l, node, l.board.targetAt(l, node, h.at))
		case !moved || h.at.distance(h.from) <= dragTouch:
			l.click(h.from, touch)
		}
	case Menu:
		if id := l.board.hit(h.at, touch); strings.HasPrefix(id, edgePrefix) {
			if touch {
				l.board.activate(l, id)
			} else {
				l.board.change(l, RemoveEdge, l.board.curve(id).edge)
			}
		}
		h.down, h.node = false, ""
	}
}

// click acts on what is at a point.
func (l *Lab) click(p Point, touch bool) {
	if id := l.board.hit(p, touch); id != "" {
		l.board.activate(l, id)
		return
	}
	if l.board.enlarged {
		if !l.board.release() && !l.board.paper.Contains(p) {
			l.board.enlarge(l, false)
		}
		return
	}
	id := l.fixtureAt(p)
	switch {
	case id == "":
		l.board.release()
		if p.Y > l.layout.wall {
			l.stroll(p)
		}
	case id == Whiteboard && (touch || !l.board.usable):
		l.board.enlarge(l, true)
		l.visit(id)
	case id == Whiteboard && l.board.release():
	default:
		l.visit(id)
	}
}

// hover returns the id of what a mouse points at, or "".
func (l *Lab) hover() string {
	h := l.hand
	if !h.inside || h.touch || h.down && h.moved {
		return ""
	}
	if id := l.board.hit(h.at, false); id != "" {
		return id
	}
	if l.board.enlarged {
		return ""
	}
	return l.fixtureAt(h.at)
}

// Pointing reports whether a mouse points at something that can be clicked.
func (l *Lab) Pointing() bool { return l.hover() != "" }

// Key takes in that a key went down or up; key is a DOM KeyboardEvent's key.
// Arrows and WASD walk, Enter, Space and E open what is near, Escape ends an
// edge drag, a choice on the whiteboard, or the enlarged whiteboard.
func (l *Lab) Key(key string, down bool, tMs float64) {
	l.hear(tMs)
	if i := walkKey(key); i >= 0 {
		l.stir()
		l.hand.keys = true
		l.hold(i, down)
		return
	}
	if !down {
		return
	}
	l.stir()
	switch strings.ToLower(key) {
	case "enter", " ", "space", "spacebar", "e":
		l.hand.keys = true
		if id := l.near(); id != "" && !l.board.enlarged {
			if id == Whiteboard && !l.board.usable {
				l.board.enlarge(l, true)
			}
			l.visit(id)
		}
	case "escape", "esc":
		if l.hand.node != "" {
			l.hand = hand{at: l.hand.at, inside: l.hand.inside, touch: l.hand.touch}
		} else if !l.board.release() {
			l.board.enlarge(l, false)
		}
	}
}

// Takes reports whether the room makes something of a key, so that a page can
// leave every other to the browser.
func Takes(key string) bool {
	if walkKey(key) >= 0 {
		return true
	}
	switch strings.ToLower(key) {
	case "enter", " ", "space", "spacebar", "e", "escape", "esc":
		return true
	}
	return false
}

// walkKey returns the direction of a key in the order of avatar.keys, or -1.
func walkKey(key string) int {
	switch strings.ToLower(key) {
	case "arrowleft", "left", "a":
		return 0
	case "arrowright", "right", "d":
		return 1
	case "arrowup", "up", "w":
		return 2
	case "arrowdown", "down", "s":
		return 3
	}
	return -1
}

// hold presses or releases a walking key. With the last one released the avatar
// is where it stopped.
func (l *Lab) hold(i int, down bool) {
	a := &l.avatar
	if a.keys[i] == down || l.board.enlarged && down {
		return
	}
	if l.reduced {
		if down {
			l.leap(headings[i])
		}
		return
	}
	a.keys[i] = down
	if down {
		a.way, a.goal = nil, goal{}
		if a.keys == oneKey(i) {
			a.last = unstarted
		}
		return
	}
	if a.keys == [4]bool{} {
		if id := l.near(); id != "" && a.place != id {
			a.place = id
			l.arrived(id)
		}
	}
}

func oneKey(i int) (keys [4]bool) {
	keys[i] = true
	return keys
}

// leap puts the avatar at the next fixture in a direction, for those who do not
// want to see it walk.
func (l *Lab) leap(heading Point) {
	best, distance := "", math.Inf(1)
	for i, f := range fixtures {
		d := l.layout.spots[i].stand.sub(l.avatar.at)
		ahead := d.X*heading.X + d.Y*heading.Y
		if f.id != l.avatar.place && ahead > 0.5*d.length() && d.length() < distance {
			best, distance = f.id, d.length()
		}
	}
	if best != "" {
		l.walkTo(best, false)
		l.arrived(best)
	}
}
