package article

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
	"engram/internal/plaintext"
)

const (
	minLead, maxLead = 40, 1500 // bytes
	maxLeads         = 20       // elements that are looked at
)

var leadName = regexp.MustCompile(`(?i)^(?:.*[-_])?(?:lead|lede|intro|introduction|excerpt|dek|deck|standfirst|chapo|subtitle|sub-?head(?:line)?|summary|abstract|bajada|copete|vorspann|anriss|teaser-?text|preamble|description)$`)

// lead is the paragraph that stands between a page's headline and the beginning of its text, which is often set apart from
// that and then missed: what is named so, or what the page also gives as its description. Empty when there is none, or when
// it is part of the text.
func lead(root *html.Node, description, text string, j *junk) string {
	s := leadSearch{junk: j, description: plaintext.FirstLetters(description), start: plaintext.FirstLetters(text), text: plaintext.Letters(text)}
	if s.start == "" {
		return ""
	}
	s.walk(root)
	return s.found
}

type leadSearch struct {
	junk               *junk
	description, start string // beginnings
	text               string // letters
	below              bool   // the headline
	seen               int
	found              string
}

// walk goes through the page in its order and reports whether the search is over.
func (s *leadSearch) walk(n *html.Node) (over bool) {
	if n.Type == html.ElementNode {
		if markup.IsInvisible(n) || s.junk.hides(n) {
			return false
		}
		if s.junk.masses[n].text <= maxLead && s.takes(n) {
			return true
		}
		s.below = s.below || n.DataAtom == atom.H1
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if s.walk(c) {
			return true
		}
	}
	return false
}

// takes looks at an element that may be the lead, or where the text begins.
func (s *leadSearch) takes(n *html.Node) (over bool) {
	if markup.GapOf(n.DataAtom) == 0 || n.DataAtom == atom.H1 {
		return false
	}
	text := markup.Text(n)
	begins := plaintext.FirstLetters(text)
	switch {
	case begins == "":
		return false
	case begins == s.start:
		return true
	case len(text) < minLead:
		return false
	}
	if (s.description != "" && begins == s.description) || (s.below && isNamed(n, leadName)) {
		if s.seen++; !strings.Contains(s.text, begins) {
			s.found = text
			return true
		}
	}
	return s.seen > maxLeads
}
