package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"engram/internal/app/datadir"
	"engram/internal/blob"
	"engram/internal/blob/disk"
	"engram/internal/check"
	"engram/internal/config"
	"engram/internal/store"
	"engram/internal/store/checks"
	"engram/internal/store/passages"
)

// Check proves that what the settings' database, files and search indexes hold agrees, and repairs what can be; with look
// it changes nothing of that. It tells out a line for each finding and then one that sums up. The error says that
// something is left, or that there is nothing to check, or a server on it.
func Check(ctx context.Context, cfg config.Config, log *slog.Logger, out io.Writer, look bool) (err error) {
	if err := datadir.Present(cfg, "check"); err != nil {
		return err
	}
	a := newApp(log) // the parts of one, without a server
	defer func() { err = errors.Join(err, a.Close()) }()
	parts, err := a.openCheck(ctx, cfg)
	if err != nil {
		return err
	}
	parts.Look = look
	report, err := checkAll(ctx, parts, out)
	if err != nil {
		return err
	}
	if report.Left > 0 {
		return fmt.Errorf("check: findings that are left: %d", report.Left)
	}
	return nil
}

// checkAll runs a check, and writes its findings and what sums up.
func checkAll(ctx context.Context, parts check.Parts, out io.Writer) (check.Report, error) {
	parts.Tell = func(f check.Finding) { _, _ = fmt.Fprintln(out, f) } // a reader who has gone stops no repair
	report, err := check.Run(ctx, parts)
	if err != nil {
		return report, fmt.Errorf("check: %w", err)
	}
	_, err = fmt.Fprintln(out, report)
	return report, err
}

// openCheck opens what is checked, and keeps servers off its files until the App is closed.
func (a *App) openCheck(ctx context.Context, cfg config.Config) (p check.Parts, err error) {
	lock, err := datadir.Lock(cfg.DataDir)
	if err != nil {
		return p, err
	}
	a.onClose(func(context.Context) error { return lock.Close() })
	db, err := store.Open(ctx, store.Config{URL: cfg.Database(), Unhurried: true, BeforeMigration: a.beforeMigration(cfg)})
	if err != nil {
		return p, fmt.Errorf("the database can't be opened: %w", err)
	}
	a.onClose(func(context.Context) error { return db.Close() })
	blobs, err := datadir.OpenFiles(ctx, cfg, disk.Open)
	if err != nil {
		return p, err
	}
	a.onClose(func(context.Context) error { return blobs.Close() })
	p, err = a.checked(cfg, db, blobs)
	p.Shared = cfg.DatabaseURL != ""
	return p, err
}

// checked returns what is checked of a database, files and the search indexes in the data directory.
func (a *App) checked(cfg config.Config, db *store.DB, blobs blob.Store) (p check.Parts, err error) {
	model, err := a.embedder(cfg)
	if err != nil {
		return p, err
	}
	return check.Parts{Store: checks.New(db), Index: a.openIndex(cfg, passages.New(db), model, a.newSnapshots(db, blobs)), Blobs: blobs, Now: time.Now}, nil
}
