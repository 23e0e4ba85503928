package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"

	"engram/internal/filter"
	"engram/internal/memory"
	"engram/internal/store/migration"
)

// Config configures a database.
type Config struct {
	// URL is postgres://… or the path of an SQLite file, created if missing.
	URL string
	// MaxConns bounds Postgres connections or SQLite readers; 0: a default for one node.
	MaxConns int
	// Reserve reserves disk space beside an SQLite file, so that a full disk still allows
	// deletions.
	Reserve bool
	// Unhurried removes Postgres' statement timeout, for scans of whole indexes.
	Unhurried bool
	// BeforeMigration is called before an existing database with users is migrated; its error
	// prevents that. May be nil.
	BeforeMigration func(ctx context.Context, db *DB, from, to int64) error
}

// DB is an open, migrated database, shared by stores and job queue.
type DB struct {
	dialect     Dialect
	schema      int64   // that the program knows
	write, read *sql.DB // the same pool on Postgres
	path        string  // of the SQLite file
	folder      string  // that contains it
	reserve     *reserve
}

// Open connects and migrates. Its errors never contain the URL, which may hold a password.
func Open(ctx context.Context, c Config) (*DB, error) {
	db, err := connect(c)
	if err != nil {
		return nil, fmt.Errorf("store: open: %w", err)
	}
	if err := db.prepare(ctx, c.Reserve); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if err := db.received(ctx); err != nil {
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

// migrate migrates; on Postgres over separate connections without a timeout.
func (db *DB) migrate(ctx context.Context, c Config) error {
	if db.dialect == SQLite {
		if err := db.beforeMigration(ctx, c.BeforeMigration); err != nil {
			return err
		}
		return migration.Up(ctx, db.write, false, keys)
	}
	if err := db.writable(ctx); err != nil {
		return err
	}
	alone, err := db.aloneToMigrate(ctx)
	if err != nil {
		return err
	}
	return errors.Join(db.migratePostgres(ctx, c), alone.Close())
}

func (db *DB) migratePostgres(ctx context.Context, c Config) error {
	if err := db.beforeMigration(ctx, c.BeforeMigration); err != nil {
		return err
	}
	c.Unhurried = true
	pool, err := openPostgres(c)
	if err != nil {
		return err
	}
	return errors.Join(migration.Up(ctx, pool, true, keys), pool.Close())
}

// writable refuses a replica, and a server that is set to be read only.
func (db *DB) writable(ctx context.Context) error {
	err := db.Ping(ctx)
	if errors.Is(err, errReadOnly) {
		return errReadOnly
	}
	return err
}

// keys are for rows from before keys were stored.
var keys = migration.Keys{
	Address: memory.KeyOf,
	Filtered: func(address, title, site, author, language string) migration.Filtered {
		return migration.Filtered(filter.KeysOf(memory.Memory{URL: address, Title: title, Site: site, Author: author, Language: language}))
	},
}

// beforeMigration calls see before an existing database changes, and rejects one newer than the
// program.
func (db *DB) beforeMigration(ctx context.Context, see func(ctx context.Context, db *DB, from, to int64) error) error {
	from, err := db.Schema(ctx)
	if err != nil || from == 0 {
		return err
	}
	to := NewestSchema()
	if from >= to || see == nil {
		return knows(from)
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
		return &DB{dialect: Postgres, schema: NewestSchema(), write: pool, read: pool}, err
	}
	path, err := filepath.Abs(c.URL)
	if err != nil {
		return nil, err
	}
	write, read, err := openSQLite(path, cmp.Or(c.MaxConns, sqliteReaders))
	return &DB{dialect: SQLite, schema: NewestSchema(), write: write, read: read, path: path, folder: filepath.Dir(path)}, err
}

// prepare checks an SQLite file and reserves disk space. On a full disk the start uses the reserve.
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

// Dialect returns the engine.
func (db *DB) Dialect() Dialect { return db.dialect }

// Writer returns the pool for writes. On SQLite it has one connection: asking for a second while
// holding it deadlocks.
func (db *DB) Writer() *sql.DB { return db.write }

// Ping reports whether the database answers, and on Postgres whether it writes.
func (db *DB) Ping(ctx context.Context) error {
	if db.dialect == Postgres {
		return db.writes(ctx)
	}
	var one int
	if err := db.read.QueryRowContext(ctx, "SELECT 1").Scan(&one); err != nil {
		return fmt.Errorf("store: ping: %w", err)
	}
	return nil
}

// writes returns errReadOnly, and gives up a connection, if that leads to a server that became a replica.
func (db *DB) writes(ctx context.Context) error {
	conn, err := db.write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("store: ping: %w", err)
	}
	var only string
	if err := conn.QueryRowContext(ctx, showReadOnly).Scan(&only); err != nil {
		return fmt.Errorf("store: ping: %w", errors.Join(err, conn.Close()))
	}
	if only == "on" {
		return errors.Join(errReadOnly, discard(conn))
	}
	return conn.Close()
}

// Size returns the size of the database in bytes.
func (db *DB) Size(ctx context.Context) (size int64, err error) {
	err = db.Reader().Row(ctx, db.dialect.sizeQuery()).Scan(&size)
	return size, Explain(err, "measure", "the database")
}

// Scrub empties SQLite's WAL, where deleted text survives secure_delete. Call it well within the
// promised hour. It never blocks writers: ErrBusy means that a reader was in the way. Postgres
// vacuums by itself.
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

// ErrBusy means that Scrub must be retried.
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

// Close closes all connections.
func (db *DB) Close() error {
	if db.read == db.write {
		return db.write.Close()
	}
	// The writer goes last: the last connection to close checkpoints the WAL.
	return errors.Join(db.read.Close(), db.write.Close())
}
