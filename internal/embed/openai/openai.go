// Package openai embeds texts by an OpenAI-compatible endpoint: POST {base}/embeddings.
package openai

import (
	"context"
	"fmt"

	"engram/internal/embed"
	"engram/internal/endpoint"
)

// Config selects the endpoint and its model.
type Config struct {
	URL   string // http or https, usually ends in /v1
	Key   string // bearer token; empty sends none
	Model string
}

// Embedder calls the endpoint. It is safe for concurrent use.
type Embedder struct {
	endpoint *endpoint.Endpoint
	model    string
	prefix   prefixes
}

// New returns an Embedder. It does not call the endpoint.
func New(c Config) (*Embedder, error) {
	at, err := endpoint.New(c.URL, c.Key)
	if err != nil {
		return nil, fmt.Errorf("openai: %w", err)
	}
	return &Embedder{endpoint: at, model: c.Model, prefix: prefixesOf(c.Model)}, nil
}

// Close closes idle connections.
func (e *Embedder) Close() { e.endpoint.Close() }

// Model implements embed.Embedder.
func (e *Embedder) Model() string { return e.model }

// Embed implements embed.Embedder. It splits many texts into several requests and retries transient
// failures a few times, within seconds and ctx's deadline.
func (e *Embedder) Embed(ctx context.Context, texts []string, as embed.Role) ([][]float32, error) {
	vectors := make([][]float32, 0, len(texts))
	for _, batch := range batches(e.prepare(texts, as)) {
		some, err := e.askRetrying(ctx, batch)
		if err != nil {
			return nil, err
		}
		vectors = append(vectors, some...)
	}
	return vectors, nil
}
