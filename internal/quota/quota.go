// Package quota decides whether a user may do one more thing.
package quota

import (
	"context"
	"time"

	"engram/internal/fault"
	"engram/internal/plan"
)

// Counter names a count.
type Counter string

const (
	Memories  Counter = "memories"
	Documents Counter = "documents"
	Searches  Counter = "searches" // per UTC day
	Saves     Counter = "saves"    // memories that were saved, per UTC day that they bear; without a limit
)

// Limit returns the counter's limit; zero is unlimited.
func (c Counter) Limit(l plan.Limits) int {
	switch c {
	case Memories:
		return l.Memories
	case Documents:
		return l.Documents
	case Searches:
		return l.SearchesPerDay
	}
	return 0
}

// Store keeps one row per user, counter and period. Memories and documents have the empty period.
type Store interface {
	// Count returns the counter's value, 0 without a row.
	Count(ctx context.Context, userID string, c Counter, period string) (int, error)
	// Take increments the counter if it is below the limit of the user's current plan, and reports
	// whether it did. Concurrent calls never exceed the limit. It returns fault.NotFound for an
	// unknown user.
	Take(ctx context.Context, userID string, c Counter, period string, plans plan.Table) (bool, error)
	// GiveBack decrements the counter, not below 0.
	GiveBack(ctx context.Context, userID string, c Counter, period string) error
}

// Service reads and takes allowances.
type Service struct {
	store Store
	now   func() time.Time
}

// New returns a Service; now determines the day.
func New(store Store, now func() time.Time) *Service { return &Service{store: store, now: now} }

// Memories returns whether one more memory may be added.
func (s *Service) Memories(ctx context.Context, userID string, limits plan.Limits) (plan.Allowance, error) {
	n, err := s.store.Count(ctx, userID, Memories, "")
	return plan.Allow(n, limits.Memories), err
}

// Documents returns whether one more document may be added.
func (s *Service) Documents(ctx context.Context, userID string, limits plan.Limits) (plan.Allowance, error) {
	n, err := s.store.Count(ctx, userID, Documents, "")
	return plan.Allow(n, limits.Documents), err
}

// Search takes one of today's searches or returns fault.Limit. The caller calls giveBack if the
// search fails, so that it is not counted.
func (s *Service) Search(ctx context.Context, userID string, plans plan.Table) (giveBack func(), err error) {
	now := s.now()
	day := DayOf(now)
	ok, err := s.store.Take(ctx, userID, Searches, day, plans)
	if err != nil {
		return nil, err
	}
	if !ok {
		f := fault.New(fault.Limit, "You have used today's searches. Upgrade to Pro for unlimited searches.")
		f.RetryAfter = dayAfter(now).Sub(now)
		return nil, f
	}
	return func() {
		// The caller's context may have ended.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = s.store.GiveBack(ctx, userID, Searches, day)
	}, nil
}

// Usage is the use of each allowance.
type Usage struct {
	Memories, Documents, Searches plan.Allowance
	ResetsAt                      time.Time // when today's searches are reset
}

// Usage returns the user's use of each allowance.
func (s *Service) Usage(ctx context.Context, userID string, limits plan.Limits) (u Usage, err error) {
	now := s.now()
	if u.Memories, err = s.Memories(ctx, userID, limits); err != nil {
		return Usage{}, err
	}
	if u.Documents, err = s.Documents(ctx, userID, limits); err != nil {
		return Usage{}, err
	}
	n, err := s.store.Count(ctx, userID, Searches, DayOf(now))
	u.Searches, u.ResetsAt = plan.Allow(n, limits.SearchesPerDay), dayAfter(now)
	return u, err
}

// DayOf returns the period of a time: its UTC day.
func DayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// dayAfter returns the start of the next UTC day.
func dayAfter(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour).Add(24 * time.Hour) }
