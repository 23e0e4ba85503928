// Package endpointtest is the common part of fakes of OpenAI-compatible endpoints: authorization,
// scripted responses, recorded calls and errors.
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

// Endpoint sends the responses that a test sets and records a Call per request. Set its fields
// before the first request.
type Endpoint[Call any] struct {
	URL string // ends in /v1
	Key string // if set, requests without it are refused

	mu        sync.Mutex
	calls     []Call
	next      []http.HandlerFunc
	always    http.HandlerFunc
	cancelled int
	open      int
	most      int
}

// Request is a received request.
type Request struct {
	Key  string // the bearer token
	Body []byte // JSON
}

// Heard is a fake's interpretation of a request.
type Heard[Call any] struct {
	Call Call
	// Refusal is a response that takes precedence over scripted ones; usually nil.
	Refusal http.HandlerFunc
	// Own is the response if the test set none; nil is an error.
	Own http.HandlerFunc
}

// Listen starts the endpoint, which stops with the test. It handles POST /v1/{path}.
func (e *Endpoint[Call]) Listen(t testing.TB, path string, hear func(Request) Heard[Call]) {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/"+path, func(w http.ResponseWriter, r *http.Request) { e.serve(w, r, hear) })
	server := httptest.NewServer(mux)
	t.Cleanup(func() {
		server.CloseClientConnections() // some responses never end
		server.Close()
	})
	e.URL = server.URL + "/v1"
}

// Next scripts the responses of the next requests.
func (e *Endpoint[Call]) Next(answers ...http.HandlerFunc) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.next = append(e.next, answers...)
}

// Always sets the response of all requests after those of Next; nil resets it.
func (e *Endpoint[Call]) Always(answer http.HandlerFunc) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.always = answer
}

// Calls returns the requests so far that were valid JSON.
func (e *Endpoint[Call]) Calls() []Call {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.calls)
}

// Cancelled returns the number of requests whose client disconnected early.
func (e *Endpoint[Call]) Cancelled() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.cancelled
}

// Most returns the maximum number of concurrent requests.
func (e *Endpoint[Call]) Most() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.most
}

func (e *Endpoint[Call]) serve(w http.ResponseWriter, r *http.Request, hear func(Request) Heard[Call]) {
	body, err := io.ReadAll(r.Body) // to its end, or a disconnect would not be noticed
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

// begin records a request and returns its response.
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
