package markup

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/plaintext"
)

// Text returns the visible text below n: blank lines between paragraphs, headings, list items and
// rows on lines of their own, tabs between cells, preformatted text unchanged.
func Text(n *html.Node) string {
	return TextWithout(n, IsInvisible)
}

// BodyText returns a page's visible text without the frame common to all pages of its site, or with
// it if there is nothing else.
func BodyText(root *html.Node) string {
	text := TextWithout(root, func(n *html.Node) bool { return IsInvisible(n) || IsSurrounding(n) })
	if text != "" {
		return text
	}
	return Text(root)
}

// TextWithout is Text without the elements for which hidden returns true.
func TextWithout(n *html.Node, hidden func(*html.Node) bool) string {
	w := &textWriter{hidden: hidden}
	w.node(n)
	return w.String()
}

// Layout is TextWithout that also returns the range of bytes of the text that each text node wrote.
// A range may begin with white space.
func Layout(n *html.Node, hidden func(*html.Node) bool) (text string, written map[*html.Node][2]int) {
	w := &textWriter{hidden: hidden, written: map[*html.Node][2]int{}}
	w.node(n)
	return w.String(), w.written
}

// Verbatim keeps the lines of a text, which may be verse or code, and collapses blank lines.
func Verbatim(s string) string {
	w := &textWriter{pre: 1}
	w.text(s)
	return w.String()
}

// Paragraphs normalises plain text.
func Paragraphs(text string) string {
	w := &textWriter{}
	for line := range strings.Lines(lineEnds.Replace(text)) {
		if strings.TrimSpace(line) == "" {
			w.gap(2)
			continue
		}
		w.gap(1)
		w.words(line)
	}
	return w.String()
}

// maxFragment is the maximum size in bytes of HTML embedded in a page or feed.
const maxFragment = 1 << 20

// Unmarked returns the text of an HTML fragment, and other text unchanged. It is empty for a
// fragment that is too expensive, or when ctx ends.
func Unmarked(ctx context.Context, text string) string {
	if !HasTags(text) {
		return text
	}
	root, err := Fragment(ctx, []byte(text[:min(len(text), maxFragment)]))
	if err != nil {
		return ""
	}
	return Text(root)
}

// HasTags reports whether a text is HTML.
func HasTags(text string) bool {
	return strings.Contains(text, "</") || strings.Contains(text, "<br") || strings.Contains(text, "<img")
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

const maxSpace = 400 // bytes of white space kept between two words of a preformatted line

// textWriter lays out text. It defers white space and breaks until the next word, so that none is
// leading, trailing or doubled.
type textWriter struct {
	hidden  func(*html.Node) bool
	written map[*html.Node][2]int // nil unless the places are asked for
	out     strings.Builder
	breaks  int    // line breaks before the next word: 1 ends a line, 2 a paragraph
	blank   bool   // a blank before the next word
	tab     bool   // a tab before the next word
	pre     int    // depth of preformatted elements
	space   string // pending white space of a preformatted line, at most maxSpace
}

// String returns the text so far.
func (w *textWriter) String() string { return strings.TrimRight(w.out.String(), " \t\n") }

// gap requests at least n line breaks before the next word.
func (w *textWriter) gap(n int) { w.breaks = max(w.breaks, n) }

func (w *textWriter) node(n *html.Node) {
	switch n.Type {
	case html.TextNode:
		from := w.out.Len()
		w.text(n.Data)
		if to := w.out.Len(); w.written != nil && to > from {
			w.written[n] = [2]int{from, to}
		}
	case html.ElementNode:
		w.element(n)
	case html.DocumentNode:
		w.children(n)
	}
}

func (w *textWriter) children(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.node(c)
	}
}

func (w *textWriter) element(n *html.Node) {
	if w.hidden(n) {
		return
	}
	switch n.DataAtom {
	case atom.Br:
		w.gap(min(w.breaks+1, 2))
		return
	case atom.Pre, atom.Listing, atom.Xmp, atom.Plaintext:
		w.pre++
		defer func() { w.pre--; w.space = "" }()
	case atom.Td, atom.Th:
		defer func() { w.tab = true }()
	case atom.Time:
		w.blank = w.blank || endsWithWord(w.out.String())
	}
	gap := GapOf(n.DataAtom)
	if n.Parent != nil && n.Parent.DataAtom == atom.Li && (n.DataAtom == atom.Ul || n.DataAtom == atom.Ol) {
		gap = 1
	}
	w.gap(gap)
	w.children(n)
	w.gap(gap)
}

