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

// separators are between a headline and the name of the site or section.
var separators = regexp.MustCompile(`\s+[|│\-–—‒―•·»«›‹:/\\>~]+\s+|\s*[|│｜»›_]\s*|:\s+|\s+::+\s+`)

const (
	// characters of a title, heading or name that are examined
	maxClaim       = 2 * capture.MaxTitle
	maxHeadings    = 30 // compared with the title
	maxSeparators  = 8
	maxHeadingText = 400
	minUnspaced    = 4 // letters of a heading in a script without blanks
)

// titles are the candidates for the title.
type titles struct {
	claimed  []string // from metadata, most reliable first
	window   string   // the title element
	headings []string // headings, largest first
	sites    []string // names of the site
	hosts    []string // parts of the host that may be names
}

// titleOf returns the headline: a declared title that a heading confirms, without the name of a
// site or section if the heading lacks it; otherwise the declared title without the site's name.
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

// claims returns the declared titles, truncated.
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

// headlines returns the headings that are not the site's name.
func (t titles) headlines() []string {
	return slices.DeleteFunc(cutAll(t.headings), t.isSite)
}

// shownPart returns the part of a declared title that is a heading, preferably at its beginning; at
// the end it may be the section.
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

// partOf returns the heading if it is the first or last part of a title, and the part before it is
// shorter; else "".
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

// isUnspacedPhrase reports whether letters are of a script without blanks, and enough for more than
// a word.
func isUnspacedPhrase(letters string) bool {
	n := 0
	for _, r := range letters {
		if unicode.In(r, plaintext.Unspaced...) {
			n++
		}
	}
	return n >= minUnspaced
}

// headings returns the page's largest headings, declared headlines first, without those of entries.
func headings(doc *goquery.Document, listed entries) []string {
	if all := headingsLike(doc, `[itemprop~=headline],h1,h2.entry-title,h2.post-title`, listed); len(all) > 0 {
		return all
	}
	return headingsLike(doc, "h2", listed)
}

func headingsLike(doc *goquery.Document, selector string, listed entries) []string {
	var declared, plain []string
	doc.Find(selector).EachWithBreak(func(i int, s *goquery.Selection) bool {
		n := s.Get(0)
		text := strings.TrimSpace(markup.TextWithin(n, maxHeadingText))
		switch {
		case text == "" || isElsewhere(s) || listed.hold(n) || leadsHome(s, text):
		case n.Data == "meta" || markup.Attribute(n, "itemprop") != "":
			declared = append(declared, text)
		default:
			plain = append(plain, text)
		}
		return i < maxHeadings
	})
	return append(declared, plain...)
}

// leadsHome reports whether a heading is one of several links to the front page.
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
