package backup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"
)

// Settle moves what Stage verified to its place in the data directory, which no other process may use meanwhile. It resumes
// after an interruption, and does nothing where nothing waits. It removes a restore that was not verified, and what
// interrupted backups left.
func Settle(dir string) error {
	if err := errors.Join(os.RemoveAll(filepath.Join(dir, unverified)), sweep(dir, time.Now())); err != nil {
		return err
	}
	from := filepath.Join(dir, staged)
	if _, err := os.Stat(from); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	// The index is of what was there before. The database comes last: without it no server starts beside files of others.
	if err := os.RemoveAll(filepath.Join(dir, "cache", "index")); err != nil {
		return err
	}
	for _, name := range []string{"blobs", keyName, databaseName} {
		if err := settle(from, dir, name); err != nil {
			return err
		}
	}
	return errors.Join(os.Remove(from), syncOne(dir))
}

// beside are the files that SQLite keeps for a database.
var beside = []string{"-wal", "-shm"}

func settle(from, dir, name string) error {
	source, target := filepath.Join(from, name), filepath.Join(dir, name)
	if _, err := os.Stat(source); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := os.RemoveAll(target); err != nil {
		return err
	}
	if name == databaseName {
		for _, suffix := range beside {
			if err := os.RemoveAll(target + suffix); err != nil {
				return err
			}
		}
	}
	return os.Rename(source, target)
}

// syncsAtOnce lets the disk take several files at once, which is many times faster than one after another.
const syncsAtOnce = 16

// syncTree has everything below a folder survive a power cut.
func syncTree(dir string) error {
	var group errgroup.Group
	group.SetLimit(syncsAtOnce)
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err == nil {
			group.Go(func() error { return syncOne(path) })
		}
		return err
	})
	return errors.Join(err, group.Wait())
}

// syncOne has a file, or the entries of a folder, survive a power cut.
func syncOne(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// Waits reports whether something of a verified restore waits for Settle.
func Waits(dir string) bool {
	entries, _ := os.ReadDir(filepath.Join(dir, staged)) // nothing waits in what is absent
	return len(entries) > 0
}

// Drop removes a restore that waits.
func Drop(dir string) error { return os.RemoveAll(filepath.Join(dir, staged)) }
