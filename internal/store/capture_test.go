package store_test

import (
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"engram/internal/capture"
	"engram/internal/store/memories"

	"engram/internal/fault"
	"engram/internal/memory"
)

func testCapturing(t *testing.T, f *fixture) {
	ctx := t.Context()

	t.Run("a capture replaces what it read, and nothing else", func(t *testing.T) {
		u := f.newUser(t)
		before := f.add(t, u.ID, memory.Link, 3)
		other := f.add(t, u.ID, memory.Link, 2)
		captured := before
		captured.Title, captured.Description, captured.Site, captured.Author = "New title", "New words", "New site", "New author"
		captured.Canonical, captured.Language, captured.Pages, captured.Duration = "https://www.example.com/new", "pt-BR", 4, time.Hour
		captured.PublishedAt, captured.CapturedAt = time.Time{}, start.Add(time.Minute)
		captured.Status, captured.Error, captured.ImageKey = memory.Failed, "The site does not answer", "images/new.jpg"
		captured.ImageWidth, captured.ImageHeight = 640, 800
		want := captured
		captured.Kind, captured.URL, captured.Tags = memory.Note, "https://elsewhere.example", []string{"other"}
		captured.CreatedAt = start.Add(time.Hour)

		passages := newPassages(130)
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: captured, Passages: passages}))
		got, gotPassages, err := f.Get(ctx, u.ID, before.ID)
		noError(t, err)
		equal(t, got, want)
		equal(t, gotPassages, passages)
		equal(t, f.jobs.Removals(t), []string{before.ImageKey})

		got, gotPassages, err = f.Get(ctx, u.ID, other.ID)
		noError(t, err)
		equal(t, got, other)
		equal(t, len(gotPassages), 2)
	})

	t.Run("a piece is appended to the passages, with the bookmark of the next", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Document, 3)
		m.Bookmark = memory.Bookmark{Page: 2, Pages: 9, Bytes: 5, Lost: []int{1}, Spent: time.Second,
			Edges: []memory.PageEdges{{Page: 2, Head: []string{"A\x00 head"}}}}
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m, Passages: newPassages(70), Append: true}))
		got, passages, err := f.Get(ctx, u.ID, m.ID)
		noError(t, err)
		equal(t, got, m)
		want := slices.Concat(newPassages(3), newPassages(70))
		for i := range want {
			want[i].Ord = i
		}
		equal(t, passages, want)
		equal(t, f.rows(t, u.ID, "deletions"), 0)
	})

	t.Run("a file of which nothing is read yet keeps how much there is", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Document, 0)
		m.Bookmark = memory.Bookmark{Pages: 1}
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m}))
		got, _, err := f.Get(ctx, u.ID, m.ID)
		noError(t, err)
		equal(t, got.Bookmark, m.Bookmark)
	})

	t.Run("a failed capture keeps what an earlier one found", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Link, 3)
		m.Error = "The site does not answer"
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m, KeepPassages: true}))
		got, passages, err := f.Get(ctx, u.ID, m.ID)
		noError(t, err)
		equal(t, got, m)
		equal(t, passages, newPassages(3))
		equal(t, f.rows(t, u.ID, "deletions"), 0)
	})

	t.Run("a memory to be captured again keeps its text and waits", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Link, 2)
		m.Status, m.Error = memory.Failed, "The site does not answer"
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m, Passages: newPassages(2)}))
		m.Status, m.Error = memory.Pending, ""
		opened, err := f.Reopen(ctx, u.ID, m.ID, start)
		noError(t, err)
		equal(t, opened, m)
		got, passages, err := f.Get(ctx, u.ID, m.ID)
		noError(t, err)
		equal(t, got, m)
		equal(t, passages, newPassages(2))
		equal(t, f.jobs.Recaptures(t, u.ID), []string{m.ID})
		equal(t, f.jobs.Waiting.Load(), int64(1))

		change, err := f.LastChange(ctx, u.ID)
		noError(t, err)
		opened, err = f.Reopen(ctx, u.ID, m.ID, start) // already pending: just start
		noError(t, err)
		equal(t, opened, m)
		equal(t, f.jobs.Recaptures(t, u.ID), []string{m.ID})
		equal(t, f.jobs.Hurried(t, u.ID), []string{m.ID})
		after, err := f.LastChange(ctx, u.ID)
		noError(t, err)
		equal(t, after, change)
	})

	t.Run("an overtaken capture stores nothing", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Link, 1)
		_, run, err := f.Open(ctx, u.ID, m.ID)
		noError(t, err)
		for _, overtake := range []func() error{
			func() error { _, err := f.Reopen(ctx, u.ID, m.ID, start); return err },
			func() error { return f.SaveCapture(ctx, capture.Result{Memory: m, Passages: newPassages(2)}) },
		} {
			noError(t, overtake())
			want, passages, err := f.Get(ctx, u.ID, m.ID)
			noError(t, err)
			late := m
			late.Title, late.ImageKey = "Late", "images/late.jpg"
			if err := f.node.SaveCapture(ctx, capture.Result{Memory: late, Run: run, Passages: newPassages(5)}); !errors.Is(err, capture.ErrOvertaken) {
				t.Errorf("got %v", err)
			}
			got, gotPassages, err := f.Get(ctx, u.ID, m.ID)
			noError(t, err)
			equal(t, got, want)
			equal(t, gotPassages, passages)
		}
	})

	t.Run("of several concurrent captures one is stored", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Link, 1)
		_, run, err := f.Open(ctx, u.ID, m.ID)
		noError(t, err)
		var overtaken atomic.Int64
		race(t, racers, fault.Limit, func(i int) error {
			err := f.either(i).SaveCapture(ctx, capture.Result{Memory: m, Run: run, Passages: newPassages(2)})
			if errors.Is(err, capture.ErrOvertaken) {
				overtaken.Add(1)
				return nil
			}
			return err
		})
		equal(t, overtaken.Load(), int64(racers-1))
	})

	t.Run("long pending memories of every user are enqueued again", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		pending := func(userID string, at time.Time) memory.Memory {
			m := newMemory(userID, memory.Link)
			m.Status, m.CreatedAt = memory.Pending, at
			noError(t, f.Add(ctx, m, nil, unlimited))
			return m
		}
		old, others := pending(u.ID, start.Add(-2*time.Hour)), pending(other.ID, start.Add(-2*time.Hour))
		pending(u.ID, start)
		before := len(f.jobs.Captures(t, u.ID))
		n, err := f.RequeuePending(ctx, start.Add(-time.Hour))
		noError(t, err)
		equal(t, n, 2)
		equal(t, len(f.jobs.Captures(t, u.ID)), before+1)
		equal(t, f.jobs.Captures(t, other.ID), []string{others.ID, others.ID})

		for _, m := range []memory.Memory{old, others} {
			m.Status = memory.Ready
			noError(t, f.SaveCapture(ctx, capture.Result{Memory: m, Passages: nil}))
		}
		n, err = f.RequeuePending(ctx, start.Add(-time.Hour))
		noError(t, err)
		equal(t, n, 0)
	})

	t.Run("captures of a disabled account wait until it is enabled", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		var saved []memory.Memory
		for _, user := range []string{u.ID, other.ID} {
			m := newMemory(user, memory.Link)
			m.Status, m.CreatedAt = memory.Pending, start.Add(-2*time.Hour)
			noError(t, f.Add(ctx, m, nil, unlimited))
			saved = append(saved, m)
		}
		noError(t, f.Disable(ctx, u.ID, start))
		if _, _, err := f.Open(ctx, u.ID, saved[0].ID); !errors.Is(err, capture.ErrDisabled) {
			t.Errorf("got %v", err)
		}
		_, _, err := f.Open(ctx, u.ID, newID())
		isFault(t, err, fault.NotFound, "")
		_, _, err = f.Open(ctx, other.ID, saved[1].ID)
		noError(t, err)
		_, err = f.RequeuePending(ctx, start.Add(-time.Hour))
		noError(t, err)
		equal(t, f.jobs.Captures(t, u.ID), []string{saved[0].ID})
		equal(t, len(f.jobs.Captures(t, other.ID)), 2)

		noError(t, f.Enable(ctx, u.ID))
		got, _, err := f.Open(ctx, u.ID, saved[0].ID)
		noError(t, err)
		equal(t, got, saved[0])
		_, err = f.RequeuePending(ctx, start.Add(-time.Hour))
		noError(t, err)
		equal(t, len(f.jobs.Captures(t, u.ID)), 2)
		for _, m := range saved {
			m.Status = memory.Ready
			noError(t, f.SaveCapture(ctx, capture.Result{Memory: m}))
		}
	})

	t.Run("a picture without a size is found until it has one", func(t *testing.T) {
		u := f.newUser(t)
		m := newMemory(u.ID, memory.Link)
		m.ImageKey, m.ImageWidth, m.ImageHeight = "pictures/"+u.ID+"/old", 0, 0
		noError(t, f.Add(ctx, m, nil, unlimited))
		unmeasured := func() (keys []string) {
			found, err := f.Unmeasured(ctx, 1000)
			noError(t, err)
			for _, m := range found {
				if m.UserID == u.ID {
					keys = append(keys, m.ImageKey)
				}
			}
			return keys
		}
		equal(t, unmeasured(), []string{m.ImageKey})

		other := m
		other.ImageKey, other.ImageWidth, other.ImageHeight = "pictures/other", 9, 9
		noError(t, f.SaveSize(ctx, other))
		stranger := m
		stranger.UserID, stranger.ImageWidth, stranger.ImageHeight = f.newUser(t).ID, 9, 9
		noError(t, f.SaveSize(ctx, stranger))
		equal(t, unmeasured(), []string{m.ImageKey})

		m.ImageWidth, m.ImageHeight = 640, 360
		noError(t, f.SaveSize(ctx, m))
		equal(t, len(unmeasured()), 0)
		got, _, err := f.Open(ctx, u.ID, m.ID)
		noError(t, err)
		equal(t, [2]int{got.ImageWidth, got.ImageHeight}, [2]int{640, 360})
	})

	t.Run("a capture gets the number of its user's waiting captures", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		for want := 1; want <= memories.MaxWaiting+2; want++ {
			m := newMemory(u.ID, memory.Link)
			m.Status = memory.Pending
			noError(t, f.Add(ctx, m, nil, unlimited))
			equal(t, f.jobs.Waiting.Load(), int64(min(want, memories.MaxWaiting)))
		}
		m := newMemory(other.ID, memory.Link)
		m.Status = memory.Pending
		noError(t, f.Add(ctx, m, nil, unlimited))
		equal(t, f.jobs.Waiting.Load(), int64(1))
	})

	t.Run("a capture run again leaves the same memory and enqueues no removal", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Link, 2)
		removals := f.jobs.Removals(t)
		for range 3 {
			noError(t, f.SaveCapture(ctx, capture.Result{Memory: m, Passages: newPassages(4)}))
		}
		got, passages, err := f.Get(ctx, u.ID, m.ID)
		noError(t, err)
		equal(t, got, m)
		equal(t, passages, newPassages(4))
		equal(t, f.jobs.Removals(t), removals)
		equal(t, []int{f.rows(t, u.ID, "passages"), f.rows(t, u.ID, "deletions")}, []int{4, 1})
	})

	t.Run("the first passages of a memory leave no deletion in the log", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Link, 0)
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m, Passages: newPassages(2)}))
		equal(t, f.rows(t, u.ID, "deletions"), 0)
	})

	t.Run("a memory deleted meanwhile is not found, and nothing is written", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Link, 2)
		noError(t, f.Delete(ctx, u.ID, m.ID))
		seq, err := f.LastSeq(ctx, u.ID)
		noError(t, err)
		isFault(t, f.SaveCapture(ctx, capture.Result{Memory: m, Passages: newPassages(2)}), fault.NotFound, "")
		after, err := f.LastSeq(ctx, u.ID)
		noError(t, err)
		equal(t, after, seq)
		equal(t, f.rows(t, u.ID, "passages"), 0)
	})
}
