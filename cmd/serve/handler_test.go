package main

import (
	"bytes"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

const (
	programName = "lab.A2B3C4D5.wasm"
	programText = "\x00asm the whole program"
)

func testFiles() fstest.MapFS {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	return fstest.MapFS{
		"index.html":           file("<!doctype html><title>Lab</title>"),
		"index.html.br":        file("index as br"),
		"room.html":            file("<!doctype html><title>Room</title>"),
		programName:            file(programText),
		programName + ".br":    file("program as br"),
		programName + ".gz":    file("program as gz"),
		"main.A2B3C4D5.js":     file("export {};"),
		"main.A2B3C4D5.css":    file("p { color: red }"),
		"main.A2B3C4D5.js.map": file("{}"),
		"icon.A2B3C4D5.svg":    file("<svg/>"),
		"causalab-engine.wasm": file("\x00asm engine"),
		"bundle.json":          file("{}"),
		"unknown.kind":         file("?"),
		".secret":              file("hidden"),
		"help/index.html":      file("<!doctype html><title>Help</title>"),
	}
}

// get asks handler for a path with headers given as name, value, name, value.
func get(handler http.Handler, method, target string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, "http://lab.test/", nil)
	r.URL.Path, r.RequestURI = target, target
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	data, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestTypesAndCaching(t *testing.T) {
	h := newHandler(testFiles(), "'self'")
	const forever, ask = "public, max-age=31536000, immutable", "no-cache"
	for _, c := range []struct{ path, kind, cache string }{
		{"/", "text/html; charset=utf-8", ask},
		{"/index.html", "text/html; charset=utf-8", ask},
		{"/room.html", "text/html; charset=utf-8", ask},
		{"/help/", "text/html; charset=utf-8", ask},
		{"/" + programName, "application/wasm", forever},
		{"/main.A2B3C4D5.js", "text/javascript; charset=utf-8", forever},
		{"/main.A2B3C4D5.css", "text/css; charset=utf-8", forever},
		{"/main.A2B3C4D5.js.map", "application/json", forever},
		{"/icon.A2B3C4D5.svg", "image/svg+xml", forever},
		{"/causalab-engine.wasm", "application/wasm", ask},
		{"/bundle.json", "application/json", ask},
		{"/unknown.kind", "application/octet-stream", ask},
	} {
		r := get(h, "GET", c.path)
		if r.StatusCode != 200 || r.Header.Get("Content-Type") != c.kind || r.Header.Get("Cache-Control") != c.cache {
			t.Errorf("%s: %d, %q, %q; want 200, %q, %q", c.path, r.StatusCode,
				r.Header.Get("Content-Type"), r.Header.Get("Cache-Control"), c.kind, c.cache)
		}
		if r.Header.Get("Vary") != "Accept-Encoding" || r.Header.Get("ETag") == "" {
			t.Errorf("%s: Vary %q, ETag %q", c.path, r.Header.Get("Vary"), r.Header.Get("ETag"))
		}
	}
}

func TestSecurityHeadersOnEveryAnswer(t *testing.T) {
	h := newHandler(testFiles(), "'self' https://survey.example.org")
	want := map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
			"img-src 'self' data:; connect-src 'self'; worker-src 'self'; frame-src 'self'; base-uri 'none'; " +
			"form-action 'none'; frame-ancestors 'self' https://survey.example.org",
		"X-Content-Type-Options": "nosniff",
		"Referrer-Policy":        "same-origin",
	}
	for _, c := range []struct{ method, path string }{
		{"GET", "/"}, {"GET", "/missing"}, {"POST", "/"}, {"GET", "/healthz"}, {"HEAD", "/room.html"}, {"GET", "/help"},
	} {
		r := get(h, c.method, c.path)
		for name, value := range want {
			if got := r.Header.Get(name); got != value {
				t.Errorf("%s %s: %s is %q, want %q", c.method, c.path, name, got, value)
			}
		}
		for _, feature := range []string{"camera=()", "microphone=()", "geolocation=()"} {
			if got := r.Header.Get("Permissions-Policy"); !strings.Contains(got, feature) {
				t.Errorf("%s %s: Permissions-Policy is %q, without %s", c.method, c.path, got, feature)
			}
		}
	}
}

