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
	patience = 5 * time.Second // that anyone stands in line: who stands there holds a worker, and a capture has 30 s for all that it does
	minLines = 64              // that are kept before anybody looks which may be forgotten
	maxLines = 4096            // that are kept although nobody is in them
)

// lines gives fetches their turns: at most two at once for one host, and so many in all. In the line of a host users take
// turns, and of each user's fetches the one that came first goes first; but what belongs to a capture under way goes before
// all that has yet to begin. Hosts in whose lines somebody waits are served in rotation, and a turn takes its place of the
// host's and of the total at the same moment: waiting for a slow host takes nothing from the others.
//
// A line is kept short, in heads and in time, since whoever stands in it holds a worker. Who comes after that is sent away
// with the time at which to come again: each of a crowd is promised a place of its own, one after the other as fast as the
// host is fetched, so that it comes back spread out, and who saved little is not promised one behind all that another user
// saved. A user of whom nobody is there yet is let in although the line is long, behind one fetch of each of the others.
type lines struct {
	mu      sync.Mutex
	free    int // of the total
	hosts   map[string]*line
	waiting []*line // those in which somebody waits; who was served last is last
	sweepAt int     // hosts
}

// newLines returns lines for total fetches at once.
func newLines(total int) *lines {
	return &lines{free: total, hosts: map[string]*line{}, sweepAt: minLines}
}

// turn is one fetch's: in a line, or taken. Only the goroutine of its fetch uses it.
type turn struct {
	lines  *lines
	by     string // the user whose it is
	follow bool
	line   *line
	came   chan error // nil when it is this one's turn, else why it was sent away
	taken  bool
	since  time.Time // when it came
}

// enter waits for a turn to fetch something of host. A fetch whose turn won't come soon is sent away: with a capture.Busy,
// or with a fault.Unavailable when it follows. Any other error is ctx's.
func (l *lines) enter(ctx context.Context, host, by string, follow bool) (*turn, error) {
	t := &turn{lines: l, by: by, follow: follow}
	if err := t.await(ctx, host); err != nil {
		return nil, err
	}
	return t, nil
}

func (t *turn) await(ctx context.Context, host string) error {
	t.came = make(chan error, 1)
	if err := t.lines.join(t, host, time.Now()); err != nil {
		return err
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	var err error
	select {
	case err = <-t.came:
	case <-late.C:
		err = t.lines.giveUp(ctx, t)
	case <-ctx.Done():
		err = t.lines.giveUp(ctx, t)
	}
	t.taken = err == nil
	return err
}

// move gives the turn back for one in the line of another host. When that fails nothing is held.
func (t *turn) move(ctx context.Context, host string) error {
	if host == t.line.host {
		return nil
	}
	t.leave()
	return t.await(ctx, host)
}

// leave gives the turn back, if there is one, to whoever is next.
func (t *turn) leave() {
	if !t.taken {
		return
	}
	t.taken = false
	t.lines.done(t, time.Now())
}

// shut has the host of the turn left alone for so long. Those in its line are sent away.
func (t *turn) shut(wait time.Duration) { t.lines.shut(t.line, wait, time.Now()) }

func (l *lines) join(t *turn, host string, now time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := l.line(host, now)
	t.line = h
	if !h.admits(t, now) {
		return h.sendAway(t, now)
	}
	if h.length() == 0 {
		l.waiting = append(l.waiting, h)
	}
	h.add(t)
	l.serve(now)
	return nil
}

// giveUp takes t out of its line, unless its turn came or it was sent away in the same moment.
func (l *lines) giveUp(ctx context.Context, t *turn) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case err := <-t.came:
		return err
	default:
	}
	t.line.remove(t)
	l.settle(t.line)
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err()
	}
	return t.line.sendAway(t, time.Now())
}

func (l *lines) done(t *turn, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t.line.done(t, now)
	l.free++
	l.serve(now)
}

func (l *lines) shut(h *line, wait time.Duration, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	h.opens = later(h.opens, now.Add(wait))
	sent := h.clear()
	l.settle(h)
	for _, t := range sent {
		t.came <- h.sendAway(t, now)
	}
}

// serve gives what is free to those whose turn it is.
func (l *lines) serve(now time.Time) {
	for l.free > 0 {
		i := l.next()
		if i < 0 {
			return
		}
		h := l.waiting[i]
		l.waiting = slices.Delete(l.waiting, i, i+1)
		l.free--
		h.serve(now)
		if h.length() > 0 {
			l.waiting = append(l.waiting, h)
		}
	}
}

// next is the place in waiting of the line to serve; -1 when none can be.
func (l *lines) next() int {
	found := -1
	for i, h := range l.waiting {
		switch {
		case len(h.active) == perHost:
		case len(h.following) > 0:
			return i
		case found < 0:
			found = i
		}
	}
	return found
}

// settle stops h from being served when nobody is left in it.
func (l *lines) settle(h *line) {
	if h.length() == 0 {
		l.waiting = slices.DeleteFunc(l.waiting, func(other *line) bool { return other == h })
	}
}

// line returns the line of host. Making one is where the map grows, so that is where others are forgotten: those that are
// empty and have no promise to keep, and beyond maxLines every empty one, since hosts can be invented.
func (l *lines) line(host string, now time.Time) *line {
	if h, ok := l.hosts[host]; ok {
		return h
	}
	if len(l.hosts) >= l.sweepAt {
		maps.DeleteFunc(l.hosts, func(_ string, h *line) bool { return h.empty() && !later(h.booked, h.opens).After(now) })
		if len(l.hosts) >= maxLines {
			maps.DeleteFunc(l.hosts, func(_ string, h *line) bool { return h.empty() })
		}
		l.sweepAt = max(minLines, 2*len(l.hosts))
	}
	h := &line{host: host, shares: map[string]time.Time{}}
	l.hosts[host] = h
	return h
}
