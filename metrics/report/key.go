package report

import (
	"cmp"
	"strings"

	"causalab/game"
)

// Key says which episodes a row sums up: those of one player on one suite under
// the same rules.
type Key struct {
	Suite    string
	Player   string
	Kind     string // of the player, as of [game.Player]
	Protocol game.Protocol
	Setting  string
}

func (r *Episode) key() Key { return Key{r.Suite, r.Player, r.Kind, r.Protocol, r.Setting} }

// compare orders by suite, protocol, setting and player, numbers in names by
// their value.
func (k Key) compare(other Key) int {
	return cmp.Or(
		compareNatural(k.Suite, other.Suite),
		cmp.Compare(k.Protocol, other.Protocol),
		compareNatural(k.Setting, other.Setting),
		compareNatural(k.Player, other.Player),
		cmp.Compare(k.Kind, other.Kind),
	)
}

// compareNatural orders texts with "3o12i" before "12o0i", and otherwise byte by
// byte.
func compareNatural(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		m, n := digits(x), digits(y)
		if m > 0 && n > 0 {
			p, q := strings.TrimLeft(x[:m], "0"), strings.TrimLeft(y[:n], "0")
			if c := cmp.Or(cmp.Compare(len(p), len(q)), cmp.Compare(p, q)); c != 0 {
				return c
			}
			x, y = x[m:], y[n:]
			continue
		}
		if x[0] != y[0] {
			return cmp.Compare(x[0], y[0])
		}
		x, y = x[1:], y[1:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(a, b))
}

// digits returns the number of decimal digits that a text begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}
