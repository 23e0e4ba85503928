package format

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"io"

	"engram/internal/capture"
	"engram/internal/filetype"
	"engram/internal/memory"
)

// Files implements capture.FileReader: it leaves an uploaded file to the reader of its format.
type Files struct {
	readers map[*filetype.Type]capture.FileReader
}

var _ capture.FileReader = Files{}

// NewFiles returns a Files of the readers of all formats. It panics when one lacks: what can be uploaded can be read.
func NewFiles(readers map[*filetype.Type]capture.FileReader) Files {
	for _, t := range filetype.All {
		if readers[t] == nil {
			panic("nothing reads " + t.Name)
		}
	}
	return Files{readers}
}

// ReadFile reads a file as the reader of its format does. What was taken in and has none any more is damaged, which the
// reader of PDFs says in words.
func (f Files) ReadFile(ctx context.Context, r io.Reader, from memory.Bookmark) (capture.Document, error) {
	whole := bufio.NewReaderSize(r, filetype.Head)
	head, err := whole.Peek(filetype.Head)
	if err != nil && err != io.EOF {
		return capture.Document{}, err
	}
	return f.readers[cmp.Or(filetype.Of(head), filetype.PDF)].ReadFile(ctx, whole, from)
}

// fetched is a capture.PageReader of the files of one format.
type fetched struct{ capture.FileReader }

// ReadPage reads a file that an address answered, from its bookmark on.
func (f fetched) ReadPage(ctx context.Context, p capture.Page) (capture.Document, error) {
	return f.ReadFile(ctx, bytes.NewReader(p.Body), p.Bookmark)
}
