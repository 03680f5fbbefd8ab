package main

import (
	"strconv"
	"strings"
)

// A coding is a way to compress a file, and the ending of the file that holds
// the result.
type coding struct {
	name, ext string
}

// codings are what this server can send, the best first.
var codings = []coding{{"br", ".br"}, {"gzip", ".gz"}, {"identity", ""}}

// unlisted is the quality of sending a file as it is, when the browser does not
// speak of it: allowed, but anything it does list comes first (RFC 9110, 12.5.3).
const unlisted = 1e-6

// choose returns the best of the codings that has and Accept-Encoding's lines
// allow; ok is false when they allow none.
func choose(lines []string, has func(coding) bool) (best coding, ok bool) {
	quality := parseAccept(lines)
	bestQuality := 0.0
	for _, c := range codings {
		q, listed := quality[c.name]
		if !listed {
			q, listed = quality["*"]
		}
		if !listed && c.name == "identity" {
			q = unlisted
		}
		if q > bestQuality && has(c) {
			best, bestQuality, ok = c, q, true
		}
	}
	return best, ok
}

// parseAccept returns the quality of each coding that Accept-Encoding lists.
// A quality that is no number from 0 to 1 counts as 0.
func parseAccept(lines []string) map[string]float64 {
	quality := map[string]float64{}
	for item := range strings.SplitSeq(strings.Join(lines, ","), ",") {
		name, parameters, _ := strings.Cut(item, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "" {
			continue
		}
		if name == "x-gzip" {
			name = "gzip"
		}
		q := 1.0
		for parameter := range strings.SplitSeq(parameters, ";") {
			key, value, _ := strings.Cut(parameter, "=")
			if strings.ToLower(strings.TrimSpace(key)) != "q" {
				continue
			}
			var err error
			q, err = strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil || !(q >= 0 && q <= 1) {
				q = 0
			}
		}
		quality[name] = q
	}
	return quality
}
