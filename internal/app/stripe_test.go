package app

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/billing/stripe/stripetest"
	"engram/internal/config"
	"engram/internal/store/storetest"
)

// withStripe has payments go to a Stripe of the test's own.
func withStripe(t *testing.T, cfg *config.Config) *stripetest.Service {
	t.Helper()
	service := stripetest.New(t)
	cfg.StripeSecretKey, cfg.StripeAPIURL, cfg.StripeWebhook = stripetest.Key, service.URL, stripetest.Secret
	cfg.StripePriceMonth, cfg.StripePriceYear = stripetest.PriceMonth, stripetest.PriceYear
	return service
}

// hear sends what Stripe would.
func (e *engram) hear(payload, signature string) answer {
	e.t.Helper()
	request, err := http.NewRequest(http.MethodPost, e.url+"/api/v1/stripe/webhook", strings.NewReader(payload))
	if err != nil {
		e.t.Fatal(err)
	}
	if signature != "" {
		request.Header.Set("Stripe-Signature", signature)
	}
	return e.send(request)
}

func TestStripe(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		stripe := withStripe(t, &cfg)
		e := start(t, cfg)
		// bought returns a user who has Pro.
		bought := func(t *testing.T) (c customer, session, sub string) {
			t.Helper()
			c = e.customer()
			c.t = t
			session, _ = c.session("month")
			sub = stripe.Pay(session)
			c.want(200, c.save(session))
			if got := c.mustBe(true); got != sub {
				t.Fatalf("got %q, want %q", got, sub)
			}
			return c, session, sub
		}

		t.Run("API-38 API-39 API-37 API-14 a year of Pro, with the customer's email", func(t *testing.T) {
			c := e.customer()
			id, url := c.session("year")
			if !strings.HasPrefix(url, "https://checkout.stripe.com/") {
				t.Errorf("got %q", url)
			}
			c.want(402, c.save(id))
			sub := stripe.Pay(id)
			c.want(200, c.save(id))
			user := e.want(200, e.call("GET", "/api/v1/getuser", c.token, nil))
			if user.body["isPremium"] != true || user.text("subscription") != sub || user.text("email") != stripetest.Email {
				t.Errorf("got %v", user)
			}
			if got := e.want(200, e.call("GET", "/api/v1/subscription/"+sub, c.token, nil)); got.text("billing_cycle") != "annual" {
				t.Errorf("got %v", got)
			}
			e.want(404, e.call("GET", "/api/v1/subscription/"+sub, e.user(), nil))
			c.want(409, c.subscribe("month"))
		})
		t.Run("API-41 API-40 cancelling ends the subscription at Stripe, and saving its session does not revive it", func(t *testing.T) {
			c, session, _ := bought(t)
			c.want(200, c.cancel())
			c.mustBe(false)
			c.want(200, c.cancel())
			c.want(200, c.save(session))
			c.mustBe(false)
			if got := stripe.Statuses(); !slices.Contains(got, "canceled") {
				t.Errorf("got %q", got)
			}
			session, _ = c.session("year")
			stripe.Pay(session)
			c.want(200, c.save(session))
			c.mustBe(true)
		})
		t.Run("API-39 an unpaid, another user's or unrelated session grants nothing", func(t *testing.T) {
			c, other := e.customer(), e.customer()
			id, _ := c.session("month")
			for _, status := range []string{"open", "expired", "complete"} {
				stripe.Change(id, map[string]any{"status": status, "payment_status": "unpaid"})
				c.want(402, c.save(id))
			}
			stripe.Change(id, map[string]any{"status": "open"})
			sub := stripe.Pay(id)
			other.want(403, other.save(id))
			stripe.Reprice(sub, stripetest.PriceOther, time.Now().AddDate(0, 1, 0))
			c.want(402, c.save(id))
			stripe.Reprice(sub, stripetest.PriceMonth, time.Now().AddDate(0, 1, 0))
			stripe.Change(sub, map[string]any{"metadata": map[string]any{"engram_user": "somebody else"}})
			c.want(402, c.save(id))
			stripe.Change(sub, map[string]any{"livemode": true})
			if got := c.want(404, c.save(id)); strings.Contains(got.raw, "Stripe") {
				t.Errorf("got %v", got)
			}
			stripe.Change(id, map[string]any{"livemode": true})
			c.want(404, c.save(id))
			stripe.Change(id, map[string]any{"livemode": false, "client_reference_id": nil})
			c.want(403, c.save(id))
			for _, made := range []string{"cs_test_made_up", "cs_live_made_up", "", "sub_1", "../../v1/customers", strings.Repeat("a", 50_000)} {
				c.want(404, c.save(made))
			}
			c.mustBe(false)
			other.mustBe(false)
		})
		t.Run("API-39 fifty concurrent saves of one session are one membership", func(t *testing.T) {
			c := e.customer()
			id, _ := c.session("month")
			sub := stripe.Pay(id)
			atOnce(50, func(int) { c.want(200, c.save(id)) })
			if got := c.mustBe(true); got != sub {
				t.Errorf("got %q", got)
			}
		})
		t.Run("API-38 of two paid sessions one membership stays, the other is cancelled", func(t *testing.T) {
			c := e.customer()
			first, _ := c.session("month")
			stripe.Change(first, map[string]any{"status": "expired"})
			second, _ := c.session("month")
			if first == second {
				t.Fatal("an expired session was given out again")
			}
			stripe.Change(first, map[string]any{"status": "open"})
			subs := []string{stripe.Pay(first), stripe.Pay(second)}
			stripe.Change(subs[1], map[string]any{"created": time.Now().Add(time.Minute).Unix()})
			c.want(200, c.save(second))
			c.want(200, c.save(first))
			c.want(200, c.save(second))
			if got := c.mustBe(true); got != subs[0] {
				t.Errorf("got %q, want %q", got, subs[0])
			}
			c.want(200, c.cancel())
			c.mustBe(false)
		})
		t.Run("a subscription at an old price continues", func(t *testing.T) {
			c, session, sub := bought(t)
			stripe.Reprice(sub, stripetest.PriceOther, time.Now().AddDate(0, 1, 0))
			c.want(200, c.save(session))
			c.mustBe(true)
		})
		t.Run("a signed event updates Pro to Stripe's state", func(t *testing.T) {
			c := e.customer()
			id, _ := c.session("month")
			sub := stripe.Pay(id)
			e.want(200, e.hear(stripe.Event("checkout.session.completed", id, time.Now())))
			c.mustBe(true)
			c.want(200, c.save(id)) // the way back comes second
			renewed := time.Now().AddDate(0, 5, 0).Truncate(time.Second).UTC()
			stripe.Reprice(sub, stripetest.PriceYear, renewed)
			for _, step := range []struct {
				status  string
				premium bool
			}{{"past_due", true}, {"unpaid", false}, {"active", true}, {"paused", false}, {"trialing", true}, {"canceled", false}} {
				stripe.Change(sub, map[string]any{"status": step.status})
				e.want(200, e.hear(stripe.Event("customer.subscription.updated", sub, time.Now())))
				if c.mustBe(step.premium); step.premium {
					got := e.want(200, e.call("GET", "/api/v1/subscription/"+sub, c.token, nil))
					if next, err := time.Parse(time.RFC3339, got.text("next_billing_date")); err != nil || !next.Equal(renewed) || got.text("billing_cycle") != "annual" {
						t.Errorf("%s: got %v, %v", step.status, got, err)
					}
				}
			}
		})
		t.Run("an event with nothing but an id is enough, and so is a subscription that names its session only", func(t *testing.T) {
			c := e.customer()
			id, _ := c.session("month")
			sub := stripe.Pay(id)
			stripe.Change(sub, map[string]any{"metadata": map[string]any{}})
			tell := func(kind, id string) {
				t.Helper()
				payload := `{"object":"event","type":"` + kind + `","data":{"object":{"id":"` + id + `"}}}`
				e.want(200, e.hear(payload, stripetest.Sign(payload, stripetest.Secret, time.Now())))
			}
			tell("customer.subscription.created", sub) // its user is still unknown
			c.mustBe(false)
			tell("checkout.session.completed", id)
			c.mustBe(true)
			stripe.Change(sub, map[string]any{"status": "canceled"})
			tell("customer.subscription.deleted", sub)
			c.mustBe(false)
		})
		t.Run("events late, out of order or repeated lead to Stripe's current state", func(t *testing.T) {
			c, _, sub := bought(t)
			early, earlySignature := stripe.Event("customer.subscription.updated", sub, time.Now())
			c.want(200, c.cancel())
			last, lastSignature := stripe.Event("customer.subscription.deleted", sub, time.Now())
			e.want(200, e.hear(last, lastSignature))
			e.want(200, e.hear(early, earlySignature)) // says active
			c.mustBe(false)

			c, _, sub = bought(t)
			payload, signature := stripe.Event("customer.subscription.updated", sub, time.Now())
			atOnce(50, func(int) { e.want(200, e.hear(payload, signature)) })
			if got := c.mustBe(true); got != sub {
				t.Errorf("got %q", got)
			}
		})
		t.Run("an unsigned event is refused and changes nothing", func(t *testing.T) {
			c := e.customer()
			id, _ := c.session("month")
			stripe.Pay(id)
			payload, signature := stripe.Event("checkout.session.completed", id, time.Now())
			old, oldSignature := stripe.Event("checkout.session.completed", id, time.Now().Add(-10*time.Minute))
			long := payload + strings.Repeat(" ", 64<<10)
			for title, got := range map[string]answer{
				"unsigned":        e.hear(payload, ""),
				"forged":          e.hear(payload, stripetest.Sign(payload, "whsec_guessed", time.Now())),
				"ten minutes old": e.hear(old, oldSignature),
				"changed":         e.hear(strings.Replace(payload, "complete", "completf", 1), signature),
				"too long":        e.hear(long, stripetest.Sign(long, stripetest.Secret, time.Now())),
				"empty":           e.hear("", ""),
				"with a token":    e.call("POST", "/api/v1/stripe/webhook", c.token, payload),
			} {
				if got.status != 400 || got.text("message") == "" {
					t.Errorf("%s: got %v", title, got)
				}
			}
			c.mustBe(false)
			if got := e.call("GET", "/api/v1/stripe/webhook", "", nil); got.status != 404 && got.status != 405 {
				t.Errorf("GET: got %v", got)
			}
		})
		t.Run("unrelated events are accepted and ignored", func(t *testing.T) {
			c, _, sub := bought(t)
			for _, payload := range []string{
				`{"object":"event","type":"invoice.paid","data":{"object":{"id":"in_1"}}}`,
				`{"object":"event","type":"customer.subscription.updated","data":{"object":{"id":"sub_of_another_product","metadata":{}}}}`,
				`{"object":"event","type":"customer.subscription.updated","data":{"object":{"id":"sub_gone","metadata":{"engram_user":"nobody"}}}}`,
				`{"object":"event","type":"customer.subscription.updated","data":{"object":{"id":"../../v1/customers"}}}`,
				`{"object":"event","type":"checkout.session.completed","data":{"object":{"id":"cs_test_of_another_product"}}}`,
				`{"object":"event","type":"customer.subscription.updated","data":{"object":{"id":"` + sub + `","metadata":{"engram_user":"nobody"}}}}`,
			} {
				e.want(200, e.hear(payload, stripetest.Sign(payload, stripetest.Secret, time.Now())))
			}
			c.mustBe(true)
		})
		t.Run("changes at Stripe during downtime are found after the next start", func(t *testing.T) {
			cfg := cfg
			if cfg.DatabaseURL != "" {
				cfg.DatabaseURL = storetest.PostgresMigrated(t)
			}
			cfg.DataDir = t.TempDir()
			e := start(t, cfg)
			c := e.customer()
			id, _ := c.session("month")
			sub := stripe.Pay(id)
			c.want(200, c.save(id))
			if err := e.app.Close(); err != nil {
				t.Fatal(err)
			}
			stripe.Change(sub, map[string]any{"status": "canceled"})
			if _, err := rowsOf(t, cfg).Exec("UPDATE subscriptions SET checked_at = 0"); err != nil {
				t.Fatal(err)
			}
			c = c.at(start(t, cfg))
			waitFor(t, "it is found", func() bool {
				premium, _ := c.standing()
				return !premium
			})
		})
		t.Run("PAY-06 with a Stripe key there is no test checkout", func(t *testing.T) {
			if got := e.call("GET", "/test-checkout/cs_test_1", "", nil); strings.Contains(got.raw, "No card is charged") {
				t.Errorf("got %v", got)
			}
			if status, location := e.press("/test-checkout/cs_test_1/pay"); status < 400 {
				t.Errorf("got %d to %q", status, location)
			}
		})
	})
}

