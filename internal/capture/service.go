// Package capture turns what was saved into searchable text: fetch, extract, split into passages,
// store. It runs in background jobs. If it fails the memory is kept with the reason, and the
// capture is retried if that can help.
package capture

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"engram/internal/blob"
	"engram/internal/document"
	"engram/internal/fault"
	"engram/internal/memory"
)

// Service runs captures.
type Service struct {
	parts    Parts
	measured atomic.Bool // every picture has its size
	partial  *lru.Cache[string, partial]
}

// Parts are the dependencies of a Service.
type Parts struct {
	Store    Store
	Blobs    blob.Store // for pictures
	Fetcher  Fetcher    // for pictures
	Sources  map[memory.Kind]Source
	Pictures PictureMaker
	Figures  FigureMaker
	Watcher  Watcher
	Log      *slog.Logger
	Now      func() time.Time

	Highlights Highlights      // nil: none
	Saved      SavedPageReader // for pages that come with their memory
}

// New returns a Service.
func New(p Parts) *Service {
	kept, _ := lru.New[string, partial](maxPartial) // its size is the only thing that can be wrong
	return &Service{parts: p, partial: kept}
}

// RetryError is returned by Capture if the memory has failed for a reason that may pass. Its text
// is that reason, without addresses, so that it can be stored with the job.
type RetryError struct {
	Reason string
	After  time.Duration // the site's Retry-After; zero without one
}

func (e *RetryError) Error() string { return e.Reason }

// captureTime bounds one run, waiting included.
const captureTime = 30 * time.Second

// disabledWait is the time until a capture asks again whether its account is enabled.
const disabledWait = 5 * time.Minute

// run is one capture of one memory.
type run struct {
	*Service
	memory memory.Memory
	number int64 // from Open
}

// Capture reads a memory's source and stores the result. It is idempotent and may run concurrently:
// a run does nothing if another has succeeded. It returns nil when nothing is left to do, a Busy to
// run later, a RetryError if a retry may succeed, and any other error if the outcome could not be
// stored.
func (s *Service) Capture(ctx context.Context, userID, memoryID string) error {
	m, number, err := s.parts.Store.Open(ctx, userID, memoryID)
	if fault.KindOf(err) == fault.NotFound {
		return s.deletePicture(ctx, userID, memoryID) // deleted before or during an earlier run
	}
	if errors.Is(err, ErrDisabled) {
		return &Busy{After: disabledWait}
	}
	if err != nil || m.Status == memory.Ready {
		return err
	}
	r := &run{s, m, number}
	defer r.report("")
	return r.capture(ctx)
}

func (r *run) report(step memory.Step) { r.parts.Watcher.Step(r.memory.UserID, r.memory.ID, step) }

func (r *run) capture(ctx context.Context) (err error) {
	limited, cancel := context.WithTimeout(ctx, captureTime)
	defer cancel()
	defer func() {
		if cause := recover(); cause != nil { // a reader's panic counts as a damaged source
			panicked := fmt.Errorf("panic: %v", cause)
			err = r.fail(limited, Document{}, fault.Wrap(fault.Invalid, "This could not be read.", panicked))
		}
	}()
	doc, err := r.read(limited)
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err() // shutdown: the memory stays pending and its job runs again
	}
	if _, busy := errors.AsType[*Busy](err); busy {
		return err
	}
	if err == nil && doc.Partial != nil && !r.memory.CapturedAt.IsZero() {
		err = doc.Partial // the earlier capture is better
	}
	if err != nil {
		return r.fail(limited, doc, err)
	}
	return r.finish(limited, doc)
}

// finish stores the document. If it is one part of a PDF, it returns a Busy to read the next later.
func (r *run) finish(ctx context.Context, doc Document) error {
	m := describe(r.memory, doc)
	m.Status, m.Error, m.CapturedAt = memory.Ready, doc.Remark, r.now()
	if reason, again, _ := reasonOf(doc.Partial); again { // otherwise nothing can be done about it
		m.Error = reason
	}
	if doc.goesOn() {
		m.Status, m.Error, m.CapturedAt = memory.Pending, "", r.memory.CapturedAt
	}
	if !m.Bookmark.More() && m.Bookmark.Stuck == 0 {
		m.Bookmark = memory.Bookmark{} // read to its end
	}
	m = r.picture(ctx, m, doc)
	found, structured := r.found(m, doc)
	figures := r.figures(ctx, m, structured)
	err := r.save(ctx, Result{
		Memory: m, Passages: found, Document: structured, Words: doc.Words, Figures: figures, Append: doc.Append, Tweet: doc.Tweet,
		Signature: doc.signature(),
	})
	if err == nil && doc.goesOn() {
		return &Busy{}
	}
	return err
}

// found returns the passages of the document and its structure or, without any text, the passages
// of what is known.
func (r *run) found(m memory.Memory, doc Document) ([]memory.Passage, document.Document) {
	sections := doc.Sections
	if m.OwnWords && len(sections) > 0 && !doc.Append {
		sections = slices.Concat([]Section{{Text: m.Description}}, sections)
	}
	found, structured := split(sections)
	if len(found) == 0 && !doc.Append {
		return Reader{}.Passages(m), structured
	}
	return found, structured
}

