// Package semaphore bounds concurrent questions, fairly between users.
package semaphore

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// ErrBusy means that no slot was free in time.
var ErrBusy = errors.New("semaphore: too many questions at once")

const (
	maxWaiting = 256 // questions
	maxOfUser  = 8   // of one user, unless set by Queue
)

// Semaphore bounds concurrent questions. Waiting users take turns, and while others wait one user
// holds at most half of the slots. It is safe for concurrent use.
type Semaphore struct {
	mu      sync.Mutex
	share   int                        // slots of one user while others wait
	queue   int                        // questions of one user that may wait
	free    int                        // slots that are not held
	held    map[string]int             // slots by user
	waiting map[string][]chan struct{} // by user; closed once a slot is granted
	order   []string                   // waiting users, next first
	count   int                        // waiting questions
}

// New returns a semaphore with this number of slots.
func New(slots int) *Semaphore {
	return &Semaphore{share: max(1, slots/2), queue: maxOfUser, free: slots, held: map[string]int{},
		waiting: map[string][]chan struct{}{}}
}

// Queue sets how many questions of one user may wait, and returns s.
func (s *Semaphore) Queue(ofUser int) *Semaphore {
	s.queue = ofUser
	return s
}

// Acquire waits for a slot, to be released. It returns ErrBusy if too many wait, or ctx's error.
func (s *Semaphore) Acquire(ctx context.Context, userID string) (release func(), err error) {
	s.mu.Lock()
	if s.free > 0 { // then nothing waits
		s.free--
		s.held[userID]++
		s.mu.Unlock()
		return func() { s.release(userID) }, nil
	}
	own := s.waiting[userID]
	if s.count == maxWaiting || len(own) == s.queue {
		s.mu.Unlock()
		return nil, ErrBusy
	}
	granted := make(chan struct{})
	if len(own) == 0 {
		s.order = append(s.order, userID)
	}
	s.waiting[userID] = append(own, granted)
	s.count++
	s.mu.Unlock()
	select {
	case <-granted:
		return func() { s.release(userID) }, nil
	case <-ctx.Done():
		s.cancel(userID, granted)
		return nil, ctx.Err()
	}
}

// release hands a slot to the next user's oldest question; that user then moves to the end.
func (s *Semaphore) release(userID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held[userID]--; s.held[userID] == 0 {
		delete(s.held, userID)
	}
	if len(s.order) == 0 {
		s.free++
		return
	}
	at := max(slices.IndexFunc(s.order, func(next string) bool { return s.held[next] < s.share }), 0)
	next := s.order[at]
	s.order = slices.Delete(s.order, at, at+1)
	granted := s.waiting[next][0]
	if s.remove(next, 0) {
		s.order = append(s.order, next)
	}
	s.held[next]++
	close(granted)
}

// cancel removes a waiting question. A slot granted meanwhile is handed on.
func (s *Semaphore) cancel(userID string, granted chan struct{}) {
	s.mu.Lock()
	at := slices.Index(s.waiting[userID], granted)
	if at < 0 {
		s.mu.Unlock()
		s.release(userID)
		return
	}
	if !s.remove(userID, at) {
		s.order = slices.DeleteFunc(s.order, func(other string) bool { return other == userID })
	}
	s.mu.Unlock()
}

// remove reports whether more questions of the user wait.
func (s *Semaphore) remove(userID string, at int) (more bool) {
	s.count--
	own := slices.Delete(s.waiting[userID], at, at+1)
	if len(own) == 0 {
		delete(s.waiting, userID)
		return false
	}
	s.waiting[userID] = own
	return true
}
