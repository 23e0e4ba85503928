// Package embedtest is a fake of an OpenAI-compatible embeddings endpoint, errors included.
package embedtest

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"slices"
	"strings"
	"testing"

	"engram/internal/endpoint/endpointtest"
)

// Limits of one request, as OpenAI's.
const (
	maxInputs = 2048
	maxInput  = 32_000 // bytes, about its 8,192 tokens
)

// Endpoint answers with vectors that are similar for texts with common words. Set its fields before
// the first request.
type Endpoint struct {
	endpointtest.Endpoint[Call]
	Models map[string]int // dimensions by model
	Refuse string         // a request with a text that contains it is refused
}

// Call is a valid request.
type Call struct {
	Key    string
	Model  string
	Inputs []string
}

// New starts an Endpoint that stops with the test.
func New(t testing.TB) *Endpoint {
	e := &Endpoint{Models: map[string]int{"small": 16, "large": 24}}
	e.Listen(t, "embeddings", e.hear)
	return e
}

func (e *Endpoint) hear(r endpointtest.Request) (h endpointtest.Heard[Call]) {
	var body struct {
		Model string
		Input []string
	}
	err := json.Unmarshal(r.Body, &body)
	h.Call = Call{Key: r.Key, Model: body.Model, Inputs: body.Input}
	length, known := e.Models[body.Model]
	switch {
	case err != nil:
		h.Refusal = endpointtest.Error(http.StatusBadRequest, "", "The body has another form")
	case !known:
		h.Refusal = endpointtest.Unknown(body.Model)
	case len(body.Input) == 0 || len(body.Input) > maxInputs:
		h.Refusal = endpointtest.Error(http.StatusBadRequest, "", "'$.input' is invalid")
	default:
		h.Own = e.vectors(body.Model, body.Input, length)
	}
	return h
}

func (e *Endpoint) vectors(model string, inputs []string, length int) http.HandlerFunc {
	for _, input := range inputs {
		if input == "" || len(input) > maxInput || e.Refuse != "" && strings.Contains(input, e.Refuse) {
			return endpointtest.Error(http.StatusBadRequest, "", "This input can't be embedded: "+input)
		}
	}
	return Vectors(model, inputs, length)
}

// Raw answers 200 with a body.
func Raw(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(body))
	}
}

// Cut declares a longer body than it sends.
func Cut(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	_, _ = w.Write([]byte(`{"object":"list","data":[{"index":0,"embedding":[0.1,`))
}

// Vectors answers with vectors of a length, in reverse order.
func Vectors(model string, inputs []string, length int) http.HandlerFunc {
	var data []map[string]any
	for i, input := range slices.Backward(inputs) {
		data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": Meaning(model, input, length)})
	}
	return endpointtest.Reply(http.StatusOK, map[string]any{"object": "list", "data": data, "model": model, "usage": map[string]int{"prompt_tokens": 1, "total_tokens": 1}})
}

// Meaning returns the vector of a text, a hashed bag of words.
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
