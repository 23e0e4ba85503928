package page

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"engram/internal/capture"

	"github.com/PuerkitoBio/goquery"

	"engram/internal/capture/markup"
	"engram/internal/capture/metadata"
	"engram/internal/plaintext"
)

// separators stand between a headline and the name of its site, or of a part of it.
var separators = regexp.MustCompile(`\s+[|│\-–—‒―•·»«›‹:/\\>~]+\s+|\s*[|│｜»›_]\s*|:\s+|\s+::+\s+`)

const (
	maxClaim       = 2 * capture.MaxTitle // characters of a claim, a heading or a name that are looked at
	maxHeadings    = 30                   // that are compared with the title
	maxSeparators  = 8
	maxHeadingText = 400
	minUnspaced    = 4 // letters of a heading in a script that writes no blanks
)

// titles is what a page offers as its title.
type titles struct {
	claimed  []string // by its meta tags and descriptions, the likeliest first
	window   string   // what stands on the browser's tab
	headings []string // what stands above its text, the largest first
	sites    []string // the names of its site
	hosts    []string // the parts of its site's address that may be names of it
}

// titleOf is the headline of a page. What the page claims is believed when a heading says the same; where a heading is
// the claim without the name of the site or of a rubric, that is left out; else the name of the site is taken off.
func titleOf(t titles) string {
	t.sites = cutAll(t.sites)
	claims := t.claims()
	shown := t.headlines()
	for _, h := range shown {
		for _, c := range claims {
			if same(c, h) {
				return plaintext.OneLine(c, capture.MaxTitle)
			}
		}
	}
	if part := shownPart(shown, claims); part != "" {
		return plaintext.OneLine(part, capture.MaxTitle)
	}
	claim := t.withoutSite(plaintext.First(claims...))
	if t.isSite(claim) {
		claim = plaintext.First(append(shown, claim)...)
	}
	return plaintext.OneLine(plaintext.First(append([]string{claim}, t.headings...)...), capture.MaxTitle)
}

// claims are the titles that the page gives itself, each cut to what is worth a look.
func (t titles) claims() []string {
	return cutAll(slices.Concat(t.claimed, []string{t.window}))
}

func cutAll(all []string) []string {
	cut := make([]string, len(all))
	for i, s := range all {
		cut[i] = plaintext.Beginning(strings.TrimSpace(s), maxClaim)
	}
	return cut
}

// headlines are the headings that do not just name the site.
func (t titles) headlines() []string {
	return slices.DeleteFunc(cutAll(t.headings), t.isSite)
}

// shownPart is the part of a claim that a heading shows: one that a claim begins with before one that it ends with, which
// may be its rubric.
func shownPart(headings, claims []string) string {
	atEnd := ""
	for _, h := range headings {
		for _, c := range claims {
			part := partOf(h, c)
			if part != "" && strings.HasPrefix(c, part) {
				return part
			}
			atEnd = plaintext.First(atEnd, part)
		}
	}
	return atEnd
}

// same reports whether two titles have the same words.
func same(a, b string) bool {
	a, b = plaintext.Letters(a), plaintext.Letters(b)
	return a == b && a != ""
}

// partOf is what a title says between two separators, its beginning and its end, when that is the heading, and what stands
// before it is shorter; else empty.
func partOf(heading, title string) string {
	h := plaintext.Letters(heading)
	if len(strings.Fields(heading)) < 2 && !isUnspacedPhrase(h) {
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
			if plaintext.Letters(title[start:end]) == h && len(plaintext.Letters(title[:start])) < len(h) {
				return title[start:end]
			}
		}
	}
	return ""
}

// isUnspacedPhrase reports whether letters are of a script that puts no blanks between words, and enough to be more than one.
func isUnspacedPhrase(letters string) bool {
	n := 0
	for _, r := range letters {
		if unicode.In(r, plaintext.Unspaced...) {
			n++
		}
	}
	return n >= minUnspaced
}

// headings are the texts of the page's largest headings: those that say that they are the headline first. Those of its
// entries are left out.
func headings(doc *goquery.Document, listed entries) []string {
	if all := headingsLike(doc, `[itemprop~=headline],h1,h2.entry-title,h2.post-title`, listed); len(all) > 0 {
		return all
	}
	return headingsLike(doc, "h2", listed)
}

func headingsLike(doc *goquery.Document, selector string, listed entries) []string {
	var told, plain []string
	doc.Find(selector).EachWithBreak(func(i int, s *goquery.Selection) bool {
		n := s.Get(0)
		text := strings.TrimSpace(markup.TextWithin(n, maxHeadingText))
		switch {
		case text == "" || isElsewhere(s) || listed.hold(n) || leadsHome(s, text):
		case n.Data == "meta" || markup.Attribute(n, "itemprop") != "":
			told = append(told, text)
		default:
			plain = append(plain, text)
		}
		return i < maxHeadings
	})
	return append(told, plain...)
}

// leadsHome reports whether a heading is the way back to a site's front page, and more such ways.
func leadsHome(s *goquery.Selection, text string) bool {
	home, linked := false, 0
	s.Find("a[href]").EachWithBreak(func(i int, link *goquery.Selection) bool {
		u, err := url.Parse(link.AttrOr("href", ""))
		home = home || err == nil && metadata.IsFront(u) && u.Fragment == "" && u.RawQuery == ""
		linked += len(plaintext.Letters(markup.TextWithin(link.Get(0), maxHeadingText)))
		return i < maxHeadings
	})
	return home && linked > 0 && linked >= len(plaintext.Letters(text))
}
