package main

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"causalab/dsl"
	"causalab/scm"
)

// decimalComma finds a comma written for a decimal point.
var decimalComma = regexp.MustCompile(`(\d),(\d)`)

// readNumber reads a number as people write it, with point or comma.
func readNumber(text string) (float64, error) {
	x, err := strconv.ParseFloat(decimalComma.ReplaceAllString(text, "$1.$2"), 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("%q is not a number", text)
	}
	return x, nil
}

// readVariable finds the variable that a name, or the beginning of one, means.
func readVariable(text string, w *dsl.World) (string, error) {
	text = strings.TrimSpace(text)
	if name, ok := dsl.ResolveName(text, w); ok {
		return name, nil
	}
	var names, found []string
	for _, v := range w.Properties {
		names = append(names, v.Name)
	}
	names = append(names, scm.Frequency)
	for _, name := range names {
		if text != "" && len(text) <= len(name) && strings.EqualFold(name[:len(text)], text) {
			found = append(found, name)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return "", fmt.Errorf("%q is no variable of this task; there are %s", text, strings.Join(names, ", "))
	}
	return "", fmt.Errorf("%q may be %s", text, strings.Join(found, " or "))
}

var arrow = regexp.MustCompile(`\s*(?:-+>|→|=>|>)\s*`)

// readEdge reads "density -> frequency"; two single words do without the arrow.
func readEdge(text string, w *dsl.World) (e scm.Edge, err error) {
	ends := arrow.Split(strings.TrimSpace(text), -1)
	if len(ends) == 1 {
		ends = strings.Fields(text)
	}
	if len(ends) != 2 {
		return e, fmt.Errorf("an edge is written like density -> frequency")
	}
	if e.From, err = readVariable(ends[0], w); err == nil {
		e.To, err = readVariable(ends[1], w)
	}
	return e, err
}

// lastWord splits "quantum size = 40" into "quantum size" and "40".
func lastWord(text string) (rest, last string) {
	words := strings.Fields(strings.ReplaceAll(text, "=", " "))
	if len(words) == 0 {
		return "", ""
	}
	last = words[len(words)-1]
	words = words[:len(words)-1]
	if n := len(words); n > 1 && words[n-1] == "to" {
		words = words[:n-1]
	}
	return strings.Join(words, " "), last
}

// formatNumber writes a number in its shortest form.
func formatNumber(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// formatChange writes a number with its sign.
func formatChange(x float64) string {
	if x > 0 {
		return "+" + formatNumber(x)
	}
	return formatNumber(x)
}
