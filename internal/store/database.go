package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"

	"engram/internal/memory"
	"engram/internal/store/migration"
)

// Config says which database to open.
type Config struct {
	// URL is postgres://… or the path of an SQLite file, which is made when absent.
	URL string
	// MaxConns bounds the connections to Postgres, or the readers of SQLite; 0 takes a default fit for one node.
	MaxConns int
	// Reserve keeps room on the disk of an SQLite file, so that a full one still lets deletions through.
	Reserve bool
	// Unhurried lets one statement on Postgres take any time, as those that look through whole indexes do.
	Unhurried bool
	// BeforeMigration is called with an existing database in which there are users before it is changed; its error leaves the
	// database as it is. nil: nothing is.
	BeforeMigration func(ctx context.Context, db *DB, from, to int64) error
}

// DB is an open, migrated database, which the stores and the queue of jobs share.
type DB struct {
	dialect     Dialect
	write, read *sql.DB // one pool on Postgres
	path        string  // of the SQLite file
	folder      string  // in which it lies
	reserve     *reserve
}

// Open connects and migrates. The error never holds the address, which may have a password in it.
func Open(ctx context.Context, c Config) (*DB, error) {
	db, err := connect(c)
	if err != nil {
		return nil, fmt.Errorf("store: open: %w", err)
	}
	if err := db.prepare(ctx, c.Reserve); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if err := db.migrate(ctx, c); err != nil {
		if IsDamaged(err) {
			err = fmt.Errorf("the database is damaged (%w): %s", err, restoreAdvice)
		}
		return nil, fmt.Errorf("store: migrate: %w", errors.Join(err, db.Close()))
	}
	return db, nil
}

// migrate changes tables over connections of its own on Postgres, where one change may take long.
func (db *DB) migrate(ctx context.Context, c Config) error {
	if err := db.beforeMigration(ctx, c.BeforeMigration); err != nil {
		return err
	}
	if db.dialect == SQLite {
		return migration.Up(ctx, db.write, false, memory.KeyOf)
	}
	c.Unhurried = true
	pool, err := openPostgres(c)
	if err != nil {
		return err
	}
	return errors.Join(migration.Up(ctx, pool, true, memory.KeyOf), pool.Close())
}

// beforeMigration has an existing database seen to that is about to change, and refuses one that is newer than the program.
func (db *DB) beforeMigration(ctx context.Context, see func(ctx context.Context, db *DB, from, to int64) error) error {
	from, err := db.Schema(ctx)
	if err != nil || from == 0 {
		return err
	}
	to := NewestSchema()
	if from > to {
		return fmt.Errorf("the database is at version %d and this program knows %d: it needs a newer Engram", from, to)
	}
	if from == to || see == nil {
		return nil
	}
	var used bool
	if err := db.Reader().Row(ctx, `SELECT EXISTS (SELECT 1 FROM users)`).Scan(&used); err != nil || !used {
		return err
	}
	return see(ctx, db, from, to)
}

func connect(c Config) (*DB, error) {
	if dialectOf(c.URL) == Postgres {
		pool, err := openPostgres(c)
		return &DB{dialect: Postgres, write: pool, read: pool}, err
	}
	path, err := filepath.Abs(c.URL)
	if err != nil {
		return nil, err
	}
	write, read, err := openSQLite(path, cmp.Or(c.MaxConns, sqliteReaders))
	return &DB{dialect: SQLite, write: write, read: read, path: path, folder: filepath.Dir(path)}, err
}

// prepare sees to what SQLite needs that Postgres does not. On a full disk the start needs what is reserved.
func (db *DB) prepare(ctx context.Context, keepRoom bool) error {
	if db.dialect == Postgres {
		return nil
	}
	if keepRoom {
		db.reserve = &reserve{dir: db.folder}
		if roomIn(db.folder) < littleRoom {
			db.reserve.release()
		} else {
			db.reserve.hold()
		}
	}
	err := db.foreign(ctx)
	if IsDamaged(err) {
		return fmt.Errorf("%s can't be read (%w): %s", filepath.Join(db.folder, "engram.db"), err, restoreAdvice)
	}
	return err
}

// Dialect names the engine.
func (db *DB) Dialect() Dialect { return db.dialect }

// Writer is the pool that writes. On SQLite it has one connection: whoever holds it and asks for another waits for
// themselves.
func (db *DB) Writer() *sql.DB { return db.write }

// Ping reports whether the database answers.
func (db *DB) Ping(ctx context.Context) error {
	var one int
	if err := db.read.QueryRowContext(ctx, "SELECT 1").Scan(&one); err != nil {
		return fmt.Errorf("store: ping: %w", err)
	}
	return nil
}

// Scrub makes what was deleted leave the files. secure_delete overwrites it in the database, but SQLite's log keeps the
// pages as they were until it is emptied, so this is to be called well within the hour that the product promises. It waits
// for nobody, since every write would wait with it: ErrBusy says that a reader stood in the way. Postgres vacuums by itself.
func (db *DB) Scrub(ctx context.Context) error {
	if db.dialect == Postgres {
		return nil
	}
	conn, err := db.write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("store: scrub: %w", err)
	}
	defer conn.Close()
	if err := checkpoint(ctx, conn); err != nil {
		return fmt.Errorf("store: scrub: %w", err)
	}
	return nil
}

// ErrBusy is returned by Scrub when it is to be tried again.
var ErrBusy = errors.New("the database is being read")

func checkpoint(ctx context.Context, conn *sql.Conn) (err error) {
	if _, err := conn.ExecContext(ctx, "PRAGMA busy_timeout = 0"); err != nil {
		return err
	}
	defer func() {
		_, reset := conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA busy_timeout = "+busyTimeout)
		err = errors.Join(err, reset)
	}()
	var busy, logged, moved int
	err = conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &logged, &moved)
	if errorCode(err) == "sqlite 5" || err == nil && busy != 0 {
		return ErrBusy
	}
	return err
}

// Close ends every connection.
func (db *DB) Close() error {
	if db.read == db.write {
		return db.write.Close()
	}
	// The writer goes last: the last connection to close folds SQLite's log into the database.
	return errors.Join(db.read.Close(), db.write.Close())
}
