package extract

import (
	"context"
	"io"
	"testing"

	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/memory"
)

type fakePDF struct{}

func (fakePDF) ReadPDF(_ context.Context, r io.Reader, _ memory.Bookmark) (capture.Document, error) {
	body, err := io.ReadAll(r)
	return capture.Document{Title: "PDF of " + string(body)}, err
}

func TestReader(t *testing.T) {
	tests := []struct {
		name, contentType, body, title string
	}{
		{"a page", "text/html; charset=utf-8", "<title>A page</title>", "A page"},
		{"a page without a type", "", "<!doctype html><title>Bare</title>", "Bare"},
		{"a text", "text/plain", "# Heading\n\nwords", "Heading"},
		{"a PDF", "application/pdf", "%PDF-1.4", "PDF of %PDF-1.4"},
		{"a PDF that says it is a page", "text/html", "%PDF-1.4", "PDF of %PDF-1.4"},
		{"a text that begins as pictures do", "text/plain", "BMW sells cars", "BMW sells cars"},
		{"an image", "image/png", "\x89PNG\r\n\x1a\n", "thing.png"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			page := capture.Page{URL: "https://example.com/thing.png", ContentType: test.contentType, Body: []byte(test.body)}
			got, err := NewReader(fakePDF{}).ReadPage(t.Context(), page)
			if err != nil || got.Title != test.title {
				t.Errorf("got %+v, %v; want the title %q", got, err, test.title)
			}
		})
	}
	t.Run("a zip is refused", func(t *testing.T) {
		for _, said := range []string{"text/html", "application/zip", "text/plain", ""} {
			_, err := NewReader(fakePDF{}).ReadPage(t.Context(), capture.Page{ContentType: said, Body: []byte("PK\x03\x04\x00\x00")})
			if fault.KindOf(err) != fault.Invalid || err == nil {
				t.Errorf("as %q: %v, want a refusal", said, err)
			}
		}
	})
}
