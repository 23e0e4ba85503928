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
	maxTags    = 100_000 // and comments of a page that is parsed; a long encyclopaedia article has 20,000
	maxAttrs   = 1_000   // of one tag
	maxTagSize = 1 << 20 // bytes of one tag: room for a picture in an attribute
)

var errTooMuch = errors.New("markup: the page is not worth parsing")

// outline is what a cheap look at a page tells, without building a tree of it.
type outline struct {
	Title, Description string
	Heavy              bool // parsing it would cost more than a page may
}

// scan runs the tokenizer over a page. It remembers one tag at a time, so that a page made to exhaust the parser gives at
// least its title, and it finds out whether the page is such a one.
func Scan(ctx context.Context, page []byte) outline {
	var o outline
	r := &tagReader{ctx: ctx, page: page}
	z := html.NewTokenizer(r)
	foreign, tags := 0, 0 // depth within svg or math, where script and style hold tags like any element
	raw := ""             // the element whose text comes next, where tags are no tags
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
			tags++ // it parts the text around it like one
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

// tag looks at one start tag and returns its name when its text is raw.
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

// tagReader gives a page to the tokenizer bit by bit and stops in the middle of a tag that does not end, before its
// attributes fill the memory.
type tagReader struct {
	ctx        context.Context
	page       []byte
	given      int // bytes that the tokenizer has asked for
	token, end int // where the token under way begins, and where it has to end
}

// expect sets how far the next token may reach. A tag is bounded where a text is not.
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
