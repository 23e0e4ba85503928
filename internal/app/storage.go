package app

import (
	"context"
	"crypto/rand"
	"fmt"

	"engram/internal/app/datadir"
	"engram/internal/blob/disk"
	"engram/internal/config"
	"engram/internal/job"
	"engram/internal/store"
)

// storage is the database with its queue, the files, and the secret that signs what leaves.
type storage struct {
	db     *store.DB
	queue  *job.Queue
	blobs  datadir.Files
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
	// After the database, which is missed where the secret is there.
	if s.secret, err = cfg.LoadSecret(rand.Text); err != nil {
		return s, err
	}
	if err := a.joinDatabase(ctx, cfg, s); err != nil {
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
	if s.blobs, err = datadir.OpenFiles(ctx, cfg, disk.Open); err != nil {
		return s, err
	}
	return s, refuseForeign(ctx, cfg, s)
}
