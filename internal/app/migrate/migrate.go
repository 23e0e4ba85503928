// Package migrate moves an installation between SQLite and Postgres, and between a folder of files and a bucket. It only reads
// where it moves from.
package migrate

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"time"

	"engram/internal/blob"
	"engram/internal/config"
	"engram/internal/store"
	"engram/internal/store/transfer"
)

// Move says what is moved where to.
type Move struct {
	From  config.Config
	To    string    // postgres://…, or a folder: the data directory to make; empty: the database stays, and files alone are moved
	Blobs string    // s3://…; empty: files go to the folder, or stay where they are with Postgres
	Tell  io.Writer // of the progress
	Log   *slog.Logger
	// Check reports what of the copy does not agree with itself, and returns the number of these findings.
	Check func(ctx context.Context, cfg config.Config, db *store.DB, files blob.Store) (left int, err error)
}

// Run moves. Interrupted, it goes on when it is called again with the same Move.
func (m Move) Run(ctx context.Context) (err error) {
	if m.To == "" {
		return m.moveFiles(ctx)
	}
	began := time.Now()
	cfg, err := m.target()
	if err != nil {
		return err
	}
	from, to := &place{cfg: m.From}, &place{cfg: cfg}
	defer func() { err = errors.Join(err, to.close(), from.close()) }()
	if err := from.openSource(ctx, m.Log); err != nil {
		return err
	}
	id, err := from.firstAccount(ctx)
	if err != nil {
		return err
	}
	begun, err := to.openTarget(ctx, id, from, m.Log)
	if err != nil {
		return err
	}
	if begun {
		m.tell("going on where an earlier run ended")
	}
	text, err := m.copy(ctx, from, to)
	if err != nil {
		return err
	}
	m.tell(fmt.Sprintf("migrated in %.1f seconds: %s", time.Since(began).Seconds(), text))
	return m.advise(cfg)
}

// copy copies everything, compares it, and says in words what there was.
func (m Move) copy(ctx context.Context, from, to *place) (text string, err error) {
	p := &progress{tell: m.tell, rows: map[string]int{}}
	rows, err := transfer.New(ctx, from.db, to.db, p.copied)
	if err != nil {
		return "", err
	}
	if err := rows.Rows(ctx); err != nil {
		return "", err
	}
	err = rows.Once(ctx, "jobs", func(tx *sql.Tx) error {
		_, err := to.queue.CopyUndone(ctx, from.queue, tx)
		return err
	})
	if err != nil {
		return "", err
	}
	text = "the files stay where they are"
	held := from.files
	if to.files != nil {
		held = to.files
		if text, err = m.copyFiles(ctx, from.files, to.files); err != nil {
			return "", err
		}
	}
	if err := keepSecret(from.cfg, to.cfg); err != nil {
		return "", err
	}
	differ, err := rows.Compare(ctx)
	if err != nil {
		return "", err
	}
	if len(differ) > 0 {
		return "", fmt.Errorf("what was moved from was changed after the migration began (%s): begin again with an empty database", strings.Join(differ, ", "))
	}
	left, err := m.Check(ctx, to.cfg, to.db, held)
	if err != nil {
		return "", err
	}
	if err := rows.Finish(ctx); err != nil {
		return "", err
	}
	if left > 0 {
		return "", fmt.Errorf("everything was migrated as it was, with findings (%d) that `engram check` has of both; the new place can be used", left)
	}
	return fmt.Sprintf("rows compared in %d tables, %s", len(rows.Tables()), text), nil
}

// copyFiles copies files, and says in words what there was.
func (m Move) copyFiles(ctx context.Context, from, to blob.Store) (text string, err error) {
	files := &copying{from: from, to: to, tell: m.tell}
	err = files.run(ctx)
	return fmt.Sprintf("files %d, %.1f MB", files.files, float64(files.bytes)/1e6), err
}

// moveFiles moves the files into a bucket. The database stays where it is.
func (m Move) moveFiles(ctx context.Context) (err error) {
	switch m.Blobs {
	case "":
		return errors.New("nothing says where to: --to names a database or a folder, --blobs a bucket for the files")
	case m.From.BlobURL:
		return errors.New("--blobs is the bucket of ENGRAM_BLOB_URL itself: name another")
	}
	began, cfg := time.Now(), m.From
	cfg.BlobURL = m.Blobs
	from, to := &place{cfg: m.From}, &place{cfg: cfg}
	defer func() { err = errors.Join(err, to.close(), from.close()) }()
	if err := from.openSource(ctx, m.Log); err != nil {
		return err
	}
	if err := to.openFiles(ctx); err != nil {
		return err
	}
	if err := strange(ctx, from.files, to.files); err != nil {
		return err
	}
	text, err := m.copyFiles(ctx, from.files, to.files)
	if err != nil {
		return err
	}
	left, err := m.Check(ctx, cfg, from.db, to.files)
	if err != nil {
		return err
	}
	if left > 0 {
		return fmt.Errorf("every file was copied, with findings (%d) that `engram check` has of the folder as well; the bucket can be used", left)
	}
	m.tell(fmt.Sprintf("moved in %.1f seconds: %s, and the database stays where it is", time.Since(began).Seconds(), text))
	return m.advise(cfg)
}

// keepSecret brings the key that signs links into another data directory.
func keepSecret(from, to config.Config) error {
	if from.DataDir == to.DataDir || from.Secret != "" {
		return nil
	}
	secret, err := os.ReadFile(from.SecretFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = to.KeepSecret(secret)
	}
	return err
}

// advise says how the new place is started.
func (m Move) advise(to config.Config) error {
	var set []string
	if to.DatabaseURL == "" {
		set = append(set, "ENGRAM_DATA_DIR="+to.DataDir, "no ENGRAM_DATABASE_URL")
	} else {
		set = append(set, "ENGRAM_DATABASE_URL to the database")
	}
	switch {
	case to.BlobURL != "":
		set = append(set, "ENGRAM_BLOB_URL to the bucket")
	case m.From.BlobURL != "":
		set = append(set, "no ENGRAM_BLOB_URL")
	}
	if to.DatabaseURL != "" && to.DatabaseURL == m.From.DatabaseURL {
		set = append(set, "ENGRAM_TAKE_OVER=true for the first start")
	}
	switch _, err := os.Stat(m.From.SecretFile()); {
	case m.From.Secret != "":
		set = append(set, "ENGRAM_SECRET as before")
	case err == nil && to.MayHaveNodes():
		set = append(set, "ENGRAM_SECRET on every node to what is in "+m.From.SecretFile())
	}
	m.tell("start Engram with " + strings.Join(set, ", "))
	if to.BlobURL != "" && m.From.BlobURL == "" && to.DataDir == m.From.DataDir {
		m.tell("to start it with the same data directory, move " + m.From.BlobDir() + " away")
	}
	return nil
}

func (m Move) tell(text string) { _, _ = fmt.Fprintln(m.Tell, text) } // a reader who has gone stops nothing

// tellEvery is the minimum interval between two lines about rows.
const tellEvery = 2 * time.Second

// progress reports rows now and then.
type progress struct {
	tell func(text string)
	rows map[string]int
	last time.Time
}

func (p *progress) copied(table string, rows int) {
	p.rows[table] += rows
	if time.Since(p.last) > tellEvery {
		p.last = time.Now()
		p.tell(fmt.Sprintf("copying %s, rows: %d", table, p.rows[table]))
	}
}
