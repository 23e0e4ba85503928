package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/config"
)

// signInWith opens another session, from a device of that User-Agent.
func (c customer) signInWith(name, agent string) (token string) {
	c.t.Helper()
	request, err := http.NewRequest(http.MethodPost, c.url+"/api/v1/signin", strings.NewReader(fmt.Sprintf(`{"username":%q,"password":%q}`, name, password)))
	if err != nil {
		c.t.Fatal(err)
	}
	request.Header.Set("User-Agent", agent)
	return c.want(200, c.send(request)).text("token")
}

type signedIn struct {
	ID, Device string
	CreatedAt  *time.Time
	LastUsedAt time.Time
	Current    bool
}

func (c customer) sessions(token string) (all []signedIn) {
	c.t.Helper()
	got := struct{ Sessions []signedIn }{}
	if err := json.Unmarshal([]byte(c.want(200, c.call("GET", "/api/v1/sessions", token, nil)).raw), &got); err != nil {
		c.t.Fatal(err)
	}
	return got.Sessions
}

type happened struct {
	ID, Kind, Text string
	At             time.Time
	Device         *string
}

func (c customer) events(query string) (events []happened, next string) {
	c.t.Helper()
	got := struct {
		Events     []happened
		NextCursor string
	}{}
	if err := json.Unmarshal([]byte(c.want(200, c.call("GET", "/api/v1/audit"+query, c.token, nil)).raw), &got); err != nil {
		c.t.Fatal(err)
	}
	return got.Events, got.NextCursor
}

// kinds returns the kinds on the first page, oldest first.
func (c customer) kinds() (kinds []string) {
	c.t.Helper()
	events, _ := c.events("")
	for _, e := range slices.Backward(events) {
		kinds = append(kinds, e.Kind)
	}
	return kinds
}

const (
	firefoxAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0"
	safariAgent  = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1"
)

func TestSessions(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		e := start(t, cfg)
		c := customer{e, e.signUp("Ada")}

		t.Run("a session shows its device, but neither token nor address", func(t *testing.T) {
			phone := c.signInWith("Ada", safariAgent)
			got := c.sessions(phone)
			if len(got) != 2 || !got[0].Current || got[1].Current || got[0].Device != "Safari on iPhone" || got[1].Device != "Go" {
				t.Fatalf("got %+v", got)
			}
			for _, s := range got {
				if s.CreatedAt == nil || time.Since(*s.CreatedAt) > time.Hour || time.Since(s.LastUsedAt) > time.Hour {
					t.Errorf("got %+v", s)
				}
			}
			raw := c.call("GET", "/api/v1/sessions", phone, nil).raw
			if strings.Contains(raw, phone) || strings.Contains(raw, "127.0.0.1") || strings.Contains(raw, "Mozilla") {
				t.Errorf("got %s", raw)
			}
			if got[0].ID == got[1].ID || c.call("GET", "/api/v1/getuser", got[0].ID, nil).status != 401 {
				t.Error("an id opens something")
			}
		})
		t.Run("a session is ended by its id; another user's, an unknown and an ended one are not found", func(t *testing.T) {
			laptop := c.signInWith("Ada", firefoxAgent)
			stranger := e.customer()
			own := c.sessions(laptop)[0].ID
			foreign := stranger.sessions(stranger.token)[0].ID
			for _, id := range []string{foreign, "x", "%00", "%2e%2e%2f", own + "x", strings.Repeat("a", 5000), "null"} {
				c.want(404, c.call("DELETE", "/api/v1/sessions/"+id, c.token, nil))
			}
			stranger.want(404, stranger.call("DELETE", "/api/v1/sessions/"+own, stranger.token, nil))
			e.want(401, e.call("DELETE", "/api/v1/sessions/"+own, "", nil))
			c.want(200, c.call("GET", "/api/v1/getuser", laptop, nil))
			c.want(200, c.call("DELETE", "/api/v1/sessions/"+own, c.token, nil))
			c.want(401, c.call("GET", "/api/v1/getuser", laptop, nil))
			c.want(404, c.call("DELETE", "/api/v1/sessions/"+own, c.token, nil))
			stranger.mustBe(false)
		})
		t.Run("the caller's own session can be ended", func(t *testing.T) {
			token := c.signInWith("Ada", firefoxAgent)
			c.want(200, c.call("DELETE", "/api/v1/sessions/"+c.sessions(token)[0].ID, token, nil))
			c.want(401, c.call("GET", "/api/v1/sessions", token, nil))
		})
		t.Run("all other sessions end at once", func(t *testing.T) {
			others := []string{c.signInWith("Ada", firefoxAgent), c.signInWith("Ada", safariAgent)}
			stranger := e.customer()
			e.want(401, e.call("DELETE", "/api/v1/sessions", "", nil))
			c.want(200, c.call("DELETE", "/api/v1/sessions", c.token, nil))
			for _, token := range others {
				c.want(401, c.call("GET", "/api/v1/getuser", token, nil))
			}
			if got := c.sessions(c.token); len(got) != 1 || !got[0].Current {
				t.Errorf("got %+v", got)
			}
			stranger.mustBe(false)
		})
		t.Run("a session without a User-Agent shows an unknown device", func(t *testing.T) {
			c := e.customer()
			name := c.call("GET", "/api/v1/getusername", c.token, nil).text("username")
			c.signInWith(name, "")
			if got := c.sessions(c.token); len(got) != 2 || !got[0].Current || got[1].Device != "Unknown device" {
				t.Errorf("got %+v", got)
			}
		})
	})
}

