package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"time"

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
	if err := present(cfg, "check"); err != nil {
		return err
	}
	a := newApp(log) // the parts of one, without a server
	defer func() { err = errors.Join(err, a.Close()) }()
	parts, err := a.openCheck(ctx, cfg)
	if err != nil {
		return err
	}
	parts.Look = look
	parts.Tell = func(f check.Finding) { _, _ = fmt.Fprintln(out, f) } // a reader who has gone stops no repair
	report, err := check.Run(ctx, parts)
	if err != nil {
		return fmt.Errorf("check: %w", err)
	}
	if _, err := fmt.Fprintln(out, report); err != nil {
		return err
	}
	if report.Left > 0 {
		return fmt.Errorf("check: findings that are left: %d", report.Left)
	}
	return nil
}

// present reports what a server that once ran would have left. A wrong address must not be taken for an empty Engram,
// whose every file is a stray.
func present(cfg config.Config, what string) error {
	var places []string
	if cfg.BlobURL == "" {
		places = append(places, cfg.BlobDir())
	}
	if cfg.DatabaseURL == "" {
		places = append(places, cfg.Database())
	}
	for _, place := range places {
		if _, err := os.Stat(place); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("there is nothing to %s: %s is not there", what, place)
		}
	}
	return nil
}

// openCheck opens what is checked, and keeps servers off its files until the App is closed.
func (a *App) openCheck(ctx context.Context, cfg config.Config) (p check.Parts, err error) {
	lock, err := lockDir(cfg.DataDir)
	if err != nil {
		return p, err
	}
	a.onClose(func(context.Context) error { return lock.Close() })
	db, err := store.Open(ctx, store.Config{URL: cfg.Database(), Unhurried: true, BeforeMigration: a.beforeMigration(cfg)})
	if err != nil {
		return p, fmt.Errorf("the database can't be opened: %w", err)
	}
	a.onClose(func(context.Context) error { return db.Close() })
	model, err := a.embedder(cfg)
	if err != nil {
		return p, err
	}
	index := a.openIndex(cfg, passages.New(db), model)
	blobs, err := openFiles(ctx, cfg, disk.Open)
	if err != nil {
		return p, err
	}
	a.onClose(func(context.Context) error { return blobs.Close() })
	return check.Parts{Store: checks.New(db), Index: index, Blobs: blobs, Now: time.Now, Shared: cfg.DatabaseURL != ""}, nil
}
