package tweet

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"engram/internal/fault"
)

const (
	maxRecent     = 128      // answers that are remembered
	maxRemembered = 64 << 10 // bytes of one, so that all take 8 MB at most
	rememberFor   = time.Minute
	retryAfter    = 10 * time.Second // before a service that failed is asked again, unless it says when
)

// recent remembers for a moment what the service said to those who looked at a card, and has one question for each tweet
// under way. It holds nothing of what is captured or kept. It is safe for concurrent use.
type recent struct {
	asking singleflight.Group

	mu   sync.Mutex
	byID map[string]answer
}

// answer is what was said of a tweet.
type answer struct {
	data  []byte
	err   error
	until time.Time
}

// get returns what is remembered of a tweet, else what ask says. The question goes on when its caller has gone, for those
// who wait with them.
func (r *recent) get(ctx context.Context, id string, ask func(context.Context, string) ([]byte, error)) ([]byte, error) {
	said, _, _ := r.asking.Do(id, func() (any, error) {
		if known, ok := r.lookUp(id); ok {
			return known, nil
		}
		data, err := ask(context.WithoutCancel(ctx), id)
		return r.remember(id, data, err), nil
	})
	return said.(answer).data, said.(answer).err
}

func (r *recent) lookUp(id string) (a answer, found bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	a, found = r.byID[id]
	return a, found && time.Now().Before(a.until)
}

func (r *recent) remember(id string, data []byte, err error) answer {
	a := answer{data, err, time.Now().Add(lasts(err))}
	if len(data) > maxRemembered {
		return a
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byID == nil {
		r.byID = make(map[string]answer)
	}
	if len(r.byID) >= maxRecent {
		r.forgetOne()
	}
	r.byID[id] = a
	return a
}

// forgetOne drops the answer that would be forgotten next.
func (r *recent) forgetOne() {
	var next string
	for id, a := range r.byID {
		if next == "" || a.until.Before(r.byID[next].until) {
			next = id
		}
	}
	delete(r.byID, next)
}

// lasts is how long an answer is remembered.
func lasts(err error) time.Duration {
	f, ok := errors.AsType[*fault.Error](err)
	switch {
	case !ok || f.Kind == fault.NotFound:
		return rememberFor
	case f.RetryAfter > 0:
		return min(f.RetryAfter, rememberFor)
	}
	return retryAfter
}