func TestStripeFails(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		stripe := withStripe(t, &cfg)
		e := startAs(t, cfg, func(a *App) { a.patience = 2 * time.Second })
		t.Run("API-38 API-39 API-41 while Stripe fails, users get a message, and nothing is granted or lost", func(t *testing.T) {
			member, free, other := e.customer(), e.customer(), e.customer()
			session, _ := member.session("month")
			sub := stripe.Pay(session)
			member.want(200, member.save(session))
			open, _ := free.session("month")
			stripe.Pay(open)
			for name, mood := range map[string]stripetest.Mood{"silent": stripetest.Silent, "broken": stripetest.Broken, "busy": stripetest.Busy} {
				stripe.Feel(mood)
				payload, signature := stripe.Event("customer.subscription.updated", sub, time.Now())
				calls := []func() answer{
					func() answer { return other.subscribe("month") },
					func() answer { return free.save(open) },
					func() answer { return member.save(session) },
					member.cancel,
					func() answer { return e.hear(payload, signature) },
				}
				atOnce(len(calls), func(i int) {
					got := calls[i]()
					if message := got.text("message"); got.status != 503 || !strings.Contains(message, "try again") || strings.Contains(strings.ToLower(message), "stripe") {
						t.Errorf("%s, call %d: got %v", name, i, got)
					}
				})
				member.mustBe(true)
				free.mustBe(false)
				other.mustBe(false)
				if got := e.want(200, e.call("GET", "/api/v1/subscription/"+sub, member.token, nil)); got.text("billing_cycle") != "monthly" {
					t.Errorf("got %v", got)
				}
			}
			stripe.Feel(stripetest.Well)
			free.want(200, free.save(open))
			free.mustBe(true)
			other.session("month")
			member.want(200, member.cancel())
			member.mustBe(false)
		})
		if err := e.app.Close(); err != nil {
			t.Fatal(err)
		}
		log := e.log.String()
		for _, want := range []string{"stripe: status 500", "stripe: status 429", "deadline exceeded"} {
			if !strings.Contains(log, want) {
				t.Errorf("the log does not tell %q:\n%s", want, log)
			}
		}
		if strings.Contains(log, stripetest.Key) || strings.Contains(log, stripetest.Email) {
			t.Errorf("the log tells too much:\n%s", log)
		}
	})
}

