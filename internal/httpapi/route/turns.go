package route

import (
	"context"
	"sync"
	"time"

	"engram/internal/fault"
)

// How many long answers are written at once. What one holds while it is read slowly is one piece.
const (
	longOfUser    = 3  // of one person; their others wait
	waitingOfUser = 6  // more are refused
	longOfAll     = 64 // of everybody
	turnTime      = 10 * time.Second
)

// turns lets a few long answers be written at once. It is safe for concurrent use.
type turns struct {
	mu    sync.Mutex
	users map[string]*places
	all   chan struct{} // holds a token for each answer that is being written
}

// places are those of one person.
type places struct {
	taken chan struct{} // holds a token for each answer that is being written
	here  int           // answers that are written or wait
}

func newTurns() *turns {
	return &turns{users: map[string]*places{}, all: make(chan struct{}, longOfAll)}
}

// enter returns when it is the turn of one more long answer of the user's, which ends with leave. fault.Limit when too many
// of theirs wait, or for too long.
func (t *turns) enter(ctx context.Context, userID string) (leave func(), err error) {
	own, ok := t.come(userID)
	if !ok {
		return nil, tooMany()
	}
	ctx, cancel := context.WithTimeoutCause(ctx, turnTime, tooMany())
	defer cancel()
	for i, place := range []chan struct{}{own.taken, t.all} {
		select {
		case place <- struct{}{}:
		case <-ctx.Done():
			if i > 0 {
				<-own.taken
			}
			t.gone(userID)
			return nil, context.Cause(ctx)
		}
	}
	return func() {
		<-t.all
		<-own.taken
		t.gone(userID)
	}, nil
}

// come reports whether one more of the user's answers may be written or wait.
func (t *turns) come(userID string) (*places, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	own := t.users[userID]
	if own == nil {
		own = &places{taken: make(chan struct{}, longOfUser)}
		t.users[userID] = own
	}
	if own.here == longOfUser+waitingOfUser {
		return nil, false
	}
	own.here++
	return own, true
}

// gone ends what come began.
func (t *turns) gone(userID string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	own := t.users[userID]
	if own.here--; own.here == 0 {
		delete(t.users, userID)
	}
}

func tooMany() error {
	return &fault.Error{Kind: fault.Limit, Message: "You are reading several long lists at once. Please try again in a few seconds.", RetryAfter: 5 * time.Second}
}
