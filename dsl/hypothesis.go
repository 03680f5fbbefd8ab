package dsl

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"causalab/scm"
)

const coefficientsPath = "hypothesis.coefficients"

func edgePath(i int, rest string) string { return "hypothesis.edges[" + strconv.Itoa(i) + "]" + rest }

func coefficientPath(name string) string {
	return string(appendKey([]byte(coefficientsPath), name))
}

func (r *reader) refuseMissingHypothesis() {
	r.refuse(MissingHypothesis, "hypothesis", `The record needs a hypothesis; while you have none, give {"edges": [], "freq_equation": "", "coefficients": {}}`)
}

func (r *reader) readHypothesis() {
	h := &r.record.Hypothesis
	*h = Hypothesis{Edges: []scm.Edge{}, Coefficients: Coefficients{}}
	if k := r.kind(); k != object {
		if r.value(); k == null {
			r.refuseMissingHypothesis()
		} else {
			r.refuse(WrongType, "hypothesis", fmt.Sprintf("hypothesis must be an object with edges, freq_equation and coefficients, not %v", k))
		}
		return
	}
	var seenEdges, seenEquation, seenCoefficients bool
	twice := func(seen *bool, key string) {
		if *seen {
			r.refuseTwice("hypothesis."+key, key)
		}
		*seen = true
	}
	edgesRead, equationRead := true, true
	r.object(func(key string) {
		before := len(r.errors)
		switch key {
		case "edges":
			twice(&seenEdges, key)
			r.readEdges()
			edgesRead = edgesRead && len(r.errors) == before
		case "freq_equation":
			twice(&seenEquation, key)
			h.FreqEquation = r.string(equationPath)
			equationRead = equationRead && len(r.errors) == before
		case "coefficients":
			twice(&seenCoefficients, key)
			r.readCoefficients()
		default:
			r.ignore("hypothesis", key, "edges, freq_equation and coefficients")
		}
	})
	if r.failed {
		return // nothing of it counts
	}
	if equationRead {
		r.checkEquation(edgesRead)
	}
	r.warnOfEdges()
}

func (r *reader) readEdges() {
	h := &r.record.Hypothesis
	h.Edges = []scm.Edge{}
	if k := r.kind(); k != list {
		if r.value(); k != null {
			r.refuse(WrongType, "hypothesis.edges", fmt.Sprintf(`edges must be a list like [{"from": "%s", "to": "%s"}], not %v`, r.w.name(0), scm.Frequency, k))
		}
		return
	}
	r.list(func(i int) {
		e, ok := r.readEdge(i)
		if !ok {
			return
		}
		for _, other := range h.Edges {
			if other == e {
				r.refuse(DuplicateEdge, edgePath(i, ""), fmt.Sprintf("The edge %v is given twice; leave one of them out", e))
				return
			}
		}
		if len(h.Edges) == 0 {
			h.Edges = make([]scm.Edge, 0, 8)
		}
		h.Edges = append(h.Edges, e)
	})
}

