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
// longer than whoever asks little. It is safe for concurrent use.
type line struct {
	mu      sync.Mutex
	free    int                        // places that nobody has
	waiting map[string][]chan struct{} // by user; closed when a place is theirs
	order   []string                   // the users who wait, the next to have a turn first
	count   int                        // who waits altogether
}

func newLine(places int) *line { return &line{free: places, waiting: map[string][]chan struct{}{}} }

// enter returns when it is the user's turn, which ends with leave. errBusy when too many wait already, ctx's error when it
// ends before.
func (l *line) enter(ctx context.Context, userID string) (leave func(), err error) {
	l.mu.Lock()
	if l.free > 0 { // then nobody waits
		l.free--
		l.mu.Unlock()
		return l.leave, nil
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
		return l.leave, nil
	case <-ctx.Done():
		l.giveUp(userID, turn)
		return nil, ctx.Err()
	}
}

// leave gives a place to the next user's oldest question, who then goes to the end.
func (l *line) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.order) == 0 {
		l.free++
		return
	}
	userID := l.order[0]
	l.order = l.order[1:]
	turn := l.waiting[userID][0]
	if l.remove(userID, 0) {
		l.order = append(l.order, userID)
	}
	close(turn)
}

// giveUp takes a question out of the line. Where its turn came meanwhile, the next has it.
func (l *line) giveUp(userID string, turn chan struct{}) {
	l.mu.Lock()
	at := slices.Index(l.waiting[userID], turn)
	if at < 0 {
		l.mu.Unlock()
		l.leave()
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
