// Package filelock locks open files and directories between processes (flock). A lock ends with Close
// or with the process.
package filelock

import (
	"errors"
	"os"
	"syscall"
)

var (
	// ErrLocked means that another open file holds a lock that excludes this one.
	ErrLocked = errors.New("filelock: locked")
	// ErrUnsupported means that the file system doesn't lock this kind of file.
	ErrUnsupported = errors.New("filelock: not supported here")
)

// Exclusive locks f against every other lock, without waiting.
func Exclusive(f *os.File) error { return lock(f, syscall.LOCK_EX) }

// Shared locks f against exclusive locks, without waiting.
func Shared(f *os.File) error { return lock(f, syscall.LOCK_SH) }

// Close releases the lock of f and closes it. Closing alone would leave the lock with a child process
// that is being started, which has a copy of f until it runs its program.
func Close(f *os.File) error {
	_ = flock(f, syscall.LOCK_UN)
	return f.Close()
}

func lock(f *os.File, how int) error {
	err := flock(f, how|syscall.LOCK_NB)
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return ErrLocked
	case errors.Is(err, syscall.EBADF), errors.Is(err, syscall.EINVAL), errors.Is(err, syscall.EISDIR),
		errors.Is(err, syscall.ENOTSUP), errors.Is(err, syscall.ENOLCK):
		return errors.Join(ErrUnsupported, err)
	}
	return err
}

func flock(f *os.File, how int) error {
	if err := syscall.Flock(int(f.Fd()), how); err != nil {
		return &os.PathError{Op: "flock", Path: f.Name(), Err: err}
	}
	return nil
}
