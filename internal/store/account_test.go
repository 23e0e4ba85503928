package store_test

import (
	"strings"
	"testing"
	"time"

	"engram/internal/account"
	"engram/internal/audit"
	"engram/internal/billing"
	"engram/internal/fault"
	"engram/internal/plan"
)

func testAccounts(t *testing.T, f *fixture) {
	ctx := t.Context()

	t.Run("a user is found as created, whatever the case of the name", func(t *testing.T) {
		want := account.User{ID: newID(), Username: "MixedCase", Email: "a@example.com", Plan: plan.Pro, Subscription: "sub_1", Role: account.Member,
			CreatedAt: start.Add(123 * time.Millisecond)}
		noError(t, f.CreateUser(ctx, want, "the hash", account.Session{UserID: want.ID, TokenHash: []byte("t"), LastUsed: start}))
		for _, name := range []string{"MixedCase", "mixedcase", "MIXEDCASE"} {
			got, hash, err := f.Credentials(ctx, name)
			noError(t, err)
			equal(t, got, want)
			equal(t, hash, "the hash")
		}
		hash, err := f.PasswordHash(ctx, want.ID)
		noError(t, err)
		equal(t, hash, "the hash")
	})

	t.Run("unknown accounts are not found", func(t *testing.T) {
		_, _, err := f.Credentials(ctx, "nobody")
		isFault(t, err, fault.NotFound, "")
		_, err = f.PasswordHash(ctx, newID())
		isFault(t, err, fault.NotFound, "")
	})

	t.Run("API-09 a name taken in any case is a conflict and leaves nothing behind", func(t *testing.T) {
		taken := f.newUser(t)
		u := account.User{ID: newID(), Username: strings.ToUpper(taken.Username), Plan: plan.Free, CreatedAt: start}
		session := account.Session{UserID: u.ID, TokenHash: []byte("t"), LastUsed: start}
		isFault(t, f.CreateUser(ctx, u, "hash", session), fault.Conflict, "Username is already taken")
		_, err := f.PasswordHash(ctx, u.ID)
		isFault(t, err, fault.NotFound, "")
		_, _, err = f.UserBySession(ctx, u.ID, []byte("t"), start, start)
		isFault(t, err, fault.NotFound, "")
	})

	t.Run("API-09 of many who concurrently take one name, one gets it", func(t *testing.T) {
		won, refused := race(t, 16, fault.Conflict, func(i int) error {
			name := "wanted"
			if i%2 == 0 {
				name = "WANTED"
			}
			u := account.User{ID: newID(), Username: name, Plan: plan.Free, CreatedAt: start}
			return f.CreateUser(ctx, u, "hash", account.Session{UserID: u.ID, TokenHash: []byte("t"), LastUsed: start})
		})
		equal(t, []int{won, refused}, []int{1, 15})
	})

	t.Run("API-19 a changed password ends every other session", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		for _, token := range []string{"second", "third"} {
			noError(t, f.CreateSession(ctx, account.Session{UserID: u.ID, TokenHash: []byte(token), LastUsed: start}, "hash"))
		}
		noError(t, f.ChangePassword(ctx, u.ID, "hash", "new hash", []byte("second"), start))
		hash, err := f.PasswordHash(ctx, u.ID)
		noError(t, err)
		equal(t, hash, "new hash")
		equal(t, f.alive(t, u.ID, "first", "second", "third"), []string{"second"})
		equal(t, f.alive(t, other.ID, "first"), []string{"first"})
	})

	t.Run("API-19 a concurrently changed password is a conflict and ends no session", func(t *testing.T) {
		u := f.newUser(t)
		noError(t, f.CreateSession(ctx, account.Session{UserID: u.ID, TokenHash: []byte("second"), LastUsed: start}, "hash"))
		isFault(t, f.ChangePassword(ctx, u.ID, "an older hash", "new hash", []byte("first"), start), fault.Conflict, "")
		hash, err := f.PasswordHash(ctx, u.ID)
		noError(t, err)
		equal(t, hash, "hash")
		equal(t, f.alive(t, u.ID, "first", "second"), []string{"first", "second"})
	})

	t.Run("API-19 a sign-in that checked the old password opens no session after the change", func(t *testing.T) {
		u := f.newUser(t)
		noError(t, f.ChangePassword(ctx, u.ID, "hash", "new hash", []byte("first"), start))
		late := account.Session{UserID: u.ID, TokenHash: []byte("late"), LastUsed: start}
		isFault(t, f.CreateSession(ctx, late, "hash"), fault.Conflict, "")
		equal(t, f.alive(t, u.ID, "first", "late"), []string{"first"})
		noError(t, f.CreateSession(ctx, late, "new hash"))
	})

	t.Run("an email is set, changed and removed, and a payment sets one only if there is none", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		pay := func(status billing.Status) {
			sub := newSubscription(u.ID)
			sub.Status, sub.Email = status, "payer@example.com"
			f.settle(t, sub)
		}
		for _, address := range []string{"a@example.com", "b@example.com", "ünï@exämple.com"} {
			noError(t, f.SetEmail(ctx, u.ID, address, start))
			pay(billing.Active)
			equal(t, f.user(t, u.ID).Email, address)
		}
		noError(t, f.SetEmail(ctx, u.ID, "", start))
		equal(t, f.user(t, u.ID).Email, "")
		pay(billing.Ended)
		equal(t, f.user(t, u.ID).Email, "payer@example.com")
		equal(t, f.user(t, other.ID).Email, "")
	})

	t.Run("AI providers are allowed, forbidden and allowed again, for one user only", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		for _, use := range []bool{true, false, false, true, false} {
			noError(t, f.SetUseAI(ctx, u.ID, use, start))
			equal(t, f.user(t, u.ID).Private, !use)
			equal(t, f.user(t, other.ID).Private, false)
		}
		events, err := f.Events(ctx, u.ID, "", start, 10)
		noError(t, err)
		var kinds []audit.Kind
		for _, e := range events {
			kinds = append(kinds, e.Kind)
		}
		equal(t, kinds, []audit.Kind{audit.AIForbidden, audit.AIAllowed, audit.AIForbidden, audit.SignedUp})
	})

	t.Run("of many password changes from the same old one, one succeeds", func(t *testing.T) {
		u := f.newUser(t)
		won, refused := race(t, 8, fault.Conflict, func(i int) error {
			return f.ChangePassword(ctx, u.ID, "hash", letters(int64(i)), []byte("first"), start)
		})
		equal(t, []int{won, refused}, []int{1, 7})
	})
}

// alive returns the token hashes that open a session at the start.
func (f *fixture) alive(t *testing.T, userID string, tokens ...string) (alive []string) {
	t.Helper()
	for _, token := range tokens {
		u, _, err := f.UserBySession(t.Context(), userID, []byte(token), start, start)
		if fault.KindOf(err) == fault.NotFound {
			continue
		}
		noError(t, err)
		equal(t, u.ID, userID)
		alive = append(alive, token)
	}
	return alive
}
