// Package disk stores blobs as files below a folder.
package disk

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"syscall"

	"engram/internal/blob"
	"engram/internal/fault"
	"engram/internal/filelock"
)

// aside is the folder of unfinished files. Keys never begin with a dot, so it contains no blob.
const aside = ".aside"

// Store keeps each blob in the file named by its key. It is safe for concurrent use by one process.
type Store struct{ root *os.Root }

var _ blob.Store = (*Store)(nil)

// Open returns a Store in dir, which it creates if needed, and removes files left unfinished by a
// crash. It never accesses files outside dir, wherever links point.
func Open(dir string) (*Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("blob/disk: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("blob/disk: %w", err)
	}
	s := &Store{root: root}
	if err := s.sweep(); err != nil {
		return nil, fmt.Errorf("blob/disk: %w", errors.Join(err, root.Close()))
	}
	return s, nil
}

// Close closes the folder. The Store can't be used afterwards.
func (s *Store) Close() error { return s.root.Close() }

// sweep removes unfinished files.
func (s *Store) sweep() error {
	if err := s.root.RemoveAll(aside); err != nil {
		return err
	}
	return s.root.Mkdir(aside, 0o700)
}

// Put implements blob.Store. It writes to a temporary file, syncs it and renames it.
func (s *Store) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	if err := blob.Check(key); err != nil {
		return 0, err
	}
	temp := path.Join(aside, rand.Text())
	given := blob.NewReader(ctx, r)
	size, err := s.write(temp, given)
	if err == nil {
		err = s.place(temp, key)
	}
	if err != nil {
		_ = s.root.Remove(temp)
		if given.Err() == nil {
			err = unavailable(err)
		}
		return 0, fmt.Errorf("blob/disk: put %s: %w", key, err)
	}
	return size, nil
}

func (s *Store) write(name string, r io.Reader) (size int64, err error) {
	f, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if size, err = io.Copy(f, r); err != nil {
		return 0, err
	}
	return size, f.Sync()
}

// place renames a file to its key and syncs the folders on the way.
func (s *Store) place(temp, key string) error {
	const tries = 3 // a Delete may prune the folder between its creation and its use
	var err error
	for range tries {
		if err = s.root.MkdirAll(path.Dir(key), 0o700); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err = s.root.Rename(temp, key); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	if err != nil {
		return err
	}
	if err := s.syncFolders(key); err != nil {
		// without the sync it may be lost in a power cut, so it is removed
		return errors.Join(err, s.root.Remove(key))
	}
	return nil
}

func (s *Store) syncFolders(key string) error {
	for dir := path.Dir(key); ; dir = path.Dir(dir) {
		if err := s.syncFolder(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if dir == "." {
			return nil
		}
	}
}

func (s *Store) syncFolder(dir string) (err error) {
	f, err := s.root.Open(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return f.Sync()
}

// Open implements blob.Store.
func (s *Store) Open(ctx context.Context, key string) (*blob.Object, error) {
	if err := errors.Join(blob.Check(key), ctx.Err()); err != nil {
		return nil, err
	}
	f, err := s.root.Open(key)
	if isAbsent(err) {
		return nil, blob.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("blob/disk: open %s: %w", key, unavailable(err))
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		f.Close()
		if err == nil {
			err = blob.ErrNotFound // a folder of other blobs
		}
		return nil, err
	}
	return &blob.Object{ReadSeekCloser: f, Size: info.Size(), Modified: info.ModTime()}, nil
}

// Delete implements blob.Store. It removes folders that become empty.
func (s *Store) Delete(ctx context.Context, key string) error {
	if err := errors.Join(blob.Check(key), ctx.Err()); err != nil {
		return err
	}
	if info, err := s.root.Lstat(key); isAbsent(err) || (err == nil && info.IsDir()) {
		return nil
	}
	shared, err := s.gate().Pass()
	if errors.Is(err, filelock.ErrLocked) {
		return blob.ErrHeld
	}
	if err != nil {
		return err
	}
	defer shared.Close()
	if err := s.root.Remove(key); err != nil && !isAbsent(err) {
		return fmt.Errorf("blob/disk: delete %s: %w", key, err)
	}
	s.prune(path.Dir(key))
	return nil
}

// prune removes dir and its parents while they are empty.
func (s *Store) prune(dir string) {
	for ; dir != "."; dir = path.Dir(dir) {
		if s.root.Remove(dir) != nil {
			return
		}
	}
}

// isAbsent reports whether an error means that there is no blob: no file, or a file in place of a
// folder.
func isAbsent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// unavailable wraps a file system error. A full disk has its own message, since users can act on
// it.
func unavailable(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fault.Full(err)
	}
	return fmt.Errorf("%w: %w", blob.ErrUnavailable, err)
}
