package extract

import (
	"bytes"
	"context"

	"engram/internal/capture"
	"engram/internal/fault"
)

// Reader implements capture.PageReader: it takes what an address answered for what it is.
type Reader struct {
	html HTMLReader
	pdf  capture.PDFReader
}

var _ capture.PageReader = (*Reader)(nil)

// NewReader returns a Reader that leaves PDFs to pdf.
func NewReader(pdf capture.PDFReader) *Reader { return &Reader{pdf: pdf} }

// ReadPage reads a web page, a text or a PDF. An image is a document whose picture is itself. Anything else is a
// fault.Invalid.
func (r *Reader) ReadPage(ctx context.Context, p capture.Page) (capture.Document, error) {
	switch KindOf(p.ContentType, p.Body) {
	case KindHTML:
		return r.html.ReadPage(ctx, p)
	case KindText:
		return ReadText(p), nil
	case KindPDF:
		return r.pdf.ReadPDF(ctx, bytes.NewReader(p.Body))
	case KindImage:
		return capture.Document{Title: fileName(p.URL), Image: p.Body}, nil
	default:
		return capture.Document{}, fault.New(fault.Invalid, "This address holds a file that can't be read.")
	}
}
