package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"engram/internal/app/datadir"
	"engram/internal/backup"
	"engram/internal/blob/disk"
	"engram/internal/config"
	"engram/internal/store"
	"engram/internal/store/accounts"
	"engram/internal/version"
)

// ErrRestart is returned by Run when the program is to begin again with what was restored.
var ErrRestart = errors.New("a backup was restored: begin again")

// stdout is the name of an archive that goes to the standard output, or comes from the standard input.
const stdout = "-"

// Backup writes an archive of what the settings' Engram keeps to a file, or to out when its name is "-", and tells of it. A
// server may run meanwhile.
func Backup(ctx context.Context, cfg config.Config, name string, out, tell io.Writer) (err error) {
	began := time.Now()
	source, done, err := openSource(ctx, cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	m, err := writeBackup(ctx, cfg, source, name, out)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(tell, "backed up to %s in %.1f seconds: %s\n", name, time.Since(began).Seconds(), contents(m))
	return err
}

func writeBackup(ctx context.Context, cfg config.Config, source backup.Source, name string, out io.Writer) (m backup.Manifest, err error) {
	if name != stdout {
		return backup.WriteFile(ctx, name, source)
	}
	work, err := os.MkdirTemp(cfg.DataDir, ".engram-backup-*")
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	return backup.Write(ctx, out, source, work)
}

// openSource opens what is backed up beside the server that may run on it.
func openSource(ctx context.Context, cfg config.Config) (s backup.Source, done func() error, err error) {
	if err := datadir.Present(cfg, "back up"); err != nil {
		return s, nil, err
	}
	db, err := store.Attach(store.Config{URL: cfg.Database()})
	if err != nil {
		return s, nil, err
	}
	blobs, err := datadir.OpenFiles(ctx, cfg, disk.Attach)
	if err != nil {
		return s, nil, errors.Join(err, db.Close())
	}
	done = func() error { return errors.Join(db.Close(), blobs.Close()) }
	if s, err = newSource(cfg, db, blobs); err != nil {
		return s, nil, errors.Join(err, done())
	}
	return s, done, nil
}

func newSource(cfg config.Config, db *store.DB, blobs datadir.Files) (s backup.Source, err error) {
	s = backup.Source{Database: database{db}, Key: cfg.SecretFile(), Program: version.Name(), Now: time.Now}
	if blobs != nil {
		s.Files = blobs
	}
	s.Recipients, err = backup.Recipients(cfg.BackupRecipient)
	return s, err
}

// database names the engine as archives do.
type database struct{ *store.DB }

func (d database) Engine() string { return string(d.Dialect()) }

// contents says what is in a backup, and what is not.
func contents(m backup.Manifest) string {
	text := fmt.Sprintf("files %d, %.1f MB before compression, database version %d", m.Files(), float64(m.Bytes())/1e6, m.Schema)
	if !m.HasKey() {
		text += ". The key is not in it: keep ENGRAM_SECRET as well"
	}
	if m.Note != "" {
		text += ". " + m.Note
	}
	return text
}

// Restoring names the archive and the place of a restore.
type Restoring struct {
	File, Dir  string // "-" reads the standard input
	Identity   string // a secret key of age, for an encrypted archive
	OnPostgres bool   // the database is elsewhere
}

// Restore makes a data directory of an archive, which in holds where no file does, and tells of it.
func Restore(ctx context.Context, r Restoring, in io.Reader, tell io.Writer) error {
	began := time.Now()
	if r.File != stdout {
		file, err := os.Open(r.File)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	m, err := backup.Restore(ctx, in, r.Identity, r.Dir, restoring(r.OnPostgres))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(tell, "restored %s, made %s by Engram %s, to %s in %.1f seconds: %s\n",
		r.File, m.Created.Format(time.RFC3339), m.Program, r.Dir, time.Since(began).Seconds(), contents(m))
	return err
}

// restoring describes what this program can restore.
func restoring(onPostgres bool) backup.Program {
	engine := backup.SQLite
	if onPostgres {
		engine = backup.Postgres
	}
	return backup.Program{Schema: store.NewestSchema(), Engine: engine, Inspect: store.Inspect}
}

// openBackups makes backups by the schedule until the App is closed.
func (a *App) openBackups(cfg config.Config, s storage) (*backup.Service, error) {
	source, err := newSource(cfg, s.db, s.blobs)
	if err != nil {
		return nil, err
	}
	service := backup.New(a.backupFolder(cfg), source, cfg.BackupPeriod(), a.log)
	service.Restoring = &backup.Restoring{
		Dir: cfg.DataDir, Program: restoring(cfg.DatabaseURL != ""), Restart: func() { a.fail(ErrRestart) },
		Empty: func(ctx context.Context) (bool, error) { return isEmpty(ctx, s.db) },
	}
	a.behind(service.Run)
	return service, nil
}

func (a *App) backupFolder(cfg config.Config) *backup.Folder {
	return backup.OpenFolder(cfg.BackupFolder(), cfg.BackupKeep, a.log)
}

// isEmpty reports whether there is no account.
func isEmpty(ctx context.Context, db *store.DB) (bool, error) {
	has, err := accounts.New(db).HasUsers(ctx)
	return !has, err
}

// settle puts restored data in place, unless an account was made after it was verified.
func settle(ctx context.Context, cfg config.Config, log *slog.Logger) error {
	if backup.Waits(cfg.DataDir) && (cfg.DatabaseURL != "" || !store.IsNew(cfg.Database())) {
		db, err := store.Attach(store.Config{URL: cfg.Database()})
		if err != nil {
			return err
		}
		empty, err := isEmpty(ctx, db)
		if err := errors.Join(err, db.Close()); err != nil {
			return err
		}
		if !empty {
			log.Error("a backup was to be restored, but somebody made an account meanwhile: nothing was restored")
			return backup.Drop(cfg.DataDir)
		}
	}
	return backup.Settle(cfg.DataDir)
}

// beforeMigration backs an SQLite database up that is about to change. Files are left out, as none is changed.
func (a *App) beforeMigration(cfg config.Config) func(context.Context, *store.DB, int64, int64) error {
	return func(ctx context.Context, db *store.DB, from, to int64) error {
		if db.Dialect() == store.Postgres {
			a.log.Warn("the database is brought up to date; the way back is a dump of Postgres", "from", from, "to", to)
			return nil
		}
		if cfg.NoMigrationBackup {
			a.log.Warn("the database is brought up to date without a backup", "from", from, "to", to)
			return nil
		}
		source, err := newSource(cfg, db, nil)
		if err != nil {
			return err
		}
		made, err := a.backupFolder(cfg).Add(ctx, backup.BeforeMigration, fmt.Sprintf("before-migration-%d", to), source)
		if !made.OK() {
			return fmt.Errorf("the database is to be brought from version %d to %d, and the backup before that failed (%s), so nothing was changed; "+
				"see to it, or set ENGRAM_MIGRATE_WITHOUT_BACKUP=true for one start", from, to, made.Failure)
		}
		if err != nil {
			a.log.Warn("the folder of backups could not be put in order", "error", err)
		}
		a.log.Info("the database is brought up to date", "from", from, "to", to, "backup", filepath.Join(cfg.BackupFolder(), made.Name))
		return nil
	}
}
