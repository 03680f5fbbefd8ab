package identify

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strconv"
)

// MaxVariables is the largest number of variables of a space. Graphs of so many
// nodes can be counted in 128 bits.
const MaxVariables = 12

// Count is a number of graphs, exact up to 128 bits.
type Count struct{ hi, lo uint64 }

// CountOf returns n as a count.
func CountOf(n uint64) Count { return Count{0, n} }

// Big returns the count as a big integer.
func (c Count) Big() *big.Int {
	n := new(big.Int).SetUint64(c.hi)
	return n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(c.lo))
}

// Float returns the count to the precision of float64.
func (c Count) Float() float64 { return float64(c.hi)*(1<<64) + float64(c.lo) }

// String returns the count in decimal.
func (c Count) String() string {
	if c.hi == 0 {
		return strconv.FormatUint(c.lo, 10)
	}
	return c.Big().String()
}

// Cmp returns -1, 0 or 1 as c is less than, equal to or greater than d.
func (c Count) Cmp(d Count) int {
	switch {
	case c == d:
		return 0
	case c.hi < d.hi || c.hi == d.hi && c.lo < d.lo:
		return -1
	}
	return 1
}

// MarshalJSON writes a number up to 2^53, which every reader keeps exact, and a
// decimal string above.
func (c Count) MarshalJSON() ([]byte, error) {
	if c.hi == 0 && c.lo <= 1<<53 {
		return []byte(c.String()), nil
	}
	return []byte(`"` + c.String() + `"`), nil
}

// UnmarshalJSON reads a number or a decimal string: a whole number, not
// negative, below 2^128.
func (c *Count) UnmarshalJSON(data []byte) error {
	text := string(data)
	if len(text) >= 2 && text[0] == '"' {
		text = text[1 : len(text)-1]
	}
	n, ok := new(big.Int).SetString(text, 10)
	if !ok || n.Sign() < 0 || n.BitLen() > 128 {
		return fmt.Errorf("identify: %s is no number of graphs", data)
	}
	c.lo = new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
	c.hi = n.Rsh(n, 64).Uint64()
	return nil
}

func (c Count) add(d Count) Count {
	lo, carry := bits.Add64(c.lo, d.lo, 0)
	hi, _ := bits.Add64(c.hi, d.hi, carry)
	return Count{hi, lo}
}

func (c Count) sub(d Count) Count {
	lo, borrow := bits.Sub64(c.lo, d.lo, 0)
	hi, _ := bits.Sub64(c.hi, d.hi, borrow)
	return Count{hi, lo}
}

func (c Count) times(n uint64) Count {
	hi, lo := bits.Mul64(c.lo, n)
	return Count{hi + c.hi*n, lo}
}

// graphCounts returns, for every set U of the n variables, the number of acyclic
// graphs over U whose every variable has one of its feasible parent sets, all of
// them inside U.
//
// By the sinks of a graph, with inclusion and exclusion (Robinson 1973; over
// given parent sets as in Koivisto & Sood 2004):
//
//	a(U) = Σ over non-empty R ⊆ U of (-1)^(|R|+1) · a(U∖R) · Π over x in R of f_x(U∖R)
//
// where f_x(T) counts the feasible parent sets of x inside T. Sums are taken
// modulo 2^128, which the results stay below; so what they pass on the way does
// not matter.
func graphCounts(n int, parents [][]Set) []Count {
	size := 1 << n
	within := make([][]uint64, n) // f_x by set
	for x := range n {
		f := make([]uint64, size)
		for _, p := range parents[x] {
			f[p]++
		}
		for i := range n {
			for t := range size {
				if t>>i&1 == 1 {
					f[t] += f[t&^(1<<i)]
				}
			}
		}
		within[x] = f
	}
	a := make([]Count, size)
	a[0] = Count{0, 1}
	choices := make([]Count, size) // Π f_x(T) over x in R, for the T at hand
	for t := range size {
		// a[t] is complete: every proper subset came before. Hand it on to all
		// U = T ∪ R.
		rest := (size - 1) &^ t
		choices[0] = a[t]
		for r := (0 - rest) & rest; r != 0; r = (r - rest) & rest {
			x := bits.TrailingZeros(uint(r))
			c := choices[r&(r-1)].times(within[x][t])
			choices[r] = c
			if c == (Count{}) {
				continue
			}
			if bits.OnesCount(uint(r))&1 == 1 {
				a[t|r] = a[t|r].add(c)
			} else {
				a[t|r] = a[t|r].sub(c)
			}
		}
	}
	return a
}
