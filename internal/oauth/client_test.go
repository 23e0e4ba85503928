package oauth

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/account"
	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/token"
)

func TestRedirects(t *testing.T) {
	for address, ok := range map[string]bool{
		"https://client.example/back": true, "https://client.example:8443/back?a=b": true, "http://127.0.0.1/back": true, "http://[::1]:80/back": true,
		"http://localhost/back": true, "com.example.app:/back": true, "com.example.app://back": true, "cursor://anysphere.cursor-mcp/oauth/callback": true,
		"": false, "back": false, "/back": false, "//client.example/back": false, "http://client.example/back": false, "http://localhost.evil.example/back": false,
		"http://127.0.0.1@evil.example/back": false, "https://": false, "https:back": false, "javascript:alert(1)": false, "javascript://x.y/%0aalert(1)": false,
		"data:text/html,x": false, "data://x.y": false, "file:///etc/passwd": false, "blob:https://x.y/z": false, "about:blank": false, "https://client.example/#": false,
		"https://client.example/back\n": false, "https://clïent.example/": false, "com.example.app:back": false, "vbscript:x": false, "view-source:https://x.y": false,
		"https://client.example/" + strings.Repeat("x", maxAddress): false,
	} {
		if err := checkRedirect(address); (err == nil) != ok {
			t.Errorf("%.80q: %v", address, err)
		}
	}
}

// FuzzRedirects holds that a person is led to an address that the client names, but for the port of their own machine.
func FuzzRedirects(f *testing.F) {
	for _, address := range []string{"https://client.example/back", "http://127.0.0.1:99/back", "http://127.0.0.1:x/back", "http://localhost/back", "HTTP://127.0.0.1/back", "http://127.0.0.1:80/back?x"} {
		f.Add(address)
	}
	c := Client{Redirects: []string{"https://client.example/back", "http://127.0.0.1/back", "com.example.app:/back"}}
	f.Fuzz(func(t *testing.T, address string) {
		if !c.leadsTo(address) || slices.Contains(c.Redirects, address) {
			return
		}
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "http" || u.Hostname() != "127.0.0.1" || u.Path != "/back" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
			t.Errorf("it leads to %q", address)
		}
	})
}

func TestClientIDs(t *testing.T) {
	for id, ok := range map[string]bool{
		"https://client.example/about": true, "https://client.example:8443/a/b.json": true, "https://client.example/a/": true, "https://client.example/a?x": true,
		"https://client.example": false, "https://client.example/": false, "http://client.example/a": false, "https://client.example/a#b": false, "https://a@client.example/b": false,
		"https://client.example/a/../b": false, "https://client.example//b": false, "https://client.example/./b": false, "https://cliént.example/b": false, "mailto:a@b": false, "https:///b": false,
	} {
		if err := checkClientID(id); (err == nil) != ok {
			t.Errorf("%q: %v", id, err)
		}
	}
}

// shop serves one document, and counts how often it is asked.
type shop struct {
	body  string
	moved string
	err   error
	asked int
}

func (s *shop) Fetch(_ context.Context, r capture.Request) (capture.Page, error) {
	s.asked++
	if r.Limit != maxDocument || r.Timeout == 0 {
		return capture.Page{}, errors.New("without a bound")
	}
	page := capture.Page{URL: r.URL, Body: []byte(s.body)}
	if s.moved != "" {
		page.URL = s.moved
	}
	return page, s.err
}

const id = "https://client.example/about"

func TestDocumentsAreKeptForMinutes(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	s := &shop{body: `{"client_id":"` + id + `","client_name":"A\u202e\nb","redirect_uris":["https://client.example/back"]}`}
	d := newDocuments(s, func() time.Time { return now })
	for range 3 {
		if c, err := d.client(t.Context(), "u", id); err != nil || c.Name != "A b" || c.Host != "client.example" {
			t.Fatalf("%+v, %v", c, err)
		}
	}
	now = now.Add(documentsStay)
	s.err = errors.New("down")
	_, err := d.client(t.Context(), "u", id)
	if f := (*fault.Error)(nil); !errors.As(err, &f) || f.Kind != fault.Invalid || strings.Contains(f.Message, "down") || s.asked != 2 {
		t.Errorf("%v after %d", err, s.asked)
	}
	s.err = nil
	_, _ = d.client(t.Context(), "u", id)
	now = now.Add(failuresStay)
	if _, err := d.client(t.Context(), "u", id); err != nil || s.asked != 3 {
		t.Errorf("%v after %d", err, s.asked)
	}
}

