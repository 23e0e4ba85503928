package app

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"engram/internal/app/migrate"
	"engram/internal/blob"
	"engram/internal/config"
	"engram/internal/store"
)

// Migrate moves what the settings' Engram keeps to another place, writes what a check of that finds to out, and tells of it.
func Migrate(ctx context.Context, m migrate.Move, log *slog.Logger, out io.Writer) (err error) {
	a := newApp(log) // the parts of one, without a server
	defer func() { err = errors.Join(err, a.Close()) }()
	m.Log = log
	m.Check = func(ctx context.Context, cfg config.Config, db *store.DB, blobs blob.Store) (left int, err error) {
		parts, err := a.checked(cfg, db, blobs)
		if err != nil {
			return 0, err
		}
		parts.Look = true
		report, err := checkAll(ctx, parts, out)
		return report.Left, err
	}
	return m.Run(ctx)
}
