package epub

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
)

// labels returns what the table of contents calls the chapters, by their names in the archive.
func (b *book) labels() map[string]string {
	all := map[string]string{}
	for _, part := range b.opf.Items {
		if strings.Contains(part.Properties, "nav") {
			b.navigation(b.path(b.root, part.Href), all)
		}
	}
	if len(all) == 0 {
		b.ncx(b.path(b.root, b.parts[b.opf.Spine.Contents].Href), all)
	}
	return all
}

// label keeps the first label of a chapter.
func (b *book) label(all map[string]string, from, href, text string) {
	name := b.path(from, href)
	if text = strings.TrimSpace(text); name != "" && text != "" && all[name] == "" {
		all[name] = text
	}
}

// navigation reads the table of contents of EPUB 3.
func (b *book) navigation(name string, all map[string]string) {
	content, err := b.archive.Read(b.ctx, name, maxPackage)
	if err != nil {
		return
	}
	root, err := markup.Fragment(b.ctx, opened(content))
	if err != nil {
		return
	}
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if n.DataAtom == atom.A {
			b.label(all, name, markup.Attribute(n, "href"), markup.Text(n))
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(root)
}

// point is an entry of an older table of contents.
type point struct {
	Label   string `xml:"navLabel>text"`
	Content struct {
		Source string `xml:"src,attr"`
	} `xml:"content"`
	Points []point `xml:"navPoint"`
}

// ncx reads the table of contents of EPUB 2.
func (b *book) ncx(name string, all map[string]string) {
	var list struct {
		Points []point `xml:"navMap>navPoint"`
	}
	if b.decode(name, &list) != nil {
		return
	}
	var walk func(points []point)
	walk = func(points []point) {
		for _, p := range points {
			b.label(all, name, p.Content.Source, p.Label)
			walk(p.Points)
		}
	}
	walk(list.Points)
}
