package store_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"engram/internal/audit"
	"engram/internal/fault"
	"engram/internal/oauth"
	"engram/internal/token"
)

func newGrant(userID string) (oauth.Grant, oauth.Secret) {
	id := newID()
	return oauth.Grant{
			ID: id, UserID: userID, ClientID: "https://client.example/about", Name: "Client", Host: "client.example",
			Scopes: token.Scopes{token.Read, token.Ask}, Audience: "https://e.example/mcp", CreatedAt: start,
		}, oauth.Secret{
			Kind: token.Code, Hash: []byte("code of " + id), Redirect: "https://client.example/back", Challenge: "challenge", ExpiresAt: start.Add(time.Minute),
		}
}

func refreshToken(hash string) oauth.Secret {
	return oauth.Secret{Kind: token.Refresh, Hash: []byte(hash), ExpiresAt: start.Add(24 * time.Hour)}
}

// anything finds nothing wrong.
func anything(oauth.Grant, oauth.Secret) error { return nil }

func testGrants(t *testing.T, f *fixture) {
	ctx := t.Context()
	later := start.Add(time.Second)
	connected := func(t *testing.T) oauth.Grant {
		t.Helper()
		g, code := newGrant(f.newUser(t).ID)
		noError(t, f.AddGrant(ctx, g, code))
		_, err := f.Use(ctx, g.UserID, token.Code, code.Hash, refreshToken("first of "+g.ID), later, anything)
		noError(t, err)
		g.UsedAt = later
		return g
	}
	t.Run("a code is used once, with what was stored", func(t *testing.T) {
		g, code := newGrant(f.newUser(t).ID)
		noError(t, f.AddGrant(ctx, g, code))
		none, err := f.Grants(ctx, g.UserID, start)
		noError(t, err)
		equal(t, len(none), 0)
		got, err := f.node.Use(ctx, g.UserID, token.Code, code.Hash, refreshToken("r of "+g.ID), later, func(stored oauth.Grant, secret oauth.Secret) error {
			equal(t, stored, g)
			equal(t, secret, code)
			return nil
		})
		noError(t, err)
		equal(t, got, g)
		g.UsedAt = later
		all, err := f.Grants(ctx, g.UserID, later)
		noError(t, err)
		equal(t, all, []oauth.Grant{g})
	})
	t.Run("what is used twice ends its grant with all that it issued", func(t *testing.T) {
		g := connected(t)
		issued := newToken(g.UserID, token.Access)
		issued.Grant = g.ID
		noError(t, f.AddToken(ctx, issued, 9))
		_, err := f.Use(ctx, g.UserID, token.Refresh, []byte("first of "+g.ID), refreshToken("second of "+g.ID), later, anything)
		noError(t, err)
		_, err = f.Use(ctx, g.UserID, token.Refresh, []byte("first of "+g.ID), refreshToken("third of "+g.ID), later, anything)
		isFault(t, err, fault.Conflict, "")
		_, err = f.Use(ctx, g.UserID, token.Refresh, []byte("second of "+g.ID), refreshToken("fourth of "+g.ID), later, anything)
		isFault(t, err, fault.NotFound, "")
		_, err = f.FindToken(ctx, g.UserID, issued.Hash, start)
		isFault(t, err, fault.NotFound, "")
		equal(t, f.happened(t, g.UserID), []audit.Kind{audit.SignedUp, audit.ProgramConnected, audit.ProgramDisconnected})
	})
	t.Run("of those who use a code at once one gets a token, and the others end the grant", func(t *testing.T) {
		g, code := newGrant(f.newUser(t).ID)
		noError(t, f.AddGrant(ctx, g, code))
		var got atomic.Int64
		var wait sync.WaitGroup
		for i := range 4 {
			wait.Go(func() {
				if _, err := f.either(i).Use(ctx, g.UserID, token.Code, code.Hash, refreshToken(newID()), later, anything); err == nil {
					got.Add(1)
				}
			})
		}
		wait.Wait()
		equal(t, got.Load(), int64(1))
		all, err := f.Grants(ctx, g.UserID, later)
		noError(t, err)
		equal(t, len(all), 0)
	})
	t.Run("what is found wrong uses nothing up", func(t *testing.T) {
		g, code := newGrant(f.newUser(t).ID)
		noError(t, f.AddGrant(ctx, g, code))
		wrong := oauth.Error{Code: oauth.InvalidGrant, Words: "no"}
		_, err := f.Use(ctx, g.UserID, token.Code, code.Hash, refreshToken("w of "+g.ID), later, func(oauth.Grant, oauth.Secret) error { return wrong })
		if found, ok := oauth.ErrorOf(err); !ok || found != wrong {
			t.Errorf("got %v", err)
		}
		_, err = f.Use(ctx, g.UserID, token.Code, code.Hash, refreshToken("x of "+g.ID), later, anything)
		noError(t, err)
	})
	t.Run("what is of another kind or user, or has expired, is not there", func(t *testing.T) {
		g, code := newGrant(f.newUser(t).ID)
		noError(t, f.AddGrant(ctx, g, code))
		for title, use := range map[string]func() error{
			"of another user": func() error {
				_, err := f.Use(ctx, f.newUser(t).ID, token.Code, code.Hash, refreshToken(newID()), later, anything)
				return err
			},
			"of another kind": func() error {
				_, err := f.Use(ctx, g.UserID, token.Refresh, code.Hash, refreshToken(newID()), later, anything)
				return err
			},
			"expired": func() error {
				_, err := f.Use(ctx, g.UserID, token.Code, code.Hash, refreshToken(newID()), code.ExpiresAt, anything)
				return err
			},
			"the grant of a code": func() error { _, err := f.GrantOf(ctx, g.UserID, code.Hash); return err },
			"of a stranger":       func() error { _, err := f.Grant(ctx, f.newUser(t).ID, g.ID); return err },
			"ended by a stranger": func() error { return f.EndGrant(ctx, f.newUser(t).ID, g.ID, later) },
		} {
			if err := use(); fault.KindOf(err) != fault.NotFound {
				t.Errorf("%s: %v", title, err)
			}
		}
	})
	t.Run("a grant is ended with its tokens", func(t *testing.T) {
		g := connected(t)
		found, err := f.GrantOf(ctx, g.UserID, []byte("first of "+g.ID))
		noError(t, err)
		equal(t, found, g)
		noError(t, f.EndGrant(ctx, g.UserID, g.ID, later))
		isFault(t, f.EndGrant(ctx, g.UserID, g.ID, later), fault.NotFound, "")
		_, err = f.Use(ctx, g.UserID, token.Refresh, []byte("first of "+g.ID), refreshToken(newID()), later, anything)
		isFault(t, err, fault.NotFound, "")
	})
	t.Run("grants end with the password, and when the account is disabled", func(t *testing.T) {
		for _, end := range []func(userID string) error{
			func(userID string) error { return f.ChangePassword(ctx, userID, "hash", "new", []byte("first"), later) },
			func(userID string) error { return f.Disable(ctx, userID, later) },
		} {
			g := connected(t)
			noError(t, end(g.UserID))
			_, err := f.Use(ctx, g.UserID, token.Refresh, []byte("first of "+g.ID), refreshToken(newID()), later, anything)
			isFault(t, err, fault.NotFound, "")
			_, err = f.Grant(ctx, g.UserID, g.ID)
			isFault(t, err, fault.NotFound, "")
		}
	})
	t.Run("a user connects no more than the limit", func(t *testing.T) {
		u := f.newUser(t)
		for range oauth.MostGrants {
			g, code := newGrant(u.ID)
			noError(t, f.AddGrant(ctx, g, code))
		}
		g, code := newGrant(u.ID)
		isFault(t, f.AddGrant(ctx, g, code), fault.Limit, "")
	})
	t.Run("what has expired is forgotten, and grants without anything left", func(t *testing.T) {
		g, code := newGrant(f.newUser(t).ID)
		noError(t, f.AddGrant(ctx, g, code))
		kept := connected(t)
		noError(t, f.ForgetGrants(ctx, start.Add(time.Hour)))
		_, err := f.Grant(ctx, g.UserID, g.ID)
		isFault(t, err, fault.NotFound, "")
		_, err = f.Grant(ctx, kept.UserID, kept.ID)
		noError(t, err)
	})
}
