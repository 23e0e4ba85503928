// Package article finds the text that a web page is there for, among navigation, advertising and comments.
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
	// maxElements and maxDepthSum bound the pages whose article is looked for, which costs ten times what reading all
	// text does, and more the deeper elements nest. The sum of all elements' depths is 100,000 on a large page.
	maxElements = 40_000
	maxDepthSum = 1_000_000
	maxTextSum  = 100_000_000 // of all texts' bytes, each as often as elements are around it
	// A page is thin when its text has fewer bytes than this: a list of links, a landing page.
	thinText = 400
	// The article is only a part of what the page is there for when the rest holds this much more.
	missedShare = 1.4
)

// hints are what a page says of itself that helps to find its article.
type Hints struct {
	Description string
	IsArticle   bool // it says that it is an article, or has a form for comments on one
	Discussed   bool // comments are what the page is there for
}

// article is the text that a page is there for.
type Article struct {
	Byline, Text string
}

// readArticle finds the article among navigation, advertising and comments. Where it is but one of many parts, or there
// is no article to speak of, it takes all that does not stand beside the text, and at last everything visible.
func Find(ctx context.Context, root *html.Node, base *url.URL, about Hints) Article {
	cost := effortOf(root)
	if ctx.Err() != nil || cost.over(1) {
		return Article{Text: markup.BodyText(root)}
	}
	whole := newJunk(root, about.Discussed)
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
		a.Text = agreed(a.Text, second, whole.shapeOf(root))
	}
	if IsThin(a.Text) {
		a.Text = whole.scraps(root, a.Text, found)
	} else if above := lead(root, about.Description, a.Text, whole); above != "" {
		a.Text = above + "\n\n" + a.Text
	}
	return a
}

// scraps is all that does not stand beside the text of a page with little on it; comments, and at last everything, where
// that is next to nothing too. The least that was found is believed when hardly more is to be had.
func (j *junk) scraps(root *html.Node, least string, found int) string {
	text, good := j.text(root)
	if found > 0 && float64(good) < missedShare*float64(found) {
		return least
	}
	if IsThin(text) {
		j.comments = true
		text, _ = j.text(root)
	}
	if text == "" {
		return markup.BodyText(root)
	}
	if 2*len(text) < len(least) {
		return least
	}
	return text
}

// readable is the article that readability finds, and how much of it is in blocks that say something.
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
		a.Text, good = newJunk(found.Node, true).text(found.Node)
	}
	return a, good
}

// text gives what is below n and does not stand beside the text, and how much of it is in blocks that say something.
func (j *junk) text(n *html.Node) (text string, good int) {
	good = j.masses[n].good
	text = markup.TextWithout(n, func(e *html.Node) bool {
		if markup.IsInvisible(e) {
			return true
		}
		if e != n && (j.hides(e) || !j.lists && j.leads(e)) {
			good -= j.masses[e].good
			return true
		}
		return false
	})
	return text, good
}

// leads reports whether an element is a list of ways to elsewhere: of a few links at least, with hardly a word beside.
func (j *junk) leads(n *html.Node) bool {
	m := j.masses[n]
	switch n.DataAtom {
	case atom.Ul, atom.Ol, atom.Div, atom.Section, atom.Dl:
		return m.links > 3 && m.good*20 < j.all.good && float64(m.linked) > 0.8*float64(m.text)
	}
	return false
}

func IsThin(text string) bool { return len(text) < thinText }

// effort is what finding the article in a page costs: its elements, the sum of their depths, and that of its texts' bytes,
// each as often as elements are around it.
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

// over reports whether it is more than a share of what a page may cost.
func (e effort) over(share int) bool {
	return e.elements*share > maxElements || e.depths*share > maxDepthSum || e.texts*share > maxTextSum
}
