package account

import (
	"bytes"
	"testing"

	"github.com/alexedwards/argon2id"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
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
	if other == token {
		t.Error("two tokens are the same")
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
