package account

import (
	"context"
	"time"

	"github.com/google/uuid"

	"engram/internal/fault"
)

const (
	// InvitationLasts is how long an invitation may be used.
	InvitationLasts = 7 * 24 * time.Hour
	// MostInvitations is how many are listed: the latest.
	MostInvitations = 100
)

// Invitation lets one person make an account. The token itself is never stored.
type Invitation struct {
	ID        string // names it to owners, and opens nothing
	OwnerID   string // who invites
	InvitedBy string // their name
	TokenHash []byte
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    time.Time // zero: not yet
	UsedBy    string    // the name that was chosen
}

// Invite makes an invitation and the token of its link. fault.Forbidden for whoever is no owner, and where nobody is to come.
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

// Invitations lists those of every owner, the latest first; fault.Forbidden for whoever is no owner.
func (s *Service) Invitations(ctx context.Context, id Identity) ([]Invitation, error) {
	if err := id.MustOwn(); err != nil {
		return nil, err
	}
	return s.store.Invitations(ctx, MostInvitations)
}

// Revoke ends an unused invitation, whichever owner made it; fault.NotFound when there is none.
func (s *Service) Revoke(ctx context.Context, id Identity, invitationID string) error {
	if err := id.MustOwn(); err != nil {
		return err
	}
	return s.store.Revoke(ctx, invitationID)
}

// CheckInvitation says whether an invitation would let somebody in, and in words why not.
func (s *Service) CheckInvitation(ctx context.Context, address, invitation string) error {
	if err := s.tries.Try("address " + address); err != nil {
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

// ErrInvitation is what is said of an invitation that nobody made, that was revoked, or whose owner is none any more.
func ErrInvitation() error {
	return fault.New(fault.Forbidden, "This invitation is not valid. Please ask for a new one.")
}

// Refusal is why an invitation lets nobody in; nil where it does.
func (i Invitation) Refusal(now time.Time) error {
	switch {
	case !i.UsedAt.IsZero():
		return fault.New(fault.Forbidden, "This invitation has been used already. Please ask for a new one.")
	case !now.Before(i.ExpiresAt):
		return fault.New(fault.Forbidden, "This invitation has expired. Please ask for a new one.")
	}
	return nil
}
