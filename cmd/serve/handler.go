package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// contentSecurityPolicy allows what the page needs and nothing else: its own
// scripts, WebAssembly, Workers, a frame of its own for the canvas. What may
// frame the page follows.
const contentSecurityPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data:; connect-src 'self'; worker-src 'self'; frame-src 'self'; base-uri 'none'; " +
	"form-action 'none'; frame-ancestors "

// permissionsPolicy gives up what the page never asks for. Gamepads stay
// allowed: the canvas library asks for them at every frame.
const permissionsPolicy = "camera=(), microphone=(), geolocation=(), display-capture=(), payment=(), usb=(), midi=()"

// hashedName matches the names that web/bundle makes from a file's content.
var hashedName = regexp.MustCompile(`\.[0-9A-Z]{8}\.[a-z0-9.]+$`)

// contentTypes are fixed here, since the system's table differs between machines.
var contentTypes = map[string]string{
	".css":   "text/css; charset=utf-8",
	".html":  "text/html; charset=utf-8",
	".ico":   "image/x-icon",
	".js":    "text/javascript; charset=utf-8",
	".json":  "application/json",
	".jsonl": "application/jsonl",
	".map":   "application/json",
	".md":    "text/plain; charset=utf-8",
	".png":   "image/png",
	".svg":   "image/svg+xml",
	".txt":   "text/plain; charset=utf-8",
	".wasm":  "application/wasm",
	".webp":  "image/webp",
	".woff2": "font/woff2",
}

// newHandler serves the files of a bundle, and "ok" at /healthz.
//
// A file whose name holds a hash may be kept for ever; all others are asked for
// every time and answered with 304 while their ETag holds. Where name.br or
// name.gz lies beside a file and the browser accepts it, that is sent in the
// file's place; requests for a range get bytes of the file itself. Every answer
// carries the security headers; frameAncestors ends the Content-Security-Policy.
func newHandler(files fs.FS, frameAncestors string) http.Handler {
	h := &handler{files: files, tags: map[string]tag{}}
	policy := contentSecurityPolicy + frameAncestors
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", policy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "same-origin")
		header.Set("Permissions-Policy", permissionsPolicy)
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			header.Set("Allow", "GET, HEAD")
			plain(w, http.StatusMethodNotAllowed, "Method not allowed: this server answers GET and HEAD.")
		case r.URL.Path == "/healthz":
			plain(w, http.StatusOK, "ok")
		default:
			h.serveFile(w, r)
		}
	})
}

type handler struct {
	files fs.FS

	lock sync.Mutex
	tags map[string]tag // by file name
}

// A tag is a file's content hash, and when it was taken.
type tag struct {
	hash    string
	size    int64
	changed time.Time
}

func (h *handler) serveFile(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	// fs.ValidPath refuses "..", empty parts and the like.
	if !fs.ValidPath(name) || hidden(name) {
		notFound(w)
		return
	}
	info, err := fs.Stat(h.files, name)
	if err != nil {
		notFound(w)
		return
	}
	if info.IsDir() {
		// Relative, so that it holds under any path that the server is mounted at.
		w.Header().Set("Location", "./"+path.Base(name)+"/")
		plain(w, http.StatusMovedPermanently, "Moved: the address of a folder ends with a slash.")
		return
	}

	w.Header().Set("Vary", "Accept-Encoding")
	accept := r.Header.Values("Accept-Encoding")
	c, ok := coding{}, false
	if r.Header.Get("Range") != "" {
		c, ok = choose(accept, func(c coding) bool { return c.ext == "" })
	}
	if !ok {
		r.Header.Del("Range") // ranges of a compressed file are of no use
		c, ok = choose(accept, func(c coding) bool {
			_, err := fs.Stat(h.files, name+c.ext)
			return err == nil
		})
	}
	if !ok {
		plain(w, http.StatusNotAcceptable, "Not acceptable: this file is there in none of the encodings that the request accepts.")
		return
	}
	h.send(w, r, name, c)
}

// send answers with a file in one coding; http.ServeContent handles HEAD,
// ranges and conditions.
func (h *handler) send(w http.ResponseWriter, r *http.Request, name string, c coding) {
	file, err := h.files.Open(name + c.ext)
	if err != nil {
		notFound(w)
		return
	}
	defer file.Close()
	content := file.(io.ReadSeeker) // holds for embedded files and for those on disk
	hash, size, err := h.hash(name+c.ext, file, content)
	if err != nil {
		plain(w, http.StatusInternalServerError, "The server cannot read this file.")
		return
	}

	header := w.Header()
	kind := contentTypes[path.Ext(name)]
	if kind == "" {
		kind = "application/octet-stream"
	}
	header.Set("Content-Type", kind)
	header.Set("ETag", `"`+hash+`"`)
	if hashedName.MatchString(name) {
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		header.Set("Cache-Control", "no-cache")
	}
	if c.ext != "" {
		header.Set("Content-Encoding", c.name)
		header.Set("Content-Length", strconv.FormatInt(size, 10)) // ServeContent leaves it out
	}
	http.ServeContent(w, r, name, time.Time{}, content)
}

// hash returns the hash of a file's content, remembered while the file does not
// change, and its size. The content is left at its beginning.
func (h *handler) hash(name string, file fs.File, content io.ReadSeeker) (string, int64, error) {
	info, err := file.Stat()
	if err != nil {
		return "", 0, err
	}
	h.lock.Lock()
	known, ok := h.tags[name]
	h.lock.Unlock()
	if ok && known.size == info.Size() && known.changed.Equal(info.ModTime()) {
		return known.hash, known.size, nil
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, content); err != nil {
		return "", 0, err
	}
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return "", 0, err
	}
	fresh := tag{hash: hex.EncodeToString(sum.Sum(nil)[:16]), size: info.Size(), changed: info.ModTime()}
	h.lock.Lock()
	h.tags[name] = fresh
	h.lock.Unlock()
	return fresh.hash, fresh.size, nil
}

// hidden tells whether a file is not served by its own name: compressed forms
// and files that begin with a dot.
func hidden(name string) bool {
	ext := path.Ext(name)
	return ext == ".br" || ext == ".gz" || strings.HasPrefix(name, ".") || strings.Contains(name, "/.")
}

func notFound(w http.ResponseWriter) {
	plain(w, http.StatusNotFound, "Not found: there is no such file here. The page is at the root of this server.")
}

// plain answers with a line of text that is not to be kept.
func plain(w http.ResponseWriter, status int, text string) {
	header := w.Header()
	header.Set("Content-Type", "text/plain; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	io.WriteString(w, text+"\n")
}
