package account

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"engram/internal/fault"
)

func TestToken(t *testing.T) {
	user := uuid.Must(uuid.NewV7()).String()
	token, hash, err := newToken(user)
	if err != nil {
		t.Fatal(err)
	}
	gotUser, gotHash, ok := parseToken(token)
	if !ok || gotUser != user || !bytes.Equal(gotHash, hash) {
		t.Errorf("parseToken: %q %x %t, want %q %x", gotUser, gotHash, ok, user, hash)
	}
	other, _, _ := newToken(user)
	if other == token || other[:21] != token[:21] { // proxies tell users apart by these, see deploy/cluster
		t.Errorf("two tokens are the same, or don't begin as their user's: %q, %q", token, other)
	}
	for _, bad := range []string{"", "x", token[1:], token + "AAAA", token[:len(token)-1] + "!", "null", "undefined"} {
		if _, _, ok := parseToken(bad); ok {
			t.Errorf("%q passed for a token", bad)
		}
	}
}

func TestDecoyCost(t *testing.T) {
	t.Run("API-10 an unknown name costs the same work as a wrong password", func(t *testing.T) {
		params, _, _, err := argon2id.DecodeHash(decoy)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(passwordCost, params); diff != "" {
			t.Errorf("the decoy's cost is not a password's (-want +got):\n%s", diff)
		}
	})
	t.Run("API-10 an unknown name is answered no sooner than a hash is compared", func(t *testing.T) {
		s := New(onlyAda{}, nil, 0, time.Now)
		for range cap(s.strangers.slots) { // no hash can be computed
			s.strangers.slots <- struct{}{}
		}
		gone, leave := context.WithCancel(t.Context())
		leave()
		for _, name := range []string{"Ada", "Nobody"} {
			if _, err := s.SignIn(gone, "home", name, "Correct1!horse"); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v, want to have waited for the hasher", name, err)
			}
		}
	})
}

// TestWhatIsKeptOfAPassword signs up, and reads what is stored.
func TestWhatIsKeptOfAPassword(t *testing.T) {
	kept := &keeping{}
	if _, err := New(kept, nil, 0, time.Now).SignUp(t.Context(), "home", "Ida", "Correct1!horse", ""); err != nil {
		t.Fatal(err)
	}
	params, _, _, err := argon2id.DecodeHash(kept.hash) // fails for a hash of another kind
	if err != nil || !cmp.Equal(params, passwordCost) || strings.Contains(kept.hash, "Correct1!horse") {
		t.Errorf("it is %q, %v", kept.hash, err)
	}
}

// keeping is a store that keeps the hash of who signs up.
type keeping struct {
	onlyAda
	hash string
}

func (k *keeping) Admit(_ context.Context, _ Admission, _ Ticket, _ User, hash string, _ Session) error {
	k.hash = hash
	return nil
}

// onlyAda is a store of one user.
type onlyAda struct{ Store }

func (onlyAda) Credentials(_ context.Context, name string) (User, string, error) {
	if name != "Ada" {
		return User{}, "", fault.New(fault.NotFound, "")
	}
	return User{ID: "1"}, decoy, nil
}

func (onlyAda) KnowsAddress(context.Context, string, string, time.Time) (bool, error) {
	return false, nil
}

func FuzzParseToken(f *testing.F) {
	f.Add("")
	f.Add("AZ-x_9")
	f.Fuzz(func(t *testing.T, token string) {
		if user, _, ok := parseToken(token); ok && uuid.Validate(user) != nil {
			t.Errorf("%q names %q", token, user)
		}
	})
}
