package app

import (
	"context"
	"path/filepath"

	"engram/internal/config"
	"engram/internal/recall"
)

// openIndex returns the search engine over a log, with its files in the cache, until the App is closed.
func (a *App) openIndex(cfg config.Config, source recall.Source) *recall.Engine {
	engine := recall.New(source,
		recall.WithDir(filepath.Join(cfg.CacheDir(), "index")),
		recall.WithModel(cfg.EmbeddingModel),
		recall.WithLog(a.log),
	)
	a.onClose(func(context.Context) error { return engine.Close() })
	return engine
}
