// Package deletion removes accounts with all that belongs to them.
//
// An account is closed at once: its name is free, its sessions have ended, and a job is enqueued in the
// same transaction. The job removes everything, step by step, and begins anew after any interruption.
package deletion

import (
	"context"
	"errors"
	"strings"
	"time"

	"engram/internal/account"
	"engram/internal/blob"
	"engram/internal/fault"
)

const (
	// batch is the number of memories listed at once.
	batch = 200
	// sitting bounds a run of the job, below the time that jobs have.
	sitting = 40 * time.Second
)

// ErrMore is returned by Run when there is more to remove.
var ErrMore = errors.New("deletion: there is more to remove")

// Store removes the rows of accounts.
type Store interface {
	// Close takes the account's name, ends its sessions, lets none begin, and enqueues its removal, in
	// one transaction. fault.Conflict where no owner would be left among the accounts that are;
	// fault.NotFound if there is no such account.
	Close(ctx context.Context, userID string, now time.Time) error
	// Unpaid returns fault.Conflict while the user pays for a membership.
	Unpaid(ctx context.Context, userID string) error
	// MemoryIDs returns some of a user's memories, at most limit.
	MemoryIDs(ctx context.Context, userID string, limit int) ([]string, error)
	// DeleteUser removes everything of a user but their memories, which are to be gone, from the trash
	// as well; fault.Conflict while there is one.
	DeleteUser(ctx context.Context, userID string) error
}

// Memories removes memories with their files, for good.
type Memories interface {
	Delete(ctx context.Context, userID, id string) error
	// EmptyTrash removes what was deleted by a time.
	EmptyTrash(ctx context.Context, userID string, until time.Time) error
}

// Passwords verifies passwords.
type Passwords interface {
	// Verify returns fault.Forbidden for a wrong password, fault.Limit beyond the rate of tries.
	Verify(ctx context.Context, id account.Identity, password string) error
}

// Payments ends what charges a user.
type Payments interface {
	// EndAll ends all that charges the user or could begin to. After an error something may still.
	EndAll(ctx context.Context, userID string) error
}

// Files keeps documents and pictures.
type Files interface {
	// ListIn calls yield for every file below a folder. yield may delete it.
	ListIn(ctx context.Context, folder string, yield func(blob.Info) error) error
	Delete(ctx context.Context, key string) error
}

// Index holds what is searched.
type Index interface {
	// Forget deletes the user's index and its files.
	Forget(userID string)
}

// Queue holds jobs.
type Queue interface {
	// Forget removes the jobs that name a user, and reports whether some are left, since they run.
	Forget(ctx context.Context, userID string) (left bool, err error)
}

// Parts are the dependencies of a Service. At the command line only Store and Memories are set.
type Parts struct {
	Store     Store
	Memories  Memories
	Passwords Passwords
	Payments  Payments
	Files     Files
	Index     Index
	Queue     Queue
	Pages     func(key string)                // forgets what is held of a document's pages
	Scrub     func(ctx context.Context) error // removes what a database's log still has
	Now       func() time.Time
}

// Service deletes accounts.
type Service struct{ Parts }

// New returns a Service.
func New(p Parts) *Service { return &Service{p} }

// Begin deletes the caller's account; when it returns, the caller is signed out everywhere, and all that
// charged has ended. The rest is gone within the hour. It returns fault.Invalid unless the username is
// the caller's, the faults of Passwords and Payments, and fault.Conflict for the last owner while there
// are others. Then nothing has changed, but that a membership may have ended.
func (s *Service) Begin(ctx context.Context, id account.Identity, username, password string) error {
	user := id.User()
	if !strings.EqualFold(strings.TrimSpace(username), user.Username) {
		return fault.New(fault.Invalid, "Please type your username, "+user.Username+", to delete your account")
	}
	if err := s.Passwords.Verify(ctx, id, password); err != nil {
		return err
	}
	if err := s.endPayments(ctx, user.ID); err != nil {
		return err
	}
	err := s.Store.Close(ctx, user.ID, s.Now())
	if fault.KindOf(err) == fault.Conflict {
		return fault.Wrap(fault.Conflict, "You are the only owner. Make somebody else an owner first, then delete your account.", err)
	}
	return err
}

// endPayments explains why an account stays if what it pays for can't be ended.
func (s *Service) endPayments(ctx context.Context, userID string) error {
	err := s.Payments.EndAll(ctx, userID)
	if fault.KindOf(err) == fault.Unavailable {
		return fault.Wrap(fault.Unavailable,
			"Your membership could not be ended at the payment service, so nothing was deleted. Please try again later, or write to us.", err)
	}
	return err
}

// Run removes what there is of a closed account. It returns ErrMore if its time ends before, and
// blob.ErrHeld while a backup is made; it is then to be run again, as after any other error. An account
// that is not there any more is no error.
func (s *Service) Run(ctx context.Context, userID string) error {
	until := s.Now().Add(sitting)
	// A checkout may have been begun while the account was closed.
	if err := s.Payments.EndAll(ctx, userID); err != nil {
		return err
	}
	if err := s.rows(ctx, userID, until); err != nil {
		return err
	}
	s.Index.Forget(userID)
	if err := s.files(ctx, userID); err != nil {
		return err
	}
	left, err := s.Queue.Forget(ctx, userID)
	if err != nil {
		return err
	}
	if left {
		return ErrMore
	}
	_ = s.Scrub(ctx) // the sweep does it as well, when no reader is in the way
	return nil
}

// Remove removes the rows of an account, at the command line; what else there is goes with the job, once a
// server runs. It returns fault.Conflict for the last owner while there are others, and for a paying
// user.
func (s *Service) Remove(ctx context.Context, userID string) error {
	if err := s.Store.Unpaid(ctx, userID); err != nil {
		return err
	}
	if err := s.Store.Close(ctx, userID, s.Now()); err != nil {
		return err
	}
	return s.rows(ctx, userID, time.Time{})
}

// rows removes memories, then all else. A zero time has no end.
func (s *Service) rows(ctx context.Context, userID string, until time.Time) error {
	if err := s.Memories.EmptyTrash(ctx, userID, s.Now()); err != nil {
		return err
	}
	for {
		ids, err := s.Store.MemoryIDs(ctx, userID, batch)
		if err != nil {
			return err
		}
		if len(ids) == 0 {
			return s.Store.DeleteUser(ctx, userID)
		}
		for _, id := range ids {
			if err := s.Memories.Delete(ctx, userID, id); err != nil && fault.KindOf(err) != fault.NotFound {
				return err
			}
			if !until.IsZero() && s.Now().After(until) {
				return ErrMore
			}
		}
	}
}

// files removes every file of a user.
func (s *Service) files(ctx context.Context, userID string) error {
	for _, folder := range append(blob.Folders(userID), blob.IndexFolder(userID)) {
		err := s.Files.ListIn(ctx, folder, func(file blob.Info) error {
			s.Pages(file.Key)
			return s.Files.Delete(ctx, file.Key)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
