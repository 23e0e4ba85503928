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
	linkShare = 0.5 // of a block's bytes: with more in links it leads elsewhere
)

// mass is how much an element holds, in bytes, since a character says the more the more of them it takes.
type mass struct {
	text, linked int  // of all, and of what is in links
	good         int  // in blocks that are long enough to say something
	links        int  // how many
	headlines    int  // headings of the first level in it, the page's own among them
	asks         bool // there is something to fill in, or to press that has words on it
}

func (m *mass) add(o mass) {
	m.text, m.linked, m.good, m.links = m.text+o.text, m.linked+o.linked, m.good+o.good, m.links+o.links
	m.headlines, m.asks = m.headlines+o.headlines, m.asks || o.asks
}

// weigh gives the mass of every element below root that is visible.
func weigh(root *html.Node) map[*html.Node]mass {
	s := scales{masses: map[*html.Node]mass{}}
	s.weigh(root, false)
	return s.masses
}

type scales struct{ masses map[*html.Node]mass }

// weigh returns the mass of n, and that of it which runs on in the block around n.
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
		all.headlines = 0 // a heading of the first level is not the page's there
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

// isAsking reports whether an element is filled in by the reader, or pressed for what it says: code has buttons that say
// nothing beside it.
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

// size is how long a text is when its white space is folded.
func size(text string) int {
	n := 0
	for word := range strings.FieldsSeq(text) {
		n += len(word) + 1
	}
	return n
}
