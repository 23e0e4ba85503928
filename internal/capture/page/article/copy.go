package article

import (
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
)

// prepared is a copy of what is below n for readability: without what asks for consent or money, which it takes for the
// text of a short page, and without the ids of chapters, since it drops one that is called comments or related work.
func (j *junk) prepared(n *html.Node) *html.Node {
	return copyOf(n, func(c, copied *html.Node) bool {
		if markup.Attribute(c, "id") != "" && j.isChapter(c) && hasPeer(c) {
			copied.Attr = slices.DeleteFunc(copied.Attr, func(a html.Attribute) bool { return a.Key == "id" })
		}
		return j.called(c) < wallName || !j.hides(c)
	})
}

// uncommented is a copy of what is below n without comments, unless those are what the page is there for.
func (j *junk) uncommented(n *html.Node) *html.Node {
	return copyOf(n, func(c, _ *html.Node) bool { return j.called(c) != commentName || !j.hides(c) })
}

// copyOf copies what is below n. Each element is kept as it was shown and its copy was left, or not at all.
func copyOf(n *html.Node, keep func(element, copied *html.Node) bool) *html.Node {
	out := &html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data, Namespace: n.Namespace, Attr: slices.Clone(n.Attr)}
	if n.Type == html.ElementNode && !keep(n, out) {
		return nil
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if copied := copyOf(c, keep); copied != nil {
			out.AppendChild(copied)
		}
	}
	return out
}

// nameAtoms gives the elements that a reader made, or renamed, the atoms of their names.
func nameAtoms(n *html.Node) {
	if n.Type == html.ElementNode {
		n.DataAtom = atom.Lookup([]byte(n.Data))
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		nameAtoms(c)
	}
}
