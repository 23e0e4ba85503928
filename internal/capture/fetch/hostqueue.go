package fetch

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
)

const (
	perHost    = 2  // slots of one host
	maxWaiting = 32 // fetches queued for one host
	// with queued fetches; below this each user may queue one even if the queue is full
	maxUsers = 16
	minRetry = 250 * time.Millisecond
	maxRetry = time.Minute
	// weight of the moving average: it follows a host that slows down within some fetches
	meanSamples = 8

	// While no fetch of a host has ended, few are queued: if it hangs, they must not hold all
	// workers.
	maxWaitingUnknown = 4
	unknownMean       = 50 * time.Millisecond

	// A rejected fetch retries after this share of its estimated wait, so the queue of a host that
	// speeds up does not run empty.
	retryFactor = 0.7
)

// hostQueue is the queue of one host. The scheduler's mutex guards it.
type hostQueue struct {
	host     string
	active   []*slot      // acquired and not released
	priority []*slot      // queued ahead of all others
	users    []*userQueue // in rotation: the user served last is last
	// moving average of a fetch's duration; zero until one has ended
	mean        time.Duration
	lastServed  time.Time            // when a slot was last granted
	bookedUntil time.Time            // retry times before this are taken
	userBooked  map[string]time.Time // per user: bookedUntil if users took retry times in rotation
	pausedUntil time.Time            // no fetch starts before this
}

// userQueue holds the queued fetches of one user in order of arrival. It is never empty.
type userQueue struct {
	user  string
	slots []*slot
}

func (h *hostQueue) length() int {
	n := len(h.priority)
	for _, u := range h.users {
		n += len(u.slots)
	}
	return n
}

func (h *hostQueue) idle() bool { return len(h.active) == 0 && h.length() == 0 }

// admits reports whether s may be queued: a full queue still takes the first fetch of a new user.
func (h *hostQueue) admits(s *slot, now time.Time) bool {
	if h.pausedUntil.After(now) {
		return false
	}
	return s.priority || !h.full(now) || !h.has(s.user) && len(h.users) < maxUsers
}

// full reports whether the queue has its maximum length or another fetch would wait beyond maxWait.
func (h *hostQueue) full(now time.Time) bool {
	limit := maxWaiting
	if h.mean == 0 {
		limit = maxWaitingUnknown
	}
	return h.length() >= limit || h.interval(now)*time.Duration(h.length()) > maxWait
}

// has reports whether a fetch of the user is queued or active.
func (h *hostQueue) has(user string) bool {
	is := func(s *slot) bool { return s.user == user }
	return h.userIndex(user) >= 0 || slices.ContainsFunc(h.active, is) || slices.ContainsFunc(h.priority, is)
}

// userIndex returns the index in users of a user's queue; -1 when there is none.
func (h *hostQueue) userIndex(user string) int {
	return slices.IndexFunc(h.users, func(u *userQueue) bool { return u.user == user })
}

func (h *hostQueue) push(s *slot) {
	if s.priority {
		h.priority = append(h.priority, s)
		return
	}
	i := h.userIndex(s.user)
	if i < 0 {
		i = len(h.users)
		h.users = append(h.users, &userQueue{user: s.user})
	}
	h.users[i].slots = append(h.users[i].slots, s)
}

func (h *hostQueue) remove(s *slot) {
	if s.priority {
		h.priority = without(h.priority, s)
		return
	}
	i := h.userIndex(s.user)
	if u := h.users[i]; len(u.slots) > 1 {
		u.slots = without(u.slots, s)
	} else {
		h.users = slices.Delete(h.users, i, i+1)
	}
}

func without(slots []*slot, s *slot) []*slot {
	return slices.DeleteFunc(slots, func(other *slot) bool { return other == s })
}

// drain empties the queue and returns what was queued.
func (h *hostQueue) drain() []*slot {
	all := h.priority
	for _, u := range h.users {
		all = append(all, u.slots...)
	}
	h.priority, h.users = nil, nil
	return all
}

// grantNext grants a slot to the first fetch in the queue and moves its user to the end of the
// rotation.
func (h *hostQueue) grantNext(now time.Time) {
	s := h.first()
	h.remove(s)
	if i := h.userIndex(s.user); i >= 0 && !s.priority {
		u := h.users[i]
		h.users = append(slices.Delete(h.users, i, i+1), u)
	}
	h.active = append(h.active, s)
	h.lastServed = now
	s.acquiredAt = now
	s.granted <- nil
}

func (h *hostQueue) first() *slot {
	if len(h.priority) > 0 {
		return h.priority[0]
	}
	return h.users[0].slots[0]
}

// release ends an active fetch and updates the mean duration.
func (h *hostQueue) release(s *slot, now time.Time) {
	h.active = without(h.active, s)
	took := now.Sub(s.acquiredAt)
	if h.mean == 0 {
		h.mean = took
		return
	}
	h.mean += (took - h.mean) / meanSamples
}

// interval returns the expected time between two grants. A host that has just begun to hang has no
// slow mean yet, so the time since the last grant counts when all slots are held.
func (h *hostQueue) interval(now time.Time) time.Duration {
	mean := cmp.Or(h.mean, unknownMean)
	if len(h.active) == perHost {
		mean = max(mean, now.Sub(h.lastServed))
	}
	return mean / perHost
}

// reject returns the error for a fetch that can't be queued, or can't stay queued.
func (h *hostQueue) reject(s *slot, now time.Time) error {
	if !s.priority {
		return &capture.Busy{After: h.book(s.user, now)}
	}
	if pause := h.pausedUntil.Sub(now); pause > 0 {
		f := fault.New(fault.Unavailable, msgPaused)
		f.RetryAfter = pause
		return f
	}
	return fault.New(fault.Unavailable, msgBusy)
}

// book reserves a retry time for a rejected fetch and returns the delay until it: the next free
// time, or the user's next if users took times in rotation, whichever is sooner. If the next minute
// is fully booked, the fetch retries at a random time in its second half.
func (h *hostQueue) book(user string, now time.Time) time.Duration {
	maps.DeleteFunc(h.userBooked, func(_ string, until time.Time) bool { return !until.After(now) })
	interval := time.Duration(retryFactor * float64(h.interval(now)))
	start := later(now, h.pausedUntil)
	first := start.Add(interval * time.Duration(h.length()))
	next, own := later(h.bookedUntil, first), later(h.userBooked[user], first)
	at := earlier(next, own)
	if at.Sub(start) > maxRetry {
		return start.Add(maxRetry/2 + rand.N(maxRetry/2)).Sub(now)
	}
	if at.Equal(next) {
		h.bookedUntil = next.Add(interval)
	}
	h.userBooked[user] = own // counts the user in len below
	h.userBooked[user] = own.Add(interval * time.Duration(len(h.userBooked)))
	return max(at.Sub(now), minRetry)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
