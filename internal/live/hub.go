package live

import (
	"maps"
	"slices"
	"sync"

	"engram/internal/memory"
)

// Hub passes on, within this process, that something of a user changed, and what is happening to their pending memories. The
// zero Hub is ready. It is safe for concurrent use, and nothing that tells it waits.
type Hub struct {
	mu    sync.Mutex
	users map[string]*room
}

// room is what concerns one user. It is there as long as somebody watches or a memory of theirs is being worked on.
type room struct {
	watchers []*Watch // who began first is first
	steps    map[string]memory.Step
}

// Watch is one watcher's place. Its owner closes it.
type Watch struct {
	hub    *Hub
	userID string
	wake   chan struct{}
	lost   chan struct{}
	steps  map[string]memory.Step // told since the last look
}

// Changed wakes whoever watches the user's memories.
func (h *Hub) Changed(userID string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r := h.users[userID]; r != nil {
		r.wakeAll()
	}
}

// Step implements capture.Watcher: an empty step says that nothing is happening any more.
func (h *Hub) Step(userID, memoryID string, step memory.Step) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := h.room(userID)
	if r.steps[memoryID] = step; step == "" {
		delete(r.steps, memoryID)
	}
	for _, w := range r.watchers {
		w.steps[memoryID] = step
	}
	r.wakeAll()
	h.leave(userID)
}

// Steps tells what is happening to those of the user's memories that are worked on by this process.
func (h *Hub) Steps(userID string) map[string]memory.Step {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r := h.users[userID]; r != nil {
		return maps.Clone(r.steps)
	}
	return nil
}

// wakeAll wakes every watcher. The caller holds the lock.
func (r *room) wakeAll() {
	for _, w := range r.watchers {
		select {
		case w.wake <- struct{}{}:
		default: // it is to wake up already
		}
	}
}

// room makes the user's room where there is none. The caller holds the lock.
func (h *Hub) room(userID string) *room {
	if h.users == nil {
		h.users = map[string]*room{}
	}
	r := h.users[userID]
	if r == nil {
		r = &room{steps: map[string]memory.Step{}}
		h.users[userID] = r
	}
	return r
}

// leave drops a room that nobody needs. The caller holds the lock.
func (h *Hub) leave(userID string) {
	if r := h.users[userID]; r != nil && len(r.watchers) == 0 && len(r.steps) == 0 {
		delete(h.users, userID)
	}
}

// Watch begins to watch a user's memories. Where so many watch already, the one who began first loses its place: it may have
// gone without a word.
func (h *Hub) Watch(userID string, most int) *Watch {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := h.room(userID)
	for len(r.watchers) >= most {
		close(r.watchers[0].lost)
		r.watchers = r.watchers[1:]
	}
	w := &Watch{hub: h, userID: userID, wake: make(chan struct{}, 1), lost: make(chan struct{}), steps: map[string]memory.Step{}}
	r.watchers = append(r.watchers, w)
	return w
}

// Lost is closed when the place went to another.
func (w *Watch) Lost() <-chan struct{} { return w.lost }

// Wake receives when there is something to look at.
func (w *Watch) Wake() <-chan struct{} { return w.wake }

// Steps returns the steps that were told since the last call.
func (w *Watch) Steps() map[string]memory.Step {
	w.hub.mu.Lock()
	defer w.hub.mu.Unlock()
	steps := w.steps
	w.steps = map[string]memory.Step{}
	return steps
}

// Close ends the watch.
func (w *Watch) Close() {
	w.hub.mu.Lock()
	defer w.hub.mu.Unlock()
	if r := w.hub.users[w.userID]; r != nil {
		r.watchers = slices.DeleteFunc(r.watchers, func(other *Watch) bool { return other == w })
		w.hub.leave(w.userID)
	}
}
