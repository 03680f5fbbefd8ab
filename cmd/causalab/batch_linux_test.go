package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFullFileSystem fills up a small file system, where one may be mounted.
func TestFullFileSystem(t *testing.T) {
	out := filepath.Join(t.TempDir(), "small")
	if err := os.Mkdir(out, 0o777); err != nil {
		t.Fatal(err)
	}
	limited := exec.Command("/bin/sh", "-c", `ulimit -f 16 && exec "$0" "$@"`) // 8 kB a file
	mounted := syscall.Mount("tmpfs", out, "tmpfs", 0, "size=200k") == nil
	if mounted {
		t.Cleanup(func() { syscall.Unmount(out, 0) })
		limited = exec.Command("/usr/bin/env")
	}
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	limited.Args = append(limited.Args, binary, "run", "-suite", "7nodes", "-indices", "0-9", "-player", "random", "-out", out, "-jobs", "1")
	limited.Env = append(os.Environ(), beTheProgram+"=1")
	var messages bytes.Buffer
	limited.Stderr = &messages
	if err := limited.Run(); err == nil || limited.ProcessState.ExitCode() != exitFailed {
		t.Errorf("code %d, %s", limited.ProcessState.ExitCode(), messages.String())
	}
	if !strings.Contains(messages.String(), "cannot be written") {
		t.Errorf("mounted %v: %s", mounted, messages.String())
	}
	for name, text := range treeOf(t, out) {
		if !strings.HasSuffix(text, "}\n") {
			t.Errorf("%s is not whole", name)
		}
	}
	if code, stdout, stderr := runWith("", "report", out, "-format", "json"); mounted && (code != 0 || !strings.Contains(stdout, `"n":`)) {
		t.Errorf("what was finished: code %d, %s", code, stderr)
	}
}
