//go:build unix

package main

import (
	"context"
	"os/exec"
	"syscall"
)

// shellCommand prepares a command line in a process group of its own, so that
// what the shell starts can be ended with it and an interrupt of the terminal
// reaches only this program.
func shellCommand(ctx context.Context, command string) *exec.Cmd {
	c := exec.CommandContext(ctx, "/bin/sh", "-c", command)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { killProcess(c); return nil }
	return c
}

// killProcess ends a process and all of its group.
func killProcess(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
