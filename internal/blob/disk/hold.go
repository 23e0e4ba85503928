package disk

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"engram/internal/filelock"
)

// lockFile is the file of the gate. Keys never begin with a dot.
const lockFile = ".hold"

// Hold keeps every blob from being deleted, by any process, until what it returns is closed: Delete
// returns blob.ErrHeld. It waits for another that holds them.
func (s *Store) Hold(ctx context.Context) (io.Closer, error) { return s.gate().Hold(ctx) }

func (s *Store) gate() filelock.Gate {
	return filelock.NewGate(func() (*os.File, error) {
		file, err := s.root.OpenFile(lockFile, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return nil, fmt.Errorf("blob/disk: %w", unavailable(err))
		}
		return file, nil
	})
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
