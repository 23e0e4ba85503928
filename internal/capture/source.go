package capture

import (
	"context"
	"errors"

	"engram/internal/blob"
	"engram/internal/fault"
	"engram/internal/memory"
)

// pages is the Source of links.
type pages struct {
	fetcher Fetcher
	reader  PageReader
}

// NewPages returns the Source of links: web pages and files, without recordings and tweets.
func NewPages(f Fetcher, r PageReader) Source { return pages{f, r} }

func (s pages) Read(ctx context.Context, m memory.Memory, report func(memory.Step)) (Document, error) {
	onStart := func() { report(memory.Fetching) }
	page, err := s.fetcher.Fetch(ctx, Request{URL: m.URL, UserID: m.UserID, OnStart: onStart})
	if err != nil {
		return Document{}, err
	}
	defer page.Release()
	report(memory.Reading)
	page.Bookmark = m.Bookmark
	doc, err := s.reader.ReadPage(ctx, page)
	if err == nil && doc.empty() && doc.Bookmark.Page == 0 {
		err = fault.New(fault.Invalid, "This page holds no text.")
	}
	return doc, err
}

// uploads is the Source of documents.
type uploads struct {
	blobs blob.Store
	files UploadReader
}

// NewUploads returns the Source of uploaded files.
func NewUploads(b blob.Store, f UploadReader) Source { return uploads{b, f} }

func (s uploads) Read(ctx context.Context, m memory.Memory, report func(memory.Step)) (Document, error) {
	file, err := s.blobs.Open(ctx, blob.DocumentKey(m.UserID, m.UploadID))
	if errors.Is(err, blob.ErrNotFound) {
		return Document{}, fault.Wrap(fault.Invalid, "The file is gone.", err)
	}
	if err != nil {
		return Document{}, err
	}
	defer file.Close()
	report(memory.Reading)
	return s.files.ReadUpload(ctx, file, m.Title, m.Bookmark)
}
