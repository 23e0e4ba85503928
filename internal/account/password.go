package account

import (
	"context"
	"time"

	"github.com/alexedwards/argon2id"

	"engram/internal/fault"
)

// passwordCost is OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane.
var passwordCost = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// decoy is compared for unknown names, so that timing does not reveal them. It has the usual cost;
// a match counts for nothing.
const decoy = "$argon2id$v=19$m=19456,t=2,p=1$DAhRmCPIdxzD4htZfmFyBQ$RHvPzuLK2NV4ZfD9CPsxpwxoake7jeQCqzUp6USmL5U"

// maxWaiting is the most that may wait for a hasher, a few seconds' work.
const maxWaiting = 128

// hasher bounds concurrent hashing, so that a burst of sign-ins costs time, not memory.
type hasher struct {
	slots, places chan struct{}
}

func newHasher(concurrent int) *hasher {
	return &hasher{slots: make(chan struct{}, concurrent), places: make(chan struct{}, maxWaiting)}
}

func (h *hasher) acquire(ctx context.Context) error {
	select {
	case h.places <- struct{}{}:
		defer func() { <-h.places }()
	default:
		busy := fault.New(fault.Unavailable, "Too many people are signing in right now. Please try again in a moment.")
		busy.RetryAfter = 5 * time.Second
		return busy
	}
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	if err := h.acquire(ctx); err != nil {
		return "", err
	}
	defer func() { <-h.slots }()
	return argon2id.CreateHash(password, passwordCost)
}

func (h *hasher) matches(ctx context.Context, password, hash string) (bool, error) {
	if err := h.acquire(ctx); err != nil {
		return false, err
	}
	defer func() { <-h.slots }()
	return argon2id.ComparePasswordAndHash(password, hash)
}

// HashPassword checks a password by the rules and hashes it, for accounts made or reset by an
// operator.
func HashPassword(password string) (string, error) {
	if err := CheckPassword(password); err != nil {
		return "", err
	}
	return argon2id.CreateHash(password, passwordCost)
}
