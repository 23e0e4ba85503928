package admin

import (
	"context"
	"crypto/rand"
	"math/big"

	"github.com/google/uuid"

	"engram/internal/account"
	"engram/internal/blob"
	"engram/internal/fault"
	"engram/internal/plan"
)

const (
	// PageSize is the number of people per page.
	PageSize = 200
	// batch is the number of memories removed per transaction.
	batch = 200
)

// People lists the accounts after an id, the oldest first, with the size of their files.
func (s *Service) People(ctx context.Context, after string) ([]Person, error) {
	people, err := s.Store.People(ctx, after, PageSize)
	if err != nil {
		return nil, err
	}
	files, err := s.files(ctx)
	for i := range people {
		people[i].Bytes = files.of[people[i].ID]
	}
	return people, err
}

// Named finds an account by its name.
func (s *Service) Named(ctx context.Context, username string) (Person, error) {
	return s.Store.PersonNamed(ctx, username)
}

// Add makes an account, whatever the sign-up policy. It returns the faults of a sign-up.
func (s *Service) Add(ctx context.Context, username, password string, role account.Role) error {
	if err := account.CheckUsername(username); err != nil {
		return err
	}
	hash, err := account.HashPassword(password)
	if err != nil {
		return err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return err
	}
	return s.Store.AddUser(ctx, account.User{ID: id.String(), Username: username, Plan: plan.Free, Role: role, CreatedAt: s.Now()}, hash)
}

// ResetPassword gives an account another password and ends its sessions; fault.Invalid for one that breaks a rule.
func (s *Service) ResetPassword(ctx context.Context, userID, password string) error {
	hash, err := account.HashPassword(password)
	if err != nil {
		return err
	}
	return s.Store.SetPassword(ctx, userID, hash, s.Now())
}

// SetRole makes a user an owner or a member; fault.Conflict for the last owner.
func (s *Service) SetRole(ctx context.Context, userID string, role account.Role) error {
	if role != account.Owner && role != account.Member {
		return fault.New(fault.Invalid, "A role is owner or member")
	}
	return s.Store.SetRole(ctx, userID, role)
}

// Disable ends the sessions of an account and prevents sign-ins; fault.Conflict for the last owner.
func (s *Service) Disable(ctx context.Context, userID string) error {
	return s.Store.Disable(ctx, userID, s.Now())
}

// Enable allows a disabled account to sign in again.
func (s *Service) Enable(ctx context.Context, userID string) error {
	return s.Store.Enable(ctx, userID)
}

// Delete removes an account with everything saved, asked and uploaded. It is disabled first, so
// that nothing is added meanwhile; an interrupted deletion is completed by another one. It returns
// fault.Conflict for the last owner while there are others, and for a paying user.
func (s *Service) Delete(ctx context.Context, userID string) error {
	if err := s.Store.Unpaid(ctx, userID); err != nil {
		return err
	}
	if err := s.Disable(ctx, userID); err != nil {
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
		}
	}
}

// letters of passwords that are made: none that is taken for another.
const letters = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!@#$%"

// NewPassword makes one of 16 characters that keeps the rules.
func NewPassword() (string, error) {
	for {
		made := make([]byte, 16)
		for i := range made {
			n, err := rand.Int(rand.Reader, big.NewInt(int64(len(letters))))
			if err != nil {
				return "", err
			}
			made[i] = letters[n.Int64()]
		}
		if account.CheckPassword(string(made)) == nil {
			return string(made), nil
		}
	}
}

// sizes holds the size of all files, and of each person's.
type sizes struct {
	count int
	bytes int64
	of    map[string]int64
}

func (s *Service) files(ctx context.Context) (sizes, error) {
	all := sizes{of: map[string]int64{}}
	err := s.Files.List(ctx, func(file blob.Info) error {
		all.count++
		all.bytes += file.Size
		all.of[blob.Owner(file.Key)] += file.Size
		return nil
	})
	return all, err
}
