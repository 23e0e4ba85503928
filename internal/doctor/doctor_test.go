package doctor_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"engram/internal/doctor"
)

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ title, dir, advice string }{
		{"a folder", dir, ""},
		{"one that is absent", filepath.Join(dir, "absent"), "correct ENGRAM_DATA_DIR"},
		{"a file", file, "correct ENGRAM_DATA_DIR"},
		{"one of the system's", "/proc", "chown -R"},
	} {
		t.Run(test.title, func(t *testing.T) {
			got := doctor.Folder(test.dir)
			if (got.Advice == "") != (test.advice == "") || !strings.Contains(got.Advice, test.advice) || !strings.Contains(got.Found, test.dir) {
				t.Errorf("%q", got)
			}
		})
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left are %v, %v", left, err)
	}
}

func TestClocks(t *testing.T) {
	now := time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC)
	dir := t.TempDir()
	file := filepath.Join(dir, "engram.db")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		title  string
		behind time.Duration
		files  bool // whether files can tell: they are never in the future
		server bool
	}{
		{"right", 0, true, true},
		{"a second behind", time.Second, true, true},
		{"an hour behind", time.Hour, false, false},
		{"an hour ahead", -time.Hour, true, false},
	} {
		t.Run(test.title, func(t *testing.T) {
			theirs := now.Add(test.behind)
			if err := os.Chtimes(file, theirs, theirs); err != nil {
				t.Fatal(err)
			}
			if got := doctor.ClockOf(dir, now); (got.Advice == "") != test.files {
				t.Errorf("by files: %q", got)
			}
			header := http.Header{"Date": {theirs.Format(http.TimeFormat)}}
			if got := doctor.ClockBy("a server", header, now); (got.Advice == "") != test.server {
				t.Errorf("by a server: %q", got)
			}
		})
	}
}

func TestSchema(t *testing.T) {
	for is, want := range map[int64]string{21: "ok     the database is at this program's version, 21", 20: "ok     the database is at version 20; the next start brings it to 21, after a backup"} {
		if got := doctor.Schema(is, 21).String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := doctor.Schema(22, 21); !strings.Contains(got.String(), "install the newer Engram") {
		t.Errorf("%q", got)
	}
}
