package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/openai/openai-go/v3/packages/ssestream"

	"engram/internal/fault"
	"engram/internal/usage"
)

// wireChunk is an event of a stream, or the whole answer of an endpoint that can't stream.
type wireChunk struct {
	Choices []struct {
		Delta        wireText `json:"delta"`
		Message      wireText `json:"message"`
		FinishReason string   `json:"finish_reason"`
	} `json:"choices"`
	Error json.RawMessage `json:"error"`
	Usage *wireUsage      `json:"usage"` // null but in the last event, if the endpoint tells
}

// wireUsage holds the tokens that an endpoint counted.
type wireUsage struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
}

type wireText struct {
	Content string `json:"content"`
	Refusal string `json:"refusal"`
	// Thoughts, under the names that servers use; others put them into the content.
	ReasoningContent json.RawMessage `json:"reasoning_content"`
	Reasoning        json.RawMessage `json:"reasoning"`
}

func (u wireUsage) report(ctx context.Context) { usage.Report(ctx, u.Prompt, u.Completion) }

// thinks reports whether there are thoughts.
func (t wireText) thinks() bool {
	return hasText(t.ReasoningContent) || hasText(t.Reasoning) ||
		strings.Contains(t.Content, "<think>")
}

func hasText(raw json.RawMessage) bool { return len(raw) > 2 && string(raw) != "null" }

// read passes on the text as it arrives.
func (m *Model) read(ctx context.Context, response *http.Response, send func(string)) (whole bool, err error) {
	body := io.LimitReader(response.Body, maxBody)
	if kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")); kind == "application/json" {
		raw, err := io.ReadAll(body)
		if err != nil {
			return false, err
		}
		var counted wireUsage
		ended, whole, err := m.take(raw, send, &counted)
		counted.report(ctx)
		if err == nil && !ended {
			err = unusable(errCut)
		}
		return whole, err
	}
	return m.stream(ctx, ssestream.NewDecoder(&http.Response{Header: response.Header, Body: io.NopCloser(body)}), send)
}

// stream reads server-sent events until the end event.
func (m *Model) stream(ctx context.Context, events ssestream.Decoder, send func(string)) (whole bool, err error) {
	ended := false // a finish reason has arrived
	var counted wireUsage
	defer func() { counted.report(ctx) }()
	for events.Next() {
		event := bytes.TrimSpace(events.Event().Data)
		if len(event) == 0 {
			continue // keep-alive of some servers
		}
		if bytes.Equal(event, []byte("[DONE]")) {
			return whole || !ended, nil
		}
		e, w, err := m.take(event, send, &counted)
		if err != nil {
			return false, err
		}
		if e {
			ended, whole = true, w
		}
	}
	switch err := events.Err(); {
	case err != nil && !ended:
		return false, err
	case !ended:
		return false, unusable(errCut)
	}
	return whole, nil
}

// take reads one event. An event without text is a keep-alive. Counts are of all before it as well.
func (m *Model) take(event []byte, send func(string), counted *wireUsage) (ended, whole bool, err error) {
	var chunk wireChunk
	if err := json.Unmarshal(event, &chunk); err != nil {
		return false, false, unusable(errors.New("no JSON of the expected form")) // the body may hold a person's text, so it is not logged
	}
	if len(chunk.Error) > 0 && !bytes.Equal(chunk.Error, []byte("null")) {
		return false, false, m.broken(event)
	}
	if chunk.Usage != nil {
		*counted = *chunk.Usage
	}
	send("")
	for _, choice := range chunk.Choices {
		if choice.Delta.Refusal != "" || choice.Message.Refusal != "" ||
			choice.FinishReason == "content_filter" {
			return false, false, fault.New(fault.Forbidden, "The model declines")
		}
		if choice.Delta.thinks() || choice.Message.thinks() {
			m.thinks.Store(true)
		}
		if text := choice.Delta.Content + choice.Message.Content; text != "" {
			send(text)
		}
		if choice.FinishReason != "" {
			ended, whole = true, choice.FinishReason != "length"
		}
	}
	return ended, whole, nil
}

// broken returns the error sent within a stream.
func (m *Model) broken(event []byte) error {
	code := m.endpoint.Code(event)
	if overBudget(code) {
		return fault.Wrap(fault.Limit, "The allowance at the chat endpoint is used up", errors.New(code))
	}
	return fault.Wrap(fault.Unavailable, "The chat endpoint is busy or broken",
		fmt.Errorf("an error in the stream %s", code))
}

// unusable wraps an error about an unexpected answer.
func unusable(err error) error {
	return fault.Wrap(fault.Unavailable, "The chat endpoint gave an answer that can't be used", err)
}
