package disk

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"engram/internal/blob"
	"engram/internal/blob/blobtest"
)

func open(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestStore(t *testing.T) {
	blobtest.Run(t, func(t *testing.T) blob.Store { return open(t, filepath.Join(t.TempDir(), "new", "folder")) })
}

func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if rel, _ := filepath.Rel(dir, path); rel != "." && rel != aside && rel != lockFile {
			names = append(names, rel)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestFailureLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	if _, err := s.Put(t.Context(), "a/b/c", readFails{}); err == nil {
		t.Fatal("no error")
	}
	if left := files(t, dir); len(left) != 0 {
		t.Errorf("left %q", left)
	}
}

type readFails struct{}

func (readFails) Read(p []byte) (int, error) { return copy(p, "some"), errors.New("gone") }

func TestDeletePrunesEmptyFolders(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	for _, key := range []string{"a/b/c/d", "a/e"} {
		if _, err := s.Put(t.Context(), key, strings.NewReader("x")); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Delete(t.Context(), "a/b/c/d"); err != nil {
		t.Fatal(err)
	}
	if left := strings.Join(files(t, dir), " "); left != "a a/e" {
		t.Errorf("left %q", left)
	}
}

func TestOpenRemovesLeftoversOfACrash(t *testing.T) {
	dir := t.TempDir()
	open(t, dir)
	if err := os.WriteFile(filepath.Join(dir, aside, "half"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	open(t, dir)
	if left := files(t, dir); len(left) != 0 {
		t.Errorf("left %q", left)
	}
}

func TestSymbolicLinksAreNotFollowed(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	secret := filepath.Join(outside, "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := open(t, dir)
	for link, target := range map[string]string{"file": secret, "folder": outside} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range []string{"file", "folder/secret"} {
		if o, err := s.Open(t.Context(), key); err == nil {
			o.Close()
			t.Errorf("Open(%s) left the folder", key)
		}
	}
	if _, err := s.Put(t.Context(), "folder/new", strings.NewReader("x")); err == nil {
		t.Error("Put left the folder")
	}
	_ = s.Delete(t.Context(), "folder/secret")
	if content, err := os.ReadFile(secret); err != nil || string(content) != "secret" {
		t.Errorf("the file outside holds %q, %v", content, err)
	}
}

func TestListSkipsFilesWithoutAKey(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	s := open(t, dir)
	if _, err := s.Put(t.Context(), "a/b", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{filepath.Join(dir, aside, "half"), filepath.Join(dir, "README"), filepath.Join(outside, "c")} {
		if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"folder": outside, "file": filepath.Join(outside, "c")} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	var keys []string
	err := s.List(t.Context(), func(info blob.Info) error {
		keys = append(keys, info.Key)
		return nil
	})
	if got := strings.Join(keys, " "); err != nil || got != "a/b" {
		t.Errorf("listed %q, %v", got, err)
	}
}

func TestAnUnusableStoreReportsIt(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	if _, err := s.Put(t.Context(), "a/b", readFails{}); err == nil || errors.Is(err, blob.ErrUnavailable) {
		t.Errorf("a reader that fails: %v", err)
	}
	if err := errors.Join(os.Remove(filepath.Join(dir, aside)), os.WriteFile(filepath.Join(dir, aside), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Put(t.Context(), "a/b", strings.NewReader("some")); !errors.Is(err, blob.ErrUnavailable) {
		t.Errorf("a folder that takes no files: %v", err)
	}
}

func TestNothingIsDeletedWhileItIsHeld(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	if _, err := s.Put(t.Context(), "a/b", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	beside, err := Attach(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer beside.Close()
	held, err := beside.Hold(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(t.Context(), "a/b"); !errors.Is(err, blob.ErrHeld) {
		t.Errorf("a deletion meanwhile: %v", err)
	}
	impatient, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Hold(impatient); !errors.Is(err, context.Canceled) {
		t.Errorf("a second holder: %v", err)
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(t.Context(), "a/b"); err != nil {
		t.Errorf("a deletion after it: %v", err)
	}
}

func TestAttachKeepsUnfinishedFiles(t *testing.T) {
	dir := t.TempDir()
	open(t, dir)
	half := filepath.Join(dir, aside, "half")
	if err := os.WriteFile(half, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Attach(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := os.Stat(half); err != nil {
		t.Errorf("what is being written is gone: %v", err)
	}
	if _, err := Attach(filepath.Join(dir, "absent")); err == nil {
		t.Error("an absent folder was opened")
	}
}
