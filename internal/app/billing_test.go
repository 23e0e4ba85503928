package app

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"engram/internal/config"
)

// customer is a user who buys.
type customer struct {
	*engram
	token string
}

func (e *engram) customer() customer { return customer{e, e.user()} }

// at is the same person at another process.
func (c customer) at(e *engram) customer { return customer{e, c.token} }

func (c customer) subscribe(duration string) answer {
	c.t.Helper()
	return c.call("POST", "/api/v1/create-subscription", c.token, map[string]string{"duration": duration})
}

// session begins a checkout and returns its session.
func (c customer) session(duration string) (id, url string) {
	c.t.Helper()
	session, _ := c.want(200, c.subscribe(duration)).body["session"].(map[string]any)
	return session["id"].(string), session["url"].(string)
}

func (c customer) save(sessionID string) answer {
	c.t.Helper()
	return c.call("POST", "/api/v1/save-payment", c.token, map[string]string{"session_id": sessionID})
}

func (c customer) cancel() answer {
	c.t.Helper()
	return c.call("GET", "/api/v1/cancel-subscription", c.token, nil)
}

// standing returns the plan as the API reports it.
func (c customer) standing() (premium bool, subscription string) {
	c.t.Helper()
	user := c.want(200, c.call("GET", "/api/v1/getuser", c.token, nil))
	return user.body["isPremium"] == true, user.text("subscription")
}

// mustBe fails the test unless the user is Pro, or not; the subscription is present exactly then.
func (c customer) mustBe(premium bool) (subscription string) {
	c.t.Helper()
	got, subscription := c.standing()
	if got != premium || (subscription != "") != premium {
		c.t.Fatalf("premium %v by %q, want %v", got, subscription, premium)
	}
	return subscription
}

// press sends one of the forms of the test checkout, and returns where it leads.
func (e *engram) press(form string) (status int, location string) {
	e.t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Post(e.url+form, "application/x-www-form-urlencoded", nil)
	if err != nil {
		e.t.Fatal(err)
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body)
	return response.StatusCode, response.Header.Get("Location")
}

// pay pays at the test checkout.
func (c customer) pay(sessionID string) {
	c.t.Helper()
	if status, _ := c.press("/test-checkout/" + sessionID + "/pay"); status != http.StatusSeeOther {
		c.t.Fatalf("got %d", status)
	}
}

// buy does all of it.
func (c customer) buy(duration string) (sessionID string) {
	c.t.Helper()
	sessionID, _ = c.session(duration)
	c.pay(sessionID)
	c.want(200, c.save(sessionID))
	return sessionID
}

