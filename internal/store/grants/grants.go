// Package grants stores the programs that people connected by OAuth.
package grants

import (
	"context"
	"encoding/hex"
	"strings"
	"time"

	"engram/internal/audit"
	"engram/internal/fault"
	"engram/internal/oauth"
	"engram/internal/store"
	"engram/internal/store/accounts"
	"engram/internal/token"
)

var _ oauth.Store = (*Store)(nil)

// Store stores grants. It is safe for concurrent use.
type Store struct{ db *store.DB }

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db} }

const columns = `g.user_id, g.id, g.client_id, g.name, g.host, g.scopes, g.audience, g.created_at, g.used_at`

func scan(row store.Scanner) (g oauth.Grant, err error) {
	var scopes string
	var created, used int64
	err = row.Scan(&g.UserID, &g.ID, &g.ClientID, &g.Name, &g.Host, &scopes, &g.Audience, &created, &used)
	for _, scope := range strings.Fields(scopes) {
		g.Scopes = append(g.Scopes, token.Scope(scope))
	}
	g.CreatedAt, g.UsedAt = store.FromMillis(created), store.TimeOrZero(used)
	return g, err
}

// AddGrant implements oauth.Store. The user's row is locked, so that no limit is passed.
func (s *Store) AddGrant(ctx context.Context, g oauth.Grant, code oauth.Secret) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		if err := accounts.LockEnabled(ctx, t, g.UserID); err != nil {
			return err
		}
		n := 0
		if err := t.Row(ctx, `SELECT COUNT(*) FROM oauth_grants WHERE user_id = $1`, g.UserID).Scan(&n); err != nil {
			return err
		}
		if n >= oauth.MostGrants {
			return fault.New(fault.Limit, "You have connected as many programs as there may be. Disconnect one that you don't use any more.")
		}
		_, err := t.Exec(ctx, `INSERT INTO oauth_grants (user_id, id, client_id, name, host, scopes, audience, created_at, used_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0)`, g.UserID, g.ID, g.ClientID, g.Name, g.Host, g.Scopes.String(), g.Audience, g.CreatedAt.UnixMilli())
		if err != nil {
			return err
		}
		if err := addSecret(ctx, t, g, code); err != nil {
			return err
		}
		return accounts.Note(ctx, t, g.UserID, audit.ProgramConnected, g.Name, g.CreatedAt)
	})
	return store.Explain(err, "add grant", g.ID)
}

func addSecret(ctx context.Context, t store.Tx, g oauth.Grant, secret oauth.Secret) error {
	_, err := t.Exec(ctx, `INSERT INTO oauth_secrets (user_id, secret_hash, grant_id, kind, redirect, challenge, expires_at, used_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, 0)`, g.UserID, hex.EncodeToString(secret.Hash), g.ID, string(secret.Kind), secret.Redirect, secret.Challenge,
		secret.ExpiresAt.UnixMilli())
	return err
}

// Use implements oauth.Store.
func (s *Store) Use(
	ctx context.Context, userID string, kind token.Kind, hash []byte, next oauth.Secret, now time.Time, check func(oauth.Grant, oauth.Secret) error,
) (g oauth.Grant, err error) {
	reused := false
	err = s.db.Write(ctx, func(t store.Tx) error {
		if err := accounts.LockEnabled(ctx, t, userID); err != nil {
			return err
		}
		var grantID string
		var expires, used int64
		secret := oauth.Secret{Kind: kind, Hash: hash}
		err := t.Row(ctx, `SELECT grant_id, redirect, challenge, expires_at, used_at FROM oauth_secrets WHERE user_id = $1 AND secret_hash = $2 AND kind = $3`,
			userID, hex.EncodeToString(hash), string(kind)).Scan(&grantID, &secret.Redirect, &secret.Challenge, &expires, &used)
		if err != nil {
			return store.OrNotFound(err, "There is no such token")
		}
		if g, err = grantOf(ctx, t.Querier, userID, grantID); err != nil {
			return err
		}
		if reused = used != 0; reused {
			return end(ctx, t, g, now)
		}
		if secret.ExpiresAt = store.FromMillis(expires); !now.Before(secret.ExpiresAt) {
			return fault.New(fault.NotFound, "The token has expired")
		}
		if err := check(g, secret); err != nil {
			return err
		}
		return replace(ctx, t, g, hash, next, now)
	})
	if err == nil && reused {
		err = fault.New(fault.Conflict, "The token was used before")
	}
	return g, store.Explain(err, "use a token of", userID)
}

