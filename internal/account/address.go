package account

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"time"
)

const (
	// MostAddresses is how many known addresses a user has; the latest used stay.
	MostAddresses = 20
	// knownFor is how long an address is known after the last sign-in from it.
	knownFor = 90 * 24 * time.Hour
)

// AddressStore keeps where users have signed in from. What it keeps comes with their sessions.
type AddressStore interface {
	// KnowsAddress reports whether the user signed in from an address since then.
	KnowsAddress(ctx context.Context, userID, address string, since time.Time) (bool, error)
	// ForgetAddresses removes the addresses of all users that were last used before then.
	ForgetAddresses(ctx context.Context, then time.Time) error
}

// hidden is what is kept of an address: it can be compared, and not be read or guessed without the secret.
func (s *Service) hidden(userID, address string) string {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte("address\n" + userID + "\n" + address))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// knows reports whether the user signed in from an address before. It takes the same work for a user that there is not.
func (s *Service) knows(ctx context.Context, userID, address string) (bool, error) {
	return s.store.KnowsAddress(ctx, userID, s.hidden(userID, address), s.now().Add(-knownFor))
}

// Forget removes the addresses that nobody signed in from for long.
func (s *Service) Forget(ctx context.Context) error {
	return s.store.ForgetAddresses(ctx, s.now().Add(-knownFor))
}
