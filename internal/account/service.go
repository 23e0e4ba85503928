package account

import (
	"cmp"
	"context"
	"runtime"
	"strings"
	"time"

	"github.com/google/uuid"

	"engram/internal/email"
	"engram/internal/fault"
	"engram/internal/plan"
)

// Service signs people up, in and out.
type Service struct {
	store     Store
	secret    []byte
	strangers *hasher
	owners    *hasher // for known addresses, so that a flood of strangers can't block them
	tries     *Throttle
	lastTries *Throttle
	admission Admission
	now       func() time.Time
}

// New returns a Service with perMinute sign-in and sign-up attempts per address and per name (0: no
// limit). The secret is the key for hiding addresses.
func New(store Store, secret []byte, perMinute int, now func() time.Time) *Service {
	half := max(1, runtime.GOMAXPROCS(0)/2)
	return &Service{
		store: store, secret: secret, strangers: newHasher(half), owners: newHasher(half),
		tries: NewThrottle(perMinute, time.Minute, now), lastTries: NewThrottle(min(1, perMinute), time.Minute, now),
		admission: Admission{Policy: SignUpOpen}, now: now,
	}
}

// Among has attempts counted together with those at other nodes; nil: there are none.
func (s *Service) Among(all Attempts) *Service {
	s.tries.Among(all, "account")
	s.lastTries.Among(all, "account, last")
	return s
}

// Identity is an authenticated caller. Only Authenticate creates one, and Bearing for package token.
type Identity struct {
	user      User
	sessionID string
	tokenHash []byte
}

// Bearing returns the Identity of a user whose API token was verified; only package token calls it.
func Bearing(user User, tokenID string) Identity { return Identity{user: user, sessionID: tokenID} }

// User returns the caller.
func (id Identity) User() User { return id.user }

// ByProgram reports whether the caller is a program that has an API token of the user's.
func (id Identity) ByProgram() bool { return id.tokenHash == nil }

// MustOwn returns fault.Forbidden unless the caller is an owner.
func (id Identity) MustOwn() error {
	if id.user.Role != Owner {
		return fault.New(fault.Forbidden, "Only an owner of this Engram may do this")
	}
	return nil
}

// SessionID returns the id of the caller's session, or of their API token.
func (id Identity) SessionID() string { return id.sessionID }

// SignUp creates an account and its first session. fault.Invalid for a broken rule, fault.Conflict
// if the name is taken, fault.Limit beyond the rate, fault.Forbidden if not admitted with the
// invitation, which may be empty.
func (s *Service) SignUp(ctx context.Context, address, username, password, invitation string) (token string, err error) {
	if err := checkCredentials(username, password); err != nil {
		return "", cmp.Or(s.tries.Try(ctx, "address "+address), err)
	}
	if _, err := s.admit(ctx, address, username, false); err != nil {
		return "", err
	}
	ticket, err := s.admissible(ctx, invitation)
	if err != nil {
		return "", err
	}
	hash, err := s.strangers.hash(ctx, password)
	if err != nil {
		return "", err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return "", err
	}
	token, session, err := s.newSession(ctx, id.String(), address)
	if err != nil {
		return "", err
	}
	user := User{ID: id.String(), Username: username, Plan: plan.Free, CreatedAt: session.CreatedAt}
	if err := s.store.Admit(ctx, s.admission, ticket, user, hash, session); err != nil {
		return "", err
	}
	return token, nil
}

// SignIn opens a session. Result and work are the same for an unknown name and a wrong password.
// fault.Limit beyond the rates of admit.
func (s *Service) SignIn(ctx context.Context, address, username, password string) (token string, err error) {
	if err := checkCredentials(username, password); err != nil {
		return "", cmp.Or(s.tries.Try(ctx, "address "+address), err)
	}
	user, hash, err := s.store.Credentials(ctx, username)
	unknown := fault.KindOf(err) == fault.NotFound
	if err != nil && !unknown {
		return "", err
	}
	if unknown {
		user, hash = User{}, decoy
	}
	known, err := s.knows(ctx, user.ID, address)
	if err != nil {
		return "", err
	}
	wrong, err := s.admit(ctx, address, username, known)
	if err != nil {
		return "", err
	}
	hasher := s.strangers
	if known {
		hasher = s.owners
	}
	match, err := hasher.matches(ctx, password, hash)
	if err != nil {
		return "", err
	}
	if unknown || !match {
		return "", wrong
	}
	if user.Disabled {
		return "", errDisabled()
	}
	return s.open(ctx, user.ID, address, hash)
}

