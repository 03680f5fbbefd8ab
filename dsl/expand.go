package dsl

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"causalab/scm"
)

const (
	// MaxEquation is the length in bytes of the longest equation.
	MaxEquation = 4096
	// MaxCoefficients is the number of coefficients that a hypothesis may have.
	MaxCoefficients = 256
	// maxNesting bounds parentheses and exponents inside each other.
	maxNesting = 64

	equationPath = "hypothesis.freq_equation"
)

// expander reads an equation by recursive descent and multiplies it out on the
// way. Each rule of the grammar returns a polynomial whose terms are the last
// ones in the slice terms, which so serves as a stack.
type expander struct {
	text         string
	at           int
	w            *World
	coefficients Coefficients
	used         [MaxCoefficients / 64]uint64 // bits of the coefficients that occur
	nesting      int
	terms        []monomial
	err          *Error
}

func (x *expander) expand() (Equation, *Error) {
	if len(x.text) > MaxEquation {
		return Equation{}, &Error{TooLong, fmt.Sprintf("The equation has %d bytes and at most %d are read; shorten it.", len(x.text), MaxEquation), equationPath}
	}
	if len(x.coefficients) > MaxCoefficients {
		return Equation{}, tooManyCoefficients()
	}
	x.terms = make([]monomial, 0, 12)
	if x.leftSide(); x.err != nil {
		return Equation{}, x.err
	}
	p := x.sum()
	if x.err == nil && x.at < len(x.text) {
		x.leftover()
	}
	if x.err != nil {
		return Equation{}, x.err
	}
	return x.equation(p)
}

// leftSide skips "resonanceFreq =" if it is there.
func (x *expander) leftSide() {
	i := strings.IndexByte(x.text, '=')
	if i < 0 {
		return
	}
	left := strings.TrimSpace(x.text[:i])
	switch at := x.w.index(left); {
	case at == len(x.w.Properties):
		x.at = i + 1
	case at >= 0:
		x.refuse(EquationLeft, fmt.Sprintf("the equation states %s; state that of the frequency, %s", x.w.name(at), scm.Frequency))
	default:
		x.refuse(EquationLeft, fmt.Sprintf("%s on the left side is not the frequency; write %s there", quote(left), scm.Frequency))
	}
}

// sum = product { ( "+" | "-" ) product }.
func (x *expander) sum() polynomial {
	left := x.product()
	for x.err == nil {
		switch sign, size := x.symbol(); sign {
		case '+':
			x.at += size
			left = x.add(left, x.product())
		case '-':
			x.at += size
			left = x.add(left, x.negate(x.product()))
		default:
			return left
		}
	}
	return left
}

// product = factor { ( "*" | "/" ) factor }.
func (x *expander) product() polynomial {
	left := x.factor()
	for x.err == nil {
		sign, size := x.symbol()
		if sign != '*' && sign != '/' {
			return left
		}
		at := x.at
		x.at += size
		right := x.factor()
		switch {
		case x.err != nil:
		case sign == '*':
			left = x.multiply(left, right, at)
		default:
			left = x.divide(left, right, at)
		}
	}
	return left
}

// factor = { "+" | "-" } power.
func (x *expander) factor() polynomial {
	negative := false
	for {
		sign, size := x.symbol()
		if sign != '+' && sign != '-' {
			break
		}
		negative = negative != (sign == '-')
		x.at += size
	}
	p := x.power()
	if negative {
		p = x.negate(p)
	}
	return p
}

// power = operand [ ( "^" | "**" ) factor | "²" ].
func (x *expander) power() polynomial {
	base := x.operand()
	if x.err != nil {
		return base
	}
	sign, size := x.symbol()
	at := x.at
	switch sign {
	case '²':
		x.at += size
		return x.raise(base, 2, at)
	case '^':
		x.at += size
		if !x.enter() {
			return base
		}
		exponent := x.factor()
		x.nesting--
		if x.err != nil {
			return base
		}
		v := exponent.base
		if len(x.terms) > exponent.first || !v.Known || v.Value != math.Trunc(v.Value) || math.Abs(v.Value) > maxExponent {
			x.refuseAt(at, OutsideFamily, fmt.Sprintf("an exponent is a whole number; a property takes %s", x.powers()))
			return base
		}
		return x.raise(base, int(v.Value), at)
	}
	return base
}

