// Package datadir opens what an installation keeps beside its database: the data directory, which one process has, and the
// files in it or in a bucket.
package datadir

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"engram/internal/blob"
	"engram/internal/blob/disk"
	"engram/internal/blob/s3"
	"engram/internal/config"
	"engram/internal/filelock"
)

// LockFile is the name of the file beside which a directory is locked.
const LockFile = "engram.lock"

// OrphanWait is longer than the child of a killed Engram that was just being started keeps its parent's locks.
const OrphanWait = time.Second

// Lock locks the data directory for this process until the result is closed or the process ends.
// Two programs on one embedded database and its files would corrupt each other's data.
func Lock(dir string) (io.Closer, error) {
	lock, err := filelock.Dir(dir, LockFile, OrphanWait)
	if errors.Is(err, filelock.ErrLocked) {
		return nil, fmt.Errorf("another Engram is running on %s; stop it first, or set ENGRAM_DATA_DIR to a directory of its own", dir)
	}
	if err != nil {
		return nil, fmt.Errorf("the data directory can't be used: %w", err)
	}
	return lock, nil
}

// Present reports what a server that once ran would have left. A wrong address must not be taken for an empty Engram,
// whose every file is a stray.
func Present(cfg config.Config, what string) error {
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

// Files keeps uploads and pictures, in a folder or a bucket.
type Files interface {
	blob.Store
	ListIn(ctx context.Context, folder string, yield func(blob.Info) error) error
	Hold(ctx context.Context) (io.Closer, error)
	Close() error
}

// OpenFiles opens the bucket of the settings, or with openDir the folder in the data directory.
func OpenFiles(ctx context.Context, cfg config.Config, openDir func(dir string) (*disk.Store, error)) (Files, error) {
	if cfg.BlobURL == "" {
		return openDir(cfg.BlobDir())
	}
	if left, err := os.ReadDir(filepath.Join(cfg.BlobDir(), "documents")); err == nil && len(left) > 0 {
		return nil, fmt.Errorf("ENGRAM_BLOB_URL is set, but files lie in %s: copy what is in that folder into the bucket, with the same names, and move the folder away", cfg.BlobDir())
	}
	s, err := OpenBucket(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("the bucket of ENGRAM_BLOB_URL can't be used: %w", err)
	}
	return s, nil
}

// OpenBucket opens the bucket of the settings.
func OpenBucket(ctx context.Context, cfg config.Config) (Files, error) {
	return s3.Open(ctx, cfg.BlobURL, filelock.NewGate(func() (*os.File, error) { return os.OpenFile(cfg.HoldFile(), os.O_RDWR|os.O_CREATE, 0o600) }))
}
