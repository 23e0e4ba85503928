package answer

import (
	"errors"
	"sync"
	"time"

	"engram/internal/fault"
)

const (
	failuresToRest      = 3 // in a row
	firstRest, lastRest = 15 * time.Second, 5 * time.Minute
	budgetRest          = time.Minute // where the endpoint does not say when its allowance is filled again
	longestRest         = time.Hour   // whatever it says
)

// rest keeps a model that fails from being asked: nobody waits for what will fail, and what is overloaded gets time. It is
// safe for concurrent use.
type rest struct {
	mu       sync.Mutex
	failures int       // in a row
	until    time.Time // before it nobody asks
	trying   bool      // one asks whether it is over
	reason   error     // of the last failure
}

// resting returns why the model is not to be asked just now, nil when one may try.
func (r *rest) resting(now time.Time) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now.Before(r.until) {
		return r.reason
	}
	return nil
}

// begin returns why the model is not to be asked, nil when it is. Then end is to be called with how that went. After a rest
// one question tries, while the others go on without.
func (r *rest) begin(now time.Time) (trial bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.until.IsZero() {
		return false, nil
	}
	if now.Before(r.until) || r.trying {
		return false, r.reason
	}
	r.trying = true
	return true, nil
}

// end notes how a question went, and reports whether an outage began or ended with it. An answer that was begun before the
// rest and ends well within it says nothing of what the endpoint asked for since.
func (r *rest) end(trial bool, err error, now time.Time) (changed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	was := !r.until.IsZero()
	r.trying = r.trying && !trial
	switch pause := r.pause(err); {
	case pause == 0 && now.Before(r.until):
	case err == nil, errors.Is(err, errLate), fault.KindOf(err) == fault.Forbidden: // who declines is there
		r.failures, r.until, r.reason = 0, time.Time{}, nil
	case pause > 0:
		if until := now.Add(pause); until.After(r.until) {
			r.until, r.reason = until, err
		}
	}
	return was != !r.until.IsZero()
}

// pause counts a failure and says how long the model is left alone for it.
func (r *rest) pause(err error) time.Duration {
	var f *fault.Error
	_ = errors.As(err, &f)
	switch {
	case errors.Is(err, errSlow):
	case f == nil || f.Kind != fault.Unavailable && f.Kind != fault.Limit:
		return 0 // it says nothing of the next question
	case f.RetryAfter > 0:
		return min(f.RetryAfter, longestRest)
	case f.Kind == fault.Limit:
		return budgetRest
	}
	if r.failures++; r.failures < failuresToRest {
		return 0
	}
	return min(firstRest<<min(r.failures-failuresToRest, 10), lastRest)
}
