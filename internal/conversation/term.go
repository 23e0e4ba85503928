package conversation

import (
	"context"
	"errors"
	"time"

	"engram/internal/fault"
)

// Term is the time for which a user's conversations are stored, counted from the last question.
type Term string

const (
	Always     Term = "always" // until they are deleted
	NinetyDays Term = "90-days"
	Never      Term = "never" // never listed; stored for followUpTime, so that follow-ups work
)

const (
	ninetyDays   = 90 * 24 * time.Hour
	followUpTime = time.Hour
)

// TermStore stores the users' terms.
type TermStore interface {
	// Term returns the user's term, by default Always.
	Term(ctx context.Context, userID string) (Term, error)
	// SetTerm stores the term and deletes the user's conversations unchanged since then, in one
	// transaction.
	SetTerm(ctx context.Context, userID string, term Term, then, now time.Time) error
	// ForgetConversations deletes the conversations unchanged since then of all users with the
	// term.
	ForgetConversations(ctx context.Context, term Term, then time.Time) error
}

// Term returns the user's term.
func (s *Service) Term(ctx context.Context, userID string) (Term, error) {
	return s.store.Term(ctx, userID)
}

// SetTerm sets the term and deletes what it ends at once; switching to or from Never deletes
// everything, so that nothing asked meanwhile is stored. fault.Invalid for an unknown term.
func (s *Service) SetTerm(ctx context.Context, userID string, term Term) error {
	before, err := s.store.Term(ctx, userID)
	if err != nil || before == term {
		return err
	}
	now := s.now()
	var then time.Time
	switch {
	case term != Always && term != NinetyDays && term != Never:
		return fault.New(fault.Invalid,
			"Please say whether conversations are kept always, for 90-days or never")
	case term == Never || before == Never:
		then = now
	case term == NinetyDays:
		then = now.Add(-ninetyDays)
	}
	return s.store.SetTerm(ctx, userID, term, then, now)
}

// Forget deletes the conversations of all users whose term has passed.
func (s *Service) Forget(ctx context.Context) error {
	now := s.now()
	return errors.Join(
		s.store.ForgetConversations(ctx, NinetyDays, now.Add(-ninetyDays)),
		s.store.ForgetConversations(ctx, Never, now.Add(-followUpTime)),
	)
}
