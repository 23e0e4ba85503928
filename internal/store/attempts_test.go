package store_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"engram/internal/account"
	"engram/internal/store"
	"engram/internal/store/attempts"
)

func testAttempts(t *testing.T, f *fixture) {
	ctx := t.Context()
	t.Run("nodes together have as many attempts as one", func(t *testing.T) {
		var round atomic.Int32
		rapid.Check(t, func(t *rapid.T) {
			now := start
			clock := func() time.Time { return now }
			perMinute := rapid.IntRange(1, 30).Draw(t, "a minute")
			name := fmt.Sprint("round ", round.Add(1))
			one := account.NewThrottle(perMinute, time.Minute, clock)
			nodes := []*account.Throttle{
				account.NewThrottle(perMinute, time.Minute, clock).Among(attempts.New(f.db), name), account.NewThrottle(perMinute, time.Minute, clock).Among(attempts.New(f.nodeDB), name),
			}
			for range rapid.IntRange(1, 12).Draw(t, "steps") {
				// Whole periods and a bit, so that rounding decides nothing.
				now = now.Add(time.Duration(rapid.IntRange(0, 3).Draw(t, "periods"))*time.Minute/time.Duration(perMinute) + time.Millisecond)
				for range rapid.IntRange(1, 4).Draw(t, "tries") {
					want := one.Try(ctx, "key")
					got := nodes[rapid.IntRange(0, 1).Draw(t, "node")].Try(ctx, "key")
					if (got == nil) != (want == nil) {
						t.Fatalf("got %v, want %v", got, want)
					}
				}
			}
		})
	})
	t.Run("of many at once exactly those pass that are left", func(t *testing.T) {
		var passed atomic.Int32
		var all sync.WaitGroup
		for i := range 24 {
			all.Go(func() {
				wait, err := attempts.New([]*store.DB{f.db, f.nodeDB}[i%2]).Take(ctx, "raced", 10, time.Second, start)
				if err != nil {
					t.Error(err)
				}
				if wait == 0 {
					passed.Add(1)
				} else if wait != time.Second {
					t.Errorf("the next comes after %v", wait)
				}
			})
		}
		all.Wait()
		if passed.Load() != 10 {
			t.Errorf("%d passed, want 10", passed.Load())
		}
	})
	t.Run("keys are hashed, and forgotten when they are full again", func(t *testing.T) {
		rows := f.strings(t, `SELECT key FROM attempts`, 1)
		for _, row := range rows {
			if len(row[0]) != 64 {
				t.Errorf("the key is %q", row[0])
			}
		}
		noError(t, attempts.New(f.db).Forget(ctx)) // start is long past
		if left := f.strings(t, `SELECT key FROM attempts`, 1); len(rows) == 0 || len(left) != 0 {
			t.Errorf("%d of %d keys are left", len(left), len(rows))
		}
	})
}
