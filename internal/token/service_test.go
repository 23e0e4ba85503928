package token_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/account"
	"engram/internal/fault"
	"engram/internal/plan"
	"engram/internal/store"
	"engram/internal/store/accounts"
	"engram/internal/store/storetest"
	"engram/internal/token"
)

const password = "Correct1!horse"

// world is a service on a database, with a clock.
type world struct {
	*token.Service
	rows     *accounts.Store
	accounts *account.Service
	now      time.Time
}

func newWorld(t *testing.T, perMinute int, free bool) *world {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{URL: storetest.SQLiteMigrated(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w := &world{rows: accounts.New(db), now: time.Date(2026, 11, 27, 12, 0, 0, 789, time.UTC)}
	clock := func() time.Time { return w.now }
	w.accounts = account.New(w.rows, []byte("a secret of this test"), 0, clock)
	w.Service = token.New(w.rows, perMinute, free, clock)
	return w
}

func (w *world) user(t *testing.T, name string) account.Identity {
	t.Helper()
	session, err := w.accounts.SignUp(t.Context(), "home", name, password, "")
	if err != nil {
		t.Fatal(err)
	}
	id, err := w.accounts.Authenticate(t.Context(), session)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func (w *world) make(t *testing.T, id account.Identity, expires time.Time, scopes ...string) (string, token.Token) {
	t.Helper()
	secret, made, err := w.Make(t.Context(), id, "Laptop", scopes, expires)
	if err != nil {
		t.Fatal(err)
	}
	if !made.CreatedAt.Equal(made.CreatedAt.Truncate(time.Millisecond)) {
		t.Errorf("it says to be made at %v, which is not stored so", made.CreatedAt)
	}
	return secret, made
}

func (w *world) verify(t *testing.T, secret, audience string) error {
	t.Helper()
	_, _, err := w.Verify(t.Context(), secret, audience)
	return err
}

func refused(t *testing.T, err error, kind fault.Kind, words string) {
	t.Helper()
	if fault.KindOf(err) != kind || !strings.Contains(fmt.Sprint(err), words) {
		t.Errorf("got %v, want kind %v and %q", err, kind, words)
	}
}

func TestTokens(t *testing.T) {
	w := newWorld(t, 0, true)
	ada, eve := w.user(t, "Ada"), w.user(t, "Eve")

	t.Run("a token leads to its user with its scopes in order, until it is revoked", func(t *testing.T) {
		secret, made := w.make(t, ada, time.Time{}, "save", "read", "save")
		id, got, err := w.Verify(t.Context(), secret, "")
		if err != nil || id.User().ID != ada.User().ID || id.SessionID() != made.ID || got.Scopes.String() != "read save" {
			t.Fatalf("got %+v, %v", got, err)
		}
		refused(t, w.Revoke(t.Context(), eve, made.ID), fault.NotFound, "")
		if err := w.Revoke(t.Context(), ada, made.ID); err != nil {
			t.Fatal(err)
		}
		refused(t, w.verify(t, secret, ""), fault.Unauthenticated, "revoked")
		refused(t, w.Revoke(t.Context(), ada, made.ID), fault.NotFound, "")
	})
	t.Run("a token ends with its expiry, is listed for a month, and then forgotten", func(t *testing.T) {
		secret, made := w.make(t, ada, w.now.Add(time.Hour), "read")
		if err := w.verify(t, secret, ""); err != nil {
			t.Fatal(err)
		}
		w.now = w.now.Add(time.Hour)
		refused(t, w.verify(t, secret, ""), fault.Unauthenticated, "expired")
		if lasts, err := w.Lasts(t.Context(), made.UserID, made.ID); lasts || err != nil {
			t.Error("it lasts", err)
		}
		listed := func(after time.Duration, want int) {
			t.Helper()
			w.now = w.now.Add(after)
			if err := w.Forget(t.Context()); err != nil {
				t.Fatal(err)
			}
			if all, err := w.List(t.Context(), ada); len(all) != want || err != nil {
				t.Errorf("%d tokens are listed, want %d: %v", len(all), want, err)
			}
		}
		listed(30*24*time.Hour, 1)
		listed(time.Second, 0)
	})
	t.Run("an access token is valid for its own audience alone, and ends with its grant", func(t *testing.T) {
		issue := func(grant string) string {
			secret, _, err := w.Issue(t.Context(), token.Token{
				UserID: ada.User().ID, Kind: token.Access, Name: "An assistant", Scopes: token.Scopes{token.Read}, Audience: "https://e.example/mcp",
				Grant: grant, ExpiresAt: w.now.Add(time.Hour),
			})
			if err != nil {
				t.Fatal(err)
			}
			return secret
		}
		first, second := issue("one"), issue("two")
		if err := w.verify(t, first, "https://e.example/mcp"); err != nil {
			t.Error(err)
		}
		for _, other := range []string{"", "https://e.example", "https://e.example/mcp/"} {
			refused(t, w.verify(t, first, other), fault.Unauthenticated, "another address")
		}
		if err := w.RevokeGrant(t.Context(), eve.User().ID, "one"); err != nil {
			t.Fatal(err)
		}
		if err := w.verify(t, first, "https://e.example/mcp"); err != nil {
			t.Error("after another user's grant of that name:", err)
		}
		if err := w.RevokeGrant(t.Context(), ada.User().ID, "one"); err != nil {
			t.Fatal(err)
		}
		refused(t, w.verify(t, first, "https://e.example/mcp"), fault.Unauthenticated, "revoked")
		if err := w.verify(t, second, "https://e.example/mcp"); err != nil {
			t.Error("of another grant:", err)
		}
		if all, _ := w.List(t.Context(), ada); len(all) != 0 {
			t.Errorf("access tokens are listed as API tokens: %v", all)
		}
	})
	t.Run("the secret of a feed opens that feed alone, until it is revoked", func(t *testing.T) {
		secret, made, err := w.MakeFeed(t.Context(), ada, "Recipes", "tag:recipes")
		if err != nil {
			t.Fatal(err)
		}
		id, got, err := w.VerifyFeed(t.Context(), secret)
		if err != nil || id.User().ID != ada.User().ID || got.Audience != "tag:recipes" {
			t.Fatalf("got %+v, %v", got, err)
		}
		for _, audience := range []string{"", "tag:recipes"} {
			refused(t, w.verify(t, secret, audience), fault.Unauthenticated, "nothing else")
		}
		personal, _ := w.make(t, ada, time.Time{}, "read")
		for _, wrong := range []string{personal, secret[:len(secret)-1], "engram_rss_" + personal[11:], ""} {
			_, _, err := w.VerifyFeed(t.Context(), wrong)
			refused(t, err, fault.NotFound, "ended")
		}
		if all, _ := w.List(t.Context(), ada); slices.ContainsFunc(all, func(t token.Token) bool { return t.Kind == token.Feed }) {
			t.Error("it is listed as an API token")
		}
		refused(t, w.RevokeFeed(t.Context(), eve, made.ID), fault.NotFound, "")
		if err := w.RevokeFeed(t.Context(), ada, made.ID); err != nil {
			t.Fatal(err)
		}
		_, _, err = w.VerifyFeed(t.Context(), secret)
		refused(t, err, fault.NotFound, "ended")
	})
	t.Run("what is not a token of ours is refused in words", func(t *testing.T) {
		secret, _ := w.make(t, ada, time.Time{}, "read")
		for _, wrong := range []string{secret[:len(secret)-1], secret + "x", "engram_pat_", "engram_oat_" + secret[11:], strings.ToUpper(secret), ""} {
			if err := w.verify(t, wrong, ""); fault.KindOf(err) != fault.Unauthenticated {
				t.Errorf("%q: %v", wrong, err)
			}
		}
	})
	t.Run("a token needs a name, scopes that there are, and an end in the future", func(t *testing.T) {
		for title, test := range map[string]struct {
			name    string
			scopes  []string
			expires time.Time
			words   string
		}{
			"no name":            {" ", []string{"read"}, time.Time{}, "a name"},
			"a long name":        {strings.Repeat("ü", 65), []string{"read"}, time.Time{}, "64"},
			"a hidden name":      {"a\u202eb", []string{"read"}, time.Time{}, "invisible"},
			"a broken name":      {"a\xff", []string{"read"}, time.Time{}, "invisible"},
			"no scope":           {"x", nil, time.Time{}, "at least one"},
			"an unknown scope":   {"x", []string{"read", "admin"}, time.Time{}, "read, ask, save, edit and export"},
			"an end in the past": {"x", []string{"read"}, w.now, "future"},
		} {
			_, _, err := w.Make(t.Context(), ada, test.name, test.scopes, test.expires)
			if fault.KindOf(err) != fault.Invalid || !strings.Contains(fmt.Sprint(err), test.words) {
				t.Errorf("%s: %v", title, err)
			}
		}
	})
	t.Run("a user has fifty tokens at most", func(t *testing.T) {
		bob := w.user(t, "Bob")
		for range token.MostPersonal {
			w.make(t, bob, time.Time{}, "read")
		}
		_, _, err := w.Make(t.Context(), bob, "one more", []string{"read"}, time.Time{})
		refused(t, err, fault.Limit, "Revoke one")
	})
	t.Run("no token outlives a change of password", func(t *testing.T) {
		secret, _ := w.make(t, ada, time.Time{}, "read")
		if err := w.accounts.ChangePassword(t.Context(), ada, password, "Battery2?staple"); err != nil {
			t.Fatal(err)
		}
		refused(t, w.verify(t, secret, ""), fault.Unauthenticated, "revoked")
	})
}

func TestRate(t *testing.T) {
	w := newWorld(t, 2, true)
	ada := w.user(t, "Ada")
	first, _ := w.make(t, ada, time.Time{}, "read")
	second, _ := w.make(t, ada, time.Time{}, "read")
	for range 2 {
		if err := w.verify(t, first, ""); err != nil {
			t.Fatal(err)
		}
	}
	err := w.verify(t, first, "")
	refused(t, err, fault.Limit, "too fast")
	var f *fault.Error
	if !errors.As(err, &f) || f.RetryAfter != 30*time.Second {
		t.Errorf("it may be tried again after %v", f.RetryAfter)
	}
	if err := w.verify(t, second, ""); err != nil {
		t.Error("another token of the same user:", err)
	}
	w.now = w.now.Add(30 * time.Second)
	if err := w.verify(t, first, ""); err != nil {
		t.Error(err)
	}
}

func TestPlan(t *testing.T) {
	w := newWorld(t, 0, false)
	ada := w.user(t, "Ada")
	if ada.User().Plan != plan.Free {
		t.Fatal(ada.User().Plan)
	}
	secret, _ := w.make(t, ada, time.Time{}, "read")
	refused(t, w.verify(t, secret, ""), fault.Forbidden, "annual plan")
	refused(t, w.Allowed(t.Context(), ada), fault.Forbidden, "annual plan")
}
