// Package slots shares out among users what few imports a process works on at the same time.
package slots

import (
	"context"
	"sync"
	"time"
)

const (
	atOnce = 2 // imports in one process
	// announceEvery is the least time between two announcements of progress.
	announceEvery = 500 * time.Millisecond
)

// Slots are the imports that this process works on. They are safe for concurrent use.
type Slots struct {
	woken chan struct{}
	mu    sync.Mutex
	slots map[string]slot      // by the imports being worked on
	tries map[string]try       // of those that failed
	said  map[string]time.Time // when they were announced
}

// slot is the work on an import of a user.
type slot struct {
	userID string
	stop   context.CancelFunc
}

type try struct {
	n    int
	next time.Time
}

// New returns free Slots.
func New() *Slots {
	return &Slots{woken: make(chan struct{}, 1), slots: map[string]slot{}, tries: map[string]try{}, said: map[string]time.Time{}}
}

// Wake has waiting imports looked for now.
func (s *Slots) Wake() {
	select {
	case s.woken <- struct{}{}:
	default: // it is woken already
	}
}

// Woken receives when waiting imports are to be looked for.
func (s *Slots) Woken() <-chan struct{} { return s.woken }

// Stop interrupts the work on an import.
func (s *Slots) Stop(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if on, has := s.slots[id]; has {
		on.stop()
	}
}

// Enter reserves an import for this goroutine. It reports false if there is work on it, or its next
// try comes later, or no slot is free. Where one user has several slots and another none, the later one
// of those is stopped, and goes on when a slot is free again.
func (s *Slots) Enter(ctx context.Context, id, userID string, now time.Time) (context.Context, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, on := s.slots[id]; on || now.Before(s.tries[id].next) {
		return ctx, false
	}
	if len(s.slots) >= atOnce {
		s.share(userID)
		return ctx, false
	}
	ctx, stop := context.WithCancel(ctx)
	s.slots[id] = slot{userID, stop}
	return ctx, true
}

// share stops the last import of a user who has several slots, if this one has none.
func (s *Slots) share(userID string) {
	last := map[string]string{} // by users
	for id, on := range s.slots {
		if on.userID == userID {
			return
		}
		last[on.userID] = max(last[on.userID], id)
	}
	if len(last) == len(s.slots) {
		return
	}
	for _, id := range last {
		s.slots[id].stop()
		return
	}
}

// Leave ends the reservation, and returns how often the work has failed in a row.
func (s *Slots) Leave(id string, now time.Time, failed bool) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.slots[id].stop()
	delete(s.slots, id)
	delete(s.said, id)
	if !failed {
		delete(s.tries, id)
		return 0
	}
	t := s.tries[id]
	t.n++
	t.next = now.Add(time.Duration(t.n) * 10 * time.Second)
	s.tries[id] = t
	return t.n
}

// Due reports whether progress of an import is to be announced.
func (s *Slots) Due(id string, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now.Sub(s.said[id]) < announceEvery {
		return false
	}
	s.said[id] = now
	return true
}

// Forget clears the failures of an import.
func (s *Slots) Forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tries, id)
}
