package scene

import (
	"math"

	"causalab/game"
)

// avatar is the scientist who walks through the room.
type avatar struct {
	at     Point
	facing float64 // -1 left, 1 right
	stride float64 // distance walked, which moves the legs
	way    []Point // rest of a walk, next corner first; nil when standing
	speed  float64 // of the walk, px per ms
	goal   goal
	place  string  // fixture it stands at, or ""
	keys   [4]bool // left, right, up, down held
	last   float64 // time of the last step, ms
}

// goal is why the avatar walks.
type goal struct {
	fixture string // where to, or "" for a spot on the floor
	open    bool   // open the fixture on arrival
}

func (a *avatar) moving() bool { return a.way != nil || a.keys != [4]bool{} }

// relocate keeps the avatar where it was in the room when the room changes.
func (a *avatar) relocate(old, now layout) {
	a.way = nil
	switch i := fixtureIndex(a.place); {
	case a.stride == 0 && a.place == "":
		a.at = now.start
	case i >= 0:
		a.at = now.spots[i].stand
	case old.width > 0:
		a.at = now.free(Point{
			a.at.X / old.width * now.width,
			mix(now.wall, now.height, (a.at.Y-old.wall)/(old.height-old.wall)),
		})
	}
	// A walk that was under way ends where it was bound for.
	if i := fixtureIndex(a.goal.fixture); i >= 0 {
		a.at = now.spots[i].stand
		a.way = []Point{a.at}
	}
}

// walkTo sends the avatar to a fixture, to open it there or only to stand there.
func (l *Lab) walkTo(id string, open bool) {
	l.avatar.goal = goal{id, open}
	l.walk(l.layout.spots[fixtureIndex(id)].stand)
}

// stroll sends the avatar to a spot on the floor.
func (l *Lab) stroll(to Point) {
	l.avatar.goal = goal{}
	l.walk(l.layout.free(to))
}

// Walks are quick: they show where things are and never keep anyone waiting.
const (
	walkMinMs = 100.0
	walkMaxMs = 650.0
)

func (l *Lab) walk(to Point) {
	a := &l.avatar
	a.place = ""
	a.way = l.layout.route(a.at, to)[1:]
	length, from := 0.0, a.at
	for _, p := range a.way {
		length += from.distance(p)
		from = p
	}
	usual := 0.8 * math.Max(l.layout.width, 390) / 824
	a.speed = length / clamp(length/usual, walkMinMs, walkMaxMs)
	a.last = unstarted
	if l.reduced || length < 1 {
		a.finish(l)
	}
}

// finish ends a walk at its end.
func (a *avatar) finish(l *Lab) {
	if a.way == nil {
		return
	}
	end := a.way[len(a.way)-1]
	a.turn(end.X - a.at.X)
	a.stride += a.at.distance(end)
	a.at, a.way = end, nil
	a.arrive(l)
}

func (a *avatar) turn(dx float64) {
	if math.Abs(dx) > 0.5 {
		a.facing = math.Copysign(1, dx)
	}
}

// arrive says what comes of having walked somewhere.
func (a *avatar) arrive(l *Lab) {
	g := a.goal
	a.goal = goal{}
	i := fixtureIndex(g.fixture)
	if i < 0 {
		return
	}
	a.place = g.fixture
	a.turn(l.layout.spots[i].rect.Center().X - a.at.X)
	if g.open {
		l.arrived(g.fixture)
		l.want(Intent{Kind: Open, Object: g.fixture})
	}
}

// arrived tells the rules of embodied play where the player is now.
func (l *Lab) arrived(id string) {
	if l.seen != nil && l.seen.Place != "" && string(l.seen.Place) != id {
		l.want(Intent{Kind: Arrived, Place: game.Place(id)})
	}
}

// advance walks on and reports whether there is more to walk.
func (a *avatar) advance(l *Lab) bool {
	if a.last == unstarted {
		a.last = l.now
	}
	dt := clamp(l.now-a.last, 0, 2000)
	a.last = l.now
	if a.way != nil {
		a.step(a.speed*dt, l)
		return a.way != nil
	}
	if a.keys == [4]bool{} {
		return false
	}
	a.wander(math.Min(dt, 60), l)
	return true
}

// step covers a distance along the way.
func (a *avatar) step(distance float64, l *Lab) {
	for a.way != nil {
		next := a.way[0]
		rest := a.at.distance(next)
		a.turn(next.X - a.at.X)
		if distance < rest {
			a.stride += distance
			a.at = a.at.toward(next, distance/rest)
			return
		}
		a.stride += rest
		distance -= rest
		a.at = next
		if a.way = a.way[1:]; len(a.way) == 0 {
			a.way = nil
			a.arrive(l)
		}
	}
}

// headings are where the keys of avatar.keys point.
var headings = [4]Point{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}

// wander walks where the held keys point, sliding along what stands in the way.
func (a *avatar) wander(dt float64, l *Lab) {
	d := Point{}
	for i, v := range headings {
		if a.keys[i] {
			d = d.add(v)
		}
	}
	d = d.unit().times(0.36 * dt * math.Max(l.layout.width, 390) / 824)
	to := l.layout.free(a.at.add(d))
	if moved := to.distance(a.at); moved > 1e-9 {
		a.stride += moved
		a.turn(d.X)
		a.at = to
		a.place = ""
	}
}

// near returns the fixture that Enter would open, or "".
func (l *Lab) near() string {
	if l.avatar.way != nil {
		return ""
	}
	best, distance := "", 0.085*math.Max(l.layout.width, l.layout.height)
	for i, f := range fixtures {
		if d := l.avatar.at.distance(l.layout.spots[i].stand); d < distance {
			best, distance = f.id, d
		}
	}
	return best
}
