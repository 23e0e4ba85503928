package store_test

import (
	"testing"
	"time"

	"engram/internal/billing"
	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/quota"
	"engram/internal/upload"
)

const racers = 32

func testRaces(t *testing.T, f *fixture) {
	ctx := t.Context()

	t.Run("LIMIT-01 concurrently a free user stores at most the limit", func(t *testing.T) {
		u := f.newUser(t)
		plans := plan.Table{Free: plan.Limits{Memories: 8}}
		for range 3 {
			f.add(t, u.ID, memory.Note, 1)
		}
		won, refused := race(t, racers, fault.Limit, func(i int) error {
			return f.either(i).Add(ctx, newMemory(u.ID, memory.Note), newPassages(2), plans)
		})
		equal(t, []int{won, refused}, []int{5, racers - 5})
		equal(t, []int{f.counted(t, u.ID, quota.Memories), f.rows(t, u.ID, "memories")}, []int{8, 8})
	})

	for _, tier := range []struct {
		title string
		pro   bool
		limit int
	}{
		{"LIMIT-02 a free user has at most 2 documents, however many race", false, 2},
		{"LIMIT-03 a Pro user has at most 10 documents, however many race", true, 10},
	} {
		t.Run(tier.title, func(t *testing.T) {
			u := f.newUser(t)
			if tier.pro {
				f.settle(t, newSubscription(u.ID))
			}
			plans := plan.Table{Free: plan.Limits{Documents: 2}, Pro: plan.Limits{Documents: 10}}
			documents := make([]memory.Memory, racers)
			for i := range documents {
				documents[i] = f.newDocument(t, u.ID)
			}
			won, refused := race(t, racers, fault.Limit, func(i int) error {
				return f.either(i).Add(ctx, documents[i], nil, plans)
			})
			equal(t, []int{won, refused}, []int{tier.limit, racers - tier.limit})
			equal(t, []int{f.counted(t, u.ID, quota.Documents), f.counted(t, u.ID, quota.Memories), f.rows(t, u.ID, "memories")},
				[]int{tier.limit, tier.limit, tier.limit})
		})
	}

	t.Run("LIMIT-04 concurrently a free user has at most the day's searches", func(t *testing.T) {
		u := f.newUser(t)
		plans := plan.Table{Free: plan.Limits{SearchesPerDay: 20}}
		won, refused := race(t, racers, fault.Limit, func(i int) error {
			searches := quota.New(f.either(i), func() time.Time { return start })
			_, err := searches.Search(ctx, u.ID, plans)
			return err
		})
		equal(t, []int{won, refused}, []int{20, racers - 20})
	})

	t.Run("LIMIT-05 LIMIT-10 once Pro has ended its limits no longer apply, however old the request is", func(t *testing.T) {
		u := f.newUser(t)
		sub := newSubscription(u.ID)
		f.settle(t, sub)
		f.add(t, u.ID, memory.Note, 1)
		plans := plan.Table{Free: plan.Limits{Memories: 1, SearchesPerDay: 1}}
		used := func() []int {
			searches, err := f.Count(ctx, u.ID, quota.Searches, "2026-03-01")
			noError(t, err)
			return []int{f.counted(t, u.ID, quota.Memories), searches}
		}
		_, err := f.Take(ctx, u.ID, quota.Searches, "2026-03-01", plans)
		noError(t, err)
		var atTheEnd []int
		race(t, racers, fault.Limit, func(i int) error {
			switch {
			case i == racers/2:
				ended := sub
				ended.Status = billing.Ended
				_, _, err := f.node.Settle(ctx, ended, 1, start)
				atTheEnd = used()
				return err
			case i%2 == 0:
				_, err := f.either(i/2).Take(ctx, u.ID, quota.Searches, "2026-03-01", plans)
				return err
			}
			return f.either(i/2).Add(ctx, newMemory(u.ID, memory.Note), nil, plans)
		})
		equal(t, used(), atTheEnd)
	})

	t.Run("LIMIT-06 failing searches and concurrent ones leave the allowance exact", func(t *testing.T) {
		u := f.newUser(t)
		searches := quota.New(f, func() time.Time { return start })
		won, _ := race(t, racers, fault.Limit, func(i int) error {
			giveBack, err := searches.Search(ctx, u.ID, plan.Table{Free: plan.Limits{SearchesPerDay: racers}})
			if err == nil && i%2 == 0 {
				giveBack()
			}
			return err
		})
		n, err := f.Count(ctx, u.ID, quota.Searches, start.Format(time.DateOnly))
		noError(t, err)
		equal(t, []int{won, n}, []int{racers, racers / 2})
	})

	t.Run("LIMIT-09 without a limit all concurrent requests pass", func(t *testing.T) {
		u := f.newUser(t)
		won, _ := race(t, racers, fault.Limit, func(int) error {
			return f.Add(ctx, newMemory(u.ID, memory.Note), newPassages(1), unlimited)
		})
		equal(t, []int{won, f.counted(t, u.ID, quota.Memories)}, []int{racers, racers})
	})

	t.Run("API-23 of many that claim one upload concurrently, one gets it", func(t *testing.T) {
		u := f.newUser(t)
		up := f.newDocument(t, u.ID).UploadID
		won, refused := race(t, racers, fault.Invalid, func(int) error {
			m := newMemory(u.ID, memory.Document)
			m.UploadID = up
			return f.Add(ctx, m, nil, unlimited)
		})
		equal(t, []int{won, refused, f.counted(t, u.ID, quota.Documents)}, []int{1, racers - 1, 1})
	})

	t.Run("API-30 of many that delete one memory concurrently, one does, and its allowance is returned once", func(t *testing.T) {
		u := f.newUser(t)
		f.add(t, u.ID, memory.Document, 1)
		m := f.add(t, u.ID, memory.Document, 1)
		won, refused := race(t, racers, fault.NotFound, func(i int) error { return f.either(i).Delete(ctx, u.ID, m.ID) })
		equal(t, []int{won, refused, f.counted(t, u.ID, quota.Documents)}, []int{1, racers - 1, 1})
	})

	t.Run("API-47 a concurrent claim and removal of an upload: one of them succeeds", func(t *testing.T) {
		u := f.newUser(t)
		documents := make([]memory.Memory, racers)
		for i := range documents {
			documents[i] = f.newDocument(t, u.ID)
		}
		claims, lost := race(t, racers, fault.Invalid, func(i int) error {
			if i%4 == 0 {
				if _, err := f.either(i/4).RemoveUnclaimed(ctx, start.Add(time.Hour)); err != nil {
					return err
				}
			}
			return f.Add(ctx, documents[i], nil, unlimited)
		})
		equal(t, claims+lost, racers)
		equal(t, []int{f.rows(t, u.ID, "uploads"), f.rows(t, u.ID, "memories"), f.counted(t, u.ID, "unclaimed")}, []int{claims, claims, 0})
	})

	t.Run("a bounded number of uploads wait, even concurrently", func(t *testing.T) {
		u := f.newUser(t)
		won, refused := race(t, racers, fault.Limit, func(int) error {
			return f.AddUpload(ctx, upload.Upload{ID: newID(), UserID: u.ID, Name: "a.pdf", CreatedAt: start}, 5)
		})
		equal(t, []int{won, refused}, []int{5, racers - 5})
	})

	t.Run("concurrent saves, captures and deletions leave counters that equal the rows", func(t *testing.T) {
		u := f.newUser(t)
		shared := f.add(t, u.ID, memory.Link, 3)
		race(t, racers, fault.NotFound, func(i int) error {
			m := newMemory(u.ID, memory.Note)
			if err := f.Add(ctx, m, newPassages(2), unlimited); err != nil {
				return err
			}
			if err := saveUnlessOvertaken(ctx, f.either(i), capture.Result{Memory: shared, Passages: newPassages(1 + i%5)}); err != nil {
				return err
			}
			if i%2 == 0 {
				return nil
			}
			return f.Delete(ctx, u.ID, m.ID)
		})
		f.checkCounters(t, u.ID)
		replica := newReplica()
		replica.catchUp(t, f, u.ID)
		replica.equals(t, f, u.ID)
	})
}
