package filelock_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"engram/internal/filelock"
)

func TestLocks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	for _, c := range []struct {
		name          string
		first, second func(*os.File) error
		want          error
	}{
		{"exclusive, exclusive", filelock.Exclusive, filelock.Exclusive, filelock.ErrLocked},
		{"exclusive, shared", filelock.Exclusive, filelock.Shared, filelock.ErrLocked},
		{"shared, exclusive", filelock.Shared, filelock.Exclusive, filelock.ErrLocked},
		{"shared, shared", filelock.Shared, filelock.Shared, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, b := open(t, path), open(t, path)
			if err := c.first(a); err != nil {
				t.Fatal(err)
			}
			if err := c.second(b); !errors.Is(err, c.want) {
				t.Errorf("the second lock: %v, want %v", err, c.want)
			}
			if err := filelock.Close(a); err != nil {
				t.Fatal(err)
			}
			if err := c.second(b); err != nil {
				t.Errorf("after the first was closed: %v", err)
			}
		})
	}
	t.Run("a directory can't be locked", func(t *testing.T) {
		a, b := open(t, filepath.Dir(path)), open(t, filepath.Dir(path))
		if err := filelock.Exclusive(a); err != nil {
			t.Fatal(err)
		}
		if err := filelock.Exclusive(b); !errors.Is(err, filelock.ErrLocked) {
			t.Errorf("locked twice: %v", err)
		}
	})
}

// A child process that is being started has copies of all descriptors until it runs its program.
func TestCloseReleasesWhatACopyHolds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	a, b := open(t, path), open(t, path)
	if err := filelock.Exclusive(a); err != nil {
		t.Fatal(err)
	}
	descriptor, err := syscall.Dup(int(a.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(descriptor)
	if err := filelock.Close(a); err != nil {
		t.Fatal(err)
	}
	if err := filelock.Exclusive(b); err != nil {
		t.Errorf("closed, and a copy is open: %v", err)
	}
}

func open(t *testing.T, path string) *os.File {
	t.Helper()
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		f, err = os.Create(path)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}
