// Package disk keeps blobs as files below one folder.
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
)

// aside is where blobs are written before they get their name. A key never begins with a dot, so none can be in there.
const aside = ".aside"

// Store keeps each blob in the file that its key names. It is safe for concurrent use by one process.
type Store struct{ root *os.Root }

var _ blob.Store = (*Store)(nil)

// Open returns a Store in dir, which it creates when absent. Nothing outside dir is ever touched, wherever links point.
// What a crash left half-written is removed.
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

// Close releases the folder. The Store is of no use after it.
func (s *Store) Close() error { return s.root.Close() }

// sweep empties the folder of what is written aside.
func (s *Store) sweep() error {
	if err := s.root.RemoveAll(aside); err != nil {
		return err
	}
	return s.root.Mkdir(aside, 0o700)
}

// Put implements blob.Store. The bytes go to a file aside, which is synced and then takes the key's place in one step.
func (s *Store) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	if err := check(key); err != nil {
		return 0, err
	}
	temp := path.Join(aside, rand.Text())
	given := &source{ctx: ctx, r: r}
	size, err := s.write(temp, given)
	if err == nil {
		err = s.place(temp, key)
	}
	if err != nil {
		_ = s.root.Remove(temp)
		if given.err == nil {
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

// place gives a file its name for good: the new entries of all folders on the way are synced, too.
func (s *Store) place(temp, key string) error {
	const tries = 3 // a Delete may prune the folder between its making and its use
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
		return errors.Join(err, s.root.Remove(key)) // what may not be there after a power cut is not there now
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
	if err := errors.Join(check(key), ctx.Err()); err != nil {
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

// Delete implements blob.Store. Folders that it leaves empty are removed.
func (s *Store) Delete(ctx context.Context, key string) error {
	if err := errors.Join(check(key), ctx.Err()); err != nil {
		return err
	}
	if info, err := s.root.Lstat(key); isAbsent(err) || (err == nil && info.IsDir()) {
		return nil
	}
	shared, err := s.pass(syscall.LOCK_SH)
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

// prune removes dir and the folders above it as far as they are empty. It stops at the first that is not.
func (s *Store) prune(dir string) {
	for ; dir != "."; dir = path.Dir(dir) {
		if s.root.Remove(dir) != nil {
			return
		}
	}
}

// isAbsent reports whether nothing is there: no file, or a file where a key has a folder.
func isAbsent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

func check(key string) error {
	if !blob.ValidKey(key) {
		return fmt.Errorf("blob/disk: invalid key %q", key)
	}
	return nil
}

// unavailable marks what the file system said. That no room is left is said as such: people can see to that.
func unavailable(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fault.Full(err)
	}
	return fmt.Errorf("%w: %w", blob.ErrUnavailable, err)
}

// source reads from r as long as ctx lasts, and remembers what it failed with.
type source struct {
	ctx context.Context
	r   io.Reader
	err error
}

func (s *source) Read(p []byte) (n int, err error) {
	if err = s.ctx.Err(); err == nil {
		n, err = s.r.Read(p)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}
