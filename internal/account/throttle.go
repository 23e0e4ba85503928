package account

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxBuckets bounds the memory of a Throttle; past it, the keys that have been quiet for a minute are dropped, and when none
// has, any one is.
const maxBuckets = 10_000

// Throttle lets each key pass a number of times a minute. A key that is used up is never locked: it regains one try after
// the other.
type Throttle struct {
	perMinute int
	now       func() time.Time

	mu      sync.Mutex
	buckets map[string]*rate.Limiter
}

// NewThrottle returns a Throttle of perMinute tries for each key; 0 lets everything pass.
func NewThrottle(perMinute int, now func() time.Time) *Throttle {
	return &Throttle{perMinute: perMinute, now: now, buckets: map[string]*rate.Limiter{}}
}

// Try takes one try of the key, or returns fault.Limit with the time until the next one.
func (t *Throttle) Try(key string) error {
	if t.perMinute == 0 {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	try := t.bucket(key, now).ReserveN(now, 1)
	wait := try.DelayFrom(now)
	if wait == 0 {
		return nil
	}
	try.CancelAt(now)
	return errTooMany(wait)
}

func (t *Throttle) bucket(key string, now time.Time) *rate.Limiter {
	b, ok := t.buckets[key]
	if !ok {
		if len(t.buckets) >= maxBuckets {
			t.makeRoom(now)
		}
		b = rate.NewLimiter(rate.Limit(float64(t.perMinute)/60), t.perMinute)
		t.buckets[key] = b
	}
	return b
}

func (t *Throttle) makeRoom(now time.Time) {
	for key, b := range t.buckets {
		if b.TokensAt(now) >= float64(t.perMinute) {
			delete(t.buckets, key)
		}
	}
	for key := range t.buckets {
		if len(t.buckets) < maxBuckets {
			return
		}
		delete(t.buckets, key)
	}
}
