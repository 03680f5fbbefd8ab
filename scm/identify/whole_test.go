package identify

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// wholes generates integers around the edges of a machine word and far beyond.
func wholes() *rapid.Generator[whole] {
	return rapid.Custom(func(t *rapid.T) whole {
		edge := rapid.SampledFrom([]int64{0, 1, -1, math.MaxInt64, math.MinInt64, 1 << 31, -1 << 32}).Draw(t, "edge")
		x := new(big.Int).Add(big.NewInt(edge), big.NewInt(int64(rapid.IntRange(-2, 2).Draw(t, "offset"))))
		return wholeOf(x.Mul(x, big.NewInt(rapid.SampledFrom([]int64{1, 1, 1, 3, 1 << 40, -7}).Draw(t, "factor"))))
	})
}

func (x whole) isCanonical() bool { return x.large == nil || !x.large.IsInt64() && x.small == 0 }

func TestWholeIsAnInteger(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := wholes().Draw(t, "a"), wholes().Draw(t, "b")
		c, d := wholes().Draw(t, "c"), wholes().Draw(t, "d")
		want := new(big.Int).Mul(a.big(), b.big())
		want.Sub(want, new(big.Int).Mul(c.big(), d.big()))
		got := cross(a, b, c, d)
		if got.big().Cmp(want) != 0 || !got.isCanonical() {
			t.Fatalf("a·b - c·d = %v, want %v", got.big(), want)
		}
		if got.sign() != want.Sign() || got.isZero() != (want.Sign() == 0) {
			t.Fatalf("%v has sign %d", want, got.sign())
		}
		want.GCD(nil, nil, new(big.Int).Abs(a.big()), new(big.Int).Abs(b.big()))
		if got = commonDivisor(a, b); got.big().Cmp(want) != 0 || !got.isCanonical() {
			t.Fatalf("gcd %v, want %v", got.big(), want)
		}
		if !got.isZero() {
			if q := a.over(got); new(big.Int).Mul(q.big(), want).Cmp(a.big()) != 0 || !q.isCanonical() {
				t.Fatalf("%v / %v = %v", a.big(), want, q.big())
			}
		}
		if n := a.negated(); new(big.Int).Neg(n.big()).Cmp(a.big()) != 0 || !n.isCanonical() {
			t.Fatalf("-%v = %v", a.big(), n.big())
		}
	})
}
