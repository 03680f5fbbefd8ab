package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// logFile is where the log of an episode is saved when it is over. The file is
// there whole or not at all.
type logFile struct {
	name  string
	force bool // replace a file that is there
}

// check says before an episode begins why its log could not be saved.
func (l *logFile) check() error {
	if l.name == "-" {
		return badUsage("the log goes to a file; observations go to standard output")
	}
	switch info, err := os.Stat(l.name); {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder; name a file for the log", l.name)
	case err == nil && !l.force:
		return l.alreadyThere()
	}
	// Making a file is the only sure way to know that one can be made.
	probe, err := l.createTemporary()
	if err != nil {
		return err
	}
	probe.Close()
	return os.Remove(probe.Name())
}

func (l *logFile) alreadyThere() error {
	return fmt.Errorf("%s is there already; name another file for the log, or replace it with -force", l.name)
}

func (l *logFile) createTemporary() (*os.File, error) {
	folder, base := filepath.Split(l.name)
	if folder == "" {
		folder = "."
	}
	file, err := os.CreateTemp(folder, "."+base+".*")
	if err != nil {
		var detail *os.PathError
		if errors.As(err, &detail) {
			err = detail.Err // the temporary name would only confuse
		}
		return nil, fmt.Errorf("the log %s cannot be written: %w", l.name, err)
	}
	return file, nil
}

// save writes the log.
func (l *logFile) save(text string) error {
	file, err := l.createTemporary()
	if err != nil {
		return err
	}
	err = file.Chmod(0o644)
	if err == nil {
		_, err = file.WriteString(text)
	}
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		os.Remove(file.Name())
		return fmt.Errorf("the log %s cannot be written: %w", l.name, err)
	}
	return l.moveInPlace(file.Name())
}

// moveInPlace gives the finished file its name. Without force nothing is
// replaced, not even a file that another program wrote in the meantime.
func (l *logFile) moveInPlace(temporary string) error {
	if l.force {
		if err := os.Rename(temporary, l.name); err != nil {
			return fmt.Errorf("the log stays in %s: %w", temporary, err)
		}
		return nil
	}
	err := os.Link(temporary, l.name)
	if err == nil {
		return os.Remove(temporary)
	}
	if !errors.Is(err, os.ErrExist) { // a file system without links
		if _, err = os.Stat(l.name); errors.Is(err, os.ErrNotExist) {
			if err = os.Rename(temporary, l.name); err == nil {
				return nil
			}
		}
	}
	return fmt.Errorf("the log stays in %s, because %s has come to be there", temporary, l.name)
}
