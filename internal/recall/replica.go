package recall

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"engram/internal/recall/sealed"
	"engram/internal/recall/segment"
)

// replica is one user's index with what keeps it up to date with the source.
type replica struct {
	options
	userID, dir string

	working chan struct{} // holds a token while somebody changes the set; a channel, so that waiting ends with the context
	set     *segment.Set  // nil until it is opened; only who has the token may use it
	state   atomic.Pointer[segment.State]
	untidy  atomic.Bool // segments are to be merged

	using  sync.RWMutex // held for reading while files are searched, for writing while they are closed
	closed bool

	merging sync.Mutex // held while segments are merged, which reads files as well
	halt    atomic.Pointer[context.CancelFunc]
}

// errClosed says that the engine was closed.
var errClosed = errors.New("index is closed")

func newReplica(userID, dir string, o options) *replica {
	x := &replica{options: o, userID: userID, dir: dir, working: make(chan struct{}, 1)}
	x.state.Store(&segment.State{})
	return x
}

// defaultFlushFrom is how many passages are held in ordinary memory before they become a file: so many that files are few,
// and so few that they are soon read again after a crash.
const defaultFlushFrom = 512

// work runs do while nobody else changes the set.
func (x *replica) work(ctx context.Context, do func() error) error {
	select {
	case x.working <- struct{}{}:
		defer func() { <-x.working }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if x.isClosed() {
		return errClosed
	}
	return x.guard(do)
}

func (x *replica) isClosed() bool {
	x.using.RLock()
	defer x.using.RUnlock()
	return x.closed
}

// errBehind says that the index was dropped after it had caught up.
var errBehind = errors.New("index is behind")

// read calls do with the index as it is, which holds the change seq at least. What do takes out of it must be copied.
func (x *replica) read(seq int64, do func(*segment.State) error) error {
	x.using.RLock()
	defer x.using.RUnlock()
	if x.closed {
		return errClosed
	}
	state := x.state.Load()
	if state.Seq < seq {
		return errBehind
	}
	return x.guard(func() error { return do(state) })
}

// guard turns what a damaged file can do to do into an error: memory that is no longer there, and numbers that point
// nowhere although their checksum holds. Where it was the program's fault, the log says where.
func (x *replica) guard(do func() error) (err error) {
	defer func() {
		cause := recover()
		if cause == nil {
			return
		}
		fault, isFault := cause.(runtime.Error)
		if !isFault {
			panic(cause)
		}
		x.log.Error("reading a search index failed", "user", x.userID, "error", fault, "stack", string(debug.Stack()))
		err = sealed.Damaged(fmt.Sprint("index: ", fault))
	}()
	return sealed.Guard(do)
}

// catchUp applies what the source has and the index has not, and returns the last change.
func (x *replica) catchUp(ctx context.Context, source Source) (last int64, err error) {
	last, err = source.LastSeq(ctx, x.userID)
	if err != nil || last == x.state.Load().Seq {
		return last, err
	}
	err = x.work(ctx, func() error {
		if err := x.load(); err != nil {
			return err
		}
		if last < x.state.Load().Seq { // somebody was faster, or the source went back, as after a restored backup
			if last, err = source.LastSeq(ctx, x.userID); err != nil {
				return err
			}
			if last < x.state.Load().Seq {
				return sealed.Damaged(fmt.Sprintf("index: it is at change %d, its source at %d", x.state.Load().Seq, last))
			}
		}
		if last == x.state.Load().Seq {
			return nil
		}
		began := time.Now()
		err := x.replay(ctx, source)
		if took := time.Since(began); took > slow {
			x.log.Info("a search waited for its index", "user", x.userID, "passages", x.state.Load().Live().Docs, "took", took.Round(time.Millisecond))
		}
		return err
	})
	return last, err
}

// behind returns how many changes the source may have that the index has not; of a source that went back, less than zero.
func (x *replica) behind(ctx context.Context, source Source) (int64, error) {
	last, err := source.LastSeq(ctx, x.userID)
	return last - x.state.Load().Seq, err
}

// slow is what is worth a line in the log.
const slow = 2 * time.Second

// load opens the files. Where that can't be done, for want of room or of rights, the index is held in ordinary memory
// until it is opened anew: it is only a cache.
func (x *replica) load() error {
	if x.set != nil {
		return nil
	}
	set, err := segment.Open(x.dir, x.model, x.flushFrom)
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

// batch is how many changes are read, prepared and applied in one go, so that building a large index neither holds all of
// it twice nor keeps others from the source.
const batch = 1024

// replay applies the changes after the index's. A memory is applied whole: of the last one of a batch the rest may be in
// the next.
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
		whole := len(pending) - lastMemory(pending)
		if err := x.apply(pending[:whole]); err != nil {
			return err
		}
		pending = append(pending[:0], pending[whole:]...)
	}
}