func TestTestCheckout(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.FreeMemories, cfg.FreeSearchesPerDay, cfg.FreeDocuments, cfg.ProDocuments = 1, 1, 1, 2
		e := start(t, cfg)

		t.Run("PAY-06 PAY-07 API-38 API-39 API-14 a month of Pro, from the first click to the last", func(t *testing.T) {
			c := e.customer()
			c.mustBe(false)
			id, url := c.session("month")
			if !strings.HasPrefix(id, "cs_test_") || url != "/test-checkout/"+id {
				t.Fatalf("got %q, %q", id, url)
			}
			page := e.want(200, e.call("GET", url, "", nil))
			for _, want := range []string{"No card is charged", "Engram Pro, monthly", "$9.99", `action="` + url + `/pay"`, `action="` + url + `/cancel"`} {
				if !strings.Contains(page.raw, want) {
					t.Errorf("no %q in the page", want)
				}
			}
			c.want(402, c.save(id))
			c.mustBe(false)
			if status, location := e.press(url + "/pay"); status != http.StatusSeeOther || location != "/subscription/success?session_id="+id {
				t.Fatalf("got %d to %q", status, location)
			}
			c.mustBe(false) // until it is saved
			c.want(200, c.save(id))
			c.mustBe(true)
			c.want(409, c.subscribe("year"))
		})
		t.Run("API-37 the membership shows its cycle and next payment, to its user only", func(t *testing.T) {
			for duration, want := range map[string]string{"month": "monthly", "year": "annual"} {
				c := e.customer()
				c.buy(duration)
				id := c.mustBe(true)
				sub := c.want(200, c.call("GET", "/api/v1/subscription/"+id, c.token, nil))
				next, err := time.Parse(time.RFC3339, sub.text("next_billing_date"))
				days := time.Until(next).Hours() / 24
				if err != nil || sub.text("billing_cycle") != want || len(sub.body) != 2 || days < 27 || days > 366 || (days > 32) != (duration == "year") {
					t.Errorf("got %v, %v", sub, err)
				}
				e.want(404, e.call("GET", "/api/v1/subscription/"+id, e.user(), nil))
				e.want(401, e.call("GET", "/api/v1/subscription/"+id, "", nil))
				for _, wrong := range []string{"sub_test_unknown", "%2e%2e%2f", strings.Repeat("a", 5000), "null"} {
					c.want(404, c.call("GET", "/api/v1/subscription/"+wrong, c.token, nil))
				}
			}
		})
		t.Run("PAY-08 leaving the checkout leads back to the plans, and its session can't be paid afterwards", func(t *testing.T) {
			c := e.customer()
			id, url := c.session("year")
			for range 2 {
				if status, location := e.press(url + "/cancel"); status != http.StatusSeeOther || location != "/upgrade?status=cancelled" {
					t.Fatalf("got %d to %q", status, location)
				}
			}
			if status, _ := e.press(url + "/pay"); status != http.StatusGone {
				t.Errorf("got %d", status)
			}
			c.want(402, c.save(id))
			c.mustBe(false)
			if again, _ := c.session("year"); again == id {
				t.Error("the same session was given out again")
			}
		})
		t.Run("API-41 cancelling is immediate, and repeating it changes nothing", func(t *testing.T) {
			c := e.customer()
			c.want(200, c.cancel()) // nothing to end
			c.buy("month")
			id := c.mustBe(true)
			e.want(401, e.call("GET", "/api/v1/cancel-subscription", "", nil))
			e.want(401, e.call("POST", "/api/v1/cancel-subscription", "", nil))
			if got := c.call("HEAD", "/api/v1/cancel-subscription", c.token, nil); got.status != 405 {
				t.Errorf("HEAD: got %v", got)
			}
			c.mustBe(true)
			c.want(200, c.call("POST", "/api/v1/cancel-subscription", c.token, "anything"))
			c.mustBe(false)
			c.want(200, c.cancel())
			c.want(404, c.call("GET", "/api/v1/subscription/"+id, c.token, nil))
		})
		t.Run("API-40 a session that is saved again stays one payment, and does not revive a cancelled membership", func(t *testing.T) {
			c := e.customer()
			id := c.buy("month")
			first := c.mustBe(true)
			c.want(200, c.save(id))
			c.pay(id) // leads to the thanks, and is no second payment
			c.want(200, c.save(id))
			if again := c.mustBe(true); again != first {
				t.Errorf("got %q, want %q", again, first)
			}
			c.want(200, c.cancel())
			c.want(200, c.save(id))
			c.mustBe(false)
			c.buy("year")
			second := c.mustBe(true)
			c.want(200, c.save(id))
			if now := c.mustBe(true); now != second || now == first {
				t.Errorf("got %q, want %q", now, second)
			}
		})
		t.Run("API-39 an invented, malformed or another user's session grants nothing", func(t *testing.T) {
			owner, thief := e.customer(), e.customer()
			id, _ := owner.session("month")
			owner.pay(id)
			thief.want(403, thief.save(id))
			for _, made := range []string{
				"cs_test_made_up", "cs_live_made_up", "", " ", id + "x", strings.ToUpper(id), "../" + id, "<script>", "cs_test_\x00", "{CHECKOUT_SESSION_ID}", strings.Repeat("a", 50_000),
			} {
				thief.want(404, thief.save(made))
			}
			for _, body := range []string{``, `null`, `{}`, `[]`, `"x"`, `{"session_id":7}`, `{"session_id":null}`, `{"session_id":{"$ne":""}}`, `{"session_id":["` + id + `"]}`, `{`} {
				if got := thief.call("POST", "/api/v1/save-payment", thief.token, body); got.status != 400 && got.status != 404 || got.text("message") == "" {
					t.Errorf("%q: got %v", body, got)
				}
			}
			e.want(401, e.call("POST", "/api/v1/save-payment", "", map[string]string{"session_id": id}))
			thief.mustBe(false)
			owner.want(200, owner.save(id))
			owner.mustBe(true)
		})
		t.Run("API-38 a duration is a month or a year", func(t *testing.T) {
			c := e.customer()
			for _, wrong := range []string{"", "day", "Month", "month ", "monthly", "years"} {
				c.want(400, c.subscribe(wrong))
			}
			for _, body := range []string{``, `null`, `{}`, `{"duration":12}`, `{"duration":["month"]}`, `{`} {
				c.want(400, c.call("POST", "/api/v1/create-subscription", c.token, body))
			}
			e.want(401, e.call("POST", "/api/v1/create-subscription", "", map[string]string{"duration": "month"}))
		})
		t.Run("API-21 LIMIT-01 LIMIT-02 LIMIT-03 LIMIT-04 LIMIT-05 LIMIT-10 limits follow the plan at once", func(t *testing.T) {
			c := e.customer()
			c.note(c.token, "one")
			c.want(200, c.search(c.token, "one", "all-memories"))
			full := func() []int {
				return []int{
					c.call("POST", "/api/v1/content", c.token, map[string]string{"type": "note", "description": "more"}).status,
					c.search(c.token, "one", "all-memories").status,
				}
			}
			if got := fmt.Sprint(full()); got != "[429 429]" {
				t.Errorf("free: got %s", got)
			}
			c.buy("month")
			if got := fmt.Sprint(full(), full()); got != "[200 200] [200 200]" {
				t.Errorf("Pro: got %s", got)
			}
			if got := c.call("GET", "/api/v1/get-content-count", c.token, nil); got.body["limit"] != nil || got.body["canAddContent"] != true {
				t.Errorf("got %v", got)
			}
			if got := c.call("GET", "/api/v1/get-documentupload-status", c.token, nil); got.body["limit"] != 2.0 {
				t.Errorf("got %v", got)
			}
			c.want(200, c.cancel())
			if got := fmt.Sprint(full()); got != "[429 429]" {
				t.Errorf("free again: got %s", got)
			}
			if got := c.call("GET", "/api/v1/get-content-count", c.token, nil); got.body["limit"] != 1.0 || got.body["count"] != 3.0 || got.body["canAddContent"] != false {
				t.Errorf("got %v", got)
			}
		})
		t.Run("the test checkout shows its page for a valid session, without scripts and frames", func(t *testing.T) {
			c := e.customer()
			id, url := c.session("year")
			annual := e.want(200, e.call("GET", url, "", nil))
			for _, want := range []string{"Engram Pro, annual", "$119.88", "−$19.89", "$99.99"} {
				if !strings.Contains(annual.raw, want) {
					t.Errorf("no %q in the page", want)
				}
			}
			policy := annual.header.Get("Content-Security-Policy")
			for _, want := range []string{"default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"} {
				if !strings.Contains(policy, want) {
					t.Errorf("no %q in %q", want, policy)
				}
			}
			if strings.Contains(policy, "unsafe") || strings.Contains(annual.raw, "style=") || strings.Contains(annual.raw, "<style") {
				t.Errorf("something may run: %s", policy)
			}
			for _, wrong := range []string{"cs_test_unknown", id + "x", "%3Cscript%3Ealert(1)%3C%2Fscript%3E", strings.Repeat("a", 3000)} {
				got := e.call("GET", "/test-checkout/"+wrong, "", nil)
				if got.status != 404 || !strings.Contains(got.raw, "There is no such checkout") || strings.Contains(got.raw, "alert") {
					t.Errorf("%.40q: got %v", wrong, got)
				}
				if status, _ := e.press("/test-checkout/" + wrong + "/pay"); status != http.StatusNotFound {
					t.Errorf("%.40q: paid with %d", wrong, status)
				}
			}
			if got := e.call("GET", url+"/pay", "", nil); got.status == 303 || strings.Contains(got.header.Get("Location"), "success") {
				t.Errorf("a GET pays: %v", got)
			}
			c.want(402, c.save(id))
			if got := e.call("GET", "/test-checkout/style.css", "", nil); got.status != 200 || !strings.HasPrefix(got.header.Get("Content-Type"), "text/css") {
				t.Errorf("got %v", got.header)
			}
			c.pay(id)
			if got := e.call("GET", url, "", nil); got.status != 200 || !strings.Contains(got.raw, "This is paid already") || strings.Contains(got.raw, "<form") {
				t.Errorf("got %v", got)
			}
		})
		t.Run("API-38 two concurrent clicks make one session, and fifty saves of it one membership", func(t *testing.T) {
			c := e.customer()
			ids := make([]string, 8)
			atOnce(len(ids), func(i int) { ids[i], _ = c.session("month") })
			for _, id := range ids {
				if id != ids[0] {
					t.Fatalf("got %q", ids)
				}
			}
			c.pay(ids[0])
			atOnce(50, func(int) { c.want(200, c.save(ids[0])) })
			first := c.mustBe(true)
			c.want(200, c.cancel())
			c.mustBe(false)
			if first == "" {
				t.Error("no membership")
			}
		})
		t.Run("API-38 choosing another cycle replaces the first session, which can't be paid any more", func(t *testing.T) {
			c := e.customer()
			month, _ := c.session("month")
			year, _ := c.session("year")
			if status, _ := e.press("/test-checkout/" + month + "/pay"); status != http.StatusGone {
				t.Errorf("got %d", status)
			}
			c.want(402, c.save(month))
			c.pay(year)
			c.want(200, c.save(year))
			c.mustBe(true)
		})
		t.Run("API-38 a user who paid and did not return is Pro at their next checkout", func(t *testing.T) {
			c := e.customer()
			id, _ := c.session("month")
			c.pay(id)
			c.want(409, c.subscribe("year"))
			c.mustBe(true)
		})
		t.Run("Stripe's webhook is refused without Stripe", func(t *testing.T) {
			e.want(400, e.call("POST", "/api/v1/stripe/webhook", "", `{"object":"event","type":"customer.subscription.updated"}`))
		})
	})
}

