// Package openai embeds texts by any endpoint that speaks as OpenAI's does: POST {base}/embeddings.
package openai

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"engram/internal/embed"
)

// Config says which model of which endpoint to ask.
type Config struct {
	URL   string // http or https; it usually ends in /v1
	Key   string // sent as a bearer token; empty: none is sent
	Model string
}

// Embedder asks an endpoint. It is safe for concurrent use.
type Embedder struct {
	address string
	key     string
	model   string
	prefix  prefixes
	client  *http.Client
}

// New returns an Embedder. It does not call the endpoint.
func New(c Config) (*Embedder, error) {
	base, err := url.Parse(c.URL)
	if err != nil || base.Host == "" {
		return nil, errors.New("openai: the endpoint's address can't be read") // it may hold a password
	}
	client := &http.Client{
		Transport: http.DefaultTransport.(*http.Transport).Clone(),
		// A redirect would take people's texts, and the key, to where the operator did not send them.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &Embedder{
		address: base.JoinPath("embeddings").String(), key: c.Key, model: c.Model, prefix: prefixesOf(c.Model), client: client,
	}, nil
}

// Close ends the connections that are kept for later calls.
func (e *Embedder) Close() { e.client.CloseIdleConnections() }

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
