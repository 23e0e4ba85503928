package page

import (
	"net/url"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
	"engram/internal/capture/metadata"
	"engram/internal/plaintext"
)

// entries are the parts of a page that each begin another article, as on a blog's front page.
type entries map[*html.Node]bool

const (
	maxEntryHeadings = 300 // examined per page
	// entries make an index, unless they have the same title, as posts of a thread do
	minListed = 2
)

// entriesOf returns the entries of an index page: one with several, and the title of none, or the
// front page of a site. Nil for other pages.
func entriesOf(doc *goquery.Document, claims []string, isSiteFront bool) entries {
	listed, own := entries{}, false
	seen := map[string]bool{} // headings seen, letters only
	doc.Find("h1,h2,h3,.entry-title,.post-title").EachWithBreak(func(i int, s *goquery.Selection) bool {
		n := entryAround(s.Get(0))
		if n != nil && !listed[n] && !isElsewhere(s) {
			listed[n] = true
			heading := strings.TrimSpace(markup.TextWithin(s.Get(0), maxHeadingText))
			seen[plaintext.Letters(heading)] = true
			own = own || slices.ContainsFunc(claims, func(c string) bool { return same(c, heading) || partOf(heading, c) != "" })
		}
		return i < maxEntryHeadings
	})
	if !isSiteFront && (own || len(seen) < minListed) {
		return nil
	}
	return listed
}

// entryAround returns the innermost element around a heading that may be an entry; nil if there is
// none.
func entryAround(n *html.Node) *html.Node {
	for range maxAncestors {
		if n = n.Parent; n == nil || n.DataAtom == atom.Body {
			return nil
		}
		if n.DataAtom == atom.Article {
			return n
		}
		for name := range strings.FieldsSeq(markup.Attribute(n, "class")) {
			if name == "hentry" || name == "h-entry" || name == "post" {
				return n
			}
		}
	}
	return nil
}

// hold reports whether n is part of an entry.
func (e entries) hold(n *html.Node) bool {
	for ; n != nil && len(e) > 0; n = n.Parent {
		if e[n] {
			return true
		}
	}
	return false
}

// isSiteFront reports whether a page is declared as a whole site and is at its root.
func isSiteFront(tags map[string]string, address string) bool {
	u, err := url.Parse(address)
	return err == nil && metadata.IsFront(u) && strings.EqualFold(tags["og:type"], "website")
}
