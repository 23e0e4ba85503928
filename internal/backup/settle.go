package backup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Settle gives what Stage left its place in the data directory, in which nobody else may be. It goes on where it was cut
// off, and does nothing where nothing waits. A restore that was never verified is removed.
func Settle(dir string) error {
	if err := os.RemoveAll(filepath.Join(dir, unverified)); err != nil {
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
	return errors.Join(os.Remove(from), syncFolder(dir))
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

func syncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Waits reports whether something of a verified restore waits for Settle.
func Waits(dir string) bool {
	entries, _ := os.ReadDir(filepath.Join(dir, staged)) // nothing waits in what is absent
	return len(entries) > 0
}

// Drop removes a restore that waits.
func Drop(dir string) error { return os.RemoveAll(filepath.Join(dir, staged)) }
