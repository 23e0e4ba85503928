package store_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"engram/internal/account"
	"engram/internal/audit"
	"engram/internal/billing"
	"engram/internal/fault"
	"engram/internal/token"
)

// newToken returns a token of a user's; its hash is its id.
func newToken(userID string, kind token.Kind) token.Token {
	id := newID()
	return token.Token{
		ID: id, UserID: userID, Kind: kind, Name: "Laptop", Scopes: token.Scopes{token.Read, token.Save}, Audience: "https://e.example/mcp", Grant: "a grant",
		Hash: []byte(id), CreatedAt: start, ExpiresAt: start.Add(time.Hour),
	}
}

func testTokens(t *testing.T, f *fixture) {
	ctx := t.Context()
	most := token.MostPersonal

	t.Run("a token is found by its user and hash, as it was stored", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		kept := newToken(u.ID, token.Personal)
		noError(t, f.AddToken(ctx, kept, most))
		got, err := f.node.FindToken(ctx, u.ID, kept.Hash, start)
		noError(t, err)
		equal(t, got, token.Holder{Token: kept, User: u})
		_, err = f.FindToken(ctx, other.ID, kept.Hash, start)
		isFault(t, err, fault.NotFound, "")
		_, err = f.FindToken(ctx, u.ID, []byte("another"), start)
		isFault(t, err, fault.NotFound, "")
	})
	t.Run("the last use is kept to the hour, and not of an expired token", func(t *testing.T) {
		u := f.newUser(t)
		kept := newToken(u.ID, token.Personal)
		noError(t, f.AddToken(ctx, kept, most))
		used := func(at time.Time) time.Time {
			t.Helper()
			_, err := f.FindToken(ctx, u.ID, kept.Hash, at)
			noError(t, err)
			all, err := f.Tokens(ctx, u.ID, token.Personal, 9)
			noError(t, err)
			return all[0].LastUsed
		}
		equal(t, used(start), start)
		equal(t, used(start.Add(59*time.Minute)), start)
		equal(t, used(start.Add(3*time.Hour)), start)
	})
	t.Run("tokens of a kind are listed newest first, and others see none", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		first, second := newToken(u.ID, token.Personal), newToken(u.ID, token.Personal)
		for _, one := range []token.Token{first, second, newToken(u.ID, token.Access)} {
			noError(t, f.AddToken(ctx, one, most))
		}
		all, err := f.Tokens(ctx, u.ID, token.Personal, 9)
		noError(t, err)
		equal(t, all, []token.Token{second, first})
		theirs, err := f.Tokens(ctx, other.ID, token.Personal, 9)
		noError(t, err)
		equal(t, len(theirs), 0)
	})
	t.Run("making and revoking an API token is recorded, and another's can't be revoked", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		kept, access := newToken(u.ID, token.Personal), newToken(u.ID, token.Access)
		noError(t, f.AddToken(ctx, kept, most))
		noError(t, f.AddToken(ctx, access, most))
		isFault(t, f.RevokeToken(ctx, other.ID, token.Personal, kept.ID, start), fault.NotFound, "There is no such token")
		isFault(t, f.RevokeToken(ctx, u.ID, token.Personal, access.ID, start), fault.NotFound, "")
		noError(t, f.RevokeToken(ctx, u.ID, token.Personal, kept.ID, start))
		isFault(t, f.RevokeToken(ctx, u.ID, token.Personal, kept.ID, start), fault.NotFound, "")
		noError(t, f.RevokeGrant(ctx, other.ID, "a grant"))
		has, err := f.node.HasToken(ctx, u.ID, access.ID, start)
		noError(t, err)
		equal(t, has, true)
		noError(t, f.RevokeGrant(ctx, u.ID, "a grant"))
		has, err = f.node.HasToken(ctx, u.ID, access.ID, start)
		noError(t, err)
		equal(t, has, false)
		equal(t, f.happened(t, u.ID), []audit.Kind{audit.SignedUp, audit.TokenMade, audit.TokenRevoked})
		equal(t, f.events(t, u.ID, 1)[0].Text, "Laptop")
	})
	t.Run("feeds are of a kind of their own, and are recorded as such", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		feed := newToken(u.ID, token.Feed)
		noError(t, f.AddToken(ctx, feed, most))
		all, err := f.Tokens(ctx, u.ID, token.Personal, 9)
		noError(t, err)
		equal(t, len(all), 0)
		isFault(t, f.RevokeToken(ctx, other.ID, token.Feed, feed.ID, start), fault.NotFound, "There is no such feed")
		isFault(t, f.RevokeToken(ctx, u.ID, token.Personal, feed.ID, start), fault.NotFound, "There is no such token")
		noError(t, f.RevokeToken(ctx, u.ID, token.Feed, feed.ID, start))
		equal(t, f.happened(t, u.ID), []audit.Kind{audit.SignedUp, audit.FeedMade, audit.FeedRevoked})
	})
	t.Run("of tokens that are made at once no more than the limit are kept", func(t *testing.T) {
		u := f.newUser(t)
		var wait sync.WaitGroup
		errs := make([]error, 6)
		for i := range errs {
			wait.Go(func() { errs[i] = f.either(i).AddToken(ctx, newToken(u.ID, token.Personal), 2) })
		}
		wait.Wait()
		isFault(t, errors.Join(errs...), fault.Limit, "")
		all, err := f.Tokens(ctx, u.ID, token.Personal, 9)
		noError(t, err)
		equal(t, len(all), 2)
	})
	t.Run("expired tokens of a kind are forgotten, and those without an end are not", func(t *testing.T) {
		u := f.newUser(t)
		ends, lasts := newToken(u.ID, token.Personal), newToken(u.ID, token.Personal)
		lasts.ExpiresAt = time.Time{}
		noError(t, f.AddToken(ctx, ends, most))
		noError(t, f.AddToken(ctx, lasts, most))
		left := func(kind token.Kind, then time.Time) int {
			t.Helper()
			noError(t, f.ForgetTokens(ctx, kind, then))
			all, err := f.Tokens(ctx, u.ID, token.Personal, 9)
			noError(t, err)
			return len(all)
		}
		equal(t, left(token.Personal, ends.ExpiresAt), 2)
		equal(t, left(token.Access, ends.ExpiresAt.Add(time.Hour)), 2)
		equal(t, left(token.Personal, ends.ExpiresAt.Add(time.Hour)), 1)
	})
	t.Run("the tokens of an account end with its password, and when it is disabled", func(t *testing.T) {
		for _, end := range []func(account.User) error{
			func(u account.User) error { return f.ChangePassword(ctx, u.ID, "hash", "new", []byte("first"), start) },
			func(u account.User) error { return f.Disable(ctx, u.ID, start) },
			func(u account.User) error { return f.SetPassword(ctx, u.ID, "new", start) },
		} {
			u := f.newUser(t)
			kept := newToken(u.ID, token.Personal)
			noError(t, f.AddToken(ctx, kept, most))
			noError(t, end(u))
			_, err := f.FindToken(ctx, u.ID, kept.Hash, start)
			isFault(t, err, fault.NotFound, "")
			has, err := f.HasToken(ctx, u.ID, kept.ID, start)
			noError(t, err)
			equal(t, has, false)
		}
		u := f.newUser(t)
		noError(t, f.Disable(ctx, u.ID, start))
		isFault(t, f.AddToken(ctx, newToken(u.ID, token.Personal), most), fault.NotFound, "")
	})
	t.Run("a plan is paid by the year while the subscription that grants it is", func(t *testing.T) {
		for cycle, want := range map[billing.Cycle]bool{billing.Annual: true, billing.Monthly: false} {
			u := f.newUser(t)
			kept := newToken(u.ID, token.Personal)
			noError(t, f.AddToken(ctx, kept, most))
			settle := func(status billing.Status) {
				t.Helper()
				standing, err := f.Standing(ctx, u.ID)
				noError(t, err)
				_, _, err = f.Settle(ctx, billing.Subscription{ID: "sub of " + u.ID, UserID: u.ID, Provider: "stripe", Status: status, Cycle: cycle, PeriodEnd: start.AddDate(1, 0, 0), StartedAt: start}, standing.Version, start)
				noError(t, err)
			}
			annual := func() [2]bool {
				t.Helper()
				h, err := f.FindToken(ctx, u.ID, kept.Hash, start)
				noError(t, err)
				pays, err := f.PaysAnnually(ctx, u.ID)
				noError(t, err)
				return [2]bool{h.Annual, pays}
			}
			equal(t, annual(), [2]bool{})
			settle(billing.Active)
			equal(t, annual(), [2]bool{want, want})
			settle(billing.Ended)
			equal(t, annual(), [2]bool{})
		}
	})
}
