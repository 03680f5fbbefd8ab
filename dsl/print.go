package dsl

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// String returns the record in canonical form: one line of JSON, fields in the
// order of the format, numbers in their shortest form, what is absent left out.
// Parsing it gives an identical record. Names are expected in code form and
// numbers finite, as Parse gives them; others are written as null.
func (r *Record) String() string { return string(r.AppendJSON(nil)) }

// AppendJSON appends what String returns to b.
func (r *Record) AppendJSON(b []byte) []byte {
	b = append(b, `{"memory":`...)
	b = appendString(b, r.Memory)
	b = append(b, `,"thought":`...)
	b = appendString(b, r.Thought)
	b = append(b, `,"past_data":[`...)
	for i := range r.PastData {
		if i > 0 {
			b = append(b, ',')
		}
		b = r.PastData[i].AppendJSON(b)
	}
	b = append(b, `],"hypothesis":`...)
	b = r.Hypothesis.AppendJSON(b)
	if x := r.Experiment; x != nil {
		b = append(b, `,"experiment":{"target_prop":`...)
		b = appendString(b, x.TargetProp)
		if x.TargetValue != nil {
			b = append(b, `,"target_value":`...)
			b = appendNumber(b, *x.TargetValue)
		}
		b = append(b, '}')
	}
	if r.Action != ActionNone {
		b = append(b, `,"action":`...)
		b = appendString(b, string(r.Action))
	}
	if r.To != "" {
		b = append(b, `,"to":`...)
		b = appendString(b, r.To)
	}
	if r.Value != nil {
		b = append(b, `,"value":`...)
		b = appendNumber(b, *r.Value)
	}
	return append(b, '}')
}

// AppendJSON appends the entry in canonical form to b.
func (e *Entry) AppendJSON(b []byte) []byte {
	b = append(b, `{"id":`...)
	b = appendString(b, e.ID)
	b = append(b, `,"props":`...)
	b = e.Props.AppendJSON(b)
	if e.Freq != nil {
		b = append(b, `,"freq":`...)
		b = appendNumber(b, *e.Freq)
	}
	if v := e.Intervention; v != nil {
		b = append(b, `,"intervention":{"target_prop":`...)
		b = appendString(b, v.TargetProp)
		b = append(b, `,"target_value":`...)
		b = append(appendNumber(b, v.TargetValue), '}')
	}
	return append(b, '}')
}

// AppendJSON appends the readings as one object in canonical form to b.
func (r Readings) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	for i, p := range r {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, p.Name), ':')
		b = appendNumber(b, p.Value)
	}
	return append(b, '}')
}

// AppendJSON appends the hypothesis in canonical form to b.
func (h *Hypothesis) AppendJSON(b []byte) []byte {
	b = append(b, `{"edges":[`...)
	for i, e := range h.Edges {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"from":`...)
		b = appendString(b, e.From)
		b = append(b, `,"to":`...)
		b = append(appendString(b, e.To), '}')
	}
	b = append(b, `],"freq_equation":`...)
	b = appendString(b, h.FreqEquation)
	b = append(b, `,"coefficients":{`...)
	for i, c := range h.Coefficients {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, c.Name), ':')
		if c.Value == nil {
			b = append(b, "null"...)
		} else {
			b = appendNumber(b, *c.Value)
		}
	}
	return append(b, "}}"...)
}

// appendNumber writes a number in the shortest form that reads back the same,
// as encoding/json does.
func appendNumber(b []byte, x float64) []byte {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return append(b, "null"...)
	}
	if a := math.Abs(x); a != 0 && (a < 1e-6 || a >= 1e21) {
		return strconv.AppendFloat(b, x, 'e', -1, 64)
	}
	return strconv.AppendFloat(b, x+0, 'f', -1, 64)
}

// appendString writes a JSON string, escaping only what JSON demands. Bytes that
// are not UTF-8 become U+FFFD.
func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				b = append(append(b, s[start:i]...), "\uFFFD"...)
				start = i + 1
			}
			i += n
			continue
		}
		b = append(b, s[start:i]...)
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		i++
		start = i
	}
	return append(append(b, s[start:]...), '"')
}
