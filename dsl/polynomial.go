package dsl

import (
	"fmt"
	"math"
	"slices"

	"causalab/scm"
)

// maxExponent bounds the exponents of numbers, which are multiplied out so that
// every machine gets the same bits.
const maxExponent = 64

// monomial is a term before its parent is named.
type monomial struct {
	parent int32 // index in World.Properties
	power  int32
	Amount
}

// polynomial is base + the terms from first to the end of expander.terms.
type polynomial struct {
	first int
	base  Amount
}

// equation names the parents of the finished polynomial.
func (x *expander) equation(p polynomial) (Equation, *Error) {
	slices.SortFunc(x.terms, func(a, b monomial) int {
		if a.parent != b.parent {
			return int(a.parent - b.parent)
		}
		return int(b.power - a.power)
	})
	e := Equation{Base: p.base}
	e.Base.Value += 0 // not -0
	finite := isFinite(e.Base.Value)
	if len(x.terms) > 0 {
		e.Terms = make([]Term, len(x.terms))
	}
	for i, t := range x.terms {
		finite = finite && isFinite(t.Value)
		t.Value += 0
		e.Terms[i] = Term{x.w.Properties[t.parent].Name, int(t.power), t.Amount}
	}
	if !finite {
		return Equation{}, &Error{NotFinite, "Multiplied out, an amount of the equation is too large for a number; use smaller ones.", equationPath}
	}
	return e, nil
}

// constant is a polynomial without terms.
func (x *expander) constant(a Amount) polynomial { return polynomial{len(x.terms), a} }

func (a Amount) plus(b Amount) Amount {
	if !a.Known || !b.Known {
		return Amount{}
	}
	return Amount{a.Value + b.Value, true}
}

// times multiplies; nothing times an unknown amount is nothing.
func (a Amount) times(b Amount) Amount {
	if a.Known && b.Known {
		return Amount{float64(a.Value * b.Value), true}
	}
	return Amount{Known: a.Known && a.Value == 0 || b.Known && b.Value == 0}
}

// add joins the last two polynomials on the stack.
func (x *expander) add(left, right polynomial) polynomial {
	if x.err != nil {
		return left
	}
	end := right.first
	for _, t := range x.terms[right.first:] {
		end = x.merge(left.first, end, t)
	}
	x.terms = x.terms[:end]
	return polynomial{left.first, left.base.plus(right.base)}
}

// merge adds a term to those in first:end and returns the new end. The slot at
// end must be free to write.
func (x *expander) merge(first, end int, t monomial) int {
	for i := first; i < end; i++ {
		if s := &x.terms[i]; s.parent == t.parent && s.power == t.power {
			s.Amount = s.plus(t.Amount)
			return end
		}
	}
	x.terms[end] = t
	return end + 1
}

func (x *expander) negate(p polynomial) polynomial {
	return x.scale(p, Amount{-1, true})
}

// scale multiplies the last polynomial on the stack by a constant.
func (x *expander) scale(p polynomial, by Amount) polynomial {
	if x.err != nil {
		return p
	}
	for i := p.first; i < len(x.terms); i++ {
		x.terms[i].Amount = x.terms[i].times(by)
	}
	return polynomial{p.first, p.base.times(by)}
}

// multiply joins the last two polynomials on the stack.
func (x *expander) multiply(left, right polynomial, at int) polynomial {
	if right.first == len(x.terms) {
		return x.scale(left, right.base)
	}
	if left.first == right.first { // no terms on the left
		return x.scale(polynomial{left.first, right.base}, left.base)
	}
	mid, end := right.first, len(x.terms)
	// The result is gathered above both and then moved down.
	add := func(t monomial) {
		x.terms = append(x.terms, monomial{})
		x.terms = x.terms[:x.merge(end, len(x.terms)-1, t)]
	}
	// A side without a constant gives the other's terms nothing to be multiplied
	// by: density^2 states no coefficient of density.
	none := Amount{0, true}
	for i := left.first; i < mid && right.base != none; i++ {
		t := x.terms[i]
		add(monomial{t.parent, t.power, t.times(right.base)})
	}
	for j := mid; j < end && left.base != none; j++ {
		t := x.terms[j]
		add(monomial{t.parent, t.power, t.times(left.base)})
	}
	for i := left.first; i < mid; i++ {
		for j := mid; j < end; j++ {
			a, b := x.terms[i], x.terms[j]
			switch {
			case a.parent != b.parent:
				x.refuseAt(at, OutsideFamily, fmt.Sprintf("the product of %s and %s is outside the %s family; add separate terms for them", x.w.name(int(a.parent)), x.w.name(int(b.parent)), x.w.Family))
				return left
			case int(a.power+b.power) > x.maxPower():
				x.refuseAt(at, OutsideFamily, x.powerMessage(a.parent, int(a.power+b.power)))
				return left
			}
			add(monomial{a.parent, a.power + b.power, a.times(b.Amount)})
		}
	}
	n := copy(x.terms[left.first:], x.terms[end:])
	x.terms = x.terms[:left.first+n]
	return polynomial{left.first, left.base.times(right.base)}
}

func (x *expander) divide(left, right polynomial, at int) polynomial {
	switch by := right.base; {
	case len(x.terms) > right.first:
		x.refuseAt(at, OutsideFamily, fmt.Sprintf("dividing by %s is outside the %s family; divide by numbers only", x.w.name(int(x.terms[right.first].parent)), x.w.Family))
	case !by.Known:
		return x.scale(left, by)
	case by.Value == 0:
		x.refuseAt(at, DivisionByZero, "this divides by zero; divide by another number")
	case !isFinite(by.Value):
		x.refuseAt(at, NotFinite, "the divisor is too large for a number; use a smaller one")
	default:
		for i := left.first; i < right.first; i++ {
			x.terms[i].Value /= by.Value
		}
		left.base.Value /= by.Value
	}
	return left
}

// raise multiplies the last polynomial on the stack with itself.
func (x *expander) raise(base polynomial, exponent, at int) polynomial {
	if first := base.first; len(x.terms) > first {
		switch {
		case exponent == 1:
			return base
		case exponent != 2 || x.maxPower() < 2:
			x.refuseAt(at, OutsideFamily, x.powerMessage(x.terms[first].parent, exponent))
			return base
		}
		right := polynomial{len(x.terms), base.base}
		x.terms = append(x.terms, x.terms[first:]...)
		return x.multiply(base, right, at)
	}
	if !base.base.Known {
		return base
	}
	result := Amount{1, true}
	for range max(exponent, -exponent) {
		result = result.times(base.base)
	}
	if exponent < 0 {
		return x.divide(x.constant(Amount{1, true}), x.constant(result), at)
	}
	return x.constant(result)
}

// maxPower is the highest power of a property in the family.
func (x *expander) maxPower() int {
	if x.w.Family == scm.Quadratic {
		return 2
	}
	return 1
}

func (x *expander) powers() string {
	if x.maxPower() == 2 {
		return "1 or 2"
	}
	return "1 in a linear task"
}

func (x *expander) powerMessage(parent int32, power int) string {
	return fmt.Sprintf("%s to the power %d is outside the %s family; the exponent of a property is %s", x.w.name(int(parent)), power, x.w.Family, x.powers())
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
