// Package markup converts untrusted HTML into text: it decodes any charset, bounds the cost of
// parsing, and lays out the visible text.
package markup

import (
	"bytes"
	"context"
	"io"
	"strings"

	"golang.org/x/net/html"
)

// Parse builds the tree of a page. It returns an error if ctx ends or elements nest too deeply.
func Parse(ctx context.Context, page []byte) (*html.Node, error) {
	return html.Parse(UntilDone(ctx, bytes.NewReader(page)))
}

// Fragment is Parse for HTML that was not scanned before. It returns an error for what costs too much.
func Fragment(ctx context.Context, fragment []byte) (*html.Node, error) {
	if Scan(ctx, fragment).Heavy {
		return nil, errTooMuch
	}
	return Parse(ctx, fragment)
}

// UntilDone returns a reader that fails when ctx ends, to stop the parser.
func UntilDone(ctx context.Context, r io.Reader) io.Reader { return lasting{ctx, r} }

type lasting struct {
	ctx context.Context
	r   io.Reader
}

func (u lasting) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(p)
}

// TextWithin returns the text below n, truncated to limit bytes.
func TextWithin(n *html.Node, limit int) string {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode {
			b.WriteString(n.Data[:min(len(n.Data), limit-b.Len())])
		}
		for c := n.FirstChild; c != nil && b.Len() < limit; c = c.NextSibling {
			walk(c)
		}
	}
	walk(n)
	return strings.ToValidUTF8(b.String(), "")
}

// Attribute returns the value of an element's attribute, empty if it has none.
func Attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
