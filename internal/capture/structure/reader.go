package structure

import (
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
	"engram/internal/document"
)

// reader walks a page and collects its parts. Every visible word becomes part of exactly one of
// them.
type reader struct {
	base    *url.URL
	text    string
	written map[*html.Node][2]int
	parts   []part
	runs    []run

	place int  // bytes of text so far, without white space
	begun int  // place where the open leaf begins
	leaf  part // what the open leaf becomes
	whole int  // depth of elements that are one leaf, whatever they contain
	style document.Span
	out   *[]part  // where closed parts go
	shown []part   // figures that follow the open leaf
	names []string // of the elements that the next part begins
	named map[string]bool
}

// into closes the open leaf, and has the parts of an element collected in a list of their own.
func (r *reader) into(out *[]part, walk func()) {
	r.close()
	before, leaf := r.out, r.leaf
	r.out, r.leaf = out, part{block: document.Block{Kind: document.Paragraph}}
	walk()
	r.close()
	r.out, r.leaf = before, leaf
}

// as reads an element's content as leaves of a kind.
func (r *reader) as(leaf part, walk func()) {
	r.close()
	before := r.leaf
	r.leaf = leaf
	walk()
	r.close()
	r.leaf = before
}

// close ends the open leaf, unless all of its element is one.
func (r *reader) close() {
	if r.whole > 0 || r.out == nil {
		return
	}
	if r.place > r.begun {
		leaf := r.leaf
		leaf.area = area{r.begun, r.place}
		r.add(leaf)
		r.begun = r.place
	}
	shown := r.shown
	r.shown = nil
	*r.out = append(*r.out, shown...)
}

// add appends a part, which gets the names of the elements that it begins.
func (r *reader) add(p part) {
	p.names, r.names = r.names, nil
	*r.out = append(*r.out, p)
}

func (r *reader) node(n *html.Node) {
	switch n.Type {
	case html.TextNode:
		r.words(n)
	case html.DocumentNode:
		r.children(n)
	case html.ElementNode:
		if !markup.IsInvisible(n) {
			r.element(n)
		}
	}
}

func (r *reader) children(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		r.node(c)
	}
}

// words counts what a text node wrote.
func (r *reader) words(n *html.Node) {
	at, ok := r.written[n]
	if !ok {
		return
	}
	if last := len(r.runs) - 1; last < 0 || r.runs[last].style != r.style {
		r.runs = append(r.runs, run{r.place, r.style})
	}
	r.place += len(squeezed(r.text[at[0]:at[1]]))
}

func (r *reader) element(n *html.Node) {
	r.name(n)
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		r.as(heading(int(n.Data[1]-'0')), func() { r.children(n) })
	case atom.Ul, atom.Ol, atom.Menu, atom.Dir:
		r.list(n)
	case atom.Blockquote:
		r.quote(n)
	case atom.Pre, atom.Listing, atom.Xmp, atom.Plaintext:
		r.as(part{block: document.Block{Kind: document.Code, Language: languageOf(n)}}, func() { r.oneLeaf(n) })
	case atom.Table:
		r.table(n)
	case atom.Figure:
		r.figure(n)
	case atom.Figcaption:
		r.as(part{block: document.Block{Kind: document.Paragraph}, titled: true}, func() { r.children(n) })
	case atom.Img:
		r.picture(n)
	case atom.Hr:
		r.close()
		if r.whole == 0 {
			r.add(part{block: document.Block{Kind: document.Rule}, area: area{r.place, r.place}})
		}
	default:
		r.other(n)
	}
}

// oneLeaf reads an element as one leaf, whatever it contains.
func (r *reader) oneLeaf(n *html.Node) {
	r.whole++
	r.children(n)
	r.whole--
}

// other reads elements without a kind of their own: containers, paragraphs, and styles.
func (r *reader) other(n *html.Node) {
	switch {
	case markup.Attribute(n, "role") == "heading":
		level, _ := strconv.Atoi(markup.Attribute(n, "aria-level"))
		r.as(heading(min(max(level, 2), 6)), func() { r.children(n) })
	case isCaption(n):
		r.as(part{block: document.Block{Kind: document.Paragraph}, titled: true}, func() { r.children(n) })
	case isPictured(n):
		r.figure(n)
	case markup.GapOf(n.DataAtom) > 0:
		r.close()
		r.styled(n)
		r.close()
	default:
		r.styled(n)
	}
}

func heading(level int) part {
	return part{block: document.Block{Kind: document.Heading, Level: level}}
}

func (r *reader) quote(n *html.Node) {
	if r.whole > 0 {
		r.children(n)
		return
	}
	quote := part{block: document.Block{Kind: document.Quote}, items: make([][]part, 1)}
	r.hold(quote, func(q *part) { r.into(&q.items[0], func() { r.children(n) }) })
}

func (r *reader) list(n *html.Node) {
	if r.whole > 0 {
		r.children(n)
		return
	}
	list := part{block: document.Block{Kind: document.List, Ordered: n.DataAtom == atom.Ol}}
	if start, err := strconv.Atoi(markup.Attribute(n, "start")); list.block.Ordered {
		list.block.Start = 1
		if err == nil && start >= 0 && start < 1_000_000 {
			list.block.Start = start
		}
	}
	r.hold(list, func(l *part) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			item := make([]part, 0, 1)
			if last := len(l.items) - 1; c.DataAtom != atom.Li && last >= 0 { // text between items
				item, l.items = l.items[last], l.items[:last]
			}
			r.into(&item, func() { r.node(c) })
			if len(item) > 0 {
				l.items = append(l.items, item)
			}
		}
	})
}

// hold adds a part that walk fills with other parts.
func (r *reader) hold(p part, walk func(p *part)) {
	r.close()
	p.area.from = r.place
	walk(&p)
	p.area.to = r.place
	for _, item := range p.items {
		if len(item) > 0 {
			*r.out = append(*r.out, p)
			return
		}
	}
}

// languageOf returns the language that the classes of code or of what is around it name.
func languageOf(n *html.Node) string {
	around := []*html.Node{n, n.FirstChild, n.Parent}
	for _, e := range around {
		if e == nil || e.Type != html.ElementNode {
			continue
		}
		if named := strings.ToLower(markup.Attribute(e, "data-lang") + markup.Attribute(e, "data-language")); isLanguage(named) {
			return named
		}
		for class := range strings.FieldsSeq(strings.ToLower(markup.Attribute(e, "class"))) {
			for _, prefix := range []string{"language-", "lang-", "highlight-source-", "highlight-text-", "brush:", "sourcecode-"} {
				if named, ok := strings.CutPrefix(class, prefix); ok && isLanguage(named) {
					return named
				}
			}
		}
	}
	return ""
}

const maxLanguage = 24 // bytes

func isLanguage(s string) bool {
	return s != "" && len(s) <= maxLanguage && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789+#.-_") == ""
}
