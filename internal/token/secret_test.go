package token

import (
	"bytes"
	"crypto/sha256"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"
)

// shape finds tokens, as a scanner of secrets would (docs/api.md).
var shape = regexp.MustCompile(`^engram_(pat|oat|rss)_[0-9A-Za-z]{71}$`)

func TestSecret(t *testing.T) {
	t.Run("a secret leads to its user and hash, and a slip in it is noticed", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			kind := rapid.SampledFrom([]Kind{Personal, Access, Feed}).Draw(t, "kind")
			id := uuid.UUID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id")).String()
			secret, hash, err := NewSecret(kind, id)
			if err != nil || !shape.MatchString(secret) || len(hash) != sha256.Size {
				t.Fatalf("%q, %v", secret, err)
			}
			gotKind, gotID, gotHash, ok := ParseSecret(secret)
			if !ok || gotKind != kind || gotID != id || !bytes.Equal(gotHash, hash) {
				t.Fatalf("%q: got %v %v %v", secret, gotKind, gotID, ok)
			}
			at := rapid.IntRange(len(prefixes[kind]), len(secret)-1).Draw(t, "at")
			slip := rapid.SampledFrom([]byte("0aZ9-_ ")).Draw(t, "slip")
			if secret[at] == slip {
				return
			}
			if _, _, _, ok := ParseSecret(secret[:at] + string(slip) + secret[at+1:]); ok {
				t.Fatalf("%q passes with %q at %d", secret, slip, at)
			}
		})
	})
	t.Run("two secrets of a user differ", func(t *testing.T) {
		const id = "01a220fb-390b-79da-beac-f8dce2f50541"
		first, _, _ := NewSecret(Personal, id)
		second, _, _ := NewSecret(Personal, id)
		if first == second || first[:31] != second[:31] { // proxies tell users apart by these, see deploy/cluster
			t.Error(first, second)
		}
	})
	t.Run("what is too large for an id and a secret is none, whatever its checksum", func(t *testing.T) {
		body := strings.Repeat("Z", bodyLength)
		if _, _, _, ok := ParseSecret(prefixes[Personal] + body + checksum(body)); ok {
			t.Error("it passes")
		}
	})
	t.Run("a user without an id gets none", func(t *testing.T) {
		if _, _, err := NewSecret(Personal, "ada"); err == nil {
			t.Error("it is made")
		}
	})
}

func FuzzParseSecret(f *testing.F) {
	secret, _, _ := NewSecret(Personal, uuid.NewString())
	for _, seed := range []string{secret, secret[1:], secret[:len(secret)-1], "engram_pat_", "engram_oat_-" + secret[12:], strings.Repeat("engram_pat_", 9), ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, secret string) {
		if kind, userID, hash, ok := ParseSecret(secret); ok && (uuid.Validate(userID) != nil || len(hash) != sha256.Size || !strings.HasPrefix(secret, prefixes[kind])) {
			t.Errorf("%q: got %q", secret, userID)
		}
	})
}
