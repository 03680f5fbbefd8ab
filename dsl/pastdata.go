package dsl

import (
	"fmt"
	"strconv"

	"causalab/scm"
)

// entryPath leads to an entry of past_data or into it.
func entryPath(i int, rest string) string { return "past_data[" + strconv.Itoa(i) + "]" + rest }

func (r *reader) readPastData() {
	r.record.PastData = []Entry{}
	if k := r.kind(); k != list {
		if r.value(); k != null {
			r.refuse(WrongType, "past_data", fmt.Sprintf("past_data must be a list of entries, not %v", k))
		}
		return
	}
	r.list(func(i int) {
		if k := r.kind(); k != object {
			r.value()
			r.refuse(WrongType, entryPath(i, ""), fmt.Sprintf(`An entry must be an object like {"id": "0", "props": {}, "freq": 0}, not %v`, k))
			return
		}
		if i == 0 {
			r.record.PastData = make([]Entry, 0, 4)
		}
		r.record.PastData = append(r.record.PastData, r.readEntry(i))
	})
}

func (r *reader) readEntry(i int) Entry {
	e := Entry{Props: Readings{}}
	var seenID, seenProps, seenIntervention bool
	twice := func(seen *bool, key string) {
		if *seen {
			r.refuseTwice(entryPath(i, "."+key), key)
		}
		*seen = true
	}
	r.object(func(key string) {
		switch key {
		case "id":
			twice(&seenID, key)
			switch v := r.value(); v.kind {
			case str, number:
				e.ID = v.text
			case null:
			default:
				r.refuse(WrongType, entryPath(i, ".id"), fmt.Sprintf("id must be text or a number, not %v", v.kind))
			}
		case "props":
			twice(&seenProps, key)
			r.readProps(&e, i)
		case "intervention":
			twice(&seenIntervention, key)
			e.Intervention = r.readIntervention(i)
		case "freq":
			r.readFrequency(&e, i, "", key)
		default:
			if r.w.index(key) == len(r.w.Properties) {
				r.readFrequency(&e, i, "", key)
				return
			}
			r.ignore(entryPath(i, ""), key, "id, props, freq and intervention")
		}
	})
	return e
}

// readProps reads the properties of an entry. A null is a property that was not
// measured. The frequency may stand among them.
func (r *reader) readProps(e *Entry, i int) {
	if k := r.kind(); k != object {
		if r.value(); k != null {
			r.refuse(WrongType, entryPath(i, ".props"), fmt.Sprintf(`props must be an object of numbers like {"%s": 40}, not %v`, r.w.name(0), k))
		}
		return
	}
	r.object(func(key string) {
		path := func() string { return string(appendKey([]byte(entryPath(i, ".props")), key)) }
		at := r.w.index(key)
		if at < 0 {
			r.value()
			r.refuse(UnknownProperty, path(), fmt.Sprintf("%s is not a property of this task; use %s", quote(key), r.w.propertyNames()))
			return
		}
		name := r.w.name(at)
		if name == scm.Frequency {
			r.readFrequency(e, i, ".props", key)
			return
		}
		v := r.value()
		if _, twice := e.Props.Get(name); twice {
			r.refuseTwice(path(), name)
			return
		}
		if v.kind == null {
			return
		}
		x, code, why := asNumber(v)
		if code != "" {
			r.refuse(code, path(), name+" "+why)
			return
		}
		if len(e.Props) == 0 {
			e.Props = make(Readings, 0, len(r.w.Properties))
		}
		e.Props = append(e.Props, Reading{name, x})
	})
}

func (r *reader) readFrequency(e *Entry, i int, inside, key string) {
	v := r.value()
	path := func() string { return string(appendKey([]byte(entryPath(i, inside)), key)) }
	if v.kind == null {
		return
	}
	if e.Freq != nil {
		r.refuse(DuplicateName, path(), "The frequency is given twice; keep freq only")
		return
	}
	x, code, why := asNumber(v)
	if code != "" {
		r.refuse(code, path(), "The frequency "+why)
		return
	}
	e.Freq = r.keep(x)
}

func (r *reader) readIntervention(i int) *Intervention {
	property, value, ok := r.readSetting(i)
	if !ok || property == "" && value == nil {
		return nil
	}
	if property == "" || value == nil {
		r.refuse(MissingField, entryPath(i, ".intervention"), "An intervention needs target_prop and target_value; add what is missing, or leave the intervention out")
		return nil
	}
	return &Intervention{property, *value}
}

// readSetting reads an object {target_prop, target_value}: the intervention of an
// entry, or the experiment if entry is negative. What is absent stays empty.
func (r *reader) readSetting(entry int) (property string, setting *float64, ok bool) {
	path := func(rest string) string {
		if entry < 0 {
			return "experiment" + rest
		}
		return entryPath(entry, ".intervention"+rest)
	}
	if k := r.kind(); k != object {
		if r.value(); k != null {
			r.refuse(WrongType, path(""), fmt.Sprintf(`This must be an object like {"target_prop": "%s", "target_value": 40}, not %v`, r.w.name(0), k))
		}
		return "", nil, k == null
	}
	before := len(r.errors)
	var seenProperty, seenValue bool
	r.object(func(key string) {
		switch key {
		case "target_prop":
			if seenProperty {
				r.refuseTwice(path(".target_prop"), key)
			}
			seenProperty = true
			v := r.value()
			switch {
			case v.kind == str && r.w.exactIndex(v.text) >= 0 && v.text != scm.Frequency:
				property = v.text
			case v.kind == str && v.text != "":
				property = r.property(v.text, path(".target_prop"))
			case v.kind != str && v.kind != null:
				r.refuse(WrongType, path(".target_prop"), fmt.Sprintf("target_prop must be the name of a property in double quotes, not %v", v.kind))
			}
		case "target_value":
			if seenValue {
				r.refuseTwice(path(".target_value"), key)
			}
			seenValue = true
			v := r.value()
			if v.kind == null {
				return
			}
			x, code, why := asNumber(v)
			if code != "" {
				r.refuse(code, path(".target_value"), "target_value "+why)
				return
			}
			setting = r.keep(x)
		default:
			r.ignore(path(""), key, "target_prop and target_value")
		}
	})
	return property, setting, len(r.errors) == before
}
