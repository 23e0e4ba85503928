package inbox

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"engram/internal/fault"
)

const (
	secretSize = 14  // bytes: with the id, 48 letters, since a local part has 64 at most
	mostHourly = 120 // mails to one address
)

// letters are lower case, since servers on the way may make an address so.
var letters = base32.StdEncoding.WithPadding(base32.NoPadding)

// local derives the local part of a user's address, which is therefore stored nowhere. It begins with the user's
// id, so that it is found by user, like every row.
func (s *Service) local(b Box) (string, error) {
	id, err := uuid.Parse(b.UserID)
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, s.Secret)
	mac.Write(fmt.Appendf(nil, "email address\n%s\n%d", b.UserID, b.Number))
	return strings.ToLower(letters.EncodeToString(append(id[:], mac.Sum(nil)[:secretSize]...))), nil
}

// userOf returns the id in a local part of the right form.
func userOf(local string) (string, bool) {
	raw, err := letters.DecodeString(strings.ToUpper(local))
	if err != nil || len(raw) != len(uuid.UUID{})+secretSize {
		return "", false
	}
	return uuid.UUID(raw[:len(uuid.UUID{})]).String(), true
}

// Address returns a user's address, empty if it is turned off.
func (s *Service) Address(ctx context.Context, userID string) (string, Box, error) {
	b, err := s.Store.Box(ctx, userID)
	if err != nil || !b.On || !s.Receives() {
		return "", b, err
	}
	return s.written(b)
}

func (s *Service) written(b Box) (string, Box, error) {
	local, err := s.local(b)
	return local + "@" + s.Domain, b, err
}

// Renew gives the user a new address, in place of the one before if there is one. fault.NotFound where no mail
// is received.
func (s *Service) Renew(ctx context.Context, userID string) (string, Box, error) {
	if !s.Receives() {
		return "", Box{}, fault.New(fault.NotFound, "This Engram receives no email")
	}
	now := s.Now().Truncate(time.Millisecond)
	b, err := s.Store.ChangeBox(ctx, userID, now, func(b Box) Box {
		return Box{UserID: userID, Number: b.Number + 1, On: true, MadeAt: now, UsedAt: b.UsedAt}
	})
	if err != nil {
		return "", Box{}, err
	}
	return s.written(b)
}

// End turns the user's address off.
func (s *Service) End(ctx context.Context, userID string) error {
	_, err := s.Store.ChangeBox(ctx, userID, s.Now(), func(b Box) Box {
		b.On = false
		return b
	})
	return err
}

// Recipient returns the user whose address it is, if a mail would be saved now. fault.NotFound if there is no such
// address, fault.Forbidden while its account or plan rests, fault.Limit if there is no room or too much mail.
func (s *Service) Recipient(ctx context.Context, address string) (Owner, error) {
	none := fault.New(fault.NotFound, "There is no such address here")
	at := strings.LastIndexByte(address, '@')
	if at < 0 || !s.Receives() || !strings.EqualFold(strings.TrimSuffix(address[at+1:], "."), s.Domain) {
		return Owner{}, none
	}
	userID, ok := userOf(address[:at])
	if !ok {
		return Owner{}, none
	}
	owner, err := s.Store.Owner(ctx, userID)
	if fault.KindOf(err) == fault.NotFound {
		return Owner{}, none
	}
	if err != nil {
		return Owner{}, err
	}
	local, err := s.local(owner.Box)
	switch {
	case err != nil:
		return Owner{}, err
	case !owner.On || !hmac.Equal([]byte(local), []byte(strings.ToLower(address[:at]))):
		return Owner{}, none
	case owner.Disabled:
		return Owner{}, fault.New(fault.Forbidden, "This account takes no mail at the moment")
	case !s.Free && !owner.Plan.HasAPI(owner.Annual):
		return Owner{}, fault.New(fault.Forbidden, "The plan of this account takes no mail at the moment")
	}
	return owner, s.Room.Admits(ctx, userID, s.Plans)
}
