package fetch

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"
)

const (
	// in a queue: a queued fetch holds a worker, and a capture has 30 s in all
	maxWait  = 5 * time.Second
	minHosts = 64   // kept before the first sweep
	maxHosts = 4096 // above this a sweep also removes idle hosts with booked retry times
)

// scheduler limits how many fetches run at once, per host and in total.
//
// Each host has a fair queue: users are served in rotation, each user's fetches in order of
// arrival. Priority fetches belong to a capture under way and go first. Hosts are served in
// rotation too, and a slot counts for the host and the total from the same moment, so a slow host
// does not block others.
//
// A queued fetch holds a worker, so queues are short. A fetch that finds its queue full is rejected
// with a retry time of its own, spaced by how fast the host is, so that a crowd comes back spread
// out.
type scheduler struct {
	mu      sync.Mutex
	free    int // slots of the total
	hosts   map[string]*hostQueue
	waiting []*hostQueue // with queued fetches, in rotation: the host served last is last
	sweepAt int          // hosts
}

// newScheduler returns a scheduler that runs at most total fetches at once.
func newScheduler(total int) *scheduler {
	return &scheduler{free: total, hosts: map[string]*hostQueue{}, sweepAt: minHosts}
}

// slot is one fetch's, queued and then held. Only the goroutine of its fetch uses it.
type slot struct {
	scheduler  *scheduler
	user       string
	priority   bool
	queue      *hostQueue
	granted    chan error // receives nil when the slot is granted, else why it was rejected
	held       bool
	acquiredAt time.Time
}

// acquire waits for a slot of host. A fetch that would wait too long is rejected with a
// capture.Busy, or with a fault.Unavailable if it has priority. Any other error is ctx's.
func (c *scheduler) acquire(ctx context.Context, host, user string, priority bool) (*slot, error) {
	s := &slot{scheduler: c, user: user, priority: priority}
	if err := s.wait(ctx, host); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *slot) wait(ctx context.Context, host string) error {
	s.granted = make(chan error, 1)
	if err := s.scheduler.enqueue(s, host, time.Now()); err != nil {
		return err
	}
	timeout := time.NewTimer(maxWait)
	defer timeout.Stop()
	var err error
	select {
	case err = <-s.granted:
	case <-timeout.C:
		err = s.scheduler.cancel(ctx, s)
	case <-ctx.Done():
		err = s.scheduler.cancel(ctx, s)
	}
	s.held = err == nil
	return err
}

// move releases the slot and acquires one of another host. After an error no slot is held.
func (s *slot) move(ctx context.Context, host string) error {
	if host == s.queue.host {
		return nil
	}
	s.release()
	return s.wait(ctx, host)
}

// release gives the slot back. It does nothing if the slot is not held.
func (s *slot) release() {
	if !s.held {
		return
	}
	s.held = false
	s.scheduler.release(s, time.Now())
}

// pauseHost stops fetches of the slot's host for a time and rejects those in its queue.
func (s *slot) pauseHost(pause time.Duration) { s.scheduler.pause(s.queue, pause, time.Now()) }

func (c *scheduler) enqueue(s *slot, host string, now time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	h := c.queue(host, now)
	s.queue = h
	if !h.admits(s, now) {
		return h.reject(s, now)
	}
	if h.length() == 0 {
		c.waiting = append(c.waiting, h)
	}
	h.push(s)
	c.dispatch(now)
	return nil
}

// cancel takes s out of its queue, unless it was granted or rejected at the same moment.
func (c *scheduler) cancel(ctx context.Context, s *slot) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case err := <-s.granted:
		return err
	default:
	}
	s.queue.remove(s)
	c.dropIfEmpty(s.queue)
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err()
	}
	return s.queue.reject(s, time.Now())
}

func (c *scheduler) release(s *slot, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s.queue.release(s, now)
	c.free++
	c.dispatch(now)
}

func (c *scheduler) pause(h *hostQueue, pause time.Duration, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	h.pausedUntil = later(h.pausedUntil, now.Add(pause))
	rejected := h.drain()
	c.dropIfEmpty(h)
	for _, s := range rejected {
		s.granted <- h.reject(s, now)
	}
}

// dispatch grants free slots until none is left or no host can take one.
func (c *scheduler) dispatch(now time.Time) {
	for c.free > 0 {
		i := c.next()
		if i < 0 {
			return
		}
		h := c.waiting[i]
		c.waiting = slices.Delete(c.waiting, i, i+1)
		c.free--
		h.grantNext(now)
		if h.length() > 0 {
			c.waiting = append(c.waiting, h)
		}
	}
}

// next returns the index in waiting of the host to serve, priority fetches first; -1 when none can
// be.
func (c *scheduler) next() int {
	found := -1
	for i, h := range c.waiting {
		switch {
		case len(h.active) == perHost:
		case len(h.priority) > 0:
			return i
		case found < 0:
			found = i
		}
	}
	return found
}

// dropIfEmpty takes h out of the rotation if its queue is empty.
func (c *scheduler) dropIfEmpty(h *hostQueue) {
	if h.length() == 0 {
		c.waiting = slices.DeleteFunc(c.waiting, func(other *hostQueue) bool { return other == h })
	}
}

// queue returns the queue of host. Before it adds one it sweeps: idle hosts without booked retry
// times go, and above maxHosts every idle one, since a client can invent hosts.
func (c *scheduler) queue(host string, now time.Time) *hostQueue {
	if h, ok := c.hosts[host]; ok {
		return h
	}
	if len(c.hosts) >= c.sweepAt {
		maps.DeleteFunc(c.hosts, func(_ string, h *hostQueue) bool {
			return h.idle() && !later(h.bookedUntil, h.pausedUntil).After(now)
		})
		if len(c.hosts) >= maxHosts {
			maps.DeleteFunc(c.hosts, func(_ string, h *hostQueue) bool { return h.idle() })
		}
		c.sweepAt = max(minHosts, 2*len(c.hosts))
	}
	h := &hostQueue{host: host, userBooked: map[string]time.Time{}}
	c.hosts[host] = h
	return h
}
