package route

import (
	"context"
	"sync"
	"time"

	"engram/internal/fault"
)

// Limits on long answers written at once. A slow reader holds one piece of memory each.
const (
	longOfUser    = 3  // of one user; more wait
	waitingOfUser = 6  // more are rejected
	longOfAll     = 64 // of all users
	slotTime      = 10 * time.Second
)

// slots bounds the long answers written at once. It is safe for concurrent use.
type slots struct {
	mu    sync.Mutex
	users map[string]*userSlots
	all   chan struct{} // semaphore over all users
}

// userSlots are one user's slots.
type userSlots struct {
	taken chan struct{} // semaphore
	count int           // answers being written or waiting
}

func newSlots() *slots {
	return &slots{users: map[string]*userSlots{}, all: make(chan struct{}, longOfAll)}
}

// acquire waits for a slot for one more long answer of the user. fault.Limit if too many wait, or
// for too long.
func (t *slots) acquire(ctx context.Context, userID string) (release func(), err error) {
	own, ok := t.admit(userID)
	if !ok {
		return nil, tooMany()
	}
	ctx, cancel := context.WithTimeoutCause(ctx, slotTime, tooMany())
	defer cancel()
	for i, slot := range []chan struct{}{own.taken, t.all} {
		select {
		case slot <- struct{}{}:
		case <-ctx.Done():
			if i > 0 {
				<-own.taken
			}
			t.leave(userID)
			return nil, context.Cause(ctx)
		}
	}
	return func() {
		<-t.all
		<-own.taken
		t.leave(userID)
	}, nil
}

// admit registers one more answer of the user unless too many wait.
func (t *slots) admit(userID string) (*userSlots, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	own := t.users[userID]
	if own == nil {
		own = &userSlots{taken: make(chan struct{}, longOfUser)}
		t.users[userID] = own
	}
	if own.count == longOfUser+waitingOfUser {
		return nil, false
	}
	own.count++
	return own, true
}

// leave reverses admit.
func (t *slots) leave(userID string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	own := t.users[userID]
	if own.count--; own.count == 0 {
		delete(t.users, userID)
	}
}

func tooMany() error {
	return &fault.Error{Kind: fault.Limit, Message: "You are reading several long lists at once. Please try again in a few seconds.", RetryAfter: 5 * time.Second}
}
