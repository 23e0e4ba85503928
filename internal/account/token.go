package account

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"

	"github.com/google/uuid"
)

const secretSize = 32 // bytes: 256 bits

// newToken returns a new credential of the user's id and a secret. The id is included so that
// sessions are found by user, like every row; only the secret's SHA-256 is stored.
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

// parseToken parses a credential; ok is false if newToken can't have made it.
func parseToken(token string) (userID string, hash []byte, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) != len(uuid.UUID{})+secretSize {
		return "", nil, false
	}
	sum := sha256.Sum256(raw[len(uuid.UUID{}):])
	return uuid.UUID(raw[:len(uuid.UUID{})]).String(), sum[:], true
}
