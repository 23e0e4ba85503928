package account

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxBuckets bounds a Throttle's memory; beyond it keys unused for a minute are dropped, or else
// any one.
const maxBuckets = 10_000

// Attempts counts attempts at all nodes.
type Attempts interface {
	// Take takes an attempt of a key, which has most in a row and regains one after each period, or returns the time until
	// the next.
	Take(ctx context.Context, key string, most int, period time.Duration, now time.Time) (wait time.Duration, err error)
}

// Throttle limits attempts per key. A key is never locked: it regains one attempt after another.
type Throttle struct {
	most   int
	period time.Duration // after which an attempt is regained
	now    func() time.Time
	all    Attempts // nil: this process is the only node
	name   string   // among the throttles that count there

	mu      sync.Mutex
	buckets map[string]*rate.Limiter
}

// NewThrottle returns a Throttle of that many attempts per key in a row, which are regained within a time; 0: no limit.
func NewThrottle(most int, within time.Duration, now func() time.Time) *Throttle {
	return &Throttle{most: most, period: within / time.Duration(max(most, 1)), now: now, buckets: map[string]*rate.Limiter{}}
}

// Among has attempts counted together with those at other nodes, under a name of the Throttle's own; nil: there are none.
func (t *Throttle) Among(all Attempts, name string) *Throttle {
	t.all, t.name = all, name
	return t
}

// Try takes an attempt of the key, or returns fault.Limit with the time until the next.
func (t *Throttle) Try(ctx context.Context, key string) error {
	if t.most == 0 {
		return nil
	}
	wait, err := t.take(ctx, key)
	if err == nil && wait > 0 {
		return errTooMany(wait)
	}
	return err
}

func (t *Throttle) take(ctx context.Context, key string) (wait time.Duration, err error) {
	now := t.now()
	if t.all != nil {
		wait, err := t.all.Take(ctx, t.name+" "+key, t.most, t.period, now)
		if err == nil || ctx.Err() != nil {
			return wait, err
		}
		// Where the database can't count, as on a full disk, this node does alone.
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	try := t.bucket(key, now).ReserveN(now, 1)
	if wait = try.DelayFrom(now); wait > 0 {
		try.CancelAt(now)
	}
	return wait, nil
}

func (t *Throttle) bucket(key string, now time.Time) *rate.Limiter {
	b, ok := t.buckets[key]
	if !ok {
		if len(t.buckets) >= maxBuckets {
			t.makeRoom(now)
		}
		b = rate.NewLimiter(rate.Every(t.period), t.most)
		t.buckets[key] = b
	}
	return b
}

func (t *Throttle) makeRoom(now time.Time) {
	for key, b := range t.buckets {
		if b.TokensAt(now) >= float64(t.most) {
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
