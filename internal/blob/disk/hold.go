package disk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"engram/internal/blob"
	"engram/internal/filelock"
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
		held, err := s.pass(filelock.Exclusive)
		if !errors.Is(err, blob.ErrHeld) {
			return held, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(holdEvery):
		}
	}
}

// pass locks the gate, or returns blob.ErrHeld.
func (s *Store) pass(lock func(*os.File) error) (io.Closer, error) {
	file, err := s.root.OpenFile(gate, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("blob/disk: %w", unavailable(err))
	}
	if err := lock(file); err != nil {
		if errors.Is(err, filelock.ErrLocked) {
			err = blob.ErrHeld
		}
		return nil, errors.Join(err, file.Close())
	}
	return passed{file}, nil
}

// passed releases the gate when it is closed.
type passed struct{ gate *os.File }

func (p passed) Close() error { return filelock.Close(p.gate) }

// Attach returns a Store in dir beside the process that may have it open: what that one is writing
// stays. An absent dir is an error.
func Attach(dir string) (*Store, error) {
	root, err := os.OpenRoot(filepath.Clean(dir))
	if err != nil {
		return nil, fmt.Errorf("blob/disk: %w", err)
	}
	return &Store{root: root}, nil
}
