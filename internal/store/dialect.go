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

	"engram/internal/store/prepared"
)

// Dialect is an engine. All differences between the two are in this file.
type Dialect string

const (
	SQLite   Dialect = "sqlite"
	Postgres Dialect = "postgres"
)

// dialectOf distinguishes a postgres:// URL from an SQLite path.
func dialectOf(address string) Dialect {
	if strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://") {
		return Postgres
	}
	return SQLite
}

// Default connections. SQLite has one writer; more readers than cores gain nothing.
const (
	sqliteReaders = 4
	postgresConns = 16
)

// connectTimeout bounds connecting to Postgres: an error is better than waiting.
const connectTimeout = 5 * time.Second

// busyTimeout is the wait for an SQLite lock in milliseconds.
const busyTimeout = "10000"

// sqliteWriter configures the writer. synchronous=FULL lets acknowledged writes survive a power
// cut; secure_delete overwrites deleted text; immediate transactions lock before reading, so they
// never fail half way.
var sqliteWriter = url.Values{
	"_pragma": {"busy_timeout(" + busyTimeout + ")", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "secure_delete(1)"},
	"_txlock": {"immediate"},
}

// sqliteReader rejects all writes.
var sqliteReader = url.Values{"_pragma": {"busy_timeout(" + busyTimeout + ")", "query_only(1)"}}

// openSQLite opens or creates the file and its folder, accessible to the owner only; so are
// SQLite's side files.
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
	return openSQLitePool(path, sqliteWriter, 1), openSQLitePool(path, sqliteReader, readers), nil
}

func openSQLitePool(path string, settings url.Values, conns int) *sql.DB {
	dsn := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: settings.Encode()}
	db := sql.OpenDB(prepared.Connector(dsn.String()))
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	return db
}

func openPostgres(c Config) (*sql.DB, error) {
	config, err := postgresConfig(c.URL)
	if err != nil {
		return nil, err
	}
	if !c.Unhurried {
		config.DialFunc = hearing(config.DialFunc, maxSilence)
		config.AfterConnect = hurry
	}
	db, conns := sql.OpenDB(&breaker{Connector: stdlib.GetConnector(*config)}), cmp.Or(c.MaxConns, postgresConns)
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
	config.ValidateConnect = writable
	stays := config.OnPgError
	config.OnPgError = func(conn *pgconn.PgConn, err *pgconn.PgError) bool { return err.Code != readOnly && stays(conn, err) }
	return config, nil
}

// readOnly is the code by which a server refuses to write, such as a primary that became a replica.
const readOnly = "25006"

var errReadOnly = errors.New("this Postgres only reads, as replicas do: set ENGRAM_DATABASE_URL to the primary")

// writable refuses a server that only reads. With several in the address the next is tried.
func writable(ctx context.Context, conn *pgconn.PgConn) error {
	result := conn.ExecParams(ctx, showReadOnly, nil, nil, nil, nil).Read()
	if result.Err == nil && len(result.Rows) == 1 && string(result.Rows[0][0]) == "on" {
		return errReadOnly
	}
	return result.Err
}

const showReadOnly = `SHOW transaction_read_only`

// hurry has the server end the connections, and so the locks, of a machine that died or a process that stopped within a
// transaction. No transaction of ours waits for anything but the database.
func hurry(ctx context.Context, conn *pgconn.PgConn) error {
	return conn.Exec(ctx, `SET idle_in_transaction_session_timeout = '10s'; SET tcp_user_timeout = '20s';
		SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`).Close()
}

// sizeQuery tells how many bytes the database takes up.
func (d Dialect) sizeQuery() string {
	if d == Postgres {
		return `SELECT pg_database_size(current_database())`
	}
	return `SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()`
}

// ForUpdate ends a SELECT that locks its row.
func (t Tx) ForUpdate() string { return t.dialect.lock(" FOR UPDATE") }

// ForNoKeyUpdate locks the row; others may still insert references to it.
func (t Tx) ForNoKeyUpdate() string { return t.dialect.lock(" FOR NO KEY UPDATE") }

// ForShare locks the row against changes until the transaction ends; others may read and share it.
func (t Tx) ForShare() string { return t.dialect.lock(" FOR SHARE") }

// ForKeyShare keeps the rows from being deleted until the transaction ends; others may change them.
func (t Tx) ForKeyShare() string { return t.dialect.lock(" FOR KEY SHARE") }

// lock returns nothing on SQLite, where a write transaction excludes others.
func (d Dialect) lock(clause string) string {
	if d == Postgres {
		return clause
	}
	return ""
}

// snapshot lets all reads of a transaction see one state. SQLite always does.
func (d Dialect) snapshot() *sql.TxOptions {
	if d == Postgres {
		return &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
	}
	return &sql.TxOptions{ReadOnly: true}
}

// hasTable queries whether a table of that name exists.
func (d Dialect) hasTable() string {
	if d == Postgres {
		return `SELECT to_regclass($1) IS NOT NULL`
	}
	return `SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = $1)`
}

// columnsQuery lists table, name and type of every column, and its place in the primary key or -1.
func (d Dialect) columnsQuery() string {
	if d == Postgres {
		return `SELECT c.relname, a.attname, upper(format_type(a.atttypid, NULL)), COALESCE(array_position(i.indkey::int2[], a.attnum), -1)
			FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
			LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
			WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace ORDER BY c.relname COLLATE "C", a.attnum`
	}
	return `SELECT m.name, c.name, upper(c.type), c.pk - 1 FROM sqlite_master m JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY m.name, c.cid`
}

// referencesQuery lists each table with a table that it refers to.
func (d Dialect) referencesQuery() string {
	if d == Postgres {
		return `SELECT c.relname, p.relname FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
			WHERE k.contype = 'f' AND c.relnamespace = current_schema()::regnamespace`
	}
	return `SELECT m.name, k."table" FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) k WHERE m.type = 'table'`
}

// IsDuplicate reports a violated primary key or unique index.
func IsDuplicate(err error) bool {
	switch errorCode(err) {
	case "23505", "sqlite 2067", "sqlite 1555":
		return true
	}
	return false
}

// isTransient reports whether the transaction may be retried: serialization failure, deadlock, or
// SQLite busy.
func isTransient(err error) bool {
	switch errorCode(err) {
	case "40001", "40P01", "sqlite 5", "sqlite 261", "sqlite 517", "sqlite 773":
		return true
	}
	return false
}

// saysFull reports whether the engine reports a full disk.
func saysFull(err error) bool {
	switch errorCode(err) {
	case "53100", "sqlite 13":
		return true
	}
	return false
}

// isSQLiteIO reports whether SQLite failed to read, write or open a file.
func isSQLiteIO(err error) bool {
	return isSQLiteCode(err, 10) || isSQLiteCode(err, 14)
}

// isSQLiteCode compares an error's primary code, ignoring extensions.
func isSQLiteCode(err error, code int) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && e.Code()&0xff == code
}

// isAway reports whether Postgres is absent, starting, stopping, out of connections, became a replica, or closed a connection.
func isAway(err error) bool {
	if err == nil || errors.Is(err, context.Canceled) {
		return false
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	switch code := errorCode(err); code {
	case "57P01", "57P02", "57P03", "53300", "25P03", readOnly:
		return true
	default:
		if strings.HasPrefix(code, "08") {
			return true
		}
	}
	_, broken := errors.AsType[*net.OpError](err)
	return broken || errors.Is(err, errReadOnly) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF)
}

// errorCode returns Postgres' five characters or SQLite's extended number; empty for others.
func errorCode(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return fmt.Sprintf("sqlite %d", e.Code())
	}
	return ""
}
