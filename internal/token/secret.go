package token

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"hash/crc32"
	"math/big"
	"strings"

	"github.com/google/uuid"
)

const (
	secretSize   = 32 // bytes: 256 bits
	bodyLength   = 65 // digits of an id and a secret, in base 62
	sumLength    = 6  // digits of the checksum
	secretLength = bodyLength + sumLength
)

// prefixes begin tokens. Nothing else has them, so that a scanner finds a token that leaked.
var prefixes = map[Kind]string{Personal: "engram_pat_", Access: "engram_oat_", Refresh: "engram_ort_", Code: "engram_oac_", Feed: "engram_rss_"}

// NewSecret returns a new token of the user's id and 256 random bits, and its hash. The id is included so
// that tokens are found by user, like every row. The last six digits are a checksum, by which a
// program knows a token without asking us.
func NewSecret(kind Kind, userID string) (secret string, hash []byte, err error) {
	id, err := uuid.Parse(userID)
	if err != nil {
		return "", nil, err
	}
	raw := make([]byte, len(id)+secretSize)
	copy(raw, id[:])
	_, _ = rand.Read(raw[len(id):]) // never fails
	body := digits(raw, bodyLength)
	sum := sha256.Sum256(raw[len(id):])
	return prefixes[kind] + body + checksum(body), sum[:], nil
}

// ParseSecret parses a token; ok is false if NewSecret can't have made it.
func ParseSecret(secret string) (kind Kind, userID string, hash []byte, ok bool) {
	kind, ok = KindOf(secret)
	rest := secret[min(len(secret), len(prefixes[kind])):]
	if !ok || len(rest) != secretLength || checksum(rest[:bodyLength]) != rest[bodyLength:] {
		return "", "", nil, false
	}
	number, ok := new(big.Int).SetString(rest[:bodyLength], 62)
	if !ok || number.Sign() < 0 || number.BitLen() > 8*(len(uuid.UUID{})+secretSize) {
		return "", "", nil, false
	}
	raw := number.FillBytes(make([]byte, len(uuid.UUID{})+secretSize))
	sum := sha256.Sum256(raw[len(uuid.UUID{}):])
	return kind, uuid.UUID(raw[:len(uuid.UUID{})]).String(), sum[:], true
}

// KindOf returns the kind of token that a credential is by its prefix; ok is false if it is none, as that
// of a session.
func KindOf(credential string) (kind Kind, ok bool) {
	for kind, prefix := range prefixes {
		if strings.HasPrefix(credential, prefix) {
			return kind, true
		}
	}
	return "", false
}

func digits(raw []byte, length int) string {
	return fmt.Sprintf("%0*s", length, new(big.Int).SetBytes(raw).Text(62))
}

// checksum returns the CRC-32 of a body. It finds slips, not forgeries.
func checksum(body string) string {
	sum := crc32.ChecksumIEEE([]byte(body))
	return digits([]byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8), byte(sum)}, sumLength)
}
