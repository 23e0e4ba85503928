package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"engram/internal/document"
	"engram/internal/recall/text"
)

// sentencesOf splits spans into sentences. A mark after a full stop belongs to the sentence before.
func sentencesOf(spans []document.Span) [][]document.Span {
	said := document.Prose(spans)
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

// opening matches opening brackets and quotes, which the Unicode rules count to the sentence
// before.
var opening = regexp.MustCompile(`[\p{Ps}\p{Pi}]+$`)

// wholeSentences drops an unfinished sentence at the end of an answer that was cut off.
func wholeSentences(d document.Document) document.Document {
	last := len(d) - 1
	if last < 0 {
		return d
	}
	switch b := &d[last]; b.Kind {
	case document.Paragraph, document.Heading:
		all := sentencesOf(b.Spans)
		if end := len(all) - 1; !closed.MatchString(document.Prose(all[end])) {
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

// closed matches a finished sentence: a stop, followed by a blank if it could be a decimal point.
var closed = regexp.MustCompile(`(?:[!?…。！？][*_"'”’»)]*|[^0-9]\.[*_"'”’»)]*|\.[*_"'”’»)]*\s)\s*$`)

// hasWords reports whether spans contain words or code.
func hasWords(spans []document.Span) bool {
	return strings.ContainsFunc(document.Prose(spans), func(r rune) bool { return r >= utf8.RuneSelf || isWordRune(r) })
}
