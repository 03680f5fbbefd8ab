package dsl

import (
	"strconv"

	"github.com/tidwall/gjson"
)

// scanner reads strict JSON in one pass without copying. It is what makes
// parsing a record cheap: a walk with gjson passes over nested values once for
// each level. Anything that is not JSON only sets failed; diagnose then says
// what is wrong.
type scanner struct {
	text   string
	at     int
	depth  int
	failed bool
}

// kind is the kind of a JSON value.
type kind byte

const (
	null kind = iota // or absent, which means the same
	boolTrue
	boolFalse
	number
	str
	list
	object
)

func (k kind) String() string {
	return [...]string{"null", "true", "false", "a number", "text", "a list", "an object"}[k]
}

// value is a JSON value that is neither list nor object, or only the kind of one
// of these.
type value struct {
	kind kind
	text string  // a string's content, or a number as it is written
	num  float64 // infinite if the number is too large
}

func (s *scanner) fail() { s.failed = true }

// next moves to the next character that is no white space and returns it, 0 at
// the end and after a failure.
func (s *scanner) next() byte {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; c {
		case ' ', '\n', '\r', '\t':
			s.at++
		default:
			if s.failed {
				return 0
			}
			return c
		}
	}
	return 0
}

// kind returns the kind of the next value without moving past it; null after a
// failure.
func (s *scanner) kind() kind {
	switch c := s.next(); c {
	case '{':
		return object
	case '[':
		return list
	case '"':
		return str
	case 't':
		return boolTrue
	case 'f':
		return boolFalse
	case 'n':
		return null
	default:
		if c == '-' || c >= '0' && c <= '9' {
			return number
		}
		s.fail()
		return null
	}
}

// value reads the next value. The content of a list or object is passed over.
func (s *scanner) value() value {
	v := value{kind: s.kind()}
	switch v.kind {
	case str:
		v.text = s.str()
	case number:
		v.text, v.num = s.number()
	case boolTrue:
		s.literal("true")
	case boolFalse:
		s.literal("false")
	case null:
		s.literal("null")
	case list:
		s.list(func(int) { s.value() })
	case object:
		s.object(func(string) { s.value() })
	}
	return v
}

// object reads an object; member has to read the value of each key.
func (s *scanner) object(member func(key string)) {
	if !s.open() {
		return
	}
	if s.next() == '}' {
		s.close()
		return
	}
	for {
		if s.next() != '"' {
			s.fail()
			return
		}
		key := s.str()
		if s.next() != ':' {
			s.fail()
			return
		}
		s.at++
		member(key)
		switch s.next() {
		case ',':
			s.at++
		case '}':
			s.close()
			return
		default:
			s.fail()
			return
		}
	}
}

// list reads a list; element has to read each value.
func (s *scanner) list(element func(i int)) {
	if !s.open() {
		return
	}
	if s.next() == ']' {
		s.close()
		return
	}
	for i := 0; ; i++ {
		element(i)
		switch s.next() {
		case ',':
			s.at++
		case ']':
			s.close()
			return
		default:
			s.fail()
			return
		}
	}
}

func (s *scanner) open() bool {
	s.at++
	if s.depth++; s.depth > maxDepth {
		s.fail()
	}
	return !s.failed
}

func (s *scanner) close() {
	s.at++
	s.depth--
}

func (s *scanner) literal(word string) {
	if end := s.at + len(word); end <= len(s.text) && s.text[s.at:end] == word {
		s.at = end
		return
	}
	s.fail()
}

// str reads a string. The content shares the text's memory unless it has
// escapes.
func (s *scanner) str() string {
	text, start := s.text, s.at
	escaped := false
	for i := start + 1; i < len(text); i++ {
		c := text[i]
		if !special[c] {
			continue
		}
		if c == '"' {
			s.at = i + 1
			if escaped {
				return s.unescape(text[start:s.at])
			}
			return text[start+1 : i]
		}
		if c != '\\' {
			break // control characters have to be escaped
		}
		escaped = true
		i++
	}
	s.fail()
	return ""
}

// special marks the bytes that end or interrupt a string.
var special = func() (t [256]bool) {
	for c := range ' ' {
		t[c] = true
	}
	t['"'], t['\\'] = true, true
	return t
}()

func (s *scanner) unescape(quoted string) string {
	if !gjson.Valid(quoted) {
		s.fail()
		return ""
	}
	return gjson.Parse(quoted).Str
}

func (s *scanner) number() (text string, x float64) {
	start := s.at
	digits := func() (n int) {
		for s.at < len(s.text) && s.text[s.at] >= '0' && s.text[s.at] <= '9' {
			s.at++
			n++
		}
		return n
	}
	if s.text[s.at] == '-' {
		s.at++
	}
	first := s.at
	n := digits()
	if n == 0 || n > 1 && s.text[first] == '0' {
		s.fail()
		return "", 0
	}
	whole := true
	if s.at < len(s.text) && s.text[s.at] == '.' {
		s.at++
		whole = false
		if digits() == 0 {
			s.fail()
			return "", 0
		}
	}
	if s.at < len(s.text) && s.text[s.at]|0x20 == 'e' {
		s.at++
		whole = false
		if s.at < len(s.text) && (s.text[s.at] == '+' || s.text[s.at] == '-') {
			s.at++
		}
		if digits() == 0 {
			s.fail()
			return "", 0
		}
	}
	text = s.text[start:s.at]
	if whole && n <= 15 {
		for _, c := range []byte(text[first-start:]) {
			x = float64(x*10) + float64(c-'0') // exact below 2^53
		}
		if first > start {
			x = -x
		}
		return text, x
	}
	x, _ = strconv.ParseFloat(text, 64) // only a range error is left, which gives an infinity
	return text, x
}
