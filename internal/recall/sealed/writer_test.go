package sealed

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// names returns the names of a folder's files.
func names(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestAnAbortedWriteLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	w, err := Create(filepath.Join(dir, "a"), format)
	if err != nil {
		t.Fatal(err)
	}
	large().writeTo(w)
	for range 2 {
		if err := w.Abort(); err != nil {
			t.Errorf("abort: %v", err)
		}
	}
	if left := names(t, dir); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	if _, err := w.Commit(); err == nil {
		t.Error("an aborted file was committed")
	}
	if _, err := w.Write([]byte("more")); err == nil {
		t.Error("an aborted file was written to")
	}
}

func TestAbortAfterCommitDoesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	w, err := Create(path, format)
	if err != nil {
		t.Fatal(err)
	}
	large().writeTo(w)
	f, err := w.Commit()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := w.Abort(); err != nil {
		t.Errorf("abort: %v", err)
	}
	if again, err := Open(path, format); err != nil {
		t.Error(err)
	} else {
		again.Close()
	}
	if _, err := w.Commit(); err == nil {
		t.Error("committed twice")
	}
}

func TestACrashBeforeCommitLeavesTheFormerFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	former := content{1: []byte("former")}
	former.file(t, path)
	crashed, err := Create(path, format)
	if err != nil {
		t.Fatal(err)
	}
	large().writeTo(crashed)
	crashed.file.Close() // what a crash leaves

	f, err := Open(path, format)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := former.same(f); err != nil {
		t.Error(err)
	}
	large().file(t, path)
	if left := names(t, dir); len(left) != 1 {
		t.Errorf("after the next write: %v", left)
	}
	if err := former.same(f); err != nil {
		t.Errorf("the former file, still mapped: %v", err)
	}
	if err := f.Verify(context.Background()); err != nil {
		t.Errorf("the former file, still mapped: %v", err)
	}
}

func TestAFailedCommitLeavesTheFormerFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	former := content{1: []byte("former")}
	former.file(t, path)
	w, err := Create(path, format)
	if err != nil {
		t.Fatal(err)
	}
	w.file.Close() // all writes fail from now on, as on a full disk
	large().writeTo(w)
	if _, err := w.Commit(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("commit: %v", err)
	}
	if left := names(t, dir); len(left) != 1 {
		t.Errorf("left: %v", left)
	}
	f, err := Open(path, format)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := former.same(f); err != nil {
		t.Error(err)
	}
}

func TestAFileIsForItsOwnerAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path+".new", nil, 0o666); err != nil { // left by a crash or another program
		t.Fatal(err)
	}
	large().file(t, path)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); mode != 0o600 {
		t.Errorf("mode %v", mode)
	}
}

func TestMisuseComesOutAtTheEnd(t *testing.T) {
	misuse := map[string]func(*Writer){
		"bytes before the first section": func(w *Writer) { _, _ = w.Write([]byte("a")) },
		"a section below the first":      func(w *Writer) { w.Section(-1) },
		"a section above the last":       func(w *Writer) { w.Section(sections) },
		"an empty section twice":         func(w *Writer) { w.Section(1); w.Section(1) },
		"a section twice":                func(w *Writer) { w.Section(1); _, _ = w.Write([]byte("a")); w.Section(2); w.Section(1) },
	}
	for what, wrong := range misuse {
		w := NewWriter(format)
		wrong(w)
		w.Section(20)
		if n, err := w.Write([]byte("a")); n != 0 || err == nil {
			t.Errorf("%s, then a write: %d, %v", what, n, err)
		}
		if _, err := w.Seal(); err == nil {
			t.Errorf("%s: sealed", what)
		}
	}
	if _, err := NewWriter(format).Commit(); err == nil {
		t.Error("committed an image in memory")
	}
	w, err := Create(filepath.Join(t.TempDir(), "a"), format)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Seal(); err == nil {
		t.Error("sealed a file")
	}
	if err := w.Abort(); err != nil {
		t.Error(err)
	}
}

func TestASealedImageCantBeChanged(t *testing.T) {
	w := NewWriter(format)
	large().writeTo(w)
	f, err := w.Seal()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte("more")); err == nil {
		t.Error("written to")
	}
	if _, err := w.Seal(); err == nil {
		t.Error("sealed twice")
	}
	if err := w.Abort(); err != nil {
		t.Error(err)
	}
	if err := large().same(f); err != nil {
		t.Error(err)
	}
}

func TestCreateInAMissingFolder(t *testing.T) {
	if _, err := Create(filepath.Join(t.TempDir(), "no", "a"), format); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("create: %v", err)
	}
}

// A Writer holds a block and the table, whatever the length.
func TestALongFileIsNotHeldInMemory(t *testing.T) {
	w, err := Create(filepath.Join(t.TempDir(), "a"), format)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := w.Abort(); err != nil {
			t.Error(err)
		}
	}()
	w.Section(0)
	piece := make([]byte, 100_000)
	for range 100 {
		if _, err := w.Write(piece); err != nil {
			t.Fatal(err)
		}
	}
	if held := cap(w.block) + cap(w.table) + cap(w.image); held > 2*blockSize+8192 {
		t.Errorf("a writer of 10 MB holds %d bytes", held)
	}
}
