package prepared

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"modernc.org/sqlite"
)

// open returns a pool of one connection to a table of numbers.
func open(t testing.TB) *sql.DB {
	t.Helper()
	db := sql.OpenDB(Connector("file:" + filepath.Join(t.TempDir(), "test.db")))
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	exec(t, db, `CREATE TABLE numbers (n INTEGER PRIMARY KEY, text TEXT); INSERT INTO numbers VALUES (1, 'one'); INSERT INTO numbers VALUES (2, 'two')`)
	return db
}

func exec(t testing.TB, db *sql.DB, query string, args ...any) {
	t.Helper()
	if _, err := db.Exec(query, args...); err != nil {
		t.Fatal(err)
	}
}

// kept returns the number of statements that the only connection has.
func kept(t testing.TB, db *sql.DB) (n int) {
	t.Helper()
	one, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer one.Close()
	if err := one.Raw(func(c any) error { n = c.(*conn).kept.Len(); return nil }); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAStatementIsPreparedOnce(t *testing.T) {
	db := open(t)
	before := kept(t, db)
	for n, want := range map[int]string{1: "one", 2: "two"} {
		var text string
		if err := db.QueryRow(`SELECT text FROM numbers WHERE n = $1`, n).Scan(&text); err != nil || text != want {
			t.Errorf("%d is %q: %v", n, text, err)
		}
		exec(t, db, `UPDATE numbers SET text = $1 WHERE n = $2`, text+"!", n)
	}
	if n := kept(t, db); n != before+2 {
		t.Errorf("%d statements are kept, %d before", n, before)
	}
}

// The rows of a statement are read while it is asked once more.
func TestAStatementWithinItself(t *testing.T) {
	db := open(t)
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	const query = `SELECT n FROM numbers WHERE n >= $1 ORDER BY n`
	var all []int
	for range 2 {
		each(t, tx, query, func(n int) {
			var m int
			if err := tx.QueryRow(query, 2).Scan(&m); err != nil {
				t.Fatal(err)
			}
			all = append(all, n, m)
		}, 1)
	}
	if want := []int{1, 2, 2, 2, 1, 2, 2, 2}; !slices.Equal(all, want) {
		t.Error(all)
	}
}

// each calls yield with the number in every row.
func each(t testing.TB, tx *sql.Tx, query string, yield func(n int), args ...any) {
	t.Helper()
	rows, err := tx.Query(query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var n int
		if err := rows.Scan(&n); err != nil {
			t.Fatal(err)
		}
		yield(n)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

func TestAStatementThatFailedOrWasCancelledRunsAgain(t *testing.T) {
	db := open(t)
	for range 2 {
		if _, err := db.Exec(`INSERT INTO numbers VALUES ($1, $2)`, 1, "again"); err == nil {
			t.Error("a number is there twice")
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		if _, err := db.ExecContext(ctx, `WITH RECURSIVE c (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c`); !errors.Is(err, context.DeadlineExceeded) {
			t.Error("an endless query ended: ", err)
		}
	}
	exec(t, db, `INSERT INTO numbers VALUES ($1, $2)`, 3, "three")
	var n int
	if err := db.QueryRow(`SELECT count(*) FROM numbers`).Scan(&n); err != nil || n != 3 {
		t.Error(n, err)
	}
}

// The last used are kept, also where one is in use as it is dropped, and see a new column.
func TestFewAreKept(t *testing.T) {
	db := open(t)
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	each(t, tx, `SELECT n FROM numbers ORDER BY n`, func(int) {
		for i := range 2 * maxStatements {
			var n int
			if err := tx.QueryRow(fmt.Sprint(`SELECT `, i)).Scan(&n); err != nil || n != i {
				t.Fatal(n, err)
			}
		}
		read++
	})
	if read != 2 {
		t.Errorf("%d rows of a statement that was dropped", read)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if n := kept(t, db); n != maxStatements {
		t.Errorf("%d statements are kept", n)
	}
	const columns = `SELECT count(*) FROM pragma_table_info('numbers')`
	exec(t, db, columns)
	exec(t, db, `ALTER TABLE numbers ADD COLUMN more TEXT`)
	var n int
	if err := db.QueryRow(columns).Scan(&n); err != nil || n != 3 {
		t.Error(n, err)
	}
}

// BenchmarkStatement compares a short statement on this connection and on the driver's own.
func BenchmarkStatement(b *testing.B) {
	for name, connector := range map[string]driver.Connector{"kept": Connector("file::memory:"), "parsed": own{}} {
		b.Run(name, func(b *testing.B) {
			db := sql.OpenDB(connector)
			db.SetMaxOpenConns(1)
			defer db.Close()
			exec(b, db, `CREATE TABLE numbers (user_id TEXT, n INTEGER, text TEXT, PRIMARY KEY (user_id, n)) WITHOUT ROWID`)
			for i := 0; b.Loop(); i++ {
				exec(b, db, `INSERT INTO numbers (user_id, n, text) VALUES ($1, $2, $3) ON CONFLICT (user_id, n) DO UPDATE SET text = excluded.text`, "u", i%100, "text")
			}
		})
	}
}

type own struct{}

func (own) Driver() driver.Driver { return &sqlite.Driver{} }
func (own) Connect(context.Context) (driver.Conn, error) {
	return (&sqlite.Driver{}).Open("file::memory:")
}
