package main

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/tidwall/gjson"
)

// annotator prints each line of its files with something added.
type annotator struct {
	what      string // a line is, for messages
	several   string // such things
	keepGoing bool   // after a line that annotate refuses
	annotate  func(line []byte) ([]byte, error)
	refused   bool // a line was
}

// files goes through the files of the arguments.
func (a *annotator) files(names []string, s *streams) error {
	failed, err := readFiles(names, s, a.several, a.keepGoing, func(in *input) error { return a.file(in, s) })
	if err == nil && (failed || a.refused) {
		return errReported
	}
	return err
}

func (a *annotator) file(in *input, s *streams) error {
	found := false
	for {
		if in.lines.waiting() {
			if err := s.out.Flush(); err != nil {
				return err
			}
		}
		line, err := in.lines.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && isBlank(line) {
			continue
		}
		if err == nil {
			line, err = a.annotate(line)
		} else if !errors.Is(err, errLongLine) {
			return fileError(in.name, err)
		}
		found = true
		if err == nil {
			if _, err := s.out.Write(line); err != nil {
				return err
			}
			continue
		}
		if err := s.out.Flush(); err != nil {
			return err
		}
		in.fault(s.err, in.lines.number, err)
		if !a.keepGoing {
			return errReported
		}
		a.refused = true
	}
	if !found {
		return badFile(in.name, "there is no %s in it; write one JSON object a line", a.what)
	}
	return nil
}

// appendWithout writes a JSON object that keeps at least one member without its
// closing brace and without the members of some names, all else byte for byte.
func appendWithout(b *bytes.Buffer, object []byte, names ...string) {
	object = bytes.TrimSpace(object)
	mentioned := bytes.ContainsRune(object, '\\') ||
		slices.ContainsFunc(names, func(name string) bool { return bytes.Contains(object, []byte(`"`+name)) })
	if !mentioned {
		b.Write(bytes.TrimRight(object[:len(object)-1], " \t"))
		return
	}
	b.WriteByte('{')
	first := true
	gjson.ParseBytes(object).ForEach(func(key, value gjson.Result) bool {
		if slices.Contains(names, key.Str) {
			return true
		}
		if !first {
			b.WriteByte(',')
		}
		first = false
		b.WriteString(key.Raw)
		b.WriteByte(':')
		b.WriteString(value.Raw)
		return true
	})
}
