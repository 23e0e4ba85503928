// Package disk keeps blobs as files below one directory.
package disk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"

	"github.com/google/uuid"

	"engram/internal/blob"
)

// aside begins the names of files that are still being written. No key begins with a dot.
const aside = ".writing-"

// Store keeps each blob in a file whose path is its key. It never reaches outside of its directory, whatever a link in it
// says.
type Store struct {
	root *os.Root
}

var _ blob.Store = (*Store)(nil)

// New returns a Store below dir, which it makes for the owner alone when it is absent.
func New(dir string) (*Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("blob directory: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("blob directory: %w", err)
	}
	return &Store{root: root}, nil
}

// Put implements blob.Store: the bytes are written aside, flushed, and take the key's place in one step.
func (s *Store) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	if !blob.ValidKey(key) {
		return 0, fmt.Errorf("blob: invalid key %q", key)
	}
	dir := path.Dir(key)
	temporary := path.Join(dir, aside+uuid.NewString())
	file, err := s.create(dir, temporary)
	if err != nil {
		return 0, fmt.Errorf("blob %s: %w", key, err)
	}
	size, err := fill(file, contextReader{ctx, r})
	if err == nil {
		err = s.root.Rename(temporary, key)
	}
	if err == nil {
		err = s.flushDir(dir)
	}
	if err != nil {
		return 0, fmt.Errorf("blob %s: %w", key, errors.Join(err, ignoreAbsent(s.root.Remove(temporary))))
	}
	return size, nil
}

// create opens a new file. Between making its directory and the file, a Delete may have found the directory empty.
func (s *Store) create(dir, name string) (file *os.File, err error) {
	for range 10 {
		if err = s.root.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
		if file, err = s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600); !errors.Is(err, fs.ErrNotExist) {
			return file, err
		}
	}
	return nil, err
}

func fill(file *os.File, r io.Reader) (size int64, err error) {
	defer func() { err = errors.Join(err, file.Close()) }()
	if size, err = io.Copy(file, r); err != nil {
		return 0, err
	}
	return size, file.Sync()
}

// flushDir makes the directory and those above it durable, so that a new name survives a power cut.
func (s *Store) flushDir(dir string) error {
	for {
		file, err := s.root.Open(dir)
		if err != nil {
			return err
		}
		if err := errors.Join(file.Sync(), file.Close()); err != nil {
			return err
		}
		if dir == "." {
			return nil
		}
		dir = path.Dir(dir)
	}
}

// Open implements blob.Store.
func (s *Store) Open(_ context.Context, key string) (*blob.Object, error) {
	if !blob.ValidKey(key) {
		return nil, blob.ErrNotFound
	}
	file, err := s.root.Open(key)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, blob.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("blob %s: %w", key, err)
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = blob.ErrNotFound
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &blob.Object{ReadSeekCloser: file, Size: info.Size(), Modified: info.ModTime()}, nil
}

// Delete implements blob.Store. A directory that it empties goes too; one that is filled meanwhile stays.
func (s *Store) Delete(_ context.Context, key string) error {
	if !blob.ValidKey(key) {
		return nil
	}
	if err := ignoreAbsent(s.root.Remove(key)); err != nil {
		return fmt.Errorf("blob %s: %w", key, err)
	}
	for dir := path.Dir(key); dir != "."; dir = path.Dir(dir) {
		if s.root.Remove(dir) != nil {
			break // it holds others
		}
	}
	return nil
}

func ignoreAbsent(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// contextReader ends a copy when its context does.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c contextReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}
