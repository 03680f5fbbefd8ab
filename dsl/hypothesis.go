package dsl

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"causalab/scm"

	"github.com/tidwall/gjson"
)

const coefficientsPath = "hypothesis.coefficients"

func edgePath(i int, rest string) string { return "hypothesis.edges[" + strconv.Itoa(i) + "]" + rest }

func coefficientPath(name string) string {
	return string(appendKey([]byte(coefficientsPath), name))
}

func (r *reader) readHypothesis(v *gjson.Result) {
	h := &r.record.Hypothesis
	h.Edges, h.Coefficients = []scm.Edge{}, Coefficients{}
	if absent(v) {
		r.refuse(MissingHypothesis, "hypothesis", `the record needs a hypothesis; while you have none, give {"edges": [], "freq_equation": "", "coefficients": {}}`)
		return
	}
	if !v.IsObject() {
		r.refuse(WrongType, "hypothesis", "hypothesis must be an object with edges, freq_equation and coefficients, not "+kind(v))
		return
	}
	var edges, equation, coefficients gjson.Result
	v.ForEach(func(key, value gjson.Result) bool {
		var field *gjson.Result
		switch key.Str {
		case "edges":
			field = &edges
		case "freq_equation":
			field = &equation
		case "coefficients":
			field = &coefficients
		default:
			r.ignore(string(appendKey([]byte("hypothesis"), key.Str)), key.Str, "edges, freq_equation and coefficients")
			return true
		}
		if field.Exists() {
			r.refuseTwice("hypothesis."+key.Str, key.Str)
		}
		*field = value
		return !r.done()
	})
	before := len(r.errors)
	if !r.done() && !absent(&edges) {
		r.readEdges(&edges)
	}
	edgesRead := len(r.errors) == before
	if !r.done() {
		h.FreqEquation = r.text(&equation, equationPath)
	}
	if !r.done() && !absent(&coefficients) {
		r.readCoefficients(&coefficients)
	}
	if !r.done() {
		r.checkEquation(edgesRead)
	}
	if !r.done() {
		r.warnOfEdges()
	}
}

func (r *reader) readEdges(v *gjson.Result) {
	if !v.IsArray() {
		r.refuse(WrongType, "hypothesis.edges", `edges must be a list like [{"from": "density", "to": "resonanceFreq"}], not `+kind(v))
		return
	}
	h := &r.record.Hypothesis
	i := 0
	v.ForEach(func(_, value gjson.Result) bool {
		e, ok := r.readEdge(&value, i)
		if ok {
			for _, other := range h.Edges {
				if ok = ok && other != e; !ok {
					r.refuse(DuplicateEdge, edgePath(i, ""), fmt.Sprintf("the edge %v is given twice; leave one of them out", e))
					break
				}
			}
		}
		if ok {
			if len(h.Edges) == 0 {
				h.Edges = make([]scm.Edge, 0, 8)
			}
			h.Edges = append(h.Edges, e)
		}
		i++
		return !r.done()
	})
}

func (r *reader) readEdge(v *gjson.Result, i int) (e scm.Edge, ok bool) {
	if !v.IsObject() {
		r.refuse(WrongType, edgePath(i, ""), `an edge must be an object like {"from": "density", "to": "resonanceFreq"}, not `+kind(v))
		return e, false
	}
	before := len(r.errors)
	var from, to gjson.Result
	v.ForEach(func(key, value gjson.Result) bool {
		var field *gjson.Result
		switch key.Str {
		case "from":
			field = &from
		case "to":
			field = &to
		default:
			r.ignore(string(appendKey([]byte(edgePath(i, "")), key.Str)), key.Str, "from and to")
			return true
		}
		if field.Exists() {
			r.refuseTwice(edgePath(i, "."+key.Str), key.Str)
		}
		*field = value
		return !r.done()
	})
	e.From = r.edgeEnd(&from, i, "from")
	if !r.done() {
		e.To = r.edgeEnd(&to, i, "to")
	}
	if len(r.errors) > before {
		return e, false
	}
	if e.From == e.To {
		r.refuse(SelfEdge, edgePath(i, ""), fmt.Sprintf("%s cannot be its own cause; remove this edge", e.From))
		return e, false
	}
	return e, true
}

func (r *reader) edgeEnd(v *gjson.Result, i int, end string) string {
	switch {
	case absent(v):
		r.refuse(MissingField, edgePath(i, "."+end), fmt.Sprintf("the edge has no %q; an edge needs both from and to", end))
		return ""
	case v.Type != gjson.String:
		r.refuse(WrongType, edgePath(i, "."+end), fmt.Sprintf("%s must be the name of a variable in double quotes, not %s", end, kind(v)))
		return ""
	}
	name, ok := ResolveName(v.Str, r.w)
	if !ok {
		r.refuse(UnknownProperty, edgePath(i, "."+end), fmt.Sprintf("%s is not a variable of this task; use %s", quote(v.Str), r.w.variableNames()))
	}
	return name
}

func tooManyCoefficients(n int) *Error {
	return &Error{TooLong, fmt.Sprintf("there are %d coefficients and at most %d are read; keep those of the frequency's equation", n, MaxCoefficients), coefficientsPath}
}

