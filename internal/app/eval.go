package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"engram/internal/config"
	"engram/internal/embed"
	"engram/internal/lab/eval"
	"engram/internal/lab/library"
	"engram/internal/store"
	"engram/internal/store/passages"
)

// EvalOptions says what Eval measures and how it tells.
type EvalOptions struct {
	Dirs     []string // each a retrieval set, or a folder of sets that are measured together
	Database string   // the URL of a Postgres without accounts; "" for an embedded database
	Answers  bool     // measure what is answered, and not only what is found
	Related  bool     // measure what is shown as related to a memory
	JSON     bool     // instead of a table
}

// Eval measures how well questions find what answers them, or how well they are answered, as the product does it: every set
// is saved by a user of its own, in an embedded database that is removed at the end where o names no other. Of the settings,
// those of the models hold. The result goes to out. Answers that are under a floor are an error.
func Eval(ctx context.Context, cfg config.Config, log *slog.Logger, out io.Writer, o EvalOptions) error {
	measured := library.Found
	switch {
	case o.Answers:
		measured = library.Answered
	case o.Related:
		measured = library.Neighbours
	}
	if err := inLibrary(ctx, cfg, log, o, out, measured); err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	return nil
}

// inLibrary reads the sets and opens a library, to be measured.
func inLibrary(
	ctx context.Context, cfg config.Config, log *slog.Logger, o EvalOptions, out io.Writer,
	measured func(ctx context.Context, out io.Writer, all []eval.Sets, l *library.Library, wire bool) error,
) (err error) {
	all, err := eval.ReadAll(o.Dirs)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "engram-eval-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	a := newApp(log) // the parts of one, without a server
	defer func() { err = errors.Join(err, a.Close()) }()
	l, err := a.openLibrary(ctx, cfg, dir, o.Database)
	if err != nil {
		return err
	}
	return measured(ctx, out, all, l, o.JSON)
}

// openLibrary opens a database, an embedded one in dir by default, with what searches it, and has its passages embedded when a model is set.
func (a *App) openLibrary(ctx context.Context, cfg config.Config, dir, database string) (*library.Library, error) {
	db, err := store.Open(ctx, store.Config{URL: cmp.Or(database, filepath.Join(dir, "engram.db"))})
	if err != nil {
		return nil, err
	}
	a.onClose(func(context.Context) error { return db.Close() })
	model, err := a.embedder(cfg)
	if err != nil {
		return nil, err
	}
	cfg.DataDir = dir
	texts := passages.New(db)
	meanings := embed.New(texts, model, a.log, time.Now, embed.WithReader(a.reader(cfg, model)), embed.Unhurried())
	l, err := library.New(ctx, library.Parts{
		DB: db, Texts: texts, Model: model, Meanings: meanings, Engine: a.openIndex(cfg, texts, model, nil), InTime: a.newExtractor(cfg, meanings),
	})
	if err != nil {
		return nil, err
	}
	a.behind(meanings.Run)
	if cfg.ChatModel == "" {
		return l, nil
	}
	written, err := a.writer(cfg, l.Extracted(), nil)
	if err != nil {
		return nil, err
	}
	l.WrittenBy(written)
	return l, nil
}
