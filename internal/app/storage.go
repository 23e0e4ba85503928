package app

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"engram/internal/blob"
	"engram/internal/blob/disk"
	"engram/internal/blob/s3"
	"engram/internal/config"
	"engram/internal/filelock"
	"engram/internal/job"
	"engram/internal/store"
)

// storage is the database with its queue, the files, and the secret that signs what leaves.
type storage struct {
	db     *store.DB
	queue  *job.Queue
	blobs  files
	secret []byte
}

// openStorage opens the database, and refuses one that is not the one of the files.
func (a *App) openStorage(ctx context.Context, cfg config.Config) (s storage, err error) {
	if err := settle(ctx, cfg, a.log); err != nil {
		return s, fmt.Errorf("the backup that was restored can't take its place: %w", err)
	}
	if err := refuseMissing(cfg); err != nil {
		return s, err
	}
	if s.db, err = store.Open(ctx, store.Config{URL: cfg.Database(), Reserve: true, BeforeMigration: a.beforeMigration(cfg)}); err != nil {
		return s, fmt.Errorf("the database can't be opened: %w", err)
	}
	a.onClose(func(context.Context) error { return s.db.Close() })
	member, err := a.joinDatabase(ctx, cfg, s.db)
	if err != nil {
		return s, err
	}
	err = s.db.Serialize(ctx, func() (err error) {
		s.queue, err = job.Open(ctx, s.db.Writer(), s.db.Dialect() == store.Postgres, a.log)
		return err
	})
	if err != nil {
		return s, err
	}
	if err := refuseEmpty(ctx, cfg, s.db); err != nil {
		return s, err
	}
	// After the database, which is missed where the secret is there.
	if s.secret, err = cfg.LoadSecret(rand.Text); err != nil {
		return s, err
	}
	if err := a.keepMembership(ctx, member, s.secret); err != nil {
		return s, err
	}
	if s.blobs, err = openFiles(ctx, cfg, disk.Open); err != nil {
		return s, err
	}
	return s, refuseForeign(ctx, cfg, s)
}

// files keeps uploads and pictures, in a folder or a bucket.
type files interface {
	blob.Store
	ListIn(ctx context.Context, folder string, yield func(blob.Info) error) error
	Hold(ctx context.Context) (io.Closer, error)
	Close() error
}

// openFiles opens the bucket of the settings, or with openDir the folder in the data directory.
func openFiles(ctx context.Context, cfg config.Config, openDir func(dir string) (*disk.Store, error)) (files, error) {
	if cfg.BlobURL == "" {
		return openDir(cfg.BlobDir())
	}
	if left, err := os.ReadDir(filepath.Join(cfg.BlobDir(), "documents")); err == nil && len(left) > 0 {
		return nil, fmt.Errorf("ENGRAM_BLOB_URL is set, but files lie in %s: copy what is in that folder into the bucket, with the same names, and move the folder away", cfg.BlobDir())
	}
	s, err := s3.Open(ctx, cfg.BlobURL, filelock.NewGate(func() (*os.File, error) { return os.OpenFile(cfg.HoldFile(), os.O_RDWR|os.O_CREATE, 0o600) }))
	if err != nil {
		return nil, fmt.Errorf("the bucket of ENGRAM_BLOB_URL can't be used: %w", err)
	}
	return s, nil
}