// the precision of the database
func (s *Service) now() time.Time { return s.parts.Now().Truncate(time.Millisecond) }

// describe returns the memory with the document's metadata. A document keeps its file name as
// title, and the user's own words stay.
func describe(m memory.Memory, doc Document) memory.Memory {
	switch {
	case m.Kind == memory.Document:
		m.Description = cmp.Or(doc.Title, m.Description)
	case m.OwnWords:
		m.Title = cmp.Or(doc.Title, m.Title)
	default:
		m.Title = cmp.Or(doc.Title, m.Title)
		m.Description = cmp.Or(doc.Description, m.Description)
	}
	m.Site = cmp.Or(doc.Site, m.Site)
	m.Author = cmp.Or(doc.Author, m.Author)
	m.Canonical = cmp.Or(doc.Canonical, m.Canonical)
	m.Language = cmp.Or(doc.Language, m.Language)
	m.PublishedAt = cmp.Or(doc.Published, m.PublishedAt)
	m.Duration = cmp.Or(doc.Duration, m.Duration)
	m.Pages = cmp.Or(doc.Pages, m.Pages)
	m.Bookmark = doc.Bookmark
	return m
}

// fail stores the reason. The memory stays searchable by its earlier capture or by what is known.
func (r *run) fail(ctx context.Context, doc Document, cause error) error {
	m := r.memory
	reason, again, after := reasonOf(cause)
	r.parts.Log.Info("capture failed", "user", m.UserID, "memory", m.ID, "again", again, "error", cause)
	if !m.CapturedAt.IsZero() {
		m.Status, m.Error = memory.Ready, "Not fetched again. "+reason
		return r.save(ctx, Result{Memory: m, KeepPassages: true})
	}
	before := m.Bookmark
	m = describe(m, doc) // a scan has no text, but may have a title
	if doc.Bookmark.Page == 0 {
		m.Bookmark = before // reading continues there
	}
	m.Status, m.Error = memory.Failed, reason
	if upto := m.Bookmark.Upto(); upto > 0 {
		m.Error = fmt.Sprintf("Read to page %d of %d. %s", upto, m.Bookmark.Pages, reason)
	}
	if len(doc.Image) > 0 {
		m = r.picture(ctx, m, doc)
	}
	// The passages were made when the memory was saved.
	keep := doc.empty() || m.Bookmark.Bytes > 0
	if err := r.save(ctx, Result{Memory: m, Passages: Reader{}.Passages(m), KeepPassages: keep}); err != nil {
		return err
	}
	if again {
		return &RetryError{Reason: reason, After: after}
	}
	return nil
}

// save stores the outcome, even after the run's deadline.
func (r *run) save(ctx context.Context, result Result) error {
	result.Run = r.number
	err := r.parts.Store.SaveCapture(context.WithoutCancel(ctx), result)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return r.deletePicture(ctx, result.Memory.UserID, result.Memory.ID) // deleted meanwhile
	case errors.Is(err, ErrOvertaken):
		return nil // another run has stored a result, or will
	case err == nil && !result.KeepPassages:
		r.reanchor(ctx)
	}
	return err
}

// reanchor finds the memory's highlights again. If that fails they are found when they are read.
func (r *run) reanchor(ctx context.Context) {
	if r.parts.Highlights == nil {
		return
	}
	err := r.parts.Highlights.Reanchor(context.WithoutCancel(ctx), r.memory.UserID, r.memory.ID)
	if err != nil {
		r.parts.Log.Warn("highlights were not found again", "memory", r.memory.ID, "error", err)
	}
}

// reasonOf returns the message for the memory, whether a retry may succeed, and when.
func reasonOf(cause error) (reason string, again bool, after time.Duration) {
	if cause == nil {
		return "", false, 0
	}
	if f, ok := errors.AsType[*fault.Error](cause); ok {
		return f.Message, f.Kind != fault.Invalid, f.RetryAfter
	}
	if errors.Is(cause, context.DeadlineExceeded) {
		return "Reading this took too long.", true, 0
	}
	return "This could not be read.", true, 0
}

// Refresh captures a memory again; its content stays until then, and if that fails. It returns
// fault.NotFound if the memory is not the user's, fault.Invalid for a note.
func (s *Service) Refresh(ctx context.Context, userID, memoryID string) (memory.Memory, error) {
	m, _, err := s.parts.Store.Open(ctx, userID, memoryID)
	if err != nil {
		return memory.Memory{}, err
	}
	if _, ok := s.parts.Sources[m.Kind]; !ok {
		return memory.Memory{}, fault.New(fault.Invalid, "A note is kept as it was written: there is nothing to fetch")
	}
	return s.parts.Store.Reopen(ctx, userID, memoryID, s.now())
}

// lostAfter is the age of a pending memory whose job counts as lost.
const lostAfter = time.Hour

// Requeue enqueues jobs for memories that have been pending for too long.
func (s *Service) Requeue(ctx context.Context) (int, error) {
	return s.parts.Store.RequeuePending(ctx, s.parts.Now().Add(-lostAfter))
}
