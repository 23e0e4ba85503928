package markup

import (
	"context"
	"errors"
	"io"

	"engram/internal/capture"

	"golang.org/x/net/html"

	"engram/internal/plaintext"
)

const (
	maxTags    = 100_000 // and comments of a page to parse; a long encyclopaedia article has 20,000
	maxAttrs   = 1_000   // of one tag
	maxTagSize = 1 << 20 // bytes of one tag: enough for an inline picture
)

var errTooMuch = errors.New("markup: the page is not worth parsing")

// outline is the metadata that Scan finds without building a tree.
type outline struct {
	Title, Description string
	Heavy              bool // too expensive to parse
}

// Scan tokenizes a page in constant memory. It decides whether parsing it would cost too much, and
// if so still finds its title.
func Scan(ctx context.Context, page []byte) outline {
	var o outline
	r := &tagReader{ctx: ctx, page: page}
	z := html.NewTokenizer(r)
	foreign, tags := 0, 0 // depth within svg or math, where script and style are ordinary elements
	raw := ""             // the raw text element that was opened, if any
	for {
		r.expect(raw == "" || foreign > 0)
		switch z.Next() {
		case html.ErrorToken:
			o.Heavy = o.Heavy || !errors.Is(z.Err(), io.EOF)
			return o
		case html.TextToken:
			if raw == "title" && foreign == 0 && o.Title == "" {
				o.Title = plaintext.OneLine(string(z.Text()), capture.MaxTitle)
			}
			raw = ""
		case html.StartTagToken, html.SelfClosingTagToken:
			tags++
			raw = o.tag(z, &foreign)
		case html.CommentToken:
			tags++ // separates text like a tag
		case html.EndTagToken:
			raw = ""
			if name, _ := z.TagName(); isForeign(string(name)) && foreign > 0 {
				foreign--
			}
		}
		if tags > maxTags {
			o.Heavy = true
		}
		r.done(len(z.Raw()))
	}
}

// tag handles a start tag and returns its name if its content is raw text.
func (o *outline) tag(z *html.Tokenizer, foreign *int) (raw string) {
	tagName, more := z.TagName()
	name := string(tagName)
	attrs := map[string]string{}
	for n := 0; more; n++ {
		var key, value []byte
		if key, value, more = z.TagAttr(); n >= maxAttrs {
			o.Heavy = true
			break
		}
		if name == "meta" {
			attrs[string(key)] = string(value)
		}
	}
	switch {
	case isForeign(name):
		*foreign++
	case name == "meta" && o.Description == "" && describes(attrs):
		o.Description = plaintext.OneLine(attrs["content"], capture.MaxDescription)
	case isRaw(name):
		return name
	}
	return ""
}

func describes(meta map[string]string) bool {
	return meta["name"] == "description" || meta["property"] == "og:description"
}

func isForeign(name string) bool { return name == "svg" || name == "math" }

func isRaw(name string) bool {
	switch name {
	case "iframe", "noembed", "noframes", "noscript", "plaintext", "script", "style", "title", "textarea", "xmp":
		return true
	}
	return false
}

// tagReader feeds the tokenizer and stops within a tag that does not end, before its attributes
// fill the memory.
type tagReader struct {
	ctx        context.Context
	page       []byte
	given      int // bytes read by the tokenizer
	token, end int // start of the current token, and its maximum end
}

// expect sets the maximum size of the next token. Tags are bounded, text is not.
func (r *tagReader) expect(tags bool) {
	r.end = len(r.page) + 1
	if tags && r.token < len(r.page) && r.page[r.token] == '<' {
		r.end = r.token + maxTagSize
	}
}

func (r *tagReader) done(n int) { r.token += n }

func (r *tagReader) Read(p []byte) (int, error) {
	switch {
	case r.ctx.Err() != nil:
		return 0, r.ctx.Err()
	case r.given >= len(r.page):
		return 0, io.EOF
	case r.given >= r.end:
		return 0, errTooMuch
	}
	n := copy(p, r.page[r.given:])
	r.given += n
	return n, nil
}
