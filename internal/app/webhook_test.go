package app

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"engram/internal/config"
)

// listener keeps what webhooks sent to it.
type listener struct {
	mu     sync.Mutex
	status int
	posts  []*http.Request
	bodies []string
}

func (l *listener) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.posts, l.bodies = append(l.posts, r), append(l.bodies, string(body))
	w.WriteHeader(l.status)
	_, _ = io.WriteString(w, "a secret of the receiver")
}

// heard returns the events of a memory that arrived, in order.
func (l *listener) heard(memoryID string) (events []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, raw := range l.bodies {
		var body struct {
			Type string
			Data struct{ ID string }
		}
		if json.Unmarshal([]byte(raw), &body) == nil && body.Data.ID == memoryID {
			events = append(events, body.Type)
		}
	}
	return events
}

func TestWebhooks(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.Mode, cfg.SignUp = config.PersonalMode, config.SignUpOpen
		e := start(t, cfg)
		ada, eve := e.user(), e.user()
		to := &listener{status: 204}
		web := site(t, map[string]http.HandlerFunc{"/hook": to.ServeHTTP, "/page": html("<title>Herons</title><p>The heron stands in the reeds all day long.</p>")})
		every := []string{"memory.created", "memory.ready", "memory.failed", "memory.deleted"}
		made := e.want(200, e.call("POST", "/api/v1/webhooks", ada, map[string]any{"url": web + "/hook", "events": every}))
		id, secret := made.text("id"), made.text("secret")
		deliveries := func() answer { return e.want(200, e.call("GET", "/api/v1/webhooks/"+id+"/deliveries", ada, nil)) }

		t.Run("what happens to memories arrives in order, signed, without their text", func(t *testing.T) {
			link := e.add(ada, map[string]string{"type": "link", "link": web + "/page"})["_id"].(string)
			e.settled(ada, link)
			gone := e.add(ada, map[string]string{"type": "link", "link": web + "/missing"})["_id"].(string)
			e.settled(ada, gone)
			e.want(200, e.call("DELETE", "/api/v1/content", ada, map[string]string{"contentId": link}))
			waitFor(t, "all has arrived", func() bool { return len(to.heard(link)) == 3 && len(to.heard(gone)) == 2 })
			if got := to.heard(link); !slices.Equal(got, []string{"memory.created", "memory.ready", "memory.deleted"}) {
				t.Error(got)
			}
			if got := to.heard(gone); !slices.Equal(got, []string{"memory.created", "memory.failed"}) {
				t.Error(got)
			}
			key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range to.posts {
				mac := hmac.New(sha256.New, key)
				mac.Write([]byte(p.Header.Get("Webhook-Id") + "." + p.Header.Get("Webhook-Timestamp") + "." + to.bodies[i]))
				if want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)); p.Header.Get("Webhook-Signature") != want {
					t.Errorf("signed %q, want %q", p.Header.Get("Webhook-Signature"), want)
				}
				if strings.Contains(to.bodies[i], "reeds") {
					t.Error(to.bodies[i])
				}
			}
			waitFor(t, "all are noted as delivered", func() bool { return strings.Count(deliveries().raw, `"status":"delivered"`) == 5 })
			if list := e.want(200, e.call("GET", "/api/v1/webhooks", ada, nil)); strings.Contains(list.raw, "whsec_") || list.body["allowed"] != true {
				t.Error(list)
			}
		})
		t.Run("a test says how it went, and nothing of the answer but its status", func(t *testing.T) {
			to.mu.Lock()
			to.status = 500
			to.mu.Unlock()
			got := e.want(200, e.call("POST", "/api/v1/webhooks/"+id+"/test", ada, "{}"))
			if got.text("status") != "failed" || got.body["code"] != 500.0 || strings.Contains(got.raw+deliveries().raw, "secret of the receiver") {
				t.Error(got)
			}
		})
		t.Run("another user has no part in it", func(t *testing.T) {
			for _, call := range []string{
				"PATCH /api/v1/webhooks/" + id, "DELETE /api/v1/webhooks/" + id, "POST /api/v1/webhooks/" + id + "/secret", "POST /api/v1/webhooks/" + id + "/test",
				"GET /api/v1/webhooks/" + id + "/deliveries",
			} {
				method, path, _ := strings.Cut(call, " ")
				body := any(map[string]string{"url": "https://evil.example/"})
				if method == "GET" {
					body = nil
				}
				e.want(404, e.call(method, path, eve, body))
			}
			if list := e.want(200, e.call("GET", "/api/v1/webhooks", eve, nil)); len(list.memories("webhooks")) != 0 {
				t.Error(list)
			}
		})
		t.Run("no token makes one", func(t *testing.T) {
			token, _ := e.apiToken(ada, "read", "ask", "save", "edit", "export")
			e.refused(e.bearer("POST", "/api/v1/webhooks", token, map[string]any{"url": web, "events": every}), 403, "sign in", "")
		})
		t.Run("ten at most, and words for what is wrong", func(t *testing.T) {
			for range 9 {
				e.want(200, e.call("POST", "/api/v1/webhooks", ada, map[string]any{"url": web + "/hook", "events": []string{"memory.ready"}}))
			}
			if got := e.want(429, e.call("POST", "/api/v1/webhooks", ada, map[string]any{"url": web + "/hook", "events": every})); !strings.Contains(got.text("message"), "Remove one") {
				t.Error(got)
			}
			for body, words := range map[string]string{
				`{"url":"x y","events":["memory.ready"]}`: "http://", `{"url":"https://a.example/","events":[]}`: "at least one", `{"url":"https://a.example/","events":["*"]}`: "no other",
			} {
				if got := e.want(400, e.call("POST", "/api/v1/webhooks", eve, body)); !strings.Contains(got.text("message"), words) {
					t.Errorf("%s: %v", body, got)
				}
			}
		})
		t.Run("a paused one is sent nothing, and a rotated secret is another", func(t *testing.T) {
			paused := e.want(200, e.call("PATCH", "/api/v1/webhooks/"+id, ada, map[string]any{"paused": true}))
			if paused.text("status") != "paused" {
				t.Error(paused)
			}
			note := e.note(ada, "Nobody hears of this.")
			if fresh := e.want(200, e.call("POST", "/api/v1/webhooks/"+id+"/secret", ada, "{}")); fresh.text("secret") == secret {
				t.Error("the secret is the same")
			}
			if strings.Contains(deliveries().raw, note) {
				t.Error("it was noted for a paused webhook")
			}
			e.want(200, e.call("DELETE", "/api/v1/webhooks/"+id, ada, "{}"))
			e.want(404, e.call("GET", "/api/v1/webhooks/"+id+"/deliveries", ada, nil))
		})
	})
}

func TestWebhooksReachNothingPrivate(t *testing.T) {
	cfg := settings(t)
	cfg.Mode, cfg.FetchAllow = config.PersonalMode, nil
	e := start(t, cfg)
	ada := e.user()
	to := &listener{status: 200}
	web := site(t, map[string]http.HandlerFunc{"/": to.ServeHTTP})
	for _, address := range []string{web, "http://169.254.169.254/latest/meta-data/", "http://localhost:" + web[strings.LastIndex(web, ":")+1:]} {
		id := e.want(200, e.call("POST", "/api/v1/webhooks", ada, map[string]any{"url": address, "events": []string{"memory.ready"}})).text("id")
		if got := e.want(200, e.call("POST", "/api/v1/webhooks/"+id+"/test", ada, "{}")); got.text("message") != "This address is not reachable from here." || got.body["code"] != 0.0 {
			t.Error(address, got)
		}
	}
	if len(to.posts) != 0 {
		t.Error("a private address was reached")
	}
}
