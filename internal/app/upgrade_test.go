package app

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"engram/internal/backup"
	"engram/internal/config"
	"engram/internal/store"
)

// older are the settings of what a release left, which tools/upgrade-fixture.sh wrote with it.
func older(t *testing.T, release string) config.Config {
	t.Helper()
	cfg := settings(t)
	file, err := os.Open(filepath.Join("testdata", release))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	plain, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	for in := tar.NewReader(plain); ; {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			return cfg
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		content, err := io.ReadAll(in)
		path := filepath.Join(cfg.DataDir, strings.TrimPrefix(h.Name, "data/"))
		if err := errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, content, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
}

// wantOlder wants whatever the release left to be there.
func wantOlder(t *testing.T, e *engram) {
	t.Helper()
	token := e.want(200, e.call("POST", "/api/v1/signin", "", map[string]string{"username": "Ada", "password": password})).text("token")
	if got := e.want(200, e.call("GET", "/api/v1/conversations", token, nil)).memories("conversations"); len(got) != 1 {
		t.Errorf("conversations: %v", got)
	} else if turn := e.turns(token, got[0]["id"].(string))[0]; !strings.Contains(turn["answer"].(string), "thirty days") {
		t.Errorf("what was asked: %v", turn)
	}
	memories := e.want(200, e.call("GET", "/api/v1/content", token, nil)).memories("content")
	if len(memories) != 3 {
		t.Fatalf("memories: %v", memories)
	}
	for _, m := range memories {
		if m["status"] != "ready" {
			t.Errorf("a memory is %v", m)
		}
		if m["type"] == "document" {
			if got := e.want(200, e.call("GET", m["link"].(string), "", nil)); !strings.HasPrefix(got.raw, "%PDF-1.4") {
				t.Errorf("the document reads %.20q", got.raw)
			}
		}
		if image, _ := m["imageUrl"].(string); m["type"] != "note" && e.want(200, e.call("GET", image, "", nil)).header.Get("Content-Type") != "image/jpeg" {
			t.Errorf("the picture of %v", m)
		}
	}
	for question, words := range map[string]string{
		"When is the deposit returned?": "thirty days", "Who built the quay?": "Danish masons", "How long is the notice period?": "three months",
	} {
		if got := e.want(200, e.search(token, question, "all-memories")); !strings.Contains(got.text("answer"), words) {
			t.Errorf("%s is answered %v", question, got)
		}
	}
}

func TestDataOfAnEarlierReleaseIsFound(t *testing.T) {
	releases, err := filepath.Glob("testdata/data-*.tar.gz")
	if err != nil || len(releases) < 3 {
		t.Fatalf("data of releases: %q, %v", releases, err)
	}
	for _, release := range releases {
		t.Run(filepath.Base(release), func(t *testing.T) {
			t.Parallel()
			cfg := older(t, filepath.Base(release))
			from, err := store.Inspect(t.Context(), cfg.Database())
			if err != nil || from > store.NewestSchema() {
				t.Fatalf("it is at version %d, %v", from, err)
			}
			e := start(t, cfg)
			wantOlder(t, e)
			if err := e.app.Close(); err != nil {
				t.Fatal(err)
			}
			wantChecked(t, cfg, false)

			made, err := filepath.Glob(filepath.Join(cfg.DataDir, "backups", "before-migration-*"))
			if migrated := from < store.NewestSchema(); err != nil || (len(made) == 1) != migrated {
				t.Fatalf("backups before a migration from %d: %q, %v", from, made, err)
			} else if !migrated {
				return
			}
			archive, err := os.Open(made[0])
			if err != nil {
				t.Fatal(err)
			}
			defer archive.Close()
			dir := filepath.Join(t.TempDir(), "back")
			m, err := backup.Restore(t.Context(), archive, "", dir, restoring(false))
			if err != nil || m.Schema != from || m.Scope != backup.DatabaseOnly {
				t.Fatalf("%+v, %v", m.About, err)
			}
			// The way back, and forth again.
			back := cfg
			if back.DataDir = dir; os.Rename(cfg.BlobDir(), back.BlobDir()) != nil {
				t.Fatal("its files can't be moved")
			}
			wantOlder(t, start(t, back))
		})
	}
}

func TestWithoutABackupNothingIsMigrated(t *testing.T) {
	cfg := older(t, "data-19.tar.gz")
	cfg.BackupDir = filepath.Join(cfg.DataDir, "secret", "backups") // below a file
	out := startFails(t, cfg)
	if strings.Count(out, "\n") != 1 || !strings.Contains(out, "so nothing was changed") || !strings.Contains(out, "ENGRAM_MIGRATE_WITHOUT_BACKUP=true") {
		t.Errorf("it says %q", out)
	}
	if at, err := store.Inspect(t.Context(), cfg.Database()); at != 19 || err != nil {
		t.Errorf("it is at version %d, %v", at, err)
	}
	cfg.NoMigrationBackup, cfg.BackupDir = true, ""
	wantOlder(t, start(t, cfg))
	if _, err := os.Stat(cfg.BackupFolder()); !os.IsNotExist(err) {
		t.Errorf("a backup was made: %v", err)
	}
}

func TestADatabaseOfANewerReleaseIsNotChanged(t *testing.T) {
	cfg := settings(t)
	stopped(t, cfg)
	if _, err := rowsOf(t, cfg).Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, TRUE)`); err != nil {
		t.Fatal(err)
	}
	if out := startFails(t, cfg); strings.Count(out, "\n") != 1 || !strings.Contains(out, "it needs a newer Engram") {
		t.Errorf("it says %q", out)
	}
	if err := Check(t.Context(), cfg, slog.New(slog.DiscardHandler), io.Discard, false); err == nil || !strings.Contains(err.Error(), "it needs a newer Engram") {
		t.Errorf("a check says %v", err)
	}
	if _, err := OpenUsers(t.Context(), cfg, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "it needs a newer Engram") {
		t.Errorf("whoever looks after its users is told %v", err)
	}
	archive, dir := filepath.Join(t.TempDir(), "new.tar.zst"), filepath.Join(t.TempDir(), "data")
	if err := Backup(t.Context(), cfg, archive, nil, io.Discard); err != nil {
		t.Fatal(err)
	}
	var output bytes.Buffer
	err := Restore(t.Context(), Restoring{File: archive, Dir: dir}, nil, &output)
	if _, absent := os.Stat(dir); err == nil || !strings.Contains(err.Error(), "made by a newer Engram") || absent == nil {
		t.Errorf("its backup: %v, output %q", err, output.String())
	}
}

func TestUsersOfAnEarlierReleaseWaitForItsMigration(t *testing.T) {
	cfg := older(t, "data-19.tar.gz")
	_, err := OpenUsers(t.Context(), cfg, slog.New(slog.DiscardHandler))
	if want := fmt.Sprintf("the database is at version 19, this program at %d: start the server once, which migrates it", store.NewestSchema()); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if at, err := store.Inspect(t.Context(), cfg.Database()); at != 19 || err != nil {
		t.Errorf("it is at version %d, %v", at, err)
	}
	stopped(t, cfg)
	users, err := OpenUsers(t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(users.Promote(t.Context(), "Ada"), users.Close()); err != nil {
		t.Error(err)
	}
}
