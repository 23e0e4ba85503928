package zipfile

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestPack(t *testing.T) {
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "secret")
	for name, text := range map[string]string{
		filepath.Join(dir, "a.md"): "a", filepath.Join(dir, "b", "c.md"): "c", filepath.Join(dir, ".hidden", "d.md"): "d", filepath.Join(dir, ".e"): "e", outside: "f",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(dir, "link.md")); err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	left, err := Pack(dir, &packed)
	if err != nil {
		t.Fatal(err)
	}
	if left != 3 { // a hidden folder, a hidden file and a link
		t.Errorf("%d are left out", left)
	}
	files, err := zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files.File {
		names = append(names, f.Name)
	}
	if !slices.Equal(names, []string{"a.md", "b/c.md"}) {
		t.Errorf("it holds %q", names)
	}
	if _, err := Pack(filepath.Join(dir, "absent"), &packed); err == nil {
		t.Error("a folder that is not there is packed")
	}
}
