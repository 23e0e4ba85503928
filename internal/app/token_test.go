package app

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"engram/internal/config"
)

// apiToken makes an API token of a signed-in user's and returns it with its id.
func (e *engram) apiToken(session string, scopes ...string) (secret, id string) {
	e.t.Helper()
	made := e.want(200, e.call("POST", "/api/v1/tokens", session, map[string]any{"name": "Laptop", "scopes": scopes}))
	return made.text("token"), made.text("id")
}

// bearer makes a call with an API token.
func (e *engram) bearer(method, path, secret string, body any) answer {
	e.t.Helper()
	return e.call(method, path, "Bearer "+secret, body)
}

// refused fails the test unless the answer has the status, the words and the challenge.
func (e *engram) refused(got answer, status int, words, challenge string) {
	e.t.Helper()
	e.want(status, got)
	if !strings.Contains(got.text("message"), words) || got.header.Get("WWW-Authenticate") != challenge {
		e.t.Errorf("got %v with %q, want %q with %q", got, got.header.Get("WWW-Authenticate"), words, challenge)
	}
}

const invalidToken = `Bearer error="invalid_token"`

func TestAPITokens(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.Mode = config.PersonalMode
		cfg.SignUp = config.SignUpOpen
		e := start(t, cfg)
		ada, eve := e.user(), e.user()
		note := e.note(ada, "The heron stands in the reeds.")

		t.Run("a token is shown once, and does what its scopes say", func(t *testing.T) {
			secret, _ := e.apiToken(ada, "save", "read")
			got := e.want(200, e.bearer("GET", "/api/v1/content/"+note, secret, nil))
			if !strings.Contains(got.raw, "heron") {
				t.Error(got)
			}
			e.want(200, e.bearer("POST", "/api/v1/content", secret, map[string]string{"type": "note", "description": "By a program."}))
			list := e.want(200, e.call("GET", "/api/v1/tokens", ada, nil))
			if strings.Contains(list.raw, secret) || !strings.Contains(list.raw, `"scopes":["read","save"]`) || list.body["allowed"] != true {
				t.Error(list)
			}
		})
		t.Run("a token that is used for what it may not: the missing scope is named", func(t *testing.T) {
			for scope, call := range map[string]string{
				"read": "GET /api/v1/content", "ask": "POST /api/v1/vector-search", "save": "POST /api/v1/content", "edit": "PATCH /api/v1/content/" + note, "export": "GET /api/v1/export",
			} {
				var others []string
				for _, other := range []string{"read", "ask", "save", "edit", "export"} {
					if other != scope {
						others = append(others, other)
					}
				}
				secret, id := e.apiToken(ada, others...)
				method, path, _ := strings.Cut(call, " ")
				e.refused(e.bearer(method, path, secret, "{broken"), 403, `"`+scope+`"`, `Bearer error="insufficient_scope", scope="`+scope+`"`)
				e.want(200, e.call("DELETE", "/api/v1/tokens/"+id, ada, nil))
			}
		})
		t.Run("no token opens the account, its secrets or what can't be undone", func(t *testing.T) {
			secret, _ := e.apiToken(ada, "read", "ask", "save", "edit", "export")
			for _, call := range []string{
				"GET /api/v1/tokens", "POST /api/v1/tokens", "GET /api/v1/sessions", "DELETE /api/v1/sessions", "POST /api/v1/resetpassword", "PUT /api/v1/email",
				"GET /api/v1/getuser", "DELETE /api/v1/account", "GET /api/v1/admin/people", "DELETE /api/v1/trash", "GET /api/v1/audit",
			} {
				method, path, _ := strings.Cut(call, " ")
				e.refused(e.bearer(method, path, secret, "{}"), 403, "sign in", "")
			}
		})
		t.Run("an expired, a revoked, a malformed token and none", func(t *testing.T) {
			brief := e.want(200, e.call("POST", "/api/v1/tokens", ada, map[string]any{"name": "brief", "scopes": []string{"read"}, "expiresAt": time.Now().Add(2 * time.Second)})).text("token")
			waitFor(t, "the token has expired", func() bool { return e.bearer("GET", "/api/v1/content", brief, nil).status == 401 })
			e.refused(e.bearer("GET", "/api/v1/content", brief, nil), 401, "expired", invalidToken)

			secret, id := e.apiToken(ada, "read")
			e.want(404, e.call("DELETE", "/api/v1/tokens/"+id, eve, nil))
			e.want(200, e.bearer("GET", "/api/v1/content", secret, nil))
			e.want(200, e.call("DELETE", "/api/v1/tokens/"+id, ada, nil))
			e.refused(e.bearer("GET", "/api/v1/content", secret, nil), 401, "revoked", invalidToken)

			e.refused(e.bearer("GET", "/api/v1/content", secret[:40], nil), 401, "not complete", invalidToken)
			e.refused(e.bearer("GET", "/api/v1/content", "engram_pat_", nil), 401, "not complete", invalidToken)
			e.refused(e.call("GET", "/api/v1/content", "", nil), 401, "sign in", "Bearer")
		})
		t.Run("a token of another user sees nothing of this one's", func(t *testing.T) {
			secret, _ := e.apiToken(eve, "read", "edit")
			e.want(404, e.bearer("GET", "/api/v1/content/"+note, secret, nil))
			e.want(404, e.bearer("PATCH", "/api/v1/content/"+note, secret, map[string]string{"title": "mine"}))
			if list := e.want(200, e.bearer("GET", "/api/v1/content", secret, nil)); strings.Contains(list.raw, "heron") {
				t.Error(list)
			}
		})
		t.Run("a token in the query string is refused in words, valid or not, with a session or without", func(t *testing.T) {
			secret, _ := e.apiToken(ada, "read")
			for _, query := range []string{"?access_token=" + secret, "?access_token=x", "?q=" + secret, "?token=%20" + secret} {
				for _, header := range []string{"", ada, "Bearer " + secret} {
					got := e.want(400, e.call("GET", "/api/v1/content"+query, header, nil))
					if !strings.Contains(got.text("message"), "Authorization header") {
						t.Error(got)
					}
				}
			}
		})
		t.Run("a wrong body says what is wrong", func(t *testing.T) {
			for body, words := range map[string]string{
				`{"scopes":["read"]}`:            "name",
				`{"name":"x"}`:                   "at least one",
				`{"name":"x","scopes":["root"]}`: "there is no other",
				`{"name":"x","scopes":"read"}`:   "a list",
				`{"name":"x","scopes":["read"],"expiresAt":"2001-01-01T00:00:00Z"}`: "in the future",
			} {
				if got := e.want(400, e.call("POST", "/api/v1/tokens", ada, body)); !strings.Contains(got.text("message"), words) {
					t.Errorf("%s: %v", body, got)
				}
			}
		})
		t.Run("a link that a token was given ends with it", func(t *testing.T) {
			secret, id := e.apiToken(ada, "save", "read")
			sent := e.want(200, e.upload("Bearer "+secret, "a.pdf", makePDF("of a token")))
			if got := e.call("GET", sent.text("url"), "", nil); got.status != http.StatusOK {
				t.Fatal(got)
			}
			e.want(200, e.call("DELETE", "/api/v1/tokens/"+id, ada, nil))
			e.want(403, e.call("GET", sent.text("url"), "", nil))
		})
		t.Run("the tokens of a disabled and of a deleted account are worth nothing", func(t *testing.T) {
			for _, end := range []func(session, name string){
				func(session, name string) {
					e.want(200, e.call("DELETE", "/api/v1/account", session, map[string]string{"password": password, "username": name}))
				},
				func(session, name string) {
					people := e.want(200, e.call("GET", "/api/v1/admin/people", ada, nil))
					for _, p := range people.memories("people") {
						if p["username"] == name {
							e.want(200, e.call("PUT", "/api/v1/admin/people/"+p["id"].(string)+"/disabled", ada, map[string]bool{"disabled": true}))
						}
					}
				},
			} {
				name := randomName()
				session := e.signUp(name)
				secret, _ := e.apiToken(session, "read")
				e.want(200, e.bearer("GET", "/api/v1/content", secret, nil))
				end(session, name)
				e.refused(e.bearer("GET", "/api/v1/content", secret, nil), 401, "revoked", invalidToken)
			}
		})
		t.Run("no token outlives a change of password, and the log of the account has all of it", func(t *testing.T) {
			bob := e.user()
			secret, _ := e.apiToken(bob, "read")
			e.want(200, e.call("POST", "/api/v1/resetpassword", bob, map[string]string{"oldPassword": password, "newPassword": "Battery2?staple"}))
			e.refused(e.bearer("GET", "/api/v1/content", secret, nil), 401, "revoked", invalidToken)
			log := e.want(200, e.call("GET", "/api/v1/audit", bob, nil)).raw
			if !strings.Contains(log, `"token-made","text":"Laptop"`) || strings.Contains(log, secret) {
				t.Error(log)
			}
		})
	})
}

