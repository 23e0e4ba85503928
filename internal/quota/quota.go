// Package quota answers one question: may this user do one more thing?
package quota

import (
	"context"
	"time"

	"engram/internal/fault"
	"engram/internal/plan"
)

// Counter names what is counted.
type Counter string

const (
	Memories  Counter = "memories"
	Documents Counter = "documents"
	Searches  Counter = "searches" // its period is a UTC day
)

// Limit is how far the counter may go by those limits; zero is unlimited.
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

// Store keeps one row for each user, counter and period. Memories and documents have the empty period.
type Store interface {
	// Count returns the counter's value, 0 when there is no row.
	Count(ctx context.Context, userID string, c Counter, period string) (int, error)
	// Take adds one when the counter is under the limit of the plan that the user has at that moment, and reports whether
	// it did. Concurrent calls never take more than the limit. fault.NotFound when there is no such user.
	Take(ctx context.Context, userID string, c Counter, period string, plans plan.Table) (bool, error)
	// GiveBack takes one off, never below 0.
	GiveBack(ctx context.Context, userID string, c Counter, period string) error
}

// Service reads and takes allowances.
type Service struct {
	store Store
	now   func() time.Time
}

// New returns a Service that reads the day from now.
func New(store Store, now func() time.Time) *Service { return &Service{store: store, now: now} }

// Memories says whether one more memory may be added.
func (s *Service) Memories(ctx context.Context, userID string, limits plan.Limits) (plan.Allowance, error) {
	n, err := s.store.Count(ctx, userID, Memories, "")
	return plan.Allow(n, limits.Memories), err
}

// Documents says whether one more document may be added.
func (s *Service) Documents(ctx context.Context, userID string, limits plan.Limits) (plan.Allowance, error) {
	n, err := s.store.Count(ctx, userID, Documents, "")
	return plan.Allow(n, limits.Documents), err
}

// Search takes one of today's searches, or returns fault.Limit. The caller calls giveBack when the search fails, so that
// a failed search costs nothing.
func (s *Service) Search(ctx context.Context, userID string, plans plan.Table) (giveBack func(), err error) {
	now := s.now()
	day := dayOf(now)
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
		// The caller's context may be what failed.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = s.store.GiveBack(ctx, userID, Searches, day)
	}, nil
}

// Usage is how much of each allowance is used.
type Usage struct {
	Memories, Documents, Searches plan.Allowance
	ResetsAt                      time.Time // when the searches of today are forgotten
}

// Usage says how much a user has used, without using any of it.
func (s *Service) Usage(ctx context.Context, userID string, limits plan.Limits) (u Usage, err error) {
	now := s.now()
	if u.Memories, err = s.Memories(ctx, userID, limits); err != nil {
		return Usage{}, err
	}
	if u.Documents, err = s.Documents(ctx, userID, limits); err != nil {
		return Usage{}, err
	}
	n, err := s.store.Count(ctx, userID, Searches, dayOf(now))
	u.Searches, u.ResetsAt = plan.Allow(n, limits.SearchesPerDay), dayAfter(now)
	return u, err
}

func dayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// dayAfter is when the next UTC day begins.
func dayAfter(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour).Add(24 * time.Hour) }
