package app

import (
	"context"
	"fmt"

	"engram/internal/config"
	"engram/internal/embed"
	"engram/internal/embed/encoder"
	"engram/internal/embed/encoder/builtin"
)

// reader returns the configured reader, which has its words from the built-in encoder; nil when
// there is none. If it can't be used, that is logged and questions are answered without it.
func (a *App) reader(cfg config.Config, model embed.Embedder) embed.CrossEncoder {
	if cfg.Reader == config.ReaderOff || cfg.Reader == config.ReaderOn && !builtin.Reads() {
		return nil
	}
	with, ok := model.(configured)
	if !ok {
		a.log.Info("the reader is off, since it needs the built-in encoder", "ENGRAM_READER", cfg.Reader)
		return nil
	}
	r, err := openReader(cfg.Reader, with.words)
	if err != nil {
		a.log.Warn("the reader can't be used, questions are answered without it", "ENGRAM_READER", cfg.Reader, "error", err)
		return nil
	}
	a.onClose(func(context.Context) error { return r.Close() })
	return configuredReader{r, cfg.Reader}
}

func openReader(setting string, with *encoder.Encoder) (*encoder.Reader, error) {
	if setting == config.ReaderOn {
		return builtin.Reader(with)
	}
	return encoder.OpenReader(setting, with)
}

// configuredReader is a reader with the setting that chose its weights.
type configuredReader struct {
	*encoder.Reader
	setting string
}

// Read implements embed.CrossEncoder.
func (c configuredReader) Read(ctx context.Context, question string, e embed.Excerpt) (embed.Reading, error) {
	defer builtin.ReleaseEncoders()
	return c.Reader.Read(ctx, question, e)
}

// Warm implements embed.CrossEncoder. Its error names the setting.
func (c configuredReader) Warm() error {
	if err := c.Reader.Warm(); err != nil {
		return fmt.Errorf("ENGRAM_READER=%s: %w", c.setting, err)
	}
	builtin.Release()
	return nil
}
