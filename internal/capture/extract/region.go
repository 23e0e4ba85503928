package extract

import (
	"iter"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const minRepeats = 3 // elements of one kind beside each other make a thread

var repeated = regexp.MustCompile(`^(?:.*[-_])?(?:post|posts|message|answer|question|reply|entry|hentry|topic|thread|comments?|comtr|athing)(?:[-_].*|\d*)$`)

// region is an element that may hold all that a page is there for.
type region struct {
	node   *html.Node
	enough int // bytes of an article that was found: with more than that, it is believed rather than the region
}

// A main part often holds suggestions, and what is marked as the article may hold a gallery; a thread is one to its end.
const (
	enoughForMain    = 1000
	enoughForArticle = 3000
	enoughForThread  = 1 << 30
)

// regions are the elements that may hold all that a page is there for, the narrowest first: what the page marks as its
// article or its main part, and what is a row of like things.
func regions(root *html.Node, j *junk) []region {
	var bodies, articles, mains, rows []*html.Node
	j.visible(root, func(n *html.Node) bool {
		switch {
		case strings.Contains(attribute(n, "itemprop"), "articleBody"):
			bodies = append(bodies, n)
		case n.DataAtom == atom.Article:
			articles = append(articles, n)
		case n.DataAtom == atom.Main || attribute(n, "role") == "main":
			mains = append(mains, n)
		case isRow(n, j):
			rows = append(rows, n)
		}
		return true
	})
	heaviest := func(a, b *html.Node) int { return j.masses[b].good - j.masses[a].good }
	slices.SortStableFunc(articles, heaviest)
	slices.SortStableFunc(rows, heaviest)
	if len(articles) > 1 && j.masses[articles[1]].good*2 > j.masses[articles[0]].good {
		articles = nil // several: none of them is the page's
	}
	var all []region
	for _, sort := range []struct {
		nodes  []*html.Node
		enough int
	}{{bodies, enoughForArticle}, {articles, enoughForArticle}, {mains, enoughForMain}, {rows, enoughForThread}} {
		if len(sort.nodes) > 0 {
			all = append(all, region{sort.nodes[0], sort.enough})
		}
	}
	return all
}

// isRow reports whether most of what an element holds is in children of one kind that are named like posts.
func isRow(n *html.Node, j *junk) bool {
	good, count := 0, 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || j.masses[c].good == 0 || !isNamed(c, repeated) {
			continue
		}
		good += j.masses[c].good
		count++
	}
	return count >= minRepeats && good*2 > j.masses[n].good
}

// isNamed reports whether a class of an element matches.
func isNamed(n *html.Node, names *regexp.Regexp) bool {
	for name := range classesOf(n) {
		if names.MatchString(name) {
			return true
		}
	}
	return false
}

const maxClasses = 2000 // bytes of an element's classes that are looked at

// classesOf gives the classes of an element, in small letters.
func classesOf(n *html.Node) iter.Seq[string] {
	classes := attribute(n, "class")
	return strings.FieldsSeq(strings.ToLower(classes[:min(len(classes), maxClasses)]))
}
