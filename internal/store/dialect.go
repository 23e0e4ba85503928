package store

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"modernc.org/sqlite"
)

// Dialect names the engine behind a DB. Everything that differs between the two stands in this file.
type Dialect string

const (
	SQLite   Dialect = "sqlite"
	Postgres Dialect = "postgres"
)

// dialectOf tells a postgres:// address from the path of an SQLite file.
func dialectOf(address string) Dialect {
	if strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://") {
		return Postgres
	}
	return SQLite
}

// Connections kept by default. SQLite has one writer beside its readers; more readers than cores gain nothing.
const (
	sqliteReaders = 4
	postgresConns = 16
)

// connectTimeout is how long Postgres may take to let us in: whoever waits is better told that it is away.
const connectTimeout = 5 * time.Second

// busyTimeout is how long SQLite waits for a lock, in milliseconds.
const busyTimeout = "10000"

// sqliteWriter are the writer's settings. synchronous=FULL makes an acknowledged write survive a power cut (NORMAL may
// lose it); secure_delete overwrites what is deleted; an immediate transaction waits for its lock before it reads, so it
// never has to be given up half way.
var sqliteWriter = url.Values{
	"_pragma": {"busy_timeout(" + busyTimeout + ")", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "secure_delete(1)"},
	"_txlock": {"immediate"},
}

// sqliteReader can't write, whatever the statement says.
var sqliteReader = url.Values{"_pragma": {"busy_timeout(" + busyTimeout + ")", "query_only(1)"}}

// openSQLite opens the file, made with its folder for the owner alone when absent; SQLite gives its side files the
// same mode.
func openSQLite(path string, readers int) (write, read *sql.DB, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, nil, err
	}
	if err := inspect(path); err != nil {
		return nil, nil, err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, nil, err
	}
	if err := file.Close(); err != nil {
		return nil, nil, err
	}
	if write, err = openSQLitePool(path, sqliteWriter, 1); err != nil {
		return nil, nil, err
	}
	if read, err = openSQLitePool(path, sqliteReader, readers); err != nil {
		return nil, nil, errors.Join(err, write.Close())
	}
	return write, read, nil
}

func openSQLitePool(path string, settings url.Values, conns int) (*sql.DB, error) {
	dsn := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: settings.Encode()}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	return db, nil
}

func openPostgres(c Config) (*sql.DB, error) {
	config, err := postgresConfig(c.URL)
	if err != nil {
		return nil, err
	}
	if !c.Unhurried {
		config.DialFunc = hearing(config.DialFunc, maxSilence)
	}
	db, conns := stdlib.OpenDB(*config), cmp.Or(c.MaxConns, postgresConns)
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	return db, nil
}

func postgresConfig(address string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("read the database address: %w", err)
	}
	if !strings.Contains(address, "connect_timeout") {
		config.ConnectTimeout = connectTimeout
	}
	return config, nil
}

// ForUpdate ends a SELECT that locks its row.
func (t Tx) ForUpdate() string { return t.dialect.lock(" FOR UPDATE") }

// ForNoKeyUpdate ends a SELECT that locks its row, while others may add rows that refer to it.
func (t Tx) ForNoKeyUpdate() string { return t.dialect.lock(" FOR NO KEY UPDATE") }

// ForShare ends a SELECT whose row others may read as well, and nobody change, until the transaction ends.
func (t Tx) ForShare() string { return t.dialect.lock(" FOR SHARE") }

// ForKeyShare ends a SELECT whose rows stay until the transaction ends, while others may change them.
func (t Tx) ForKeyShare() string { return t.dialect.lock(" FOR KEY SHARE") }

// lock is nothing on SQLite, where the transaction holds the only write lock already.
func (d Dialect) lock(clause string) string {
	if d == Postgres {
		return clause
	}
	return ""
}

// snapshot makes every read of a transaction see one state. On SQLite each read transaction does.
func (d Dialect) snapshot() *sql.TxOptions {
	if d == Postgres {
		return &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
	}
	return &sql.TxOptions{ReadOnly: true}
}

// hasVersions asks whether there is a table of what was migrated.
func (d Dialect) hasVersions() string {
	if d == Postgres {
		return `SELECT to_regclass('goose_db_version') IS NOT NULL`
	}
	return `SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'goose_db_version')`
}

// IsDuplicate reports whether err says that a primary key or unique index holds the value already.
func IsDuplicate(err error) bool {
	switch errorCode(err) {
	case "23505", "sqlite 2067", "sqlite 1555":
		return true
	}
	return false
}

// isTransient reports whether the whole transaction may be tried again: serialization failure, deadlock, the four kinds
// of busy.
func isTransient(err error) bool {
	switch errorCode(err) {
	case "40001", "40P01", "sqlite 5", "sqlite 261", "sqlite 517", "sqlite 773":
		return true
	}
	return false
}

// saysFull reports whether the engine itself says that the disk is full.
func saysFull(err error) bool {
	switch errorCode(err) {
	case "53100", "sqlite 13":
		return true
	}
	return false
}

// isSQLiteIO reports whether SQLite could not read, write or open one of its files.
func isSQLiteIO(err error) bool {
	return isSQLiteCode(err, 10) || isSQLiteCode(err, 14)
}

// isSQLiteCode reports whether err has that primary code, whatever SQLite adds to it.
func isSQLiteCode(err error, code int) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && e.Code()&0xff == code
}

// isAway reports whether Postgres is not there, starts, stops, takes no more connections, or broke one off.
func isAway(err error) bool {
	if err == nil || errors.Is(err, context.Canceled) {
		return false
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	switch code := errorCode(err); code {
	case "57P01", "57P02", "57P03", "53300":
		return true
	default:
		if strings.HasPrefix(code, "08") {
			return true
		}
	}
	_, broken := errors.AsType[*net.OpError](err)
	return broken || errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF)
}

// errorCode returns the engine's own code: Postgres' five characters, or SQLite's extended number; empty for others.
func errorCode(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return fmt.Sprintf("sqlite %d", e.Code())
	}
	return ""
}
