package app

import (
	"context"
	"fmt"
	"io"

	"engram/internal/config"
	"engram/internal/embed"
	"engram/internal/embed/encoder"
	"engram/internal/embed/encoder/kernel"
	"engram/internal/embed/encoder/minilm"
	"engram/internal/embed/openai"
	"engram/internal/recall"
)

// builtIn returns the encoder that the program carries, with the settings' weights. It is nil when the program was built
// without weights and the settings name none.
func builtIn(cfg config.Config) (embed.Embedder, error) {
	if cfg.Encoder == config.EncoderOn && len(minilm.Weights()) == 0 {
		return nil, nil
	}
	e, err := opened(cfg.Encoder)
	if err != nil {
		return nil, err
	}
	return set{e, cfg.Encoder}, nil
}

func opened(setting string) (*encoder.Encoder, error) {
	if setting == config.EncoderOn {
		return encoder.Read(minilm.Weights())
	}
	return encoder.Open(setting)
}

// set is an encoder that knows the setting which chose its weights.
type set struct {
	*encoder.Encoder
	setting string
}

// Warm implements embed.Local. Its error says what an operator is to look at.
func (s set) Warm() error {
	if err := s.Encoder.Warm(); err != nil {
		return fmt.Errorf("ENGRAM_ENCODER=%s: %w", s.setting, err)
	}
	return nil
}

// embedder is the model that knows what texts mean, nil when none is set. Without the weights that are set, the program
// does what it can: it finds by words.
func (a *App) embedder(cfg config.Config) (embed.Embedder, error) {
	switch {
	case cfg.EmbeddingModel != "":
		return a.endpoint(cfg)
	case cfg.Encoder == config.EncoderOff:
		return nil, nil
	}
	model, err := a.encoder(cfg)
	if err != nil {
		a.log.Warn("the encoder can't be used, searches go by words alone", "ENGRAM_ENCODER", cfg.Encoder, "error", err)
		return nil, nil
	}
	if file, ok := model.(io.Closer); ok {
		a.onClose(func(context.Context) error { return file.Close() })
	}
	return model, nil
}

// tellKernel says what arithmetic a built-in encoder has on this machine, and whether it is slow.
func (a *App) tellKernel(model embed.Embedder) {
	if _, local := model.(embed.Local); !local {
		return
	}
	name := kernel.Best().Name
	a.log.Info("the encoder is built in", "kernel", name)
	for _, failed := range kernel.Failed() {
		a.log.Warn("this processor gave wrong numbers, a slower way to encode takes the place of a faster", "failed", failed, "kernel", name)
	}
	if name == kernel.Plain().Name {
		a.log.Warn("this processor has no fast way to encode: a question takes some 70 ms, and a passage half a second", "kernel", name)
	}
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

// Search implements ask.Engine.
func (p prior) Search(ctx context.Context, userID string, q recall.Query) ([]recall.Match, error) {
	defer p.gate.Enter()()
	return p.Engine.Search(ctx, userID, q)
}

// Find implements httpapi.Finder.
func (p prior) Find(ctx context.Context, userID string, q recall.Query) ([]recall.Match, error) {
	defer p.gate.Enter()()
	return p.Engine.Find(ctx, userID, q)
}
