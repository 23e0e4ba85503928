package migration

import (
	"context"
	"database/sql"
	"errors"
)

// filtersVersion is the migration that adds and fills what memories are filtered and sorted by.
const filtersVersion = 29

// Filtered holds the keys of a row, see filter.Keys.
type Filtered struct {
	Host, Site, Author, Language string
	Title                        []byte
}

// addFiltered adds columns, their values, and an index that has all that a filter asks for.
func addFiltered(ctx context.Context, tx *sql.Tx, keys Keys) error {
	for _, statement := range []string{
		`ALTER TABLE memories ADD COLUMN host_key TEXT NOT NULL DEFAULT ''`,
		`ALTER TABLE memories ADD COLUMN site_key TEXT NOT NULL DEFAULT ''`,
		`ALTER TABLE memories ADD COLUMN author_key TEXT NOT NULL DEFAULT ''`,
		`ALTER TABLE memories ADD COLUMN language_key TEXT NOT NULL DEFAULT ''`,
		`ALTER TABLE memories ADD COLUMN title_key BYTEA NOT NULL DEFAULT ''`, // bytes sort alike everywhere
		`DROP INDEX memories_by_place`,
	} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	for last := (filteredRow{}); ; {
		rows, err := readFiltered(ctx, tx, last)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			break
		}
		for _, row := range rows {
			if err := row.fill(ctx, tx, keys); err != nil {
				return err
			}
		}
		last = rows[len(rows)-1]
	}
	_, err := tx.ExecContext(ctx, `CREATE INDEX memories_by_place ON memories (user_id, place, archived_at, kind, status, starred_at, opened_at,
		read_share, created_at, published_at, host_key, site_key, author_key, language_key, title_key, id)`)
	return err
}

type filteredRow struct{ userID, id, address, title, site, author, language string }

func (r filteredRow) fill(ctx context.Context, tx *sql.Tx, keys Keys) error {
	k := keys.Filtered(r.address, r.title, r.site, r.author, r.language)
	_, err := tx.ExecContext(ctx, `UPDATE memories SET host_key = $3, site_key = $4, author_key = $5, language_key = $6, title_key = $7
		WHERE user_id = $1 AND id = $2`, r.userID, r.id, k.Host, k.Site, k.Author, k.Language, k.Title)
	return err
}

// readFiltered returns the next rows behind the last.
func readFiltered(ctx context.Context, tx *sql.Tx, last filteredRow) (found []filteredRow, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT user_id, id, url, title, site, author, language FROM memories
		WHERE user_id > $1 OR user_id = $1 AND id > $2 ORDER BY user_id, id LIMIT 1000`, last.userID, last.id)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var r filteredRow
		if err := rows.Scan(&r.userID, &r.id, &r.address, &r.title, &r.site, &r.author, &r.language); err != nil {
			return nil, err
		}
		found = append(found, r)
	}
	return found, rows.Err()
}