// atOnce runs do n times at once.
func atOnce(n int, do func(i int)) {
	var all sync.WaitGroup
	gate := make(chan struct{})
	for i := range n {
		all.Go(func() {
			<-gate
			do(i)
		})
	}
	close(gate)
	all.Wait()
}

func TestBillingReturns(t *testing.T) {
	cfg := settings(t)
	e := start(t, cfg)
	c := e.customer()
	lying := func(path, body string) answer {
		t.Helper()
		request := httptest.NewRequest(http.MethodPost, e.url+path, strings.NewReader(body))
		request.RequestURI, request.Host = "", "evil.example"
		request.Header.Set("authorization", c.token)
		request.Header.Set("X-Forwarded-Host", "evil.example")
		response, err := http.DefaultTransport.RoundTrip(request) // follows nothing
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		got := answer{status: response.StatusCode, header: response.Header}
		_ = json.NewDecoder(response.Body).Decode(&got.body) // nil tells
		return got
	}
	t.Run("PAY-06 PAY-07 PAY-08 the test checkout links to the configured address, whatever the Host header says", func(t *testing.T) {
		for _, way := range []struct{ end, to string }{{"/cancel", "/upgrade?status=cancelled"}, {"/pay", "/subscription/success?session_id="}} {
			begun := c.want(200, lying("/api/v1/create-subscription", `{"duration":"month"}`))
			session, _ := begun.body["session"].(map[string]any)
			url, _ := session["url"].(string)
			if want := fmt.Sprint("/test-checkout/", session["id"]); url != want {
				t.Fatalf("got %q, want %q", url, want)
			}
			if left := lying(url+way.end, ""); left.status != http.StatusSeeOther || !strings.HasPrefix(left.header.Get("Location"), way.to) {
				t.Errorf("%s: got %v to %q", way.end, left, left.header.Get("Location"))
			}
		}
	})
}

