package accounts

import (
	"context"
	"encoding/hex"
	"strings"
	"time"

	"engram/internal/audit"
	"engram/internal/billing"
	"engram/internal/fault"
	"engram/internal/store"
	"engram/internal/token"
)

const tokenColumns = `t.user_id, t.id, t.kind, t.name, t.scopes, t.audience, t.grant_id, t.token_hash, t.created_at, t.expires_at, t.last_used`

// PaysAnnually begins the condition that the subscription that grants u's plan is of a cycle, which follows it with a parenthesis.
const PaysAnnually = `EXISTS (SELECT 1 FROM subscriptions p WHERE p.user_id = u.user_id AND p.id = u.subscription AND p.cycle = `

// What is recorded when tokens are made and revoked. Access tokens are no act of their user's.
var (
	madeOf    = map[token.Kind]audit.Kind{token.Personal: audit.TokenMade, token.Feed: audit.FeedMade}
	revokedOf = map[token.Kind]audit.Kind{token.Personal: audit.TokenRevoked, token.Feed: audit.FeedRevoked}
)

// AddToken implements token.Store. The user's row is locked, so that no limit is passed.
func (s *Store) AddToken(ctx context.Context, t token.Token, most int) error {
	err := s.db.Write(ctx, func(tx store.Tx) error {
		if err := LockEnabled(ctx, tx, t.UserID); err != nil {
			return err
		}
		var count int
		err := tx.Row(ctx, `SELECT COUNT(*) FROM tokens WHERE user_id = $1 AND kind = $2`, t.UserID, string(t.Kind)).Scan(&count)
		if err == nil && count >= most {
			return fault.New(fault.Limit, "You have as many tokens as there may be. Revoke one that is not used any more.")
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO tokens (user_id, id, kind, name, scopes, audience, grant_id, token_hash, created_at, expires_at, last_used)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0)`, t.UserID, t.ID, string(t.Kind), t.Name, t.Scopes.String(), t.Audience, t.Grant,
			hex.EncodeToString(t.Hash), t.CreatedAt.UnixMilli(), store.MillisOrZero(t.ExpiresAt))
		kind, recorded := madeOf[t.Kind]
		if err != nil || !recorded {
			return err
		}
		return Note(ctx, tx, t.UserID, kind, t.Name, t.CreatedAt)
	})
	return store.Explain(err, "add token", t.ID)
}

// LockEnabled locks a user's row, so that what they have is counted and added to by one at a time; fault.NotFound for an
// account that is disabled or gone.
func LockEnabled(ctx context.Context, t store.Tx, userID string) error {
	var one int
	err := t.Row(ctx, `SELECT 1 FROM users WHERE user_id = $1 AND disabled_at = 0`+t.ForUpdate(), userID).Scan(&one)
	return store.OrNotFound(err, "Account not found")
}

// FindToken implements token.Store.
func (s *Store) FindToken(ctx context.Context, userID string, hash []byte, now time.Time) (h token.Holder, err error) {
	row := s.db.Reader().Row(ctx, `SELECT `+userColumns+`, `+PaysAnnually+`$3), `+tokenColumns+`
		FROM tokens t JOIN users u ON u.user_id = t.user_id WHERE t.user_id = $1 AND t.token_hash = $2 AND u.disabled_at = 0`,
		userID, hex.EncodeToString(hash), string(billing.Annual))
	var fields tokenFields
	if h.User, err = scanUser(row, append([]any{&h.Annual}, fields.into()...)...); err == nil {
		h.Token, err = fields.token()
	}
	if err == nil && !h.Expired(now) && now.Sub(h.LastUsed) > touchAfter {
		err = s.touchToken(ctx, userID, h.ID, now)
		if fault.KindOf(err) == fault.NoRoom { // a read must not fail on a full disk
			err = nil
		}
	}
	return h, store.Explain(store.OrNotFound(err, "Token not found"), "find token of", userID)
}

func (s *Store) touchToken(ctx context.Context, userID, id string, now time.Time) error {
	return s.db.WriteAnyway(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `UPDATE tokens SET last_used = $3 WHERE user_id = $1 AND id = $2 AND last_used < $3`, userID, id, now.UnixMilli())
		return err
	})
}

// Tokens implements token.Store.
func (s *Store) Tokens(ctx context.Context, userID string, kind token.Kind, limit int) ([]token.Token, error) {
	all, err := store.Collect(ctx, s.db.Reader(), scanToken, `SELECT `+tokenColumns+` FROM tokens t
		WHERE t.user_id = $1 AND t.kind = $2 ORDER BY t.id DESC LIMIT $3`, userID, string(kind), limit)
	return all, store.Explain(err, "list tokens of", userID)
}

// HasToken implements token.Store.
func (s *Store) HasToken(ctx context.Context, userID, id string, now time.Time) (has bool, err error) {
	err = s.db.Reader().Row(ctx, `SELECT EXISTS (SELECT 1 FROM tokens WHERE user_id = $1 AND id = $2 AND (expires_at = 0 OR expires_at > $3))`,
		userID, id, now.UnixMilli()).Scan(&has)
	return has, store.Explain(err, "look for token", id)
}

// PaysAnnually implements token.Store.
func (s *Store) PaysAnnually(ctx context.Context, userID string) (annual bool, err error) {
	err = s.db.Reader().Row(ctx, `SELECT `+PaysAnnually+`$2) FROM users u WHERE u.user_id = $1`, userID, string(billing.Annual)).Scan(&annual)
	return annual, store.Explain(store.OrNotFound(err, "Account not found"), "read the plan of", userID)
}

// RevokeToken implements token.Store.
func (s *Store) RevokeToken(ctx context.Context, userID string, kind token.Kind, id string, now time.Time) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error {
		var name string
		err := t.Row(ctx, `DELETE FROM tokens WHERE user_id = $1 AND kind = $2 AND id = $3 RETURNING name`, userID, string(kind), id).Scan(&name)
		noted, recorded := revokedOf[kind]
		switch {
		case kind == token.Feed && err != nil:
			return store.OrNotFound(err, "There is no such feed")
		case err != nil || !recorded:
			return store.OrNotFound(err, "There is no such token")
		}
		return Note(ctx, t, userID, noted, name, now)
	})
	return store.Explain(err, "revoke token", id)
}

// RevokeGrant implements token.Store.
func (s *Store) RevokeGrant(ctx context.Context, userID, grant string) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `DELETE FROM tokens WHERE user_id = $1 AND grant_id = $2 AND grant_id <> ''`, userID, grant)
		return err
	})
	return store.Explain(err, "revoke grant", grant)
}

// ForgetTokens implements token.Store, for all users.
func (s *Store) ForgetTokens(ctx context.Context, kind token.Kind, then time.Time) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `DELETE FROM tokens WHERE kind = $1 AND expires_at <> 0 AND expires_at < $2`, string(kind), then.UnixMilli())
		return err
	})
	return store.Explain(err, "forget tokens from before", then.String())
}

// tokenFields are tokenColumns as stored.
type tokenFields struct {
	token.Token
	scopes, hash            string
	created, expires, usage int64
}

func (f *tokenFields) into() []any {
	return []any{&f.UserID, &f.ID, &f.Kind, &f.Name, &f.scopes, &f.Audience, &f.Grant, &f.hash, &f.created, &f.expires, &f.usage}
}

func (f *tokenFields) token() (t token.Token, err error) {
	t = f.Token
	for _, scope := range strings.Fields(f.scopes) {
		t.Scopes = append(t.Scopes, token.Scope(scope))
	}
	t.CreatedAt, t.ExpiresAt, t.LastUsed = store.FromMillis(f.created), store.TimeOrZero(f.expires), store.TimeOrZero(f.usage)
	t.Hash, err = hex.DecodeString(f.hash)
	return t, err
}

func scanToken(row store.Scanner) (token.Token, error) {
	var fields tokenFields
	if err := row.Scan(fields.into()...); err != nil {
		return token.Token{}, err
	}
	return fields.token()
}
