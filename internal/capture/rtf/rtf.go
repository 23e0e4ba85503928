// Package rtf reads documents in the Rich Text Format: text with its structure, and metadata.
package rtf

import (
	"bytes"
	"context"
	"io"
	"time"

	"engram/internal/capture"
	"engram/internal/capture/flow"
	"engram/internal/capture/markup"
	"engram/internal/memory"
	"engram/internal/plaintext"
)

const (
	maxFile  = 64 << 20 // bytes, with pictures
	maxDepth = 500      // of groups
	maxItems = 200_000  // paragraphs and tables
	perCheck = 4096     // tokens until the context is asked again
)

// Reader implements capture.FileReader.
type Reader struct{}

var _ capture.FileReader = Reader{}

// ReadFile returns the text, in one piece, with title, author and date.
func (Reader) ReadFile(ctx context.Context, file io.ReadSeeker, _ memory.Bookmark) (capture.Document, error) {
	source, err := io.ReadAll(io.LimitReader(file, maxFile))
	if err != nil {
		return capture.Document{}, err
	}
	if !bytes.HasPrefix(source, []byte(`{\rtf`)) {
		return capture.Document{}, flow.Damaged(nil)
	}
	r := newReader(source)
	cut := r.read(ctx)
	if err := ctx.Err(); err != nil {
		return capture.Document{}, err
	}
	d := capture.Document{
		Title:     plaintext.OneLine(r.info["title"], capture.MaxTitle),
		Author:    plaintext.OneLine(r.info["author"], capture.MaxName),
		Published: r.created,
	}
	var cause error
	if cut || len(source) == maxFile {
		cause = markup.ErrTooMuch
	}
	return flow.Fill(ctx, d, append(r.items, r.endnotes()...), cause)
}

// endnotes returns the footnotes as a list.
func (r *reader) endnotes() (items []flow.Item) {
	for n, note := range r.notes {
		note.Depth, note.Ordered, note.Number, note.Anchor = 1, true, n+1, noteAnchor(n)
		items = append(items, note)
	}
	return items
}

// date makes a date of the parts that the metadata gives; zero if they are none.
func date(parts map[string]int) time.Time {
	if parts["yr"] < 1980 || parts["yr"] > 9999 || parts["mo"] < 1 || parts["mo"] > 12 || parts["dy"] < 1 || parts["dy"] > 31 {
		return time.Time{}
	}
	return time.Date(parts["yr"], time.Month(parts["mo"]), parts["dy"], parts["hr"]%24, parts["min"]%60, 0, 0, time.UTC)
}
