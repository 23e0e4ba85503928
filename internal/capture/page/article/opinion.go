package article

import (
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/markusmobius/go-trafilatura"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
	"engram/internal/plaintext"
)

const (
	opinionShare = 4       // of the maximum cost: larger pages are read by one extractor only
	minOpinion   = 250     // bytes: less from the second extractor counts as nothing
	minAgreement = 0.3     // of the text: with less in common the second found another article
	minParagraph = 120     // characters: longer paragraphs are kept in any case
	keepTogether = 0.5     // of a list or table: with more in common the whole is kept
	maxCompared  = 1 << 28 // bytes compared, about a tenth of a second

	minOther   = 1000 // bytes of a second article that may replace ours
	otherShare = 1.5  // times ours: a longer second article replaces it
	otherThin  = 3.0  // times ours, if that is thin
	maxAgain   = 0.1  // of a second article: with more in repeated lines it is rejected
)

// secondOpinion returns the article found by trafilatura. Empty if it found next to nothing.
func secondOpinion(root *html.Node, base *url.URL) (text string) {
	defer func() {
		if recover() != nil { // a page must not crash the program
			text = ""
		}
	}()
	found, err := trafilatura.ExtractDocument(root, trafilatura.Options{
		OriginalURL: base, ExcludeComments: true, HtmlDateMode: trafilatura.Disabled,
	})
	if err != nil || found.ContentNode == nil {
		return ""
	}
	nameAtoms(found.ContentNode)
	if text = markup.Text(found.ContentNode); len(text) < minOpinion {
		return ""
	}
	return text
}

// isLonger reports whether the second extractor found much more of an article without repeated
// lines, which it produces at line breaks.
func isLonger(second, text string) bool {
	share := otherShare
	if IsThin(text) {
		share = otherThin
	}
	if len(second) < minOther || float64(len(second)) < share*float64(len(text)) || strings.Contains(second, "</") {
		return false
	}
	seen, again := map[string]bool{}, 0
	for line := range strings.SplitSeq(second, "\n") {
		if seen[line] {
			again += len(line)
		}
		seen[line] = true
	}
	return float64(again) < maxAgain*float64(len(second))
}

// ownName matches tags of short parts of a text; headName matches classes of headings that are not
// heading elements.
var (
	ownName  = regexp.MustCompile(`^(?:(?:foot|end)-?notes?|price)$`)
	headName = regexp.MustCompile(`^(?:sub-?)?head(?:line|ing)?\d*$`)
)

const maxItem = 4000 // bytes: larger elements are layout

// structure holds the parts of a page that are not paragraphs, letters only.
type structure struct {
	headings map[string]bool
	items    map[string]bool // lines of lists, tables and code, without links
}

func (bp *boilerplate) structureOf(root *html.Node) structure {
	s := structure{headings: map[string]bool{}, items: map[string]bool{}}
	add := func(n *html.Node) {
		for line := range strings.SplitSeq(markup.Text(n), "\n") {
			s.items[plaintext.Letters(line)] = true
		}
	}
	bp.visible(root, func(n *html.Node) bool {
		m := bp.masses[n]
		switch n.DataAtom {
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
			s.headings[plaintext.Letters(markup.Text(n))] = true
		case atom.Li, atom.Tr, atom.Caption, atom.Dt, atom.Dd, atom.Pre:
			if m.linked*2 < m.text && m.text < maxItem {
				add(n)
			}
		default:
			switch {
			case m.text > 0 && m.text < minParagraph && isNamed(n, headName):
				s.headings[plaintext.Letters(markup.Text(n))] = true
			case m.text < maxItem && isNamed(n, ownName):
				add(n)
			}
		}
		return true
	})
	return s
}

// agreed drops the short paragraphs that the second extractor left out: captions, teasers, notices,
// buttons. Headings stay with their text. It drops nothing if the two have little in common.
func agreed(text, second string, s structure) string {
	second = plaintext.Letters(second)
	if len(second)*strings.Count(text, "\n") > maxCompared {
		return text
	}
	var kept, due []string
	common, all := 0, 0
	for group := range strings.SplitSeq(text, "\n\n") {
		lines := strings.Split(group, "\n")
		var good []string
		length, shared := 0, 0
		for _, line := range lines {
			n, said := utf8.RuneCountInString(line), plaintext.Letters(line)
			is := strings.Contains(second, said)
			length += n
			if is {
				shared += n
			}
			if is || n >= minParagraph || s.items[said] {
				good = append(good, line)
			}
		}
		common, all = common+shared, all+length
		if float64(shared) >= keepTogether*float64(length) || length >= minParagraph*len(lines) {
			good = lines
		}
		switch {
		case len(good) > 0:
			kept = append(append(kept, due...), strings.Join(good, "\n"))
			due = nil
		case s.headings[plaintext.Letters(group)] || strings.HasSuffix(group, ":"):
			due = append(due, group)
		default:
			due = nil
		}
	}
	if float64(common) < minAgreement*float64(all) {
		return text
	}
	return strings.Join(kept, "\n\n")
}
