package account

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"engram/internal/fault"
)

func TestThrottle(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	clock := func() time.Time { return now }

	t.Run("LIMIT-08 a key has a number of attempts a minute and regains them one by one", func(t *testing.T) {
		throttle := NewThrottle(20, time.Minute, clock)
		for i := range 20 {
			if err := throttle.Try(t.Context(), "a"); err != nil {
				t.Fatalf("try %d: %v", i+1, err)
			}
		}
		err := throttle.Try(t.Context(), "a")
		var f *fault.Error
		if !errors.As(err, &f) || f.Kind != fault.Limit || f.RetryAfter <= 0 || f.RetryAfter > 3*time.Second {
			t.Fatalf("try 21: %v", err)
		}
		if err := throttle.Try(t.Context(), "b"); err != nil {
			t.Errorf("another key is held up: %v", err)
		}
		now = now.Add(f.RetryAfter)
		if err := throttle.Try(t.Context(), "a"); err != nil {
			t.Errorf("after Retry-After: %v", err)
		}
		if err := throttle.Try(t.Context(), "a"); err == nil {
			t.Error("one wait gave two tries")
		}
	})
	t.Run("LIMIT-08 a rate of 0 turns it off", func(t *testing.T) {
		throttle := NewThrottle(0, time.Minute, clock)
		for range 1000 {
			if err := throttle.Try(t.Context(), "a"); err != nil {
				t.Fatal(err)
			}
		}
	})
	t.Run("unused keys are dropped", func(t *testing.T) {
		throttle := NewThrottle(20, time.Minute, clock)
		for i := range maxBuckets {
			_ = throttle.Try(t.Context(), fmt.Sprint(i))
		}
		_ = throttle.Try(t.Context(), "one too many")
		if n := len(throttle.buckets); n != maxBuckets {
			t.Errorf("%d keys are kept, want %d", n, maxBuckets)
		}
		now = now.Add(time.Minute)
		_ = throttle.Try(t.Context(), "one more")
		if n := len(throttle.buckets); n != 1 {
			t.Errorf("%d keys are kept, want 1", n)
		}
	})
}

// broken is an Attempts whose database is full.
type broken struct{}

func (broken) Take(context.Context, string, int, time.Duration, time.Time) (time.Duration, error) {
	return 0, fault.Full(errors.New("full"))
}

func TestAThrottleCountsAloneWhileTheDatabaseCannot(t *testing.T) {
	throttle := NewThrottle(2, time.Minute, time.Now).Among(broken{}, "sign-ins")
	for range 2 {
		if err := throttle.Try(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
	}
	if err := throttle.Try(t.Context(), "a"); fault.KindOf(err) != fault.Limit {
		t.Errorf("the third: %v", err)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if err := throttle.Try(gone, "b"); fault.KindOf(err) == fault.Limit || err == nil {
		t.Errorf("of a caller that has gone: %v", err)
	}
}
