// Serve is the web server of Causal lab. The page is compiled into it.
//
//	serve [-addr host:port] [-dir folder] [-frame-ancestors sources] [-version]
//
// It listens on -addr, or on the address in the environment variable
// CAUSALAB_ADDR, or on localhost:8080, and prints the page's URL. With port 0
// the system chooses a free one. It serves files with GET and HEAD, whole or in
// ranges, compressed where the browser accepts it, with the headers described
// at newHandler, and answers "ok" at /healthz. SIGINT and SIGTERM let running
// requests finish and end it with code 0.
//
// It ends with code 1 when it cannot serve (port in use, no page compiled in,
// no such folder) and with 2 when it does not understand its arguments, in both
// cases with one line on standard error.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"causalab/web"
)

const (
	defaultAddr = "localhost:8080"
	addrEnv     = "CAUSALAB_ADDR"

	// stopWithin is how long running requests may take to finish after a signal.
	stopWithin = 10 * time.Second
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ctx.Done()
		stop() // a second signal ends the program at once
	}()
	os.Exit(run(ctx, os.Args[1:], environment{
		getenv: os.Getenv, bundle: web.Dist, stdout: os.Stdout, stderr: os.Stderr,
	}))
}

// environment is what the program finds around it.
type environment struct {
	getenv         func(string) string
	bundle         func() (fs.FS, error)
	stdout, stderr io.Writer
}

// usageError marks an error in the arguments.
type usageError struct{ error }

// run is the program: it returns the exit code.
func run(ctx context.Context, args []string, env environment) int {
	err := serve(ctx, args, env)
	var usage usageError
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &usage):
		fmt.Fprintf(env.stderr, "serve: %v (serve -help lists the flags)\n", err)
		return 2
	default:
		fmt.Fprintf(env.stderr, "serve: %v\n", err)
		return 1
	}
}

func serve(ctx context.Context, args []string, env environment) error {
	addr := defaultAddr
	if set := env.getenv(addrEnv); set != "" {
		addr = set
	}
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&addr, "addr", addr, "listen on this `host:port`; the environment variable "+addrEnv+" changes the default")
	dir := flags.String("dir", "", "serve this `folder` instead of the page compiled in")
	ancestors := flags.String("frame-ancestors", "'self'", "`sources` that may show the page in a frame, as in Content-Security-Policy")
	version := flags.Bool("version", false, "print the version and end")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(env.stdout, "usage: serve [flags]")
			flags.SetOutput(env.stdout)
			flags.PrintDefaults()
			return err
		}
		return usageError{err}
	}
	if flags.NArg() > 0 {
		return usageError{fmt.Errorf("unexpected argument %q", flags.Arg(0))}
	}
	if strings.Trim(*ancestors, " ") == "" || strings.ContainsAny(*ancestors, ";,\r\n") {
		return usageError{fmt.Errorf("-frame-ancestors %q: want sources with blanks between, for instance \"'self' https://survey.example.org\"", *ancestors)}
	}
	if _, _, err := net.SplitHostPort(addr); err != nil {
		return usageError{fmt.Errorf("address %q: want host:port, for instance %s", addr, defaultAddr)}
	}

	if *version {
		fmt.Fprintln(env.stdout, versionLine(env.bundle))
		return nil
	}
	files, err := env.bundle()
	if *dir != "" {
		files, err = openFolder(*dir)
	}
	if err != nil {
		return err
	}
	return listen(ctx, addr, newHandler(files, *ancestors), env.stdout)
}

// listen serves handler on addr until ctx ends, and then lets running requests finish.
func listen(ctx context.Context, addr string, handler http.Handler, stdout io.Writer) error {
	listener, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is in use: stop the program that uses it or choose another address with -addr", addr)
	}
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      10 * time.Minute, // the programs are large and lines slow
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
	}
	fmt.Fprintf(stdout, "Causal lab is at %s (stop it with Ctrl-C)\n", pageURL(addr, listener.Addr()))

	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	deadline, cancel := context.WithTimeout(context.Background(), stopWithin)
	defer cancel()
	if err := server.Shutdown(deadline); err != nil {
		server.Close()
		return fmt.Errorf("requests were still running %v after the signal and have been cut off", stopWithin)
	}
	return nil
}

// pageURL names the page for a person at this machine: the host that was asked
// for with the port that was given. A server on all addresses is at localhost.
func pageURL(asked string, given net.Addr) string {
	host, _, _ := net.SplitHostPort(asked)
	_, port, _ := net.SplitHostPort(given.String())
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port) + "/"
}

// versionLine names the program, its toolchain and the page compiled in.
func versionLine(bundle func() (fs.FS, error)) string {
	version, toolchain := "unknown", "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		version, toolchain = info.Main.Version, info.GoVersion
	}
	page := "no page"
	if files, err := bundle(); err == nil {
		var manifest struct {
			Build string `json:"build"`
		}
		data, err := fs.ReadFile(files, "bundle.json")
		if err == nil && json.Unmarshal(data, &manifest) == nil {
			page = "page " + manifest.Build
		}
	}
	return fmt.Sprintf("causalab serve %s, %s, %s", version, toolchain, page)
}
