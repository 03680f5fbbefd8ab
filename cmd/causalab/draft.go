package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"causalab/dsl"
	"causalab/scm"
)

// draft is a hypothesis that a person is writing. It is handed in with every
// step; editing it costs nothing.
type draft struct {
	world *dsl.World
	now   dsl.Hypothesis
	past  []dsl.Hypothesis // what undo goes back to
}

// change keeps the present hypothesis for undo and returns a copy to work on.
func (d *draft) change() *dsl.Hypothesis {
	d.past = append(d.past, d.now)
	d.now.Edges = slices.Clone(d.now.Edges)
	d.now.Coefficients = slices.Clone(d.now.Coefficients)
	return &d.now
}

// undo takes the last change back, and says whether there was one.
func (d *draft) undo() bool {
	n := len(d.past)
	if n == 0 {
		return false
	}
	d.now, d.past = d.past[n-1], d.past[:n-1]
	return true
}

// addEdge draws an edge.
func (d *draft) addEdge(e scm.Edge) error {
	switch {
	case e.From == e.To:
		return fmt.Errorf("%s cannot be its own cause", e.From)
	case slices.Contains(d.now.Edges, e):
		return fmt.Errorf("the edge %v is there already", e)
	}
	h := d.change()
	h.Edges = append(h.Edges, e)
	return nil
}

// dropEdge removes an edge.
func (d *draft) dropEdge(e scm.Edge) error {
	i := slices.Index(d.now.Edges, e)
	if i < 0 {
		return fmt.Errorf("there is no edge %v", e)
	}
	h := d.change()
	h.Edges = slices.Delete(h.Edges, i, i+1)
	return nil
}

// turnEdge reverses an edge.
func (d *draft) turnEdge(e scm.Edge) error {
	i := slices.Index(d.now.Edges, e)
	turned := scm.Edge{From: e.To, To: e.From}
	switch {
	case i < 0:
		return fmt.Errorf("there is no edge %v", e)
	case slices.Contains(d.now.Edges, turned):
		return fmt.Errorf("the edge %v is there already; drop one of the two", turned)
	}
	d.change().Edges[i] = turned
	return nil
}

var identifier = regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9]*`)

// setEquation states the frequency's equation, or none if the text is empty.
// Names that mean no variable become coefficients that are not known yet, and
// coefficients that the equation does not name are left out. It returns the
// names of the new ones.
func (d *draft) setEquation(text string) (added []string, err error) {
	if text = strings.TrimSpace(text); text == "" {
		h := d.change()
		h.FreqEquation, h.Coefficients = "", nil
		return nil, nil
	}
	text = decimalComma.ReplaceAllString(text, "$1.$2")
	if !strings.Contains(text, "=") {
		text = scm.Frequency + " = " + text
	}
	h := dsl.Hypothesis{Edges: d.now.Edges, FreqEquation: text}
	_, right, _ := strings.Cut(text, "=")
	for _, name := range identifier.FindAllString(right, -1) {
		if _, variable := dsl.ResolveName(name, d.world); variable {
			continue
		}
		if _, twice := h.Coefficients.Get(name); twice {
			continue
		}
		value, known := d.now.Coefficients.Get(name)
		if !known {
			added = append(added, name)
		}
		h.Coefficients = append(h.Coefficients, dsl.Coefficient{Name: name, Value: value})
	}
	if _, _, refusal := h.Interpret(d.world); refusal != nil {
		return nil, refusal
	}
	d.change()
	d.now = h
	return added, nil
}

// setCoefficient gives a coefficient a number; nil is not known yet.
func (d *draft) setCoefficient(name string, value *float64) {
	h := d.change()
	for i := range h.Coefficients {
		if h.Coefficients[i].Name == name {
			h.Coefficients[i].Value = value
			return
		}
	}
	h.Coefficients = append(h.Coefficients, dsl.Coefficient{Name: name, Value: value})
}
