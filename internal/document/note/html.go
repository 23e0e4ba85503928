package note

import (
	"html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"

	"engram/internal/document"
)

// html returns the text of HTML in a note.
func (n *noting) html(block *ast.HTMLBlock) document.Document {
	raw := string(block.Lines().Value(n.source))
	source := rangeOf(block)
	if block.HasClosure() {
		raw += string(block.ClosureLine.Value(n.source))
		source = around(source, [2]int{block.ClosureLine.Start, block.ClosureLine.Stop})
	}
	said := html.UnescapeString(tags.ReplaceAllStringFunc(raw, untagged))
	spans := document.Trim([]document.Span{{Text: document.Visible(strings.ReplaceAll(said, "\r\n", "\n"))}})
	if len(spans) == 0 {
		return nil
	}
	return document.Document{{Kind: document.Paragraph, Spans: spans, Source: source}}
}

var (
	tags = regexp.MustCompile(`(?s)<!--.*?-->|</?[A-Za-z][^<>]*>`)
	// known matches the elements that people use in markdown; others, such as <name>, are words.
	known    = regexp.MustCompile(`(?i)^</?(?:a|abbr|b|big|blockquote|br|center|cite|code|dd|del|details|dfn|div|dl|dt|em|figcaption|figure|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|picture|pre|q|ruby|s|samp|small|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|wbr)(?:[\s/][^<>]*)?>$`)
	altOf    = regexp.MustCompile(`(?i)\salt\s*=\s*(?:"([^"]*)"|'([^']*)')`)
	comments = "<!--"
)

// untagged returns what replaces a tag or a comment.
func untagged(tag string) string {
	switch {
	case strings.HasPrefix(tag, comments):
		return ""
	case !known.MatchString(tag):
		return tag
	case strings.HasPrefix(strings.ToLower(tag), "<img"):
		if found := altOf.FindStringSubmatch(tag); found != nil {
			return html.UnescapeString(found[1] + found[2])
		}
		return tag
	}
	return document.LineBreak(tag)
}
