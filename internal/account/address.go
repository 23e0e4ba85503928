package account

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"time"
)

const (
	// MostAddresses is the limit of known addresses per user; the latest used stay.
	MostAddresses = 20
	// knownFor is the time for which an address is known after its last sign-in.
	knownFor = 90 * 24 * time.Hour
)

// AddressStore stores where users signed in from.
type AddressStore interface {
	// KnowsAddress reports whether the user signed in from the address since then.
	KnowsAddress(ctx context.Context, userID, address string, since time.Time) (bool, error)
	// ForgetAddresses deletes the addresses of all users last used before then.
	ForgetAddresses(ctx context.Context, then time.Time) error
}

// hidden returns a keyed hash of an address: comparable, but useless without the secret.
func (s *Service) hidden(userID, address string) string {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte("address\n" + userID + "\n" + address))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// knows reports whether the user signed in from the address before. Unknown users take as long.
func (s *Service) knows(ctx context.Context, userID, address string) (bool, error) {
	return s.store.KnowsAddress(ctx, userID, s.hidden(userID, address), s.now().Add(-knownFor))
}

// Forget deletes addresses unused for long.
func (s *Service) Forget(ctx context.Context) error {
	return s.store.ForgetAddresses(ctx, s.now().Add(-knownFor))
}
