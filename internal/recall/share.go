package recall

import (
	"context"
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
	// Publish makes files of a directory the user's snapshot if that is due. Settled says that it
	// need not be called again before the index changes.
	Publish(ctx context.Context, userID, dir string, of segment.Frozen) (settled bool, err error)
	// Remove removes the user's snapshot, which is not to be used again.
	Remove(userID string)
}

// WithSnapshots shares indexes with other nodes: Purge publishes them, and an index without files is
// fetched. It needs WithDir.
func WithSnapshots(s Snapshots) Option { return func(e *Engine) { e.snapshots = s } }

// fetch fetches the index if it has no files. Without a snapshot it is indexed anew.
func (x *replica) fetch(ctx context.Context) {
	if x.snapshots == nil || segment.Exists(x.dir) {
		return
	}
	if err := x.snapshots.Fetch(ctx, x.userID, x.dir, segment.FormatOf(x.model)); err != nil && ctx.Err() == nil {
		x.log.Warn("a search index is built anew, since it could not be fetched", "user", x.userID, "error", err)
	}
}

// share publishes the index's files. Searches and changes continue meanwhile, merges wait.
func (x *replica) share(ctx context.Context) (settled bool, err error) {
	if x.snapshots == nil {
		return true, nil
	}
	ctx, release := x.lockMerging(ctx)
	defer release()
	var frozen segment.Frozen
	err = x.exclusive(ctx, func() (err error) {
		if x.set != nil {
			defer x.publish()
			frozen, err = x.set.Freeze()
		}
		return err
	})
	if err != nil || len(frozen.Files) == 0 {
		return err == nil, err
	}
	return x.snapshots.Publish(ctx, x.userID, x.dir, frozen)
}

func (e *Engine) unshare(userID string) {
	if e.snapshots != nil {
		e.snapshots.Remove(userID)
	}
}
