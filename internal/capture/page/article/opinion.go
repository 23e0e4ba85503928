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
	opinionShare = 4       // of what a page may cost: in larger ones one reader has to do
	minOpinion   = 250     // bytes: a second reader that finds less has found nothing
	minAgreement = 0.3     // of the text: with less the second reader has found another article
	minParagraph = 120     // characters of a line: longer ones are text, whatever the second reader says
	keepTogether = 0.5     // of a list or a table: with more of it agreed on, the whole is kept
	maxCompared  = 1 << 28 // bytes that are gone through, which takes a tenth of a second

	minOther   = 1000 // bytes of a second article that is believed rather than ours
	otherShare = 1.5  // of ours: a longer second article is believed
	otherThin  = 3.0  // of ours, where that is thin
	maxAgain   = 0.1  // of a second article: with more in lines that it repeats it is none
)

// secondOpinion is what trafilatura takes for the article of a page. Empty when it finds next to nothing.
func secondOpinion(root *html.Node, base *url.URL) (text string) {
	defer func() {
		if recover() != nil { // a stranger's page must not end the program
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

// isLonger reports whether the second reader found much more of an article, and not the same lines again, as it does where
// line breaks part them.
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

// ownName names short parts of a text, headName those that are headings and no elements of that kind.
var (
	ownName  = regexp.MustCompile(`^(?:(?:foot|end)-?notes?|price)$`)
	headName = regexp.MustCompile(`^(?:sub-?)?head(?:line|ing)?\d*$`)
)

const maxItem = 4000 // bytes: larger ones are a part of the page's frame

// shape is what a page is made of besides paragraphs, in letters.
type shape struct {
	headings map[string]bool
	items    map[string]bool // lines of lists, tables and code that lead nowhere
}

func (j *junk) shapeOf(root *html.Node) shape {
	s := shape{headings: map[string]bool{}, items: map[string]bool{}}
	add := func(n *html.Node) {
		for line := range strings.SplitSeq(markup.Text(n), "\n") {
			s.items[plaintext.Letters(line)] = true
		}
	}
	j.visible(root, func(n *html.Node) bool {
		m := j.masses[n]
		switch n.DataAtom {
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
			s.headings[plaintext.Letters(markup.Text(n))] = true
		case atom.Li, atom.Tr, atom.Dt, atom.Dd, atom.Pre:
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

// agreed is a text without the short paragraphs that a second reader of the page leaves out: captions, teasers, notices,
// what is to be pressed. A heading stays with what it stands above. All is kept where the two hardly agree.
func agreed(text, second string, s shape) string {
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
