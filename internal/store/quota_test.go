package store_test

import (
	"testing"
	"time"

	"engram/internal/fault"
	"engram/internal/plan"
	"engram/internal/quota"
)

func testCounters(t *testing.T, f *fixture) {
	ctx := t.Context()

	t.Run("a counter starts at 0, rises to its limit and never falls below 0", func(t *testing.T) {
		u := f.newUser(t)
		equal(t, f.counted(t, u.ID, quota.Memories), 0)
		noError(t, f.GiveBack(ctx, u.ID, quota.Memories, ""))
		for _, want := range []bool{true, true, false, false} {
			ok, err := f.Take(ctx, u.ID, quota.Memories, "", plan.Table{Free: plan.Limits{Memories: 2}})
			noError(t, err)
			equal(t, ok, want)
		}
		equal(t, f.counted(t, u.ID, quota.Memories), 2)
		for range 3 {
			noError(t, f.GiveBack(ctx, u.ID, quota.Memories, ""))
		}
		equal(t, f.counted(t, u.ID, quota.Memories), 0)
	})

	t.Run("counters and periods are independent", func(t *testing.T) {
		u := f.newUser(t)
		for range 2 {
			_, err := f.Take(ctx, u.ID, quota.Searches, "2026-03-01", plan.Table{Free: plan.Limits{SearchesPerDay: 2}})
			noError(t, err)
		}
		for _, free := range []struct {
			counter quota.Counter
			period  string
		}{{quota.Searches, "2026-03-02"}, {quota.Documents, ""}} {
			ok, err := f.Take(ctx, u.ID, free.counter, free.period, plan.Table{Free: plan.Limits{Documents: 1, SearchesPerDay: 1}})
			noError(t, err)
			equal(t, ok, true)
		}
		n, err := f.Count(ctx, u.ID, quota.Searches, "2026-03-01")
		noError(t, err)
		equal(t, n, 2)
	})

	t.Run("LIMIT-04 searches are counted by UTC day, and a new day starts at 0", func(t *testing.T) {
		u := f.newUser(t)
		now := time.Date(2026, 3, 1, 23, 59, 0, 0, time.UTC)
		searches := quota.New(f, func() time.Time { return now.In(time.FixedZone("far", 9*3600)) })
		plans := plan.Table{Free: plan.Limits{SearchesPerDay: 20}}
		for range 20 {
			_, err := searches.Search(ctx, u.ID, plans)
			noError(t, err)
		}
		_, err := searches.Search(ctx, u.ID, plans)
		isFault(t, err, fault.Limit, "")
		now = now.Add(time.Minute)
		_, err = searches.Search(ctx, u.ID, plans)
		noError(t, err)
	})

	t.Run("LIMIT-04 the previous day is still counted for a node with a lagging clock, and days are kept", func(t *testing.T) {
		u := f.newUser(t)
		for _, day := range []string{"2026-03-01", "2026-03-02", "2026-03-03"} {
			ok, err := f.Take(ctx, u.ID, quota.Searches, day, plan.Table{Free: plan.Limits{SearchesPerDay: 1}})
			noError(t, err)
			equal(t, ok, true)
		}
		ok, err := f.Take(ctx, u.ID, quota.Searches, "2026-03-02", plan.Table{Free: plan.Limits{SearchesPerDay: 1}})
		noError(t, err)
		equal(t, ok, false)
		equal(t, f.rows(t, u.ID, "counters"), 3)
	})

	t.Run("LIMIT-06 a search that fails is given back", func(t *testing.T) {
		u := f.newUser(t)
		searches := quota.New(f, func() time.Time { return start })
		plans := plan.Table{Free: plan.Limits{SearchesPerDay: 1}}
		giveBack, err := searches.Search(ctx, u.ID, plans)
		noError(t, err)
		_, err = searches.Search(ctx, u.ID, plans)
		isFault(t, err, fault.Limit, "")
		giveBack()
		_, err = searches.Search(ctx, u.ID, plans)
		noError(t, err)
	})

	t.Run("LIMIT-09 a limit of 0 is unlimited, and is counted all the same", func(t *testing.T) {
		u := f.newUser(t)
		for range 30 {
			ok, err := f.Take(ctx, u.ID, quota.Searches, "2026-03-01", unlimited)
			noError(t, err)
			equal(t, ok, true)
		}
		n, err := f.Count(ctx, u.ID, quota.Searches, "2026-03-01")
		noError(t, err)
		equal(t, n, 30)
	})
}
