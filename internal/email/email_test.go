package email_test

import (
	"strings"
	"testing"

	"engram/internal/email"
)

func TestValid(t *testing.T) {
	for _, address := range []string{"a@example.com", "first.last+tag@sub.example.co", "A@Example.com", "ünï@exämple.com", strings.Repeat("a", 242) + "@example.com"} {
		if !email.Valid(address) {
			t.Errorf("%.40q is refused", address)
		}
	}
	for _, address := range []string{
		"", " ", "a", "@", "a@", "@example.com", "a@b", "a@b.", "a@.b", "a b@example.com", " a@example.com", "a@example.com,b@example.com",
		"A <a@example.com>", "<a@example.com>", "=cmd|x@example.com", "+1@example.com", "-1@example.com", "a@exam\nple.com", "a\x00@example.com", `"a b"@example.com`,
		"a@example.com\x7f", "a\u202e@example.com", "a\u200b@example.com", "a@ex\u2028ample.com", "a\u0085@example.com", "a\u00a0@example.com",
		"a\ufeff@example.com", "a\u00ad@example.com", "a\ue000@example.com", "\xff@example.com", strings.Repeat("a", 10<<10), strings.Repeat("a", 243) + "@example.com",
	} {
		if email.Valid(address) {
			t.Errorf("%.40q is taken", address)
		}
	}
}
