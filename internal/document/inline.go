package document

import (
	"cmp"
	"html"
	"regexp"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	extended "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"
)

// spans converts the content of a block.
func (p parsing) spans(block ast.Node) []Span {
	all := Trim(Join(nil, p.inline(block, Span{})...))
	if p.Own {
		return Trim(literal(cites(all, p.Matches)))
	}
	return Trim(p.addresses(cites(all, p.Matches)))
}

// inline converts the children of a node.
func (p parsing) inline(parent ast.Node, style Span) (all []Span) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		inner := style
		switch n := n.(type) {
		case *ast.Text:
			inner.Text = p.text(n)
			all = append(all, inner)
		case *ast.String:
			inner.Text = string(n.Value)
			all = append(all, inner)
		case *ast.CodeSpan:
			inner.Code, inner.Text = true, strings.ReplaceAll(p.verbatim(n), "\n", " ")
			all = append(all, inner)
		case *ast.Emphasis:
			inner.Italic, inner.Bold = inner.Italic || n.Level == 1, inner.Bold || n.Level == 2
			all = append(all, p.inline(n, inner)...)
		case *extended.Strikethrough:
			inner.Struck = true
			all = append(all, p.inline(n, inner)...)
		case *ast.Link:
			all = append(all, p.link(n, inner)...)
		case *ast.AutoLink:
			inner.Text = string(n.Label(p.source))
			inner.Link = p.opens(string(n.URL(p.source)))
			all = append(all, inner)
		case *ast.RawHTML:
			inner.Text = LineBreak(string(n.Segments.Value(p.source)))
			all = append(all, inner)
		default: // a picture becomes its description
			all = append(all, p.inline(n, inner)...)
		}
	}
	return all
}

// text decodes a text node and the line break after it.
func (p parsing) text(n *ast.Text) string {
	raw := n.Segment.Value(p.source)
	if p.Own {
		raw = escapedSign.ReplaceAllFunc(raw, keepLiteral)
	}
	s := Visible(Unescape(string(raw)))
	switch {
	case n.HardLineBreak():
		return strings.TrimRight(s, " ") + "\n"
	case n.SoftLineBreak():
		return strings.TrimRight(s, " ") + " "
	}
	return s
}

// signs matches an escaped character or an entity.
var signs = regexp.MustCompile("\\\\[!-/:-@\\[-`{-~]|&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]*);")

// Unescape decodes the escaped characters and entities of markdown.
func Unescape(s string) string {
	if !strings.ContainsAny(s, `\&`) {
		return s // usual case
	}
	return signs.ReplaceAllStringFunc(s, decode)
}

func decode(sign string) string {
	if behind, ok := strings.CutPrefix(sign, `\`); ok {
		return behind
	}
	return html.UnescapeString(sign)
}

func (p parsing) verbatim(n ast.Node) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, is := c.(*ast.Text); is {
			b.Write(t.Segment.Value(p.source))
		}
	}
	return b.String()
}

// link converts a link: to its words if it must not be opened, to a citation if its words are one.
func (p parsing) link(n *ast.Link, style Span) []Span {
	words := p.inline(n, style)
	address := p.opens(string(util.UnescapePunctuations(n.Destination)))
	if address == "" || marksIn(words) {
		return bracketed(words)
	}
	for i := range words {
		words[i].Link = address
	}
	return words
}

// bracketed restores the brackets around a citation's number.
func bracketed(words []Span) []Span {
	if !alone.MatchString(Plain(words)) {
		return words
	}
	style := words[0].styled()
	before, after := style, style
	before.Text, after.Text = "[", "]"
	return Join(Join([]Span{before}, words...), after)
}

// opens returns the address if it may be opened, else nothing.
func (p parsing) opens(address string) string {
	address = html.UnescapeString(address)
	if webAddress.MatchString(address) && (p.Own || p.Known(address)) {
		return address
	}
	return ""
}

var (
	webAddress = regexp.MustCompile(`(?i)^https?://[^\s<>]+$`)
	breakTag   = regexp.MustCompile(`(?i)^<(?:br|/?(?:p|div|li|tr|h[1-6]))\b`)
)

// LineBreak returns what replaces an HTML tag.
func LineBreak(tag string) string {
	if breakTag.MatchString(tag) {
		return "\n"
	}
	return ""
}

// Trim collapses white space, and removes it at both ends of lines.
func Trim(spans []Span) (all []Span) {
	before := "" // the preceding text
	for _, s := range spans {
		if s.Code || s.IsMark() {
			before = ""
		} else {
			s.Text = oneBlank(s.Text)
			if strings.HasSuffix(before, " ") || strings.HasSuffix(before, "\n") {
				s.Text = strings.TrimLeft(s.Text, " \n")
			}
			before = cmp.Or(s.Text, before)
		}
		all = append(all, s)
	}
	all = Join(nil, all...)
	for len(all) > 0 && !all[0].IsMark() && !all[0].Code {
		if all[0].Text = strings.TrimLeft(all[0].Text, " \n"); all[0].Text != "" {
			break
		}
		all = all[1:]
	}
	for last := len(all) - 1; last >= 0 && !all[last].IsMark() && !all[last].Code; last-- {
		if all[last].Text = strings.TrimRight(all[last].Text, " \n"); all[last].Text != "" {
			break
		}
		all = all[:last]
	}
	return all
}

// oneBlank collapses runs of white space into one blank or line break.
func oneBlank(s string) string {
	if !strings.ContainsAny(s, "\t\n") && !strings.Contains(s, "  ") {
		return s // usual case
	}
	return aroundBreaks.ReplaceAllString(blanks.ReplaceAllString(s, " "), "\n")
}

var (
	blanks       = regexp.MustCompile(`[ \t]+`)
	aroundBreaks = regexp.MustCompile(` *\n[ \n]*`)
)

// Visible removes invisible characters: control characters become blanks; direction marks, byte
// order marks and this package's placeholders go.
func Visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069', r == '\ufeff':
			return -1
		case r == '\t', r == '\n':
			return r
		case unicode.IsControl(r):
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
