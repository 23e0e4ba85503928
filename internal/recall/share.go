package recall

import (
	"context"
	"errors"
	"time"

	"engram/internal/recall/segment"
)

// An index is kept for so long after its user last asked this node, if other nodes can fetch it.
const keptFor = 4 * 24 * time.Hour

// Snapshots keep indexes where other nodes fetch them, which is faster than indexing anew.
type Snapshots interface {
	// Fetch writes the files of the user's snapshot of a format into a directory, the list last;
	// none if there is no snapshot.
	Fetch(ctx context.Context, userID, dir, format string) error
	// Due reports whether an index of a format that has caught up with a change should be published.
	Due(ctx context.Context, userID, format string, seq int64) (bool, error)
	// Publish makes an index the user's snapshot.
	Publish(ctx context.Context, userID string, of segment.Frozen) error
	// Discard has the user's snapshot not fetched again.
	Discard(userID string)
}

// WithSnapshots shares indexes with other nodes: Publish publishes them, and an index without files is
// fetched. It needs WithDir.
func WithSnapshots(s Snapshots) Option { return func(e *Engine) { e.snapshots = s } }

// fetch fetches the files of an index that has none and returns its set, the same if there is nothing to fetch.
func (x *replica) fetch(ctx context.Context, empty *segment.Set) (*segment.Set, error) {
	if x.snapshots == nil || x.dir == "" || empty.State().Seq > 0 {
		return empty, nil
	}
	err := x.snapshots.Fetch(ctx, x.userID, x.dir, segment.FormatOf(x.model))
	if ctx.Err() != nil {
		return nil, errors.Join(ctx.Err(), empty.Close()) // the next search fetches it
	}
	if err != nil {
		x.log.Warn("a search index is built anew, since it could not be fetched", "user", x.userID, "error", err)
	}
	set, err := segment.Open(x.dir, x.model, x.flushFrom) // which removes what was fetched in part
	if x.fetched.Store(err != nil || set.State().Seq > 0); x.fetched.Load() {
		x.purged.Delete(x.userID) // of what was here before
	}
	return set, err
}

// discard discards the snapshot of a damaged index that came from it.
func (x *replica) discard() {
	if x.fetched.Swap(false) {
		x.snapshots.Discard(x.userID)
	}
}

// Publish publishes the indexes that are due, for other nodes to fetch.
func (e *Engine) Publish(ctx context.Context) error {
	if e.snapshots == nil {
		return nil
	}
	return e.each(ctx, e.publish)
}

func (e *Engine) publish(ctx context.Context, userID string) error {
	last, err := e.source.LastSeq(ctx, userID)
	if err != nil || last == 0 || e.asked.Idle(userID) > keptFor {
		return err
	}
	if due, err := e.snapshots.Due(ctx, userID, segment.FormatOf(e.model), last); !due || err != nil {
		return err
	}
	return e.compacted(ctx, userID, segment.Settled, func(x *replica) error {
		frozen, err := x.freeze(ctx)
		if err != nil {
			return err
		}
		defer frozen.Close()
		if frozen.Seq < last { // it was dropped, or its vectors are being made
			return nil
		}
		return e.snapshots.Publish(ctx, userID, frozen)
	})
}

// freeze returns the index's files, to be closed. They can be read while it changes.
func (x *replica) freeze(ctx context.Context) (f segment.Frozen, err error) {
	err = x.exclusive(ctx, func() error {
		if err := x.load(ctx); err != nil {
			return err
		}
		defer x.publish()
		f, err = x.set.Freeze()
		return err
	})
	return f, err
}
