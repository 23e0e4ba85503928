package extract

import (
	"context"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/go-shiori/go-readability"
	"golang.org/x/net/html"
)

const (
	// maxElements and maxDepthSum bound the pages whose article is looked for, which costs ten times what reading all
	// text does, and more the deeper elements nest. The sum of all elements' depths is 100,000 on a large page.
	maxElements = 40_000
	maxDepthSum = 1_000_000
	// A page is thin when its article has fewer characters than this: a forum, a list of links, a landing page. Then all
	// that a visitor sees is its text.
	thinText = 400
	// The same holds when the article has less than this share of what a visitor sees …
	thinShare = 0.12
	// … unless it is as long as this: then the rest is comments and suggestions.
	longText = 3000
)

// article is the text that a page is there for.
type article struct {
	title, byline, text string
}

// readArticle finds the article among navigation, advertising and comments, and takes everything visible where there is
// no article to speak of.
func readArticle(ctx context.Context, root *html.Node, base *url.URL) article {
	visible := bodyText(root)
	if ctx.Err() != nil || isLabyrinth(root) {
		return article{text: visible}
	}
	parser := readability.NewParser()
	found, err := parser.ParseDocument(root, base)
	if err != nil {
		return article{text: visible}
	}
	a := article{title: found.Title, byline: found.Byline}
	if found.Node != nil {
		a.text = nodeText(found.Node)
	}
	if misses(a.text, visible) {
		a.text = visible
	}
	return a
}

// misses reports whether an article is too little of what is visible to be what the page is there for.
func misses(article, visible string) bool {
	n, all := utf8.RuneCountInString(article), utf8.RuneCountInString(visible)
	return n < thinText || (n < longText && float64(n) < thinShare*float64(all))
}

func thin(text string) bool { return utf8.RuneCountInString(text) < thinText }

// isLabyrinth reports whether finding the article in a page would take seconds.
func isLabyrinth(root *html.Node) bool {
	elements, depths, depth := 0, 0, 0
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type != html.ElementNode {
				continue
			}
			depth++
			elements, depths = elements+1, depths+depth
			walk(c)
			depth--
		}
	}
	walk(root)
	return elements > maxElements || depths > maxDepthSum
}

// firstParagraph is the first that says something: of more than a few words, when there is one.
func firstParagraph(text string) string {
	for p := range strings.SplitSeq(text, "\n\n") {
		if utf8.RuneCountInString(p) >= 60 {
			return p
		}
	}
	p, _, _ := strings.Cut(text, "\n\n")
	return p
}
