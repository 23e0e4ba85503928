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
	blobs   blob.Store
	saved   SavedPageReader
}

// NewPages returns the Source of links: web pages and files, without recordings and tweets. A page
// that the user's browser saved is read in place of its address.
func NewPages(f Fetcher, r PageReader, b blob.Store, saved SavedPageReader) Source {
	return pages{f, r, b, saved}
}

func (s pages) Read(ctx context.Context, m memory.Memory, report func(memory.Step)) (Document, error) {
	if m.UploadID != "" {
		return s.readSaved(ctx, m, report)
	}
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

// readSaved reads the page of a link as the user's browser saved it.
func (s pages) readSaved(ctx context.Context, m memory.Memory, report func(memory.Step)) (Document, error) {
	file, err := openUpload(ctx, s.blobs, m, "The saved page is gone.")
	if err != nil {
		return Document{}, err
	}
	defer file.Close()
	report(memory.Reading)
	doc, err := s.saved.ReadSavedPage(ctx, file, m.URL)
	if err == nil && doc.empty() {
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
	file, err := openUpload(ctx, s.blobs, m, "The file is gone.")
	if err != nil {
		return Document{}, err
	}
	defer file.Close()
	report(memory.Reading)
	return s.files.ReadUpload(ctx, file, m.Title, m.Bookmark)
}

// openUpload opens the uploaded file of a memory; fault.Invalid with a message if it is gone.
func openUpload(ctx context.Context, blobs blob.Store, m memory.Memory, gone string) (*blob.Object, error) {
	file, err := blobs.Open(ctx, blob.DocumentKey(m.UserID, m.UploadID))
	if errors.Is(err, blob.ErrNotFound) {
		err = fault.Wrap(fault.Invalid, gone, err)
	}
	return file, err
}
