package article

import (
	"regexp"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
)

var (
	// remark matches names of replies to an opening post.
	remark = regexp.MustCompile(`^(?:.*[-_])?(?:comments?|comtr|reply|answer)(?:[-_].*|\d*)$`)
	// bodied matches names of an article's text, as opposed to its comments.
	bodied = regexp.MustCompile(`^(?:.*[-_])?(?:h-?entry|(?:entry|post|article|story|blog)-?(?:content|body|text))$`)
)

// threads returns the elements that may be the content of a discussion, narrowest first: a row of
// posts with most of the text, and that row with the opening post. For replies it is only the
// latter. It returns none for comments on an article, as isArticle may declare.
func (bp *boilerplate) threads(root *html.Node, isArticle bool) []*html.Node {
	open := *bp
	open.comments = true
	row := open.heaviestRow(root)
	switch {
	case row == nil || bp.masses[row].good*2 <= bp.all.good || open.hasArticle(root, row):
		return nil
	case isRowOf(row, remark):
		if isArticle {
			return nil
		}
		return []*html.Node{open.withOpening(row)}
	}
	return []*html.Node{row, open.withOpening(row)}
}

func (bp *boilerplate) heaviestRow(n *html.Node) (row *html.Node) {
	bp.visible(n, func(n *html.Node) bool {
		if isRow(n, bp) && (row == nil || bp.masses[n].good > bp.masses[row].good) {
			row = n
		}
		return true
	})
	return row
}

// hasArticle reports whether a page has an article element outside the row.
func (bp *boilerplate) hasArticle(root, row *html.Node) (found bool) {
	bp.visible(root, func(n *html.Node) bool {
		if n == row {
			return false
		}
		marked := n.DataAtom == atom.Article || markup.Attribute(n, "itemprop") == "articleBody" || isNamed(n, bodied)
		found = found || marked && bp.masses[n].good >= thinText && !contains(n, row)
		return !found
	})
	return found
}

// visible calls visit for each visible element that is not boilerplate, and for its children if
// visit returns true.
func (bp *boilerplate) visible(n *html.Node, visit func(*html.Node) bool) {
	if n.Type == html.ElementNode && (markup.IsInvisible(n) || bp.hides(n) || !visit(n)) {
		return
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		bp.visible(c, visit)
	}
}

func contains(n, below *html.Node) bool {
	for ; below != nil; below = below.Parent {
		if below == n {
			return true
		}
	}
	return false
}

// withOpening returns the narrowest element with the row and text above it, or the row alone.
func (bp *boilerplate) withOpening(row *html.Node) *html.Node {
	for n := row; n.Parent != nil && n.DataAtom != atom.Body; n = n.Parent {
		for above := n.PrevSibling; above != nil; above = above.PrevSibling {
			if bp.masses[above].good > 0 && !bp.hides(above) {
				return n.Parent
			}
		}
	}
	return row
}

// isRowOf reports whether most posts of a row have such names.
func isRowOf(row *html.Node, names *regexp.Regexp) bool {
	posts, named := 0, 0
	for c := row.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && isNamed(c, repeated) {
			posts++
			if isNamed(c, names) {
				named++
			}
		}
	}
	return named*2 > posts
}
