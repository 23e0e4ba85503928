package diskspace_test

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"

	"engram/internal/diskspace"
)

func TestFree(t *testing.T) {
	if free, err := diskspace.Free(t.TempDir()); err != nil || free < 1<<10 {
		t.Errorf("a folder of tests has %d bytes, %v", free, err)
	}
	if _, err := diskspace.Free(filepath.Join(t.TempDir(), "absent")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of a folder that is not there: %v", err)
	}
}
