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
	perHost      = 2                     // fetches of one host at once
	maxWaiting   = 32                    // fetches in line for one host; who comes after them is sent away
	maxUnknown   = 4                     // of them while no fetch has ended: one that hangs must not hold all workers before it is known to
	maxUsers     = 16                    // whose fetches are in line; up to them a user is let in once although the line is long
	unknownPace  = 50 * time.Millisecond // that of a host which nobody knows yet: who came too early is sent away again
	early        = 0.7                   // of the time until a place comes up: a host that speeds up must not find its line empty
	minAway      = 250 * time.Millisecond
	maxAway      = time.Minute
	memoryOfPace = 8 // fetches; a host that slows down is known to be slow within some of them
)

// line is that of one host. Its lines' mutex guards it.
type line struct {
	host      string
	active    []*turn              // under way
	following []*turn              // in line, before the others
	beginning []*share             // in line, of one user each; who was served last is last
	mean      time.Duration        // of how long a fetch takes; zero when none has ended yet
	served    time.Time            // when a turn last came
	booked    time.Time            // places are promised until then
	shares    map[string]time.Time // until when each user would have those promised to them if users took turns
	opens     time.Time            // before that the host is left alone
}

// share is what one user has in the line of a host, as it came. It is never empty.
type share struct {
	by    string
	turns []*turn
}

func (h *line) length() int {
	n := len(h.following)
	for _, s := range h.beginning {
		n += len(s.turns)
	}
	return n
}

func (h *line) empty() bool { return len(h.active) == 0 && h.length() == 0 }

// admits reports whether t may stand in line.
func (h *line) admits(t *turn, now time.Time) bool {
	if h.opens.After(now) {
		return false
	}
	return t.follow || !h.isLong(now) || !h.has(t.by) && len(h.beginning) < maxUsers
}

func (h *line) isLong(now time.Time) bool {
	most := maxWaiting
	if h.mean == 0 {
		most = maxUnknown
	}
	return h.length() >= most || h.each(now)*time.Duration(h.length()) > patience
}

// has reports whether a fetch of the user's is in line or under way.
func (h *line) has(user string) bool {
	is := func(t *turn) bool { return t.by == user }
	return h.shareOf(user) >= 0 || slices.ContainsFunc(h.active, is) || slices.ContainsFunc(h.following, is)
}

// shareOf is the place in beginning of a user's share; -1 when there is none.
func (h *line) shareOf(user string) int {
	return slices.IndexFunc(h.beginning, func(s *share) bool { return s.by == user })
}

func (h *line) add(t *turn) {
	if t.follow {
		h.following = append(h.following, t)
		return
	}
	i := h.shareOf(t.by)
	if i < 0 {
		i = len(h.beginning)
		h.beginning = append(h.beginning, &share{by: t.by})
	}
	h.beginning[i].turns = append(h.beginning[i].turns, t)
}

func (h *line) remove(t *turn) {
	if t.follow {
		h.following = without(h.following, t)
		return
	}
	i := h.shareOf(t.by)
	if s := h.beginning[i]; len(s.turns) > 1 {
		s.turns = without(s.turns, t)
	} else {
		h.beginning = slices.Delete(h.beginning, i, i+1)
	}
}

func without(turns []*turn, t *turn) []*turn {
	return slices.DeleteFunc(turns, func(other *turn) bool { return other == t })
}

// clear removes all who are in line and returns them.
func (h *line) clear() []*turn {
	all := h.following
	for _, s := range h.beginning {
		all = append(all, s.turns...)
	}
	h.following, h.beginning = nil, nil
	return all
}

// serve lets the first in line go ahead. Its user's others are behind everybody else's first.
func (h *line) serve(now time.Time) {
	t := h.first()
	h.remove(t)
	if i := h.shareOf(t.by); i >= 0 && !t.follow {
		s := h.beginning[i]
		h.beginning = append(slices.Delete(h.beginning, i, i+1), s)
	}
	h.active = append(h.active, t)
	h.served = now
	t.since = now
	t.came <- nil
}

func (h *line) first() *turn {
	if len(h.following) > 0 {
		return h.following[0]
	}
	return h.beginning[0].turns[0]
}

// done ends the fetch of t.
func (h *line) done(t *turn, now time.Time) {
	h.active = without(h.active, t)
	took := now.Sub(t.since)
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
	if len(h.active) == perHost {
		pace = max(pace, now.Sub(h.served))
	}
	return pace / perHost
}

// sendAway is what t is told, which can't stay.
func (h *line) sendAway(t *turn, now time.Time) error {
	if !t.follow {
		return &capture.Busy{After: h.book(t.by, now)}
	}
	if alone := h.opens.Sub(now); alone > 0 {
		f := fault.New(fault.Unavailable, msgAlone)
		f.RetryAfter = alone
		return f
	}
	return fault.New(fault.Unavailable, msgBusy)
}

// book promises a place to a user's fetch that is sent away, and returns in how long it comes up: in at least minAway, and
// within maxAway of now or of when the host may be asked again. It is the next that nobody has been promised, or the user's
// next if all who have been promised some took turns: whichever is sooner. Who finds all that time promised comes back in
// its second half, no two at once, and by then it is known better.
func (h *line) book(user string, now time.Time) time.Duration {
	maps.DeleteFunc(h.shares, func(_ string, until time.Time) bool { return !until.After(now) })
	each := time.Duration(early * float64(h.each(now)))
	start := later(now, h.opens)
	first := start.Add(each * time.Duration(h.length()))
	next, own := later(h.booked, first), later(h.shares[user], first)
	place := earlier(next, own)
	if place.Sub(start) > maxAway {
		return start.Add(maxAway/2 + rand.N(maxAway/2)).Sub(now)
	}
	if place.Equal(next) {
		h.booked = next.Add(each)
	}
	h.shares[user] = own // one user more, perhaps
	h.shares[user] = own.Add(each * time.Duration(len(h.shares)))
	return max(place.Sub(now), minAway)
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
