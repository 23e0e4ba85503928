package recall

import (
	"context"
	"sync"
)

// replica is one user's index with what keeps it up to date with the source.
type replica struct {
	catching chan struct{} // holds a token while somebody catches up; a channel, so that waiting ends with the context

	mu    sync.RWMutex
	index *index
}

func newReplica(compactFrom int, weights Weights) *replica {
	return &replica{catching: make(chan struct{}, 1), index: newIndex(compactFrom, weights)}
}

// batch is how many changes are read, prepared and applied in one go, so that building a large index neither holds all of
// it twice nor keeps others from the source.
const batch = 1024

// catchUp applies what the source has and the index has not.
func (r *replica) catchUp(ctx context.Context, source Source, userID string) error {
	last, err := source.LastSeq(ctx, userID)
	if err != nil || last == r.seq() {
		return err
	}
	select {
	case r.catching <- struct{}{}:
		defer func() { <-r.catching }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if last < r.seq() { // somebody was faster, or the source went back, as after a restored backup
		if last, err = source.LastSeq(ctx, userID); err != nil {
			return err
		}
		if last < r.seq() {
			r.reset()
		}
	}
	if last == r.seq() {
		return nil
	}
	return r.replay(ctx, source, userID)
}

// replay applies the changes after the index's seq. Words are prepared while nothing is held: neither the source's reader
// nor the lock that searches wait for.
func (r *replica) replay(ctx context.Context, source Source, userID string) error {
	for {
		changes, err := source.Changes(ctx, userID, r.seq(), batch)
		if err != nil {
			return err
		}
		prepared := make([]entry, len(changes))
		for i, c := range changes {
			prepared[i] = prepare(c)
		}
		r.apply(prepared)
		if len(changes) < batch {
			return ctx.Err()
		}
	}
}

func (r *replica) apply(entries []entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range entries {
		r.index.apply(e)
	}
	r.index.tidy()
}

func (r *replica) reset() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.index = newIndex(r.index.compactFrom, r.index.weights)
}

func (r *replica) seq() int64 {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.index.seq
}

func (r *replica) bytes() int64 {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.index.bytes()
}

// search answers from the index as it is, and tells the index's size.
func (r *replica) search(q Query) ([]Match, int64) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.index.search(q), r.index.bytes()
}
