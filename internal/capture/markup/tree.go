// Package markup turns what strangers send as HTML into text: it decodes any charset, bounds what parsing may cost, and lays the
// text out as a visitor sees it.
package markup

import (
	"bytes"
	"context"
	"io"
	"strings"

	"golang.org/x/net/html"
)

// parse builds the tree of a page. It stops, with an error, when ctx ends or elements nest too deeply.
func Parse(ctx context.Context, page []byte) (*html.Node, error) {
	return html.Parse(UntilDone(ctx, bytes.NewReader(page)))
}

// untilDone reads from r as long as ctx lasts: the parser can be stopped in no other way.
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

// textWithin is the text below n, or its first bytes where it is longer than limit.
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

// attribute is the value of an element's attribute, empty when it has none.
func Attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