// spoken takes what the program logs, a line each.
type spoken chan string

func (s spoken) Write(line []byte) (int, error) {
	s <- string(line)
	return len(line), nil
}

func TestStripeStarts(t *testing.T) {
	for title, test := range map[string]struct {
		change func(*config.Config)
		want   string
	}{
		"another price":       {func(c *config.Config) { c.StripePriceYear = stripetest.PriceOther }, "the price of a year is 4.00 usd every 1 month"},
		"no address":          {func(c *config.Config) { c.PublicURL = "" }, "ENGRAM_PUBLIC_URL is not set"},
		"no secret of events": {func(c *config.Config) { c.StripeWebhook = "" }, "ENGRAM_STRIPE_WEBHOOK_SECRET is not set"},
	} {
		t.Run(title+" is told to the log", func(t *testing.T) {
			cfg := settings(t)
			withStripe(t, &cfg)
			cfg.PublicURL = "https://engram.example"
			test.change(&cfg)
			lines := make(spoken, 1000)
			startAs(t, cfg, func(a *App) { a.log = slog.New(slog.NewTextHandler(lines, nil)) })
			for {
				select {
				case line := <-lines:
					if strings.Contains(line, "level=WARN") && strings.Contains(line, test.want) {
						return
					}
				case <-time.After(patience):
					t.Fatal("it was not")
				}
			}
		})
	}
}

func TestStripeReturns(t *testing.T) {
	cfg := settings(t)
	stripe := withStripe(t, &cfg)
	cfg.PublicURL = "https://engram.example/"
	e := start(t, cfg)
	t.Run("API-38 Stripe leads back to ENGRAM_PUBLIC_URL, whatever the Host header says", func(t *testing.T) {
		request := httptest.NewRequest(http.MethodPost, e.url+"/api/v1/create-subscription", strings.NewReader(`{"duration":"month"}`))
		request.RequestURI, request.Host = "", "evil.example"
		request.Header.Set("authorization", e.user())
		request.Header.Set("X-Forwarded-Host", "evil.example")
		e.want(200, e.send(request))
		success, cancel := stripe.Returns()
		if success != "https://engram.example/subscription/success?session_id={CHECKOUT_SESSION_ID}" || cancel != "https://engram.example/upgrade?status=cancelled" {
			t.Errorf("got %q and %q", success, cancel)
		}
	})
}
