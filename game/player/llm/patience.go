//go:build !js

package llm

import (
	"math/rand/v2"
	"time"
)

// Waits after failures double from the first to the longest.
const (
	firstWait   = time.Second
	longestWait = time.Minute
)

// patience decides how long to wait for one reply.
type patience struct {
	limit    time.Duration
	jitter   *rand.Rand
	begun    time.Time // of the first failure
	failures int
}

// after returns the wait after one more failure at the time now, or false if it
// would outlast the limit. Between half and the whole of a doubling wait passes,
// so that many players do not come back all at once; a wait that the endpoint
// asked for is made up to a tenth longer.
func (p *patience) after(f *failure, now time.Time) (time.Duration, bool) {
	if p.failures == 0 {
		p.begun = now
	}
	d := longestWait
	if p.failures < 6 {
		d = min(longestWait, firstWait<<p.failures)
	}
	p.failures++
	if f.retryAfter > 0 {
		d = f.retryAfter + time.Duration(p.jitter.Float64()*0.1*float64(f.retryAfter))
	} else {
		d -= time.Duration(p.jitter.Float64() * 0.5 * float64(d))
	}
	return d, now.Add(d).Sub(p.begun) <= p.limit
}
