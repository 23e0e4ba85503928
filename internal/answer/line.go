package answer

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// errBusy says that a question did not get its turn in time.
var errBusy = errors.New("answer: too many questions at once")

const (
	maxWaiting = 256 // questions
	maxOfUser  = 8   // of these, of one person
)

// line lets a few questions be with the model at once. The others wait; people take turns, so that whoever asks much waits
// longer than whoever asks little, and gets no more than half of the places while others wait. It is safe for concurrent use.
type line struct {
	mu      sync.Mutex
	share   int                        // places for one person while others wait
	free    int                        // places that nobody has
	held    map[string]int             // places, by user
	waiting map[string][]chan struct{} // by user; closed when a place is theirs
	order   []string                   // the users who wait, the next to have a turn first
	count   int                        // who waits altogether
}

func newLine(places int) *line {
	return &line{share: max(1, places/2), free: places, held: map[string]int{}, waiting: map[string][]chan struct{}{}}
}

// enter returns when it is the user's turn, which ends with leave. errBusy when too many wait already, ctx's error when it
// ends before.
func (l *line) enter(ctx context.Context, userID string) (leave func(), err error) {
	l.mu.Lock()
	if l.free > 0 { // then nobody waits
		l.free--
		l.held[userID]++
		l.mu.Unlock()
		return func() { l.leave(userID) }, nil
	}
	own := l.waiting[userID]
	if l.count == maxWaiting || len(own) == maxOfUser {
		l.mu.Unlock()
		return nil, errBusy
	}
	turn := make(chan struct{})
	if len(own) == 0 {
		l.order = append(l.order, userID)
	}
	l.waiting[userID] = append(own, turn)
	l.count++
	l.mu.Unlock()
	select {
	case <-turn:
		return func() { l.leave(userID) }, nil
	case <-ctx.Done():
		l.giveUp(userID, turn)
		return nil, ctx.Err()
	}
}

// leave gives a user's place to the oldest question of the next user, who then goes to the end.
func (l *line) leave(userID string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[userID]--; l.held[userID] == 0 {
		delete(l.held, userID)
	}
	if len(l.order) == 0 {
		l.free++
		return
	}
	at := max(slices.IndexFunc(l.order, func(next string) bool { return l.held[next] < l.share }), 0)
	next := l.order[at]
	l.order = slices.Delete(l.order, at, at+1)
	turn := l.waiting[next][0]
	if l.remove(next, 0) {
		l.order = append(l.order, next)
	}
	l.held[next]++
	close(turn)
}

// giveUp takes a question out of the line. Where its turn came meanwhile, the next has it.
func (l *line) giveUp(userID string, turn chan struct{}) {
	l.mu.Lock()
	at := slices.Index(l.waiting[userID], turn)
	if at < 0 {
		l.mu.Unlock()
		l.leave(userID)
		return
	}
	if !l.remove(userID, at) {
		l.order = slices.DeleteFunc(l.order, func(other string) bool { return other == userID })
	}
	l.mu.Unlock()
}

// remove reports whether more of the user's wait.
func (l *line) remove(userID string, at int) (more bool) {
	l.count--
	own := slices.Delete(l.waiting[userID], at, at+1)
	if len(own) == 0 {
		delete(l.waiting, userID)
		return false
	}
	l.waiting[userID] = own
	return true
}
