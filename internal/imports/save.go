package imports

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"engram/internal/fault"
	"engram/internal/following"
	"engram/internal/importer"
)

// A batch ends when one of these is reached. Its size follows the time that it takes, since searches
// wait for it.
const (
	firstBatch = 20
	minBatch   = 5
	maxBatch   = 500
	maxText    = 4 << 20 // bytes
	maxWait    = 2 * time.Second

	quick = 5 * time.Millisecond  // below it the next batch is larger
	slow  = 12 * time.Millisecond // above it, smaller
)

// saving is the work of saving what a file holds.
type saving struct {
	*Service
	drafter
	i        Import
	failures map[int]bool // entries to try again; nil: all are saved
	batch    Batch
	size     int
	text     int
	began    time.Time // of the batch
	next     int       // number of the next entry
}

// save saves what the file of an import holds, from its position on.
func (s *Service) save(ctx context.Context, i Import) error {
	src, err := s.open(ctx, i)
	if err != nil {
		return err
	}
	defer src.close()
	w := &saving{Service: s, drafter: drafter{Service: s, of: i, at: s.now()}, i: i, size: firstBatch}
	if i.Retrying {
		failed, err := s.parts.Store.FailedEntries(ctx, i.UserID, i.ID)
		if err != nil {
			return err
		}
		w.failures = make(map[int]bool, len(failed))
		for _, entry := range failed {
			w.failures[entry] = true
		}
	}
	w.reset()
	errRead := s.read(ctx, src, func(e importer.Entry) error { return w.take(ctx, e) })
	if _, final := finalOf(errRead); errRead != nil && !final {
		return errRead
	}
	if err := cmp.Or(w.flush(ctx), errRead); err != nil {
		return err
	}
	_, err = s.change(ctx, i.UserID, i.ID, func(now Import) (Import, error) {
		if now.Status != Running {
			return now, ErrOvertaken
		}
		now.Found = w.next
		return s.ended(now, Done, now.Message), nil
	})
	return err
}

// readError is the error for a file that can't be read to its end.
func readError(err error) error {
	if _, ok := errors.AsType[*fault.Error](err); ok || err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("read the file: %w", err)
}

func (w *saving) reset() {
	w.batch = Batch{Of: w.i, Position: w.i.Position, Next: w.i.Position}
	w.text, w.began = 0, time.Time{}
}

// take adds an entry to the batch, unless it is saved already.
func (w *saving) take(ctx context.Context, e importer.Entry) error {
	entry := w.next
	w.next++
	if entry < w.i.Position {
		return nil
	}
	if w.began.IsZero() {
		w.began = w.now()
	}
	w.batch.Next = w.next
	if w.failures == nil || w.failures[entry] {
		if w.failures != nil {
			w.batch.Retried = append(w.batch.Retried, entry)
		}
		if err := w.add(ctx, entry, e); err != nil {
			return err
		}
	}
	if n := len(w.batch.Drafts) + len(w.batch.Feeds) + len(w.batch.Talks) + len(w.batch.Filters) + w.batch.Failed; n < w.size && w.text < maxText && w.now().Sub(w.began) < maxWait {
		return nil
	}
	return w.flush(ctx)
}

// add adds what becomes of an entry.
func (w *saving) add(ctx context.Context, entry int, e importer.Entry) error {
	switch {
	case e.Note != nil:
		w.fail(Note{Subject: Subject{Entry: entry, Item: cmp.Or(e.Note.Item, e.Note.Place), Address: e.Note.Address, Place: e.Note.Place}, Message: e.Note.Message})
		return nil
	case e.Feed != nil:
		return w.feed(entry, *e.Feed)
	case e.Conversation != nil:
		w.talk(entry, *e.Conversation)
		return nil
	case e.Filter != nil:
		w.filter(entry, *e.Filter)
		return nil
	}
	var draft Draft
	err := w.guarded(func() string { return "Engram failed at this entry; please report this" }, func() (err error) {
		draft, err = w.draft(ctx, entry, *e.Item)
		return err
	})
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Kind != fault.NoRoom && ctx.Err() == nil {
		again := f.Kind == fault.Unavailable || f.Kind == fault.TooLarge
		w.batch.Unused = append(w.batch.Unused, draft.Files()...)
		w.fail(Note{Subject: w.about, Message: f.Message + ".", Again: again})
		return nil
	}
	if err != nil {
		return err
	}
	w.batch.Drafts, w.batch.Notes = append(w.batch.Drafts, draft), append(w.batch.Notes, w.notes...)
	for _, p := range draft.Result.Passages {
		w.text += len(p.Text)
	}
	return nil
}

func (w *saving) fail(n Note) {
	w.batch.Notes = append(w.batch.Notes, n)
	w.batch.Failed++
}

// feed adds a feed to the batch.
func (w *saving) feed(entry int, from importer.Feed) error {
	about := Subject{Entry: entry, Item: cmp.Or(from.Title, from.URL), Address: from.URL}
	feed, err := w.followed(from)
	if f, ok := errors.AsType[*fault.Error](err); ok {
		w.fail(Note{Subject: about, Message: f.Message + "."})
		return nil
	}
	w.batch.Feeds = append(w.batch.Feeds, Feed{about, feed})
	return err
}

func (w *saving) followed(from importer.Feed) (following.Feed, error) {
	was := from.Own
	if was == nil {
		return w.parts.Feeds.Draft(w.i.UserID, from.URL, from.Title, from.Tags)
	}
	return w.parts.Feeds.DraftOf(w.i.UserID, following.Feed{
		ID: was.ID, URL: from.URL, Title: was.Title, OwnTitle: was.OwnTitle, Site: was.Site, Tags: from.Tags, CreatedAt: was.CreatedAt,
	}, was.Paused)
}

// flush saves the batch, and has the next one fit the time that searches may wait.
func (w *saving) flush(ctx context.Context) error {
	if w.batch.Next == w.batch.Position {
		return nil
	}
	began := time.Now()
	after, err := w.parts.Store.SaveBatch(ctx, w.batch, w.parts.Plans, w.now())
	if err != nil {
		return err
	}
	took := time.Since(began)
	switch {
	case took > slow:
		w.size = max(minBatch, w.size/2)
	case took < quick:
		w.size = min(maxBatch, w.size*2)
	}
	if len(w.batch.Feeds) > 0 {
		w.parts.Feeds.Wake()
	}
	w.i = after
	w.reset()
	w.announceSoon(w.i)
	return pause(ctx, min(2*took, mostPause))
}

// mostPause bounds the pause after a batch, which leaves database and processor to others for twice as long as the batch took.
const mostPause = 100 * time.Millisecond

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// announceSoon announces progress, unless that was done just now.
func (s *Service) announceSoon(i Import) {
	if s.work.Due(i.ID, s.now()) {
		s.announce(i.UserID, i.ID)
	}
}
