package dsl

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

const (
	// MaxLength is the length in bytes of the longest text that Parse reads.
	MaxLength = 1 << 20
	// maxDepth bounds how deeply objects and arrays may be nested. A record
	// needs five levels.
	maxDepth = 64
	// maxCandidates bounds how many broken objects a text may hold before the
	// search for the record ends, so that its cost stays in proportion.
	maxCandidates = 64
)

// checkText refuses a text that is not even looked into.
func checkText(text string) *Error {
	if len(text) > MaxLength {
		return &Error{TooLong, fmt.Sprintf("The text has %d bytes and at most %d are read; shorten memory, thought or past_data.", len(text), MaxLength), ""}
	}
	if !utf8.ValidString(text) {
		return notUTF8(text)
	}
	return nil
}

// closing returns the index after the bracket that closes the one at start, or -1
// if none does or there are more than maxDepth levels.
func closing(t string, start int) int {
	depth := 0
	for i := start; i < len(t); i++ {
		switch t[i] {
		case '{', '[':
			if depth++; depth > maxDepth {
				return -1
			}
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"':
			for i++; i < len(t) && t[i] != '"'; i++ {
				if t[i] == '\\' {
					i++
				}
			}
		}
	}
	return -1
}

// search returns the one JSON object in a text that is not one as a whole. Around
// it there may be prose, code fences and <think> blocks.
func search(text string) (string, *Error) {
	c := collect(text)
	if c.records == 0 {
		// Where the model's template opens the think block, only its end is
		// printed, and quotes in the thoughts may have hidden even that.
		if i := strings.LastIndex(text, "</think"); i >= 0 {
			if after := collect(text[i:]); after.records > 0 {
				c = after
			}
		}
	}
	switch {
	case c.records == 1:
		return c.record, nil
	case c.records > 1:
		return "", &Error{SeveralRecords, fmt.Sprintf("The text holds %d records; print exactly one JSON object.", c.records), ""}
	case c.broken >= 0:
		return "", diagnose(text, c.broken)
	case c.other != "":
		return c.other, nil
	case c.unclosedThink:
		return "", &Error{NotJSON, "The text ends inside a <think> block; print the record after </think>.", ""}
	case c.brace >= 0:
		return "", diagnose(text, c.brace)
	}
	return "", &Error{NotJSON, "There is no JSON object in the text; print the record as one JSON object.", ""}
}

// candidates is what collect finds in a text.
type candidates struct {
	records       int    // objects with a field of the record
	record        string // the first of them
	other         string // the first object without
	broken        int    // where the likeliest broken record begins, or -1
	brokenRecord  bool   // that one names a hypothesis
	brace         int    // the first brace of any kind, or -1
	unclosedThink bool
}

// collect goes through the text outside think blocks. Braces of prose are told
// from an object's by what follows them.
func collect(text string) candidates {
	c := candidates{broken: -1, brace: -1}
	failures := 0
	for i := 0; i < len(text) && failures < maxCandidates; {
		j := strings.IndexAny(text[i:], "{<")
		if j < 0 {
			break
		}
		i += j
		switch {
		case startsFold(text[i:], "</think"):
			// The thoughts before had no opening mark.
			c = candidates{broken: -1, brace: -1}
			i++
		case startsFold(text[i:], "<think"):
			end := indexFold(text[i:], "</think")
			if end < 0 {
				c.unclosedThink = true
				return c
			}
			i += end + 1
		case text[i] == '<':
			i++
		default:
			if c.brace < 0 {
				c.brace = i
			}
			rest := strings.TrimLeft(text[i+1:], " \t\r\n")
			if rest == "" || rest[0] != '"' && rest[0] != '}' {
				i++
				continue
			}
			end := closing(text, i)
			if end > 0 && gjson.Valid(text[i:end]) {
				if object := text[i:end]; !looksLikeRecord(object) {
					if c.other == "" {
						c.other = object
					}
				} else if c.records++; c.records == 1 {
					c.record = object
				}
				i = end
				continue
			}
			failures++
			broken, next := text[i:], i+1 // without end: there may be a sound object inside
			if end > 0 {
				broken, next = text[i:end], end
			}
			if names := strings.Contains(broken, `"hypothesis"`); c.broken < 0 || names && !c.brokenRecord {
				c.broken, c.brokenRecord = i, names
			}
			i = next
		}
	}
	return c
}

// looksLikeRecord says whether a JSON object has a field that only a record has.
func looksLikeRecord(object string) (yes bool) {
	gjson.Parse(object).ForEach(func(key, _ gjson.Result) bool {
		for _, name := range fields[:fieldTo] {
			if key.Str == name {
				yes = true
			}
		}
		return !yes
	})
	return yes
}

// startsFold says whether s begins with prefix, which is in lower case, ASCII
// case aside.
func startsFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// indexFold is strings.Index for a part that begins with "<", ASCII case aside.
func indexFold(s, part string) int {
	for i := 0; ; {
		j := strings.IndexByte(s[i:], '<')
		if j < 0 {
			return -1
		}
		if i += j; startsFold(s[i:], part) {
			return i
		}
		i++
	}
}

func notUTF8(text string) *Error {
	i := 0
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		i += n
	}
	line, column := position(text, i)
	return &Error{NotJSON, fmt.Sprintf("Line %d, column %d: the byte 0x%02x is not UTF-8; send the text as UTF-8.", line, column, text[i]), ""}
}

// position returns line and column of a byte of a text, both from 1, columns in
// characters.
func position(text string, at int) (line, column int) {
	start := strings.LastIndexByte(text[:at], '\n') + 1
	return strings.Count(text[:at], "\n") + 1, utf8.RuneCountInString(text[start:at]) + 1
}