func TestRegistrations(t *testing.T) {
	s := New(Parts{Secret: []byte("secret"), Register: true, Now: time.Now, Documents: &shop{}})
	c, err := s.RegisterClient(Registration{Name: "Older", Redirects: []string{"http://localhost/back"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := s.registered(c.ID); !ok || got.Name != "Older" || !slices.Equal(got.Redirects, c.Redirects) {
		t.Errorf("%+v", got)
	}
	other := New(Parts{Secret: []byte("another"), Register: true, Now: time.Now, Documents: &shop{}})
	for _, forged := range []string{c.ID + "x", c.ID[:len(c.ID)-1], registeredPrefix, registeredPrefix + ".", registeredPrefix + "e30.e30"} {
		if _, ok := s.registered(forged); ok {
			t.Errorf("%s is taken", forged)
		}
	}
	if _, ok := other.registered(c.ID); ok {
		t.Error("that of another server is taken")
	}
	for _, redirects := range [][]string{nil, {"javascript:alert(1)"}, slices.Repeat([]string{"http://localhost/"}, 6), {"https://x.example/" + strings.Repeat("x", 300)}} {
		if _, err := s.RegisterClient(Registration{Redirects: redirects}); err == nil {
			t.Errorf("%v is taken", redirects)
		}
	}
	s.Register = false
	if _, err := s.client(t.Context(), "u", c.ID); fault.KindOf(err) != fault.Invalid {
		t.Errorf("once it is switched off: %v", err)
	}
}

// willing allows every user to have tokens.
type willing struct{ Tokens }

func (willing) Allowed(context.Context, account.Identity) error { return nil }

// drawer keeps the last grant.
type drawer struct {
	Store
	grant Grant
	code  Secret
}

func (d *drawer) AddGrant(_ context.Context, g Grant, code Secret) error {
	d.grant, d.code = g, code
	return nil
}

func TestConsentExpires(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	kept := &drawer{}
	s := New(Parts{
		Store: kept, Tokens: willing{}, Secret: []byte("secret"), Now: func() time.Time { return now },
		Documents: &shop{body: `{"client_id":"` + id + `","redirect_uris":["https://client.example/back?a=b"]}`},
	})
	ada := account.Bearing(account.User{ID: "01958b1e-0000-7000-8000-000000000001"}, "session")
	query := url.Values{
		"client_id": {id}, "response_type": {"code"}, "code_challenge": {strings.Repeat("x", 43)}, "code_challenge_method": {"S256"}, "scope": {"read"},
	}.Encode()
	shown, err := s.Describe(t.Context(), ada, "https://e.example", query)
	if err != nil || shown.Name != "client.example" {
		t.Fatalf("%+v, %v", shown, err)
	}
	decision := Decision{Query: query, Ticket: shown.Ticket, Allow: true, Scopes: []string{"read"}}
	now = now.Add(consentLasts - time.Second)
	to, err := s.Decide(t.Context(), ada, "https://e.example", decision)
	if err != nil || !strings.HasPrefix(to, "https://client.example/back?a=b&code=engram_oac_") || kept.code.ExpiresAt.Sub(now) != CodeLasts || kept.code.Redirect != "" {
		t.Errorf("%s, %v, %+v", to, err, kept.code)
	}
	if g := kept.grant; g.Audience != "https://e.example/mcp" || g.Host != "client.example" || !slices.Equal(g.Scopes, token.Scopes{token.Read}) {
		t.Errorf("%+v", g)
	}
	now = now.Add(time.Second)
	if _, err := s.Decide(t.Context(), ada, "https://e.example", decision); fault.KindOf(err) != fault.Invalid {
		t.Errorf("too late: %v", err)
	}
}
