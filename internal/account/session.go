package account

import (
	"bytes"
	"context"
	"time"

	"github.com/google/uuid"

	"engram/internal/audit"
)

const (
	idleLimit = 30 * 24 * time.Hour // ends a session that nobody used for so long

	// MostSessions is how many sessions a user has; with one more, the one that was used longest ago ends.
	MostSessions = 100
)

// Session is one signed-in device. The token itself is never stored.
type Session struct {
	ID        string // names it to its user, and opens nothing
	UserID    string
	TokenHash []byte    // SHA-256 of the token's secret
	Device    string    // in words; empty when it is not known
	Address   string    // where it was opened from, hidden; empty when it is not known. It is kept apart from the session
	CreatedAt time.Time // zero when it is not known
	LastUsed  time.Time // moved when it lies more than an hour back
}

// SessionStore keeps sessions.
type SessionStore interface {
	// CreateSession adds a session to a user whose stored hash is still the one that the password was checked against;
	// fault.Conflict when it was changed meanwhile, so that no sign-in outlives a change of the password. Of more than
	// MostSessions, those that were used longest ago end.
	CreateSession(ctx context.Context, s Session, checkedHash string) error
	// UserBySession returns the user and the id of a session used since notBefore; fault.NotFound when there is none.
	// The last use is moved to now when it lies more than an hour back, so that a request seldom writes.
	UserBySession(ctx context.Context, userID string, tokenHash []byte, notBefore, now time.Time) (User, string, error)
	// HasSession reports whether a user has a session of an id that was used since notBefore.
	HasSession(ctx context.Context, userID, id string, notBefore time.Time) (bool, error)
	// Sessions returns those of a user's sessions that were used since notBefore, the one of tokenHash first, then the
	// latest used, at most limit.
	Sessions(ctx context.Context, userID string, tokenHash []byte, notBefore time.Time, limit int) ([]Session, error)
	// EndSession removes one session; an absent one is no error.
	EndSession(ctx context.Context, userID string, tokenHash []byte, now time.Time) error
	// EndSessionOf removes the session of an id; fault.NotFound when the user has none.
	EndSessionOf(ctx context.Context, userID, id string, now time.Time) error
	// EndOtherSessions removes every session but the one kept.
	EndOtherSessions(ctx context.Context, userID string, keepTokenHash []byte, now time.Time) error
}

// newSession makes a session of now, on the device that ctx comes from, and the token that opens it.
func (s *Service) newSession(ctx context.Context, userID, address string) (token string, session Session, err error) {
	id, err := uuid.NewV7()
	if err != nil {
		return "", Session{}, err
	}
	token, hash, err := newToken(userID)
	now := s.now()
	return token, Session{
		ID: id.String(), UserID: userID, TokenHash: hash, Device: audit.Device(ctx), Address: s.hidden(userID, address), CreatedAt: now, LastUsed: now,
	}, err
}

// Listed is a session as its user sees it.
type Listed struct {
	Session
	Current bool // the caller's own
}

// Sessions lists where the caller is signed in, their own session first and then the latest used.
func (s *Service) Sessions(ctx context.Context, id Identity) ([]Listed, error) {
	sessions, err := s.store.Sessions(ctx, id.user.ID, id.tokenHash, s.now().Add(-idleLimit), MostSessions)
	listed := make([]Listed, len(sessions))
	for i, session := range sessions {
		listed[i] = Listed{session, bytes.Equal(session.TokenHash, id.tokenHash)}
	}
	return listed, err
}

// SessionLasts reports whether a user has a session of an id that has not ended.
func (s *Service) SessionLasts(ctx context.Context, userID, sessionID string) (bool, error) {
	return s.store.HasSession(ctx, userID, sessionID, s.now().Add(-idleLimit))
}

// SignOut ends the caller's session and no other.
func (s *Service) SignOut(ctx context.Context, id Identity) error {
	return s.store.EndSession(ctx, id.user.ID, id.tokenHash, s.now())
}

// EndSession ends one of the caller's sessions, be it their own; fault.NotFound when they have none of that id.
func (s *Service) EndSession(ctx context.Context, id Identity, sessionID string) error {
	return s.store.EndSessionOf(ctx, id.user.ID, sessionID, s.now())
}

// EndOtherSessions ends every session of the caller's but their own.
func (s *Service) EndOtherSessions(ctx context.Context, id Identity) error {
	return s.store.EndOtherSessions(ctx, id.user.ID, id.tokenHash, s.now())
}