// operand = number | name | "(" sum ")".
func (x *expander) operand() polynomial {
	at := x.skipSpace()
	r, size := utf8.DecodeRuneInString(x.text[at:])
	switch {
	case at == len(x.text):
		x.refuse(EquationSyntax, "the equation ends where a number, property or coefficient belongs")
	case r == '(':
		if !x.enter() {
			break
		}
		x.at += size
		p := x.sum()
		x.nesting--
		switch sign, size := x.symbol(); {
		case x.err != nil:
		case sign == ')':
			x.at += size
		case size > 0:
			x.leftover()
		default:
			x.refuseAt(at, EquationSyntax, "this parenthesis is never closed; close it")
		}
		return p
	case r >= '0' && r <= '9' || r == '.':
		return x.constant(Amount{x.number(), true})
	case r == '_' || unicode.IsLetter(r):
		return x.named()
	default:
		x.unexpected()
	}
	return x.constant(Amount{})
}

func (x *expander) number() float64 {
	start := x.at
	digits := func() (n int) {
		for x.at < len(x.text) && x.text[x.at] >= '0' && x.text[x.at] <= '9' {
			x.at++
			n++
		}
		return n
	}
	n := digits()
	if x.at < len(x.text) && x.text[x.at] == '.' {
		x.at++
		n += digits()
	}
	if n == 0 {
		x.refuseAt(start, EquationSyntax, "a point without digits is not a number")
		return 0
	}
	if mark := x.at; x.at < len(x.text) && x.text[x.at]|0x20 == 'e' {
		x.at++
		if x.at < len(x.text) && (x.text[x.at] == '+' || x.text[x.at] == '-') {
			x.at++
		}
		if digits() == 0 {
			x.at = mark
		}
	}
	v, err := strconv.ParseFloat(x.text[start:x.at], 64)
	if err != nil {
		x.refuseAt(start, NotFinite, quote(x.text[start:x.at])+" is too large for a number; use a smaller one")
		return 0
	}
	return v
}

// named reads a name. One that means a property always means the property.
func (x *expander) named() polynomial {
	start := x.at
	end := start
	for end < len(x.text) {
		if c := x.text[end]; isLetter(c) || c == '_' || c >= '0' && c <= '9' {
			end++
			continue
		}
		r, size := utf8.DecodeRuneInString(x.text[end:])
		if !isNameRune(r) {
			break
		}
		end += size
	}
	name := x.text[start:end]
	x.at = end
	parent := x.w.exactIndex(name)
	if parent < 0 {
		parent = x.w.index(name)
		if x.wordsFollow() {
			if long, after := x.displayName(start); long >= 0 {
				parent, x.at = long, after
			}
		}
	}
	switch {
	case parent == len(x.w.Properties):
		x.refuseAt(start, SelfEdge, "the frequency cannot be its own cause; leave it out of the right side")
	case parent >= 0:
		x.terms = append(x.terms, monomial{int32(parent), 1, Amount{1, true}})
		return polynomial{len(x.terms) - 1, Amount{0, true}}
	default:
		for i := range x.coefficients {
			if c := &x.coefficients[i]; c.Name == name {
				x.used[i/64] |= 1 << (i % 64)
				if c.Value == nil {
					return x.constant(Amount{})
				}
				return x.constant(Amount{*c.Value, true})
			}
		}
		x.refuseAt(start, UnboundName, fmt.Sprintf("%s is neither a property nor a coefficient; add it to coefficients, with null if its value is not known yet, or use one of %s", quote(name), x.w.propertyNames()))
	}
	return x.constant(Amount{})
}

// wordsFollow says whether a space and then something other than an operator
// comes next, as in a display name of several words.
func (x *expander) wordsFollow() bool {
	rest := strings.TrimLeft(x.text[x.at:], " ")
	if len(rest) == len(x.text[x.at:]) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return r == '(' || isNameRune(r)
}

