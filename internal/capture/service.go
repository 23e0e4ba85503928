// Package capture turns what was saved into text that can be found: fetch, extract, cut into passages, store. It runs in
// jobs behind the request that saved the memory; a failure keeps the memory, says why on it, and is tried again when that
// can help.
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

	"engram/internal/blob"
	"engram/internal/fault"
	"engram/internal/memory"
)

// Service runs captures.
type Service struct {
	parts    Parts
	measured atomic.Bool // every picture has its size
}

// Parts are what a Service is built from.
type Parts struct {
	Store    Store
	Blobs    blob.Store // of pictures
	Fetcher  Fetcher    // of pictures
	Sources  map[memory.Kind]Source
	Pictures PictureMaker
	Watcher  Watcher
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

// captureTime bounds one run, with all that it waits for.
const captureTime = 30 * time.Second

// run is one capture of one memory.
type run struct {
	*Service
	memory memory.Memory
	number int64 // that Open told
}

// Capture reads one memory's source and stores what it holds. It may run any number of times, side by side as well, and
// takes effect once: a run after one that succeeded does nothing, and neither does one that others overtook. It returns nil
// when nothing is left to do, a Busy when its turn has not come, a TryAgain when a later run can help, and any other error
// when it could not even store the outcome.
func (s *Service) Capture(ctx context.Context, userID, memoryID string) error {
	m, number, err := s.parts.Store.Open(ctx, userID, memoryID)
	if fault.KindOf(err) == fault.NotFound {
		return s.forget(ctx, userID, memoryID) // deleted before its turn, or during a run that was cut short
	}
	if err != nil || m.Status == memory.Ready {
		return err
	}
	r := &run{s, m, number}
	defer r.tell("")
	return r.capture(ctx)
}

func (r *run) tell(step memory.Step) { r.parts.Watcher.Step(r.memory.UserID, r.memory.ID, step) }

func (r *run) capture(ctx context.Context) (err error) {
	limited, cancel := context.WithTimeout(ctx, captureTime)
	defer cancel()
	defer func() {
		if cause := recover(); cause != nil { // what makes a reader panic is refused like any other damage
			err = r.fail(limited, Document{}, fault.Wrap(fault.Invalid, "This could not be read.", fmt.Errorf("panic: %v", cause)))
		}
	}()
	doc, err := r.read(limited)
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err() // we are stopping: the memory stays pending and its job runs again
	}
	if _, busy := errors.AsType[*Busy](err); busy {
		return err
	}
	if err == nil && doc.Partial != nil && !r.memory.CapturedAt.IsZero() {
		err = doc.Partial // what was captured before is better
	}
	if err != nil {
		return r.fail(limited, doc, err)
	}
	return r.finish(limited, doc)
}

func (r *run) read(ctx context.Context) (Document, error) {
	source, ok := r.parts.Sources[r.memory.Kind]
	if !ok {
		return Document{}, fault.New(fault.Invalid, "There is nothing to fetch for this memory.")
	}
	doc, err := source.Read(ctx, r.memory, r.tell)
	if err != nil || r.memory.CapturedAt.IsZero() || doc.Follows {
		return doc, err
	}
	for m := r.memory; doc.goesOn(); { // what was captured before gives way to the whole alone
		m.Bookmark = doc.Bookmark
		next, err := source.Read(ctx, m, r.tell)
		if _, busy := errors.AsType[*Busy](err); busy {
			err = context.DeadlineExceeded
		}
		if err != nil {
			return doc, err
		}
		doc = doc.with(next)
	}
	return doc, nil
}

// finish stores what was read. Of a PDF with pages left that is a piece: the job comes again for the next, after others.
func (r *run) finish(ctx context.Context, doc Document) error {
	m := describe(r.memory, doc)
	m.Status, m.Error, m.CapturedAt = memory.Ready, doc.Remark, r.now()
	if reason, again, _ := reasonOf(doc.Partial); again { // else nothing can be done about it
		m.Error = reason
	}
	if doc.goesOn() {
		m.Status, m.Error, m.CapturedAt = memory.Pending, "", r.memory.CapturedAt
	}
	if !m.Bookmark.More() && m.Bookmark.Stuck == 0 {
		m.Bookmark = memory.Bookmark{} // it is read to its end
	}
	m = r.picture(ctx, m, doc)
	err := r.save(ctx, Result{Memory: m, Passages: r.found(m, doc), Follows: doc.Follows, Tweet: doc.Tweet})
	if err == nil && doc.goesOn() {
		return &Busy{}
	}
	return err
}

// found are the passages of what was read or, where that is no text at all, of what is known.
func (r *run) found(m memory.Memory, doc Document) []memory.Passage {
	sections := doc.Sections
	if m.OwnWords && len(sections) > 0 && !doc.Follows {
		sections = slices.Concat([]Section{{Text: m.Description}}, sections)
	}
	found := passages(sections)
	if len(found) == 0 && !doc.Follows {
		return Reader{}.Passages(m)
	}
	return found
}

func (s *Service) now() time.Time { return s.parts.Now().Truncate(time.Millisecond) } // as it is stored

// describe takes over what a source says of itself, and keeps what was known where it says nothing. A document's title stays
// the name of its file, and what its owner said of a memory stays as it was said.
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

// fail keeps the memory with the reason: searchable by what was captured before, else by what is known.
func (r *run) fail(ctx context.Context, doc Document, cause error) error {
	m := r.memory
	reason, again, after := reasonOf(cause)
	r.parts.Log.Info("capture failed", "user", m.UserID, "memory", m.ID, "again", again, "error", cause)
	if !m.CapturedAt.IsZero() {
		m.Status, m.Error = memory.Ready, "Not fetched again. "+reason
		return r.save(ctx, Result{Memory: m, Keep: true})
	}
	before := m.Bookmark
	m = describe(m, doc) // a scan has no text, and yet may have a title
	if doc.Bookmark.Page == 0 {
		m.Bookmark = before // it is gone on with there
	}
	m.Status, m.Error = memory.Failed, reason
	if upto := m.Bookmark.Upto(); upto > 0 {
		m.Error = fmt.Sprintf("Read to page %d of %d. %s", upto, m.Bookmark.Pages, reason)
	}
	if len(doc.Image) > 0 {
		m = r.picture(ctx, m, doc)
	}
	// Nothing new is known: what can be searched is there since the memory was saved.
	if err := r.save(ctx, Result{Memory: m, Passages: Reader{}.Passages(m), Keep: doc.empty() || m.Bookmark.Bytes > 0}); err != nil {
		return err
	}
	if again {
		return &TryAgain{Reason: reason, After: after}
	}
	return nil
}

// save stores the outcome, although the run's time may be over.
func (r *run) save(ctx context.Context, result Result) error {
	result.Run = r.number
	err := r.parts.Store.SaveCapture(context.WithoutCancel(ctx), result)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return r.forget(ctx, result.Memory.UserID, result.Memory.ID) // deleted meanwhile
	case errors.Is(err, ErrOvertaken):
		return nil // whoever was faster has stored a result, or has another run follow
	}
	return err
}

// reasonOf is what a failure's memory says, whether a later run can help, and when.
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

// Refresh has a memory captured anew; what it holds stays until then, and when that fails. fault.NotFound when it is not
// the user's, fault.Invalid for a note.
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

// lostAfter is how long a memory may be pending before its job counts as lost.
const lostAfter = time.Hour

// Requeue gives every memory that has been pending for too long a new job, should its own have been lost.
func (s *Service) Requeue(ctx context.Context) (int, error) {
	return s.parts.Store.RequeuePending(ctx, s.parts.Now().Add(-lostAfter))
}
