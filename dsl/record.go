package dsl

import (
	"bytes"
	"encoding/json"
	"fmt"

	"causalab/scm"
)

// Record is one step of a player, human or program: what it remembers and
// thinks, the data it goes by, its hypothesis, the experiment it would do next,
// and at most one action.
type Record struct {
	Memory     string      `json:"memory"`
	Thought    string      `json:"thought"`
	PastData   []Entry     `json:"past_data"`
	Hypothesis Hypothesis  `json:"hypothesis"`
	Experiment *Experiment `json:"experiment,omitempty"`
	// Action is what the step does; [ActionNone] only thinks.
	Action Action `json:"action,omitempty"`
	// To is where a "move" goes.
	To string `json:"to,omitempty"`
	// Value is the frequency in Hz of a "submit".
	Value *float64 `json:"value,omitempty"`
}

// Action names what a step does besides stating a hypothesis.
type Action string

const (
	ActionNone        Action = ""             // think only; written "none" or left out
	ActionIntervene   Action = "intervene"    // carry out Record.Experiment
	ActionOpenReactor Action = "open_reactor" // released protocol: see the reactor crystal, lock the manipulator
	ActionSubmit      Action = "submit"       // predict Record.Value Hz with the record's hypothesis
	ActionGiveUp      Action = "give_up"      // end without a prediction
	ActionMove        Action = "move"         // embodied play: go to Record.To
)

// Entry is one measured crystal, as observations hand it out and as records
// carry it in past_data.
type Entry struct {
	ID           string        `json:"id"`
	Props        Readings      `json:"props"`
	Freq         *float64      `json:"freq,omitempty"` // Hz; absent while unknown
	Intervention *Intervention `json:"intervention,omitempty"`
}

// Intervention is what was set to get a measurement.
type Intervention struct {
	TargetProp  string  `json:"target_prop"`
	TargetValue float64 `json:"target_value"`
}

// Experiment is what a player would do next. TargetValue is absent while the
// player has not decided.
type Experiment struct {
	TargetProp  string   `json:"target_prop"`
	TargetValue *float64 `json:"target_value,omitempty"`
}

// Hypothesis is the mechanism a player believes in. Only it is scored.
type Hypothesis struct {
	Edges        []scm.Edge   `json:"edges"`
	FreqEquation string       `json:"freq_equation"`
	Coefficients Coefficients `json:"coefficients"`
}

// Coefficient gives a name of the equation its value; nil is not known yet.
type Coefficient struct {
	Name  string
	Value *float64
}

// Coefficients is a JSON object that keeps its order.
type Coefficients []Coefficient

// Get returns the value of a name, and whether the name is there at all.
func (c Coefficients) Get(name string) (value *float64, ok bool) {
	for _, x := range c {
		if x.Name == name {
			return x.Value, true
		}
	}
	return nil, false
}

// MarshalJSON writes an object in the slice's order.
func (c Coefficients) MarshalJSON() ([]byte, error) {
	return marshalObject(len(c), func(i int) (string, any) { return c[i].Name, c[i].Value })
}

// UnmarshalJSON reads an object of numbers and nulls, keeping its order.
func (c *Coefficients) UnmarshalJSON(data []byte) error {
	*c = (*c)[:0]
	return unmarshalObject(data, func(name string, value json.RawMessage) error {
		var v *float64
		if err := json.Unmarshal(value, &v); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		*c = append(*c, Coefficient{name, v})
		return nil
	})
}

// Reading is one measured property.
type Reading struct {
	Name  string
	Value float64
}

// Readings is a JSON object of numbers that keeps its order.
type Readings []Reading

// Get returns the value of a property, and whether it is there.
func (r Readings) Get(name string) (value float64, ok bool) {
	for _, x := range r {
		if x.Name == name {
			return x.Value, true
		}
	}
	return 0, false
}

// MarshalJSON writes an object in the slice's order; null for a nil slice.
func (r Readings) MarshalJSON() ([]byte, error) {
	if r == nil {
		return []byte("null"), nil
	}
	return marshalObject(len(r), func(i int) (string, any) { return r[i].Name, r[i].Value })
}

// UnmarshalJSON reads an object of numbers, keeping its order.
func (r *Readings) UnmarshalJSON(data []byte) error {
	*r = (*r)[:0]
	return unmarshalObject(data, func(name string, value json.RawMessage) error {
		var v float64
		if err := json.Unmarshal(value, &v); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		*r = append(*r, Reading{name, v})
		return nil
	})
}

func marshalObject(n int, field func(int) (string, any)) ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i := range n {
		name, value := field(i)
		if i > 0 {
			b.WriteByte(',')
		}
		for j, part := range []any{name, value} {
			text, err := json.Marshal(part)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			if j > 0 {
				b.WriteByte(':')
			}
			b.Write(text)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func unmarshalObject(data []byte, field func(string, json.RawMessage) error) error {
	d := json.NewDecoder(bytes.NewReader(data))
	open, err := d.Token()
	if err != nil {
		return err
	}
	if open == nil {
		return nil // null leaves it empty
	}
	if open != json.Delim('{') {
		return fmt.Errorf("want a JSON object, got %v", open)
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		if err := field(name.(string), value); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}
