package flow

import (
	"slices"

	"engram/internal/document"
)

// table returns a table whose rows have as many cells. One of a single column, which only places
// its content, becomes paragraphs, as does one that is too large to be shown.
func table(rows [][]document.Cell) (doc document.Document) {
	width := 0
	for i, row := range rows {
		for j := range row {
			row[j] = tidy(row[j], false)
		}
		for len(row) > 0 && len(row[len(row)-1]) == 0 {
			row = row[:len(row)-1]
		}
		rows[i] = row
		width = max(width, len(row))
	}
	rows = slices.DeleteFunc(rows, func(row []document.Cell) bool { return len(row) == 0 })
	height := len(rows)
	if width > 1 && width <= maxColumns && width*height <= maxCells {
		for i := range rows {
			rows[i] = append(rows[i], make([]document.Cell, width-len(rows[i]))...)
		}
		return document.Document{{Kind: document.Table, Rows: rows, Align: make([]document.Align, width)}}
	}
	for _, row := range rows {
		var spans []document.Span
		for i, cell := range row {
			if i > 0 {
				spans = append(spans, document.Span{Text: "\t"})
			}
			spans = append(spans, cell...)
		}
		doc = append(doc, document.Block{Kind: document.Paragraph, Spans: document.Join(nil, spans...)})
	}
	return doc
}

// Cell returns the spans of a cell's paragraphs, each on a line of its own.
func Cell(items []Item) (cell document.Cell) {
	add := func(spans []document.Span) {
		if len(cell) > 0 && len(spans) > 0 {
			cell = append(cell, document.Span{Text: "\n"})
		}
		cell = append(cell, spans...)
	}
	for _, item := range items {
		add(item.Spans)
		for _, row := range item.Rows {
			for _, inner := range row {
				add(inner)
			}
		}
	}
	return cell
}
