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
	maxLeads         = 20       // elements that are examined
)

var leadName = regexp.MustCompile(`(?i)^(?:.*[-_])?(?:lead|lede|intro|introduction|excerpt|dek|deck|standfirst|chapo|subtitle|sub-?head(?:line)?|summary|abstract|bajada|copete|vorspann|anriss|teaser-?text|preamble|description)$`)

// lead returns the paragraph between the headline and the text, which extraction often misses: one
// that is named so, or equals the page's description. It returns "" if there is none or the text
// contains it.
func lead(root *html.Node, description, text string, bp *boilerplate) string {
	s := leadSearch{boilerplate: bp, description: plaintext.FirstLetters(description), start: plaintext.FirstLetters(text), text: plaintext.Letters(text)}
	if s.start == "" {
		return ""
	}
	s.walk(root)
	return s.found
}

type leadSearch struct {
	boilerplate        *boilerplate
	description, start string // prefixes
	text               string // letters only
	below              bool   // after the headline
	seen               int
	found              string
}

// walk visits the page in order and reports whether the search is over.
func (s *leadSearch) walk(n *html.Node) (over bool) {
	if n.Type == html.ElementNode {
		if markup.IsInvisible(n) || s.boilerplate.hides(n) {
			return false
		}
		if s.boilerplate.masses[n].text <= maxLead && s.takes(n) {
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

// takes checks whether an element is the lead, or the beginning of the text.
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
