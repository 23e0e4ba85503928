package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"
	"time"

	"engram/internal/fault"
)

// Within the data directory that is restored: what is not yet verified, and what is and waits to take its place.
const (
	unverified = ".restoring"
	staged     = ".restored"
)

// Restore makes a data directory of an archive, in a folder that is absent or empty. What fails leaves it so.
func Restore(ctx context.Context, r io.Reader, identity, dir string, p Program) (m Manifest, err error) {
	made, err := emptyFolder(dir)
	if err != nil {
		return m, err
	}
	if m, err = Stage(ctx, r, identity, dir, p); err == nil {
		err = Settle(dir)
	}
	if err != nil && made {
		err = errors.Join(err, os.Remove(dir))
	}
	return m, err
}

// emptyFolder makes a folder that is absent, and refuses one that holds something.
func emptyFolder(dir string) (made bool, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return true, os.MkdirAll(dir, 0o700)
	}
	for _, e := range entries {
		if e.Name() != "lost+found" { // of an empty disk
			return false, refuse("%s is not empty: name a folder that is, or that is not there yet.", dir)
		}
	}
	return false, err
}

// Stage reads an archive into a folder within the data directory, verifies it and has it wait for Settle. What fails leaves
// nothing.
func Stage(ctx context.Context, r io.Reader, identity, dir string, p Program) (m Manifest, err error) {
	aside := filepath.Join(dir, unverified)
	if err := os.Mkdir(aside, 0o700); err != nil {
		if errors.Is(err, fs.ErrExist) {
			err = refuse("Another restore is under way here. If none is, remove %s.", aside)
		}
		return m, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(full(err, dir), os.RemoveAll(aside))
		}
	}()
	root, err := os.OpenRoot(aside)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	to := &target{root: root, buffer: make([]byte, 256<<10)}
	if m, err = read(ctx, r, identity, p.accept, to.take); err != nil {
		return m, err
	}
	if m.Scope == Everything {
		if err := root.MkdirAll("blobs", 0o700); err != nil { // also where there are none
			return m, err
		}
	}
	if err := p.inspect(ctx, m, filepath.Join(aside, databaseName)); err != nil {
		return m, err
	}
	if err := syncTree(aside); err != nil {
		return m, err
	}
	return m, os.Rename(aside, filepath.Join(dir, staged))
}

// accept refuses an archive that this program can't use.
func (p Program) accept(about About) error {
	switch {
	case about.Schema > p.Schema:
		return refuse("This backup was made by a newer Engram (%s, database version %d; this one knows %d): restore it with that one.",
			about.Program, about.Schema, p.Schema)
	case about.Engine == Postgres && p.Engine != Postgres:
		return refuse("This backup is of an Engram on Postgres: it holds files and the key, and no database. Restore the database's dump with pg_restore " +
			"into a Postgres, set ENGRAM_DATABASE_URL to that, then restore this.")
	case about.Engine == SQLite && p.Engine != SQLite:
		return refuse("This backup holds an SQLite database, which can't be restored into Postgres: restore it without ENGRAM_DATABASE_URL.")
	case about.Engine != SQLite && about.Engine != Postgres:
		return fmt.Errorf("engine %q", about.Engine)
	}
	return nil
}

// inspect looks whether the database is whole and what the archive says that it is.
func (p Program) inspect(ctx context.Context, m Manifest, database string) error {
	if m.Engine != SQLite {
		return nil
	}
	schema, err := p.Inspect(ctx, database)
	if err != nil {
		return fault.Wrap(fault.Invalid, "The database in this backup is damaged: take another backup.", err)
	}
	if schema != m.Schema {
		return refuse("The database in this backup is at version %d, and not at %d as the backup says: take another backup.", schema, m.Schema)
	}
	return nil
}

// target is the folder that files are taken into.
type target struct {
	root   *os.Root
	buffer []byte
}

func (t *target) take(name string, modified time.Time, content io.Reader) error {
	file, err := t.create(name)
	if errors.Is(err, fs.ErrExist) || errors.Is(err, syscall.ENOTDIR) {
		return err // one name stands for a file and for a folder
	}
	if err != nil {
		return &ownError{err}
	}
	written := &ours{w: file}
	_, err = io.CopyBuffer(written, content, t.buffer)
	if written.err != nil {
		err = &ownError{written.err}
	}
	if errClose := file.Close(); errClose != nil {
		err = errors.Join(err, &ownError{errClose})
	}
	if err == nil {
		err = t.root.Chtimes(name, modified, modified)
	}
	return err
}

func (t *target) create(name string) (*os.File, error) {
	if err := t.root.MkdirAll(path.Dir(name), 0o700); err != nil {
		return nil, err
	}
	return t.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}

// ours remembers whether it was the writing that failed.
type ours struct {
	w   io.Writer
	err error
}

func (o *ours) Write(p []byte) (n int, err error) {
	n, o.err = o.w.Write(p)
	return n, o.err
}

// full says so where the disk is.
func full(err error, dir string) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || fault.KindOf(err) == fault.NoRoom {
		return fault.Wrap(fault.NoRoom, "The disk that holds "+dir+" is full: make room on it, then try again. Nothing half done was left there.", err)
	}
	return err
}
