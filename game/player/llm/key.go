//go:build !js

package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
)

// Key is the secret by which an endpoint knows who asks. However it is printed,
// it shows "[key]". The zero value is no key, for endpoints that ask for none.
type Key struct {
	secret *string // a pointer, so that not even %v of what holds a key shows it
}

// hiddenKey stands where a key was.
const hiddenKey = "[key]"

// shortestSecret is the length in bytes from which a key is taken for a secret.
// Endpoints without keys are given words such as "none" or "EMPTY", and hiding
// those would change what models say.
const shortestSecret = 8

// NewKey returns the key of a text; space around it is left out. The error does
// not show the text.
func NewKey(text string) (Key, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return Key{}, errors.New("the key is empty")
	}
	for _, r := range text {
		if r <= ' ' || r > '~' {
			return Key{}, errors.New("the key has spaces, line breaks or other signs that no key has")
		}
	}
	return Key{&text}, nil
}

// ReadKey reads a key from a file that holds nothing else.
func ReadKey(file string) (Key, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return Key{}, err
	}
	k, err := NewKey(string(text))
	if err != nil {
		return Key{}, fmt.Errorf("%s: %w", file, err)
	}
	return k, nil
}

// String returns "[key]", or nothing for no key.
func (k Key) String() string {
	if k.secret == nil {
		return ""
	}
	return hiddenKey
}

// GoString is String.
func (k Key) GoString() string { return k.String() }

// MarshalText is String, for JSON and all that uses it.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// hide takes the key out of a text, also as it looks inside JSON and in addresses.
// Endpoints repeat keys in their errors.
func (k Key) hide(text string) string {
	if k.secret == nil || len(*k.secret) < shortestSecret {
		return text
	}
	for _, form := range []string{*k.secret, quoted(*k.secret, true), quoted(*k.secret, false), url.QueryEscape(*k.secret), url.PathEscape(*k.secret)} {
		text = strings.ReplaceAll(text, form, hiddenKey)
	}
	return text
}

// quoted is a text as it stands between quotes in JSON.
func quoted(text string, escapeHTML bool) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(escapeHTML)
	if enc.Encode(text) != nil {
		return text
	}
	return strings.TrimSuffix(strings.TrimPrefix(b.String(), `"`), "\"\n")
}