// open creates a session for a user whose password matched hash.
func (s *Service) open(ctx context.Context, userID, address, hash string) (token string, err error) {
	token, session, err := s.newSession(ctx, userID, address)
	if err != nil {
		return "", err
	}
	err = s.store.CreateSession(ctx, session, hash)
	if fault.KindOf(err) == fault.Conflict {
		return "", errWrongCredentials()
	}
	if err != nil {
		return "", err
	}
	return token, nil
}

// Authenticate returns the Identity of a token, or fault.Unauthenticated.
func (s *Service) Authenticate(ctx context.Context, token string) (Identity, error) {
	userID, hash, ok := parseToken(token)
	if !ok {
		return Identity{}, errSignedOut()
	}
	now := s.now()
	user, sessionID, err := s.store.UserBySession(ctx, userID, hash, now.Add(-idleLimit), now)
	if fault.KindOf(err) == fault.NotFound {
		return Identity{}, errSignedOut()
	}
	return Identity{user, sessionID, hash}, err
}

func errSignedOut() error {
	return fault.New(fault.Unauthenticated, "Please sign in to continue")
}

// ChangePassword changes the password and ends all other sessions and all tokens. fault.Forbidden if the old one
// is wrong, fault.Invalid for a broken rule, fault.Limit beyond the rate.
func (s *Service) ChangePassword(ctx context.Context, id Identity, old, replacement string) error {
	if err := s.tries.Try(ctx, "password of "+id.user.ID); err != nil {
		return err
	}
	oldHash, err := s.store.PasswordHash(ctx, id.user.ID)
	if err != nil {
		return err
	}
	match, err := s.owners.matches(ctx, old, oldHash)
	if err != nil {
		return err
	}
	if !match {
		return fault.New(fault.Forbidden, "Incorrect current password")
	}
	if err := CheckPassword(replacement); err != nil {
		return err
	}
	newHash, err := s.owners.hash(ctx, replacement)
	if err != nil {
		return err
	}
	return s.store.ChangePassword(ctx, id.user.ID, oldHash, newHash, id.tokenHash, s.now())
}

// Verify returns fault.Forbidden for a password that is not the caller's, fault.Limit beyond the rate of
// tries.
func (s *Service) Verify(ctx context.Context, id Identity, password string) error {
	if err := s.tries.Try(ctx, "password of "+id.user.ID); err != nil {
		return err
	}
	hash, err := s.store.PasswordHash(ctx, id.user.ID)
	if err != nil {
		return err
	}
	match, err := s.owners.matches(ctx, password, hash)
	if err == nil && !match {
		return fault.New(fault.Forbidden, "Incorrect password")
	}
	return err
}

// SetEmail stores a trimmed email; empty removes it. fault.Invalid for an invalid one, fault.Limit
// beyond the rate.
func (s *Service) SetEmail(ctx context.Context, id Identity, address string) error {
	address = strings.TrimSpace(address)
	if address != "" && !email.Valid(address) {
		return fault.New(fault.Invalid, "Please enter a valid email address")
	}
	if err := s.tries.Try(ctx, "email of "+id.user.ID); err != nil {
		return err
	}
	return s.store.SetEmail(ctx, id.user.ID, address, s.now())
}

// SetUseAI sets whether the caller's questions and memories may be sent to the AI endpoint.
func (s *Service) SetUseAI(ctx context.Context, id Identity, use bool) error {
	return s.store.SetUseAI(ctx, id.user.ID, use, s.now())
}
