package token

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"engram/internal/account"
	"engram/internal/fault"
)

const (
	// MostPersonal is the limit of API tokens per user.
	MostPersonal = 50
	maxName      = 64                  // characters
	keptFor      = 30 * 24 * time.Hour // expired API tokens are listed
)

// most is the limit of tokens of a kind per user.
var most = map[Kind]int{Personal: MostPersonal, Access: 1000, Feed: MostPersonal}

// Service issues, verifies and revokes tokens.
type Service struct {
	store Store
	rate  *account.Throttle
	free  bool
	now   func() time.Time
}

// New returns a Service with perMinute requests per token (0: no limit). With free every user may have
// API tokens, else those whose plan has API access.
func New(store Store, perMinute int, free bool, now func() time.Time) *Service {
	return &Service{store: store, rate: account.NewThrottle(perMinute, time.Minute, now), free: free, now: now}
}

// Among has requests counted together with those at other nodes; nil: there are none.
func (s *Service) Among(all account.Attempts) *Service {
	s.rate.Among(all, "token")
	return s
}

// Make makes an API token of the caller's and returns its secret, which can't be read again. An
// expiry of zero is never. fault.Invalid for a name, scope or expiry that can't be, fault.Limit
// beyond MostPersonal.
func (s *Service) Make(ctx context.Context, id account.Identity, name string, scopes []string, expiresAt time.Time) (secret string, t Token, err error) {
	parsed, err := ParseScopes(scopes)
	if err != nil {
		return "", Token{}, err
	}
	if name, err = cleanName(name, "token"); err != nil {
		return "", Token{}, err
	}
	if !expiresAt.IsZero() && !expiresAt.After(s.now()) {
		return "", Token{}, fault.New(fault.Invalid, "A token must end in the future, or never")
	}
	return s.Issue(ctx, Token{UserID: id.User().ID, Kind: Personal, Name: name, Scopes: parsed, ExpiresAt: expiresAt})
}

// Issue stores a token of any kind with a new id and secret, and returns both. Of t it takes the user, kind, name,
// scopes, audience, grant and expiry, which the caller has checked.
func (s *Service) Issue(ctx context.Context, t Token) (secret string, issued Token, err error) {
	id, err := uuid.NewV7()
	if err != nil {
		return "", Token{}, err
	}
	t.ID, t.CreatedAt, t.LastUsed = id.String(), s.now().Truncate(time.Millisecond), time.Time{} // as stored
	if secret, t.Hash, err = NewSecret(t.Kind, t.UserID); err != nil {
		return "", Token{}, err
	}
	return secret, t, s.store.AddToken(ctx, t, most[t.Kind])
}

// MakeFeed makes the secret of a feed of the caller's saves and returns it; what the feed selects is the token's
// Audience. fault.Invalid for a name that can't be, fault.Limit beyond MostPersonal.
func (s *Service) MakeFeed(ctx context.Context, id account.Identity, name, selects string) (secret string, t Token, err error) {
	if name, err = cleanName(name, "feed"); err != nil {
		return "", Token{}, err
	}
	return s.Issue(ctx, Token{UserID: id.User().ID, Kind: Feed, Name: name, Scopes: Scopes{Read}, Audience: selects})
}

// Verify returns the Identity of a token's user, and the token, for a request to an audience; empty: the calls.
// Personal tokens are valid for every audience, others for their own. fault.Unauthenticated for a token that is
// not valid, fault.Forbidden when the plan has no API access, fault.Limit beyond the rate.
func (s *Service) Verify(ctx context.Context, secret, audience string) (account.Identity, Token, error) {
	kind, userID, hash, ok := ParseSecret(secret)
	switch {
	case !ok:
		return account.Identity{}, Token{}, fault.New(fault.Unauthenticated, "This token is not complete. Please copy it again.")
	case kind == Feed:
		return account.Identity{}, Token{}, fault.New(fault.Unauthenticated, "This is the secret of a feed, which opens nothing else")
	}
	id, t, err := s.find(ctx, kind, userID, hash)
	switch {
	case err != nil:
		return account.Identity{}, Token{}, err
	case kind != Personal && t.Audience != audience:
		return account.Identity{}, Token{}, fault.New(fault.Unauthenticated, "This token is for another address")
	}
	return id, t, s.admit(ctx, t.ID)
}

// VerifyFeed returns the Identity of a feed's user, and its token. fault.NotFound for a feed that there is not, or not
// any more; else as Verify.
func (s *Service) VerifyFeed(ctx context.Context, secret string) (account.Identity, Token, error) {
	none := fault.New(fault.NotFound, "This feed has ended. Whoever it belongs to can make a new one.")
	kind, userID, hash, ok := ParseSecret(secret)
	if !ok || kind != Feed {
		return account.Identity{}, Token{}, none
	}
	id, t, err := s.find(ctx, kind, userID, hash)
	switch {
	case fault.KindOf(err) == fault.Unauthenticated:
		return account.Identity{}, Token{}, none
	case err != nil:
		return account.Identity{}, Token{}, err
	}
	return id, t, s.admit(ctx, t.ID)
}

