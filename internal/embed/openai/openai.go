// Package openai embeds texts by any endpoint that speaks as OpenAI's does: POST {base}/embeddings.
package openai

import (
	"context"
	"fmt"

	"engram/internal/embed"
	"engram/internal/endpoint"
)

// Config says which model of which endpoint to ask.
type Config struct {
	URL   string // http or https; it usually ends in /v1
	Key   string // sent as a bearer token; empty: none is sent
	Model string
}

// Embedder asks an endpoint. It is safe for concurrent use.
type Embedder struct {
	endpoint *endpoint.Endpoint
	model    string
	prefix   prefixes
}

// New returns an Embedder. It does not call the endpoint.
func New(c Config) (*Embedder, error) {
	reached, err := endpoint.New(c.URL, c.Key)
	if err != nil {
		return nil, fmt.Errorf("openai: %w", err)
	}
	return &Embedder{endpoint: reached, model: c.Model, prefix: prefixesOf(c.Model)}, nil
}

// Close ends the connections that are kept for later calls.
func (e *Embedder) Close() { e.endpoint.Close() }

// Model implements embed.Embedder.
func (e *Embedder) Model() string { return e.model }

// Embed implements embed.Embedder. Many texts are sent in several requests. What may pass is tried again for as long as ctx
// lets it, a few times and a few seconds at most; how long a call may take is for ctx to say.
func (e *Embedder) Embed(ctx context.Context, texts []string, as embed.Role) ([][]float32, error) {
	vectors := make([][]float32, 0, len(texts))
	for _, batch := range batches(e.prepare(texts, as)) {
		some, err := e.insist(ctx, batch)
		if err != nil {
			return nil, err
		}
		vectors = append(vectors, some...)
	}
	return vectors, nil
}
