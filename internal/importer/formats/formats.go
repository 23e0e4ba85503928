// Package formats lists the exports that are read.
package formats

import (
	"context"
	"fmt"
	"time"

	"engram/internal/importer"
	"engram/internal/importer/archives"
	"engram/internal/importer/bookmarks"
	"engram/internal/importer/notes"
	"engram/internal/importer/own"
	"engram/internal/importer/quotes"
	"engram/internal/importer/records"
	"engram/internal/importer/table"
	"engram/internal/importer/vault"
)

// All returns the formats, in the order in which they are tried.
func All() []importer.Format {
	return []importer.Format{
		own.Format, archives.Omnivore, archives.X, vault.Keep, vault.Format(find),
		bookmarks.Firefox, bookmarks.Chrome, bookmarks.Sessions,
		records.Karakeep, records.Linkwarden, records.Wallabag, records.Omnivore, records.Pinboard, records.Readability, records.YouTube, notes.Roam, records.Any,
		bookmarks.Netscape, bookmarks.Sections, bookmarks.OPML, notes.Evernote, records.YouTubePage,
		table.Pocket, table.Instapaper, table.Raindrop, table.Reader, table.Readwise, table.Matter, table.Mymind, table.Playlist, table.Subscriptions,
		quotes.Kindle, bookmarks.Tabs,
		table.Any,
	}
}

// find returns the format of an input; false if it has none.
func find(ctx context.Context, in *importer.Input) (importer.Format, bool) {
	for _, format := range All() {
		if format.Is(ctx, in) {
			return format, true
		}
	}
	return importer.Format{}, false
}

// Detect returns the format of a source. importer.ErrUnknown if it has none of them.
func Detect(ctx context.Context, src importer.Source) (importer.Format, error) {
	_, format, err := open(ctx, src)
	return format, err
}

// Read calls yield with every entry of a source, in the same order every time, until it fails. It
// returns the format; importer.ErrUnknown if it is none of them.
func Read(ctx context.Context, src importer.Source, yield func(importer.Entry) error) (importer.Format, error) {
	in, format, err := open(ctx, src)
	if err != nil {
		return format, err
	}
	if err := format.Read(ctx, in, importer.NewOut(ctx, time.Now(), yield)); err != nil {
		return format, fmt.Errorf("importer: %s: %w", format.Name, err)
	}
	return format, nil
}

func open(ctx context.Context, src importer.Source) (*importer.Input, importer.Format, error) {
	in, err := importer.NewInput(src)
	if err != nil {
		return nil, importer.Format{}, err
	}
	if format, found := find(ctx, in); found {
		return in, format, nil
	}
	return nil, importer.Format{}, importer.ErrUnknown
}
