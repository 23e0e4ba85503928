package app

import (
	"net/http"
	"strings"
	"testing"

	"engram/internal/config"
)

func TestAccounts(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		e := start(t, cfg)
		sign := func(how, name, password string) answer {
			return e.call("POST", "/api/v1/"+how, "", map[string]string{"username": name, "password": password})
		}
		token := e.signUp("Ada")

		t.Run("API-07 signup and signin answer 200 with a token", func(t *testing.T) {
			if second := e.want(200, sign("signin", "Ada", password)).text("token"); second == "" || second == token {
				t.Errorf("the token of the second session: %q", second)
			}
		})
		t.Run("API-08 VAL-13 signup and signin answer 400 with the form's own message", func(t *testing.T) {
			for _, how := range []string{"signup", "signin"} {
				for wanted, got := range map[string]answer{
					"Username must be atleast 3 characters long":              sign(how, "Al", password),
					"Username must not exceed 10 characters":                  sign(how, "Bartholomew", password),
					"Username must only contain letters":                      sign(how, "Ada99", password),
					"Password should be atleast 8 characters long":            sign(how, "Ada", "Aa1!"),
					"Password should not exceed 20 characters":                sign(how, "Ada", "Aa1!"+strings.Repeat("x", 17)),
					"Password should contain atleast one uppercase character": sign(how, "Ada", "secret1!"),
					"Password should contain atleast one lowercase character": sign(how, "Ada", "SECRET1!"),
					"Password should contain atleast one number":              sign(how, "Ada", "Secret!!"),
					"Password must contain atleast one special character":     sign(how, "Ada", "Secret12"),
				} {
					if message := e.want(400, got).text("message"); message != wanted {
						t.Errorf("%s: %q, want %q", how, message, wanted)
					}
				}
			}
		})
		t.Run("API-09 a name is taken whatever its case", func(t *testing.T) {
			for _, name := range []string{"Ada", "ada", "ADA"} {
				e.want(409, sign("signup", name, password))
			}
			e.want(200, sign("signin", "aDA", password))
		})
		t.Run("API-10 an unknown name and a wrong password get the same message", func(t *testing.T) {
			unknown := e.want(401, sign("signin", "Nobody", password))
			wrong := e.want(401, sign("signin", "Ada", password+"x"))
			if unknown.raw != wrong.raw {
				t.Errorf("unknown %s, wrong %s", unknown.raw, wrong.raw)
			}
		})
		t.Run("API-01 API-02 the token is accepted raw, after Bearer, and in quotes", func(t *testing.T) {
			for _, sent := range []string{token, "Bearer " + token, "bearer " + token, `"` + token + `"`} {
				if name := e.want(200, e.call("GET", "/api/v1/getusername", sent, nil)).text("username"); name != "Ada" {
					t.Errorf("%s: %q", sent, name)
				}
			}
		})
		t.Run("API-13 API-14 getusername and getuser return the calling user", func(t *testing.T) {
			got := e.want(200, e.call("GET", "/api/v1/getuser", token, nil)).raw
			if want := `{"username":"Ada","email":null,"isPremium":false,"subscription":null,"supportEmail":"support@engram.local","useAIProviders":true}`; strings.TrimSpace(got) != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
		t.Run("API-04 a wrong or missing token answers 401 on every authenticated call", func(t *testing.T) {
			for _, call := range []string{
				"GET /api/v1/getusername", "GET /api/v1/getuser", "POST /api/v1/signout", "POST /api/v1/resetpassword",
				"GET /api/v1/get-content-count", "GET /api/v1/get-documentupload-status", "POST /api/v1/content",
				"GET /api/v1/content", "GET /api/v1/content/x", "DELETE /api/v1/content", "POST /api/v1/vector-search",
				"POST /api/upload/pdfUploader", "PUT /api/v1/email", "GET /api/v1/sessions", "DELETE /api/v1/sessions", "DELETE /api/v1/sessions/x",
				"GET /api/v1/audit", "GET /api/v1/usage", "POST /api/v1/ask", "GET /api/v1/conversations", "GET /api/v1/conversations/x",
				"DELETE /api/v1/conversations/x", "DELETE /api/v1/conversations",
			} {
				method, path, _ := strings.Cut(call, " ")
				for _, wrong := range []string{"", "nonsense", "Bearer ", token[:len(token)-2] + "AA", "null", "undefined"} {
					e.want(401, e.call(method, path, wrong, "{broken"))
				}
			}
		})
		t.Run("API-12 MENU-08 signout ends this session only", func(t *testing.T) {
			other := e.want(200, sign("signin", "Ada", password)).text("token")
			e.want(200, e.call("POST", "/api/v1/signout", other, nil))
			e.want(401, e.call("GET", "/api/v1/getuser", other, nil))
			e.want(200, e.call("GET", "/api/v1/getuser", token, nil))
		})
		t.Run("API-17 API-18 API-19 resetpassword", func(t *testing.T) {
			const next = "Battery2?staple"
			other := e.want(200, sign("signin", "Ada", password)).text("token")
			reset := func(old, replacement string) answer {
				return e.call("POST", "/api/v1/resetpassword", token, map[string]string{"oldPassword": old, "newPassword": replacement})
			}
			e.want(403, reset("Wrong1!wrong", next))
			if got := e.want(400, reset(password, "short")).text("message"); got != "Password should be atleast 8 characters long" {
				t.Errorf("a new password that breaks the rule: %q", got)
			}
			e.want(200, e.call("GET", "/api/v1/getuser", other, nil))

			e.want(200, reset(password, next))
			e.want(401, e.call("GET", "/api/v1/getuser", other, nil))
			e.want(200, e.call("GET", "/api/v1/getuser", token, nil))
			e.want(401, sign("signin", "Ada", password))
			e.want(200, sign("signin", "Ada", next))
		})
	})
}

func TestSignInThrottle(t *testing.T) {
	cfg := settings(t)
	cfg.AuthRate = 2 // a minute, so that no other try is due while the test goes on, however slowly
	e := start(t, cfg)
	t.Run("API-11 LIMIT-08 attempts beyond the rate are answered 429 with Retry-After", func(t *testing.T) {
		var last answer
		for range cfg.AuthRate + 1 {
			last = e.call("POST", "/api/v1/signin", "", map[string]string{"username": "Ada", "password": password})
		}
		if e.want(429, last).header.Get("Retry-After") == "" {
			t.Error("there is no Retry-After")
		}
		forged, _ := http.NewRequest(http.MethodPost, e.url+"/api/v1/signup", strings.NewReader(`{"username":"Eve","password":"`+password+`"}`))
		forged.Header.Set("X-Forwarded-For", "203.0.113.7")
		e.want(429, e.send(forged))
	})
}
