package app

import (
	"context"
	"path/filepath"
	"time"

	"engram/internal/blob"
	"engram/internal/config"
	"engram/internal/embed"
	"engram/internal/recall"
	"engram/internal/snapshot"
	"engram/internal/store"
	"engram/internal/store/passages"
	"engram/internal/store/snapshots"
	"engram/internal/usage"
)

// index holds the search index and the embedding service.
type index struct {
	engine    gatedIndex
	snapshots *snapshot.Service
	meanings  *embed.Service
	reading   *embed.Tracker
}

// openSearch opens the index and begins to embed what has no vector yet. The stop does not wait for the model: what it was
// about to say is asked again after the next start.
func (a *App) openSearch(cfg config.Config, s storage, calls usage.Recorder) (index, error) {
	model, err := a.embedder(cfg)
	if err != nil {
		return index{}, err
	}
	a.logKernel(model)
	texts, shared := passages.New(s.db), a.newSnapshots(s.db, s.blobs)
	engine := a.openIndex(cfg, texts, model, shared)
	if cfg.MayHaveNodes() {
		a.tend(engine)
	}
	meanings := embed.New(texts, model, a.log, time.Now, embed.OnVectors(a.catchUp(engine)), embed.WithCalls(calls), embed.WithReader(a.reader(cfg, model)))
	a.behind(meanings.Run)
	return index{gatedIndex{engine, meanings.Gate()}, shared, meanings, embed.NewTracker(texts, meanings.ModelFor)}, nil
}

// openIndex returns the search engine over a log with the vectors of that model, nil for words alone, with its files in the
// cache, until the App is closed. Of a model that can't be used after all the index keeps the vectors: no question has one
// to compare them with, and mended weights find them again. Nodes share their indexes unless shared is nil.
func (a *App) openIndex(cfg config.Config, source recall.Source, model embed.Embedder, shared *snapshot.Service) *recall.Engine {
	name := ""
	if model != nil {
		name = model.Model()
	}
	options := []recall.Option{
		recall.WithDir(filepath.Join(cfg.CacheDir(), "index")),
		recall.WithModel(name),
		recall.WithLegibility(embed.LegibilityTo(model, embed.Question), embed.LegibilityTo(model, embed.Passage)),
		recall.WithLog(a.log),
	}
	if shared != nil && cfg.MayHaveNodes() {
		options = append(options, recall.WithSnapshots(shared))
	}
	engine := recall.New(source, options...)
	a.onClose(func(context.Context) error { return engine.Close() })
	return engine
}

// newSnapshots returns what keeps copies of indexes for other nodes.
func (a *App) newSnapshots(db *store.DB, files blob.Store) *snapshot.Service {
	return snapshot.New(snapshots.New(db), files, a.log, time.Now)
}

// catchUp returns what has an index take the vectors that a user's passages got, before a search waits for it.
func (a *App) catchUp(index *recall.Engine) func(context.Context, string) {
	return func(ctx context.Context, userID string) {
		if err := index.CatchUp(ctx, userID); err != nil && ctx.Err() == nil {
			a.log.Warn("an index did not take new vectors", "user", userID, "error", err)
		}
	}
}