// lastMemory returns how many of the changes at the end are of one memory.
func lastMemory(changes []Change) (n int) {
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
	if d.odd > 0 {
		x.log.Warn("vectors of another size than the others' are left out", "user", x.userID, "count", d.odd, "size", d.batch.Dims)
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
	x.untidy.Store(true)
	return nil
}

// publish lets searches see the state as it is now, and lets go what it does not need.
func (x *replica) publish() {
	x.state.Store(x.set.State())
	left := x.set.Left()
	if len(left) == 0 {
		return // the most frequent case, in which no search must wait
	}
	x.using.Lock()
	defer x.using.Unlock()
	if err := x.set.Discard(left); err != nil {
		x.log.Warn("files of a search index were not removed", "user", x.userID, "error", err)
	}
}

// compact merges segments until none is due. Searches and changes go on while one is written.
func (x *replica) compact(ctx context.Context, purge bool) error {
	x.merging.Lock()
	defer x.merging.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	x.halt.Store(&cancel)
	for {
		merge, err := x.due(ctx, purge)
		if merge == nil || err != nil {
			return err
		}
		if err := x.guard(func() error { return merge.Run(ctx) }); err != nil {
			return errors.Join(err, merge.Drop())
		}
		done := false
		err = x.work(ctx, func() error {
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

// due returns the next merge, nil when there is none.
func (x *replica) due(ctx context.Context, purge bool) (merge *segment.Merging, err error) {
	err = x.work(ctx, func() error {
		if x.set != nil && x.dir != "" {
			merge = x.set.Compact(purge)
		}
		return nil
	})
	return merge, err
}

// quiet ends a merge that takes place, keeps others from beginning, and waits until nobody changes the set or reads it.
func (x *replica) quiet() (release func()) {
	if halt := x.halt.Load(); halt != nil {
		(*halt)()
	}
	x.merging.Lock()
	x.working <- struct{}{}
	x.using.Lock()
	return func() {
		x.using.Unlock()
		<-x.working
		x.merging.Unlock()
	}
}

// drop removes the index and its files, for it to be made anew.
func (x *replica) drop() { x.dropIf(func() bool { return true }) }

// dropDamaged removes the index unless somebody else has done so since it was in the state in which it failed.
func (x *replica) dropDamaged(failed *segment.State) {
	x.dropIf(func() bool { return x.state.Load() == failed })
}

func (x *replica) dropIf(still func() bool) {
	defer x.quiet()()
	if x.closed || !still() {
		return
	}
	x.shut()
	x.state.Store(&segment.State{})
	if x.dir == "" {
		return
	}
	if err := segment.Remove(x.dir); err != nil {
		x.log.Warn("a search index was not removed", "user", x.userID, "error", err)
	}
}

// close saves the index and lets its files go. Nobody can read it afterwards.
func (x *replica) close() {
	defer x.quiet()()
	if x.closed {
		return
	}
	x.closed = true
	if x.set != nil {
		if err := x.guard(x.set.Save); err != nil {
			x.log.Warn("a search index was not saved", "user", x.userID, "error", err)
		}
	}
	x.shut()
	x.state.Store(&segment.State{})
}

// shut closes the files.
func (x *replica) shut() {
	if x.set == nil {
		return
	}
	if err := x.set.Close(); err != nil {
		x.log.Warn("files of a search index were not closed", "user", x.userID, "error", err)
	}
	x.set = nil
}

// held is how many bytes of ordinary memory the index takes, about.
func (x *replica) held() int64 {
	const overhead = 1 << 10
	x.using.RLock()
	defer x.using.RUnlock()
	return overhead + x.state.Load().Held()
}
