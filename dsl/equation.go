package dsl

import (
	"math"
	"strings"

	"causalab/scm"
)

// Amount is a number that may not be known yet.
type Amount struct {
	Value float64 // 0 while unknown
	Known bool
}

// Term is one summand of an equation: Amount · Parent^Power.
type Term struct {
	Parent string // code name
	Power  int    // 1 or 2
	Amount
}

// Equation is the frequency's mechanism as a hypothesis states it, expanded: a
// base and at most one term for each parent and power. Terms stand in the order
// of [World.Properties], the higher power of a parent first.
type Equation struct {
	Base  Amount // in Hz
	Terms []Term
}

// Interpret expands the hypothesis's equation with its coefficients. It is not
// stated while it is empty. A coefficient that is null makes the amounts that
// depend on it unknown. The error is the one that [Parse] gives; whether edges
// and terms agree is not looked at here.
func (h *Hypothesis) Interpret(w *World) (eq Equation, stated bool, err *Error) {
	if strings.TrimSpace(h.FreqEquation) == "" {
		return Equation{}, false, nil
	}
	x := expander{text: h.FreqEquation, w: w, coefficients: h.Coefficients}
	eq, err = x.expand()
	return eq, err == nil, err
}

// Evaluate returns the frequency in Hz that the equation gives, where read gives
// the parents' values. It is not ok if an amount or a parent is unknown or the
// result is not finite. The sum is made and rounded like a model's: base first,
// then the terms in order, then [scm.Round].
func (e *Equation) Evaluate(read func(name string) (float64, bool)) (hz float64, ok bool) {
	if !e.Base.Known {
		return 0, false
	}
	sum := e.Base.Value
	for i := range e.Terms {
		t := &e.Terms[i]
		p, there := read(t.Parent)
		if !there || !t.Known {
			return 0, false
		}
		if t.Power == 2 {
			p = float64(p * p)
		}
		sum += float64(t.Value * p)
	}
	if math.IsNaN(sum) || math.IsInf(sum, 0) {
		return 0, false
	}
	return scm.Round(sum), true
}

// Term returns the amount of a parent's power, and whether there is such a term.
func (e *Equation) Term(parent string, power int) (Amount, bool) {
	for i := range e.Terms {
		if t := &e.Terms[i]; t.Parent == parent && t.Power == power {
			return t.Amount, true
		}
	}
	return Amount{}, false
}

// String writes the equation in its own language, for people too:
//
//	resonanceFreq = 25 + 1*density + 0.016*moisture^2
//
// Amounts that are not known are named base, c_density, c_moisture_2; with these
// as null coefficients the text means the same equation.
func (e *Equation) String() string {
	b := append([]byte(scm.Frequency), " = "...)
	if e.Base.Known {
		b = appendNumber(b, e.Base.Value)
	} else {
		b = append(b, "base"...)
	}
	for i := range e.Terms {
		t := &e.Terms[i]
		switch {
		case !t.Known:
			b = append(append(b, " + c_"...), t.Parent...)
			if t.Power == 2 {
				b = append(b, "_2"...)
			}
		case t.Value < 0:
			b = appendNumber(append(b, " - "...), -t.Value)
		default:
			b = appendNumber(append(b, " + "...), t.Value)
		}
		b = append(append(b, '*'), t.Parent...)
		if t.Power == 2 {
			b = append(b, "^2"...)
		}
	}
	return string(b)
}
