// Package article extracts the main text of a web page, without navigation, advertising and
// comments.
package article

import (
	"context"
	"net/url"

	readability "codeberg.org/readeck/go-readability/v2"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
)

const (
	// maxElements, maxDepthSum and maxTextSum bound the pages that are searched, which costs ten
	// times as much as extracting all text, and more for deep nesting. A large page has a depth sum
	// of 100,000.
	maxElements = 40_000
	maxDepthSum = 1_000_000
	maxTextSum  = 100_000_000 // bytes of text × depth
	// A page with less text, in bytes, is thin: a list of links, a landing page.
	thinText = 400
	// If the page has this much more text, the article is only a part of the content.
	missedShare = 1.4
)

// Hints are metadata that help to find the article.
type Hints struct {
	Description string
	IsArticle   bool // declared as an article, or with a form for comments
	Discussed   bool // a discussion: comments are the content
}

// Article is the main text of a page.
type Article struct {
	Byline, Text string
}

// Find finds the article. If it is only one of many parts, or there is none, it returns all text
// that is not boilerplate, and as a last resort all visible text.
func Find(ctx context.Context, root *html.Node, base *url.URL, about Hints) Article {
	cost := effortOf(root)
	if ctx.Err() != nil || cost.over(1) {
		return Article{Text: markup.BodyText(root)}
	}
	whole := newBoilerplate(root, about.Discussed)
	threads := whole.threads(root, about.IsArticle)
	whole.comments = whole.comments || threads != nil
	a, found := readable(whole.prepared(root), base)
	for _, thread := range threads {
		if text, good := whole.text(thread); good >= found && len(text) > len(a.Text) && !IsThin(text) {
			a.Text = text
			return a
		}
	}
	second := ""
	if !cost.over(opinionShare) {
		second = secondOpinion(whole.uncommented(root), base)
	}
	if isLonger(second, a.Text) {
		a.Text = second
	} else if second != "" {
		a.Text = agreed(a.Text, second, whole.structureOf(root))
	}
	if IsThin(a.Text) {
		a.Text = whole.scraps(root, a.Text, found)
	} else if above := lead(root, about.Description, a.Text, whole); above != "" {
		a.Text = above + "\n\n" + a.Text
	}
	return a
}

// scraps returns the text of a page with little text: everything but boilerplate, then with
// comments, then everything visible. It keeps the least if the next is hardly longer.
func (bp *boilerplate) scraps(root *html.Node, least string, found int) string {
	text, good := bp.text(root)
	if found > 0 && float64(good) < missedShare*float64(found) {
		return least
	}
	if IsThin(text) {
		bp.comments = true
		text, _ = bp.text(root)
	}
	if text == "" {
		return markup.BodyText(root)
	}
	if 2*len(text) < len(least) {
		return least
	}
	return text
}

// readable returns the article found by readability, and the size of its substantial blocks.
func readable(root *html.Node, base *url.URL) (a Article, good int) {
	parser := readability.NewParser()
	parser.KeepClasses = true
	found, err := parser.ParseAndMutate(root, base)
	if err != nil {
		return Article{}, 0
	}
	a = Article{Byline: found.Byline()}
	if found.Node != nil {
		nameAtoms(found.Node)
		a.Text, good = newBoilerplate(found.Node, true).text(found.Node)
	}
	return a, good
}

// text returns the text below n without boilerplate, and the size of its substantial blocks.
func (bp *boilerplate) text(n *html.Node) (text string, good int) {
	good = bp.masses[n].good
	text = markup.TextWithout(n, func(e *html.Node) bool {
		if markup.IsInvisible(e) {
			return true
		}
		if e != n && (bp.hides(e) || !bp.lists && bp.leads(e)) {
			good -= bp.masses[e].good
			return true
		}
		return false
	})
	return text, good
}

// leads reports whether an element is a list of links with hardly any other text.
func (bp *boilerplate) leads(n *html.Node) bool {
	m := bp.masses[n]
	switch n.DataAtom {
	case atom.Ul, atom.Ol, atom.Div, atom.Section, atom.Dl:
		return m.links > 3 && m.good*20 < bp.all.good && float64(m.linked) > 0.8*float64(m.text)
	}
	return false
}

func IsThin(text string) bool { return len(text) < thinText }

// effort is the cost of finding the article: the number of elements, the sum of their depths, and
// the text size × depth.
type effort struct{ elements, depths, texts int }

func effortOf(root *html.Node) (e effort) {
	depth := 0
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type != html.ElementNode {
				e.texts += depth * len(c.Data)
				continue
			}
			depth++
			e.elements, e.depths = e.elements+1, e.depths+depth
			walk(c)
			depth--
		}
	}
	walk(root)
	return e
}

// over reports whether the cost is more than 1/share of the maximum.
func (e effort) over(share int) bool {
	return e.elements*share > maxElements || e.depths*share > maxDepthSum || e.texts*share > maxTextSum
}
