package account_test

import (
	"testing"
	"time"

	"engram/internal/account"
	"engram/internal/fault"
	"engram/internal/store"
	"engram/internal/store/storetest"
)

const password = "Correct1!horse"

func newService(t *testing.T, perMinute int, now *time.Time) *account.Service {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{URL: storetest.SQLite(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return account.New(store.New(db, nil), perMinute, func() time.Time { return *now })
}

func TestSignIn(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	signIn := func(s *account.Service, address, name, password string) fault.Kind {
		_, err := s.SignIn(t.Context(), address, name, password)
		if err == nil {
			return fault.Internal
		}
		return fault.KindOf(err)
	}
	const passed = fault.Internal // no fault

	t.Run("LIMIT-08 one name has its tries, wherever they come from", func(t *testing.T) {
		s := newService(t, 3, &now)
		if _, err := s.SignUp(t.Context(), "home", "Ada", password); err != nil {
			t.Fatal(err)
		}
		for _, address := range []string{"a", "b"} {
			if got := signIn(s, address, "Ada", password+"x"); got != fault.Unauthenticated {
				t.Errorf("from %s: %v", address, got)
			}
		}
		if got := signIn(s, "c", "ada", password+"x"); got != fault.Limit {
			t.Errorf("the fourth try: %v", got)
		}
		if got := signIn(s, "c", "Eve", password); got != fault.Unauthenticated {
			t.Errorf("another name: %v", got)
		}
	})
	t.Run("strangers who flood a name don't shut its owner out", func(t *testing.T) {
		s := newService(t, 3, &now)
		if _, err := s.SignUp(t.Context(), "office", "Ada", password); err != nil {
			t.Fatal(err)
		}
		if got := signIn(s, "home", "Ada", password); got != passed {
			t.Fatalf("the owner: %v", got)
		}
		for _, address := range []string{"a", "b", "c", "d"} {
			signIn(s, address, "Ada", password+"x")
		}
		if got := signIn(s, "e", "Ada", password); got != fault.Limit {
			t.Errorf("a stranger: %v", got)
		}
		if got := signIn(s, "home", "Ada", password); got != passed {
			t.Errorf("the owner: %v", got)
		}
	})
	t.Run("a session ends when nobody used it for thirty days", func(t *testing.T) {
		s := newService(t, 0, &now)
		token, err := s.SignUp(t.Context(), "home", "Ada", password)
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range []struct {
			days  time.Duration
			alive bool
		}{{29, true}, {29, true}, {31, false}} {
			now = now.Add(step.days * 24 * time.Hour)
			if _, err := s.Authenticate(t.Context(), token); (err == nil) != step.alive {
				t.Errorf("%d days later: %v, want alive: %t", step.days, err, step.alive)
			}
		}
	})
}