// endsWithWord reports whether the next word would run into the last one.
func endsWithWord(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return unicode.IsLetter(last) || unicode.IsDigit(last)
}

func (w *textWriter) text(s string) {
	if w.pre == 0 {
		w.words(s)
		return
	}
	lines := strings.Split(lineEnds.Replace(plaintext.Clean(s)), "\n")
	for i, line := range lines {
		if i > 0 {
			w.breaks++
			w.space = ""
		}
		said := strings.TrimRight(line, " \t")
		if said != "" {
			w.flush()
			w.out.WriteString(said)
		}
		w.space += line[len(said):][:min(len(line)-len(said), maxSpace-len(w.space))]
	}
}

// words writes s with white space folded.
func (w *textWriter) words(s string) {
	s = plaintext.Clean(s)
	for s != "" {
		end := strings.IndexFunc(s, unicode.IsSpace)
		if end == 0 {
			w.blank = true
			s = strings.TrimLeftFunc(s, unicode.IsSpace)
			continue
		}
		if end < 0 {
			end = len(s)
		}
		w.flush()
		w.out.WriteString(s[:end])
		s = s[end:]
	}
}

// flush writes the pending white space.
func (w *textWriter) flush() {
	switch {
	case w.out.Len() == 0:
	case w.breaks > 0:
		w.out.WriteString("\n\n"[:min(w.breaks, 2)])
	case w.tab:
		w.out.WriteByte('\t')
	case w.blank:
		w.out.WriteByte(' ')
	}
	w.out.WriteString(w.space)
	w.breaks, w.blank, w.tab, w.space = 0, false, false, ""
}

// GapOf returns the number of line breaks around an element.
func GapOf(a atom.Atom) int {
	switch a {
	case atom.P, atom.Div, atom.Section, atom.Article, atom.Main, atom.Header, atom.Footer, atom.Aside, atom.Nav,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Hgroup, atom.Ul, atom.Ol, atom.Menu, atom.Dl, atom.Table,
		atom.Blockquote, atom.Pre, atom.Listing, atom.Xmp, atom.Plaintext, atom.Figure, atom.Figcaption, atom.Address,
		atom.Details, atom.Form, atom.Fieldset, atom.Hr, atom.Body, atom.Center, atom.Dir:
		return 2
	case atom.Li, atom.Tr, atom.Dt, atom.Dd, atom.Caption, atom.Summary, atom.Thead, atom.Tbody, atom.Tfoot, atom.Option, atom.Legend:
		return 1
	}
	return 0
}

// IsInvisible reports whether an element has no visible content.
func IsInvisible(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Head, atom.Title, atom.Svg, atom.Iframe, atom.Frame,
		atom.Noframes, atom.Noembed, atom.Object, atom.Embed, atom.Canvas, atom.Audio, atom.Video, atom.Map,
		atom.Button, atom.Select, atom.Datalist, atom.Textarea, atom.Input, atom.Rp, atom.Rt, atom.Dialog:
		return true
	}
	for _, a := range n.Attr {
		switch a.Key {
		case "hidden":
			return true
		case "style":
			style := strings.ReplaceAll(strings.ToLower(a.Val), " ", "")
			if strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden") {
				return true
			}
		}
	}
	return false
}

// IsSurrounding reports whether an element belongs to the frame of a site's pages.
func IsSurrounding(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Nav, atom.Footer, atom.Aside, atom.Label, atom.Legend:
		return true
	}
	for _, a := range n.Attr {
		switch {
		case a.Key == "role" && (a.Val == "navigation" || a.Val == "contentinfo" || a.Val == "search" || a.Val == "complementary"):
			return true
		case a.Key == "aria-hidden" && a.Val == "true":
			return true
		}
	}
	return false
}