// find returns a token that has not ended with its user, whose plan includes it.
func (s *Service) find(ctx context.Context, kind Kind, userID string, hash []byte) (account.Identity, Token, error) {
	now := s.now()
	h, err := s.store.FindToken(ctx, userID, hash, now)
	switch {
	case fault.KindOf(err) == fault.NotFound || err == nil && h.Kind != kind:
		return account.Identity{}, Token{}, fault.New(fault.Unauthenticated, "This token is not valid here. It may have been revoked.")
	case err != nil:
		return account.Identity{}, Token{}, err
	case h.Expired(now):
		return account.Identity{}, Token{}, fault.New(fault.Unauthenticated, "This token has expired")
	case !s.free && !h.User.Plan.HasAPI(h.Annual):
		return account.Identity{}, Token{}, errPlan()
	}
	return account.Bearing(h.User, h.ID), h.Token, nil
}

// Owner returns a token that has not ended, whatever it is for; fault.Unauthenticated if there is none.
func (s *Service) Owner(ctx context.Context, secret string) (Token, error) {
	kind, userID, hash, ok := ParseSecret(secret)
	if !ok {
		return Token{}, fault.New(fault.Unauthenticated, "This token is not complete")
	}
	now := s.now()
	h, err := s.store.FindToken(ctx, userID, hash, now)
	if fault.KindOf(err) == fault.NotFound || err == nil && (h.Kind != kind || h.Expired(now)) {
		return Token{}, fault.New(fault.Unauthenticated, "This token is not valid here")
	}
	return h.Token, err
}

// admit takes a request of a token, or returns fault.Limit with the time until the next.
func (s *Service) admit(ctx context.Context, id string) error {
	err := s.rate.Try(ctx, id)
	if f := (*fault.Error)(nil); errors.As(err, &f) && f.Kind == fault.Limit {
		slow := fault.New(fault.Limit, "This token is used too fast. Please wait a moment and try again.")
		slow.RetryAfter = f.RetryAfter
		return slow
	}
	return err
}

// Allowed returns fault.Forbidden if the user may have no tokens by their plan.
func (s *Service) Allowed(ctx context.Context, id account.Identity) error {
	allowed, err := s.Includes(ctx, id)
	if err == nil && !allowed {
		return errPlan()
	}
	return err
}

// Includes reports whether the user's plan has API access.
func (s *Service) Includes(ctx context.Context, id account.Identity) (bool, error) {
	if s.free {
		return true, nil
	}
	annual, err := s.store.PaysAnnually(ctx, id.User().ID)
	return id.User().Plan.HasAPI(annual), err
}

func errPlan() error {
	return fault.New(fault.Forbidden, "API access comes with the annual plan of Pro")
}

// List returns the caller's API tokens, newest first.
func (s *Service) List(ctx context.Context, id account.Identity) ([]Token, error) {
	return s.store.Tokens(ctx, id.User().ID, Personal, MostPersonal)
}

// Revoke ends an API token of the caller's at once; fault.NotFound if they have none with that id.
func (s *Service) Revoke(ctx context.Context, id account.Identity, tokenID string) error {
	return s.store.RevokeToken(ctx, id.User().ID, Personal, tokenID, s.now())
}

// Feeds returns the caller's feeds, newest first.
func (s *Service) Feeds(ctx context.Context, id account.Identity) ([]Token, error) {
	return s.store.Tokens(ctx, id.User().ID, Feed, MostPersonal)
}

// RevokeFeed ends a feed of the caller's at once; fault.NotFound if they have none with that id.
func (s *Service) RevokeFeed(ctx context.Context, id account.Identity, feedID string) error {
	return s.store.RevokeToken(ctx, id.User().ID, Feed, feedID, s.now())
}

// RevokeGrant ends every token of a grant.
func (s *Service) RevokeGrant(ctx context.Context, userID, grant string) error {
	return s.store.RevokeGrant(ctx, userID, grant)
}

// Lasts reports whether the token still exists and has not expired.
func (s *Service) Lasts(ctx context.Context, userID, tokenID string) (bool, error) {
	return s.store.HasToken(ctx, userID, tokenID, s.now())
}

// Forget deletes what expired: access tokens at once, API tokens after a month.
func (s *Service) Forget(ctx context.Context) error {
	return errors.Join(s.store.ForgetTokens(ctx, Personal, s.now().Add(-keptFor)), s.store.ForgetTokens(ctx, Access, s.now()))
}

// cleanName returns a name without outer blanks; fault.Invalid for one that can't be shown.
func cleanName(name, of string) (string, error) {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return "", fault.New(fault.Invalid, "Please give the "+of+" a name")
	case utf8.RuneCountInString(name) > maxName:
		return "", fault.New(fault.Invalid, "The name of a "+of+" has at most 64 characters")
	case !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "", fault.New(fault.Invalid, "The name of a "+of+" can't have invisible characters")
	}
	return name, nil
}
