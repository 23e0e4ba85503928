package extract

import (
	"bytes"
	"context"
	"runtime"

	"engram/internal/capture"
	"engram/internal/fault"
)

// Reader implements capture.PageReader: it takes what an address answered for what it is.
type Reader struct {
	html  HTMLReader
	pdf   capture.PDFReader
	hands capture.Slots // of web pages
}

var _ capture.PageReader = (*Reader)(nil)

// NewReader returns a Reader that leaves PDFs to pdf.
func NewReader(pdf capture.PDFReader) *Reader {
	return &Reader{pdf: pdf, hands: make(capture.Slots, runtime.GOMAXPROCS(0))}
}

// ReadPage reads a web page, a text, a feed or a PDF. An image is a document whose picture is itself. Anything else is a
// fault.Invalid.
func (r *Reader) ReadPage(ctx context.Context, p capture.Page) (capture.Document, error) {
	switch KindOf(p.ContentType, p.Body) {
	case KindHTML:
		return r.readHTML(ctx, p)
	case KindText:
		return ReadText(p), nil
	case KindFeed:
		return ReadFeed(ctx, p, r.html.now()), nil
	case KindPDF:
		return r.pdf.ReadPDF(ctx, bytes.NewReader(p.Body), p.Bookmark)
	case KindImage:
		return capture.Document{Title: fileName(p.URL), Image: p.Body}, nil
	default:
		return capture.Document{}, fault.New(fault.Invalid, "This address holds a file that can't be read.")
	}
}

// readHTML reads as many web pages at once as there are processors: more gains nothing, and each may take much memory.
func (r *Reader) readHTML(ctx context.Context, p capture.Page) (capture.Document, error) {
	giveBack, err := r.hands.Take(ctx)
	if err != nil {
		return capture.Document{}, err
	}
	defer giveBack()
	return r.html.ReadPage(ctx, p)
}
