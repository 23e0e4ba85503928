package article

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
)

// footnotes are named so; readability takes them for the foot of the page.
var footnotes = regexp.MustCompile(`^(?:foot|end)-?notes?$`)

// without is a copy of what is below n, made for readability: without what it would take for the text, although it stands
// beside it, and with what it would drop from the text made plain.
func (j *junk) without(n *html.Node) *html.Node {
	out := &html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data, Namespace: n.Namespace, Attr: j.attributesOf(n)}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.ElementNode && j.misleads(c) && j.hides(c):
		case c.DataAtom == atom.P:
			for _, p := range paragraphsIn(j.without(c)) {
				out.AppendChild(p)
			}
		default:
			out.AppendChild(j.without(j.unwrapped(c)))
		}
	}
	return out
}

// misleads reports whether readability can't go by the name of an element: it forgets those of what has one child, knows
// nothing of what asks for consent or money, and takes away what else there is to be filled in, and with it the difference
// between a chapter on newsletters and an offer of one.
func (j *junk) misleads(n *html.Node) bool {
	says := j.called(n)
	return onlyChild(n) != nil || says >= wallName || says != plainName && j.masses[n].asks
}

// onlyChild is the element below n, when there is one alone.
func onlyChild(n *html.Node) (only *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode {
			if only != nil {
				return nil
			}
			only = c
		}
	}
	return only
}

// attributesOf are an element's, but for names that readability would misunderstand, and with a word for small tables.
func (j *junk) attributesOf(n *html.Node) []html.Attribute {
	attributes := slices.Clone(n.Attr)
	drop := func(key string) {
		attributes = slices.DeleteFunc(attributes, func(a html.Attribute) bool { return a.Key == key })
	}
	switch {
	case n.Type != html.ElementNode:
	case n.DataAtom == atom.Table && j.isSmallTable(n):
		attributes = append(attributes, html.Attribute{Key: "summary", Val: "data"})
	case isNamed(n, footnotes):
		drop("class")
	case markup.Attribute(n, "id") != "" && j.isChapter(n) && hasPeer(n):
		drop("id")
	}
	return attributes
}

// isSmallTable reports whether a table holds short cells in at least two rows and columns: without a word for it, only
// larger ones are taken for data.
func (j *junk) isSmallTable(n *html.Node) bool {
	m := j.masses[n]
	return m.good == 0 && m.text > 0 && m.linked*2 < m.text && !m.asks && isGrid(n)
}

func isGrid(table *html.Node) bool {
	rows := 0
	for part := table.FirstChild; part != nil; part = part.NextSibling {
		for row := part.FirstChild; row != nil; row = row.NextSibling {
			if row.DataAtom == atom.Tr && onlyChild(row) == nil {
				rows++
			}
		}
	}
	return rows >= 2
}

// unwrapped is the listing that an element is only a frame of, or the element.
func (j *junk) unwrapped(n *html.Node) *html.Node {
	for inner := n; inner != nil && j.masses[inner].text == j.masses[n].text; inner = onlyChild(inner) {
		switch inner.DataAtom {
		case atom.Pre:
			return inner
		case atom.Div:
			continue
		}
		break
	}
	return n
}

// paragraphsIn are the paragraphs that a copied one holds, where line breaks part them.
func paragraphsIn(p *html.Node) []*html.Node {
	all := []*html.Node{p}
	for c := p.FirstChild; c != nil; {
		next := c.NextSibling
		switch last := all[len(all)-1]; {
		case c.DataAtom == atom.Br && isBreak(next):
			p.RemoveChild(c)
			all = append(all, &html.Node{Type: p.Type, DataAtom: p.DataAtom, Data: p.Data})
		case last != p:
			p.RemoveChild(c)
			last.AppendChild(c)
		}
		c = next
	}
	return all
}

// isBreak reports whether the next thing is another line break.
func isBreak(n *html.Node) bool {
	for n != nil && n.Type == html.TextNode && strings.TrimSpace(n.Data) == "" {
		n = n.NextSibling
	}
	return n != nil && n.DataAtom == atom.Br
}

// nameAtoms gives the elements that readability made, or renamed, the atoms of their names.
func nameAtoms(n *html.Node) {
	if n.Type == html.ElementNode {
		n.DataAtom = atom.Lookup([]byte(n.Data))
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		nameAtoms(c)
	}
}
