package article

import (
	"regexp"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
)

var (
	// remark names the sort of post that answers something which stands above all of them.
	remark = regexp.MustCompile(`^(?:.*[-_])?(?:comments?|comtr|reply|answer)(?:[-_].*|\d*)$`)
	// bodied names what holds the text of an article, apart from the page's names for its comments.
	bodied = regexp.MustCompile(`^(?:.*[-_])?(?:h-?entry|(?:entry|post|article|story|blog)-?(?:content|body|text))$`)
)

// threads are the elements that may hold what a page is there for, the narrowest first, when that is what several people
// say in turn: a row of posts that holds most of what is said, and that row together with what is said above it. It is the
// latter alone for posts that answer something. None where they comment on an article, which a page may say that it is.
func (j *junk) threads(root *html.Node, isArticle bool) []*html.Node {
	open := *j
	open.comments = true
	row := open.heaviestRow(root)
	switch {
	case row == nil || j.masses[row].good*2 <= j.all.good || open.hasArticle(root, row):
		return nil
	case isRowOf(row, remark):
		if isArticle {
			return nil
		}
		return []*html.Node{open.withOpening(row)}
	}
	return []*html.Node{row, open.withOpening(row)}
}

func (j *junk) heaviestRow(n *html.Node) (row *html.Node) {
	j.visible(n, func(n *html.Node) bool {
		if isRow(n, j) && (row == nil || j.masses[n].good > j.masses[row].good) {
			row = n
		}
		return true
	})
	return row
}

// hasArticle reports whether a page marks an article elsewhere than in a row.
func (j *junk) hasArticle(root, row *html.Node) (found bool) {
	j.visible(root, func(n *html.Node) bool {
		if n == row {
			return false
		}
		marked := n.DataAtom == atom.Article || markup.Attribute(n, "itemprop") == "articleBody" || isNamed(n, bodied)
		found = found || marked && j.masses[n].good >= thinText && !contains(n, row)
		return !found
	})
	return found
}

// visible calls visit for each element of a page that a reader sees and that does not stand beside the text, and for what
// is below it where visit asks for that.
func (j *junk) visible(n *html.Node, visit func(*html.Node) bool) {
	if n.Type == html.ElementNode && (markup.IsInvisible(n) || j.hides(n) || !visit(n)) {
		return
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		j.visible(c, visit)
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

// withOpening is the narrowest element that holds a row and something that is said above it, or the row alone.
func (j *junk) withOpening(row *html.Node) *html.Node {
	for n := row; n.Parent != nil && n.DataAtom != atom.Body; n = n.Parent {
		for above := n.PrevSibling; above != nil; above = above.PrevSibling {
			if j.masses[above].good > 0 && !j.hides(above) {
				return n.Parent
			}
		}
	}
	return row
}

// isRowOf reports whether most posts of a row are named so.
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
