package conversation

import (
	"context"
	"errors"
	"time"

	"engram/internal/fault"
)

// Term is how long a user's conversations stay. It counts from the last question of each.
type Term string

const (
	Always     Term = "always" // until they are deleted
	NinetyDays Term = "90-days"
	Never      Term = "never" // in no list; there for followUpTime, so that the page that asked can ask on
)

const (
	ninetyDays   = 90 * 24 * time.Hour
	followUpTime = time.Hour
)

// TermStore keeps how long conversations stay.
type TermStore interface {
	// Term returns how long a user's conversations stay, Always unless they said otherwise.
	Term(ctx context.Context, userID string) (Term, error)
	// SetTerm stores it, and removes the user's conversations that have not changed after then, in one transaction.
	SetTerm(ctx context.Context, userID string, term Term, then, now time.Time) error
	// ForgetConversations removes those that have not changed after then, of every user with the term.
	ForgetConversations(ctx context.Context, term Term, then time.Time) error
}

// Term returns how long a user's conversations stay.
func (s *Service) Term(ctx context.Context, userID string) (Term, error) {
	return s.store.Term(ctx, userID)
}

// SetTerm says how long a user's conversations stay. What would be gone by that goes at once, and with Never everything,
// before as well as behind it: what was asked while nothing was to be kept is not kept later either. fault.Invalid for
// what is no term.
func (s *Service) SetTerm(ctx context.Context, userID string, term Term) error {
	before, err := s.store.Term(ctx, userID)
	if err != nil || before == term {
		return err
	}
	now := s.now()
	var then time.Time
	switch {
	case term != Always && term != NinetyDays && term != Never:
		return fault.New(fault.Invalid, "Please say whether conversations are kept always, for 90-days or never")
	case term == Never || before == Never:
		then = now
	case term == NinetyDays:
		then = now.Add(-ninetyDays)
	}
	return s.store.SetTerm(ctx, userID, term, then, now)
}

// Forget removes the conversations of all users whose time is over.
func (s *Service) Forget(ctx context.Context) error {
	now := s.now()
	return errors.Join(
		s.store.ForgetConversations(ctx, NinetyDays, now.Add(-ninetyDays)),
		s.store.ForgetConversations(ctx, Never, now.Add(-followUpTime)),
	)
}
