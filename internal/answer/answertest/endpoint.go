// Package answertest has a fake of a chat endpoint as OpenAI and those who follow it run them, errors included, and a suite
// that every answer.Model passes.
package answertest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Endpoint answers each request as it is told to. Set its fields before the first request.
type Endpoint struct {
	URL   string // ends in /v1
	Key   string // when set, nobody else is let in
	Model string // the only one that there is

	mu        sync.Mutex
	calls     []Call
	next      []http.HandlerFunc
	always    http.HandlerFunc
	cancelled int
	open      int
	most      int
}

// Call is a request that was understood.
type Call struct {
	Key      string
	Raw      string // the body as it came
	Messages []Message
}

// Message is one of a request.
type Message struct{ Role, Content string }

// Text is all that the messages of a call say.
func (c Call) Text() string {
	var all []string
	for _, m := range c.Messages {
		all = append(all, m.Content)
	}
	return strings.Join(all, "\n")
}

// New starts an Endpoint that ends with the test. Its model is called small.
func New(t testing.TB) *Endpoint {
	e := &Endpoint{Model: "small"}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", e.serve)
	server := httptest.NewServer(mux)
	t.Cleanup(func() {
		server.CloseClientConnections() // some of its answers never end
		server.Close()
	})
	e.URL = server.URL + "/v1"
	return e
}

// Next has the coming requests answered by these, one each.
func (e *Endpoint) Next(answers ...http.HandlerFunc) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.next = append(e.next, answers...)
}

// Always has every request answered by this one from now on, after those that Next named.
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

// Cancelled counts the requests whose caller left before their answer ended.
func (e *Endpoint) Cancelled() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.cancelled
}

// Most is how many requests were open at the same time at most.
func (e *Endpoint) Most() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.most
}

func (e *Endpoint) serve(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Model    string
		Messages []Message
		Stream   bool
	}
	var raw json.RawMessage
	if err := json.NewDecoder(r.Body).Decode(&raw); err != nil || json.Unmarshal(raw, &body) != nil {
		Error(http.StatusBadRequest, "invalid_json", "")(w, r)
		return
	}
	key, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	answer := e.begin(Call{Key: key, Raw: string(raw), Messages: body.Messages})
	switch {
	case e.Key != "" && key != e.Key:
		answer = Error(http.StatusUnauthorized, "invalid_api_key", "Incorrect API key provided: "+key)
	case body.Model != e.Model:
		answer = Error(http.StatusNotFound, "model_not_found", "The model "+body.Model+" does not exist")
	}
	answer(w, r)
	e.end(r)
}

// begin returns the answer that a test has set.
func (e *Endpoint) begin(c Call) (answer http.HandlerFunc) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.calls = append(e.calls, c)
	e.open++
	e.most = max(e.most, e.open)
	answer = e.always
	if len(e.next) > 0 {
		answer, e.next = e.next[0], e.next[1:]
	}
	if answer == nil {
		answer = Error(http.StatusInternalServerError, "", "The test has set no answer")
	}
	return answer
}

func (e *Endpoint) end(r *http.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open--
	if r.Context().Err() != nil {
		e.cancelled++
	}
}

// Says streams a text in tokens of a few bytes, as usual: a role first, then the text, the reason for the end, the usage,
// and that all is done. What is sent at once is cut wherever it falls, within characters as well.
func Says(text string) http.HandlerFunc { return ends(text, "stop") }

// TooLong is a text that breaks off because it has as many tokens as were allowed.
func TooLong(text string) http.HandlerFunc { return ends(text, "length") }

// Filtered is a text that a filter of the endpoint's cuts off.
func Filtered(text string) http.HandlerFunc { return ends(text, "content_filter") }

func ends(text, reason string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		var all strings.Builder
		all.WriteString(": a comment\n\n")
		all.WriteString(chunk(map[string]any{"role": "assistant", "content": ""}, nil))
		for _, token := range tokensOf(text) {
			all.WriteString(chunk(map[string]any{"content": token}, nil))
		}
		all.WriteString(chunk(map[string]any{}, reason))
		all.WriteString(`data: {"id":"1","object":"chat.completion.chunk","choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}` + "\n\n")
		all.WriteString("data: [DONE]\n\n")
		send(w, all.String(), 7)
	}
}

// Declines says no in the field that is there for it.
func Declines(w http.ResponseWriter, _ *http.Request) {
	send(w, chunk(map[string]any{"refusal": "I can't help with that."}, nil)+chunk(map[string]any{}, "stop")+"data: [DONE]\n\n", 100)
}

// CallsATool wants a function called that nobody offered.
func CallsATool(w http.ResponseWriter, _ *http.Request) {
	call := map[string]any{"index": 0, "id": "1", "type": "function", "function": map[string]any{"name": "list_notes", "arguments": "{}"}}
	send(w, chunk(map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{call}}, nil)+chunk(map[string]any{}, "tool_calls")+"data: [DONE]\n\n", 100)
}

// Empty ends without a word.
func Empty(w http.ResponseWriter, _ *http.Request) { Says("")(w, nil) }

// Half breaks off in the midst of a text, as when the endpoint dies.
func Half(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		send(w, chunk(map[string]any{"content": text}, nil)+`data: {"choices":[{"delta":{"con`, 100)
	}
}

// Fails says a text and then that something went wrong.
func Fails(text, code string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		send(w, chunk(map[string]any{"content": text}, nil)+`data: {"error":{"message":"`+text+`","code":"`+code+`"}}`+"\n\n", 100)
	}
}

// Hangs says a text, which may be empty, and nothing more until the caller has gone.
func Hangs(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if text != "" {
			send(w, chunk(map[string]any{"content": text}, nil), 100)
		}
		wait(r, time.Minute)
	}
}

// Trickles says a word every so often and never ends.
func Trickles(word string, every time.Duration) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for wait(r, every) {
			send(w, chunk(map[string]any{"content": word}, nil), 100)
		}
	}
}

// Slowly says a text after a while.
func Slowly(text string, after time.Duration) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if wait(r, after) {
			Says(text)(w, r)
		}
	}
}

// wait reports whether the caller is still there after a while.
func wait(r *http.Request, d time.Duration) bool {
	select {
	case <-r.Context().Done():
		return false
	case <-time.After(d):
		return true
	}
}

// Raw answers 200 with that body as a stream.
func Raw(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { send(w, body, 64<<10) }
}

// Whole answers in one piece, as servers do that can't stream.
func Whole(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		message := map[string]any{"role": "assistant", "content": text, "refusal": nil}
		reply(w, http.StatusOK, map[string]any{"object": "chat.completion", "choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": "stop"}}})
	}
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

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // a caller that has gone needs no answer
}

func chunk(delta map[string]any, reason any) string {
	choice := map[string]any{"index": 0, "delta": delta, "finish_reason": reason}
	encoded, err := json.Marshal(map[string]any{"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "small", "choices": []any{choice}})
	if err != nil {
		panic(err) // it is made here
	}
	return fmt.Sprintf("data: %s\n\n", encoded)
}

// send writes a stream in pieces of so many bytes.
func send(w http.ResponseWriter, all string, size int) {
	w.Header().Set("Content-Type", "text/event-stream")
	for piece := range slices.Chunk([]byte(all), size) {
		if _, err := w.Write(piece); err != nil {
			return
		}
		_ = http.NewResponseController(w).Flush()
	}
}

// tokensOf cuts a text into some characters each.
func tokensOf(text string) (tokens []string) {
	for piece := range slices.Chunk([]rune(text), 4) {
		tokens = append(tokens, string(piece))
	}
	return tokens
}
