package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"engram/internal/fault"
	"engram/internal/usage"
)

const (
	maxTries  = 3
	firstWait = 250 * time.Millisecond // doubled each time
	maxWait   = 5 * time.Second        // a longer Retry-After is returned to the caller

	maxAnswer = 64 << 20 // bytes, several times the size of 64 long vectors
)

// askRetrying asks until it has an answer, a permanent error, or no time left.
func (e *Embedder) askRetrying(ctx context.Context, texts []string) ([][]float32, error) {
	for try := 1; ; try++ {
		vectors, err := e.ask(ctx, texts)
		f, ok := errors.AsType[*fault.Error](err)
		if !ok || !errors.Is(f, errPassing) || try == maxTries || !pause(ctx, max(f.RetryAfter, firstWait<<(try-1))) {
			return vectors, err
		}
	}
}

// pause waits and returns true, or returns false at once if ctx ends before.
func pause(ctx context.Context, wait time.Duration) bool {
	if deadline, ok := ctx.Deadline(); wait > maxWait || ok && time.Until(deadline) < wait {
		return false
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// ask makes one request.
func (e *Embedder) ask(ctx context.Context, texts []string) ([][]float32, error) {
	response, err := e.endpoint.Post(ctx, "embeddings", map[string]any{"model": e.model, "input": texts, "encoding_format": "float"})
	if err != nil {
		return nil, unreachable(ctx, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	switch {
	case response.StatusCode != http.StatusOK:
		return nil, e.refusal(response, body, time.Now()) // with as much of the body as arrived
	case err != nil:
		return nil, unreachable(ctx, err)
	case len(body) > maxAnswer:
		return nil, unusable(fmt.Errorf("more than %d bytes", maxAnswer))
	}
	vectors, tokens, err := decode(body, len(texts))
	if err != nil {
		return nil, unusable(err)
	}
	usage.Report(ctx, tokens, 0)
	return vectors, nil
}

// decode returns the vectors of n texts in their order, and the tokens that were counted; the
// response may have another order.
func decode(body []byte, n int) (vectors [][]float32, tokens int, err error) {
	var answer struct {
		Data []struct {
			Index     *int      `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
		Usage struct {
			Tokens json.Number `json:"prompt_tokens"` // of any form: vectors don't depend on it
		} `json:"usage"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, 0, shape(err)
	}
	if len(answer.Data) != n {
		return nil, 0, fmt.Errorf("%d vectors for %d texts", len(answer.Data), n)
	}
	vectors = make([][]float32, n)
	for i, item := range answer.Data {
		if item.Index != nil {
			i = *item.Index
		}
		if i < 0 || i >= n || vectors[i] != nil || len(item.Embedding) == 0 {
			return nil, 0, fmt.Errorf("no single vector for each of %d texts", n)
		}
		vectors[i] = item.Embedding
	}
	counted, _ := answer.Usage.Tokens.Int64()
	return vectors, int(counted), nil
}

// shape returns an error for a response of the wrong form, without quoting it: it may contain
// users' texts.
func shape(err error) error {
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("no JSON from byte %d on", e.Offset)
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("an unexpected value in %s at byte %d", e.Field, e.Offset)
	}
	return errors.New("no JSON")
}
