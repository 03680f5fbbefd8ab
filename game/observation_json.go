package game

import (
	"math"
	"strconv"

	"causalab/dsl"
)

// MarshalJSON writes what encoding/json would make of the fields. Programs take
// an observation at every step, and reflection would spend most of that time.
func (o Observation) MarshalJSON() ([]byte, error) { return o.AppendJSON(nil), nil }

// AppendJSON appends the observation's JSON to b.
func (o *Observation) AppendJSON(b []byte) []byte {
	b = appendField(b, `{"task":`, o.Task)
	b = appendField(b, `,"family":`, o.Family)
	b = appendField(b, `,"protocol":`, string(o.Protocol))
	b = appendField(b, `,"semantics":`, string(o.Semantics))
	b = strconv.AppendInt(append(b, `,"step":`...), int64(o.Step), 10)
	b = appendField(b, `,"phase":`, string(o.Phase))
	b = appendAllowance(b, `,"budget":{"interventions":`, o.Budget.Interventions)
	b = appendAllowance(b, `,"steps":`, o.Budget.Steps)
	b = appendAllowance(b, `,"submissions":`, o.Budget.Submissions)
	b = appendList(append(b, `},"variables":`...), o.Variables, appendVariable)
	b = appendList(append(b, `,"records":`...), o.Records, appendEntry)
	b = appendEntry(append(b, `,"manipulator":`...), &o.Manipulator)
	b = appendReadings(append(b, `,"reactor":`...), o.Reactor)
	b = appendList(append(b, `,"changed":`...), o.Changed, appendChange)
	if o.Place != "" {
		b = appendField(b, `,"place":`, string(o.Place))
	}
	if o.Answer != "" {
		b = appendField(b, `,"answer":`, o.Answer)
	}
	if len(o.Residuals) > 0 {
		b = appendList(append(b, `,"residuals":`...), o.Residuals, appendResidual)
	}
	b = append(b, `,"last_error":`...)
	if o.LastError == nil {
		b = append(b, "null"...)
	} else {
		b = appendError(b, o.LastError)
	}
	b = strconv.AppendInt(append(b, `,"retries_left":`...), int64(o.RetriesLeft), 10)
	b = appendList(append(b, `,"warnings":`...), o.Warnings, appendError)
	return append(b, '}')
}

// appendList appends a list, or null for a nil one.
func appendList[T any](b []byte, list []T, item func([]byte, *T) []byte) []byte {
	if list == nil {
		return append(b, "null"...)
	}
	b = append(b, '[')
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = item(b, &list[i])
	}
	return append(b, ']')
}

func appendAllowance(b []byte, before string, a Allowance) []byte {
	b = append(append(b, before...), `{"used":`...)
	b = strconv.AppendInt(b, int64(a.Used), 10)
	b = append(b, `,"left":`...)
	return append(strconv.AppendInt(b, int64(a.Left), 10), '}')
}

func appendVariable(b []byte, v *VariableInfo) []byte {
	b = appendField(b, `{"name":`, v.Name)
	b = appendField(b, `,"display_name":`, v.DisplayName)
	b = append(b, `,"controllable":`...)
	return append(strconv.AppendBool(b, v.Controllable), '}')
}

func appendEntry(b []byte, x *dsl.Entry) []byte {
	b = appendField(b, `{"id":`, x.ID)
	b = appendReadings(append(b, `,"props":`...), x.Props)
	if x.Freq != nil {
		b = appendNumber(append(b, `,"freq":`...), *x.Freq)
	}
	if v := x.Intervention; v != nil {
		b = appendField(b, `,"intervention":{"target_prop":`, v.TargetProp)
		b = append(b, `,"target_value":`...)
		b = append(appendNumber(b, v.TargetValue), '}')
	}
	return append(b, '}')
}

func appendReadings(b []byte, readings dsl.Readings) []byte {
	if readings == nil {
		return append(b, "null"...)
	}
	b = append(b, '{')
	for i := range readings {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, readings[i].Name), ':')
		b = appendNumber(b, readings[i].Value)
	}
	return append(b, '}')
}

func appendChange(b []byte, c *Change) []byte {
	b = appendField(b, `{"name":`, c.Name)
	b = appendNumber(append(b, `,"from":`...), c.From)
	b = appendNumber(append(b, `,"to":`...), c.To)
	b = appendNumber(append(b, `,"by":`...), c.By)
	return append(b, '}')
}

func appendResidual(b []byte, r *Residual) []byte {
	b = appendField(b, `{"id":`, r.ID)
	b = append(b, `,"residual":`...)
	return append(appendNumber(b, r.Residual), '}')
}

func appendError(b []byte, e *dsl.Error) []byte {
	b = appendField(b, `{"code":`, string(e.Code))
	b = appendField(b, `,"message":`, e.Message)
	b = appendField(b, `,"path":`, e.Path)
	return append(b, '}')
}

func appendField(b []byte, before, text string) []byte {
	return appendString(append(b, before...), text)
}

// appendString appends a JSON string; what needs escapes goes the long way.
func appendString(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			quoted, err := marshalLine(s)
			if err != nil {
				panic("game: a string always has a JSON form: " + err.Error())
			}
			return append(b, quoted...)
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

// appendNumber appends a finite number in the shortest form that reads back the
// same. Readings have two decimals, so nearly all are written as hundredths.
func appendNumber(b []byte, x float64) []byte {
	if cents := x * 100; math.Abs(cents) < 1e12 {
		if n := math.RoundToEven(cents); n/100 == x && (n != 0 || !math.Signbit(x)) {
			return appendHundredths(b, int64(n))
		}
	}
	if a := math.Abs(x); a < 1e-6 && x != 0 || a >= 1e21 {
		b = strconv.AppendFloat(b, x, 'e', -1, 64)
		// encoding/json writes e-9, not e-09.
		if n := len(b); n >= 4 && b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' {
			b[n-2] = b[n-1]
			b = b[:n-1]
		}
		return b
	}
	return strconv.AppendFloat(b, x, 'f', -1, 64)
}

func appendHundredths(b []byte, n int64) []byte {
	if n < 0 {
		b = append(b, '-')
		n = -n
	}
	b = strconv.AppendInt(b, n/100, 10)
	switch tens, ones := n/10%10, n%10; {
	case ones != 0:
		b = append(b, '.', byte('0'+tens), byte('0'+ones))
	case tens != 0:
		b = append(b, '.', byte('0'+tens))
	}
	return b
}
