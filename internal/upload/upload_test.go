package upload

import (
	"context"
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
		if got := SafeName(raw, "document.pdf"); got != want {
			t.Errorf("%q: got %q, want %q", raw, got, want)
		}
	}
}

func FuzzSafeName(f *testing.F) {
	f.Add("../a.pdf")
	f.Add("\xff\xfe")
	f.Fuzz(func(t *testing.T, raw string) {
		name := SafeName(raw, "document.pdf")
		if name == "" || len(name) > maxName || !utf8.ValidString(name) || strings.ContainsAny(name, "/\\\x00\r\n") {
			t.Errorf("%q became %q", raw, name)
		}
	})
}

// sessions are the ids of those that last.
type sessions map[string]bool

func (s sessions) SessionLasts(_ context.Context, userID, sessionID string) (bool, error) {
	return userID == "u" && s[sessionID], nil
}

func TestLinks(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	clock := func() time.Time { return now }
	lasting := sessions{"here": true}
	links := NewLinks([]byte("a secret of this test"), lasting, clock)
	made := Link{Path: "/api/files/u/i/My lease?.pdf", Session: "here", Window: LinkWindow}
	link := links.Sign(made)
	opens := func(links *Links, userID, raw string) bool {
		t.Helper()
		parsed, err := url.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		return links.Check(t.Context(), userID, parsed) == nil
	}
	check := func(title string, want bool, raw string) {
		t.Helper()
		t.Run(title, func(t *testing.T) {
			if got := opens(links, "u", raw); got != want {
				t.Errorf("%s opens: %t, want %t", raw, got, want)
			}
		})
	}
	changed := func(old, replacement string) string {
		t.Helper()
		if !strings.Contains(link, old) {
			t.Fatalf("no %q in %s", old, link)
		}
		return strings.Replace(link, old, replacement, 1)
	}
	_, signature, _ := strings.Cut(link, "&signature=")
	check("API-48 a link is valid as it was made", true, link)
	for title, raw := range map[string]string{
		"another path":            changed("/i/", "/j/"),
		"another end":             changed("expires=1", "expires=2"),
		"another session":         changed("session=here", "session=there"),
		"another signature":       changed(signature, "AAAA"),
		"no signature":            changed("&signature="+signature, ""),
		"nothing behind the path": strings.Split(link, "?")[0],
		"a doubled signature":     link + "&signature=" + signature,
		"a doubled end":           changed("?", "?expires=9999999999&"),
		"an end behind it":        link + "&expires=9999999999",
		"a further parameter":     link + "&x=1",
		"another order":           changed("?", "?session=here&"),
		"another escape":          changed("lease", "%6cease"),
		"another case":            changed("lease", "Lease"),
		"a dot":                   changed("/i/", "/./i/"),
		"an escaped dot":          changed("/i/", "/%2e/i/"),
		"a doubled slash":         changed("/i/", "//i/"),
		"a slash at its end":      changed("?expires", "/?expires"),
	} {
		check("API-48 "+title+" is not", false, raw)
	}
	t.Run("API-48 a link opens only files of its session's user", func(t *testing.T) {
		if opens(links, "v", link) {
			t.Error("it opens something of another's")
		}
	})
	if again := links.Sign(made); again != link {
		t.Errorf("a list loaded again shows another link: %s, then %s", link, again)
	}
	if opens(NewLinks([]byte("another secret of this test"), lasting, clock), "u", link) {
		t.Error("a link is valid under another secret")
	}
	now = now.Add(LinkWindow)
	check("API-48 a link is valid for at least a window", true, link)
	lasting["here"] = false
	check("API-48 a link ends with its session", false, link)
	lasting["here"] = true
	now = now.Add(LinkWindow)
	check("API-48 a link ends", false, link)
}
