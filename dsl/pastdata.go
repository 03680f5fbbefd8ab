package dsl

import (
	"fmt"
	"strconv"

	"causalab/scm"

	"github.com/tidwall/gjson"
)

// entryPath leads to an entry of past_data or a field in it.
func entryPath(i int, rest string) string { return "past_data[" + strconv.Itoa(i) + "]" + rest }

func (r *reader) readPastData(v *gjson.Result) {
	r.record.PastData = []Entry{}
	if absent(v) {
		return
	}
	if !v.IsArray() {
		r.refuse(WrongType, "past_data", "past_data must be a list of entries, not "+kind(v))
		return
	}
	i := 0
	v.ForEach(func(_, entry gjson.Result) bool {
		if !entry.IsObject() {
			r.refuse(WrongType, entryPath(i, ""), `an entry must be an object like {"id": "0", "props": {}, "freq": 0}, not `+kind(&entry))
		} else {
			if i == 0 {
				r.record.PastData = make([]Entry, 0, 8)
			}
			r.readEntry(&entry, i)
		}
		i++
		return !r.done()
	})
}

func (r *reader) readEntry(v *gjson.Result, i int) {
	e := Entry{Props: Readings{}}
	var id, props, freq, intervention gjson.Result
	v.ForEach(func(key, value gjson.Result) bool {
		var field *gjson.Result
		switch key.Str {
		case "id":
			field = &id
		case "props":
			field = &props
		case "freq":
			field = &freq
		case "intervention":
			field = &intervention
		default:
			if r.w.index(key.Str) != len(r.w.Properties) {
				r.ignore(string(appendKey([]byte(entryPath(i, "")), key.Str)), key.Str, "id, props, freq and intervention")
				return true
			}
			field = &freq
		}
		if field.Exists() {
			r.refuseTwice(string(appendKey([]byte(entryPath(i, "")), key.Str)), key.Str)
		}
		*field = value
		return !r.done()
	})
	switch {
	case id.Type == gjson.String:
		e.ID = id.Str
	case id.Type == gjson.Number:
		e.ID = id.Raw
	case !absent(&id):
		r.refuse(WrongType, entryPath(i, ".id"), "id must be text or a number, not "+kind(&id))
	}
	if !absent(&props) {
		r.readProps(&props, &e, i)
	}
	if !absent(&freq) {
		r.setFrequency(&freq, &e, i, ".freq")
	}
	if !absent(&intervention) {
		e.Intervention = r.readIntervention(&intervention, i)
	}
	r.record.PastData = append(r.record.PastData, e)
}

// readProps reads the properties of an entry. A null is a property that was not
// measured. The frequency may stand among them.
func (r *reader) readProps(v *gjson.Result, e *Entry, i int) {
	if !v.IsObject() {
		r.refuse(WrongType, entryPath(i, ".props"), `props must be an object of numbers like {"density": 40}, not `+kind(v))
		return
	}
	v.ForEach(func(key, value gjson.Result) bool {
		path := func() string { return string(appendKey([]byte(entryPath(i, ".props")), key.Str)) }
		at := r.w.index(key.Str)
		if at < 0 {
			r.refuse(UnknownProperty, path(), fmt.Sprintf("%s is not a property of this task; use %s", quote(key.Str), r.w.propertyNames()))
			return !r.done()
		}
		if absent(&value) {
			return true
		}
		name := r.w.name(at)
		if name == scm.Frequency {
			r.setFrequency(&value, e, i, string(appendKey([]byte(".props"), key.Str)))
			return !r.done()
		}
		if _, twice := e.Props.Get(name); twice {
			r.refuseTwice(path(), name)
			return !r.done()
		}
		x, code, why := number(&value)
		if code != "" {
			r.refuse(code, path(), quote(key.Str)+" "+why)
			return !r.done()
		}
		if len(e.Props) == 0 {
			e.Props = make(Readings, 0, len(r.w.Properties))
		}
		e.Props = append(e.Props, Reading{name, x})
		return true
	})
}

func (r *reader) setFrequency(v *gjson.Result, e *Entry, i int, path string) {
	if e.Freq != nil {
		r.refuse(DuplicateName, entryPath(i, path), "the frequency is given twice; keep freq only")
		return
	}
	x, code, why := number(v)
	if code != "" {
		r.refuse(code, entryPath(i, path), "freq "+why)
		return
	}
	e.Freq = &x
}

func (r *reader) readIntervention(v *gjson.Result, i int) *Intervention {
	path := entryPath(i, ".intervention")
	prop, value, ok := r.readSetting(v, path)
	if !ok {
		return nil
	}
	if prop == "" || value == nil {
		r.refuse(MissingField, path, "an intervention needs target_prop and target_value; add what is missing or leave the intervention out")
		return nil
	}
	return &Intervention{prop, *value}
}

// readSetting reads an object {target_prop, target_value}; what is absent in it
// stays empty.
func (r *reader) readSetting(v *gjson.Result, path string) (property string, value *float64, ok bool) {
	if !v.IsObject() {
		r.refuse(WrongType, path, `this must be an object like {"target_prop": "density", "target_value": 40}, not `+kind(v))
		return "", nil, false
	}
	before := len(r.errors)
	var prop, amount gjson.Result
	v.ForEach(func(key, value gjson.Result) bool {
		var field *gjson.Result
		switch key.Str {
		case "target_prop":
			field = &prop
		case "target_value":
			field = &amount
		default:
			r.ignore(string(appendKey([]byte(path), key.Str)), key.Str, "target_prop and target_value")
			return true
		}
		if field.Exists() {
			r.refuseTwice(path+"."+key.Str, key.Str)
		}
		*field = value
		return !r.done()
	})
	if name := r.text(&prop, path+".target_prop"); name != "" {
		property = r.property(name, path+".target_prop")
	}
	if !absent(&amount) {
		x, code, why := number(&amount)
		if code != "" {
			r.refuse(code, path+".target_value", "target_value "+why)
		}
		value = &x
	}
	return property, value, len(r.errors) == before
}
