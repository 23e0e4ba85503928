package metadata

import (
	"net/url"
	"testing"

	"pgregory.net/rapid"
)

func TestSameSite(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"example.com", "www.example.com", true}, {"m.example.co.uk", "example.co.uk", true}, {"EXAMPLE.com.", "example.com", true},
		{"a.co.uk", "b.co.uk", false}, {"ann.github.io", "bob.github.io", false}, {"10.0.0.1", "10.0.0.2", false},
		{"127.0.0.1", "127.0.0.1", true}, {"localhost", "localhost", true}, {"", "", false},
	} {
		if got := sameSite(tt.a, tt.b); got != tt.want {
			t.Errorf("sameSite(%q, %q) = %v", tt.a, tt.b, got)
		}
	}
}

// TestAddressesStayOnTheWeb resolves references of all sorts: what comes out is a web address, or
// nothing.
func TestAddressesStayOnTheWeb(t *testing.T) {
	base, _ := url.Parse("https://example.com/a/b")
	rapid.Check(t, func(t *rapid.T) {
		reference := rapid.OneOf(rapid.String(), rapid.StringMatching(`(//|https?://|ftp:|data:|javascript:|/|\?|#)[a-z0-9@:./%\\-]{0,40}`)).Draw(t, "reference")
		for _, got := range []string{FirstURL(base, reference), Canonical(base, base.String(), reference)} {
			if got == "" {
				continue
			}
			u, err := url.Parse(got)
			if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil {
				t.Fatalf("%q becomes %q", reference, got)
			}
		}
	})
}
