package migration

import (
	"context"
	"database/sql"
	"errors"
)

// Keys compute what rows of older programs lack.
type Keys struct {
	Address  func(address string) string // see memory.Key
	Filtered func(address, title, site, author, language string) Filtered
}

// keyAddresses sets missing keys of addresses.
func keyAddresses(ctx context.Context, tx *sql.Tx, keys Keys) error {
	rows, err := readAddresses(ctx, tx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if _, err := tx.ExecContext(ctx, `UPDATE memories SET address_key = $3 WHERE user_id = $1 AND id = $2`, row.userID, row.id, keys.Address(row.address)); err != nil {
			return err
		}
	}
	return nil
}

type addressRow struct{ userID, id, address string }

func readAddresses(ctx context.Context, tx *sql.Tx) (found []addressRow, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT user_id, id, url FROM memories WHERE url <> '' AND address_key = ''`)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var row addressRow
		if err := rows.Scan(&row.userID, &row.id, &row.address); err != nil {
			return nil, err
		}
		found = append(found, row)
	}
	return found, rows.Err()
}