func TestBillingNodes(t *testing.T) {
	t.Run("LIMIT-10 API-14 a purchase on one process holds on the other, at once and after a restart", func(t *testing.T) {
		cfgs := nodes(t, 2)
		cfgs[0].FreeMemories, cfgs[1].FreeMemories = 1, 1
		first, second := start(t, cfgs[0]), start(t, cfgs[1])
		c := first.customer()
		c.note(c.token, "one")
		id, url := c.session("year")
		second.want(200, second.call("GET", url, "", nil))
		c.at(second).pay(id)
		atOnce(20, func(i int) {
			at := c.at([]*engram{first, second}[i%2])
			at.want(200, at.save(id))
		})
		sub := c.at(second).mustBe(true)
		if again := c.mustBe(true); again != sub {
			t.Errorf("got %q, want %q", again, sub)
		}
		second.note(c.token, "two")
		if err := second.app.Close(); err != nil {
			t.Fatal(err)
		}
		third := start(t, cfgs[1])
		c.at(third).mustBe(true)
		c.at(third).want(200, c.at(third).cancel())
		c.mustBe(false)
		c.want(429, c.call("POST", "/api/v1/content", c.token, map[string]string{"type": "note", "description": "three"}))
	})
}

func TestBillingTries(t *testing.T) {
	cfg := settings(t)
	cfg.AuthRate = 3
	e := start(t, cfg)
	c, other := e.customer(), e.customer()
	t.Run("API-38 API-39 repeated payment attempts are limited for that user only, and cancelling is not limited", func(t *testing.T) {
		id, _ := c.session("month")
		c.pay(id)
		for _, call := range []func() answer{func() answer { return c.subscribe("month") }, func() answer { return c.save("cs_test_made_up") }} {
			var last answer
			for range cfg.AuthRate + 1 {
				last = call()
			}
			if c.want(429, last).header.Get("Retry-After") == "" {
				t.Errorf("got %v", last.header)
			}
		}
		for range cfg.AuthRate + 1 {
			c.want(200, c.cancel())
		}
		other.session("month")
	})
}
