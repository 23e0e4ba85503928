package app

import (
	"context"
	"fmt"

	"engram/internal/config"
	"engram/internal/embed"
	"engram/internal/embed/openai"
	"engram/internal/recall"
)

// builtIn returns the encoder that the program carries, with the settings' weights.
func builtIn(config.Config) (embed.Embedder, error) { return nil, nil }

// embedder is the model that knows what texts mean, nil when none is set. Without the weights that are set, the program
// does what it can: it finds by words.
func (a *App) embedder(cfg config.Config) (embed.Embedder, error) {
	switch {
	case cfg.EmbeddingModel != "":
		return a.endpoint(cfg)
	case cfg.Encoder == config.EncoderOff:
		return nil, nil
	}
	encoder, err := a.encoder(cfg)
	if err != nil {
		a.log.Warn("the encoder can't be used, searches go by words alone", "ENGRAM_ENCODER", cfg.Encoder, "error", err)
		return nil, nil
	}
	return encoder, nil
}

func (a *App) endpoint(cfg config.Config) (embed.Embedder, error) {
	endpoint, err := openai.New(openai.Config{URL: cfg.AIURL, Key: cfg.AIKey, Model: cfg.EmbeddingModel})
	if err != nil {
		return nil, fmt.Errorf("ENGRAM_AI_URL: %w", err)
	}
	a.onClose(func(context.Context) error { endpoint.Close(); return nil })
	return endpoint, nil
}

// prior is an index whose searches go before the reading of passages.
type prior struct {
	*recall.Engine
	gate *embed.Gate
}

// Search implements search.Engine.
func (p prior) Search(ctx context.Context, userID string, q recall.Query) ([]recall.Match, error) {
	defer p.gate.Enter()()
	return p.Engine.Search(ctx, userID, q)
}

// Find implements httpapi.Finder.
func (p prior) Find(ctx context.Context, userID string, q recall.Query) ([]string, error) {
	defer p.gate.Enter()()
	return p.Engine.Find(ctx, userID, q)
}
