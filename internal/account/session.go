package account

import (
	"bytes"
	"context"
	"time"

	"github.com/google/uuid"

	"engram/internal/audit"
)

const (
	idleLimit = 30 * 24 * time.Hour // unused sessions end

	// MostSessions is the limit of sessions per user; beyond it the least recently used ends.
	MostSessions = 100
)

// Session is a signed-in device. Its token is never stored.
type Session struct {
	ID        string // names it to its user; not secret
	UserID    string
	TokenHash []byte    // SHA-256 of the token's secret
	Device    string    // in words; empty: unknown
	Address   string    // of sign-in, hidden; empty: unknown. Stored separately
	CreatedAt time.Time // zero: unknown
	LastUsed  time.Time // updated at most once an hour
}

// SessionStore stores sessions.
type SessionStore interface {
	// CreateSession adds a session if the stored hash is still checkedHash, else fault.Conflict: no
	// sign-in survives a change of password. The least recently used beyond MostSessions end.
	CreateSession(ctx context.Context, s Session, checkedHash string) error
	// UserBySession returns the user and session id for a token used since notBefore;
	// fault.NotFound if there is none. It updates the last use at most once an hour, to save
	// writes.
	UserBySession(ctx context.Context, userID string, tokenHash []byte, notBefore, now time.Time) (User, string, error)
	// HasSession reports whether the user has this session, used since notBefore.
	HasSession(ctx context.Context, userID, id string, notBefore time.Time) (bool, error)
	// Sessions returns up to limit sessions used since notBefore: tokenHash's first, then by last
	// use.
	Sessions(ctx context.Context, userID string, tokenHash []byte, notBefore time.Time, limit int) ([]Session, error)
	// EndSession deletes a session; it need not exist.
	EndSession(ctx context.Context, userID string, tokenHash []byte, now time.Time) error
	// EndSessionOf deletes a session by id; fault.NotFound if the user has none.
	EndSessionOf(ctx context.Context, userID, id string, now time.Time) error
	// EndOtherSessions deletes every session except this one.
	EndOtherSessions(ctx context.Context, userID string, keepTokenHash []byte, now time.Time) error
}

// newSession returns a new session on the device in ctx, and its token.
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
	Current bool // the caller's
}

// Sessions lists the caller's sessions, the current one first, then by last use.
func (s *Service) Sessions(ctx context.Context, id Identity) ([]Listed, error) {
	sessions, err := s.store.Sessions(ctx, id.user.ID, id.tokenHash, s.now().Add(-idleLimit), MostSessions)
	listed := make([]Listed, len(sessions))
	for i, session := range sessions {
		listed[i] = Listed{session, bytes.Equal(session.TokenHash, id.tokenHash)}
	}
	return listed, err
}

// SessionLasts reports whether the session still exists.
func (s *Service) SessionLasts(ctx context.Context, userID, sessionID string) (bool, error) {
	return s.store.HasSession(ctx, userID, sessionID, s.now().Add(-idleLimit))
}

// SignOut ends the caller's session.
func (s *Service) SignOut(ctx context.Context, id Identity) error {
	return s.store.EndSession(ctx, id.user.ID, id.tokenHash, s.now())
}

// EndSession ends one of the caller's sessions; fault.NotFound if they have none with that id.
func (s *Service) EndSession(ctx context.Context, id Identity, sessionID string) error {
	return s.store.EndSessionOf(ctx, id.user.ID, sessionID, s.now())
}

// EndOtherSessions ends the caller's other sessions.
func (s *Service) EndOtherSessions(ctx context.Context, id Identity) error {
	return s.store.EndOtherSessions(ctx, id.user.ID, id.tokenHash, s.now())
}
