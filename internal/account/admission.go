package account

import (
	"context"
	"time"

	"engram/internal/fault"
)

// Role extends what a user may do beyond using their account.
type Role string

const (
	Member Role = "member"
	Owner  Role = "owner" // administers this Engram
)

// SignUpPolicy decides who may create an account.
type SignUpPolicy string

const (
	SignUpOpen   SignUpPolicy = "open"
	SignUpInvite SignUpPolicy = "invite"
	SignUpClosed SignUpPolicy = "closed"
)

// Admission holds the conditions to create an account.
type Admission struct {
	Policy SignUpPolicy
	// FirstOwns admits the first account without an invitation, as owner.
	FirstOwns bool
}

// Ticket holds what a new user presents: the hash of an invitation's token, and who invited; zero:
// nothing.
type Ticket struct {
	OwnerID   string
	TokenHash []byte
}

// AdmissionStore creates accounts under an Admission.
type AdmissionStore interface {
	// Admit inserts a user with a first session if admitted: as the first, by ticket, which is then
	// used up, or freely. Of concurrent first users, or uses of a ticket, one succeeds; the others
	// get a fault and nothing changes.
	Admit(ctx context.Context, a Admission, t Ticket, u User, passwordHash string, first Session) error
	// HasUsers reports whether there is any account.
	HasUsers(ctx context.Context) (bool, error)
	// AddInvitation stores an invitation.
	AddInvitation(ctx context.Context, i Invitation) error
	// CheckTicket returns the error that Admit would.
	CheckTicket(ctx context.Context, t Ticket, now time.Time) error
	// Invitations returns the latest invitations of all owners.
	Invitations(ctx context.Context, limit int) ([]Invitation, error)
	// Revoke deletes an unused invitation of any owner; fault.NotFound if there is none.
	Revoke(ctx context.Context, id string) error
}

// Restrict sets the admission. By default everyone is admitted.
func (s *Service) Restrict(a Admission) *Service {
	s.admission = a
	return s
}

// SignUpPolicy returns who may create an account once there is one.
func (s *Service) SignUpPolicy() SignUpPolicy { return s.admission.Policy }

// AwaitsOwner reports whether the next account will be the first, and an owner's.
func (s *Service) AwaitsOwner(ctx context.Context) (bool, error) {
	if !s.admission.FirstOwns {
		return false, nil
	}
	has, err := s.store.HasUsers(ctx)
	return !has && err == nil, err
}

// admissible rejects those whom the store would, before hashing their password.
func (s *Service) admissible(ctx context.Context, invitation string) (Ticket, error) {
	if s.admission.Policy == SignUpOpen {
		return Ticket{}, nil
	}
	if first, err := s.AwaitsOwner(ctx); first || err != nil {
		return Ticket{}, err
	}
	if s.admission.Policy == SignUpClosed {
		return Ticket{}, ErrClosed()
	}
	return s.ticket(ctx, invitation)
}

// ErrClosed is the error where sign-up is closed.
func ErrClosed() error { return fault.New(fault.Forbidden, "Sign-up is closed here") }

// ErrUninvited is the error where an invitation is needed and missing.
func ErrUninvited() error {
	return fault.New(fault.Forbidden, "Sign-up is by invitation here. Please ask the owner for a link.")
}

func errDisabled() error {
	return fault.New(fault.Forbidden, "This account is disabled. Please turn to whoever runs this Engram.")
}
