package app

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"engram/internal/config"
	"engram/internal/store/storetest"
)

// stopped leaves the data of a server that had a user, some sessions and a document.
func stopped(t *testing.T, cfg config.Config) {
	t.Helper()
	e := start(t, cfg)
	token := e.user()
	e.want(200, e.upload(token, "lease.pdf", makePDF("x")))
	if err := e.app.Close(); err != nil {
		t.Fatal(err)
	}
}

// addSessions adds n sessions of one user.
func addSessions(t *testing.T, db *sql.DB, n int) {
	t.Helper()
	for i := range n {
		_, err := db.Exec(`INSERT INTO sessions (user_id, id, token_hash, device, created_at, last_used)
			SELECT user_id, $1, $2, '', 0, 0 FROM users`, fmt.Sprint("s", i), strings.Repeat(fmt.Sprint(i, "-"), 30))
		if err != nil {
			t.Fatal(err)
		}
	}
}

// overwrite destroys a page of a file.
func overwrite(t *testing.T, path string, page, pageSize int64) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.WriteAt(bytes.Repeat([]byte{0xff}, int(pageSize)), page*pageSize)
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
}

// wantDamage runs a check, which must report only the sessions.
func wantDamage(t *testing.T, cfg config.Config, pattern string) {
	t.Helper()
	var out bytes.Buffer
	err := Check(t.Context(), cfg, slog.New(slog.DiscardHandler), &out, false)
	if err == nil || !strings.Contains(err.Error(), "put back the last backup") {
		t.Errorf("the check ends with %v", err)
	}
	if !regexp.MustCompile(pattern).MatchString(out.String()) || strings.Contains(out.String(), "the table users") {
		t.Errorf("the check says %q", out.String())
	}
}

func TestCheckOfADamagedDatabase(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		cfg := settings(t)
		stopped(t, cfg)
		db, err := sql.Open("sqlite", cfg.Database())
		if err != nil {
			t.Fatal(err)
		}
		addSessions(t, db, 200)
		var page, size int64
		err = errors.Join(
			db.QueryRow(`SELECT pageno FROM dbstat WHERE name = 'sessions' AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 2`).Scan(&page),
			db.QueryRow(`PRAGMA page_size`).Scan(&size), db.Close())
		if err != nil {
			t.Fatal(err)
		}
		overwrite(t, cfg.Database(), page-1, size)
		wantDamage(t, cfg, `(?m)^can't be repaired: the table sessions: [1-9]\d? of 20\d rows can't be read$`)
	})
	t.Run("Postgres", func(t *testing.T) {
		postgres := storetest.OwnPostgres(t)
		cfg := settings(t)
		cfg.DatabaseURL = postgres.URL
		stopped(t, cfg)
		db, err := sql.Open("pgx", cfg.DatabaseURL)
		if err != nil {
			t.Fatal(err)
		}
		addSessions(t, db, 200)
		var file string
		if err := errors.Join(db.QueryRow(`SELECT pg_relation_filepath('sessions')`).Scan(&file), db.Close()); err != nil {
			t.Fatal(err)
		}
		postgres.Stop()
		overwrite(t, postgres.File(file), 1, 8192)
		postgres.Start()
		wantDamage(t, cfg, `(?m)^can't be repaired: the table sessions: 1 of \d+ pages can't be read; 1\d\d rows can`)
	})
}

func TestADatabaseThatIsNotTheOne(t *testing.T) {
	harms := map[string]struct {
		harm func(t *testing.T, path string) error
		want string
	}{
		"missing":            {func(_ *testing.T, path string) error { return os.Remove(path) }, `engram\.db is missing or empty, but .*\(secret, blobs/documents.*ENGRAM_NEW_DATABASE`},
		"empty":              {func(_ *testing.T, path string) error { return os.Truncate(path, 0) }, `engram\.db is missing or empty, but .*ENGRAM_NEW_DATABASE`},
		"truncated":          {func(_ *testing.T, path string) error { return os.Truncate(path, 20<<10) }, `engram\.db was cut off: it has 20480 bytes and should have \d+: put back`},
		"no database":        {func(_ *testing.T, path string) error { return os.WriteFile(path, []byte("a shopping list"), 0o600) }, `engram\.db is no SQLite database`},
		"of another program": {foreignDatabase, `the database of another program`},
		"without users":      {func(_ *testing.T, path string) error { return withoutUsers(path) }, `the database has no users, but .*\(blobs/documents.*ENGRAM_NEW_DATABASE`},
	}
	for title, test := range harms {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			cfg := settings(t)
			stopped(t, cfg)
			if err := test.harm(t, cfg.Database()); err != nil {
				t.Fatal(err)
			}
			for range 2 { // a refusal changes nothing
				if out := startFails(t, cfg); strings.Count(out, "\n") != 1 || !regexp.MustCompile(test.want).MatchString(out) {
					t.Errorf("it says %q", out)
				}
			}
			if kept, _ := filepath.Glob(filepath.Join(cfg.BlobDir(), "documents", "*", "*.pdf")); len(kept) != 1 {
				t.Errorf("the files are %q", kept)
			}
			if strings.Contains(test.want, "ENGRAM_NEW_DATABASE") {
				cfg.NewDatabase = true
				e := start(t, cfg)
				e.user()
			}
		})
	}
}

func foreignDatabase(_ *testing.T, path string) error {
	if err := os.Remove(path); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	_, err = db.Exec(`CREATE TABLE recipes (name TEXT)`)
	return errors.Join(err, db.Close())
}

func withoutUsers(path string) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	for _, table := range []string{"login", "sessions", "uploads", "counters", "audit", "users"} {
		_, failed := db.Exec(`DELETE FROM ` + table)
		err = errors.Join(err, failed)
	}
	return errors.Join(err, db.Close())
}
