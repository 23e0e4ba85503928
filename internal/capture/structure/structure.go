// Package structure reads HTML as a tree of blocks: headings, lists, tables, figures, links.
package structure

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"engram/internal/capture/markup"
	"engram/internal/document"
)

// Blocks returns the visible text below an element, as markup.Text does, and its structure. Each
// leaf's Source is its range in the text. Links and pictures are those of the web, made absolute
// by base.
func Blocks(root *html.Node, base *url.URL) (text string, blocks document.Document) {
	o := Read(root, base)
	return o.text, o.weave(o.text, []match{{length: len(squeezed(o.text))}})
}

// Outline is the structure of all visible text of a page. It does not refer to the page's nodes.
type Outline struct {
	text  string
	parts []part
	runs  []run
}

// part is a block without its text. Texts are places: they count the bytes of the page's text
// without its white space.
type part struct {
	block  document.Block
	area   area
	items  [][]part // of a list; a quote has one
	rows   [][]area // of a table
	header area     // of a table: its caption
	names  []string // for references within the page
	titled bool     // the text may be the caption of a figure
}

// area is a range of places.
type area struct{ from, to int }

func (a area) isEmpty() bool { return a.from >= a.to }

// run is a stretch of text in one style that begins at a place.
type run struct {
	at    int
	style document.Span
}

// squeezed returns a text without its white space.
func squeezed(text string) string {
	return strings.Join(strings.Fields(text), "")
}

// Read returns the structure of a page's visible text.
func Read(root *html.Node, base *url.URL) Outline {
	text, written := markup.Layout(root, markup.IsInvisible)
	r := &reader{base: base, text: text, written: written, named: map[string]bool{}}
	r.into(&r.parts, func() { r.node(root) })
	return Outline{text: text, parts: r.parts, runs: r.runs}
}
