package article

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
)

// isAnchor reports whether an element, whose ID looks like boilerplate, is a heading or chapter of
// the text. Comments and banners may have headings too, but no chapters beside them.
func (bp *boilerplate) isAnchor(n *html.Node, says name) bool {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Dt, atom.Dd, atom.A, atom.Pre, atom.Code:
		return true
	}
	return bp.isChapter(n) && (says < commentName || hasPeer(n))
}

// isChapter reports whether an element looks like a chapter, whatever its name.
func (bp *boilerplate) isChapter(n *html.Node) bool {
	m := bp.masses[n]
	return m.good > 0 && m.linked*3 < m.text && !m.asks && (n.DataAtom == atom.Section || headingOf(n) != 0)
}

// hasPeer reports whether a chapter has a sibling of the same kind, with an ID and a heading of the
// same level.
func hasPeer(n *html.Node) bool {
	level := headingOf(n)
	for _, sibling := range []*html.Node{elementBefore(n), elementAfter(n)} {
		if level != 0 && sibling != nil && sibling.DataAtom == n.DataAtom && markup.Attribute(sibling, "id") != "" && headingOf(sibling) == level {
			return true
		}
	}
	return false
}

// headingOf returns the tag of the heading that an element begins with, or 0.
func headingOf(n *html.Node) atom.Atom {
	heading, _ := openingOf(n)
	return heading
}

// openingOf returns the first heading or text below an element.
func openingOf(n *html.Node) (heading atom.Atom, found bool) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode && strings.TrimSpace(c.Data) != "":
			return 0, true
		case c.Type != html.ElementNode || markup.IsInvisible(c):
			continue
		}
		switch c.DataAtom {
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
			return c.DataAtom, true
		}
		if heading, found = openingOf(c); found {
			return heading, true
		}
	}
	return 0, false
}

func elementBefore(n *html.Node) *html.Node {
	for n = n.PrevSibling; n != nil && n.Type != html.ElementNode; {
		n = n.PrevSibling
	}
	return n
}

func elementAfter(n *html.Node) *html.Node {
	for n = n.NextSibling; n != nil && n.Type != html.ElementNode; {
		n = n.NextSibling
	}
	return n
}
