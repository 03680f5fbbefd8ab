package dsl

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// diagnose says where and why the JSON object that begins at a byte of text is
// not JSON. The error's path leads to the place as far as it could be read.
func diagnose(text string, start int) *Error {
	d := diagnosis{text: strings.TrimRight(text, " \t\r\n"), at: start}
	d.value()
	if d.err == nil {
		// Only reached if the object is sound after all.
		d.fail(NotJSON, "the text is not one JSON object; print the record as one JSON object")
	}
	return d.err
}

// diagnosis walks through JSON by its grammar until something does not fit.
type diagnosis struct {
	text  string
	at    int
	depth int
	path  []byte
	err   *Error
}

func (d *diagnosis) fail(code Code, message string) {
	if d.err == nil {
		line, column := position(d.text, min(d.at, len(d.text)))
		d.err = &Error{code, fmt.Sprintf("Line %d, column %d: %s.", line, column, message), string(d.path)}
	}
}

// found names what stands at the place, for a message.
func (d *diagnosis) found() string {
	if d.at >= len(d.text) {
		return "the end of the text"
	}
	r, _ := utf8.DecodeRuneInString(d.text[d.at:])
	switch r {
	case '\n', '\r':
		return "a line break"
	case '"':
		return "a double quote"
	case '\'':
		return "a single quote"
	}
	return strconv.QuoteRune(r)
}

func (d *diagnosis) space() {
	for d.at < len(d.text) && strings.IndexByte(" \t\r\n", d.text[d.at]) >= 0 {
		d.at++
	}
}

// next returns the byte at the place, 0 at the end.
func (d *diagnosis) next() byte {
	if d.at < len(d.text) {
		return d.text[d.at]
	}
	return 0
}

func (d *diagnosis) value() {
	d.space()
	switch c := d.next(); {
	case d.at >= len(d.text):
		d.fail(NotJSON, "the text ends in the middle of the record; print it to the end")
	case c == '{':
		d.sequence('}', d.member)
	case c == '[':
		d.sequence(']', d.element)
	case c == '"':
		d.str()
	case c >= '0' && c <= '9', strings.IndexByte("-+.", c) >= 0:
		d.number()
	case c == '\'':
		d.fail(NotJSON, `a text stands in single quotes; JSON takes double quotes`)
	case c == '}' || c == ']':
		d.fail(NotJSON, fmt.Sprintf("a value is missing before %q; write it, or remove the comma before", c))
	default:
		d.word()
	}
}

// sequence reads an object or array up to its closing bracket.
func (d *diagnosis) sequence(end byte, item func(i int)) {
	if d.depth++; d.depth > maxDepth {
		d.fail(NotJSON, fmt.Sprintf("the JSON is nested more than %d levels deep; a record needs five", maxDepth))
		return
	}
	defer func() { d.depth-- }()
	d.at++
	if d.space(); d.next() == end {
		d.at++
		return
	}
	length := len(d.path)
	for i := 0; d.err == nil; i++ {
		if d.space(); d.next() == end {
			d.fail(NotJSON, fmt.Sprintf("the comma before %q is one too many; remove it", end))
			return
		}
		item(i)
		if d.err != nil {
			return
		}
		d.path = d.path[:length]
		d.space()
		switch d.next() {
		case ',':
			d.at++
		case end:
			d.at++
			return
		default:
			if d.at >= len(d.text) {
				d.fail(NotJSON, fmt.Sprintf("the text ends before the closing %q; print the record to the end", end))
			} else {
				d.fail(NotJSON, fmt.Sprintf("there is %s where a comma or %q belongs", d.found(), end))
			}
			return
		}
	}
}

func (d *diagnosis) member(int) {
	switch {
	case d.at >= len(d.text):
		d.fail(NotJSON, "the text ends in the middle of an object; print the record to the end")
	case strings.HasPrefix(d.text[d.at:], "//"), strings.HasPrefix(d.text[d.at:], "/*"), d.next() == '#':
		d.fail(NotJSON, "JSON has no comments; remove it")
	case d.next() != '"':
		d.fail(NotJSON, fmt.Sprintf("there is %s where a field's name in double quotes belongs", d.found()))
	}
	if d.err != nil {
		return
	}
	start := d.at
	if d.str(); d.err != nil {
		return
	}
	if name, err := strconv.Unquote(d.text[start:d.at]); err == nil {
		d.path = appendKey(d.path, name)
	} else {
		d.path = appendKey(d.path, d.text[start+1:d.at-1])
	}
	if d.space(); d.next() != ':' {
		d.fail(NotJSON, fmt.Sprintf("there is %s where a colon belongs", d.found()))
		return
	}
	d.at++
	d.value()
}

