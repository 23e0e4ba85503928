package format

import (
	"context"
	"io"
	"testing"

	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/filetype"
	"engram/internal/memory"
)

// fake is the reader of a format, whose name it says.
type fake string

func (f fake) ReadPage(context.Context, capture.Page) (capture.Document, error) {
	return capture.Document{Title: string(f)}, nil
}

func (f fake) ReadFile(context.Context, io.ReadSeeker, memory.Bookmark) (capture.Document, error) {
	return capture.Document{Title: string(f)}, nil
}

var (
	files = func() Files {
		readers := map[*filetype.Type]capture.FileReader{}
		for _, t := range filetype.All {
			readers[t] = fake(t.Name)
		}
		return NewFiles(readers, nil)
	}()
	formats = map[Kind]capture.PageReader{HTML: fake("HTML"), Text: fake("text")}
)

func TestReader(t *testing.T) {
	tests := []struct {
		name, contentType, body, title string
	}{
		{"a page", "text/html; charset=utf-8", "<title>A page</title>", "HTML"},
		{"a page without a type", "", "<!doctype html><title>Bare</title>", "HTML"},
		{"a text", "text/plain", "# Heading\n\nwords", "text"},
		{"a PDF", "application/pdf", "%PDF-1.4", "PDF"},
		{"a PDF that says it is a page", "text/html", "%PDF-1.4", "PDF"},
		{"a text that begins as pictures do", "text/plain", "BMW sells cars", "text"},
		{"an image", "image/png", "\x89PNG\r\n\x1a\n", "thing.png"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			page := capture.Page{URL: "https://example.com/thing.png", ContentType: test.contentType, Body: []byte(test.body)}
			got, err := NewReader(formats, files).ReadPage(t.Context(), page)
			if err != nil || got.Title != test.title {
				t.Errorf("got %+v, %v; want the title %q", got, err, test.title)
			}
		})
	}
	t.Run("a zip file is refused", func(t *testing.T) {
		for _, said := range []string{"text/html", "application/zip", "text/plain", ""} {
			_, err := NewReader(formats, files).ReadPage(t.Context(), capture.Page{ContentType: said, Body: []byte("PK\x03\x04\x00\x00")})
			if fault.KindOf(err) != fault.Invalid || err == nil {
				t.Errorf("as %q: %v, want a refusal", said, err)
			}
		}
	})
}
