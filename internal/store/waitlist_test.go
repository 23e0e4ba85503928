package store_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"engram/internal/fault"
	"engram/internal/waitlist"
)

func testWaitlist(t *testing.T, f *fixture) {
	ctx := t.Context()
	t.Run("API-43 an email is on a list once, and may be on several", func(t *testing.T) {
		entry := waitlist.Entry{Item: "blog", Email: "a@example.com", At: start}
		noError(t, f.Join(ctx, entry))
		isFault(t, f.node.Join(ctx, entry), fault.Conflict, "This email is on the waitlist already")
		noError(t, f.Join(ctx, waitlist.Entry{Item: "community", Email: "a@example.com", At: start}))
		noError(t, f.Join(ctx, waitlist.Entry{Item: "blog", Email: "'; DROP TABLE waitlist; --@example.com", At: start}))
		isFault(t, f.Join(ctx, entry), fault.Conflict, "")
	})
	t.Run("API-43 of many concurrent entries one is taken", func(t *testing.T) {
		var taken atomic.Int32
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				err := f.either(i).Join(ctx, waitlist.Entry{Item: "race", Email: "a@example.com", At: start})
				if err == nil {
					taken.Add(1)
				} else if fault.KindOf(err) != fault.Conflict {
					t.Error(err)
				}
			})
		}
		all.Wait()
		equal(t, taken.Load(), int32(1))
	})
}
