// Package stripetest is a stateful fake of the Stripe API that the product uses, with the
// documented shapes and errors.
package stripetest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Objects of a Stripe account.
const (
	Key        = "sk_test_4eC39HqLyjWDarjtT1zdp7dc"
	Secret     = "whsec_5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FH"
	PriceMonth = "price_1MoBy5LkdIwHu7ixZhnattbh"
	PriceYear  = "price_1MoC1KLkdIwHu7ixYkDwnqLm"
	PriceOther = "price_1MoC3TLkdIwHu7ixQ2vZr8sP" // of another product
	MonthCents = 999
	YearCents  = 9999
	Email      = "jenny.rosen@example.com" // of the payer
)

// Mood selects the service's behaviour.
type Mood int

const (
	Well   Mood = iota
	Broken      // status 500
	Silent      // never answers
	Busy        // status 429
)

// Service is the fake. It is safe for concurrent use.
type Service struct {
	URL string

	mu            sync.Mutex
	mood          Mood
	now           func() time.Time
	sessions      map[string]object
	subscriptions map[string]object
	answered      map[string]reply // by idempotency key
	opening       map[string]bool  // keys in use
	whileOpening  func()
	made          int
	calls         []string
	closing       chan struct{}
}

// sessionForm formats a number as a session id.
const sessionForm = "cs_test_a1b2c3d4e5f6g7h8i9j0%06d"

// object is a Stripe object as JSON.
type object map[string]any

type reply struct {
	form   string
	status int
	body   []byte
}

