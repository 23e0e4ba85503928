package quota_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"engram/internal/plan"
	"engram/internal/quota"
)

// counts stand for a store: the count of each counter and period.
type counts map[string]int

func (c counts) Count(_ context.Context, userID string, counter quota.Counter, period string) (int, error) {
	if userID != "ann" {
		return 0, errors.New("another's")
	}
	return c[string(counter)+" "+period], nil
}

func (c counts) Take(_ context.Context, _ string, counter quota.Counter, period string, plans plan.Table) (bool, error) {
	key := string(counter) + " " + period
	if limit := counter.Limit(plans.Free); limit > 0 && c[key] >= limit {
		return false, nil
	}
	c[key]++
	return true, nil
}

func (c counts) GiveBack(context.Context, string, quota.Counter, string) error { return nil }

func TestUsage(t *testing.T) {
	now := time.Date(2026, 11, 22, 23, 59, 59, 0, time.FixedZone("", -5*3600)) // the 23rd in UTC
	kept := counts{"memories ": 7, "documents ": 2, "searches 2026-11-22": 9, "searches 2026-11-23": 3}
	s := quota.New(kept, func() time.Time { return now })
	usage := func(limits plan.Limits) quota.Usage {
		t.Helper()
		u, err := s.Usage(t.Context(), "ann", limits)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	midnight := time.Date(2026, 11, 24, 0, 0, 0, 0, time.UTC)

	t.Run("the use of each limit is counted, searches by UTC day", func(t *testing.T) {
		want := quota.Usage{Memories: plan.Allow(7, 100), Documents: plan.Allow(2, 2), Searches: plan.Allow(3, 20), ResetsAt: midnight}
		if got := usage(plan.Limits{Memories: 100, Documents: 2, SearchesPerDay: 20}); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	})
	t.Run("use is counted without limits as well", func(t *testing.T) {
		if got := usage(plan.Limits{}); got.Searches != plan.Allow(3, 0) || got.Memories != plan.Allow(7, 0) {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("LIMIT-04 a search counts at once, and a new day begins at midnight UTC", func(t *testing.T) {
		if _, err := s.Search(t.Context(), "ann", plan.Table{Free: plan.Limits{SearchesPerDay: 20}}); err != nil {
			t.Fatal(err)
		}
		if got := usage(plan.Limits{}).Searches.Count; got != 4 {
			t.Errorf("got %d", got)
		}
		now = midnight.Add(-time.Millisecond)
		if got := usage(plan.Limits{}); got.Searches.Count != 4 || !got.ResetsAt.Equal(midnight) {
			t.Errorf("a moment before: got %+v", got)
		}
		now = midnight
		if got := usage(plan.Limits{}); got.Searches.Count != 0 || !got.ResetsAt.Equal(midnight.Add(24*time.Hour)) {
			t.Errorf("at midnight: got %+v", got)
		}
	})
	t.Run("a limit that can't be counted is an error", func(t *testing.T) {
		if _, err := s.Usage(t.Context(), "eve", plan.Limits{}); err == nil {
			t.Error("got none")
		}
	})
}
