package format

import (
	"context"
	"maps"

	"engram/internal/capture"
	"engram/internal/capture/metadata"
	"engram/internal/fault"
)

// Reader implements capture.PageReader for all formats.
type Reader struct {
	formats map[Kind]capture.PageReader
}

var _ capture.PageReader = Reader{}

// NewReader returns a Reader from a reader per kind and one for files.
func NewReader(formats map[Kind]capture.PageReader, files Files) Reader {
	all := maps.Clone(formats)
	for t, reader := range files.files {
		all[fileOf(t)] = fetched{reader}
	}
	return Reader{all}
}

// ReadPage reads content of a known format. An image is a document whose picture is itself. It
// returns a fault.Invalid for anything else.
func (r Reader) ReadPage(ctx context.Context, p capture.Page) (capture.Document, error) {
	kind := KindOf(p.ContentType, p.Body)
	if kind == Image {
		return capture.Document{Title: metadata.FileName(p.URL), Image: p.Body}, nil
	}
	if format, ok := r.formats[kind]; ok {
		return format.ReadPage(ctx, p)
	}
	return capture.Document{}, fault.New(fault.Invalid, "This address holds a file that can't be read.")
}
