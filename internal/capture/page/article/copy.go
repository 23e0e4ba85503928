package article

import (
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
)

// prepared returns a copy for readability: without consent dialogs and paywalls, which it takes for
// the text of short pages, and without IDs of chapters, which it may drop by their names.
func (bp *boilerplate) prepared(n *html.Node) *html.Node {
	return copyOf(n, func(c, copied *html.Node) bool {
		if markup.Attribute(c, "id") != "" && bp.isChapter(c) && hasPeer(c) {
			copied.Attr = slices.DeleteFunc(copied.Attr, func(a html.Attribute) bool { return a.Key == "id" })
		}
		return bp.called(c) < wallName || !bp.hides(c)
	})
}

// uncommented returns a copy without comments, unless those are the content.
func (bp *boilerplate) uncommented(n *html.Node) *html.Node {
	return copyOf(n, func(c, _ *html.Node) bool { return bp.called(c) != commentName || !bp.hides(c) })
}

// copyOf copies what is below n. keep decides on each element after its content was copied.
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

// nameAtoms sets the atoms of elements that another reader created or renamed.
func nameAtoms(n *html.Node) {
	if n.Type == html.ElementNode {
		n.DataAtom = atom.Lookup([]byte(n.Data))
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		nameAtoms(c)
	}
}
