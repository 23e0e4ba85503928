package extract

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
)

// separators stand between a headline and the name of its site, or of a part of it.
var separators = regexp.MustCompile(`\s+[|│\-–—‒―•·»«›‹:/\\>~]+\s+|\s*[|│»›]\s*|:\s+|\s+::+\s+`)

const (
	maxHeadings    = 30 // that are compared with the title
	maxSeparators  = 8
	maxSiteWords   = 6 // of a site's name; more are a headline
	maxHeadingText = 400
	minHeadline    = 3 // words
)

// titles is what a page offers as its title.
type titles struct {
	claimed  []string // by its meta tags and descriptions, the likeliest first
	window   string   // what stands on the browser's tab
	headings []string // what stands above its text, the largest first
	sites    []string // the names of its site
}

// titleOf is the headline of a page. What the page claims is believed when a heading says the same; where a heading is
// the claim without the name of the site or of a rubric, that is left out; else the name of the site is taken off.
func titleOf(t titles) string {
	claims := slices.Concat(t.claimed, []string{t.window})
	shown := t.headlines()
	for _, h := range shown {
		for _, c := range claims {
			if same(c, h) {
				return fold(c, maxTitle)
			}
		}
	}
	for _, h := range shown {
		for _, c := range claims {
			if part := partOf(h, c); part != "" {
				return fold(part, maxTitle)
			}
		}
	}
	claim := withoutSite(first(claims...), t.sites)
	if first(t.claimed...) == "" {
		claim = withoutEnd(claim)
	}
	if isSite(claim, t.sites) {
		claim = first(append(shown, claim)...)
	}
	return fold(first(append([]string{claim}, t.headings...)...), maxTitle)
}

// headlines are the headings that do not just name the site.
func (t titles) headlines() []string {
	var all []string
	for _, h := range t.headings {
		if !isSite(h, t.sites) {
			all = append(all, h)
		}
	}
	return all
}

// same reports whether two titles have the same words.
func same(a, b string) bool {
	a, b = letters(a), letters(b)
	return a == b && a != ""
}

// letters is a title without anything but letters and digits, in lower case.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// partOf is what a title says between two separators, its beginning and its end, when that is the heading, and what stands
// before it is shorter; else empty.
func partOf(heading, title string) string {
	h := letters(heading)
	if len(strings.Fields(heading)) < 2 {
		return ""
	}
	found := separators.FindAllStringIndex(title, maxSeparators)
	starts, ends := []int{0}, []int{}
	for _, at := range found {
		starts, ends = append(starts, at[1]), append(ends, at[0])
	}
	ends = append(ends, len(title))
	for i, start := range starts {
		for _, end := range ends[i:] {
			if letters(title[start:end]) == h && len(letters(title[:start])) < len(h) {
				return title[start:end]
			}
		}
	}
	return ""
}

// withoutSite takes the name of the site off the end or the beginning of a title.
func withoutSite(title string, sites []string) string {
	title = strings.TrimSpace(title)
	found := separators.FindAllStringIndex(title, -1)
	for _, at := range found {
		head, tail := title[:at[0]], title[at[1]:]
		if isSite(tail, sites) && letters(head) != "" {
			return head
		}
	}
	for i := len(found) - 1; i >= 0; i-- {
		head, tail := title[:found[i][0]], title[found[i][1]:]
		if isSite(head, sites) && letters(tail) != "" {
			return tail
		}
	}
	return title
}

var ends = regexp.MustCompile(`\s+[|│–—·•»\-]\s+`)

// withoutEnd takes off a title what is short behind its last separator: on the browser's tab that names the site.
func withoutEnd(title string) string {
	found := ends.FindAllStringIndex(title, -1)
	if len(found) == 0 {
		return title
	}
	at := found[len(found)-1]
	head, tail := title[:at[0]], title[at[1]:]
	if len(strings.Fields(head)) < minHeadline || len(strings.Fields(tail)) > len(strings.Fields(head)) || len(strings.Fields(tail)) > maxSiteWords {
		return title
	}
	return head
}

// isSite reports whether a part of a title names the site: the same as its name, or beginning one with the other.
func isSite(part string, sites []string) bool {
	p := letters(part)
	if p == "" || len(strings.Fields(part)) > maxSiteWords {
		return false
	}
	for _, site := range sites {
		s := letters(site)
		if len(s) >= 3 && (p == s || (len(p) >= 3 && strings.HasPrefix(s, p)) || strings.HasPrefix(p, s)) {
			return true
		}
	}
	return false
}

// headings are the texts of the page's largest headings: those that say that they are the headline first.
func headings(doc *goquery.Document) []string {
	var told, plain []string
	doc.Find(`[itemprop~=headline],h1,h2.entry-title,h2.post-title`).EachWithBreak(func(i int, s *goquery.Selection) bool {
		n := s.Get(0)
		text := strings.TrimSpace(textWithin(n, maxHeadingText))
		switch {
		case text == "" || isElsewhere(s):
		case n.Data == "meta" || attribute(n, "itemprop") != "":
			told = append(told, text)
		default:
			plain = append(plain, text)
		}
		return i < maxHeadings
	})
	return append(told, plain...)
}

// textWithin is the text below n, or its first bytes where it is longer than limit.
func textWithin(n *html.Node, limit int) string {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode {
			b.WriteString(n.Data[:min(len(n.Data), limit-b.Len())])
		}
		for c := n.FirstChild; c != nil && b.Len() < limit; c = c.NextSibling {
			walk(c)
		}
	}
	walk(n)
	return strings.ToValidUTF8(b.String(), "")
}

// attribute is the value of an element's attribute, empty when it has none.
func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
