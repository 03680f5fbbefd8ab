package scene

import "math"

// How long motions take, in ms.
const (
	flareMs  = 900.0
	morphMs  = 700.0
	revealMs = 800.0
	litMs    = 1600.0
	zoomMs   = 220.0
	floatMs  = 3200.0
	livelyMs = 6000.0
)

// unstarted stands for a time that the next Advance will tell.
const unstarted = -1.0

// tween is a motion with a beginning and an end. It begins at the first
// [Lab.Advance] after it was made, so that inputs without a time can start one.
// The zero value has ended.
type tween struct {
	start, duration, share float64
	on                     bool
}

func newTween(duration float64) tween {
	return tween{start: unstarted, duration: duration, on: true}
}

// advance moves on and reports whether there is more to come.
func (t *tween) advance(now float64) bool {
	if !t.on {
		return false
	}
	if t.start == unstarted {
		t.start = now
	}
	t.share = clamp((now-t.start)/t.duration, 0, 1)
	t.on = t.share < 1
	return t.on
}

func (t *tween) finish() { t.on, t.share = false, 1 }

// done is the share that lies behind, from 0 to 1, eased at both ends; 1 for a
// tween that has ended or never was.
func (t *tween) done() float64 {
	if !t.on {
		return 1
	}
	return smooth(t.share)
}

// linear is the share that lies behind, not eased.
func (t *tween) linear() float64 {
	if !t.on {
		return 1
	}
	return t.share
}

// smooth eases a share from 0 to 1.
func smooth(t float64) float64 { return t * t * (3 - 2*t) }

// wave swings between 0 and 1 with a period in ms.
func wave(now, period float64) float64 {
	return 0.5 - 0.5*math.Cos(2*math.Pi*math.Mod(now/period, 1))
}
