package app

import (
	"context"
	"path/filepath"

	"engram/internal/config"
	"engram/internal/embed"
	"engram/internal/recall"
)

// openIndex returns the search engine over a log with the vectors of that model, nil for words alone, with its files in the
// cache, until the App is closed.
func (a *App) openIndex(cfg config.Config, source recall.Source, model embed.Embedder) *recall.Engine {
	name := ""
	if model != nil {
		name = model.Model()
	}
	engine := recall.New(source,
		recall.WithDir(filepath.Join(cfg.CacheDir(), "index")),
		recall.WithModel(name),
		recall.WithLog(a.log),
	)
	a.onClose(func(context.Context) error { return engine.Close() })
	return engine
}
