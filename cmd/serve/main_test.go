package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"causalab/web"
)

// asProgram makes the test's own executable behave as the program.
const asProgram = "CAUSALAB_TEST_AS_SERVE"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// program is the command line of a process that serves.
func program(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1", addrEnv+"=")
	return cmd
}

// pageFolder makes a folder with a page.
func pageFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte("the page"), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestProcessServesUntilSignal(t *testing.T) {
	for _, signal := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		cmd := program("-addr", "localhost:0", "-dir", pageFolder(t))
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cmd.Process.Kill() })
		line, err := bufio.NewReader(stdout).ReadString('\n')
		if err != nil {
			t.Fatalf("no line on standard output: %v; standard error: %s", err, &stderr)
		}
		url := regexp.MustCompile(`http://localhost:[1-9][0-9]*/`).FindString(line)
		if url == "" {
			t.Fatalf("the program printed %q, without its URL", line)
		}
		for path, want := range map[string]string{"": "the page", "healthz": "ok\n"} {
			r, err := http.Get(url + path)
			if err != nil {
				t.Fatal(err)
			}
			got, _ := io.ReadAll(r.Body)
			r.Body.Close()
			if string(got) != want {
				t.Errorf("%s%s answered %q, want %q", url, path, got, want)
			}
		}
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("after %v: %v, want exit code 0; standard error: %s", signal, err, &stderr)
		}
	}
}

func TestProcessPortInUse(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	addr := listener.Addr().String()
	cmd := program("-dir", pageFolder(t))
	cmd.Env = append(cmd.Env, addrEnv+"="+addr) // also shows that the variable counts
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.Run()
	want := "serve: " + addr + " is in use: stop the program that uses it or choose another address with -addr\n"
	if code := cmd.ProcessState.ExitCode(); code != 1 || stderr.String() != want {
		t.Errorf("exit code %d, standard error %q; want 1, %q", code, &stderr, want)
	}
}

func TestRunningRequestsFinish(t *testing.T) {
	began, finish := make(chan bool), make(chan bool)
	slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(began)
		<-finish
		io.WriteString(w, "finished")
	})
	ctx, stop := context.WithCancel(context.Background())
	out, in := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- listen(ctx, "localhost:0", slow, in) }()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	answer := make(chan string, 1)
	go func() {
		r, err := http.Get(regexp.MustCompile(`http://\S+`).FindString(line))
		if err != nil {
			answer <- err.Error()
			return
		}
		defer r.Body.Close()
		text, _ := io.ReadAll(r.Body)
		answer <- string(text)
	}()
	<-began
	stop()
	select {
	case err := <-done:
		t.Errorf("the server ended before the request did: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	close(finish)
	if got := <-answer; got != "finished" {
		t.Errorf("the running request got %q", got)
	}
	if err := <-done; err != nil {
		t.Errorf("the server ended with %v", err)
	}
}

func TestRunRefuses(t *testing.T) {
	noBundle := func() (fs.FS, error) { return nil, web.ErrNoBundle }
	bundle := func() (fs.FS, error) { return fstest.MapFS{"index.html": {}}, nil }
	file := filepath.Join(pageFolder(t), "index.html")
	for _, c := range []struct {
		name   string
		args   []string
		addr   string
		bundle func() (fs.FS, error)
		code   int
		want   string
	}{
		{"no bundle", nil, "", noBundle, 1, "run make dist"},
		{"unknown flag", []string{"-port", "80"}, "", bundle, 2, "-port"},
		{"extra argument", []string{"web/dist"}, "", bundle, 2, `unexpected argument "web/dist"`},
		{"port without host", []string{"-addr", "8080"}, "", bundle, 2, `"8080": want host:port`},
		{"bad address in the environment", nil, "nowhere", bundle, 2, `"nowhere": want host:port`},
		{"impossible port", []string{"-addr", "localhost:99999"}, "", bundle, 1, "99999"},
		{"missing folder", []string{"-dir", filepath.Join(t.TempDir(), "gone")}, "", bundle, 1, "gone"},
		{"folder is a file", []string{"-dir", file}, "", bundle, 1, "not a folder"},
		{"folder without a page", []string{"-dir", t.TempDir()}, "", bundle, 1, "no index.html"},
		{"policy in frame-ancestors", []string{"-frame-ancestors", "*; script-src *"}, "", bundle, 2, "-frame-ancestors"},
		{"empty frame-ancestors", []string{"-frame-ancestors", " "}, "", bundle, 2, "-frame-ancestors"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			defer cancel() // so that a server that does start ends, with code 0
			var stdout, stderr bytes.Buffer
			code := run(ctx, c.args, environment{
				getenv: func(string) string { return c.addr }, bundle: c.bundle, stdout: &stdout, stderr: &stderr,
			})
			line := stderr.String()
			if code != c.code || !strings.Contains(line, c.want) || strings.Count(line, "\n") != 1 || !strings.HasPrefix(line, "serve: ") {
				t.Errorf("exit code %d, standard error %q; want %d and one line with %q", code, line, c.code, c.want)
			}
			if stdout.Len() > 0 {
				t.Errorf("standard output: %q", &stdout)
			}
		})
	}
}

func TestHelpAndVersion(t *testing.T) {
	bundle := func() (fs.FS, error) {
		return fstest.MapFS{"bundle.json": {Data: []byte(`{"build": "A2B3C4D5"}`)}}, nil
	}
	for flag, wants := range map[string][]string{
		"-version": {"causalab serve", "go1.", "page A2B3C4D5"},
		"-help":    {"usage: serve", "-addr", "-dir", "-frame-ancestors", "-version", addrEnv, defaultAddr},
	} {
		var stdout, stderr bytes.Buffer
		code := run(context.Background(), []string{flag}, environment{
			getenv: func(string) string { return "" }, bundle: bundle, stdout: &stdout, stderr: &stderr,
		})
		if code != 0 || stderr.Len() > 0 {
			t.Errorf("%s: exit code %d, standard error %q", flag, code, &stderr)
		}
		for _, want := range wants {
			if !strings.Contains(stdout.String(), want) {
				t.Errorf("%s printed %q, without %q", flag, &stdout, want)
			}
		}
	}
}

func TestPageURL(t *testing.T) {
	given := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1234}
	for asked, want := range map[string]string{
		"localhost:0":   "http://localhost:1234/",
		":8080":         "http://localhost:1234/",
		"0.0.0.0:8080":  "http://localhost:1234/",
		"[::]:8080":     "http://localhost:1234/",
		"[::1]:8080":    "http://[::1]:1234/",
		"lab.test:8080": "http://lab.test:1234/",
	} {
		if got := pageURL(asked, given); got != want {
			t.Errorf("pageURL(%q) = %q, want %q", asked, got, want)
		}
	}
}
