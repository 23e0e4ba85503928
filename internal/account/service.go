package account

import (
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
	store    Store
	hasher   *hasher
	throttle *Throttle
	friends  *friends
	now      func() time.Time
}

// New returns a Service that allows perMinute sign-in and sign-up tries for one address and for one name (0: no limit).
func New(store Store, perMinute int, now func() time.Time) *Service {
	return &Service{store: store, hasher: newHasher(runtime.GOMAXPROCS(0)), throttle: NewThrottle(perMinute, now), friends: newFriends(), now: now}
}

// Identity is a caller whose token was checked. Only Authenticate makes one.
type Identity struct {
	user      User
	tokenHash []byte
}

// User returns who is calling.
func (id Identity) User() User { return id.user }

// SignUp creates an account and its first session. fault.Invalid for a name or password that breaks a rule,
// fault.Conflict for a name that is taken, fault.Limit beyond the rate of the caller's address or of the name.
func (s *Service) SignUp(ctx context.Context, address, username, password string) (token string, err error) {
	if err := s.admit(address, username, password); err != nil {
		return "", err
	}
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return "", err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return "", err
	}
	token, session, err := s.newSession(ctx, id.String())
	if err != nil {
		return "", err
	}
	user := User{ID: id.String(), Username: username, Plan: plan.Free, CreatedAt: session.CreatedAt}
	if err := s.store.CreateUser(ctx, user, hash, session); err != nil {
		return "", err
	}
	s.friends.add(address, username)
	return token, nil
}

// SignIn opens a session. The answer and the work are the same for an unknown name and for a wrong password.
func (s *Service) SignIn(ctx context.Context, address, username, password string) (token string, err error) {
	if err := s.admit(address, username, password); err != nil {
		return "", err
	}
	user, hash, err := s.store.Credentials(ctx, username)
	known := err == nil
	if !known {
		if fault.KindOf(err) != fault.NotFound {
			return "", err
		}
		hash = decoy
	}
	match, err := s.hasher.matches(ctx, password, hash)
	if err != nil {
		return "", err
	}
	if !known || !match {
		return "", errWrongCredentials()
	}
	token, session, err := s.newSession(ctx, user.ID)
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
	s.friends.add(address, username)
	return token, nil
}

func errWrongCredentials() error {
	return fault.New(fault.Unauthenticated, "Username or password is incorrect")
}

// admit holds the rates and the rules. Only a name that could exist has a rate of its own, which keeps its key short.
func (s *Service) admit(address, username, password string) error {
	if err := s.throttle.Try("address " + address); err != nil {
		return err
	}
	if err := CheckUsername(username); err != nil {
		return err
	}
	if err := CheckPassword(password); err != nil {
		return err
	}
	key := "name " + strings.ToLower(username)
	if s.friends.know(address, username) {
		key += " from " + address // strangers who flood the name don't shut its owner out
	}
	return s.throttle.Try(key)
}

// Authenticate turns a token into the Identity behind it, or returns fault.Unauthenticated.
func (s *Service) Authenticate(ctx context.Context, token string) (Identity, error) {
	userID, hash, ok := parseToken(token)
	if !ok {
		return Identity{}, errSignedOut()
	}
	now := s.now()
	user, err := s.store.UserBySession(ctx, userID, hash, now.Add(-idleLimit), now)
	if fault.KindOf(err) == fault.NotFound {
		return Identity{}, errSignedOut()
	}
	return Identity{user: user, tokenHash: hash}, err
}

func errSignedOut() error {
	return fault.New(fault.Unauthenticated, "Please sign in to continue")
}

// ChangePassword replaces the password and ends every session but the caller's. fault.Forbidden when the old one is
// wrong, fault.Invalid when the new one breaks a rule, fault.Limit beyond the rate of tries.
func (s *Service) ChangePassword(ctx context.Context, id Identity, old, replacement string) error {
	if err := s.throttle.Try("password of " + id.user.ID); err != nil {
		return err
	}
	oldHash, err := s.store.PasswordHash(ctx, id.user.ID)
	if err != nil {
		return err
	}
	match, err := s.hasher.matches(ctx, old, oldHash)
	if err != nil {
		return err
	}
	if !match {
		return fault.New(fault.Forbidden, "Incorrect current password")
	}
	if err := CheckPassword(replacement); err != nil {
		return err
	}
	newHash, err := s.hasher.hash(ctx, replacement)
	if err != nil {
		return err
	}
	return s.store.ChangePassword(ctx, id.user.ID, oldHash, newHash, id.tokenHash, s.now())
}

// SetEmail keeps an address without its outer blanks; the empty one removes it. fault.Invalid for what is no email address,
// fault.Limit beyond the rate of tries.
func (s *Service) SetEmail(ctx context.Context, id Identity, address string) error {
	address = strings.TrimSpace(address)
	if address != "" && !email.Valid(address) {
		return fault.New(fault.Invalid, "Please enter a valid email address")
	}
	if err := s.throttle.Try("email of " + id.user.ID); err != nil {
		return err
	}
	return s.store.SetEmail(ctx, id.user.ID, address, s.now())
}

// SetUseAI says whether what the caller asks and saved may be sent to the AI endpoint that the operator chose.
func (s *Service) SetUseAI(ctx context.Context, id Identity, use bool) error {
	return s.store.SetUseAI(ctx, id.user.ID, use, s.now())
}
