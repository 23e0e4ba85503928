package store_test

import (
	"sync/atomic"
	"testing"

	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/highlight"
	"engram/internal/live"
	"engram/internal/memory"
)

func testFeed(t *testing.T, f *fixture) {
	ctx := t.Context()
	feed := func(t *testing.T, userID string, after int64, limit int) (ids []string, last int64) {
		t.Helper()
		changes, err := f.node.ChangedSince(ctx, userID, after, limit)
		noError(t, err)
		for _, c := range changes {
			if c.N <= last {
				t.Errorf("change %d comes after %d", c.N, last)
			}
			if (c.Deleted == "") != (c.Memory.ID != "") {
				t.Errorf("change %+v is neither a memory nor a deletion", c)
			}
			ids, last = append(ids, c.Memory.ID+c.Deleted), c.N
		}
		return ids, last
	}

	t.Run("each change moves its memory to the end of its user's feed", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		a, b := f.add(t, u.ID, memory.Link, 1), f.add(t, u.ID, memory.Link, 1)
		f.add(t, other.ID, memory.Link, 1)
		ids, last := feed(t, u.ID, 0, 9)
		equal(t, ids, []string{a.ID, b.ID})

		a.Title = "Captured"
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: a, Passages: newPassages(2)}))
		ids, _ = feed(t, u.ID, 0, 9)
		equal(t, ids, []string{b.ID, a.ID})
		changes, err := f.ChangedSince(ctx, u.ID, last, 9)
		noError(t, err)
		equal(t, changes, []live.Change{{N: last + 1, Memory: a}})

		_, err = f.Reopen(ctx, u.ID, b.ID, start)
		noError(t, err)
		noError(t, f.Delete(ctx, u.ID, a.ID))
		changes, err = f.ChangedSince(ctx, u.ID, last+1, 9)
		noError(t, err)
		b.Status = memory.Pending
		equal(t, changes, []live.Change{{N: last + 2, Memory: b}, {N: last + 3, Deleted: a.ID}})
		got, err := f.LastChange(ctx, u.ID)
		noError(t, err)
		equal(t, got, last+3)
	})

	t.Run("each change of highlights moves their memory to the end of the feed, beside its own changes", func(t *testing.T) {
		u := f.newUser(t)
		a, b := f.add(t, u.ID, memory.Note, 1), f.add(t, u.ID, memory.Note, 1)
		heard := 0
		f.changed = func(userID string) {
			if userID == u.ID {
				heard++
			}
		}
		defer func() { f.changed = nil }()
		h := newHighlight(a, 0)
		after := int64(2)
		for _, change := range []func() error{
			func() error { return f.AddHighlight(ctx, h) },
			func() error { return f.SetHighlight(ctx, h) },
			func() error { return f.MoveHighlights(ctx, u.ID, a.ID, []highlight.Highlight{h}) },
			func() error { return f.SetReview(ctx, u.ID, h.ID, h.Review) },
			func() error { return f.DropHighlight(ctx, u.ID, h.ID) },
		} {
			noError(t, change())
			changes, err := f.node.ChangedSince(ctx, u.ID, after, 9)
			noError(t, err)
			equal(t, changes, []live.Change{{N: after + 1, Highlighted: a.ID}})
			after++
		}
		equal(t, heard, 5)
		isFault(t, f.DropHighlight(ctx, u.ID, h.ID), fault.NotFound, "")
		equal(t, heard, 5)
		got, err := f.LastChange(ctx, u.ID)
		noError(t, err)
		equal(t, got, after)
		all, err := f.ChangedSince(ctx, u.ID, 0, 9)
		noError(t, err)
		equal(t, all, []live.Change{{N: 1, Memory: a}, {N: 2, Memory: b}, {N: after, Highlighted: a.ID}})
		noError(t, f.Delete(ctx, u.ID, a.ID))
		all, err = f.ChangedSince(ctx, u.ID, after, 9)
		noError(t, err)
		equal(t, all, []live.Change{{N: after + 1, Deleted: a.ID}})
	})

	t.Run("the feed is read in parts", func(t *testing.T) {
		u := f.newUser(t)
		var want, got []string
		for range 5 {
			want = append(want, f.add(t, u.ID, memory.Note, 0).ID)
		}
		for after := int64(0); ; {
			ids, last := feed(t, u.ID, after, 2)
			if len(ids) == 0 {
				break
			}
			got, after = append(got, ids...), last
		}
		equal(t, got, want)
	})

	t.Run("replacing passages is no deletion, and a refused call no change", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Link, 3)
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m, Passages: newPassages(1)}))
		f.jobs.Broken.Store(true)
		_, err := f.Reopen(ctx, u.ID, m.ID, start)
		f.jobs.Broken.Store(false)
		if err == nil {
			t.Error("a broken queue went unnoticed")
		}
		ids, last := feed(t, u.ID, 0, 9)
		equal(t, ids, []string{m.ID})
		equal(t, last, int64(2))
	})

	t.Run("concurrent changes by several nodes have distinct numbers, which become visible in order", func(t *testing.T) {
		u := f.newUser(t)
		const n = 24
		var done atomic.Bool
		var seen []string
		watched := make(chan struct{})
		go func() {
			defer close(watched)
			for after := int64(0); ; {
				ended := done.Load()
				changes, err := f.ChangedSince(ctx, u.ID, after, n)
				if err != nil {
					t.Error(err)
					return
				}
				for _, c := range changes {
					seen, after = append(seen, c.Memory.ID), c.N
				}
				if ended {
					return
				}
			}
		}()
		race(t, n, fault.Limit, func(i int) error { return f.either(i).Add(ctx, newMemory(u.ID, memory.Note), nil, unlimited) })
		done.Store(true)
		<-watched
		equal(t, len(seen), n)
	})

	t.Run("a listener is called after a change, not after a failure", func(t *testing.T) {
		u := f.newUser(t)
		var users []string
		f.changed = func(userID string) { users = append(users, userID) }
		defer func() { f.changed = nil }()
		m := f.add(t, u.ID, memory.Link, 1)
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m}))
		_, err := f.Reopen(ctx, u.ID, m.ID, start)
		noError(t, err)
		noError(t, f.Delete(ctx, u.ID, m.ID))
		if f.Delete(ctx, u.ID, m.ID) == nil {
			t.Error("deleted twice")
		}
		equal(t, users, []string{u.ID, u.ID, u.ID, u.ID})
	})
}
