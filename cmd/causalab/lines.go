package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// longestLine is the most bytes that a line may have: the largest record a
// player may send, escaped in a log, with room for the rest.
const longestLine = 16 << 20

var errLongLine = fmt.Errorf("the line is longer than %d bytes; write one JSON object a line", longestLine)

// lineReader reads lines of text. A byte order mark and carriage returns at
// line ends are left out.
type lineReader struct {
	reader *bufio.Reader
	number int // of the line last read, from 1
	buffer []byte
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{reader: bufio.NewReaderSize(r, 64<<10)}
}

// next returns the next line, valid until the one after, [errLongLine] in place
// of a line that is too long, or [io.EOF].
func (l *lineReader) next() ([]byte, error) {
	l.buffer = l.buffer[:0]
	length := 0
	for {
		part, err := l.reader.ReadSlice('\n')
		length += len(part)
		if length <= longestLine {
			l.buffer = append(l.buffer, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && (!errors.Is(err, io.EOF) || length == 0) {
			return nil, err
		}
		break
	}
	l.number++
	if length > longestLine {
		return nil, errLongLine
	}
	line := bytes.TrimSuffix(l.buffer, []byte("\n"))
	line = bytes.TrimSuffix(line, []byte("\r"))
	if l.number == 1 {
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	return line, nil
}

// waiting says that the next line may be long in coming: what was written so
// far should be shown.
func (l *lineReader) waiting() bool { return l.reader.Buffered() == 0 }

func isBlank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }

// input is one file of the arguments.
type input struct {
	name  string // as messages call it
	lines *lineReader
}

// fileFault is what is wrong with a file as a whole.
type fileFault struct{ error }

func badFile(name, format string, args ...any) error {
	return fileFault{fmt.Errorf("%s: %w", name, fmt.Errorf(format, args...))}
}

// readFiles opens the files one after another, "-" being standard input, and
// hands each to read. There has to be at least one. A fault of a file ends the
// work, or with keepGoing is written where people see it, and failed is true.
func readFiles(files []string, s *streams, what string, keepGoing bool, read func(*input) error) (failed bool, err error) {
	if len(files) == 0 {
		return false, badUsage("no file: name one with %s, or - for standard input", what)
	}
	usedStdin := false
	for _, name := range files {
		if name == "-" {
			if usedStdin {
				return failed, badUsage("standard input can be read only once")
			}
			usedStdin = true
			err = read(&input{"standard input", newLineReader(s.stdin)})
		} else {
			err = readFile(name, read)
		}
		var fault fileFault
		if keepGoing && errors.As(err, &fault) {
			fmt.Fprintln(s.err, fault.Error())
			failed, err = true, nil
		}
		if err != nil {
			return failed, err
		}
	}
	return failed, nil
}

func readFile(name string, read func(*input) error) error {
	file, err := openFile(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return read(&input{name, newLineReader(file)})
}

// openFile opens a file for reading and says plainly why it cannot.
func openFile(name string) (*os.File, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fileError(name, err)
	}
	if info, err := file.Stat(); err == nil && info.IsDir() {
		file.Close()
		return nil, badFile(name, "this is a folder, not a file")
	}
	return file, nil
}

// fileError words a failure of the file system.
func fileError(name string, err error) error {
	switch {
	case errors.Is(err, os.ErrNotExist):
		return badFile(name, "there is no such file")
	case errors.Is(err, os.ErrPermission):
		return badFile(name, "this may not be read")
	}
	return badFile(name, "%w", err)
}

// fault writes what is wrong with a line.
func (in *input) fault(w io.Writer, line int, err error) {
	fmt.Fprintf(w, "%s:%d: %s\n", in.name, line, plain(err))
}
