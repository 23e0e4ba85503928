package store

import (
	"context"
	"errors"
	"fmt"
	"strconv"
)

// TransferTable is the table of a database into which another one is being copied: how far each table is. It is gone
// when the copy is complete.
const TransferTable = "transfer_progress"

// Rows of TransferTable beside those of tables.
const (
	transferSource  = " source"
	transferVersion = " version"
)

// received refuses a database into which another one was copied in part.
func (db *DB) received(ctx context.Context) error {
	partly, err := db.hasTable(ctx, TransferTable)
	if err == nil && partly {
		err = errors.New("another Engram's data were copied into this database in part: run `engram migrate` again with the settings of that one, and it goes on")
	}
	return err
}

// Receive opens a database for the copy of another, which source identifies: one without tables, or one in which the copy of
// the same source was begun. It reports which.
func Receive(ctx context.Context, c Config, source string) (db *DB, begun bool, err error) {
	if db, err = connect(c); err != nil {
		return nil, false, fmt.Errorf("store: open: %w", err)
	}
	begun, err = db.receive(ctx, c, source)
	if err != nil {
		return nil, false, errors.Join(err, db.Close())
	}
	return db, begun, nil
}

func (db *DB) receive(ctx context.Context, c Config, source string) (begun bool, err error) {
	if db.dialect == Postgres {
		if err := db.writable(ctx); err != nil {
			return false, err
		}
	}
	tables, err := db.tables(ctx)
	if err != nil {
		return false, err
	}
	begun, err = db.hasTable(ctx, TransferTable)
	switch {
	case err != nil:
		return false, err
	case begun:
		err = db.sameTransfer(ctx, source)
	case len(tables) > 0:
		err = errors.New("the database is not empty: name one without tables")
	default:
		err = db.beginTransfer(ctx, source)
	}
	if err != nil {
		return false, err
	}
	return begun, db.migrate(ctx, c)
}

func (db *DB) beginTransfer(ctx context.Context, source string) error {
	err := db.Write(ctx, func(t Tx) error {
		if _, err := t.Exec(ctx, `CREATE TABLE `+TransferTable+` (name TEXT NOT NULL PRIMARY KEY, position TEXT NOT NULL)`); err != nil {
			return err
		}
		_, err := t.Exec(ctx, `INSERT INTO `+TransferTable+` (name, position) VALUES ($1, $2), ($3, $4)`,
			transferSource, source, transferVersion, strconv.FormatInt(NewestSchema(), 10))
		return err
	})
	return Explain(err, "begin", "a copy")
}

func (db *DB) sameTransfer(ctx context.Context, source string) error {
	noted := map[string]string{}
	err := db.Reader().Each(ctx, func(row Scanner) error {
		var name, is string
		err := row.Scan(&name, &is)
		noted[name] = is
		return err
	}, `SELECT name, position FROM `+TransferTable+` WHERE name IN ($1, $2)`, transferSource, transferVersion)
	switch {
	case err != nil:
		return Explain(err, "read", TransferTable)
	case noted[transferSource] != source:
		return errors.New("another Engram's data were copied into this database in part: name an empty one")
	case noted[transferVersion] != strconv.FormatInt(NewestSchema(), 10):
		return errors.New("an Engram of another version began to copy into this database: finish with that one, or name an empty database")
	}
	return nil
}
