package suite

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// FieldError reports what is wrong with a file of tasks, where, and what to do.
type FieldError struct {
	Line    int    // from 1
	Field   string // path of the field, e.g. "nodes.density.computation"; empty for the line as a whole
	Message string
}

func (e *FieldError) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("line %d: %s", e.Line, e.Message)
	}
	return fmt.Sprintf("line %d, %s: %s", e.Line, e.Field, e.Message)
}

// deepest is how far the values of a line may nest; the release uses 4 levels.
const deepest = 12

// node is a JSON value that knows its path and keeps the order of its members,
// which encoding/json's maps would lose.
type node struct {
	path  string
	value any // nil, bool, float64, string, []*node or *object
}

type object struct {
	keys    []string
	members map[string]*node
}

// fault makes the error of a field. The line is filled in by [Import].
func (n *node) fault(format string, args ...any) *FieldError {
	return &FieldError{Field: n.path, Message: fmt.Sprintf(format, args...)}
}

// kind names what a value is, for messages.
func (n *node) kind() string {
	switch n.value.(type) {
	case nil:
		return "null"
	case bool:
		return "a truth value"
	case float64:
		return "a number"
	case string:
		return "a text"
	case []*node:
		return "a list"
	}
	return "an object"
}

// parseJSON reads one JSON value that fills a line. A key given twice, a number
// beyond float64 and deep nesting are refused.
func parseJSON(line []byte) (*node, error) {
	if !utf8.Valid(line) {
		return nil, &FieldError{Message: "not UTF-8; save the file as UTF-8"}
	}
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	n, err := readValue(d, "", 0)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = &FieldError{Message: "more text after the JSON object; write one object a line"}
		}
	}
	var field *FieldError
	if err != nil && !errors.As(err, &field) {
		at := d.InputOffset()
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("the line ends too early")
		}
		return nil, &FieldError{Message: fmt.Sprintf("not valid JSON after byte %d: %v; write one object a line", at, err)}
	}
	return n, err
}

func readValue(d *json.Decoder, path string, depth int) (*node, error) {
	n := &node{path: path}
	if depth > deepest {
		return nil, n.fault("nested deeper than any field of the format")
	}
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch token := token.(type) {
	case json.Number:
		if n.value, err = strconv.ParseFloat(string(token), 64); err != nil {
			return nil, n.fault("%s is beyond the range of 64-bit floating point numbers", token)
		}
		return n, nil
	case json.Delim:
	default:
		n.value = token
		return n, nil
	}
	switch token {
	case json.Delim('['):
		list := []*node{}
		for d.More() {
			item, err := readValue(d, fmt.Sprintf("%s[%d]", path, len(list)), depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, item)
		}
		n.value = list
	default:
		o := &object{members: make(map[string]*node)}
		for d.More() {
			token, err := d.Token()
			if err != nil {
				return nil, err
			}
			key := token.(string) // the decoder refuses any other key
			at := key
			if path != "" {
				at = path + "." + key
			}
			item, err := readValue(d, at, depth+1)
			if err != nil {
				return nil, err
			}
			if _, twice := o.members[key]; twice {
				return nil, item.fault("given twice; remove one")
			}
			o.keys = append(o.keys, key)
			o.members[key] = item
		}
		n.value = o
	}
	_, err = d.Token() // the closing bracket
	return n, err
}

// object returns the value as an object.
func (n *node) object() (*object, error) {
	if o, ok := n.value.(*object); ok {
		return o, nil
	}
	return nil, n.fault("want an object, not %s", n.kind())
}

// list returns the value as a list.
func (n *node) list() ([]*node, error) {
	if l, ok := n.value.([]*node); ok {
		return l, nil
	}
	return nil, n.fault("want a list, not %s", n.kind())
}

// text returns the value as a string.
func (n *node) text() (string, error) {
	if s, ok := n.value.(string); ok {
		return s, nil
	}
	return "", n.fault("want a text, not %s", n.kind())
}

// number returns the value as a finite number.
func (n *node) number() (float64, error) {
	if x, ok := n.value.(float64); ok {
		return x + 0, nil // -0 is 0
	}
	return 0, n.fault("want a number, not %s", n.kind())
}

// truth returns the value as true or false.
func (n *node) truth() (bool, error) {
	if b, ok := n.value.(bool); ok {
		return b, nil
	}
	return false, n.fault("want true or false, not %s", n.kind())
}

// field returns a member that must be there.
func (n *node) field(key string) (*node, error) {
	o, err := n.object()
	if err != nil {
		return nil, err
	}
	if m, ok := o.members[key]; ok {
		return m, nil
	}
	missing := node{path: key}
	if n.path != "" {
		missing.path = n.path + "." + key
	}
	return nil, missing.fault("missing; add it")
}

// optional returns a member, or nil if it is absent.
func (n *node) optional(key string) *node {
	if o, ok := n.value.(*object); ok {
		return o.members[key]
	}
	return nil
}

// only refuses members outside the known keys.
func (n *node) only(known ...string) error {
	o, err := n.object()
	if err != nil {
		return err
	}
	for _, key := range o.keys {
		if !slices.Contains(known, key) {
			return o.members[key].fault("not known here; remove it (known are %s)", strings.Join(known, ", "))
		}
	}
	return nil
}

// textField, numberField and truthField read a member that must be there.
func (n *node) textField(key string) (string, error) {
	m, err := n.field(key)
	if err != nil {
		return "", err
	}
	return m.text()
}

func (n *node) numberField(key string) (float64, error) {
	m, err := n.field(key)
	if err != nil {
		return 0, err
	}
	return m.number()
}

func (n *node) truthField(key string) (bool, error) {
	m, err := n.field(key)
	if err != nil {
		return false, err
	}
	return m.truth()
}

// exactText and exactNumber refuse a member that is not the one value known.
func (n *node) exactText(key, want string) error {
	s, err := n.textField(key)
	if err == nil && s != want {
		return n.optional(key).fault("want %q, not %q", want, s)
	}
	return err
}

func (n *node) exactNumber(key string, want float64) error {
	x, err := n.numberField(key)
	if err == nil && x != want {
		return n.optional(key).fault("only %v is known, not %v", want, x)
	}
	return err
}
