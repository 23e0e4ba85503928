package app

import (
	"context"
	"fmt"
	"io"

	"engram/internal/config"
	"engram/internal/embed"
	"engram/internal/embed/encoder"
	"engram/internal/embed/encoder/builtin"
	"engram/internal/embed/encoder/kernel"
	"engram/internal/embed/openai"
	"engram/internal/recall"
)

// builtIn returns the built-in encoder. It is nil when the binary has no weights and none are
// configured.
func builtIn(cfg config.Config) (embed.Embedder, error) {
	switch cfg.Encoder {
	case config.EncoderOn, config.EncoderMultilingual, config.EncoderEnglish:
		if !builtin.Encodes() {
			return nil, nil
		}
	}
	if cfg.Encoder == config.EncoderOn || cfg.Encoder == config.EncoderMultilingual {
		e, err := builtin.Multilingual()
		if err != nil {
			return nil, err
		}
		return configured{e, e.Multilingual(), cfg.Encoder}, nil
	}
	e, err := openEncoder(cfg.Encoder)
	if err != nil {
		return nil, err
	}
	return configured{e, e, cfg.Encoder}, nil
}

func openEncoder(setting string) (*encoder.Encoder, error) {
	if setting == config.EncoderEnglish {
		return builtin.English()
	}
	return encoder.Open(setting)
}

// local is an encoder whose weights are mapped.
type local interface {
	embed.Local
	embed.Reader
	io.Closer
}

// configured is an encoder with the setting that chose its weights.
type configured struct {
	local
	words   *encoder.Encoder // whose words a reader shares
	setting string
}

// Warm implements embed.Local. Its error names the setting.
func (c configured) Warm() error {
	if err := c.local.Warm(); err != nil {
		return fmt.Errorf("ENGRAM_ENCODER=%s: %w", c.setting, err)
	}
	builtin.Release()
	return nil
}

// embedder returns the configured embedding model, nil when there is none. If its weights can't be
// loaded it logs that and returns nil: search works by words.
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

// logKernel logs which kernel the built-in encoder uses and warns about a slow one.
func (a *App) logKernel(model embed.Embedder) {
	if _, local := model.(embed.Local); !local {
		return
	}
	name := kernel.Best().Name
	a.log.Info("the encoder is built in", "kernel", name)
	for _, failed := range kernel.Failed() {
		a.log.Warn("this processor gave wrong numbers, a slower way to encode takes the place of a faster",
			"failed", failed, "kernel", name)
	}
	if name == kernel.Plain().Name {
		a.log.Warn("this processor has no fast way to encode: a question takes some 70 ms, and a passage half a second",
			"kernel", name)
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

// gatedIndex is an index whose searches go before the embedding of passages.
type gatedIndex struct {
	*recall.Engine
	gate *embed.Gate
}

// Search implements ask.Engine.
func (g gatedIndex) Search(ctx context.Context, userID string, q recall.Query) ([]recall.Match, error) {
	defer g.gate.Enter()()
	return g.Engine.Search(ctx, userID, q)
}

// Find implements httpapi.Finder.
func (g gatedIndex) Find(ctx context.Context, userID string, q recall.Query) ([]recall.Match, error) {
	defer g.gate.Enter()()
	return g.Engine.Find(ctx, userID, q)
}

// Phrases implements httpapi.Finder.
func (g gatedIndex) Phrases(ctx context.Context, userID, memoryID string, limit int) ([]string, error) {
	defer g.gate.Enter()()
	return g.Engine.Phrases(ctx, userID, memoryID, limit)
}

// Related implements httpapi.Finder.
func (g gatedIndex) Related(ctx context.Context, userID, memoryID string, limit int, floor float64) ([]recall.Related, error) {
	defer g.gate.Enter()()
	return g.Engine.Related(ctx, userID, memoryID, limit, floor)
}
