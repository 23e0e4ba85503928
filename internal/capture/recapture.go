package capture

import (
	"context"
	"errors"

	"engram/internal/fault"
)

// maxPartial is the number of memories whose new capture is kept between two runs.
const maxPartial = 8

// partial is the beginning of a new capture. It is not stored: the earlier one is replaced only by
// a whole one.
type partial struct {
	run      int64
	document Document
}

// read reads the next part of the source, or all of it if there is an earlier capture.
func (r *run) read(ctx context.Context) (Document, error) {
	source, ok := r.parts.Sources[r.memory.Kind]
	if !ok {
		return Document{}, fault.New(fault.Invalid, "There is nothing to fetch for this memory.")
	}
	before, ok := r.partial.Get(r.memory.ID)
	if ok && before.run == r.number {
		return r.rest(ctx, source, before.document, before.document.Bookmark.Page)
	}
	doc, err := source.Read(ctx, r.memory, r.report)
	if err != nil || r.memory.CapturedAt.IsZero() || doc.Append {
		return doc, err
	}
	return r.rest(ctx, source, doc, 0)
}

// rest reads a source to its end. If it is busy, or time is over after more than begun pages, what is
// read is kept for the next run and the error is a Busy.
func (r *run) rest(ctx context.Context, source Source, doc Document, begun int) (Document, error) {
	r.partial.Remove(r.memory.ID)
	for m := r.memory; doc.goesOn(); {
		m.Bookmark = doc.Bookmark
		next, err := source.Read(ctx, m, r.report)
		_, busy := errors.AsType[*Busy](err)
		if err != nil && !busy && errors.Is(ctx.Err(), context.DeadlineExceeded) && doc.Bookmark.Page > begun {
			err, busy = &Busy{}, true
		}
		if busy {
			r.partial.Add(r.memory.ID, partial{r.number, doc})
		}
		if err != nil {
			return doc, err
		}
		doc = doc.with(next)
	}
	return doc, nil
}
