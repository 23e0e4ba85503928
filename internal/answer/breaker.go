package answer

import (
	"errors"
	"sync"
	"time"

	"engram/internal/fault"
)

const (
	failuresToOpen           = 3 // in a row
	firstBackoff, maxBackoff = 15 * time.Second, 5 * time.Minute
	budgetBackoff            = time.Minute // used if the endpoint sends no Retry-After
	longestBackoff           = time.Hour   // upper bound for Retry-After
)

// breaker is a circuit breaker: while it is open the model is not called, so that questions don't
// wait for a failing model and it can recover. The zero value is closed. It is safe for concurrent
// use.
type breaker struct {
	mu        sync.Mutex
	failures  int       // in a row
	openUntil time.Time // zero: closed; in the past: half-open
	probing   bool      // a probe is running
	reason    error     // of the last failure
}

// open returns why the model must not be called now, nil if it may be.
func (b *breaker) open(now time.Time) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if now.Before(b.openUntil) {
		return b.reason
	}
	return nil
}

// acquire is open for a caller that then calls the model and must record the outcome. Half-open, it
// admits one probe at a time.
func (b *breaker) acquire(now time.Time) (probe bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.openUntil.IsZero() {
		return false, nil
	}
	if now.Before(b.openUntil) || b.probing {
		return false, b.reason
	}
	b.probing = true
	return true, nil
}

// record notes the outcome of a call and reports whether the breaker opened or closed. A call that
// started before it opened can't close it.
func (b *breaker) record(probe bool, err error, now time.Time) (changed bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	was := !b.openUntil.IsZero()
	b.probing = b.probing && !probe
	switch wait := b.backoff(err); {
	case wait == 0 && now.Before(b.openUntil):
	case err == nil, errors.Is(err, errLate), fault.KindOf(err) == fault.Forbidden: // an endpoint that declines is up
		b.failures, b.openUntil, b.reason = 0, time.Time{}, nil
	case wait > 0:
		if until := now.Add(wait); until.After(b.openUntil) {
			b.openUntil, b.reason = until, err
		}
	}
	return was != !b.openUntil.IsZero()
}

// backoff counts a failure and returns how long the breaker opens for it.
func (b *breaker) backoff(err error) time.Duration {
	var f *fault.Error
	_ = errors.As(err, &f)
	switch {
	case errors.Is(err, errSlow):
	case f == nil || f.Kind != fault.Unavailable && f.Kind != fault.Limit:
		return 0 // the next question may succeed
	case f.RetryAfter > 0:
		return min(f.RetryAfter, longestBackoff)
	case f.Kind == fault.Limit:
		return budgetBackoff
	}
	if b.failures++; b.failures < failuresToOpen {
		return 0
	}
	return min(firstBackoff<<min(b.failures-failuresToOpen, 10), maxBackoff)
}
