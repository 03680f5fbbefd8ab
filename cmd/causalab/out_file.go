package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// outFile is where a command saves what it made. The file is there whole or not at
// all.
type outFile struct {
	what  string // what is saved, for messages: "log"
	name  string
	force bool // replace a file that is there
}

// check says before the work begins why its outcome could not be saved.
func (o *outFile) check() error {
	if o.name == "-" {
		return badUsage("the %s goes to a file, not to standard output", o.what)
	}
	switch info, err := os.Stat(o.name); {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder; name a file for the %s", o.name, o.what)
	case err == nil && !o.force:
		return o.alreadyThere()
	}
	// Making a file is the only sure way to know that one can be made.
	probe, err := o.createTemporary()
	if err != nil {
		return err
	}
	probe.Close()
	return os.Remove(probe.Name())
}

func (o *outFile) alreadyThere() error {
	return fmt.Errorf("%s is there already; name another file for the %s, or replace it with -force", o.name, o.what)
}

func (o *outFile) createTemporary() (*os.File, error) {
	folder, base := filepath.Split(o.name)
	if folder == "" {
		folder = "."
	}
	file, err := os.CreateTemp(folder, "."+base+".*")
	if err != nil {
		return nil, o.notWritten(err)
	}
	return file, nil
}

// notWritten says why there is no file. The temporary name would only confuse.
func (o *outFile) notWritten(err error) error {
	var detail *os.PathError
	if errors.As(err, &detail) {
		err = detail.Err
	}
	return fmt.Errorf("the %s %s cannot be written: %w", o.what, o.name, err)
}

// save writes the file.
func (o *outFile) save(text string) error {
	file, err := o.createTemporary()
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
		return o.notWritten(err)
	}
	return o.moveInPlace(file.Name())
}

// moveInPlace gives the finished file its name. Without force nothing is
// replaced, not even a file that another program wrote in the meantime.
func (o *outFile) moveInPlace(temporary string) error {
	if o.force {
		if err := os.Rename(temporary, o.name); err != nil {
			return fmt.Errorf("the %s stays in %s: %w", o.what, temporary, err)
		}
		return nil
	}
	err := os.Link(temporary, o.name)
	if err == nil {
		return os.Remove(temporary)
	}
	if !errors.Is(err, os.ErrExist) { // a file system without links
		if _, err = os.Stat(o.name); errors.Is(err, os.ErrNotExist) {
			if err = os.Rename(temporary, o.name); err == nil {
				return nil
			}
		}
	}
	return fmt.Errorf("the %s stays in %s, because %s has come to be there", o.what, temporary, o.name)
}