func (r *reader) readCoefficients(v *gjson.Result) {
	if !v.IsObject() {
		r.refuse(WrongType, coefficientsPath, `coefficients must be an object of numbers and nulls like {"base": 20, "c_density": null}, not `+kind(v))
		return
	}
	h := &r.record.Hypothesis
	n := 0
	v.ForEach(func(_, _ gjson.Result) bool { n++; return true })
	if n > MaxCoefficients {
		r.errors = append(r.errors, *tooManyCoefficients(n))
		return
	}
	if n > 0 {
		h.Coefficients = make(Coefficients, 0, n)
	}
	v.ForEach(func(key, value gjson.Result) bool {
		if _, twice := h.Coefficients.Get(key.Str); twice {
			r.refuseTwice(coefficientPath(key.Str), key.Str)
			return !r.done()
		}
		c := Coefficient{Name: key.Str}
		if !absent(&value) {
			x, code, why := number(&value)
			if code != "" {
				r.refuse(code, coefficientPath(key.Str), fmt.Sprintf("the coefficient %s %s; use null while it is not known", quote(key.Str), why))
			} else {
				c.Value = &x
			}
		}
		// A refused one stays as null, so that the equation is not refused for it too.
		h.Coefficients = append(h.Coefficients, c)
		return !r.done()
	})
}

// checkEquation expands the equation and holds it against the edges.
func (r *reader) checkEquation(edgesRead bool) {
	h := &r.record.Hypothesis
	if strings.TrimSpace(h.FreqEquation) == "" {
		r.warnOfUnstated()
		return
	}
	x := expander{text: h.FreqEquation, w: r.w, coefficients: h.Coefficients}
	var err *Error
	if r.equation, err = x.expand(); err != nil {
		r.errors = append(r.errors, *err)
		return
	}
	r.stated = true
	if edgesRead {
		r.matchEdges()
	}
	if r.done() {
		return
	}
	for _, t := range r.equation.Terms {
		if t.Known && t.Value == 0 {
			r.warn(ZeroCoefficient, equationPath, fmt.Sprintf("the term of %s has the coefficient 0, so %s has no effect; remove term and edge if you mean that", power(t), t.Parent))
		}
	}
	for i, c := range h.Coefficients {
		if x.used[i/64]>>(i%64)&1 == 0 {
			r.warn(UnusedCoefficient, coefficientPath(c.Name), fmt.Sprintf("the equation does not use the coefficient %s", quote(c.Name)))
		}
	}
}

// power writes a term without its amount.
func power(t Term) string {
	if t.Power == 2 {
		return t.Parent + "^2"
	}
	return t.Parent
}

// matchEdges refuses edges into the frequency without a term and terms without
// an edge. All edges were read, so positions in record and text agree.
func (r *reader) matchEdges() {
	for i, e := range r.record.Hypothesis.Edges {
		if e.To != scm.Frequency {
			continue
		}
		found := false
		for j := range r.equation.Terms {
			found = found || r.equation.Terms[j].Parent == e.From
		}
		if !found {
			r.refuse(EdgeWithoutTerm, edgePath(i, ""), fmt.Sprintf("%s is a parent of the frequency but the equation has no term for it; add a term, or remove the edge", e.From))
			if r.done() {
				return
			}
		}
	}
	for j := range r.equation.Terms {
		t := &r.equation.Terms[j]
		if j > 0 && r.equation.Terms[j-1].Parent == t.Parent {
			continue
		}
		found := false
		for _, e := range r.record.Hypothesis.Edges {
			found = found || e.To == scm.Frequency && e.From == t.Parent
		}
		if !found {
			r.refuse(TermWithoutEdge, equationPath, fmt.Sprintf("the equation has a term for %s but there is no edge %v; add the edge, or remove the term", t.Parent, scm.Edge{From: t.Parent, To: scm.Frequency}))
			if r.done() {
				return
			}
		}
	}
}

// warnOfUnstated warns of zero coefficients that name a weight of an equation
// that is not stated yet.
func (r *reader) warnOfUnstated() {
	for _, c := range r.record.Hypothesis.Coefficients {
		if c.Value == nil || *c.Value != 0 {
			continue
		}
		lower := strings.ToLower(c.Name)
		if strings.HasPrefix(lower, "c_") || strings.HasPrefix(lower, "coeff_") || r.w.index(c.Name) >= 0 {
			r.warn(ZeroCoefficient, coefficientPath(c.Name), fmt.Sprintf("the coefficient %s is 0; use null while it is not known", quote(c.Name)))
		}
	}
}

func (r *reader) warnOfEdges() {
	h := &r.record.Hypothesis
	if !r.w.FreqParent {
		for i, e := range h.Edges {
			if e.From == scm.Frequency {
				r.warn(EdgeOutOfFrequency, edgePath(i, ""), fmt.Sprintf("in this task the frequency causes nothing; the edge %v counts as wrong", e))
			}
		}
	}
	if r.acyclic() {
		return
	}
	names := make([]string, 0, len(r.w.Properties)+1)
	for i := range len(r.w.Properties) + 1 {
		names = append(names, r.w.name(i))
	}
	_, err := scm.NewGraph(names, h.Edges)
	if cycle := (*scm.CycleError)(nil); errors.As(err, &cycle) {
		r.warn(Cycle, "hypothesis.edges", "the edges form a "+cycle.Error()+"; no true graph has one, reverse or remove an edge")
	}
}

// acyclic finds out without making a graph; it is false if there may be a cycle.
func (r *reader) acyclic() bool {
	var parents [64]uint64
	n := len(r.w.Properties) + 1
	if n > len(parents) {
		return false
	}
	for _, e := range r.record.Hypothesis.Edges {
		parents[r.w.exactIndex(e.To)] |= 1 << r.w.exactIndex(e.From)
	}
	left := uint64(1)<<n - 1
	for left != 0 {
		before := left
		for v := range n {
			if left>>v&1 == 1 && parents[v]&left == 0 {
				left &^= 1 << v
			}
		}
		if left == before {
			return false
		}
	}
	return true
}