func TestEncoding(t *testing.T) {
	h := newHandler(testFiles(), "'self'")
	for _, c := range []struct {
		path, accept, coding string
	}{
		{programName, "gzip, deflate, br, zstd", "br"},
		{programName, "gzip, deflate", "gzip"},
		{programName, "x-gzip", "gzip"},
		{programName, "GZIP", "gzip"},
		{programName, "deflate", ""},
		{programName, "", ""},
		{programName, "identity", ""},
		{programName, "br;q=0.5, gzip;q=0.8", "gzip"},
		{programName, "br;q=0, gzip", "gzip"},
		{programName, "br;q=0.1", "br"},
		{programName, "br; q=1.0 , gzip; q=1.0", "br"},
		{programName, "br;q=0.5, identity", ""},
		{programName, "*", "br"},
		{programName, "br;q=0, *;q=0.5", "gzip"},
		{programName, "br;q=2, gzip;q=0.1", "gzip"}, // out of range counts as 0
		{programName, "br;q=x", ""},
		{programName, "identity;q=0, gzip", "gzip"},
		{"index.html", "gzip, br", "br"},
		{"index.html", "gzip", ""}, // there is no .gz
		{"room.html", "gzip, br", ""},
	} {
		r := get(h, "GET", "/"+c.path, "Accept-Encoding", c.accept)
		if r.StatusCode != 200 || r.Header.Get("Content-Encoding") != c.coding {
			t.Errorf("%s with %q: %d, %q, want %q", c.path, c.accept, r.StatusCode, r.Header.Get("Content-Encoding"), c.coding)
		}
		ext := map[string]string{"br": ".br", "gzip": ".gz", "": ""}[c.coding]
		want := string(testFiles()[c.path+ext].Data)
		if got := body(t, r); got != want || r.ContentLength != int64(len(want)) {
			t.Errorf("%s with %q: %q with length %d, want %q", c.path, c.accept, got, r.ContentLength, want)
		}
		if got := r.Header.Get("Content-Type"); got != contentTypes[filepath.Ext(c.path)] {
			t.Errorf("%s with %q: type %q", c.path, c.accept, got)
		}
	}

	// A request without the header understands nothing.
	if r := get(h, "GET", "/"+programName); r.Header.Get("Content-Encoding") != "" || body(t, r) != programText {
		t.Error("a request without Accept-Encoding got a compressed file")
	}
	// Several lines count as one.
	if r := get(h, "GET", "/"+programName, "Accept-Encoding", "br;q=0.2", "Accept-Encoding", "gzip"); r.Header.Get("Content-Encoding") != "gzip" {
		t.Errorf("two lines gave %q", r.Header.Get("Content-Encoding"))
	}
	for _, accept := range []string{"identity;q=0", "*;q=0", "zstd, identity;q=0"} {
		if r := get(h, "GET", "/room.html", "Accept-Encoding", accept); r.StatusCode != http.StatusNotAcceptable {
			t.Errorf("%q: %d, want 406", accept, r.StatusCode)
		}
	}
}

func TestConditions(t *testing.T) {
	h := newHandler(testFiles(), "'self'")
	tags := map[string]bool{}
	for _, accept := range []string{"br", "gzip", "identity"} {
		first := get(h, "GET", "/"+programName, "Accept-Encoding", accept)
		etag := first.Header.Get("ETag")
		if tags[etag] {
			t.Errorf("%s has the ETag of another encoding", accept)
		}
		tags[etag] = true
		for _, condition := range []string{etag, "W/" + etag, `"other", ` + etag, "*"} {
			r := get(h, "GET", "/"+programName, "Accept-Encoding", accept, "If-None-Match", condition)
			if r.StatusCode != http.StatusNotModified || body(t, r) != "" || r.Header.Get("ETag") != etag || r.Header.Get("Vary") == "" {
				t.Errorf("%s, If-None-Match %s: %d, %v", accept, condition, r.StatusCode, r.Header)
			}
		}
		if r := get(h, "GET", "/"+programName, "Accept-Encoding", accept, "If-None-Match", `"other"`); r.StatusCode != 200 {
			t.Errorf("%s with another ETag: %d, want 200", accept, r.StatusCode)
		}
	}
}

func TestETagFollowsContent(t *testing.T) {
	dir := t.TempDir()
	page := filepath.Join(dir, "index.html")
	if err := os.WriteFile(page, []byte("one"), 0o644); err != nil {
		t.Fatal(err)
	}
	files, err := openFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	h := newHandler(files, "'self'")
	before := get(h, "GET", "/").Header.Get("ETag")
	if err := os.WriteFile(page, []byte("another"), 0o644); err != nil {
		t.Fatal(err)
	}
	r := get(h, "GET", "/", "If-None-Match", before)
	if r.StatusCode != 200 || body(t, r) != "another" || r.Header.Get("ETag") == before {
		t.Errorf("after the page changed: %d, ETag %s, before %s", r.StatusCode, r.Header.Get("ETag"), before)
	}
}

