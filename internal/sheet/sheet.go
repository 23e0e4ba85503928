// Package sheet writes tables as CSV that spreadsheets open and of which they run nothing.
package sheet

import (
	"encoding/csv"
	"io"
	"strings"
	"unicode/utf8"
)

// MediaType is the media type of such a table.
const MediaType = "text/csv; charset=utf-8"

// Writer writes a table, row by row.
type Writer struct{ csv *csv.Writer }

// NewWriter returns a Writer. Its lines end as RFC 4180 has it.
func NewWriter(w io.Writer) *Writer {
	rows := csv.NewWriter(w)
	rows.UseCRLF = true
	return &Writer{rows}
}

// Row writes a row.
func (w *Writer) Row(cells ...string) error {
	safe := make([]string, len(cells))
	for i, cell := range cells {
		safe[i] = Cell(cell)
	}
	return w.csv.Write(safe)
}

// Flush writes what is held back.
func (w *Writer) Flush() error {
	w.csv.Flush()
	return w.csv.Error()
}

// Cell returns a text that no spreadsheet takes for a formula: what looks like one has an apostrophe
// before it. Blanks and what does not show are passed over, as spreadsheets do.
func Cell(text string) string {
	shown := strings.TrimLeft(text, " \t\r\n\u00a0\ufeff\u200b")
	first, _ := utf8.DecodeRuneInString(shown)
	if strings.ContainsRune("=+-@＝＋－＠|%", first) && shown != "" || strings.HasPrefix(text, "\t") || strings.HasPrefix(text, "\r") {
		return "'" + text
	}
	return text
}
