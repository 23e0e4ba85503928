package capture

import (
	"context"
	"errors"
	"io"
	"time"

	"engram/internal/blob"
	"engram/internal/fault"
	"engram/internal/memory"
)

const (
	large      = 5 << 20          // bytes of a body: few but PDFs have more
	maxLarge   = 6                // such bodies in hand, of 25 MB at most; few are read at once, and the others wait
	largeLater = 20 * time.Second // until one more may be fetched again
)

// pages is the Source of links.
type pages struct {
	fetcher Fetcher
	reader  PageReader
	larges  chan struct{} // holds a token for each large body in hand
}

// NewPages returns the Source of what has an address and is neither a recording nor a tweet: web pages and files.
func NewPages(f Fetcher, r PageReader) Source {
	return &pages{f, r, make(chan struct{}, maxLarge)}
}

func (s *pages) Read(ctx context.Context, m memory.Memory, tell func(memory.Step)) (Document, error) {
	tell(memory.Fetching)
	page, err := s.fetcher.Fetch(ctx, Request{URL: m.URL})
	if err != nil {
		return Document{}, err
	}
	if len(page.Body) > large {
		select {
		case s.larges <- struct{}{}:
			defer func() { <-s.larges }()
		default:
			return Document{}, &Busy{After: largeLater}
		}
	}
	tell(memory.Reading)
	doc, err := s.reader.ReadPage(ctx, page)
	if err == nil && doc.empty() {
		err = fault.New(fault.Invalid, "This page holds no text.")
	}
	return doc, err
}

// uploads is the Source of documents.
type uploads struct {
	blobs blob.Store
	pdfs  PDFReader
}

// NewUploads returns the Source of uploaded PDFs.
func NewUploads(b blob.Store, p PDFReader) Source { return uploads{b, p} }

func (s uploads) Read(ctx context.Context, m memory.Memory, tell func(memory.Step)) (Document, error) {
	file, err := s.blobs.Open(ctx, blob.DocumentKey(m.UserID, m.UploadID))
	if errors.Is(err, blob.ErrNotFound) {
		return Document{}, fault.Wrap(fault.Invalid, "The file is gone.", err)
	}
	if err != nil {
		return Document{}, err
	}
	defer file.Close()
	tell(memory.Reading)
	return s.pdfs.ReadPDF(ctx, io.Reader(file))
}