func TestTokenRate(t *testing.T) {
	cfg := settings(t)
	cfg.Mode, cfg.TokenRate = config.PersonalMode, 2
	e := start(t, cfg)
	ada := e.user()
	secret, _ := e.apiToken(ada, "read")
	var last answer
	for range 3 {
		last = e.bearer("GET", "/api/v1/tags", secret, nil)
	}
	if e.want(429, last); last.header.Get("Retry-After") == "" {
		t.Error("it does not say when to try again")
	}
	e.want(200, e.call("GET", "/api/v1/tags", ada, nil))
}

func TestTokensByPlan(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		e := start(t, cfg)
		c := e.customer()
		body := map[string]any{"name": "Laptop", "scopes": []string{"read"}}
		denied := func() {
			t.Helper()
			e.refused(e.call("POST", "/api/v1/tokens", c.token, body), 403, "annual plan", "")
			if got := e.want(200, e.call("GET", "/api/v1/tokens", c.token, nil)); got.body["allowed"] != false {
				t.Error(got)
			}
		}
		denied()
		c.buy("month")
		denied()
		e.want(200, c.cancel())
		c.buy("year")
		secret, _ := e.apiToken(c.token, "read")
		e.want(200, e.bearer("GET", "/api/v1/content", secret, nil))
		e.want(200, c.cancel())
		e.refused(e.bearer("GET", "/api/v1/content", secret, nil), 403, "annual plan", "")
		denied()
	})
}
