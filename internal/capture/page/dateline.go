package page

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
	"engram/internal/capture/metadata"
)

const (
	linesBefore, linesAfter = 4, 10 // examined around the headline
	maxRawLine              = 1000  // bytes of a text that are examined, with its indentation
	maxBeside               = 50    // characters besides the date
)

// linesByHeadline returns the short lines near the page's headline, for dates without markup.
func linesByHeadline(doc *goquery.Document, listed entries) []string {
	headline := doc.Find("h1").First()
	if headline.Length() == 0 {
		return nil
	}
	w := &lineWalker{headline: headline, listed: listed}
	w.walk(doc.Get(0))
	w.end()
	var lines []string
	for _, line := range append(w.after, w.before...) {
		if isDateline(line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// lineWalker collects the lines of a page before and after its headline.
type lineWalker struct {
	headline      *goquery.Selection
	listed        entries
	line          strings.Builder
	below         bool
	before, after []string
}

func (w *lineWalker) walk(n *html.Node) {
	switch {
	case len(w.after) >= linesAfter || w.passes(n):
		return
	case n == w.headline.Get(0):
		w.end()
		w.below = true
		return
	case n.Type == html.TextNode && w.line.Len() <= metadata.MaxDateText:
		w.line.WriteString(blanks.ReplaceAllString(n.Data[:min(len(n.Data), maxRawLine)], " "))
	}
	if n.DataAtom == atom.Td || n.DataAtom == atom.Th {
		w.line.WriteByte(' ')
	}
	ends := n.DataAtom == atom.Br || markup.GapOf(n.DataAtom) > 0
	if ends {
		w.end()
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.walk(c)
	}
	if ends {
		w.end()
	}
}

// passes reports whether nothing below n is about the page's date.
func (w *lineWalker) passes(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return false
	}
	return markup.IsInvisible(n) || isVerbatim(n) || w.listed[n] || opinion.MatchString(nameOf(n)) && !holds(n, w.headline.Get(0))
}

// end adds the current line.
func (w *lineWalker) end() {
	line := strings.TrimSpace(strings.ToValidUTF8(w.line.String(), ""))
	w.line.Reset()
	switch {
	case len(line) < minDateText:
	case w.below:
		w.after = append(w.after, line)
	default:
		w.before = append(w.before[max(0, len(w.before)-linesBefore+1):], line)
	}
}

var blanks = regexp.MustCompile(`\s+`)

const minDateText = 6 // bytes

var (
	sentence = regexp.MustCompile(`\pL{4,}[.!?…](?:\s+\pL|["'”’»)]*$)|[。！？]`)
	// otherDate matches words before a date other than that of publishing.
	otherDate = regexp.MustCompile(`(?i)(?:^|\PL)(?:born|died|dead|founded|established|since|from|until|till|before|after|version|release[sd]?|expires?|valid|deadline|due|start(?:s|ed)?|begins?|ends?|ended|opens?|opened|closes?|closed|modified|updated?|edited|revised|changed|effective|` +
		`geboren|gestorben|gegründet|seit|bis|ab|vor|nach|geändert|aktualisiert|gültig|beginn|ende|né|née|mort|morte|fondée?|depuis|jusqu|avant|après|nacid[oa]|fundad[oa]|desde|hasta|nat[oa]|fondat[oa]|dal|fino|` +
		`joined|member|registered|anniversary|copyright|©)(?:\PL.*)?$|(?:^|\PL)(?:v|est)\.?\s*$`)
)

// isDateline reports whether a line is little but a date of publishing.
func isDateline(line string) bool {
	day, at := metadata.FindDate(line)
	if day.IsZero() || sentence.MatchString(line) || otherDate.MatchString(line[:at[0]]) {
		return false
	}
	return utf8.RuneCountInString(line[:at[0]])+utf8.RuneCountInString(line[at[1]:]) <= maxBeside
}

// opinion matches names of parts with comments by readers.
var opinion = regexp.MustCompile(`(?i)review|rating|comment|testimonial`)

// isOpinion reports whether s is in a part with readers' comments, and those are not the content.
func isOpinion(s, headline *goquery.Selection) bool {
	n := s.Get(0)
	for range maxAncestors {
		if n == nil || n.DataAtom == atom.Body {
			return false
		}
		if opinion.MatchString(nameOf(n)) && (headline.Length() == 0 || !holds(n, headline.Get(0))) {
			return true
		}
		n = n.Parent
	}
	return false
}

// holds reports whether n is below outer.
func holds(outer, n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == outer {
			return true
		}
	}
	return false
}

// isVerbatim reports whether an element shows code or output.
func isVerbatim(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Pre, atom.Code, atom.Samp, atom.Kbd, atom.Listing, atom.Xmp, atom.Plaintext:
		return true
	}
	return false
}

// isWithinText reports whether n is in a paragraph or in code.
func isWithinText(n *html.Node) bool {
	for range maxAncestors {
		if n = n.Parent; n == nil || n.DataAtom == atom.Body {
			return false
		}
		isText := n.DataAtom == atom.P || n.DataAtom == atom.Blockquote || n.DataAtom == atom.Dd
		if isVerbatim(n) || (isText && len(strings.TrimSpace(markup.TextWithin(n, metadata.MaxDateText+1))) > metadata.MaxDateText) {
			return true
		}
	}
	return false
}
