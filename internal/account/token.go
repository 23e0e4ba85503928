package account

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"

	"github.com/google/uuid"
)

const secretSize = 32 // bytes: 256 bits

// newToken makes a login credential: the user's id and a secret, opaque to whoever holds it. The id is in it so that a
// session is found by user first, like every other row; only the secret's SHA-256 is kept.
func newToken(userID string) (token string, hash []byte, err error) {
	id, err := uuid.Parse(userID)
	if err != nil {
		return "", nil, err
	}
	secret := make([]byte, secretSize)
	_, _ = rand.Read(secret) // never fails
	sum := sha256.Sum256(secret)
	return base64.RawURLEncoding.EncodeToString(append(bytes.Clone(id[:]), secret...)), sum[:], nil
}

// parseToken takes a credential apart; ok is false for what newToken can't have made.
func parseToken(token string) (userID string, hash []byte, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) != len(uuid.UUID{})+secretSize {
		return "", nil, false
	}
	sum := sha256.Sum256(raw[len(uuid.UUID{}):])
	return uuid.UUID(raw[:len(uuid.UUID{})]).String(), sum[:], true
}
