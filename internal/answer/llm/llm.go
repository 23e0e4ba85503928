// Package llm implements answer.Model with any OpenAI-compatible chat completions endpoint. It
// offers no tools and sends nothing but the messages.
package llm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"engram/internal/answer"
	"engram/internal/endpoint"
	"engram/internal/fault"
)

// Config names an endpoint and a model.
type Config struct {
	URL   string // http or https, usually ending in /v1
	Key   string // bearer token; empty: none
	Model string
}

const (
	maxTokens   = 1000 // of an answer
	maxThoughts = 3000 // additional, for a model that thinks first
	temperature = 0.2  // low: it should say what the passages say
	maxBody     = 8 << 20
	maxError    = 64 << 10
)

// Model implements answer.Model. It is safe for concurrent use.
type Model struct {
	endpoint *endpoint.Endpoint
	name     string
	newer    atomic.Bool // it needs the parameters of newer models
	thinks   atomic.Bool // it has sent thoughts before
}

var _ answer.Model = (*Model)(nil)

// New returns a Model. It does not call the endpoint.
func New(c Config) (*Model, error) {
	reached, err := endpoint.New(c.URL, c.Key)
	if err != nil {
		return nil, fmt.Errorf("llm: %w", err)
	}
	return &Model{endpoint: reached, name: c.Model}, nil
}

// Close closes idle connections.
func (m *Model) Close() { m.endpoint.Close() }

// Name implements answer.Model.
func (m *Model) Name() string { return m.name }

// Write implements answer.Model. It does not retry: saved sentences are better than a second wait.
func (m *Model) Write(ctx context.Context, messages []answer.Message, send func(string)) (whole bool, err error) {
	newer := m.newer.Load()
	response, err := m.send(ctx, messages, newer)
	if err == nil && response.StatusCode == http.StatusBadRequest && !newer {
		if body := m.refusalBody(response); unsupported(m.endpoint.Code(body)) {
			m.newer.Store(true)
			response, err = m.send(ctx, messages, true)
		} else {
			return false, m.refusal(response, body, time.Now())
		}
	}
	if err != nil {
		return false, unreachable(ctx, err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return false, m.refusal(response, m.refusalBody(response), time.Now())
	}
	whole, err = m.read(ctx, response, send)
	if err != nil && fault.KindOf(err) == fault.Internal {
		err = unreachable(ctx, err)
	}
	return whole, err
}

// refusalBody reads and closes the body of an error, up to a limit.
func (m *Model) refusalBody(response *http.Response) []byte {
	defer response.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(response.Body, maxError)) // a part is enough
	return body
}

type wireMessage struct {
	Role    answer.Role `json:"role"`
	Content string      `json:"content"`
}

type wireRequest struct {
	Model       string        `json:"model"`
	Messages    []wireMessage `json:"messages"`
	Stream      bool          `json:"stream"`
	Temperature *float64      `json:"temperature,omitempty"`
	MaxTokens   int           `json:"max_tokens,omitempty"`
	// Newer OpenAI models require it instead of MaxTokens and reject a temperature; other servers
	// don't know it.
	MaxCompletionTokens int `json:"max_completion_tokens,omitempty"`
}

func (m *Model) send(ctx context.Context, messages []answer.Message, newer bool) (*http.Response, error) {
	request := wireRequest{Model: m.name, Stream: true}
	for _, message := range messages {
		request.Messages = append(request.Messages, wireMessage{message.Role, message.Text})
	}
	most := maxTokens // only as needed, for small context windows
	if newer || m.thinks.Load() {
		most += maxThoughts
	}
	if newer {
		request.MaxCompletionTokens = most
	} else {
		low := temperature
		request.Temperature, request.MaxTokens = &low, most
	}
	return m.endpoint.Post(ctx, "chat/completions", request)
}

// unsupported reports whether the endpoint rejects a parameter of older models.
func unsupported(code string) bool {
	return code == "unsupported_parameter" || code == "unsupported_value"
}

// unreachable wraps the error of an incomplete call. If the caller has gone, the endpoint is not to
// blame.
func unreachable(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("llm: %w", ctx.Err())
	}
	return fault.Wrap(fault.Unavailable, "The chat endpoint does not answer", endpoint.WithoutAddress(err))
}

// refusal turns an error status into a fault.
func (m *Model) refusal(response *http.Response, body []byte, now time.Time) error {
	code := m.endpoint.Code(body)
	cause := fmt.Errorf("status %d %s", response.StatusCode, code)
	kind, message := fault.Unavailable, "The chat endpoint refuses"
	switch status := response.StatusCode; {
	case overBudget(code), status == http.StatusTooManyRequests, status == http.StatusPaymentRequired:
		kind, message = fault.Limit, "The allowance at the chat endpoint is used up"
	case status == http.StatusBadRequest, status == http.StatusRequestEntityTooLarge, status == http.StatusUnprocessableEntity:
		kind, message = fault.Invalid, "The chat endpoint does not take these messages"
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		message = "The chat endpoint does not accept ENGRAM_AI_KEY"
	case status == http.StatusNotFound, status == http.StatusMethodNotAllowed:
		message = "The chat endpoint does not know ENGRAM_CHAT_MODEL, or ENGRAM_AI_URL is not its address"
	case status/100 == 3:
		message = "The chat endpoint has moved: ENGRAM_AI_URL must be where it is"
	case status/100 == 5:
		message = "The chat endpoint is busy or broken"
	}
	f := fault.Wrap(kind, message, cause)
	f.RetryAfter = endpoint.RetryAfter(response.Header, now)
	return f
}

// overBudget reports whether the budget is used up, so that retrying is pointless.
func overBudget(code string) bool {
	return strings.Contains(code, "quota") || strings.Contains(code, "billing")
}

var errCut = errors.New("the answer broke off")
