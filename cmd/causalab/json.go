package main

import (
	"bytes"
	"encoding/json"
	"io"
)

// writeLine writes a value as one line of JSON, without escapes for HTML.
func writeLine(w io.Writer, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}
