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
	"time"

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
	parts Parts
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
	Now      func() time.Time
}

// New returns a Service.
func New(p Parts) *Service { return &Service{parts: p} }

// TryAgain is returned by Capture when the memory was marked failed for a reason that may pass. Its text is that reason: it
// names no address, so that it may be kept with the job.
type TryAgain struct {
	Reason string
	After  time.Duration // what the site asked for; zero when it said nothing
}

func (e *TryAgain) Error() string { return e.Reason }

// Capture reads one memory's source and stores what it holds. It may run any number of times and takes effect once: a run
// after one that succeeded does nothing. It returns nil when nothing is left to do, a TryAgain when a later run can help,
// and any other error when it could not even store the outcome.
func (s *Service) Capture(ctx context.Context, userID, memoryID string) (err error) {
	m, _, err := s.parts.Store.Get(ctx, userID, memoryID)
	if fault.KindOf(err) == fault.NotFound {
		return s.forget(ctx, userID, memoryID) // deleted before its turn, or during a run that was cut short
	}
	if err != nil || m.Status == memory.Ready {
		return err
	}
	defer func() {
		if cause := recover(); cause != nil { // what makes a reader panic is refused like any other damage
			err = s.fail(ctx, m, fault.Wrap(fault.Invalid, "This could not be read.", fmt.Errorf("panic: %v", cause)))
		}
	}()
	doc, err := s.read(ctx, m)
	if errors.Is(ctx.Err(), context.Canceled) {
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
	page, err := s.parts.Fetcher.Fetch(ctx, m.URL, maxPage)
	if err != nil {
		return Document{}, err
	}
	doc, err := s.parts.Pages.ReadPage(ctx, page)
	if err == nil && doc.empty() {
		err = fault.New(fault.Invalid, "This page holds no text.")
	}
	return doc, err
}

func (s *Service) readUpload(ctx context.Context, m memory.Memory) (Document, error) {
	file, err := s.parts.Blobs.Open(ctx, blob.DocumentKey(m.UserID, m.UploadID))
	if errors.Is(err, blob.ErrNotFound) {
		return Document{}, fault.Wrap(fault.Invalid, "The file is gone.", err)
	}
	if err != nil {
		return Document{}, err
	}
	defer file.Close()
	return s.parts.PDFs.ReadPDF(ctx, file)
}

func (s *Service) finish(ctx context.Context, m memory.Memory, doc Document) error {
	m.Status, m.Error = memory.Ready, ""
	m.ImageKey = s.picture(ctx, m, doc)
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

// fail keeps the memory with the reason, searchable by what is known.
func (s *Service) fail(ctx context.Context, m memory.Memory, cause error) error {
	ctx = context.WithoutCancel(ctx) // the time limit may be what failed
	reason, again, after := "This could not be read.", true, time.Duration(0)
	var f *fault.Error
	switch {
	case errors.As(cause, &f):
		reason, again, after = f.Message, f.Kind != fault.Invalid, f.RetryAfter
	case errors.Is(cause, context.DeadlineExceeded):
		reason = "Reading this took too long."
	}
	s.parts.Log.Info("capture failed", "user", m.UserID, "memory", m.ID, "again", again, "error", cause)
	m.Status, m.Error = memory.Failed, reason
	if err := s.save(ctx, m, Reader{}.Passages(m)); err != nil {
		return err
	}
	if again {
		return &TryAgain{Reason: reason, After: after}
	}
	return nil
}

func (s *Service) save(ctx context.Context, m memory.Memory, found []memory.Passage) error {
	err := s.parts.Store.SaveCapture(ctx, m, found)
	if fault.KindOf(err) == fault.NotFound {
		return s.forget(ctx, m.UserID, m.ID) // deleted meanwhile
	}
	return err
}

// forget removes the picture that a capture of a deleted memory may have left.
func (s *Service) forget(ctx context.Context, userID, memoryID string) error {
	return s.parts.Blobs.Delete(ctx, blob.PictureKey(userID, memoryID))
}

// picture keeps our own rendering of the source's image and returns its key, empty when there is none. A page without its
// picture is still a page, so a failure is only logged.
func (s *Service) picture(ctx context.Context, m memory.Memory, doc Document) (key string) {
	if len(doc.Image) == 0 && doc.ImageURL == "" {
		return ""
	}
	key, err := s.keepPicture(ctx, m, doc)
	if err != nil {
		s.parts.Log.Info("picture left out", "user", m.UserID, "memory", m.ID, "error", err)
		return ""
	}
	return key
}

// keepPicture stores under a key that follows from the memory: a run that was cut short leaves no file that the next one
// would not replace.
func (s *Service) keepPicture(ctx context.Context, m memory.Memory, doc Document) (string, error) {
	image := doc.Image
	if len(image) == 0 {
		page, err := s.parts.Fetcher.Fetch(ctx, doc.ImageURL, maxImage)
		if err != nil {
			return "", err
		}
		image = page.Body
	}
	jpeg, err := s.parts.Pictures.Picture(ctx, image)
	if err != nil {
		return "", err
	}
	key := blob.PictureKey(m.UserID, m.ID)
	_, err = s.parts.Blobs.Put(ctx, key, bytes.NewReader(jpeg))
	return key, err
}

// lostAfter is how long a memory may be pending before its job counts as lost.
const lostAfter = time.Hour

// Requeue gives every memory that has been pending for too long a new job, should its own have been lost.
func (s *Service) Requeue(ctx context.Context) (int, error) {
	return s.parts.Store.RequeuePending(ctx, s.parts.Now().Add(-lostAfter))
}
