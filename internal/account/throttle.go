package account

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxBuckets bounds a Throttle's memory; beyond it keys unused for a minute are dropped, or else
// any one.
const maxBuckets = 10_000

// Throttle limits attempts per key and minute. A key is never locked: it regains one attempt after
// another.
type Throttle struct {
	perMinute int
	now       func() time.Time

	mu      sync.Mutex
	buckets map[string]*rate.Limiter
}

// NewThrottle returns a Throttle of perMinute attempts per key; 0: no limit.
func NewThrottle(perMinute int, now func() time.Time) *Throttle {
	return &Throttle{perMinute: perMinute, now: now, buckets: map[string]*rate.Limiter{}}
}

// Try takes an attempt of the key, or returns fault.Limit with the time until the next.
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
