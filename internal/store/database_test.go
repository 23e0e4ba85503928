package store_test

import (
	"bytes"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/store"
	"engram/internal/store/accounts"
	"engram/internal/store/memories"
	"engram/internal/store/storetest"
)

func TestSQLiteSettings(t *testing.T) {
	db := openSQLite(t)
	for _, c := range []struct{ pragma, writer, reader string }{
		{"journal_mode", "wal", "wal"},
		{"synchronous", "2", ""}, // FULL
		{"foreign_keys", "1", ""},
		{"secure_delete", "1", ""},
		{"busy_timeout", "10000", "10000"},
		{"query_only", "0", "1"},
	} {
		var writer, reader string
		err := errors.Join(db.Writer().QueryRow("PRAGMA "+c.pragma).Scan(&writer), db.Reader().Row(t.Context(), "PRAGMA "+c.pragma).Scan(&reader))
		if err != nil || writer != c.writer || c.reader != "" && reader != c.reader {
			t.Errorf("%s: writer %q, reader %q, %v; want %q and %q", c.pragma, writer, reader, err, c.writer, c.reader)
		}
	}
	if _, err := db.Reader().Exec(t.Context(), `DELETE FROM users`); err == nil {
		t.Error("a reader could write")
	}
}

func TestSQLiteFilesAreTheOwnersAlone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "a b?c#d%41&e=f")
	db := storetest.Open(t, filepath.Join(dir, "engram.db"))
	newUser(t, db, "one")
	names := 0
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		names++
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		return nil
	})
	if err != nil || names != 4 {
		t.Errorf("%d names, want the folder, database, log and index of the log; %v", names, err)
	}
}

func TestDeletedTextLeavesTheFiles(t *testing.T) {
	path := storetest.SQLite(t)
	db := storetest.Open(t, path)
	s := memories.New(db, storetest.NewJobs(t, db), memories.Hooks{})
	userID := newUser(t, db, "one")
	const secret = "the-combination-of-the-safe"
	m := memory.Memory{ID: "m", UserID: userID, Kind: memory.Note, Description: strings.Repeat(secret, 1000), Status: memory.Ready}
	passages := []memory.Passage{{Text: secret}, {Ord: 1, Text: strings.Repeat(secret, 1000)}}
	if err := errors.Join(s.Add(t.Context(), m, passages, plan.Table{}), db.Scrub(t.Context())); err != nil {
		t.Fatal(err)
	}
	if !inFiles(t, path, secret) {
		t.Fatal("the text is not in the files to begin with")
	}
	if err := errors.Join(s.Delete(t.Context(), userID, m.ID), db.Scrub(t.Context())); err != nil {
		t.Fatal(err)
	}
	if inFiles(t, path, secret) {
		t.Error("the text is still in the files")
	}

	const listed = "the-name-of-the-safe"
	m.ID, m.Title = "n", listed
	if err := errors.Join(s.Add(t.Context(), m, passages, plan.Table{}), s.Discard(t.Context(), userID, m.ID, start)); err != nil {
		t.Fatal(err)
	}
	if !inFiles(t, path, listed) {
		t.Fatal("the text is not in the trash to begin with")
	}
	if err := errors.Join(s.EmptyTrash(t.Context(), userID, start), db.Scrub(t.Context())); err != nil {
		t.Fatal(err)
	}
	if inFiles(t, path, listed) || inFiles(t, path, secret) {
		t.Error("the text is still in the files after the trash was emptied")
	}
}

func TestScrubDoesNotWaitForReaders(t *testing.T) {
	db, err := store.Open(t.Context(), store.Config{URL: storetest.SQLite(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	reader, err := store.Open(t.Context(), store.Config{URL: databaseFile(t, db)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { reader.Close() })
	tx, err := reader.Writer().BeginTx(t.Context(), &sql.TxOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Scrub(t.Context()); !errors.Is(err, store.ErrBusy) {
		t.Errorf("while another writes: %v, want store.ErrBusy", err)
	}
	if err := errors.Join(tx.Rollback(), db.Scrub(t.Context())); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func databaseFile(t *testing.T, db *store.DB) (file string) {
	t.Helper()
	if err := db.Writer().QueryRow("SELECT file FROM pragma_database_list").Scan(&file); err != nil {
		t.Fatal(err)
	}
	return file
}

func inFiles(t *testing.T, path, text string) bool {
	t.Helper()
	for _, suffix := range []string{"", "-wal"} {
		content, err := os.ReadFile(path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(content, []byte(text)) {
			return true
		}
	}
	return false
}

func TestOpenAgain(t *testing.T) {
	for name, newDatabase := range engines {
		t.Run(name, func(t *testing.T) {
			address := newDatabase(t)
			newUser(t, storetest.Open(t, address), "one")
			if _, _, err := accounts.New(storetest.Open(t, address)).Credentials(t.Context(), "one"); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestOpenAtOnce(t *testing.T) {
	address := storetest.Postgres(t)
	var nodes sync.WaitGroup
	for range 6 {
		nodes.Go(func() {
			db, err := store.Open(t.Context(), store.Config{URL: address, MaxConns: 2})
			if err != nil {
				t.Error(err)
				return
			}
			if err := errors.Join(db.Ping(t.Context()), db.Close()); err != nil {
				t.Error(err)
			}
		})
	}
	nodes.Wait()
}

func TestOpenRefusesANewerDatabase(t *testing.T) {
	for name, newDatabase := range engines {
		t.Run(name, func(t *testing.T) {
			address := newDatabase(t)
			_, err := storetest.Open(t, address).Writer().Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)`)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := store.Open(t.Context(), store.Config{URL: address}); err == nil || !strings.Contains(err.Error(), "needs a newer Engram") {
				t.Errorf("got error %v", err)
			}
		})
	}
}

func TestOpenErrorsHaveNoPassword(t *testing.T) {
	for _, address := range []string{
		"postgres://user:hunter2@127.0.0.1:1/engram?connect_timeout=1",
		"postgres://user:hunter2@127.0.0.1:port/engram",
		"postgresql://user:hunter2@[::1/engram",
		"postgres://user:hunter2@127.0.0.1/engram?sslmode=perhaps",
	} {
		if _, err := store.Open(t.Context(), store.Config{URL: address}); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("got error %v", err)
		}
	}
}

func TestPingFailsOnceClosed(t *testing.T) {
	db := openSQLite(t)
	if err := errors.Join(db.Ping(t.Context()), db.Close()); err != nil {
		t.Fatal(err)
	}
	if err := db.Ping(t.Context()); err == nil {
		t.Error("a closed database answers")
	}
}

// The program promises to start within 300 ms, creating an empty database included.
func BenchmarkOpenEmpty(b *testing.B) {
	for name, newDatabase := range engines {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				address := newDatabase(b)
				b.StartTimer()
				db, err := store.Open(b.Context(), store.Config{URL: address})
				if err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				if err := db.Close(); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
		})
	}
}

var engines = map[string]func(testing.TB) string{"SQLite": storetest.SQLite, "Postgres": storetest.Postgres}

func openSQLite(t *testing.T) *store.DB {
	t.Helper()
	return storetest.Open(t, storetest.SQLite(t))
}
