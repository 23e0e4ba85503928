package account_test

import (
	"testing"
	"time"

	"engram/internal/account"
	"engram/internal/fault"
	"engram/internal/store"
	"engram/internal/store/accounts"
	"engram/internal/store/storetest"
)

const password = "Correct1!horse"

func newService(t *testing.T, perMinute int, now *time.Time) *account.Service {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{URL: storetest.SQLiteMigrated(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return account.New(accounts.New(db), []byte("a secret of this test"), perMinute, func() time.Time { return *now })
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

	t.Run("LIMIT-08 sign-in attempts for one name are limited across all addresses", func(t *testing.T) {
		s := newService(t, 3, &now)
		if _, err := s.SignUp(t.Context(), "home", "Ada", password, ""); err != nil {
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
	t.Run("an attack on a name from many addresses does not lock its user out", func(t *testing.T) {
		s := newService(t, 3, &now)
		if _, err := s.SignUp(t.Context(), "home", "Ada", password, ""); err != nil {
			t.Fatal(err)
		}
		for _, address := range []string{"a", "b", "c", "d"} {
			signIn(s, address, "Ada", password+"x")
		}
		for _, address := range []string{"home", "on the way"} {
			if got := signIn(s, address, "ada", password); got != passed {
				t.Errorf("the owner %s: %v", address, got)
			}
		}
		for range 2 {
			if got := signIn(s, "in a hotel", "Ada", password+"x"); got != fault.Limit {
				t.Errorf("a slip where nobody knows the owner: %v", got)
			}
		}
		if got := signIn(s, "in a hotel", "Ada", password); got != fault.Limit {
			t.Errorf("a guess of the same minute: %v", got)
		}
		now = now.Add(time.Minute)
		for _, address := range []string{"a", "b", "c", "d"} {
			signIn(s, address, "Ada", password+"x")
		}
		if got := signIn(s, "in a hotel", "Ada", password); got != passed {
			t.Errorf("the owner, a minute later: %v", got)
		}
	})
	t.Run("a known address has its own, limited attempts, even after strangers there used up all others", func(t *testing.T) {
		s := newService(t, 3, &now)
		if _, err := s.SignUp(t.Context(), "home", "Ada", password, ""); err != nil {
			t.Fatal(err)
		}
		for range 4 {
			signIn(s, "home", "Eve", password)
		}
		if got := signIn(s, "home", "Eve", password); got != fault.Limit {
			t.Errorf("others at the address: %v", got)
		}
		for range 3 {
			if got := signIn(s, "home", "Ada", password+"x"); got != fault.Unauthenticated {
				t.Errorf("a slip of the owner: %v", got)
			}
		}
		if got := signIn(s, "home", "Ada", password); got != fault.Limit {
			t.Errorf("the fourth try: %v", got)
		}
	})
	t.Run("an address is known for ninety days after its last use, and until the password is changed", func(t *testing.T) {
		s := newService(t, 1, &now)
		if _, err := s.SignUp(t.Context(), "home", "Ada", password, ""); err != nil {
			t.Fatal(err)
		}
		known := func() bool {
			signIn(s, "home", "Eve", password)
			signIn(s, "home", "Eve", password) // the address has no attempts left
			defer func() { now = now.Add(time.Minute) }()
			return signIn(s, "home", "Ada", password+"x") == fault.Unauthenticated
		}
		if !known() {
			t.Error("not at once")
		}
		now = now.Add(89 * 24 * time.Hour)
		if err := s.Forget(t.Context()); err != nil || !known() {
			t.Errorf("not after 89 days, %v", err)
		}
		now = now.Add(2 * 24 * time.Hour)
		if known() {
			t.Error("after 91 days")
		}
		token, err := s.SignIn(t.Context(), "home", "Ada", password)
		if err != nil || !known() {
			t.Fatalf("not after another sign-in, %v", err)
		}
		id, err := s.Authenticate(t.Context(), token)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.ChangePassword(t.Context(), id, password, "Battery2?staple"); err != nil || known() {
			t.Errorf("after a new password, %v", err)
		}
	})
	t.Run("a session ends when it was not used for thirty days", func(t *testing.T) {
		s := newService(t, 0, &now)
		token, err := s.SignUp(t.Context(), "home", "Ada", password, "")
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
