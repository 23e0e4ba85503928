package account

import (
	"context"
	"time"

	"engram/internal/fault"
)

// Role is what a user may do beside using their own account.
type Role string

const (
	Member Role = "member"
	Owner  Role = "owner" // looks after this Engram and whoever is on it
)

// SignUpPolicy says who may make an account.
type SignUpPolicy string

const (
	SignUpOpen   SignUpPolicy = "open"
	SignUpInvite SignUpPolicy = "invite"
	SignUpClosed SignUpPolicy = "closed"
)

// Admission is what whoever makes an account has to bring.
type Admission struct {
	Policy SignUpPolicy
	// FirstOwns lets the first account in without anything, and makes it an owner's.
	FirstOwns bool
}

// Ticket is what somebody brings: the hash of an invitation's token and who invites; zero is nothing.
type Ticket struct {
	OwnerID   string
	TokenHash []byte
}

// AdmissionStore keeps accounts as an Admission lets them in.
type AdmissionStore interface {
	// Admit inserts a user with a first session as CreateUser does, if the admission lets them in: as an owner where they are
	// the first and the first owns, by their ticket, which is then used, or without. Of those who come at once with the same
	// ticket, or as the first, one gets in. Whoever doesn't is told so by a fault, and nothing has changed.
	Admit(ctx context.Context, a Admission, t Ticket, u User, passwordHash string, first Session) error
	// HasUsers reports whether there is any account.
	HasUsers(ctx context.Context) (bool, error)
	// AddInvitation keeps one that an owner made.
	AddInvitation(ctx context.Context, i Invitation) error
	// CheckTicket returns what Admit would say of a ticket.
	CheckTicket(ctx context.Context, t Ticket, now time.Time) error
	// Invitations returns every owner's, the latest first, at most limit.
	Invitations(ctx context.Context, limit int) ([]Invitation, error)
	// Revoke removes an invitation, whoever made it; fault.NotFound when there is none of that id that is unused.
	Revoke(ctx context.Context, id string) error
}

// Restrict has accounts made only as the admission says. A new Service lets everybody in.
func (s *Service) Restrict(a Admission) *Service {
	s.admission = a
	return s
}

// SignUpPolicy says who may make an account, now that the first is made.
func (s *Service) SignUpPolicy() SignUpPolicy { return s.admission.Policy }

// AwaitsOwner reports whether whoever makes an account now is the first, and owns this Engram.
func (s *Service) AwaitsOwner(ctx context.Context) (bool, error) {
	if !s.admission.FirstOwns {
		return false, nil
	}
	has, err := s.store.HasUsers(ctx)
	return !has && err == nil, err
}

// admissible refuses whom the store would not let in, before their password costs any work.
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

// ErrClosed is what whoever would make an account is told where nobody may.
func ErrClosed() error { return fault.New(fault.Forbidden, "Sign-up is closed here") }

// ErrUninvited is what they are told where an invitation is needed and they bring none.
func ErrUninvited() error {
	return fault.New(fault.Forbidden, "Sign-up is by invitation here. Please ask the owner for a link.")
}

func errDisabled() error {
	return fault.New(fault.Forbidden, "This account is disabled. Please turn to whoever runs this Engram.")
}
