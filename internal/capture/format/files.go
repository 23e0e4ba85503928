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

// Files implements capture.FileReader with a reader per format.
type Files struct {
	readers map[*filetype.Type]capture.FileReader
}

var _ capture.FileReader = Files{}

// NewFiles returns a Files. It panics if a format that can be uploaded has no reader.
func NewFiles(readers map[*filetype.Type]capture.FileReader) Files {
	for _, t := range filetype.All {
		if readers[t] == nil {
			panic("nothing reads " + t.Name)
		}
	}
	return Files{readers}
}

// ReadFile reads a file with the reader of its format. An unknown format goes to the PDF reader,
// whose error says that the file is damaged.
func (f Files) ReadFile(ctx context.Context, r io.Reader, from memory.Bookmark) (capture.Document, error) {
	whole := bufio.NewReaderSize(r, filetype.Head)
	head, err := whole.Peek(filetype.Head)
	if err != nil && err != io.EOF {
		return capture.Document{}, err
	}
	return f.readers[cmp.Or(filetype.Of(head), filetype.PDF)].ReadFile(ctx, whole, from)
}

// fetched is a capture.PageReader of files of one format.
type fetched struct{ capture.FileReader }

// ReadPage reads a fetched file from its bookmark on.
func (f fetched) ReadPage(ctx context.Context, p capture.Page) (capture.Document, error) {
	return f.ReadFile(ctx, bytes.NewReader(p.Body), p.Bookmark)
}
