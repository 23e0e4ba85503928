// Package prepared connects to SQLite and prepares each statement once per connection: parsing one takes longer than most take to
// run. What database/sql prepares itself ends with the transaction.
package prepared

import (
	"context"
	"database/sql/driver"
	"errors"
	"strings"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"modernc.org/sqlite"
)

// maxStatements is the number of statements that a connection keeps, the last used. One takes 5 to 20 KB.
const maxStatements = 100

// Connector is a driver.Connector for the database with that name, as modernc.org/sqlite takes it.
type Connector string

// Driver implements driver.Connector.
func (Connector) Driver() driver.Driver { return &sqlite.Driver{} }

// Connect implements driver.Connector.
func (c Connector) Connect(context.Context) (driver.Conn, error) {
	opened, err := c.Driver().Open(string(c))
	if err != nil {
		return nil, err
	}
	kept, err := simplelru.NewLRU(maxStatements, func(_ string, s *statement) { s.drop() })
	if err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return &conn{opened.(sqliteConn), kept}, nil
}

// sqliteConn is implemented by a connection of modernc.org/sqlite.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.Pinger
	driver.QueryerContext
	driver.SessionResetter
	driver.Validator
}

// conn is a connection with its prepared statements. As with any driver.Conn, one goroutine uses it at a time.
type conn struct {
	sqliteConn
	kept *simplelru.LRU[string, *statement]
}

// statement is a prepared statement. While rows of it are read it can't run once more, and is closed only afterwards.
type statement struct {
	sqliteStmt
	busy, dropped bool
}

type sqliteStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// drop closes the statement as soon as it is not busy.
func (s *statement) drop() {
	s.dropped = true
	if !s.busy {
		_ = s.Close()
	}
}

func (s *statement) release() {
	s.busy = false
	if s.dropped {
		_ = s.Close()
	}
}

// take returns the statement of a query, which its caller releases. A script of several has none.
func (c *conn) take(ctx context.Context, query string) (*statement, error) {
	known, ok := c.kept.Get(query)
	switch {
	case ok && !known.busy:
		known.busy = true
		return known, nil
	case strings.Contains(query, ";"):
		return nil, nil
	}
	made, err := c.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	s := &statement{sqliteStmt: made.(sqliteStmt), busy: true, dropped: ok}
	if !ok {
		c.kept.Add(query, s)
	}
	return s, nil
}

// ExecContext implements driver.ExecerContext.
func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	s, err := c.take(ctx, query)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return c.sqliteConn.ExecContext(ctx, query, args)
	}
	defer s.release()
	return s.ExecContext(ctx, args)
}

// QueryContext implements driver.QueryerContext.
func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := c.take(ctx, query)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return c.sqliteConn.QueryContext(ctx, query, args)
	}
	found, err := s.QueryContext(ctx, args)
	if err != nil {
		s.release()
		return nil, err
	}
	return &rows{found, s}, nil
}

// Close implements driver.Conn.
func (c *conn) Close() error {
	c.kept.Purge()
	return c.sqliteConn.Close()
}

// rows releases their statement in the end.
type rows struct {
	driver.Rows
	of *statement
}

func (r *rows) Close() error {
	defer r.of.release()
	return r.Rows.Close()
}
