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

// pageSize is the number of people per page.
const pageSize = 200

// Page is some of the accounts, and the number and size of all files, which are listed for it anyhow.
type Page struct {
	People []Person
	More   bool  // accounts after these
	Files  int   // all that are kept
	Bytes  int64 // of all files
}

// People lists the accounts after an id, the oldest first, with the size of their files.
func (s *Service) People(ctx context.Context, after string) (p Page, err error) {
	if p.People, err = s.Store.People(ctx, after, pageSize); err != nil {
		return p, err
	}
	p.More = len(p.People) == pageSize
	of := map[string]int64{}
	err = s.Files.List(ctx, blob.WithoutIndexes(func(file blob.Info) error {
		p.Files++
		p.Bytes += file.Size
		of[blob.Owner(file.Key)] += file.Size
		return nil
	}))
	for i := range p.People {
		p.People[i].Bytes = of[p.People[i].ID]
	}
	return p, err
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
