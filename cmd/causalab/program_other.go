//go:build !unix

package main

import (
	"context"
	"os/exec"
	"strings"
)

// shellCommand prepares a command line without a shell: words with spaces between.
func shellCommand(ctx context.Context, command string) *exec.Cmd {
	words := strings.Fields(command)
	return exec.CommandContext(ctx, words[0], words[1:]...)
}

// killProcess ends a process.
func killProcess(c *exec.Cmd) { _ = c.Process.Kill() }
