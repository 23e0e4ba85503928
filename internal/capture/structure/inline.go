package structure

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
	"engram/internal/capture/metadata"
	"engram/internal/document"
)

// styled reads the children of an element in its style.
func (r *reader) styled(n *html.Node) {
	before := r.style
	switch n.DataAtom {
	case atom.B, atom.Strong, atom.Dt, atom.Summary:
		r.style.Bold = true
	case atom.I, atom.Em, atom.Cite, atom.Dfn, atom.Var:
		r.style.Italic = true
	case atom.S, atom.Strike, atom.Del:
		r.style.Struck = true
	case atom.Code, atom.Kbd, atom.Samp, atom.Tt:
		r.style.Code = true
	case atom.Sup:
		if r.style.Ref == "" { // the mark of a note is raised anyhow
			r.style.Script = document.Super
		}
	case atom.Sub:
		r.style.Script = document.Sub
	case atom.A:
		r.link(n)
	}
	r.children(n)
	r.style = before
}

// link sets the link or the reference of an a element.
func (r *reader) link(n *html.Node) {
	href := strings.TrimSpace(markup.Attribute(n, "href"))
	target, err := url.Parse(href)
	if err != nil {
		return
	}
	if name := target.Fragment; name != "" && r.isHere(target) {
		if isMark(n) {
			r.style.Ref, r.style.Script = name, ""
		}
		return
	}
	r.style.Link = metadata.FirstURL(r.base, href)
}

// isHere reports whether a link leads to a place of the same page.
func (r *reader) isHere(target *url.URL) bool {
	if target.Scheme == "" && target.Host == "" && target.Path == "" && target.RawQuery == "" {
		return true
	}
	there := *r.base.ResolveReference(target)
	here := *r.base
	there.Fragment, there.RawFragment, here.Fragment, here.RawFragment = "", "", "", ""
	return there == here
}

const maxMark = 6 // characters of a footnote's mark

// isMark reports whether a link looks like the mark of a footnote.
func isMark(n *html.Node) bool {
	for _, name := range []string{"role", "epub:type", "rel"} {
		if says := markup.Attribute(n, name); says == "doc-noteref" || says == "noteref" || says == "footnote" {
			return true
		}
	}
	words := strings.TrimSpace(markup.TextWithin(n, 100))
	return words != "" && utf8.RuneCountInString(words) <= maxMark && (isNumbered(words) || isRaised(n))
}

// isNumbered reports whether a mark is a number, a letter or a sign, brackets aside.
func isNumbered(mark string) bool {
	mark = strings.Trim(mark, "[]() ")
	return strings.Trim(mark, "0123456789*†‡§") == "" || utf8.RuneCountInString(mark) == 1
}

func isRaised(n *html.Node) bool {
	return n.Parent != nil && n.Parent.DataAtom == atom.Sup || n.FirstChild != nil && n.FirstChild.DataAtom == atom.Sup
}

const maxName = 200 // bytes of an id

// name keeps the name of an element for the part that begins in it, or around it.
func (r *reader) name(n *html.Node) {
	name := markup.Attribute(n, "id")
	if name == "" && n.DataAtom == atom.A {
		name = markup.Attribute(n, "name")
	}
	if name == "" || len(name) > maxName || r.named[name] {
		return
	}
	switch n.DataAtom {
	case atom.Li, atom.Aside, atom.P, atom.Div, atom.Dd, atom.Dt, atom.A, atom.Span, atom.Sup, atom.Section:
		if r.place == r.begun || markup.GapOf(n.DataAtom) > 0 { // else it stands within a text
			r.close()
		}
		r.named[name], r.names = true, append(r.names, name)
	}
}
