package export

import (
	"archive/zip"
	"bytes"
	"testing"
	"time"
)

// TestFilesOfAnArchive reads it as other programs do, which take a name for one of UTF-8 where it is marked so.
func TestFilesOfAnArchive(t *testing.T) {
	var out bytes.Buffer
	a, at := newArchive(&out), time.Date(2026, 11, 28, 11, 5, 6, 0, time.UTC)
	words := newText()
	words.begin("memories/Tolkien’s elves.md", at)
	words.WriteString("Elves")
	if err := a.put(words); err != nil {
		t.Fatal(err)
	}
	if err := a.copy("attachments/Überblick.pdf", at, bytes.NewReader([]byte("%PDF"))); err != nil {
		t.Fatal(err)
	}
	if err := a.zip.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"memories/Tolkien’s elves.md", "attachments/Überblick.pdf"} {
		if f := files.File[i]; f.Name != name || f.NonUTF8 || f.Flags&utf8Name == 0 || f.ReaderVersion < deflates || !f.Modified.Equal(at) {
			t.Errorf("it is %q, with the flags %#x, of %v", f.Name, f.Flags, f.Modified)
		}
	}
}