func (d *diagnosis) element(i int) {
	d.path = append(strconv.AppendInt(append(d.path, '['), int64(i), 10), ']')
	d.value()
}

func (d *diagnosis) str() {
	for d.at++; d.at < len(d.text); d.at++ {
		switch c := d.text[d.at]; {
		case c == '"':
			d.at++
			return
		case c == '\n' || c == '\r':
			d.fail(NotJSON, `a line breaks inside a text; write \n there, or close the quotes`)
			return
		case c < ' ':
			d.fail(NotJSON, fmt.Sprintf(`the control character %q stands inside a text; write \u%04x instead`, c, c))
			return
		case c == '\\':
			d.at++
			if e := d.next(); e == 'u' {
				for range 4 {
					if d.at++; strings.IndexByte("0123456789abcdefABCDEF", d.next()) < 0 || d.at >= len(d.text) {
						d.fail(NotJSON, `four hexadecimal digits belong after \u, as in \u00b5`)
						return
					}
				}
			} else if d.at < len(d.text) && strings.IndexByte(`"\/bfnrt`, e) < 0 {
				d.fail(NotJSON, fmt.Sprintf(`\ cannot stand before %s; write \\ for a backslash`, d.found()))
				return
			}
		}
	}
	d.fail(NotJSON, "the text ends inside quotes; print the record to the end")
}

func (d *diagnosis) number() {
	start := d.at
	for d.at < len(d.text) && strings.IndexByte("0123456789+-.eE", d.text[d.at]) >= 0 {
		d.at++
	}
	if strings.HasPrefix(d.text[d.at:], "Infinity") || strings.HasPrefix(d.text[d.at:], "NaN") {
		d.word()
		return
	}
	if token := d.text[start:d.at]; !validNumber(token) {
		d.at = start
		d.fail(NotJSON, fmt.Sprintf("%s is not a number of JSON; write it like -0.5 or 12", quote(token)))
	}
}

// validNumber says whether a token fits JSON's grammar of numbers.
func validNumber(s string) bool {
	digits := func() bool {
		n := 0
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		s = s[n:]
		return n > 0
	}
	s = strings.TrimPrefix(s, "-")
	if strings.HasPrefix(s, "0") {
		s = s[1:]
	} else if !digits() {
		return false
	}
	if strings.HasPrefix(s, ".") {
		if s = s[1:]; !digits() {
			return false
		}
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		s = s[1:]
		if s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		if !digits() {
			return false
		}
	}
	return s == ""
}

// word reads what begins like no other value.
func (d *diagnosis) word() {
	start := d.at
	for d.at < len(d.text) && (d.text[d.at] == '_' || d.text[d.at]|0x20 >= 'a' && d.text[d.at]|0x20 <= 'z') {
		d.at++
	}
	token := d.text[start:d.at]
	switch token {
	case "true", "false", "null":
		return
	}
	d.at = start
	switch token {
	case "NaN", "nan", "Infinity", "infinity", "inf", "Inf":
		d.fail(NotFinite, token+" is not a number that can be used; write a finite number, or null for a coefficient not known yet")
	case "True", "False":
		d.fail(NotJSON, fmt.Sprintf("%s is not JSON; write %s", token, strings.ToLower(token)))
	case "None", "undefined", "Null", "NULL":
		d.fail(NotJSON, token+" is not JSON; write null")
	case "":
		if c := d.next(); c == '/' || c == '#' {
			d.fail(NotJSON, "JSON has no comments; remove it")
			return
		}
		d.fail(NotJSON, fmt.Sprintf("there is %s where a value belongs", d.found()))
	default:
		d.fail(NotJSON, fmt.Sprintf("%s is not JSON; a text stands in double quotes", quote(token)))
	}
}

// appendKey adds a field to a JSON path: .name, or ["name"] where the name is no
// plain word.
//
// A name of more than 40 characters is cut off there, so that errors stay short.
func appendKey(path []byte, name string) []byte {
	name = shorten(name)
	plain := name != ""
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c != '_' && !(c|0x20 >= 'a' && c|0x20 <= 'z') && !(i > 0 && c >= '0' && c <= '9') {
			plain = false
		}
	}
	switch {
	case !plain:
		return append(appendString(append(path, '['), name), ']')
	case len(path) > 0:
		path = append(path, '.')
	}
	return append(path, name...)
}

// quote puts a piece of a player's text in quotes, shortened, for a message.
func quote(s string) string {
	return string(appendString(nil, shorten(s)))
}

// shorten cuts a text that is longer than any name should be.
func shorten(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	n := 0
	for i := range s {
		if n == most {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
