package recall

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"engram/internal/recall/sealed"
	"engram/internal/recall/segment"
)

// replica is one user's index, kept up to date with the source.
type replica struct {
	options
	userID, dir string

	writing    chan struct{} // lock on set; a channel, so that waiting ends with the context
	set        *segment.Set  // nil until opened; needs the writing lock
	state      atomic.Pointer[segment.State]
	needsMerge atomic.Bool // segments may need merging
	fetched    atomic.Bool // the files came from a snapshot

	files  sync.RWMutex // read-held while files are searched, write-held while they are closed
	closed bool

	merging     sync.Mutex // held while segments are merged, which reads files as well
	cancelMerge atomic.Pointer[context.CancelFunc]
}

// errClosed means that the engine was closed.
var errClosed = errors.New("index is closed")

func newReplica(userID, dir string, o options) *replica {
	x := &replica{options: o, userID: userID, dir: dir, writing: make(chan struct{}, 1)}
	x.state.Store(&segment.State{})
	return x
}

// defaultFlushFrom is the number of passages held in memory before they become a file: enough for
// few files, and few enough to be replayed quickly after a crash.
const defaultFlushFrom = 512

// exclusive runs do under the writing lock.
func (x *replica) exclusive(ctx context.Context, do func() error) error {
	select {
	case x.writing <- struct{}{}:
		defer func() { <-x.writing }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if x.isClosed() {
		return errClosed
	}
	return x.guard(do)
}

func (x *replica) isClosed() bool {
	x.files.RLock()
	defer x.files.RUnlock()
	return x.closed
}

// errBehind means that the index was dropped after it had caught up.
var errBehind = errors.New("index is behind")

// read calls do with the state, at change seq or later. Whatever do keeps must be copied.
func (x *replica) read(seq int64, do func(*segment.State) error) error {
	x.files.RLock()
	defer x.files.RUnlock()
	if x.closed {
		return errClosed
	}
	state := x.state.Load()
	if state.Seq < seq {
		return errBehind
	}
	return x.guard(func() error { return do(state) })
}

// guard turns the faults that a damaged file may cause in do into errors, and logs those that may be bugs.
func (x *replica) guard(do func() error) error {
	return sealed.GuardAll(do, func(fault error, stack []byte) {
		x.log.Error("reading a search index failed", "user", x.userID, "error", fault, "stack", string(stack))
	})
}

// catchUp applies the changes that the index lacks and returns the last one's Seq.
func (x *replica) catchUp(ctx context.Context, source Source) (last int64, err error) {
	last, err = source.LastSeq(ctx, x.userID)
	if err != nil || last == x.state.Load().Seq {
		return last, err
	}
	err = x.exclusive(ctx, func() error {
		if err := x.load(ctx); err != nil {
			return err
		}
		if last < x.state.Load().Seq { // another search was faster, or a backup of the source was restored
			if last, err = source.LastSeq(ctx, x.userID); err != nil {
				return err
			}
			if last < x.state.Load().Seq {
				return sealed.Damaged(fmt.Sprintf("index: it is at change %d, its source at %d",
					x.state.Load().Seq, last))
			}
		}
		if last == x.state.Load().Seq {
			return nil
		}
		began := time.Now()
		err := x.replay(ctx, source)
		if took := time.Since(began); took > slowCatchUp {
			x.log.Info("a search waited for its index", "user", x.userID,
				"passages", x.state.Load().Live().Docs, "took", took.Round(time.Millisecond))
		}
		return err
	})
	return last, err
}

// behind returns how many changes the index lacks, negative if the source went back.
func (x *replica) behind(ctx context.Context, source Source) (int64, error) {
	last, err := source.LastSeq(ctx, x.userID)
	return last - x.state.Load().Seq, err
}

// slowCatchUp is from when on catching up is logged.
const slowCatchUp = 2 * time.Second

// load opens the files, fetched if need be. If that fails, for lack of space or permissions, the index
// is held in memory until it is reopened.
func (x *replica) load(ctx context.Context) error {
	if x.set != nil {
		return nil
	}
	set, err := segment.Open(x.dir, x.model, x.flushFrom)
	if err == nil {
		set, err = x.fetch(ctx, set)
	}
	if set == nil && ctx.Err() != nil {
		return ctx.Err()
	}
	if isDamage(err) {
		return err
	}
	if err != nil {
		x.log.Warn("a search index can't be opened and is held in memory", "user", x.userID, "error", err)
		if set, err = segment.Open("", x.model, x.flushFrom); err != nil {
			return err
		}
	}
	x.set = set
	x.publish()
	return nil
}

// batch is the number of changes applied at once, so that indexing a large log neither holds it
// twice in memory nor blocks the source.
const batch = 1024

// replay applies the changes after the index's. The last memory of a batch waits for the next,
// which may hold the rest of its passages.
func (x *replica) replay(ctx context.Context, source Source) error {
	var pending []Change
	for after := x.set.State().Seq; ; {
		changes, err := source.Changes(ctx, x.userID, after, batch)
		if err != nil {
			return err
		}
		pending = append(pending, changes...)
		if len(changes) < batch {
			return errors.Join(x.apply(pending), ctx.Err())
		}
		after = changes[len(changes)-1].Seq
		whole := len(pending) - trailingSame(pending)
		if err := x.apply(pending[:whole]); err != nil {
			return err
		}
		pending = append(pending[:0], pending[whole:]...)
	}
}

// trailingSame returns how many changes at the end belong to the same memory.
func trailingSame(changes []Change) (n int) {
	id := changes[len(changes)-1].memoryID()
	for n < len(changes) && changes[len(changes)-1-n].memoryID() == id {
		n++
	}
	return n
}

func (c Change) memoryID() string {
	if c.Deleted != "" {
		return c.Deleted
	}
	return c.Passage.MemoryID
}

func (x *replica) apply(changes []Change) error {
	if len(changes) == 0 {
		return nil
	}
	d := newDrafts(x.set.State(), x.options)
	for _, c := range changes {
		if err := d.apply(c); err != nil {
			return err
		}
	}
	if d.skipped > 0 {
		x.log.Warn("vectors of another size are ignored",
			"user", x.userID, "count", d.skipped, "size", d.batch.Dims)
	}
	before := x.set.State().Seq
	err := x.set.Apply(d.finish())
	if x.set.State().Seq == before {
		return err
	}
	if err != nil {
		x.log.Warn("a search index can't be written", "user", x.userID, "error", err)
	}
	x.publish()
	x.needsMerge.Store(true)
	return nil
}

// publish makes the new state visible to searches and deletes files that it replaced.
func (x *replica) publish() {
	x.state.Store(x.set.State())
	left := x.set.Left()
	if len(left) == 0 {
		return // usual case: nothing to delete, so no lock
	}
	x.files.Lock()
	defer x.files.Unlock()
	x.fetched.Store(false) // damage from now on is not the snapshot's
	if err := x.set.Discard(left); err != nil {
		x.log.Warn("files of a search index were not removed", "user", x.userID, "error", err)
	}
}

// compact merges segments until none are due. Searches and changes continue meanwhile.
func (x *replica) compact(ctx context.Context, how segment.Thoroughness) error {
	x.merging.Lock()
	defer x.merging.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	x.cancelMerge.Store(&cancel)
	for rounds := 0; ; rounds++ {
		merge, err := x.due(ctx, how)
		if merge == nil || err != nil || how == segment.Settled && rounds > len(x.state.Load().Parts) { // while vectors arrive
			return err
		}
		if err := x.guard(func() error { return merge.Run(ctx) }); err != nil {
			return errors.Join(err, merge.Drop())
		}
		done := false
		err = x.exclusive(ctx, func() error {
			defer x.publish()
			done = true
			return x.set.Finish(merge)
		})
		if !done {
			err = errors.Join(err, merge.Drop())
		}
		if err != nil {
			return err
		}
	}
}

// due returns the next merge, nil if there is none.
func (x *replica) due(ctx context.Context, how segment.Thoroughness) (merge *segment.Merging, err error) {
	err = x.exclusive(ctx, func() error {
		err := x.load(ctx)
		if err == nil && x.dir != "" {
			merge = x.set.Compact(how)
		}
		return err
	})
	return merge, err
}

// lockAll cancels a running merge and waits until nothing reads or changes the index.
func (x *replica) lockAll() (release func()) {
	if halt := x.cancelMerge.Load(); halt != nil {
		(*halt)()
	}
	x.merging.Lock()
	x.writing <- struct{}{}
	x.files.Lock()
	return func() {
		x.files.Unlock()
		<-x.writing
		x.merging.Unlock()
	}
}

// drop deletes the index and its files. It will be rebuilt.
func (x *replica) drop() { x.dropIf(func() bool { return true }) }

// dropDamaged drops the index unless it has changed since the state that failed.
func (x *replica) dropDamaged(failed *segment.State) {
	x.dropIf(func() bool { return x.state.Load() == failed })
}

func (x *replica) dropIf(still func() bool) {
	defer x.lockAll()()
	if x.closed || !still() {
		return
	}
	x.closeFiles()
	x.state.Store(&segment.State{})
	if x.dir == "" {
		return
	}
	if err := segment.Remove(x.dir); err != nil {
		x.log.Warn("a search index was not removed", "user", x.userID, "error", err)
	}
}

// Close saves the index and closes its files. It can't be read afterwards.
func (x *replica) Close() {
	defer x.lockAll()()
	if x.closed {
		return
	}
	x.closed = true
	if x.set != nil {
		if err := x.guard(x.set.Save); err != nil {
			x.log.Warn("a search index was not saved", "user", x.userID, "error", err)
		}
	}
	x.closeFiles()
	x.state.Store(&segment.State{})
}

// closeFiles closes the files.
func (x *replica) closeFiles() {
	if x.set == nil {
		return
	}
	if err := x.set.Close(); err != nil {
		x.log.Warn("files of a search index were not closed", "user", x.userID, "error", err)
	}
	x.set = nil
}

// Held returns about how many bytes of heap the index uses.
func (x *replica) Held() int64 {
	const overhead = 1 << 10
	x.files.RLock()
	defer x.files.RUnlock()
	return overhead + x.state.Load().Held()
}
