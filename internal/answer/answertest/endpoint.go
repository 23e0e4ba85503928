// Package answertest provides a fake OpenAI-compatible chat endpoint, with its errors, and a
// conformance suite for answer.Model.
package answertest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/endpoint/endpointtest"
)

// Endpoint is a scripted endpoint. Set its fields before the first request.
type Endpoint struct {
	endpointtest.Endpoint[Call]
	Model string // the only model
}

// Call is a request that was understood.
type Call struct {
	Key      string
	Raw      string // the body
	Messages []Message
}

// Message is a message of a request.
type Message struct{ Role, Content string }

// Text returns the text of all messages.
func (c Call) Text() string {
	var all []string
	for _, m := range c.Messages {
		all = append(all, m.Content)
	}
	return strings.Join(all, "\n")
}

// New starts an Endpoint for a test. Its model is called small.
func New(t testing.TB) *Endpoint {
	e := &Endpoint{Model: "small"}
	e.Listen(t, "chat/completions", e.hear)
	return e
}

func (e *Endpoint) hear(r endpointtest.Request) (h endpointtest.Heard[Call]) {
	var body struct {
		Model    string
		Messages []Message
	}
	err := json.Unmarshal(r.Body, &body)
	h.Call = Call{Key: r.Key, Raw: string(r.Body), Messages: body.Messages}
	switch {
	case err != nil:
		h.Refusal = endpointtest.Error(http.StatusBadRequest, "", "The body has another form")
	case body.Model != e.Model:
		h.Refusal = endpointtest.Unknown(body.Model)
	}
	return h
}

// Says streams a text in tokens of a few bytes: role, text, finish reason, usage, done. Writes are
// cut anywhere, even within characters.
func Says(text string) http.HandlerFunc { return ends(text, "stop") }

// TooLong streams a text that is cut at the token limit.
func TooLong(text string) http.HandlerFunc { return ends(text, "length") }

// Filtered streams a text that a content filter cuts.
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

// Declines refuses in the refusal field.
func Declines(w http.ResponseWriter, _ *http.Request) {
	send(w, chunk(map[string]any{"refusal": "I can't help with that."}, nil)+chunk(map[string]any{}, "stop")+"data: [DONE]\n\n", 100)
}

// CallsATool calls a function that was not offered.
func CallsATool(w http.ResponseWriter, _ *http.Request) {
	call := map[string]any{"index": 0, "id": "1", "type": "function", "function": map[string]any{"name": "list_notes", "arguments": "{}"}}
	send(w, chunk(map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{call}}, nil)+chunk(map[string]any{}, "tool_calls")+"data: [DONE]\n\n", 100)
}

// Empty streams no text.
func Empty(w http.ResponseWriter, _ *http.Request) { Says("")(w, nil) }

// Half ends a stream early, as a proxy may.
func Half(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		send(w, chunk(map[string]any{"content": text}, nil)+`data: {"choices":[{"delta":{"con`, 100)
	}
}

// Dies breaks the connection within a text.
func Dies(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		send(w, chunk(map[string]any{"content": text}, nil), 100)
		panic(http.ErrAbortHandler)
	}
}

// Fails streams a text and then an error.
func Fails(text, code string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		send(w, chunk(map[string]any{"content": text}, nil)+`data: {"error":{"message":"`+text+`","code":"`+code+`"}}`+"\n\n", 100)
	}
}

// Hangs streams a text, perhaps empty, and then waits for the caller to leave.
func Hangs(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if text != "" {
			send(w, chunk(map[string]any{"content": text}, nil), 100)
		}
		endpointtest.Wait(r, time.Minute)
	}
}

// Trickles streams a word at intervals, forever.
func Trickles(word string, every time.Duration) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for endpointtest.Wait(r, every) {
			send(w, chunk(map[string]any{"content": word}, nil), 100)
		}
	}
}

// Slowly streams a text after a delay.
func Slowly(text string, after time.Duration) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if endpointtest.Wait(r, after) {
			Says(text)(w, r)
		}
	}
}

// Raw streams this body with status 200.
func Raw(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { send(w, body, 64<<10) }
}

// Whole answers in one piece, as some servers do.
func Whole(text string) http.HandlerFunc {
	message := map[string]any{"role": "assistant", "content": text, "refusal": nil}
	choice := map[string]any{"index": 0, "message": message, "finish_reason": "stop"}
	return endpointtest.Reply(http.StatusOK, map[string]any{"object": "chat.completion", "choices": []any{choice}})
}

func chunk(delta map[string]any, reason any) string {
	choice := map[string]any{"index": 0, "delta": delta, "finish_reason": reason}
	encoded, err := json.Marshal(map[string]any{"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "small", "choices": []any{choice}})
	if err != nil {
		panic(err) // always valid
	}
	return fmt.Sprintf("data: %s\n\n", encoded)
}

// send writes a stream in pieces of size bytes.
func send(w http.ResponseWriter, all string, size int) {
	w.Header().Set("Content-Type", "text/event-stream")
	for piece := range slices.Chunk([]byte(all), size) {
		if _, err := w.Write(piece); err != nil {
			return
		}
		_ = http.NewResponseController(w).Flush()
	}
}

// tokensOf splits a text into tokens of a few characters.
func tokensOf(text string) (tokens []string) {
	for piece := range slices.Chunk([]rune(text), 4) {
		tokens = append(tokens, string(piece))
	}
	return tokens
}
