//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// reportBrokenPipes makes writing to a closed pipe an error instead of the end
// of the process, so that a log can still be saved.
func reportBrokenPipes() { signal.Ignore(syscall.SIGPIPE) }
