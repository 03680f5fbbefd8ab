package dsl

import (
	"fmt"
	"math"
	"slices"
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
	// maxExponent bounds the exponents of numbers, which are multiplied out so
	// that every machine gets the same bits.
	maxExponent = 64

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

func (x *expander) expand() (Equation, *Error) {
	if len(x.text) > MaxEquation {
		return Equation{}, &Error{TooLong, fmt.Sprintf("the equation has %d bytes and at most %d are read; shorten it", len(x.text), MaxEquation), equationPath}
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
		return Equation{}, &Error{NotFinite, "multiplied out, an amount of the equation is too large for a number; use smaller ones", equationPath}
	}
	return e, nil
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
		x.refuse(EquationLeft, fmt.Sprintf("the equation states %s; only that of the frequency is asked for: %s = …", x.w.name(at), scm.Frequency))
	default:
		x.refuse(EquationLeft, fmt.Sprintf("%s on the left side is not the frequency; begin with %s =", quote(left), scm.Frequency))
	}
}

// sum = [ "+" | "-" ] product { ( "+" | "-" ) product }.
func (x *expander) sum() polynomial {
	left := x.product()
	for x.err == nil {
		switch {
		case x.take("+"):
			left = x.add(left, x.product())
		case x.take("-"), x.take("−"):
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
		at := x.at
		switch {
		case x.take("*"), x.take("×"), x.take("·"):
			right := x.factor()
			if x.err == nil {
				left = x.multiply(left, right, at)
			}
		case x.take("/"):
			right := x.factor()
			if x.err == nil {
				left = x.divide(left, right, at)
			}
		default:
			return left
		}
	}
	return left
}

// factor = { "+" | "-" } power.
func (x *expander) factor() polynomial {
	negative := false
	for {
		switch {
		case x.take("-"), x.take("−"):
			negative = !negative
		case x.take("+"):
		default:
			p := x.power()
			if negative {
				p = x.negate(p)
			}
			return p
		}
	}
}

// power = operand [ ( "^" | "**" ) factor | "²" ].
func (x *expander) power() polynomial {
	base := x.operand()
	if x.err != nil {
		return base
	}
	at := x.skipSpace()
	switch {
	case x.take("²"):
		return x.raise(base, 2, at)
	case x.take("^"), x.take("**"):
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
		if x.err == nil && !x.take(")") {
			if x.at < len(x.text) {
				x.leftover()
			} else {
				x.refuseAt(at, EquationSyntax, "this parenthesis is never closed; add )")
			}
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

// take moves over a symbol if it comes next. "*" does not match the beginning
// of "**".
func (x *expander) take(symbol string) bool {
	x.skipSpace()
	rest := x.text[x.at:]
	if !strings.HasPrefix(rest, symbol) || symbol == "*" && strings.HasPrefix(rest, "**") {
		return false
	}
	x.at += len(symbol)
	return true
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
		x.err = &Error{code, fmt.Sprintf("character %d: %s", n, message), equationPath}
	}
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
