package capture

import (
	"bytes"
	"context"
	"mime"
	"net/http"
	"path"
	"strings"

	"engram/internal/fault"
)

// readPage takes what an address answered for what it is.
func (s *Service) readPage(ctx context.Context, p Page) (Document, error) {
	switch t := contentType(p); {
	case t == "application/pdf":
		return s.pdfs.ReadPDF(ctx, bytes.NewReader(p.Body))
	case strings.HasPrefix(t, "image/") && t != "image/svg+xml":
		return Document{Title: fileName(p.URL), ImageURL: p.URL}, nil
	case t == "text/html", t == "application/xhtml+xml", strings.HasSuffix(t, "xml"):
		return s.pages.ReadPage(ctx, p)
	case strings.HasPrefix(t, "text/"), t == "application/json":
		return Document{Title: fileName(p.URL), Sections: []Section{{Text: strings.ToValidUTF8(string(p.Body), "\uFFFD")}}}, nil
	}
	return Document{}, fault.New(fault.Invalid, "This address holds a file that can't be read.")
}

// contentType believes the bytes where they are unmistakable and the server elsewhere, since many a PDF travels as
// application/octet-stream and many a page without any type.
func contentType(p Page) string {
	if bytes.HasPrefix(p.Body, []byte("%PDF-")) {
		return "application/pdf"
	}
	declared := mediaType(p.ContentType)
	sniffed := mediaType(http.DetectContentType(p.Body))
	binary := !strings.HasPrefix(sniffed, "text/")
	if declared == "" || binary && sniffed != "application/octet-stream" {
		return sniffed
	}
	return declared
}

// mediaType is a Content-Type without its parameters, in lower case.
func mediaType(header string) string {
	t, _, err := mime.ParseMediaType(header)
	if err != nil {
		t, _, _ = strings.Cut(header, ";")
	}
	return strings.ToLower(strings.TrimSpace(t))
}

func fileName(url string) string {
	name := path.Base(url)
	name, _, _ = strings.Cut(name, "?")
	return name
}
