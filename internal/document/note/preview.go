package note

import (
	"strings"
	"unicode/utf8"

	"engram/internal/document"
)

// Bounds of a preview.
const (
	previewLeaves     = 12
	previewCharacters = 1000
)

// Preview returns the beginning of a note for a card: at most 12 leaves with 1,000 characters. It is
// empty for a note without markup, which reads as it is written.
func Preview(markdown string) document.Document {
	if !hasSigns(markdown) {
		return nil
	}
	leaves, characters := previewLeaves, previewCharacters
	doc := cut(Parse(markdown), &leaves, &characters)
	if isPlain(doc) {
		return nil
	}
	return doc
}

// Beginning returns the first lines of a text within a number of bytes, or of a long line its first
// words.
func Beginning(text string, size int) string {
	if len(text) <= size {
		return text
	}
	text = text[:size]
	if end := strings.LastIndexByte(text, '\n'); end > size/2 {
		return text[:end]
	}
	if end := strings.LastIndexByte(text, ' '); end > 0 {
		return text[:end]
	}
	return strings.ToValidUTF8(text, "")
}

// hasSigns reports whether a text may have markup.
func hasSigns(text string) bool {
	if strings.ContainsAny(text, "*_`~[]<&\\|@\x00") || strings.Contains(text, "://") || strings.Contains(text, "www.") {
		return true
	}
	for line := range strings.Lines(text) {
		if strings.ContainsRune("#>-+= \t0123456789", rune(line[0])) {
			return true
		}
	}
	return false
}

// isPlain reports whether nothing but paragraphs without style is in a document.
func isPlain(d document.Document) bool {
	for _, b := range d {
		if b.Kind != document.Paragraph || len(b.Spans) > 1 || len(b.Spans) == 1 && b.Spans[0] != (document.Span{Text: b.Spans[0].Text}) {
			return false
		}
	}
	return true
}

// cut returns the blocks up to a number of leaves and characters, which it takes off.
func cut(d document.Document, leaves, characters *int) (all document.Document) {
	for _, b := range d {
		if *leaves <= 0 || *characters <= 0 {
			break
		}
		switch b.Kind {
		case document.Quote:
			b.Blocks = cut(b.Blocks, leaves, characters)
		case document.List:
			var items []document.Document
			for _, item := range b.Items {
				if item = cut(item, leaves, characters); len(item) > 0 {
					items = append(items, item)
				}
			}
			b.Items = items
		case document.Rule:
		case document.Code:
			b.Text = short(b.Text, characters)
			*leaves--
		case document.Table:
			b.Rows = shortRows(b.Rows, characters)
			*leaves--
		default:
			b.Spans = shortSpans(b.Spans, characters)
			*leaves--
		}
		all = append(all, b)
	}
	return all
}

// short returns the beginning of a text up to a number of characters, which it takes off.
func short(s string, characters *int) string {
	if n := utf8.RuneCountInString(s); n <= *characters {
		*characters -= n
		return s
	}
	s = string([]rune(s)[:*characters])
	*characters = 0
	return s
}

func shortSpans(spans []document.Span, characters *int) (all []document.Span) {
	for _, s := range spans {
		if *characters <= 0 {
			break
		}
		s.Text = short(s.Text, characters)
		all = append(all, s)
	}
	return all
}

// shortRows returns the first rows, whole ones.
func shortRows(rows [][]document.Cell, characters *int) [][]document.Cell {
	for i, row := range rows {
		if *characters <= 0 && i > 0 {
			return rows[:i]
		}
		for _, cell := range row {
			*characters -= 1 + utf8.RuneCountInString(document.Plain(cell))
		}
	}
	return rows
}
