package dsl

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"causalab/scm"
)

// frequencySpellings are the accepted names of the frequency besides its code
// name, in the form that sameName compares.
var frequencySpellings = [...]string{"frequency", "freq", "resonance frequency", "resonance frequency (hz)"}

// ResolveName returns the code name that a text means: that of a property of
// the world, given by code or display name, the unit left out or not, or
// [scm.Frequency] for one of the frequency's spellings. Case, spaces, "_" and
// "-" do not count. A code name that is written exactly is taken first.
func ResolveName(text string, w *World) (string, bool) {
	i := w.index(text)
	switch {
	case i < 0:
		return "", false
	case i == len(w.Properties):
		return scm.Frequency, true
	}
	return w.Properties[i].Name, true
}

// index returns the position of what ResolveName finds: that of a property,
// len(w.Properties) for the frequency, -1 for an unknown name.
func (w *World) index(text string) int {
	if i := w.exactIndex(text); i >= 0 {
		return i
	}
	for i := range w.Properties {
		p := &w.Properties[i]
		if sameName(text, p.Name) || sameName(text, p.Display) {
			return i
		}
		if strings.HasSuffix(p.Display, ")") && sameName(text, withoutUnit(p.Display)) {
			return i
		}
	}
	if sameName(text, scm.Frequency) {
		return len(w.Properties)
	}
	for _, s := range frequencySpellings {
		if sameName(text, s) {
			return len(w.Properties)
		}
	}
	return -1
}

// exactIndex is index for code names as they are.
func (w *World) exactIndex(text string) int {
	for i := range w.Properties {
		if w.Properties[i].Name == text {
			return i
		}
	}
	if text == scm.Frequency {
		return len(w.Properties)
	}
	return -1
}

// name is the inverse of index.
func (w *World) name(i int) string {
	if i == len(w.Properties) {
		return scm.Frequency
	}
	return w.Properties[i].Name
}

// propertyNames lists the code names of the properties for a message.
func (w *World) propertyNames() string {
	names := make([]string, len(w.Properties))
	for i, p := range w.Properties {
		names[i] = p.Name
	}
	return oneOf(names)
}

// variableNames lists the code names of all variables for a message.
func (w *World) variableNames() string {
	names := make([]string, 0, len(w.Properties)+1)
	for _, p := range w.Properties {
		names = append(names, p.Name)
	}
	return oneOf(append(names, scm.Frequency))
}

// oneOf writes a choice: "a", "a or b", "a, b or c".
func oneOf(names []string) string {
	switch n := len(names); n {
	case 0:
		return "nothing"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " or " + names[n-1]
	}
}

// sameName says whether two names are equal when case, spaces, "_" and "-" do
// not count. An empty name equals none.
func sameName(a, b string) bool {
	if a == "" || b == "" || isLetter(a[0]) && isLetter(b[0]) && (a[0]^b[0])&^0x20 != 0 {
		return false // most are told apart by their first letters
	}
	i, j, some := 0, 0, false
	for {
		ra, na := nextLetter(a[i:])
		rb, nb := nextLetter(b[j:])
		if ra != rb {
			return false
		}
		if ra < 0 {
			return some
		}
		i, j, some = i+na, j+nb, true
	}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// nextLetter returns the first character of s that counts in a name, in lower
// case, and the number of bytes up to its end; -1 at the end of s.
func nextLetter(s string) (rune, int) {
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == ' ' || c == '_' || c == '-':
			i++
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(s[i:])
			return unicode.ToLower(r), i + n
		case 'A' <= c && c <= 'Z':
			return rune(c) + 'a' - 'A', i + 1
		default:
			return rune(c), i + 1
		}
	}
	return -1, len(s)
}

// withoutUnit drops " (unit)" from a display name.
func withoutUnit(display string) string {
	if i := strings.Index(display, " ("); i > 0 {
		return display[:i]
	}
	return display
}
