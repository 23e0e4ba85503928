package account

import (
	"context"
	"time"

	"github.com/google/uuid"

	"engram/internal/fault"
)

const (
	// InvitationLasts is the validity of an invitation.
	InvitationLasts = 7 * 24 * time.Hour
	// MostInvitations is the number of invitations listed.
	MostInvitations = 100
)

// Invitation admits one person. Its token is never stored.
type Invitation struct {
	ID        string // names it to owners; not secret
	OwnerID   string // the inviting owner
	InvitedBy string // name of the owner
	TokenHash []byte
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    time.Time // zero: not yet
	UsedBy    string    // name of the new user
}

// Invite creates an invitation and the token for its link. fault.Forbidden unless the caller is an
// owner and sign-up is open to invitations.
func (s *Service) Invite(ctx context.Context, id Identity) (token string, i Invitation, err error) {
	if err := id.MustOwn(); err != nil {
		return "", i, err
	}
	if s.admission.Policy == SignUpClosed {
		return "", i, fault.New(fault.Forbidden, "Sign-up is closed here, also by invitation")
	}
	named, err := uuid.NewV7()
	if err != nil {
		return "", i, err
	}
	token, hash, err := newToken(id.user.ID)
	if err != nil {
		return "", i, err
	}
	now := s.now()
	i = Invitation{
		ID: named.String(), OwnerID: id.user.ID, InvitedBy: id.user.Username, TokenHash: hash, CreatedAt: now, ExpiresAt: now.Add(InvitationLasts),
	}
	return token, i, s.store.AddInvitation(ctx, i)
}

// Invitations lists the invitations of all owners, latest first; fault.Forbidden unless the caller
// is one.
func (s *Service) Invitations(ctx context.Context, id Identity) ([]Invitation, error) {
	if err := id.MustOwn(); err != nil {
		return nil, err
	}
	return s.store.Invitations(ctx, MostInvitations)
}

// Revoke ends an unused invitation of any owner; fault.NotFound if there is none.
func (s *Service) Revoke(ctx context.Context, id Identity, invitationID string) error {
	if err := id.MustOwn(); err != nil {
		return err
	}
	return s.store.Revoke(ctx, invitationID)
}

// CheckInvitation returns why an invitation is not valid, for the person.
func (s *Service) CheckInvitation(ctx context.Context, address, invitation string) error {
	if err := s.tries.Try(ctx, "address "+address); err != nil {
		return err
	}
	_, err := s.admissible(ctx, invitation)
	return err
}

func (s *Service) ticket(ctx context.Context, invitation string) (Ticket, error) {
	if invitation == "" {
		return Ticket{}, ErrUninvited()
	}
	ownerID, hash, ok := parseToken(invitation)
	if !ok {
		return Ticket{}, ErrInvitation()
	}
	t := Ticket{ownerID, hash}
	return t, s.store.CheckTicket(ctx, t, s.now())
}

// ErrInvitation is the error for an invitation that was revoked, or never valid.
func ErrInvitation() error {
	return fault.New(fault.Forbidden, "This invitation is not valid. Please ask for a new one.")
}

// Refusal returns why an invitation can't be used, nil if it can.
func (i Invitation) Refusal(now time.Time) error {
	switch {
	case !i.UsedAt.IsZero():
		return fault.New(fault.Forbidden, "This invitation has been used already. Please ask for a new one.")
	case !now.Before(i.ExpiresAt):
		return fault.New(fault.Forbidden, "This invitation has expired. Please ask for a new one.")
	}
	return nil
}
