package dsl

import (
	"fmt"
	"strconv"
	"strings"

	"causalab/scm"

	"github.com/tidwall/gjson"
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
// The error is the first refusal: of the text as a whole, then of its fields in
// the order memory, thought, past_data, hypothesis, experiment, action, to,
// value. Warnings are given only with a record that is taken.
//
// Strings of the record share the text's memory.
func Parse(text string, w *World) (Record, []Error, *Error) {
	r := reader{w: w}
	r.read(text)
	if len(r.errors) > 0 {
		return Record{}, nil, &r.errors[0]
	}
	return r.record, r.warnings, nil
}

// Inspect returns everything that Parse could refuse a text for, in the same
// order, and all warnings; at most 100 of each. The first error is the one that
// Parse gives. What only follows from another error is left out where it can be
// told.
func Inspect(text string, w *World) (errors, warnings []Error) {
	r := reader{w: w, all: true}
	r.read(text)
	return r.errors, r.warnings
}

// reader turns JSON into a record and gathers what is wrong with it.
type reader struct {
	w        *World
	all      bool // go on after an error
	record   Record
	errors   []Error
	warnings []Error

	equation Equation // the hypothesis's, while stated
	stated   bool
}

func (r *reader) refuse(code Code, path, message string) {
	if len(r.errors) < maxErrors {
		r.errors = append(r.errors, Error{code, message, path})
	}
}

func (r *reader) warn(code Code, path, message string) {
	if len(r.warnings) < maxErrors {
		r.warnings = append(r.warnings, Error{code, message, path})
	}
}

// done says that reading on is of no use.
func (r *reader) done() bool {
	return len(r.errors) > 0 && (!r.all || len(r.errors) >= maxErrors)
}

func (r *reader) read(text string) {
	object, err := extract(text)
	if err != nil {
		r.errors = append(r.errors, *err)
		return
	}
	var values [fieldCount]gjson.Result
	gjson.Parse(object).ForEach(func(key, value gjson.Result) bool {
		for i := range fields {
			if key.Str == fields[i] {
				if values[i].Exists() {
					r.refuseTwice(string(appendKey(nil, key.Str)), key.Str)
				}
				values[i] = value
				return !r.done()
			}
		}
		r.refuseField(key.Str)
		return !r.done()
	})
	for i := 0; i < fieldCount && !r.done(); i++ {
		v := &values[i]
		switch i {
		case fieldMemory:
			r.record.Memory = r.text(v, "memory")
		case fieldThought:
			r.record.Thought = r.text(v, "thought")
		case fieldPastData:
			r.readPastData(v)
		case fieldHypothesis:
			r.readHypothesis(v)
		case fieldExperiment:
			r.readExperiment(v)
		case fieldAction:
			r.readAction(v)
		case fieldTo:
			r.readTo(v)
		case fieldValue:
			r.readValue(v)
		}
	}
	if !r.done() {
		r.checkAction()
	}
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

func (r *reader) ignore(path, key, known string) {
	r.warn(IgnoredField, path, fmt.Sprintf("%s is not a field here and was left out; known are %s", quote(key), known))
}

// absent says whether a value is missing or null, which means the same.
func absent(v *gjson.Result) bool { return v.Type == gjson.Null }

// text reads a string; absent means empty.
func (r *reader) text(v *gjson.Result, path string) string {
	if v.Type == gjson.String {
		return v.Str
	}
	if !absent(v) {
		r.refuse(WrongType, path, fmt.Sprintf("%s must be text in double quotes, not %s", path, kind(v)))
	}
	return ""
}

// number reads a finite number. Otherwise it gives a code and what is wrong, to
// follow the name of what is read.
func number(v *gjson.Result) (x float64, code Code, why string) {
	switch {
	case v.Type == gjson.Number && isFinite(v.Num):
		return v.Num + 0, "", "" // not -0
	case v.Type == gjson.Number:
		return 0, NotFinite, fmt.Sprintf("must be a finite number; %s is too large", quote(v.Raw))
	case v.Type == gjson.String:
		if _, err := strconv.ParseFloat(v.Str, 64); err == nil {
			return 0, NotANumber, fmt.Sprintf("must be a number, not the text %s; leave the quotes out", quote(v.Str))
		}
		return 0, NotANumber, fmt.Sprintf("must be a number, not the text %s", quote(v.Str))
	}
	return 0, NotANumber, "must be a number, not " + kind(v)
}

// kind names the kind of a JSON value.
func kind(v *gjson.Result) string {
	switch {
	case v.Type == gjson.String:
		return "text"
	case v.Type == gjson.Number:
		return "a number"
	case v.Type == gjson.True:
		return "true"
	case v.Type == gjson.False:
		return "false"
	case v.IsArray():
		return "a list"
	case v.IsObject():
		return "an object"
	}
	return "null"
}

// property resolves the name of a property; the frequency is none.
func (r *reader) property(name, path string) string {
	switch i := r.w.index(name); {
	case i < 0:
		r.refuse(UnknownProperty, path, fmt.Sprintf("%s is not a property of this task; use %s", quote(name), r.w.propertyNames()))
	case i == len(r.w.Properties):
		r.refuse(UnknownProperty, path, fmt.Sprintf("%s cannot be set, it only follows; use %s", scm.Frequency, r.w.propertyNames()))
	default:
		return r.w.Properties[i].Name
	}
	return ""
}
