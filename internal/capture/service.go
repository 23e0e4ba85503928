// Package capture turns what was saved into text that can be found: fetch, extract, cut into passages, store. It runs in
// jobs behind the request that saved the memory; a failure keeps the memory, says why on it, and is tried again when that
// can help.
package capture

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"engram/internal/blob"
	"engram/internal/fault"
	"engram/internal/memory"
)

// Service runs captures.
type Service struct {
	parts Parts
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

// Capture reads one memory's source and stores what it holds. It may run any number of times and takes effect once: a run
// after one that succeeded does nothing. It returns nil when nothing is left to do, a Busy when its turn has not come, a
// TryAgain when a later run can help, and any other error when it could not even store the outcome.
func (s *Service) Capture(ctx context.Context, userID, memoryID string) (err error) {
	m, _, err := s.parts.Store.Get(ctx, userID, memoryID)
	if fault.KindOf(err) == fault.NotFound {
		return s.forget(ctx, userID, memoryID) // deleted before its turn, or during a run that was cut short
	}
	if err != nil || m.Status == memory.Ready {
		return err
	}
	tell := func(step memory.Step) { s.parts.Watcher.Step(userID, memoryID, step) }
	defer tell("")
	defer func() {
		if cause := recover(); cause != nil { // what makes a reader panic is refused like any other damage
			err = s.fail(ctx, m, Document{}, fault.Wrap(fault.Invalid, "This could not be read.", fmt.Errorf("panic: %v", cause)))
		}
	}()
	doc, err := s.read(ctx, m, tell)
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err() // we are stopping: the memory stays pending and its job runs again
	}
	if _, busy := errors.AsType[*Busy](err); busy {
		return err
	}
	describe(&m, doc) // a scan has no text, and yet may have a title
	if err != nil {
		return s.fail(ctx, m, doc, err)
	}
	return s.finish(ctx, m, doc)
}

func (s *Service) read(ctx context.Context, m memory.Memory, tell func(memory.Step)) (Document, error) {
	source, ok := s.parts.Sources[m.Kind]
	if !ok {
		return Document{}, fault.New(fault.Invalid, "There is nothing to fetch for this memory.")
	}
	tell(memory.Fetching)
	return source.Read(ctx, m, tell)
}

func (s *Service) finish(ctx context.Context, m memory.Memory, doc Document) error {
	m.Status, m.Error, m.CapturedAt = memory.Ready, "", s.now()
	m.ImageKey = s.picture(ctx, m, doc)
	found := passages(doc.Sections)
	if len(found) == 0 {
		found = Reader{}.Passages(m)
	}
	return s.save(ctx, Result{Memory: m, Passages: found, Tweet: doc.Tweet})
}

func (s *Service) now() time.Time { return s.parts.Now().Truncate(time.Millisecond) } // as it is stored

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
	fill(&m.Canonical, doc.Canonical)
	fill(&m.Language, doc.Language)
	fill(&m.PublishedAt, doc.Published)
	fill(&m.Duration, doc.Duration)
	fill(&m.Pages, doc.Pages)
}

// fill keeps what was there when nothing new is known.
func fill[T comparable](field *T, value T) {
	var nothing T
	if value != nothing {
		*field = value
	}
}

// fail keeps the memory with the reason: searchable by what was captured before, else by what is known.
func (s *Service) fail(ctx context.Context, m memory.Memory, doc Document, cause error) error {
	ctx = context.WithoutCancel(ctx) // the time limit may be what failed
	reason, again, after := reasonOf(cause)
	s.parts.Log.Info("capture failed", "user", m.UserID, "memory", m.ID, "again", again, "error", cause)
	m.Error = reason
	if !m.CapturedAt.IsZero() {
		m.Status = memory.Ready
		return s.save(ctx, Result{Memory: m, Keep: true})
	}
	m.Status = memory.Failed
	if len(doc.Image) > 0 {
		m.ImageKey = s.picture(ctx, m, doc)
	}
	if err := s.save(ctx, Result{Memory: m, Passages: Reader{}.Passages(m)}); err != nil {
		return err
	}
	if again {
		return &TryAgain{Reason: reason, After: after}
	}
	return nil
}

// reasonOf is what a failure's memory says, whether a later run can help, and when.
func reasonOf(cause error) (reason string, again bool, after time.Duration) {
	if f, ok := errors.AsType[*fault.Error](cause); ok {
		return f.Message, f.Kind != fault.Invalid, f.RetryAfter
	}
	if errors.Is(cause, context.DeadlineExceeded) {
		return "Reading this took too long.", true, 0
	}
	return "This could not be read.", true, 0
}

func (s *Service) save(ctx context.Context, r Result) error {
	err := s.parts.Store.SaveCapture(ctx, r)
	if fault.KindOf(err) == fault.NotFound {
		return s.forget(ctx, r.Memory.UserID, r.Memory.ID) // deleted meanwhile
	}
	return err
}

// Refresh has a memory captured anew; what it holds stays until then, and when that fails. fault.NotFound when it is not
// the user's, fault.Invalid for a note.
func (s *Service) Refresh(ctx context.Context, userID, memoryID string) (memory.Memory, error) {
	m, _, err := s.parts.Store.Get(ctx, userID, memoryID)
	if err != nil {
		return memory.Memory{}, err
	}
	if _, ok := s.parts.Sources[m.Kind]; !ok {
		return memory.Memory{}, fault.New(fault.Invalid, "A note is kept as it was written: there is nothing to fetch")
	}
	return s.parts.Store.Reopen(ctx, userID, memoryID)
}

// lostAfter is how long a memory may be pending before its job counts as lost.
const lostAfter = time.Hour

// Requeue gives every memory that has been pending for too long a new job, should its own have been lost.
func (s *Service) Requeue(ctx context.Context) (int, error) {
	return s.parts.Store.RequeuePending(ctx, s.parts.Now().Add(-lostAfter))
}