// replace marks a secret as used and stores the next one.
func replace(ctx context.Context, t store.Tx, g oauth.Grant, hash []byte, next oauth.Secret, now time.Time) error {
	_, err := t.Exec(ctx, `UPDATE oauth_secrets SET used_at = $3 WHERE user_id = $1 AND secret_hash = $2`, g.UserID, hex.EncodeToString(hash), now.UnixMilli())
	if err != nil {
		return err
	}
	if _, err := t.Exec(ctx, `UPDATE oauth_grants SET used_at = $3 WHERE user_id = $1 AND id = $2`, g.UserID, g.ID, now.UnixMilli()); err != nil {
		return err
	}
	return addSecret(ctx, t, g, next)
}

func grantOf(ctx context.Context, q store.Querier, userID, id string) (oauth.Grant, error) {
	g, err := scan(q.Row(ctx, `SELECT `+columns+` FROM oauth_grants g WHERE g.user_id = $1 AND g.id = $2`, userID, id))
	return g, store.OrNotFound(err, "There is no such connection")
}

// GrantOf implements oauth.Store.
func (s *Store) GrantOf(ctx context.Context, userID string, hash []byte) (oauth.Grant, error) {
	g, err := scan(s.db.Reader().Row(ctx, `SELECT `+columns+` FROM oauth_secrets s JOIN oauth_grants g ON g.user_id = s.user_id AND g.id = s.grant_id
		WHERE s.user_id = $1 AND s.secret_hash = $2 AND s.kind = $3`, userID, hex.EncodeToString(hash), string(token.Refresh)))
	return g, store.Explain(store.OrNotFound(err, "There is no such token"), "find the grant of a token of", userID)
}

// Grant implements oauth.Store.
func (s *Store) Grant(ctx context.Context, userID, id string) (oauth.Grant, error) {
	g, err := grantOf(ctx, s.db.Reader(), userID, id)
	return g, store.Explain(err, "read grant", id)
}

// Grants implements oauth.Store.
func (s *Store) Grants(ctx context.Context, userID string, now time.Time) ([]oauth.Grant, error) {
	all, err := store.Collect(ctx, s.db.Reader(), scan, `SELECT `+columns+` FROM oauth_grants g
		WHERE g.user_id = $1 AND g.used_at <> 0 AND EXISTS (
			SELECT 1 FROM oauth_secrets s WHERE s.user_id = g.user_id AND s.grant_id = g.id AND s.used_at = 0 AND s.expires_at > $2)
		ORDER BY g.id DESC LIMIT $3`, userID, now.UnixMilli(), oauth.MostGrants)
	return all, store.Explain(err, "list the grants of", userID)
}

// EndGrant implements oauth.Store.
func (s *Store) EndGrant(ctx context.Context, userID, id string, now time.Time) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error {
		g, err := grantOf(ctx, t.Querier, userID, id)
		if err != nil {
			return err
		}
		return end(ctx, t, g, now)
	})
	return store.Explain(err, "end grant", id)
}

// end deletes a grant with all that it issued. Of concurrent calls one is recorded.
func end(ctx context.Context, t store.Tx, g oauth.Grant, now time.Time) error {
	for _, statement := range []string{
		`DELETE FROM oauth_secrets WHERE user_id = $1 AND grant_id = $2`,
		`DELETE FROM tokens WHERE user_id = $1 AND grant_id = $2 AND grant_id <> ''`,
	} {
		if _, err := t.Exec(ctx, statement, g.UserID, g.ID); err != nil {
			return err
		}
	}
	n, err := t.Exec(ctx, `DELETE FROM oauth_grants WHERE user_id = $1 AND id = $2`, g.UserID, g.ID)
	if err != nil || n == 0 {
		return err
	}
	return accounts.Note(ctx, t, g.UserID, audit.ProgramDisconnected, g.Name, now)
}

// ForgetGrants implements oauth.Store, for all users.
func (s *Store) ForgetGrants(ctx context.Context, now time.Time) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		if _, err := t.Exec(ctx, `DELETE FROM oauth_secrets WHERE expires_at < $1`, now.UnixMilli()); err != nil {
			return err
		}
		_, err := t.Exec(ctx, `DELETE FROM oauth_grants WHERE NOT EXISTS (
			SELECT 1 FROM oauth_secrets s WHERE s.user_id = oauth_grants.user_id AND s.grant_id = oauth_grants.id)`)
		return err
	})
	return store.Explain(err, "forget grants from before", now.String())
}
