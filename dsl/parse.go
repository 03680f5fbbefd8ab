package dsl

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"causalab/scm"
)

// maxErrors bounds how many refusals, and how many warnings, are collected.
const maxErrors = 100

// The fields of a record in their order.
const (
	fieldMemory = iota
	fieldThought
	fieldPastData
	fieldHypothesis
	fieldExperiment
	fieldAction
	fieldTo
	fieldValue
	fieldCount
)

var fields = [fieldCount]string{"memory", "thought", "past_data", "hypothesis", "experiment", "action", "to", "value"}

// Parse reads the one record in a text: what a language model printed, what a
// panel or a program sent. Prose, code fences and <think> blocks around the
// JSON object are left out; names come back as code names.
//
// The error is the first refusal: of the text as a whole if it is not JSON, and
// otherwise in the order of the record, where what concerns the hypothesis as a
// whole follows its fields, and what concerns the action comes last. Warnings
// are given only with a record that is taken.
//
// Strings of the record may share the text's memory.
func Parse(text string, w *World) (Record, []Error, *Error) {
	r := reader{w: w}
	r.read(text)
	if len(r.errors) > 0 {
		return Record{}, nil, &r.errors[0]
	}
	return r.record, r.warnings, nil
}

// Inspect returns everything that Parse could refuse a text for, in the same
// order, and all warnings; at most 100 of each. What only follows from another
// error is left out where it can be told.
func Inspect(text string, w *World) (errors, warnings []Error) {
	r := reader{w: w}
	r.read(text)
	return r.errors, r.warnings
}

// reader turns JSON into a record and gathers what is wrong with it.
type reader struct {
	scanner
	w        *World
	record   Record
	errors   []Error
	warnings []Error

	equation Equation // the hypothesis's, while stated
	stated   bool

	numbers []float64 // memory for the record's optional numbers
}

func (r *reader) refuse(code Code, path, message string) {
	if len(r.errors) < maxErrors {
		r.errors = append(r.errors, Error{code, message + ".", path})
	}
}

func (r *reader) warn(code Code, path, message string) {
	if len(r.warnings) < maxErrors {
		r.warnings = append(r.warnings, Error{code, message + ".", path})
	}
}

func (r *reader) read(text string) {
	err := checkText(text)
	if err == nil && !r.readRecord(strings.TrimSpace(strings.TrimPrefix(text, "\uFEFF"))) {
		*r = reader{w: r.w}
		var object string
		if object, err = search(text); err == nil && !r.readRecord(object) {
			err = diagnose(object, 0)
		}
	}
	if err != nil {
		*r = reader{w: r.w, errors: []Error{*err}}
	}
}

// readRecord reads a text that is one JSON object; if it is not, it returns
// false and leaves a reader to be thrown away.
func (r *reader) readRecord(text string) bool {
	if text == "" || text[0] != '{' {
		return false
	}
	r.scanner = scanner{text: text}
	r.record.PastData = []Entry{}
	r.record.Hypothesis = Hypothesis{Edges: []scm.Edge{}, Coefficients: Coefficients{}}
	var seen [fieldCount]bool
	r.object(func(key string) {
		field := fieldIndex(key)
		if field < 0 {
			r.refuseField(key)
			r.value()
			return
		}
		if seen[field] {
			r.refuseTwice(key, key)
		}
		seen[field] = true
		switch field {
		case fieldMemory:
			r.record.Memory = r.string("memory")
		case fieldThought:
			r.record.Thought = r.string("thought")
		case fieldPastData:
			r.readPastData()
		case fieldHypothesis:
			r.readHypothesis()
		case fieldExperiment:
			r.readExperiment()
		case fieldAction:
			r.readAction()
		case fieldTo:
			r.readTo()
		case fieldValue:
			r.readValue()
		}
	})
	if r.failed || r.at != len(text) {
		return false
	}
	if !seen[fieldHypothesis] {
		r.refuseMissingHypothesis()
	}
	r.checkAction()
	return true
}

func fieldIndex(name string) int {
	for i := range fields {
		if fields[i] == name {
			return i
		}
	}
	return -1
}

// refuseField refuses a field that no record has.
func (r *reader) refuseField(name string) {
	for _, f := range fields {
		if sameName(name, f) {
			r.refuse(UnknownArgument, string(appendKey(nil, name)), fmt.Sprintf("%s is not a field of the record; write it %s", quote(name), f))
			return
		}
	}
	r.refuse(UnknownArgument, string(appendKey(nil, name)), fmt.Sprintf("%s is not a field of the record; it has %s", quote(name), strings.Join(fields[:], ", ")))
}

func (r *reader) refuseTwice(path, name string) {
	r.refuse(DuplicateName, path, fmt.Sprintf("%s is given twice; leave one of them out", quote(name)))
}

// ignore passes over the value of a field that is not known and tells nothing.
func (r *reader) ignore(path, key, known string) {
	r.value()
	r.warn(IgnoredField, string(appendKey([]byte(path), key)), fmt.Sprintf("%s is not a field here and was left out; known are %s", quote(key), known))
}

// string reads a text; null means an empty one.
func (r *reader) string(path string) string {
	v := r.value()
	if v.kind != str && v.kind != null {
		r.refuse(WrongType, path, fmt.Sprintf("This must be text in double quotes, not %v", v.kind))
	}
	if v.kind != str {
		return ""
	}
	return v.text
}

// asNumber returns a finite number. Otherwise it gives a code and what is wrong,
// to follow the name of what is read.
func asNumber(v value) (x float64, code Code, why string) {
	switch {
	case v.kind == number && !math.IsInf(v.num, 0):
		return v.num + 0, "", "" // not -0
	case v.kind == number:
		return 0, NotFinite, fmt.Sprintf("must be a finite number; %s is too large", quote(v.text))
	case v.kind == str:
		x, err := strconv.ParseFloat(strings.TrimSpace(v.text), 64)
		switch {
		case err == nil && isFinite(x):
			return 0, NotANumber, fmt.Sprintf("must be a number, not the text %s; leave the quotes out", quote(v.text))
		case err == nil:
			return 0, NotFinite, fmt.Sprintf("must be a finite number, not %s", quote(v.text))
		}
		return 0, NotANumber, fmt.Sprintf("must be a number, not the text %s", quote(v.text))
	}
	return 0, NotANumber, fmt.Sprintf("must be a number, not %v", v.kind)
}

// keep returns a pointer to a number. Those of one record share their memory.
func (r *reader) keep(x float64) *float64 {
	if len(r.numbers) == cap(r.numbers) {
		r.numbers = make([]float64, 0, 8)
	}
	r.numbers = append(r.numbers, x)
	return &r.numbers[len(r.numbers)-1]
}

// property resolves the name of a property to be set; the frequency is none.
func (r *reader) property(name, path string) string {
	switch i := r.w.index(name); {
	case i < 0:
		r.refuse(UnknownProperty, path, fmt.Sprintf("%s is not a property of this task; use %s", quote(name), oneOf(r.w.Controllable)))
	case i == len(r.w.Properties):
		r.refuse(UnknownProperty, path, fmt.Sprintf("%s cannot be set, it only follows; use %s", scm.Frequency, oneOf(r.w.Controllable)))
	default:
		return r.w.Properties[i].Name
	}
	return ""
}
