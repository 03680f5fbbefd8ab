package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// A page is one HTML file of the web folder.
type page struct {
	name string
	text string
	refs []reference
}

// A reference is one address in a page that the bundle answers for.
type reference struct {
	target     string // as written: a path below the web folder, or the name of a program
	line       int    // line of the page, from 1
	tag        string // script or link
	start, end int    // where the tag starts; where it ends
	from, to   int    // the address inside the page's text
}

// tagWithAddress finds the tags whose addresses are rewritten. Frames and links
// between pages keep theirs: pages have no hash in their names.
var tagWithAddress = regexp.MustCompile(`(?s)<(script|link|img)\s[^>]*?\b(?:src|href)="([^"]*)"[^>]*>`)

// outside matches addresses that are none of the bundle's: with a scheme, from
// the root of a server, or a fragment.
var outside = regexp.MustCompile(`^([a-zA-Z][a-zA-Z0-9+.-]*:|/|#|$)`)

var comment = regexp.MustCompile(`(?s)<!--.*?-->`)

// readPages reads the HTML files that lie directly in the web folder.
func readPages(web string) ([]page, error) {
	files, err := filepath.Glob(filepath.Join(web, "*.html"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no pages: %s holds no .html file", web)
	}
	var pages []page
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		pages = append(pages, parsePage(filepath.Base(file), string(data)))
	}
	return pages, nil
}

// parsePage finds the references of a page.
func parsePage(name, text string) page {
	p := page{name: name, text: text}
	// Blanks in place of comments keep every offset.
	visible := comment.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat(" ", len(s)) })
	for _, m := range tagWithAddress.FindAllStringSubmatchIndex(visible, -1) {
		address := visible[m[4]:m[5]]
		if outside.MatchString(address) {
			continue
		}
		p.refs = append(p.refs, reference{
			target: path.Clean(address),
			line:   1 + strings.Count(text[:m[0]], "\n"),
			tag:    visible[m[2]:m[3]],
			start:  m[0], end: m[1],
			from: m[4], to: m[5],
		})
	}
	return p
}

// bundled tells whether esbuild makes the file that a reference names.
func (r reference) bundled() bool {
	switch path.Ext(r.target) {
	case ".ts", ".tsx", ".js", ".jsx", ".mjs", ".css":
		return r.tag != "img"
	}
	return false
}

// rewrite returns the page with hashed names for its references, and with links
// to the style sheets that its scripts import: styles maps from a script's path.
func (p page) rewrite(names, styles map[string]string) (string, error) {
	var out strings.Builder
	done := 0
	for _, r := range p.refs {
		name, ok := names[r.target]
		if !ok {
			return "", fmt.Errorf("%s:%d: %s is not part of the bundle", p.name, r.line, r.target)
		}
		out.WriteString(p.text[done:r.start])
		if style, ok := styles[r.target]; ok && r.tag == "script" {
			fmt.Fprintf(&out, "<link rel=\"stylesheet\" href=\"%s\">\n", style)
		}
		out.WriteString(p.text[r.start:r.from])
		out.WriteString(name)
		done = r.to
	}
	out.WriteString(p.text[done:])
	return out.String(), nil
}
