package backup

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"testing"
)

// staging returns the data directory of an Engram without accounts, in which a restore waits.
func staging(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range map[string]string{
		"engram.db": "no rows", "engram.db-wal": "log", "engram.db-shm": "shared", "secret": "another key", "cache/index/u/1.segment": "of before",
		"blobs/.hold": "", "engram.lock": "",
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Stage(t.Context(), bytes.NewReader(archiveOf(t, house(t))), "", dir, program); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestSettleContinuesAfterAnInterruption(t *testing.T) {
	want := maps.Clone(wholeHouse)
	want["engram.lock"] = ""
	for _, before := range [][]string{nil, {"blobs"}, {"blobs", keyName}, {"blobs", keyName, databaseName}} {
		dir := staging(t)
		if !Waits(dir) {
			t.Fatal("nothing waits")
		}
		if err := os.RemoveAll(filepath.Join(dir, "cache", "index")); err != nil {
			t.Fatal(err)
		}
		for _, name := range before { // which took its place before the power went
			if err := settle(filepath.Join(dir, staged), dir, name); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 { // the second time there is nothing to do
			if err := Settle(dir); err != nil {
				t.Fatal(err)
			}
		}
		if got := tree(t, dir); !maps.Equal(got, want) || Waits(dir) {
			t.Errorf("after %q: %q", before, got)
		}
	}
}

func TestSettleRemovesUnverifiedFiles(t *testing.T) {
	dir := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(dir, unverified), 0o700), os.WriteFile(filepath.Join(dir, "engram.db"), []byte("rows"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := Settle(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, unverified)); !os.IsNotExist(err) || tree(t, dir)["engram.db"] != "rows" {
		t.Errorf("there is %q, %v", tree(t, dir), err)
	}
}

func TestDropKeepsExistingFiles(t *testing.T) {
	dir := staging(t)
	before := tree(t, dir)
	if err := Drop(dir); err != nil || Waits(dir) {
		t.Fatal(err)
	}
	if got := tree(t, dir); got["secret"] != "another key" || got["engram.db"] != "no rows" || len(got) != len(before)-len(wholeHouse) {
		t.Errorf("there is %q", got)
	}
}
