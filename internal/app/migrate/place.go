package migrate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"engram/internal/app/datadir"
	"engram/internal/blob/disk"
	"engram/internal/config"
	"engram/internal/job"
	"engram/internal/store"
	"engram/internal/store/checks"
)

// place is an installation that is moved, or the one that it becomes.
type place struct {
	cfg     config.Config
	db      *store.DB
	queue   *job.Queue
	files   datadir.Files
	closers []func() error
}

func (p *place) onClose(f func() error) { p.closers = append(p.closers, f) }

func (p *place) close() (err error) {
	for i := len(p.closers) - 1; i >= 0; i-- {
		err = errors.Join(err, p.closers[i]())
	}
	return err
}

// isPostgres tells an address from a folder.
func isPostgres(to string) bool {
	return strings.HasPrefix(to, "postgres://") || strings.HasPrefix(to, "postgresql://")
}

// target returns the settings of the destination, which differ from the source's.
func (m Move) target() (config.Config, error) {
	to := m.From
	if isPostgres(m.To) {
		to.DatabaseURL = m.To
		if m.Blobs != "" {
			to.BlobURL = m.Blobs
		}
		if to.DatabaseURL == m.From.DatabaseURL {
			return to, errors.New("--to is the database of ENGRAM_DATABASE_URL itself: name another")
		}
		return to, nil
	}
	if strings.Contains(m.To, "://") {
		return to, errors.New("--to must begin with postgres://, or be a folder")
	}
	to.DataDir, to.DatabaseURL, to.BlobURL = m.To, "", m.Blobs
	here, errHere := os.Stat(m.From.DataDir)
	there, errThere := os.Stat(m.To)
	if errHere == nil && errThere == nil && os.SameFile(here, there) {
		return to, errors.New("--to is the data directory itself: name another folder")
	}
	return to, nil
}

// openSource opens the installation of the settings, which no server may use meanwhile.
func (p *place) openSource(ctx context.Context, log *slog.Logger) error {
	if err := datadir.Present(p.cfg, "migrate"); err != nil {
		return err
	}
	lock, err := datadir.Lock(p.cfg.DataDir)
	if err != nil {
		return err
	}
	p.onClose(lock.Close)
	if p.db, err = store.Attach(store.Config{URL: p.cfg.Database(), Unhurried: true}); err != nil {
		return err
	}
	p.onClose(p.db.Close)
	if err := p.alone(ctx); err != nil {
		return err
	}
	if err := p.db.Current(ctx); err != nil {
		return err
	}
	if p.queue, err = job.Beside(p.db.Writer(), p.db.Dialect() == store.Postgres, log); err != nil {
		return err
	}
	if p.files, err = datadir.OpenFiles(ctx, p.cfg, disk.Attach); err != nil {
		return err
	}
	p.onClose(p.files.Close)
	return nil
}

// openTarget opens the destination, and makes what is not there yet. Its files are nil if they stay where they are.
func (p *place) openTarget(ctx context.Context, source string, from *place, log *slog.Logger) (begun bool, err error) {
	if p.cfg.DatabaseURL == "" {
		if err := p.openFolder(); err != nil {
			return false, err
		}
	}
	if p.cfg.BlobURL != from.cfg.BlobURL || p.cfg.BlobURL == "" && p.cfg.DataDir != from.cfg.DataDir {
		if err := p.openFiles(ctx); err != nil {
			return false, err
		}
	}
	if p.db, begun, err = store.Receive(ctx, store.Config{URL: p.cfg.Database(), Unhurried: true}, source); err != nil {
		return begun, fmt.Errorf("--to can't be used: %w", err)
	}
	p.onClose(p.db.Close)
	if err := p.alone(ctx); err != nil {
		return begun, err
	}
	if p.files != nil {
		if err := strange(ctx, from.files, p.files); err != nil {
			return begun, err
		}
	}
	p.queue, err = job.Open(ctx, p.db.Writer(), p.db.Dialect() == store.Postgres, log)
	return begun, err
}

func (p *place) openFiles(ctx context.Context) (err error) {
	if p.cfg.BlobURL == "" {
		p.files, err = disk.Open(p.cfg.BlobDir())
	} else if p.files, err = datadir.OpenBucket(ctx, p.cfg); err != nil {
		err = fmt.Errorf("the bucket of --blobs can't be used: %w", err)
	}
	if err == nil {
		p.onClose(p.files.Close)
	}
	return err
}

// openFolder locks a folder without a database, or with one.
func (p *place) openFolder() error {
	if err := os.MkdirAll(p.cfg.DataDir, 0o700); err != nil {
		return err
	}
	lock, err := datadir.Lock(p.cfg.DataDir)
	if err != nil {
		return err
	}
	p.onClose(lock.Close)
	if !store.IsNew(p.cfg.Database()) {
		return nil
	}
	entries, err := os.ReadDir(p.cfg.DataDir)
	for _, e := range entries {
		if e.Name() != datadir.LockFile && e.Name() != "lost+found" && e.Name() != filepath.Base(p.cfg.Database()) && e.Name() != filepath.Base(p.cfg.BlobDir()) {
			return fmt.Errorf("%s is not empty: name a folder that is, or that is not there yet", p.cfg.DataDir)
		}
	}
	return err
}

// sessionEnd is the time in which Postgres notices that the session of an Engram that has stopped is over.
const sessionEnd = 2 * time.Second

// alone keeps servers off the database.
func (p *place) alone(ctx context.Context) error {
	member, err := p.db.Join(ctx, store.Terms{}, sessionEnd)
	if errors.Is(err, store.ErrTaken) {
		return errors.New("an Engram is running on this database: stop every node first")
	}
	if err == nil {
		p.onClose(member.Close)
	}
	return err
}

// firstAccount identifies the installation.
func (p *place) firstAccount(ctx context.Context) (string, error) {
	ids, err := checks.New(p.db).Users(ctx, "", 1)
	if err == nil && len(ids) == 0 {
		err = errors.New("there is nothing to migrate: the database has no account")
	}
	if err != nil {
		return "", err
	}
	return ids[0], nil
}
