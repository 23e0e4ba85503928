package disk

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"engram/internal/blob"
	"engram/internal/blob/blobtest"
)

func TestStore(t *testing.T) {
	blobtest.Run(t, func(t *testing.T) blob.Store { return open(t, t.TempDir()) })
}

func open(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := New(dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "blobs")
	s := open(t, dir)
	if _, err := s.Put(t.Context(), "documents/a/one.pdf", strings.NewReader("one")); err != nil {
		t.Fatal(err)
	}
	t.Run("files are the owner's alone", func(t *testing.T) {
		for name, mode := range map[string]fs.FileMode{"": 0o700, "documents/a": 0o700, "documents/a/one.pdf": 0o600} {
			info, err := os.Stat(filepath.Join(dir, name))
			if err != nil || info.Mode().Perm() != mode {
				t.Errorf("%q: %v, %v; want %v", name, info.Mode(), err, mode)
			}
		}
	})
	t.Run("a link out of the directory is not followed", func(t *testing.T) {
		if err := os.Symlink("/etc", filepath.Join(dir, "out")); err != nil {
			t.Fatal(err)
		}
		if object, err := s.Open(t.Context(), "out/passwd"); err == nil {
			object.Close()
			t.Error("it was")
		}
	})
	t.Run("a directory that is empty goes", func(t *testing.T) {
		if err := s.Delete(t.Context(), "documents/a/one.pdf"); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(dir, "documents")); !os.IsNotExist(err) {
			t.Errorf("it is still there: %v", err)
		}
	})
}
