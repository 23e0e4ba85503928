// Package capture turns what was saved into text that can be found: fetch, extract, cut into passages, store. It runs in
// jobs behind the request that saved the memory; a failure keeps the memory, says why on it, and is tried again when that
// can help.
package capture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/google/uuid"

	"engram/internal/blob"
	"engram/internal/fault"
	"engram/internal/memory"
)

const (
	maxPage  = 5 << 20  // bytes of a web page, after decompression
	maxImage = 10 << 20 // bytes of a page's picture
)

// Service runs captures.
type Service struct {
	store    Store
	blobs    blob.Store
	fetcher  Fetcher
	pages    PageReader
	pdfs     PDFReader
	pictures PictureMaker
	log      *slog.Logger
}

// Parts are what a Service is built from.
type Parts struct {
	Store    Store
	Blobs    blob.Store
	Fetcher  Fetcher
	Pages    PageReader
	PDFs     PDFReader
	Pictures PictureMaker
	Log      *slog.Logger
}

// New returns a Service.
func New(p Parts) *Service {
	return &Service{store: p.Store, blobs: p.Blobs, fetcher: p.Fetcher, pages: p.Pages, pdfs: p.PDFs, pictures: p.Pictures, log: p.Log}
}

// ErrTryAgain is returned by Capture when the memory was marked failed for a reason that may pass.
var ErrTryAgain = errors.New("capture: try again")

// Capture reads one memory's source and stores what it holds. It may run any number of times: each run replaces what the
// one before wrote. It returns nil when nothing is left to do, ErrTryAgain when a later run can help, and any other error
// when it could not even store the outcome.
func (s *Service) Capture(ctx context.Context, userID, memoryID string) error {
	m, _, err := s.store.Get(ctx, userID, memoryID)
	if fault.KindOf(err) == fault.NotFound {
		return nil // deleted before its turn
	}
	if err != nil {
		return err
	}
	doc, err := s.read(ctx, m)
	if ctx.Err() != nil && errors.Is(context.Cause(ctx), context.Canceled) {
		return ctx.Err() // we are stopping: the memory stays pending and its job runs again
	}
	describe(&m, doc) // a scan has no text, and yet may have a title
	if err != nil {
		return s.fail(ctx, m, err)
	}
	return s.finish(ctx, m, doc)
}

func (s *Service) read(ctx context.Context, m memory.Memory) (Document, error) {
	if m.Kind == memory.Document {
		return s.readUpload(ctx, m)
	}
	page, err := s.fetcher.Fetch(ctx, m.URL, maxPage)
	if err != nil {
		return Document{}, err
	}
	return s.pages.ReadPage(ctx, page)
}

func (s *Service) readUpload(ctx context.Context, m memory.Memory) (Document, error) {
	file, err := s.blobs.Open(ctx, blob.DocumentKey(m.UserID, m.UploadID))
	if errors.Is(err, blob.ErrNotFound) {
		return Document{}, fault.Wrap(fault.Invalid, "The file is gone.", err)
	}
	if err != nil {
		return Document{}, err
	}
	defer file.Close()
	return s.pdfs.ReadPDF(ctx, file)
}

func (s *Service) finish(ctx context.Context, m memory.Memory, doc Document) error {
	m.Status, m.Error = memory.Ready, ""
	if key, ok := s.picture(ctx, m, doc.ImageURL); ok {
		m.ImageKey = key
	}
	found := passages(doc.Sections)
	if len(found) == 0 {
		found = Reader{}.Passages(m)
	}
	return s.save(ctx, m, found)
}

// describe takes over what a source says of itself. A document's title stays the name of its file.
func describe(m *memory.Memory, doc Document) {
	if m.Kind == memory.Document {
		fill(&m.Description, doc.Title)
	} else {
		fill(&m.Title, doc.Title)
		fill(&m.Description, doc.Description)
	}
	fill(&m.Site, doc.Site)
	fill(&m.Author, doc.Author)
}

func fill(field *string, value string) {
	if value != "" {
		*field = value
	}
}

// fail keeps the memory with the reason, searchable by what is known. What it already had from a run before stays.
func (s *Service) fail(ctx context.Context, m memory.Memory, cause error) error {
	ctx = context.WithoutCancel(ctx) // the time limit may be what failed
	reason, again := "This could not be read.", true
	var f *fault.Error
	switch {
	case errors.As(cause, &f):
		reason, again = f.Message, f.Kind != fault.Invalid
	case errors.Is(cause, context.DeadlineExceeded):
		reason = "Reading this took too long."
	}
	s.log.Info("capture failed", "user", m.UserID, "memory", m.ID, "again", again, "error", cause)
	m.Status, m.Error = memory.Failed, reason
	if err := s.save(ctx, m, Reader{}.Passages(m)); err != nil {
		return err
	}
	if again {
		return fmt.Errorf("%w: %w", ErrTryAgain, cause)
	}
	return nil
}

func (s *Service) save(ctx context.Context, m memory.Memory, found []memory.Passage) error {
	err := s.store.SaveCapture(ctx, m, found)
	if fault.KindOf(err) != fault.NotFound {
		return err
	}
	if m.ImageKey != "" { // deleted meanwhile: nobody will ask for the picture
		return s.blobs.Delete(ctx, m.ImageKey)
	}
	return nil
}

// picture fetches the page's image once and keeps our own rendering of it. A page without its picture is still a page, so
// a failure is only logged.
func (s *Service) picture(ctx context.Context, m memory.Memory, imageURL string) (key string, ok bool) {
	if imageURL == "" {
		return "", false
	}
	key, err := s.keepPicture(ctx, m.UserID, imageURL)
	if err != nil {
		s.log.Info("picture left out", "user", m.UserID, "memory", m.ID, "error", err)
		return "", false
	}
	return key, true
}

func (s *Service) keepPicture(ctx context.Context, userID, imageURL string) (string, error) {
	image, err := s.fetcher.Fetch(ctx, imageURL, maxImage)
	if err != nil {
		return "", err
	}
	jpeg, err := s.pictures.Picture(ctx, image.Body)
	if err != nil {
		return "", err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return "", err
	}
	key := blob.PictureKey(userID, id.String())
	_, err = s.blobs.Put(ctx, key, bytes.NewReader(jpeg))
	return key, err
}
