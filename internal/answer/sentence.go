package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"engram/internal/answer/document"
	"engram/internal/recall/text"
)

// sentencesOf cuts spans into sentences, which together are the spans. A mark behind a full stop belongs to what it ends.
func sentencesOf(spans []document.Span) [][]document.Span {
	said := words(spans)
	var at []int
	from := 0
	for i, s := range text.Sentences(said) {
		if i > 0 {
			from = s.Offset - len(opening.FindString(said[from:s.Offset]))
			at = append(at, from)
		}
	}
	return document.Split(spans, at...)
}

// opening matches brackets and quotation marks that begin what follows, which the Unicode rules take for the end of a sentence.
var opening = regexp.MustCompile(`[\p{Ps}\p{Pi}]+$`)

// words is the flat text of spans with a letter for code, a blank for each mark, and no full stop within a link.
func words(spans []document.Span) string {
	var b strings.Builder
	for _, s := range spans {
		switch {
		case s.IsMark():
			b.WriteByte(' ')
		case s.Code:
			b.WriteByte('x')
		case s.Link != "":
			b.WriteString(stop.ReplaceAllStringFunc(s.Text, func(stop string) string { return strings.Repeat("x", len(stop)) }))
		default:
			b.WriteString(s.Text)
		}
	}
	return b.String()
}

var stop = regexp.MustCompile(`[.!?…。！？．｡؟।]`)

// wholeSentences drops the last sentence of an answer that broke off, unless that is closed.
func wholeSentences(d document.Document) document.Document {
	last := len(d) - 1
	if last < 0 {
		return d
	}
	switch b := &d[last]; b.Kind {
	case document.Paragraph, document.Heading:
		all := sentencesOf(b.Spans)
		if end := len(all) - 1; !closed.MatchString(words(all[end])) {
			b.Spans = document.Trim(slices.Concat(all[:end]...))
		}
	case document.List:
		item := len(b.Items) - 1
		b.Items[item] = wholeSentences(b.Items[item])
	case document.Quote:
		b.Blocks = wholeSentences(b.Blocks)
	case document.Table:
		b.Rows = b.Rows[:max(len(b.Rows)-1, 1)]
	}
	return d.Pruned()
}

// closed matches a sentence that has its end: a stop, and a blank behind it where a number may go on.
var closed = regexp.MustCompile(`(?:[!?…。！？][*_"'”’»)]*|[^0-9]\.[*_"'”’»)]*|\.[*_"'”’»)]*\s)\s*$`)

// hasWords reports whether spans say anything, code included.
func hasWords(spans []document.Span) bool {
	return strings.ContainsFunc(words(spans), func(r rune) bool { return r >= utf8.RuneSelf || isWordRune(r) })
}
