package app

import (
	"log/slog"
	"path/filepath"

	"engram/internal/config"
	"engram/internal/recall"
)

// newIndex returns the search engine over a log, with its files in the cache.
func newIndex(cfg config.Config, source recall.Source, log *slog.Logger) *recall.Engine {
	return recall.New(source,
		recall.WithDir(filepath.Join(cfg.CacheDir(), "index")),
		recall.WithModel(cfg.EmbeddingModel),
		recall.WithLog(log),
	)
}
