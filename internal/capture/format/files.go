package format

import (
	"bufio"
	"context"
	"io"

	"engram/internal/capture"
	"engram/internal/memory"
)

// Files implements capture.FileReader: it leaves an uploaded file to the reader of its format.
type Files struct {
	formats map[Kind]capture.FileReader
	others  capture.FileReader
}

var _ capture.FileReader = Files{}

// NewFiles returns a reader of the given formats. What begins like none of them is left to others.
func NewFiles(formats map[Kind]capture.FileReader, others capture.FileReader) Files {
	return Files{formats, others}
}

// ReadFile reads a file as the reader of its format does.
func (f Files) ReadFile(ctx context.Context, r io.Reader, from memory.Bookmark) (capture.Document, error) {
	whole := bufio.NewReaderSize(r, sniffed)
	head, err := whole.Peek(sniffed)
	if err != nil && err != io.EOF {
		return capture.Document{}, err
	}
	if format, ok := f.formats[KindOf("", head)]; ok {
		return format.ReadFile(ctx, whole, from)
	}
	return f.others.ReadFile(ctx, whole, from)
}
