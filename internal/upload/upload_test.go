package upload

import (
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestSafeName(t *testing.T) {
	tests := map[string]string{
		"lease.pdf":                           "lease.pdf",
		"../../etc/passwd":                    "passwd",
		`C:\Users\ada\My lease.pdf`:           "My lease.pdf",
		"a\x00b\r\nc.pdf":                     "abc.pdf",
		"invoice\u202efdp.exe":                "invoicefdp.exe",
		"":                                    "document.pdf",
		"..":                                  "document.pdf",
		" . ":                                 "document.pdf",
		"Bücher über Zoë.pdf":                 "Bücher über Zoë.pdf",
		"tab\tand  blanks .pdf":               "taband blanks .pdf",
		strings.Repeat("x", 300) + ".pdf":     strings.Repeat("x", 196) + ".pdf",
		strings.Repeat("本", 100) + ".pdf":     strings.Repeat("本", 65) + ".pdf",
		"no ending " + strings.Repeat("y", 9): "no ending yyyyyyyyy",
	}
	for raw, want := range tests {
		if got := SafeName(raw); got != want {
			t.Errorf("%q: got %q, want %q", raw, got, want)
		}
	}
}

func FuzzSafeName(f *testing.F) {
	f.Add("../a.pdf")
	f.Add("\xff\xfe")
	f.Fuzz(func(t *testing.T, raw string) {
		name := SafeName(raw)
		if name == "" || len(name) > maxName || !utf8.ValidString(name) || strings.ContainsAny(name, "/\\\x00\r\n") {
			t.Errorf("%q became %q", raw, name)
		}
	})
}

func TestSigner(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	signer := NewSigner([]byte("a secret of this test"), func() time.Time { return now })
	link, err := url.Parse(signer.Sign("/api/files/u/i/My lease?.pdf", LinkWindow))
	if err != nil {
		t.Fatal(err)
	}
	check := func(title string, want bool, path string, query url.Values) {
		t.Helper()
		t.Run(title, func(t *testing.T) {
			if got := signer.Valid(path, query); got != want {
				t.Errorf("valid: %t, want %t", got, want)
			}
		})
	}
	changed := func(name, value string) url.Values {
		q := link.Query()
		q.Set(name, value)
		return q
	}
	check("API-48 a link is valid as it was made", true, link.Path, link.Query())
	check("API-48 another path is not", false, "/api/files/u/other/My lease?.pdf", link.Query())
	check("API-48 another end is not", false, link.Path, changed("expires", "9999999999"))
	check("API-48 another signature is not", false, link.Path, changed("signature", "AAAA"))
	check("API-48 no signature is not", false, link.Path, url.Values{})

	again := signer.Sign(link.Path, LinkWindow)
	if again != link.String() {
		t.Errorf("a list loaded again shows another link: %s, then %s", link, again)
	}
	stranger := NewSigner([]byte("another secret of this test"), func() time.Time { return now })
	if stranger.Valid(link.Path, link.Query()) {
		t.Error("a link is valid under another secret")
	}
	now = now.Add(LinkWindow)
	check("API-48 a link is valid for at least a window", true, link.Path, link.Query())
	now = now.Add(LinkWindow)
	check("API-48 a link ends", false, link.Path, link.Query())
}