func (r *reader) readEdge(i int) (e scm.Edge, ok bool) {
	if k := r.kind(); k != object {
		r.value()
		r.refuse(WrongType, edgePath(i, ""), fmt.Sprintf(`An edge must be an object like {"from": "%s", "to": "%s"}, not %v`, r.w.name(0), scm.Frequency, k))
		return e, false
	}
	before := len(r.errors)
	var seenFrom, seenTo bool
	r.object(func(key string) {
		switch key {
		case "from":
			if seenFrom {
				r.refuseTwice(edgePath(i, ".from"), key)
			}
			seenFrom = true
			e.From = r.edgeEnd(i, key)
		case "to":
			if seenTo {
				r.refuseTwice(edgePath(i, ".to"), key)
			}
			seenTo = true
			e.To = r.edgeEnd(i, key)
		default:
			r.ignore(edgePath(i, ""), key, "from and to")
		}
	})
	if !seenFrom {
		r.refuseNoEnd(i, "from")
	}
	if !seenTo {
		r.refuseNoEnd(i, "to")
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

func (r *reader) refuseNoEnd(i int, end string) {
	r.refuse(MissingField, edgePath(i, "."+end), fmt.Sprintf("The edge has no %q; an edge needs both from and to", end))
}

func (r *reader) edgeEnd(i int, end string) string {
	v := r.value()
	switch v.kind {
	case str:
		name, ok := ResolveName(v.text, r.w)
		if !ok {
			r.refuse(UnknownProperty, edgePath(i, "."+end), fmt.Sprintf("%s is not a variable of this task; use %s", quote(v.text), r.w.variableNames()))
		}
		return name
	case null:
		r.refuseNoEnd(i, end)
	default:
		r.refuse(WrongType, edgePath(i, "."+end), fmt.Sprintf("%s must be the name of a variable in double quotes, not %v", end, v.kind))
	}
	return ""
}

func tooManyCoefficients() *Error {
	return &Error{TooLong, fmt.Sprintf("There are more than %d coefficients; keep those of the frequency's equation.", MaxCoefficients), coefficientsPath}
}

func (r *reader) readCoefficients() {
	h := &r.record.Hypothesis
	h.Coefficients = Coefficients{}
	if k := r.kind(); k != object {
		if r.value(); k != null {
			r.refuse(WrongType, coefficientsPath, fmt.Sprintf(`coefficients must be an object of numbers and nulls like {"base": 20, "c_%s": null}, not %v`, r.w.name(0), k))
		}
		return
	}
	tooMany := false
	r.object(func(key string) {
		v := r.value()
		if len(h.Coefficients) == MaxCoefficients {
			if !tooMany {
				r.errors = append(r.errors, *tooManyCoefficients())
			}
			tooMany = true
			return
		}
		if _, twice := h.Coefficients.Get(key); twice {
			r.refuseTwice(coefficientPath(key), key)
			return
		}
		// A refused one stays as null, so that the equation is not refused for it too.
		c := Coefficient{Name: key}
		if v.kind != null {
			x, code, why := asNumber(v)
			if code != "" {
				r.refuse(code, coefficientPath(key), fmt.Sprintf("The coefficient %s %s; use null while it is not known", quote(key), why))
			} else {
				c.Value = r.keep(x)
			}
		}
		if len(h.Coefficients) == 0 {
			h.Coefficients = make(Coefficients, 0, 8)
		}
		h.Coefficients = append(h.Coefficients, c)
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
	for _, t := range r.equation.Terms {
		if t.Known && t.Value == 0 {
			r.warn(ZeroCoefficient, equationPath, fmt.Sprintf("The term of %s has the coefficient 0, so %s has no effect; remove term and edge if you mean that", power(t), t.Parent))
		}
	}
	for i, c := range h.Coefficients {
		if x.used[i/64]>>(i%64)&1 == 0 {
			r.warn(UnusedCoefficient, coefficientPath(c.Name), fmt.Sprintf("The equation does not use the coefficient %s", quote(c.Name)))
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
			r.refuse(TermWithoutEdge, equationPath, fmt.Sprintf("The equation has a term for %s but there is no edge %v; add the edge, or remove the term", t.Parent, scm.Edge{From: t.Parent, To: scm.Frequency}))
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
			r.warn(ZeroCoefficient, coefficientPath(c.Name), fmt.Sprintf("The coefficient %s is 0; use null while it is not known", quote(c.Name)))
		}
	}
}

func (r *reader) warnOfEdges() {
	h := &r.record.Hypothesis
	if !r.w.FreqParent {
		for i, e := range h.Edges {
			if e.From == scm.Frequency {
				r.warn(EdgeOutOfFrequency, edgePath(i, ""), fmt.Sprintf("In this task the frequency causes nothing; the edge %v counts as wrong", e))
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
		r.warn(Cycle, "hypothesis.edges", "The edges form a "+cycle.Error()+"; no true graph has one, reverse or remove an edge")
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