func TestHead(t *testing.T) {
	h := newHandler(testFiles(), "'self'")
	for _, accept := range []string{"br", "gzip", "identity"} {
		whole := get(h, "GET", "/"+programName, "Accept-Encoding", accept)
		head := get(h, "HEAD", "/"+programName, "Accept-Encoding", accept)
		if head.StatusCode != 200 || body(t, head) != "" {
			t.Errorf("%s: HEAD gave %d and a body", accept, head.StatusCode)
		}
		for _, name := range []string{"Content-Length", "Content-Type", "Content-Encoding", "ETag", "Cache-Control", "Vary"} {
			if head.Header.Get(name) != whole.Header.Get(name) {
				t.Errorf("%s: %s is %q for HEAD and %q for GET", accept, name, head.Header.Get(name), whole.Header.Get(name))
			}
		}
	}
}

func TestRange(t *testing.T) {
	h := newHandler(testFiles(), "'self'")
	for _, c := range []struct {
		headers []string
		status  int
		body    string
		span    string
	}{
		{[]string{"Range", "bytes=1-3"}, 206, "asm", "bytes 1-3/22"},
		{[]string{"Range", "bytes=-7"}, 206, "program", "bytes 15-21/22"},
		{[]string{"Range", "bytes=1-3", "Accept-Encoding", "br, gzip"}, 206, "asm", "bytes 1-3/22"},
		{[]string{"Range", "bytes=1-3", "If-Range", `"other"`}, 200, programText, ""},
		{[]string{"Range", "bytes=1-3", "Accept-Encoding", "br, identity;q=0"}, 200, "program as br", ""},
	} {
		r := get(h, "GET", "/"+programName, c.headers...)
		if got := body(t, r); r.StatusCode != c.status || got != c.body || r.Header.Get("Content-Range") != c.span {
			t.Errorf("%q: %d %q %q, want %d %q %q", c.headers, r.StatusCode, got, r.Header.Get("Content-Range"), c.status, c.body, c.span)
		}
	}
	if r := get(h, "GET", "/"+programName, "Range", "bytes=99-"); r.StatusCode != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("a range past the end: %d, want 416", r.StatusCode)
	}
}

func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	inside := filepath.Join(dir, "page")
	for name, text := range map[string]string{
		"secret.txt": "secret", "page/index.html": "page", "page/index.html.br": "packed", "page/.env": "secret",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "secret.txt"), filepath.Join(inside, "link.txt")); err != nil {
		t.Fatal(err)
	}
	folder, err := openFolder(inside)
	if err != nil {
		t.Fatal(err)
	}
	for name, files := range map[string]fs.FS{"folder": folder, "bundle": testFiles()} {
		h := newHandler(files, "'self'")
		for _, path := range []string{
			"/missing", "/missing/", "/../secret.txt", "/./index.html", "//index.html", "/../", "/page/../../secret.txt",
			`/..\secret.txt`, "/link.txt", "/.env", "/.secret", "/help/.secret", "/index.html.br", "/index.html/", "/a\x00b", "",
		} {
			r := get(h, "GET", path)
			text := body(t, r)
			if path == "" { // the root of a mounted handler
				if r.StatusCode != 200 {
					t.Errorf("%s: the empty path gave %d", name, r.StatusCode)
				}
				continue
			}
			if r.StatusCode != 404 || strings.Contains(text, "secret\n") || !strings.HasPrefix(text, "Not found") ||
				r.Header.Get("Cache-Control") != "no-store" || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/plain") {
				t.Errorf("%s: %q gave %d %q", name, path, r.StatusCode, text)
			}
		}
		for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "PATCH"} {
			r := get(h, method, "/")
			if r.StatusCode != 405 || r.Header.Get("Allow") != "GET, HEAD" || !strings.HasPrefix(body(t, r), "Method not allowed") {
				t.Errorf("%s: %s gave %d, Allow %q", name, method, r.StatusCode, r.Header.Get("Allow"))
			}
		}
	}
}

func TestHealth(t *testing.T) {
	r := get(newHandler(testFiles(), "'self'"), "GET", "/healthz")
	if r.StatusCode != 200 || body(t, r) != "ok\n" || r.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("/healthz: %d, %v", r.StatusCode, r.Header)
	}
}

// Under a path of another server nothing changes, and redirects stay inside.
func TestSubPath(t *testing.T) {
	h := http.StripPrefix("/some/sub/path", newHandler(testFiles(), "'self'"))
	if r := get(h, "GET", "/some/sub/path/"); r.StatusCode != 200 || !bytes.Contains([]byte(body(t, r)), []byte("Lab")) {
		t.Errorf("the page: %d", r.StatusCode)
	}
	if r := get(h, "GET", "/some/sub/path/"+programName, "Accept-Encoding", "br"); body(t, r) != "program as br" {
		t.Errorf("the program: %d", r.StatusCode)
	}
	r := get(h, "GET", "/some/sub/path/help")
	if r.StatusCode != 301 || r.Header.Get("Location") != "./help/" {
		t.Errorf("a folder: %d, %q", r.StatusCode, r.Header.Get("Location"))
	}
}