// displayName looks for a display name that an identifier cannot hold, such as
// "Quantum Size" or "Temperature (°C)". It returns the property's index and the
// end of its name, or -1.
func (x *expander) displayName(start int) (parent, end int) {
	rest := x.text[start:]
	for i := range x.w.Properties {
		d := x.w.Properties[i].Display
		for _, name := range [...]string{d, withoutUnit(d)} {
			if len(rest) < len(name) || !strings.ContainsAny(name, " (") || !strings.EqualFold(rest[:len(name)], name) {
				continue
			}
			if next, _ := utf8.DecodeRuneInString(rest[len(name):]); len(rest) == len(name) || !isNameRune(next) || strings.HasSuffix(name, ")") {
				return i, start + len(name)
			}
		}
	}
	return -1, start
}

func isNameRune(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || unicode.IsLetter(r) || unicode.IsMark(r)
}

func (x *expander) enter() bool {
	if x.nesting++; x.nesting > maxNesting {
		x.refuse(EquationSyntax, fmt.Sprintf("the equation is nested more than %d levels deep; write it flat", maxNesting))
		return false
	}
	return true
}

// skipSpace moves to the next character that is no white space and returns its
// index.
func (x *expander) skipSpace() int {
	for x.at < len(x.text) {
		c := x.text[x.at]
		if c == ' ' || c >= '\t' && c <= '\r' {
			x.at++
			continue
		}
		if c < utf8.RuneSelf {
			break
		}
		r, size := utf8.DecodeRuneInString(x.text[x.at:])
		if !unicode.IsSpace(r) {
			break
		}
		x.at += size
	}
	return x.at
}

// symbol returns the sign that comes next and its length, without moving past it.
// "**" is given as '^', typographic signs as the plain ones; 0 is no sign.
func (x *expander) symbol() (sign rune, size int) {
	at := x.skipSpace()
	if at == len(x.text) {
		return 0, 0
	}
	switch c := x.text[at]; {
	case c == '*' && at+1 < len(x.text) && x.text[at+1] == '*':
		return '^', 2
	case c < utf8.RuneSelf:
		return rune(c), 1
	}
	r, size := utf8.DecodeRuneInString(x.text[at:])
	switch r {
	case '−':
		r = '-'
	case '×', '·':
		r = '*'
	}
	return r, size
}

// leftover refuses what follows a complete sum.
func (x *expander) leftover() {
	x.skipSpace()
	r, _ := utf8.DecodeRuneInString(x.text[x.at:])
	switch {
	case r == ')':
		x.refuse(EquationSyntax, "this parenthesis was never opened; remove it")
	case r == '(' || r == '.' || isNameRune(r):
		x.refuse(EquationSyntax, "an operator is missing here; write * between what is to be multiplied")
	default:
		x.unexpected()
	}
}

// unexpected refuses a character that fits nowhere here.
func (x *expander) unexpected() {
	r, _ := utf8.DecodeRuneInString(x.text[x.at:])
	switch r {
	case ',':
		x.refuse(EquationSyntax, "there is a comma; write a point for decimals and nothing for thousands")
	case ';', '=':
		x.refuse(EquationSyntax, fmt.Sprintf("there is %q; write one equation only, that of the frequency", r))
	case ')':
		x.refuse(EquationSyntax, "a number, property or coefficient is missing before this parenthesis")
	case '*', '/', '^':
		x.refuse(EquationSyntax, fmt.Sprintf("a number, property or coefficient is missing before %q", r))
	default:
		x.refuse(EquationSyntax, fmt.Sprintf("there is %q, which the equation language does not have; it has numbers, names, + - * / ^ ( )", r))
	}
}

func (x *expander) refuse(code Code, message string) { x.refuseAt(x.at, code, message) }

// refuseAt keeps the first error. Its message begins with the place, counted in
// characters from 1.
func (x *expander) refuseAt(at int, code Code, message string) {
	if x.err == nil {
		n := utf8.RuneCountInString(x.text[:at]) + 1
		x.err = &Error{code, fmt.Sprintf("Character %d: %s.", n, message), equationPath}
	}
}
