// Package endpointtest is what fakes of AI endpoints have in common, as OpenAI and those who follow it run them: who is let in,
// which answer comes next, what was asked so far, and errors. What a request says, and what answers it, is the fake's.
package endpointtest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Endpoint answers each request as it is told to, and keeps a Call of it. Set its fields before the first request.
type Endpoint[Call any] struct {
	URL string // ends in /v1
	Key string // when set, nobody else is let in

	mu        sync.Mutex
	calls     []Call
	next      []http.HandlerFunc
	always    http.HandlerFunc
	cancelled int
	open      int
	most      int
}

// Request is one as it came.
type Request struct {
	Key  string // the bearer token
	Body []byte // JSON
}

// Heard is what a fake makes of a request.
type Heard[Call any] struct {
	Call Call
	// Refusal answers what the endpoint never takes, whatever a test has set; nil mostly.
	Refusal http.HandlerFunc
	// Own answers where a test has set nothing; nil: that is an error.
	Own http.HandlerFunc
}

// Listen starts the endpoint, which ends with the test. It takes POST /v1/{path}.
func (e *Endpoint[Call]) Listen(t testing.TB, path string, hear func(Request) Heard[Call]) {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/"+path, func(w http.ResponseWriter, r *http.Request) { e.serve(w, r, hear) })
	server := httptest.NewServer(mux)
	t.Cleanup(func() {
		server.CloseClientConnections() // some answers never end
		server.Close()
	})
	e.URL = server.URL + "/v1"
}

// Next has the coming requests answered by these, one each.
func (e *Endpoint[Call]) Next(answers ...http.HandlerFunc) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.next = append(e.next, answers...)
}

// Always has every request answered by this one from now on, after those that Next named; nil takes that back.
func (e *Endpoint[Call]) Always(answer http.HandlerFunc) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.always = answer
}

// Calls returns the requests so far that were JSON.
func (e *Endpoint[Call]) Calls() []Call {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.calls)
}

// Cancelled counts the requests whose caller left before their answer ended.
func (e *Endpoint[Call]) Cancelled() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.cancelled
}

// Most is how many requests were open at the same time at most.
func (e *Endpoint[Call]) Most() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.most
}

func (e *Endpoint[Call]) serve(w http.ResponseWriter, r *http.Request, hear func(Request) Heard[Call]) {
	body, err := io.ReadAll(r.Body) // to its end: else nobody notices that the caller has gone
	if err != nil || !json.Valid(body) {
		Error(http.StatusBadRequest, "invalid_json", "")(w, r)
		return
	}
	key, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	h := hear(Request{key, body})
	if e.Key != "" && key != e.Key {
		h.Refusal = Error(http.StatusUnauthorized, "invalid_api_key", "Incorrect API key provided: "+key)
	}
	answer := e.begin(h)
	defer e.end(r)
	answer(w, r)
}

// begin notes a request and returns its answer.
func (e *Endpoint[Call]) begin(h Heard[Call]) (answer http.HandlerFunc) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.calls = append(e.calls, h.Call)
	e.open++
	e.most = max(e.most, e.open)
	answer = h.Own
	if answer == nil {
		answer = Error(http.StatusInternalServerError, "", "The test has set no answer")
	}
	if e.always != nil {
		answer = e.always
	}
	if len(e.next) > 0 {
		answer, e.next = e.next[0], e.next[1:]
	}
	if h.Refusal != nil {
		answer = h.Refusal
	}
	return answer
}

func (e *Endpoint[Call]) end(r *http.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open--
	if r.Context().Err() != nil {
		e.cancelled++
	}
}
