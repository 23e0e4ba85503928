package migration

import (
	"context"
	"database/sql"
	"time"
)

// usageVersion is the migration that adds the log of calls, and counts saves by day.
const usageVersion = 33

const dayMillis = 86_400_000

// addUsage adds the log, and counts what was saved before by the days that memories bear.
func addUsage(ctx context.Context, tx *sql.Tx, _ Keys) error {
	for _, statement := range []string{
		`CREATE TABLE ai_calls (
			user_id           TEXT   NOT NULL REFERENCES users (user_id),
			id                TEXT   NOT NULL, -- UUIDv7: its order is the order of calls
			at                BIGINT NOT NULL,
			model             TEXT   NOT NULL,
			purpose           TEXT   NOT NULL,
			prompt_tokens     BIGINT NOT NULL,
			completion_tokens BIGINT NOT NULL,
			memories          TEXT   NOT NULL, -- JSON: the ids of those whose text was sent, some of which may be gone
			PRIMARY KEY (user_id, id)
		)`,
		`CREATE INDEX ai_calls_by_purpose ON ai_calls (user_id, purpose, id)`,
		`CREATE INDEX ai_calls_by_age ON ai_calls (at)`,
	} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	days, err := savedDays(ctx, tx)
	if err != nil {
		return err
	}
	for _, d := range days {
		_, err := tx.ExecContext(ctx, `INSERT INTO counters (user_id, name, period, n) VALUES ($1, 'saves', $2, $3)`,
			d.userID, time.UnixMilli(d.number*dayMillis).UTC().Format(time.DateOnly), d.n)
		if err != nil {
			return err
		}
	}
	return nil
}

// savedDay counts the saves of a user on a day, numbered from 1970.
type savedDay struct {
	userID    string
	number, n int64
}

func savedDays(ctx context.Context, tx *sql.Tx) (all []savedDay, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT user_id, (created_at - $1) / $2 + $3, COUNT(*) FROM memories GROUP BY 1, 2 ORDER BY 1, 2`,
		earliest*dayMillis, int64(dayMillis), earliest)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var d savedDay
		if err := rows.Scan(&d.userID, &d.number, &d.n); err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, rows.Err()
}

// earliest is a day before all that a memory can bear, so that division rounds down.
const earliest = int64(-800_000)