func TestEmail(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		e := start(t, cfg)
		c := e.customer()
		set := func(body any) answer { return c.call("PUT", "/api/v1/email", c.token, body) }
		email := func() any { return c.want(200, c.call("GET", "/api/v1/getuser", c.token, nil)).body["email"] }

		t.Run("PROF-03 API-14 an email is set, changed and removed", func(t *testing.T) {
			for _, address := range []string{"ada@example.com", "  Ada.L+x@sub.Example.co\n", "ünï@exämple.com"} {
				c.want(200, set(map[string]string{"email": address}))
				if got := email(); got != strings.TrimSpace(address) {
					t.Errorf("got %v, want %q", got, address)
				}
			}
			c.want(200, set(map[string]string{"email": " "}))
			if got := email(); got != nil {
				t.Errorf("got %v", got)
			}
		})
		t.Run("an invalid email is refused with a message and changes nothing", func(t *testing.T) {
			c.want(200, set(map[string]string{"email": "ada@example.com"}))
			for _, wrong := range []string{"ada", "@", "a@b", "a b@example.com", "A <a@example.com>", "a@example.com,b@example.com", "<script>@example.com",
				"a@exam\nple.com", strings.Repeat("a", 5000) + "@example.com"} {
				if got := c.want(400, set(map[string]string{"email": wrong})).text("message"); got != "Please enter a valid email address" {
					t.Errorf("%.40q: %q", wrong, got)
				}
			}
			for _, body := range []string{``, `[]`, `{"email":7}`, `{"email":["a@example.com"]}`, `{`} {
				c.want(400, set(body))
			}
			e.want(401, e.call("PUT", "/api/v1/email", "", map[string]string{"email": "eve@example.com"}))
			if got := email(); got != "ada@example.com" {
				t.Errorf("got %v", got)
			}
		})
	})
}

func TestUsage(t *testing.T) {
	cfg := settings(t)
	cfg.FreeMemories, cfg.FreeSearchesPerDay, cfg.FreeDocuments, cfg.ProDocuments = 5, 3, 2, 10
	e := start(t, cfg)
	t.Run("LIMIT-10 the usage follows what is done, and the plan", func(t *testing.T) {
		c := e.customer()
		usage := func() string {
			got := c.want(200, c.call("GET", "/api/v1/usage", c.token, nil))
			searches, _ := got.body["searches"].(map[string]any)
			resets, err := time.Parse(time.RFC3339, fmt.Sprint(searches["resetsAt"]))
			if left := time.Until(resets); err != nil || left <= 0 || left > 24*time.Hour || !resets.Equal(resets.Truncate(24*time.Hour)) {
				t.Errorf("it resets at %v, %v", searches["resetsAt"], err)
			}
			delete(searches, "resetsAt")
			body, _ := json.Marshal(got.body)
			return string(body)
		}
		if got, want := usage(), `{"documents":{"limit":2,"used":0},"memories":{"limit":5,"used":0},"searches":{"limit":3,"used":0}}`; got != want {
			t.Errorf("got %s", got)
		}
		c.note(c.token, "one")
		c.want(200, c.search(c.token, "one", "all-memories"))
		c.want(400, c.search(c.token, "", "all-memories"))
		if got, want := usage(), `{"documents":{"limit":2,"used":0},"memories":{"limit":5,"used":1},"searches":{"limit":3,"used":1}}`; got != want {
			t.Errorf("got %s", got)
		}
		c.buy("month")
		if got, want := usage(), `{"documents":{"limit":10,"used":0},"memories":{"limit":null,"used":1},"searches":{"limit":null,"used":1}}`; got != want {
			t.Errorf("got %s", got)
		}
		e.want(401, e.call("GET", "/api/v1/usage", "", nil))
	})
}

