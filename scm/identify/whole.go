package identify

import (
	"math"
	"math/big"
	"math/bits"
)

// whole is an integer of any size, immutable. Nearly all that elimination meets
// fits into a machine word; what does not is kept in large. A number that fits
// is always small, so that zero values are found by comparing.
type whole struct {
	small int64    // if large is nil
	large *big.Int // nil, or outside the range of int64
}

func wholeOf(x *big.Int) whole {
	if x.IsInt64() {
		return whole{small: x.Int64()}
	}
	return whole{large: x}
}

// big returns x as a big integer, not to be changed.
func (x whole) big() *big.Int {
	if x.large != nil {
		return x.large
	}
	return big.NewInt(x.small)
}

func (x whole) isZero() bool { return x.small == 0 && x.large == nil }

func (x whole) sign() int {
	switch {
	case x.large != nil:
		return x.large.Sign()
	case x.small < 0:
		return -1
	case x.small > 0:
		return 1
	}
	return 0
}

// cross returns a·b - c·d.
func cross(a, b, c, d whole) whole {
	if a.large == nil && b.large == nil && c.large == nil && d.large == nil {
		// In 128 bits, two's complement: each product is below 2^126.
		hi, lo := multiply(a.small, b.small)
		hi2, lo2 := multiply(c.small, d.small)
		lo, borrow := bits.Sub64(lo, lo2, 0)
		hi, _ = bits.Sub64(hi, hi2, borrow)
		if hi == uint64(int64(lo)>>63) {
			return whole{small: int64(lo)}
		}
		x := new(big.Int).Lsh(big.NewInt(int64(hi)), 64)
		return whole{large: x.Add(x, new(big.Int).SetUint64(lo))}
	}
	x := new(big.Int).Mul(a.big(), b.big())
	return wholeOf(x.Sub(x, new(big.Int).Mul(c.big(), d.big())))
}

// multiply returns the product of two signed numbers in 128 bits.
func multiply(a, b int64) (hi, lo uint64) {
	hi, lo = bits.Mul64(uint64(a), uint64(b))
	// As unsigned numbers, negative ones were read 2^64 too large.
	if a < 0 {
		hi -= uint64(b)
	}
	if b < 0 {
		hi -= uint64(a)
	}
	return hi, lo
}

// commonDivisor returns the greatest common divisor of |x| and |y|.
func commonDivisor(x, y whole) whole {
	if x.large == nil && y.large == nil && x.small != math.MinInt64 && y.small != math.MinInt64 {
		a, b := max(x.small, -x.small), max(y.small, -y.small)
		for b != 0 {
			a, b = b, a%b
		}
		return whole{small: a}
	}
	a, b := new(big.Int).Abs(x.big()), new(big.Int).Abs(y.big())
	return wholeOf(a.GCD(nil, nil, a, b))
}

// over returns x/d for a d that divides x and is not zero.
func (x whole) over(d whole) whole {
	if x.large == nil && d.large == nil && x.small != math.MinInt64 {
		return whole{small: x.small / d.small}
	}
	return wholeOf(new(big.Int).Quo(x.big(), d.big()))
}

func (x whole) negated() whole { return cross(whole{}, whole{}, x, whole{small: 1}) }

// fraction returns x/y as a rational number; y is not zero.
func fraction(x, y whole) *big.Rat { return new(big.Rat).SetFrac(x.big(), y.big()) }
