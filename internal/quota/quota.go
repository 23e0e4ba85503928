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

// Store keeps one row for each user, counter and period. Memories and documents have the empty period.
type Store interface {
	// Count returns the counter's value, 0 when there is no row.
	Count(ctx context.Context, userID string, c Counter, period string) (int, error)
	// Take adds one when the counter is under limit (0: unlimited) and reports whether it did. Concurrent calls never
	// take more than limit.
	Take(ctx context.Context, userID string, c Counter, period string, limit int) (bool, error)
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
func (s *Service) Search(ctx context.Context, userID string, limits plan.Limits) (giveBack func(), err error) {
	now := s.now().UTC()
	day := now.Format(time.DateOnly)
	ok, err := s.store.Take(ctx, userID, Searches, day, limits.SearchesPerDay)
	if err != nil {
		return nil, err
	}
	if !ok {
		f := fault.New(fault.Limit, "You have used today's searches. Upgrade to Pro for unlimited searches.")
		f.RetryAfter = now.Truncate(24 * time.Hour).Add(24 * time.Hour).Sub(now)
		return nil, f
	}
	return func() {
		// The caller's context may be what failed.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = s.store.GiveBack(ctx, userID, Searches, day)
	}, nil
}
