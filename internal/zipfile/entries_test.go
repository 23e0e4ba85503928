package zipfile

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"testing"
)

func TestEntries(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	add := func(h zip.FileHeader, content string) {
		f, err := w.CreateHeader(&h)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(f, content)
	}
	link := zip.FileHeader{Name: "link"}
	link.SetMode(fs.ModeSymlink | 0o777)
	for _, h := range []zip.FileHeader{
		{Name: "a/"}, {Name: `a\b.txt`, Method: zip.Deflate}, {Name: "a/b.txt"}, {Name: "../../etc/passwd"}, {Name: "/root"}, link,
		{Name: "caf\x82", NonUTF8: true},
	} {
		add(h, "content")
	}
	if _, err := w.CreateRaw(&zip.FileHeader{Name: "bomb", Method: zip.Deflate, UncompressedSize64: alwaysInRoom}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	all, err := Entries(bytes.NewReader(b.Bytes()), int64(b.Len()), RoomOf(int64(b.Len())))
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		name    string
		refused error
	}{
		{"a/b.txt", nil}, {"a/b.txt", fs.ErrExist}, {"../../etc/passwd", ErrName}, {"/root", ErrName}, {"link", ErrLink}, {"café", nil}, {"bomb", ErrTooLarge},
	}
	for i, e := range all {
		if e.Name != want[i].name || !errors.Is(e.Refused, want[i].refused) {
			t.Errorf("%d: %q, %v", i, e.Name, e.Refused)
		}
	}
	content, err := all[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(content); string(text) != "content" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if offset, stored := all[5].Stored(); !stored || string(b.Bytes()[offset:offset+7]) != "content" {
		t.Errorf("%d, %v", offset, stored)
	}
	lying := all[0]
	lying.Size = 3
	content, _ = lying.Open()
	if _, err := io.ReadAll(content); !errors.Is(err, ErrTooLarge) {
		t.Errorf("an entry that is longer than it says: %v", err)
	}
}
