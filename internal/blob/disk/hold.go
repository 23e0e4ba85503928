package disk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"engram/internal/blob"
)

// gate is the lock file: removals share the lock, an exclusive hold excludes them. It works across
// processes and is released when they end.
const gate = ".hold"

// holdEvery is the retry interval while the lock is taken.
const holdEvery = 20 * time.Millisecond

// Hold keeps every blob from being deleted, by any process, until what it returns is closed: Delete
// returns blob.ErrHeld. It waits for another that holds them.
func (s *Store) Hold(ctx context.Context) (io.Closer, error) {
	for {
		file, err := s.pass(syscall.LOCK_EX)
		if !errors.Is(err, blob.ErrHeld) {
			return file, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(holdEvery):
		}
	}
}

// pass locks the gate, or returns blob.ErrHeld.
func (s *Store) pass(how int) (*os.File, error) {
	file, err := s.root.OpenFile(gate, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("blob/disk: %w", unavailable(err))
	}
	if err := syscall.Flock(int(file.Fd()), how|syscall.LOCK_NB); err != nil {
		if errors.Is(err, syscall.EWOULDBLOCK) {
			err = blob.ErrHeld
		}
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// Attach returns a Store in dir beside the process that may have it open: what that one is writing
// stays. An absent dir is an error.
func Attach(dir string) (*Store, error) {
	root, err := os.OpenRoot(filepath.Clean(dir))
	if err != nil {
		return nil, fmt.Errorf("blob/disk: %w", err)
	}
	return &Store{root: root}, nil
}
