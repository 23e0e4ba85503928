package zipfile

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
)

// packed returns a ZIP file of entries, by name and content in turn.
func packed(t testing.TB, entries ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(entries); i += 2 {
		entry, err := w.Create(entries[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := entry.Write([]byte(entries[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRead(t *testing.T) {
	f, err := Open(bytes.NewReader(packed(t, "a.txt", "first", "a.txt", "second", `dir\b.txt`, "b", "../../etc/passwd", "x")))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"a.txt": "first", "dir/b.txt": "b", "../../etc/passwd": "x"} {
		if got, err := f.Read(t.Context(), name, 100); string(got) != want || err != nil {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	if _, err := f.Read(t.Context(), "c.txt", 100); !errors.Is(err, fs.ErrNotExist) || f.Has("c.txt") {
		t.Errorf("what is not there: %v", err)
	}
	if _, err := f.Read(t.Context(), "a.txt", 4); !errors.Is(err, ErrTooLarge) {
		t.Errorf("five bytes of four: %v", err)
	}
}

func TestBombs(t *testing.T) {
	zeros := strings.Repeat("\x00", 40<<20)
	bomb := packed(t, "a", zeros, "b", zeros)
	f, err := Open(bytes.NewReader(bomb))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Read(t.Context(), "a", 40<<20); err != nil {
		t.Errorf("40 MB of 64: %v", err)
	}
	if _, err := f.Read(t.Context(), "b", 40<<20); !errors.Is(err, ErrTooLarge) {
		t.Errorf("80 MB of 64: %v", err)
	}
	for at := range bomb { // the directory declares a size that is not true
		if bytes.HasPrefix(bomb[at:], []byte("PK\x01\x02")) {
			copy(bomb[at+24:], "\x05\x00\x00\x00")
		}
	}
	if f, err = Open(bytes.NewReader(bomb)); err != nil {
		t.Fatal(err)
	}
	if all, err := f.Read(t.Context(), "a", 100); err == nil {
		t.Errorf("%d bytes of a lie", len(all))
	}
}

func TestALongDirectoryIsRefused(t *testing.T) {
	var entries []string
	for i := range 60_000 {
		entries = append(entries, fmt.Sprintf("%s%d", strings.Repeat("x", 60), i), "")
	}
	if _, err := Open(bytes.NewReader(packed(t, entries...))); !errors.Is(err, ErrTooLarge) {
		t.Errorf("%v", err)
	}
}

func TestEncryptedEntries(t *testing.T) {
	file := packed(t, "a", "secret")
	for at := range file {
		if bytes.HasPrefix(file[at:], []byte("PK\x01\x02")) {
			file[at+8] |= 1
		}
	}
	f, err := Open(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Read(t.Context(), "a", 100); !errors.Is(err, ErrEncrypted) {
		t.Errorf("%v", err)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(packed(f, "a", "b", "mimetype", "application/epub+zip"))
	f.Fuzz(func(t *testing.T, file []byte) {
		opened, err := Open(bytes.NewReader(file))
		if err != nil {
			return
		}
		for name := range opened.entries {
			if all, err := opened.Read(t.Context(), name, 1000); err == nil && len(all) > 1000 {
				t.Errorf("%d bytes of 1000", len(all))
			}
		}
	})
}
