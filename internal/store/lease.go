package store

import (
	"context"
	"time"
)

// Lease takes a lease, or prolongs it for its holder, until ends. It reports whether the holder has it: another may
// have it until then.
func (db *DB) Lease(ctx context.Context, name, holder string, now, ends time.Time) (held bool, err error) {
	err = db.Write(ctx, func(t Tx) error {
		n, err := t.Exec(ctx, `INSERT INTO leases (name, holder, ends_at) VALUES ($1, $2, $3)
			ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
			WHERE leases.holder = excluded.holder OR leases.ends_at <= $4`, name, holder, ends.UnixMilli(), now.UnixMilli())
		held = n == 1
		return err
	})
	return held && err == nil, Explain(err, "take the lease", name)
}

// EndLease ends a lease if the holder has it.
func (db *DB) EndLease(ctx context.Context, name, holder string) error {
	err := db.Write(ctx, func(t Tx) error {
		_, err := t.Exec(ctx, `DELETE FROM leases WHERE name = $1 AND holder = $2`, name, holder)
		return err
	})
	return Explain(err, "end the lease", name)
}

// ForgetLeases deletes the leases with a prefix that ended before then: those of nodes that died.
func (db *DB) ForgetLeases(ctx context.Context, prefix string, then time.Time) error {
	err := db.Write(ctx, func(t Tx) error {
		_, err := t.Exec(ctx, `DELETE FROM leases WHERE substr(name, 1, $1) = $2 AND ends_at < $3`, len(prefix), prefix, then.UnixMilli())
		return err
	})
	return Explain(err, "forget the leases of", prefix)
}
