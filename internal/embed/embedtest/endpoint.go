// Package embedtest is a fake of an embeddings endpoint as OpenAI and those who follow it run them, errors included.
package embedtest

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Limits of one request, as OpenAI has them.
const (
	maxInputs = 2048
	maxInput  = 32_000 // bytes, near enough to its 8,192 tokens
)

// Endpoint answers with vectors that are alike when texts share words. Set its fields before the first request.
type Endpoint struct {
	URL    string         // ends in /v1
	Key    string         // when set, nobody else is let in
	Models map[string]int // how many numbers the vectors of each model have
	Refuse string         // a text that holds it is refused, with the whole request

	mu     sync.Mutex
	calls  []Call
	next   []http.HandlerFunc
	always http.HandlerFunc
}

// Call is a request that was understood.
type Call struct {
	Key    string
	Model  string
	Inputs []string
}

// New starts an Endpoint that ends with the test.
func New(t testing.TB) *Endpoint {
	e := &Endpoint{Models: map[string]int{"small": 16, "large": 24}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/embeddings", e.serve)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	e.URL = server.URL + "/v1"
	return e
}

// Next has the coming requests answered by these, one each.
func (e *Endpoint) Next(answers ...http.HandlerFunc) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.next = append(e.next, answers...)
}

// Always has every request answered by this one from now on; nil takes that back.
func (e *Endpoint) Always(answer http.HandlerFunc) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.always = answer
}

// Calls returns the requests so far.
func (e *Endpoint) Calls() []Call {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.calls)
}

func (e *Endpoint) serve(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Model          string   `json:"model"`
		Input          []string `json:"input"`
		EncodingFormat string   `json:"encoding_format"`
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		Error(http.StatusBadRequest, "invalid_json", "")(w, r)
		return
	}
	key, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	answer := e.record(Call{Key: key, Model: body.Model, Inputs: body.Input})
	if answer == nil {
		answer = e.answer(key, body.Model, body.Input)
	}
	answer(w, r)
}

// record returns the answer that a test has set, nil when there is none.
func (e *Endpoint) record(c Call) (answer http.HandlerFunc) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.calls = append(e.calls, c)
	if len(e.next) > 0 {
		answer, e.next = e.next[0], e.next[1:]
		return answer
	}
	return e.always
}

func (e *Endpoint) answer(key, model string, inputs []string) http.HandlerFunc {
	length, known := e.Models[model]
	switch {
	case e.Key != "" && key != e.Key:
		return Error(http.StatusUnauthorized, "invalid_api_key", "Incorrect API key provided: "+key)
	case !known:
		return Error(http.StatusNotFound, "model_not_found", "The model "+model+" does not exist")
	case len(inputs) == 0 || len(inputs) > maxInputs:
		return Error(http.StatusBadRequest, "", "'$.input' is invalid")
	}
	for _, input := range inputs {
		if input == "" || len(input) > maxInput || e.Refuse != "" && strings.Contains(input, e.Refuse) {
			return Error(http.StatusBadRequest, "", "This input can't be embedded: "+input)
		}
	}
	return Vectors(model, inputs, length)
}

// Error is an answer in OpenAI's form. Like the real one it may quote what was sent.
func Error(status int, code, message string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		body := map[string]any{"message": message, "type": "invalid_request_error", "param": nil, "code": nil}
		if code != "" {
			body["code"] = code
		}
		reply(w, status, map[string]any{"error": body})
	}
}

// Busy is a 429 that asks to wait.
func Busy(retryAfter string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", retryAfter)
		Error(http.StatusTooManyRequests, "rate_limit_exceeded", "Slow down")(w, r)
	}
}

// Raw answers 200 with that body.
func Raw(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(body))
	}
}

// Cut promises more than it sends.
func Cut(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	_, _ = w.Write([]byte(`{"object":"list","data":[{"index":0,"embedding":[0.1,`))
}

// Slow answers nothing until the caller has gone.
func Slow(_ http.ResponseWriter, r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-time.After(time.Minute): // of a caller that never goes
	}
}

// Vectors answers with vectors of that length, in another order than the texts.
func Vectors(model string, inputs []string, length int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		var data []map[string]any
		for i, input := range slices.Backward(inputs) {
			data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": Meaning(model, input, length)})
		}
		reply(w, http.StatusOK, map[string]any{"object": "list", "data": data, "model": model, "usage": map[string]int{"prompt_tokens": 1, "total_tokens": 1}})
	}
}

// Meaning is the vector of a text: every word counts where its hash says, so that texts which share words are alike.
func Meaning(model, text string, length int) []float32 {
	v := make([]float32, length)
	v[0] = 0.5
	for _, word := range strings.Fields(strings.ToLower(text)) {
		h := fnv.New32a()
		_, _ = fmt.Fprint(h, model, word)
		v[h.Sum32()%uint32(length)]++
	}
	return v
}

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // a caller that has gone needs no answer
}
