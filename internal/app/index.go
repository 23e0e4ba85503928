package app

import (
	"context"
	"path/filepath"
	"time"

	"engram/internal/config"
	"engram/internal/embed"
	"engram/internal/recall"
	"engram/internal/store"
	"engram/internal/store/passages"
	"engram/internal/usage"
)

// index holds the search index and the embedding service.
type index struct {
	engine   gatedIndex
	meanings *embed.Service
	reading  *embed.Tracker
}

// openSearch opens the index and begins to embed what has no vector yet. The stop does not wait for the model: what it was
// about to say is asked again after the next start.
func (a *App) openSearch(cfg config.Config, db *store.DB, calls usage.Recorder) (index, error) {
	model, err := a.embedder(cfg)
	if err != nil {
		return index{}, err
	}
	a.logKernel(model)
	texts := passages.New(db)
	engine := a.openIndex(cfg, texts, model)
	if cfg.MayHaveNodes() {
		a.purge(engine)
	}
	meanings := embed.New(texts, model, a.log, time.Now, embed.OnVectors(a.catchUp(engine)), embed.WithCalls(calls), embed.WithReader(a.reader(cfg, model)))
	a.behind(meanings.Run)
	return index{gatedIndex{engine, meanings.Gate()}, meanings, embed.NewTracker(texts, meanings.ModelFor)}, nil
}

// openIndex returns the search engine over a log with the vectors of that model, nil for words alone, with its files in the
// cache, until the App is closed. Of a model that can't be used after all the index keeps the vectors: no question has one
// to compare them with, and mended weights find them again.
func (a *App) openIndex(cfg config.Config, source recall.Source, model embed.Embedder) *recall.Engine {
	name := ""
	if model != nil {
		name = model.Model()
	}
	engine := recall.New(source,
		recall.WithDir(filepath.Join(cfg.CacheDir(), "index")),
		recall.WithModel(name),
		recall.WithLegibility(embed.LegibilityTo(model, embed.Question), embed.LegibilityTo(model, embed.Passage)),
		recall.WithLog(a.log),
	)
	a.onClose(func(context.Context) error { return engine.Close() })
	return engine
}

// catchUp returns what has an index take the vectors that a user's passages got, before a search waits for it.
func (a *App) catchUp(index *recall.Engine) func(context.Context, string) {
	return func(ctx context.Context, userID string) {
		if err := index.CatchUp(ctx, userID); err != nil && ctx.Err() == nil {
			a.log.Warn("an index did not take new vectors", "user", userID, "error", err)
		}
	}
}
