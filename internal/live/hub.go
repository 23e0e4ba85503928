package live

import (
	"maps"
	"slices"
	"sync"
	"time"

	"engram/internal/memory"
)

// Notice announces a change of a user's memories, or with a MemoryID a step of its capture, or with an ImportID a change of
// that import.
type Notice struct {
	UserID   string
	MemoryID string
	Step     memory.Step // empty: the capture ended
	ImportID string
}

// Hub notifies watchers in this process of a user's changes and of the steps of captures, here and at other nodes. The zero
// Hub is ready. It is safe for concurrent use and never blocks.
type Hub struct {
	// Relay sends what happened in this process to other nodes, without blocking. Set it before use; nil: there are none.
	Relay func(Notice)

	mu    sync.Mutex
	users map[string]*room
	swept time.Time // when the steps of nodes that may have died were last forgotten
}

// room is the state of one user. It exists while there are watchers or steps.
type room struct {
	watchers []*Watch           // oldest first
	steps    map[string]current // by memory
}

// current is the step of a capture.
type current struct {
	step  memory.Step
	heard time.Time // zero: the capture runs in this process
}

// heardFor is the time for which a step of another node counts, whose end may go unheard: most documents are read by then.
const heardFor = 10 * time.Minute

func (c current) stale(now time.Time) bool { return !c.heard.IsZero() && now.Sub(c.heard) >= heardFor }

// Watch is a subscription. Its owner closes it.
type Watch struct {
	hub     *Hub
	userID  string
	wake    chan struct{}
	lost    chan struct{}
	steps   map[string]memory.Step // since the last call of Steps
	imports map[string]bool        // imports that changed since the last call of Imports
}

// Changed wakes the user's watchers.
func (h *Hub) Changed(userID string) { h.tell(Notice{UserID: userID}) }

// Import announces that an import of the user's changed.
func (h *Hub) Import(userID, importID string) { h.tell(Notice{UserID: userID, ImportID: importID}) }

// Step implements capture.Watcher. An empty step ends a capture.
func (h *Hub) Step(userID, memoryID string, step memory.Step) {
	h.tell(Notice{UserID: userID, MemoryID: memoryID, Step: step})
}

func (h *Hub) tell(n Notice) {
	h.notify(n, time.Time{})
	if h.Relay != nil {
		h.Relay(n)
	}
}

// Hear notifies watchers in this process of what happened at another node.
func (h *Hub) Hear(n Notice) { h.notify(n, time.Now()) }

// notify keeps a step for watchers that come later, and wakes those that are there. heard is zero for what happened in this process.
func (h *Hub) notify(n Notice, heard time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if heard.Sub(h.swept) >= heardFor {
		h.swept = heard
		h.forget(func(c current) bool { return c.stale(heard) })
	}
	if n.Step != "" {
		h.room(n.UserID)
	}
	r := h.users[n.UserID]
	if r == nil {
		return
	}
	if n.MemoryID != "" {
		r.keep(n.MemoryID, current{n.Step, heard})
	}
	r.wake(n)
	h.leave(n.UserID)
}

// keep sets the step of a capture. One that runs in this process has no other.
func (r *room) keep(memoryID string, c current) {
	if old, ok := r.steps[memoryID]; ok && old.heard.IsZero() && !c.heard.IsZero() {
		return
	}
	if r.steps[memoryID] = c; c.step == "" {
		delete(r.steps, memoryID)
	}
}

// forget deletes steps. The caller holds the lock.
func (h *Hub) forget(which func(current) bool) {
	for userID, r := range h.users {
		maps.DeleteFunc(r.steps, func(_ string, c current) bool { return which(c) })
		h.leave(userID)
	}
}

// Missed ends all subscriptions, since something may have happened at another node unheard: their clients begin anew, and read what they
// follow again.
func (h *Hub) Missed() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, r := range h.users {
		for _, w := range r.watchers {
			close(w.lost)
		}
		r.watchers = nil
	}
	h.forget(func(c current) bool { return !c.heard.IsZero() })
}

// wake notes what watchers are to send, and wakes them. The caller holds the lock.
func (r *room) wake(n Notice) {
	for _, w := range r.watchers {
		if n.MemoryID != "" {
			w.steps[n.MemoryID] = n.Step
		}
		if n.ImportID != "" {
			w.imports[n.ImportID] = true
		}
		select {
		case w.wake <- struct{}{}:
		default: // a wake-up is pending
		}
	}
}

// Steps returns the current steps of the user's captures, those at other nodes as far as they were heard.
func (h *Hub) Steps(userID string) map[string]memory.Step {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := h.users[userID]
	if r == nil {
		return nil
	}
	steps, now := map[string]memory.Step{}, time.Now()
	for memoryID, c := range r.steps {
		if !c.stale(now) {
			steps[memoryID] = c.step
		}
	}
	return steps
}

// room returns the user's room and creates it if needed. The caller holds the lock.
func (h *Hub) room(userID string) *room {
	if h.users == nil {
		h.users = map[string]*room{}
	}
	r := h.users[userID]
	if r == nil {
		r = &room{steps: map[string]current{}}
		h.users[userID] = r
	}
	return r
}

// leave removes a room that is empty. The caller holds the lock.
func (h *Hub) leave(userID string) {
	if r := h.users[userID]; r != nil && len(r.watchers) == 0 && len(r.steps) == 0 {
		delete(h.users, userID)
	}
}

// Watch subscribes to a user's changes. Above the limit it ends the oldest subscription, whose
// client may be gone.
func (h *Hub) Watch(userID string, most int) *Watch {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := h.room(userID)
	for len(r.watchers) >= most {
		close(r.watchers[0].lost)
		r.watchers = r.watchers[1:]
	}
	w := &Watch{hub: h, userID: userID, wake: make(chan struct{}, 1), lost: make(chan struct{}), steps: map[string]memory.Step{}, imports: map[string]bool{}}
	r.watchers = append(r.watchers, w)
	return w
}

// Lost is closed when the subscription was ended in favour of a newer one, or something may have been missed.
func (w *Watch) Lost() <-chan struct{} { return w.lost }

// Wake receives when there may be changes.
func (w *Watch) Wake() <-chan struct{} { return w.wake }

// Steps returns the steps since the last call.
func (w *Watch) Steps() map[string]memory.Step {
	w.hub.mu.Lock()
	defer w.hub.mu.Unlock()
	steps := w.steps
	w.steps = map[string]memory.Step{}
	return steps
}

// Imports returns the imports that changed since the last call.
func (w *Watch) Imports() map[string]bool {
	w.hub.mu.Lock()
	defer w.hub.mu.Unlock()
	changed := w.imports
	w.imports = map[string]bool{}
	return changed
}

// Close ends the subscription.
func (w *Watch) Close() {
	w.hub.mu.Lock()
	defer w.hub.mu.Unlock()
	if r := w.hub.users[w.userID]; r != nil {
		r.watchers = slices.DeleteFunc(r.watchers, func(other *Watch) bool { return other == w })
		w.hub.leave(w.userID)
	}
}
