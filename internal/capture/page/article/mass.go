package article

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
	"engram/internal/plaintext"
)

const (
	goodBlock = 50  // bytes: a shorter block may be a label, a button, a teaser
	linkShare = 0.5 // of a block's bytes: with more in links it is navigation
)

// mass is the amount of content of an element, in bytes, since characters of scripts with more
// bytes say more.
type mass struct {
	text, linked int  // of all, and in links
	good         int  // in substantial blocks
	links        int  // how many
	headlines    int  // h1 elements in it
	asks         bool // it has form fields, or buttons with text
}

func (m *mass) add(o mass) {
	m.text, m.linked, m.good, m.links = m.text+o.text, m.linked+o.linked, m.good+o.good, m.links+o.links
	m.headlines, m.asks = m.headlines+o.headlines, m.asks || o.asks
}

// weigh returns the mass of every visible element below root.
func weigh(root *html.Node) map[*html.Node]mass {
	s := scales{masses: map[*html.Node]mass{}}
	s.weigh(root, false)
	return s.masses
}

type scales struct{ masses map[*html.Node]mass }

// weigh returns the mass of n, and the part that continues in the block around n.
func (s *scales) weigh(n *html.Node, linked bool) (all, inline mass) {
	if n.Type == html.TextNode {
		all.text = size(n.Data)
		if linked {
			all.linked = all.text
		}
		return all, all
	}
	if n.Type == html.ElementNode && markup.IsInvisible(n) {
		return mass{asks: isAsking(n)}, mass{}
	}
	switch n.DataAtom {
	case atom.A:
		linked = true
		all.links++
	case atom.H1:
		all.headlines = 1
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		below, run := s.weigh(c, linked)
		all.add(below)
		inline.add(run)
	}
	switch n.DataAtom {
	case atom.Nav, atom.Aside, atom.Footer:
		all.headlines = 0 // an h1 there is not the page's own
	}
	if markup.GapOf(n.DataAtom) > 0 || n.DataAtom == atom.Td || n.Type == html.DocumentNode {
		if inline.text >= goodBlock && float64(inline.linked) < linkShare*float64(inline.text) {
			all.good += inline.text
		}
		inline = mass{}
	}
	s.masses[n] = all
	return all, inline
}

// isAsking reports whether an element is a form field or a button with text. Buttons without text
// occur in code.
func isAsking(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Textarea:
		return true
	case atom.Input:
		kind := strings.ToLower(markup.Attribute(n, "type"))
		return kind == "" || kind == "text" || kind == "email" || kind == "password" || kind == "submit"
	case atom.Button:
		return saysAnything(n)
	}
	return false
}

func saysAnything(n *html.Node) bool {
	if n.Type == html.TextNode {
		return plaintext.Letters(n.Data) != ""
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if saysAnything(c) {
			return true
		}
	}
	return false
}

// size returns the length of a text with white space folded.
func size(text string) int {
	n := 0
	for word := range strings.FieldsSeq(text) {
		n += len(word) + 1
	}
	return n
}
