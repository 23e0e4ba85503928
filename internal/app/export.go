package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"engram/internal/app/datadir"
	"engram/internal/audit"
	"engram/internal/blob/disk"
	"engram/internal/config"
	"engram/internal/export"
	"engram/internal/store"
	"engram/internal/store/accounts"
	"engram/internal/store/exports"
	"engram/internal/version"
)

func newExports(db *store.DB, files export.Files) *export.Service {
	return export.New(exports.New(db), files, version.Name(), time.Now)
}

// Export writes what a user has to a file, or to out when its name is "-", and tells of it. Its
// format is zip, html or csv. A server may run meanwhile.
func Export(ctx context.Context, cfg config.Config, username, format, name string, out, tell io.Writer) (err error) {
	began := time.Now()
	if err := datadir.Present(cfg, "export from"); err != nil {
		return err
	}
	f, err := export.FormatOf(format)
	if err != nil {
		return err
	}
	db, err := store.Attach(store.Config{URL: cfg.Database()})
	if err != nil {
		return fmt.Errorf("the database can't be opened: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.Current(ctx); err != nil {
		return err
	}
	blobs, err := datadir.OpenFiles(ctx, cfg, disk.Attach)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, blobs.Close()) }()
	service := newExports(db, blobs)
	userID, err := service.UserNamed(ctx, username)
	if err != nil {
		return err
	}
	if err := audit.New(accounts.New(db), time.Now).Note(ctx, userID, audit.Exported, f.Name); err != nil {
		return err
	}
	write := func(w io.Writer) error { return service.WriteAs(ctx, userID, f, w) }
	if name == stdout {
		err = write(out)
	} else {
		err = writeWhole(name, write)
	}
	if err == nil {
		_, err = fmt.Fprintf(tell, "exported what %s has to %s in %.1f seconds\n", username, name, time.Since(began).Seconds())
	}
	return err
}

// writeWhole writes a file under another name first, so that its own never holds a part.
func writeWhole(name string, write func(io.Writer) error) (err error) {
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*") // for its owner's eyes
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	if err := errors.Join(write(file), file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}
