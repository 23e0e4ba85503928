package fetch

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
)

const (
	perHost      = 2               // fetches of one host at once
	maxWaiting   = 32              // fetches in line for one host; who comes after them is sent away
	patience     = 5 * time.Second // that anyone stands in line: a capture has 20 s for all that it does
	maxShut      = 10 * time.Minute
	unknownPace  = 50 * time.Millisecond // that of a host which nobody knows yet: who came too early is sent away again
	early        = 0.7                   // of the time until a place comes up: a host that speeds up must not find its line empty
	minAway      = 250 * time.Millisecond
	maxAway      = time.Minute
	memoryOfPace = 8    // fetches; a host that slows down is known to be slow within some of them
	minLines     = 64   // that are kept before anybody looks which may be forgotten
	maxLines     = 4096 // that are kept although nobody is in them
)

// lines gives fetches their turns: at most two at once for one host, and so many in all. In the line of a host whoever
// came first goes first, but what belongs to a capture under way goes before what has yet to begin. Hosts in whose lines
// somebody waits are served in rotation, and a turn takes its place of the host's and of the total at the same moment:
// waiting for a slow host takes nothing from the others.
//
// A line is kept short, in heads and in time, since whoever stands in it holds a worker. Who comes after that is sent away
// with the time at which to come again. Each of them is promised a place of their own, one after the other as fast as the
// host is fetched, so that a crowd comes back spread out.
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

// line is that of one host. Its lines' mutex guards it.
type line struct {
	host      string
	active    int           // fetches under way
	following []*turn       // in line, before the others
	beginning []*turn       // in line
	mean      time.Duration // of how long a fetch takes; zero when none has ended yet
	served    time.Time     // when a turn last came
	booked    time.Time     // places are promised until then
	opens     time.Time     // before that the host is left alone
}

// turn is one fetch's: in a line, or taken. Only the goroutine of its fetch uses it.
type turn struct {
	lines  *lines
	follow bool
	line   *line
	came   chan error // nil when it is this one's turn, else why it was sent away
	taken  bool
	since  time.Time // when it came
}

// enter waits for a turn to fetch something of host. A fetch whose turn won't come soon is sent away: with a capture.Busy,
// or with a fault.Unavailable when it follows. Any other error is ctx's.
func (l *lines) enter(ctx context.Context, host string, follow bool) (*turn, error) {
	t := &turn{lines: l, follow: follow}
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
func (t *turn) shut(wait time.Duration) {
	t.lines.shut(t.line, min(wait, maxShut), time.Now())
}

func (l *lines) join(t *turn, host string, now time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := l.line(host, now)
	t.line = h
	if h.opens.After(now) || !t.follow && h.isLong(now) {
		return h.sendAway(t, now)
	}
	if h.length() == 0 {
		l.waiting = append(l.waiting, h)
	}
	if t.follow {
		h.following = append(h.following, t)
	} else {
		h.beginning = append(h.beginning, t)
	}
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
	h := t.line
	is := func(other *turn) bool { return other == t }
	h.following = slices.DeleteFunc(h.following, is)
	h.beginning = slices.DeleteFunc(h.beginning, is)
	l.settle(h)
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err()
	}
	return h.sendAway(t, time.Now())
}

func (l *lines) done(t *turn, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t.line.active--
	l.free++
	t.line.learn(now.Sub(t.since))
	l.serve(now)
}

func (l *lines) shut(h *line, wait time.Duration, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	h.opens = later(h.opens, now.Add(wait))
	sent := slices.Concat(h.following, h.beginning)
	h.following, h.beginning = nil, nil
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
		case h.active == perHost:
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
	h := &line{host: host}
	l.hosts[host] = h
	return h
}

func (h *line) length() int { return len(h.following) + len(h.beginning) }
func (h *line) empty() bool { return h.active == 0 && h.length() == 0 }

func (h *line) isLong(now time.Time) bool {
	return h.length() >= maxWaiting || h.each(now)*time.Duration(h.length()) > patience
}

// serve lets the first in line go ahead.
func (h *line) serve(now time.Time) {
	from := &h.following
	if len(*from) == 0 {
		from = &h.beginning
	}
	t := (*from)[0]
	*from = slices.Delete(*from, 0, 1)
	h.active++
	h.served = now
	t.since = now
	t.came <- nil
}

func (h *line) learn(took time.Duration) {
	if h.mean == 0 {
		h.mean = took
		return
	}
	h.mean += (took - h.mean) / memoryOfPace
}

// each is how long it takes until the line is one shorter. A host that has just begun to hang has no slow mean yet, but it
// takes no less than it has taken already.
func (h *line) each(now time.Time) time.Duration {
	pace := cmp.Or(h.mean, unknownPace)
	if h.active == perHost {
		pace = max(pace, now.Sub(h.served))
	}
	return pace / perHost
}

// sendAway is what t is told, which can't stay.
func (h *line) sendAway(t *turn, now time.Time) error {
	if !t.follow {
		return &capture.Busy{After: h.book(now)}
	}
	if alone := h.opens.Sub(now); alone > 0 {
		f := fault.New(fault.Unavailable, msgAlone)
		f.RetryAfter = alone
		return f
	}
	return fault.New(fault.Unavailable, msgBusy)
}

// book promises a place to someone who is sent away, and returns in how long it comes up: in at least minAway, and within
// maxAway of now or of when the host may be asked again. Who finds that time promised to others comes back in its second
// half, no two at once, and by then it is known better.
func (h *line) book(now time.Time) time.Duration {
	each := time.Duration(early * float64(h.each(now)))
	start := later(now, h.opens)
	place := later(h.booked, start.Add(each*time.Duration(h.length())))
	if place.Sub(start) <= maxAway {
		h.booked = place.Add(each)
	} else {
		place = start.Add(maxAway/2 + rand.N(maxAway/2))
	}
	return max(place.Sub(now), minAway)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