func TestAudit(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		e := start(t, cfg)

		t.Run("PROF-13 changes of an account are listed for its user, with their device", func(t *testing.T) {
			c := customer{e, e.signUp("Ada")}
			phone := c.signInWith("Ada", safariAgent)
			c.want(401, c.call("POST", "/api/v1/signin", "", map[string]string{"username": "Ada", "password": password + "x"})) // is not told
			c.want(200, c.call("PUT", "/api/v1/email", c.token, map[string]string{"email": "ada@example.com"}))
			c.buy("month")
			c.want(200, c.cancel())
			c.want(200, c.cancel())
			c.want(200, c.call("DELETE", "/api/v1/sessions/"+c.sessions(phone)[0].ID, c.token, nil))
			c.signInWith("Ada", firefoxAgent)
			c.want(200, c.call("DELETE", "/api/v1/sessions", c.token, nil))
			c.want(200, c.call("POST", "/api/v1/resetpassword", c.token, map[string]string{"oldPassword": password, "newPassword": password}))
			c.want(200, c.call("PUT", "/api/v1/email", c.token, map[string]string{"email": ""}))
			want := []string{"signed-up", "signed-in", "email-changed", "pro-began", "pro-cancelled", "session-ended", "signed-in", "sessions-ended", "password-changed", "email-removed"}
			if got := c.kinds(); !slices.Equal(got, want) {
				t.Errorf("got %v", got)
			}
			events, next := c.events("")
			slices.Reverse(events)
			if next != "" || *events[1].Device != "Safari on iPhone" || *events[0].Device != "Go" || events[5].Text != "Safari on iPhone" || *events[5].Device != "Go" {
				t.Errorf("got %+v, %q", events, next)
			}
			if raw := c.call("GET", "/api/v1/audit", c.token, nil).raw; strings.Contains(raw, "ada@example.com") || strings.Contains(raw, "127.0.0.1") {
				t.Errorf("it tells too much: %s", raw)
			}
		})
		t.Run("a sign-out is listed at the next sign-in", func(t *testing.T) {
			c := customer{e, e.signUp("Bea")}
			c.want(200, c.call("POST", "/api/v1/signout", c.token, nil))
			c.token = c.signInWith("Bea", firefoxAgent)
			if got := c.kinds(); !slices.Equal(got, []string{"signed-up", "signed-out", "signed-in"}) {
				t.Errorf("got %v", got)
			}
		})
		t.Run("a page has fifty events, a kind a hundred, and an invalid cursor is refused", func(t *testing.T) {
			c := e.customer()
			for i := range 105 {
				c.want(200, c.call("PUT", "/api/v1/email", c.token, map[string]string{"email": fmt.Sprintf("a%d@example.com", i)}))
			}
			seen, query := map[string]bool{}, ""
			var sizes []int
			for {
				events, next := c.events(query)
				sizes = append(sizes, len(events))
				for _, event := range events {
					seen[event.ID] = true
				}
				if next == "" {
					break
				}
				query = "?cursor=" + next
			}
			if !slices.Equal(sizes, []int{50, 50, 1}) || len(seen) != 101 {
				t.Errorf("got pages of %v, %d events", sizes, len(seen))
			}
			for _, wrong := range []string{"x", "%00", "'", strings.Repeat("a", 5000)} {
				c.want(400, c.call("GET", "/api/v1/audit?cursor="+wrong, c.token, nil))
			}
			e.want(401, e.call("GET", "/api/v1/audit", "", nil))
			if got := e.customer().kinds(); !slices.Equal(got, []string{"signed-up"}) {
				t.Errorf("a stranger reads %v", got)
			}
		})
	})
}

func TestAuditOfProvider(t *testing.T) {
	cfg := settings(t)
	stripe := withStripe(t, &cfg)
	e := start(t, cfg)
	t.Run("PROF-13 changes by the payment provider are listed without a device", func(t *testing.T) {
		c := e.customer()
		id, _ := c.session("month")
		sub := stripe.Pay(id)
		e.want(200, e.hear(stripe.Event("checkout.session.completed", id, time.Now())))
		stripe.Change(sub, map[string]any{"status": "canceled"})
		e.want(200, e.hear(stripe.Event("customer.subscription.deleted", sub, time.Now())))
		if got := c.kinds(); !slices.Equal(got, []string{"signed-up", "email-changed", "pro-began", "pro-ended"}) {
			t.Errorf("got %v", got)
		}
		events, _ := c.events("")
		if events[0].Device != nil || events[1].Device != nil {
			t.Errorf("got %+v", events)
		}
	})
}