// New starts a Service for a test.
func New(t testing.TB) *Service {
	s := &Service{now: time.Now, sessions: map[string]object{}, subscriptions: map[string]object{}, answered: map[string]reply{}, opening: map[string]bool{}, whileOpening: func() {}, closing: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/checkout/sessions", s.create)
	mux.HandleFunc("GET /v1/checkout/sessions/{id}", func(w http.ResponseWriter, r *http.Request) {
		s.answer(w, s.sessions, "checkout.session", r.PathValue("id"), nil)
	})
	mux.HandleFunc("POST /v1/checkout/sessions/{id}/expire", func(w http.ResponseWriter, r *http.Request) {
		s.answer(w, s.sessions, "checkout.session", r.PathValue("id"), expire)
	})
	mux.HandleFunc("GET /v1/subscriptions/{id}", func(w http.ResponseWriter, r *http.Request) {
		s.answer(w, s.subscriptions, "subscription", r.PathValue("id"), expandedFor(r))
	})
	mux.HandleFunc("DELETE /v1/subscriptions/{id}", s.cancel)
	mux.HandleFunc("GET /v1/prices/{id}", func(w http.ResponseWriter, r *http.Request) {
		if found := priceOf(r.PathValue("id")); found != nil {
			send(w, http.StatusOK, encode(found))
			return
		}
		refuse(w, http.StatusNotFound, "resource_missing", "No such price: '"+r.PathValue("id")+"'")
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		refuse(w, http.StatusNotFound, "", "Unrecognized request URL ("+r.Method+": "+r.URL.Path+").")
	})
	server := httptest.NewServer(s.guard(mux))
	t.Cleanup(func() {
		close(s.closing)
		server.Close()
	})
	s.URL = server.URL
	return s
}

// guard checks what every request needs.
func (s *Service) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		mood := s.mood
		s.calls = append(s.calls, r.Method+" "+r.URL.Path)
		s.mu.Unlock()
		w.Header().Set("Request-Id", "req_stripetest")
		switch {
		case mood == Silent:
			select {
			case <-r.Context().Done():
			case <-s.closing:
			}
		case mood == Broken:
			refuse(w, http.StatusInternalServerError, "", "An unknown error occurred")
		case mood == Busy:
			refuse(w, http.StatusTooManyRequests, "rate_limit", "Request rate limit exceeded.")
		case r.Header.Get("Authorization") != "Bearer "+Key:
			refuse(w, http.StatusUnauthorized, "", "Invalid API Key provided: "+r.Header.Get("Authorization"))
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// create opens a session. A key gets one answer, and concurrent use is rejected.
func (s *Service) create(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := r.ParseForm(); err != nil {
		refuse(w, http.StatusBadRequest, "", err.Error())
		return
	}
	key, form := r.Header.Get("Idempotency-Key"), r.PostForm.Encode()
	if before, ok := s.answered[key]; ok {
		if before.form != form {
			refuse(w, http.StatusBadRequest, "idempotency_error", "Keys for idempotent requests can only be used with the same parameters they were first used with.")
			return
		}
		w.Header().Set("Idempotent-Replayed", "true")
		send(w, before.status, before.body)
		return
	}
	if s.opening[key] {
		refuse(w, http.StatusConflict, "idempotency_key_in_use", "There is currently another in-progress request using this Idempotent Key.")
		return
	}
	s.opening[key] = true
	during := s.whileOpening
	s.mu.Unlock()
	during()
	s.mu.Lock()
	delete(s.opening, key)
	status, body := s.open(r)
	s.answered[key] = reply{form, status, body}
	send(w, status, body)
}

func (s *Service) open(r *http.Request) (status int, body []byte) {
	price, quantity := r.PostForm.Get("line_items[0][price]"), r.PostForm.Get("line_items[0][quantity]")
	expires, _ := strconv.ParseInt(r.PostForm.Get("expires_at"), 10, 64)
	left := time.Unix(expires, 0).Sub(s.now())
	switch {
	case r.PostForm.Get("mode") != "subscription" || quantity != "1":
		return http.StatusBadRequest, refusal("parameter_missing", "mode and line_items are required")
	case priceOf(price) == nil:
		return http.StatusBadRequest, refusal("resource_missing", "No such price: '"+price+"'")
	case !strings.HasPrefix(r.PostForm.Get("success_url"), "http") || !strings.HasPrefix(r.PostForm.Get("cancel_url"), "http"):
		return http.StatusBadRequest, refusal("url_invalid", "Not a valid URL")
	case left < 30*time.Minute || left > 24*time.Hour:
		return http.StatusBadRequest, refusal("", "The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.")
	}
	s.made++
	id := fmt.Sprintf(sessionForm, s.made)
	session := object{
		"id": id, "object": "checkout.session", "mode": "subscription", "status": "open", "payment_status": "unpaid", "livemode": false,
		"url":                 "https://checkout.stripe.com/c/pay/" + id,
		"client_reference_id": r.PostForm.Get("client_reference_id"), "expires_at": expires, "created": s.now().Unix(),
		"success_url": r.PostForm.Get("success_url"), "cancel_url": r.PostForm.Get("cancel_url"),
		"customer": nil, "customer_details": nil, "subscription": nil, "currency": "usd", "metadata": object{},
	}
	s.sessions[id] = session
	s.subscriptions["of "+id] = object{ // until paid
		"price": price, "user": r.PostForm.Get("subscription_data[metadata][engram_user]"),
	}
	return http.StatusOK, encode(session)
}

// answer sends an object after changing it, or a changed copy.
func (s *Service) answer(w http.ResponseWriter, among map[string]object, kind, id string, change func(object) (object, string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found, ok := among[id]
	if !ok || strings.HasPrefix(id, "of ") {
		refuse(w, http.StatusNotFound, "resource_missing", "No such "+kind+": '"+id+"'")
		return
	}
	if change != nil {
		changed, problem := change(found)
		if problem != "" {
			refuse(w, http.StatusBadRequest, "", problem)
			return
		}
		found = changed
	}
	send(w, http.StatusOK, encode(found))
}

func expire(session object) (object, string) {
	if session["status"] != "open" {
		return nil, "Only Checkout Sessions with a status in [\"open\"] can be expired. This Checkout Session has a status of " + session["status"].(string) + "."
	}
	session["status"], session["url"] = "expired", nil
	return session, ""
}

// expandedFor expands the customer on request.
func expandedFor(r *http.Request) func(object) (object, string) {
	return func(subscription object) (object, string) {
		if r.FormValue("expand[0]") != "customer" && r.FormValue("expand[]") != "customer" {
			return subscription, ""
		}
		if _, given := subscription["customer"].(map[string]any); given {
			return subscription, ""
		}
		full := maps.Clone(subscription)
		full["customer"] = object{"id": subscription["customer"], "object": "customer", "email": Email, "livemode": false}
		return full, ""
	}
}

// cancel ends a subscription; ended ones are not found.
func (s *Service) cancel(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	s.mu.Lock()
	ended := s.subscriptions[id]["status"] == "canceled"
	s.mu.Unlock()
	if ended {
		refuse(w, http.StatusNotFound, "resource_missing", "No such subscription: '"+id+"'")
		return
	}
	s.answer(w, s.subscriptions, "subscription", id, func(subscription object) (object, string) {
		subscription["status"], subscription["canceled_at"], subscription["ended_at"] = "canceled", s.now().Unix(), s.now().Unix()
		return expandedFor(r)(subscription)
	})
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	send(w, status, refusal(code, message))
}

func refusal(code, message string) []byte {
	return encode(object{"error": object{"type": "invalid_request_error", "code": code, "message": message}})
}

func send(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body) // the caller may have gone
}

func encode(o object) []byte {
	body, err := json.Marshal(o)
	if err != nil {
		panic(err) // plain values always marshal
	}
	return body
}

// priceOf returns a price of this account, nil if unknown.
func priceOf(id string) object {
	every, cents := "month", map[string]int{PriceMonth: MonthCents, PriceYear: YearCents, PriceOther: 400}[id]
	if cents == 0 {
		return nil
	}
	if id == PriceYear {
		every = "year"
	}
	return object{"id": id, "object": "price", "active": true, "currency": "usd", "livemode": false, "type": "recurring", "unit_amount": cents,
		"recurring": object{"interval": every, "interval_count": 1, "usage_type": "licensed"}}
}

// sign returns the signature header of a payload.
func sign(payload []byte, secret string, at time.Time) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(fmt.Appendf(nil, "%d.%s", at.Unix(), payload))
	return fmt.Sprintf("t=%d,v1=%s", at.Unix(), hex.EncodeToString(mac.Sum(nil)))
}
