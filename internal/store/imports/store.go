// Package imports stores the takeovers of files from other programs, and saves what is in them.
package imports

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"engram/internal/fault"
	"engram/internal/imports"
	"engram/internal/plan"
	"engram/internal/quota"
	"engram/internal/store"
	"engram/internal/store/counters"
	"engram/internal/store/memories"
)

var _ imports.Store = (*Store)(nil)

// Enqueuer enqueues jobs in a transaction.
type Enqueuer interface {
	// RemoveBlobs enqueues the deletion of blobs without a row.
	RemoveBlobs(ctx context.Context, tx *sql.Tx, keys []string) error
	// Illustrate enqueues the fetching of a memory's figures.
	Illustrate(ctx context.Context, tx *sql.Tx, userID, memoryID string) error
}

// Store stores imports. It is safe for concurrent use.
type Store struct {
	db       *store.DB
	memories *memories.Store
	jobs     Enqueuer
}

// New returns a Store that saves through memories.
func New(db *store.DB, m *memories.Store, jobs Enqueuer) *Store { return &Store{db, m, jobs} }

const columns = `user_id, id, name, size, format, status, message, preview, has_file, retrying, found, existing, merged, saved, failed,
	position, undone, kept, notes, runner, beat_at, created_at, finished_at, attempt, followed, unfollowed`

// counts are the counted columns behind the others.
const counts = `,
	(SELECT COUNT(*) FROM import_notes n WHERE n.user_id = imports.user_id AND n.import_id = imports.id AND n.again = 1),
	(SELECT COUNT(*) FROM import_items x WHERE x.user_id = imports.user_id AND x.import_id = imports.id)
		+ (SELECT COUNT(*) FROM import_others o WHERE o.user_id = imports.user_id AND o.import_id = imports.id
			AND (EXISTS (SELECT 1 FROM conversations c WHERE c.user_id = o.user_id AND c.id = o.id)
				OR EXISTS (SELECT 1 FROM kept_filters f WHERE f.user_id = o.user_id AND f.id = o.id)
				OR EXISTS (SELECT 1 FROM feeds f WHERE f.user_id = o.user_id AND f.id = o.id))),
	(SELECT COUNT(*) FROM import_items x WHERE x.user_id = imports.user_id AND x.import_id = imports.id AND x.to_fetch = 1),
	(SELECT COUNT(*) FROM memories m JOIN import_items x ON x.user_id = m.user_id AND x.memory_id = m.id
		WHERE m.user_id = imports.user_id AND m.status = 'failed' AND x.import_id = imports.id AND x.to_fetch = 0)`

func scan(row store.Scanner) (i imports.Import, err error) { return i, scanInto(row, &i) }

func scanWhole(row store.Scanner) (i imports.Import, err error) {
	return i, scanInto(row, &i, &i.Again, &i.Items, &i.Fetching, &i.Unfetched)
}

func scanInto(row store.Scanner, i *imports.Import, more ...any) error {
	var preview string
	var hasFile, retrying, beat, created, finished int64
	err := row.Scan(append([]any{
		&i.UserID, &i.ID, &i.Name, &i.Size, &i.Format, &i.Status, &i.Message, &preview, &hasFile, &retrying, &i.Found, &i.Existing, &i.Merged,
		&i.Saved, &i.Failed, &i.Position, &i.Undone, &i.Kept, &i.Notes, &i.Runner, &beat, &created, &finished, &i.Attempt, &i.Followed, &i.Unfollowed,
	}, more...)...)
	i.HasFile, i.Retrying = hasFile != 0, retrying != 0
	i.BeatAt, i.CreatedAt, i.FinishedAt = store.TimeOrZero(beat), store.FromMillis(created), store.TimeOrZero(finished)
	if err != nil || preview == "" {
		return err
	}
	return json.Unmarshal([]byte(preview), &i.Preview)
}

// AddImport implements imports.Store.
func (s *Store) AddImport(ctx context.Context, i imports.Import, most int) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		if err := counters.Add(ctx, t, i.UserID, quota.Memories, 0); err != nil { // locks the user's imports against each other
			return err
		}
		var n int
		err := t.Row(ctx, `SELECT COUNT(*) FROM imports WHERE user_id = $1 AND status IN ('receiving', 'reading', 'ready', 'running', 'undoing')`,
			i.UserID).Scan(&n)
		if err != nil {
			return err
		}
		if n >= most {
			return fault.New(fault.Limit, "Several imports are not over yet. Start or cancel one of them first.")
		}
		_, err = t.Exec(ctx, `INSERT INTO imports (`+columns+`, last_note) VALUES (`+store.Placeholders(1, 27)+`)`,
			i.UserID, i.ID, i.Name, i.Size, i.Format, string(i.Status), i.Message, "", store.FromBool(i.HasFile), 0, 0, 0, 0, 0, 0,
			0, 0, 0, 0, i.Runner, i.BeatAt.UnixMilli(), i.CreatedAt.UnixMilli(), 0, 0, 0, 0, 0)
		return err
	})
	return store.Explain(err, "add import", i.ID)
}

// Import implements imports.Store.
func (s *Store) Import(ctx context.Context, userID, id string) (imports.Import, error) {
	i, err := scanWhole(s.db.Reader().Row(ctx, `SELECT `+columns+counts+` FROM imports WHERE user_id = $1 AND id = $2`, userID, id))
	return i, store.Explain(orNotFound(err), "read import", id)
}

func orNotFound(err error) error { return store.OrNotFound(err, imports.NotFound().Error()) }

// Imports implements imports.Store.
func (s *Store) Imports(ctx context.Context, userID string, limit int) ([]imports.Import, error) {
	all, err := store.Collect(ctx, s.db.Reader(), scanWhole, `SELECT `+columns+counts+` FROM imports
		WHERE user_id = $1 AND status <> 'receiving' ORDER BY id DESC LIMIT $2`, userID, limit)
	return all, store.Explain(err, "list imports of", userID)
}

// ImportNotes implements imports.Store.
func (s *Store) ImportNotes(ctx context.Context, userID, id string, after int64, limit int) ([]imports.Note, error) {
	all, err := store.Collect(ctx, s.db.Reader(), scanNote, `SELECT n, entry, item, address, place, message, again FROM import_notes
		WHERE user_id = $1 AND import_id = $2 AND n > $3 ORDER BY n LIMIT $4`, userID, id, after, limit)
	return all, store.Explain(err, "list the notes of import", id)
}

func scanNote(row store.Scanner) (n imports.Note, err error) {
	var again int64
	err = row.Scan(&n.N, &n.Entry, &n.Item, &n.Address, &n.Place, &n.Message, &again)
	n.Again = again != 0
	return n, err
}

// FailedEntries implements imports.Store.
func (s *Store) FailedEntries(ctx context.Context, userID, id string) ([]int, error) {
	all, err := store.Collect(ctx, s.db.Reader(), func(row store.Scanner) (n int, err error) { return n, row.Scan(&n) },
		`SELECT DISTINCT entry FROM import_notes WHERE user_id = $1 AND import_id = $2 AND again = 1 ORDER BY entry`, userID, id)
	return all, store.Explain(err, "list the failures of import", id)
}

// lock reads an import for change, without what is counted; fault.NotFound if it is not the user's.
func lock(ctx context.Context, t store.Tx, userID, id string) (imports.Import, error) {
	i, err := scan(t.Row(ctx, `SELECT `+columns+` FROM imports WHERE user_id = $1 AND id = $2`+t.ForUpdate(), userID, id))
	return i, orNotFound(err)
}

// lockWhole is lock with all.
func lockWhole(ctx context.Context, t store.Tx, userID, id string) (imports.Import, error) {
	if _, err := lock(ctx, t, userID, id); err != nil {
		return imports.Import{}, err
	}
	return scanWhole(t.Row(ctx, `SELECT `+columns+counts+` FROM imports WHERE user_id = $1 AND id = $2`, userID, id))
}

// ChangeImport implements imports.Store.
func (s *Store) ChangeImport(
	ctx context.Context, userID, id string, change func(imports.Import) (imports.Import, error),
) (after imports.Import, err error) {
	err = s.db.WriteAnyway(ctx, func(t store.Tx) error {
		before, err := lockWhole(ctx, t, userID, id)
		if err != nil {
			return err
		}
		if after, err = change(before); err != nil {
			return err
		}
		return s.put(ctx, t, before, after)
	})
	return after, store.Explain(err, "change import", id)
}

// put stores a locked import, and has its file removed if it has none any more.
func (s *Store) put(ctx context.Context, t store.Tx, before, i imports.Import) error {
	var preview []byte
	if i.Preview != nil {
		var err error
		if preview, err = json.Marshal(i.Preview); err != nil {
			return err
		}
	}
	_, err := t.Exec(ctx, `UPDATE imports SET size = $3, format = $4, status = $5, message = $6, preview = $7, has_file = $8, retrying = $9, found = $10,
		existing = $11, merged = $12, saved = $13, failed = $14, position = $15, undone = $16, kept = $17, notes = $18, runner = $19, beat_at = $20, finished_at = $21, attempt = $22,
		followed = $23, unfollowed = $24
		WHERE user_id = $1 AND id = $2`, i.UserID, i.ID, i.Size, i.Format, string(i.Status), i.Message, string(preview), store.FromBool(i.HasFile),
		store.FromBool(i.Retrying), i.Found, i.Existing, i.Merged, i.Saved, i.Failed, i.Position, i.Undone, i.Kept, i.Notes, i.Runner,
		store.MillisOrZero(i.BeatAt), store.MillisOrZero(i.FinishedAt), i.Attempt, i.Followed, i.Unfollowed)
	if err != nil || i.HasFile || !before.HasFile {
		return err
	}
	return s.jobs.RemoveBlobs(ctx, t.Raw, []string{i.BlobKey()})
}

// DropImport implements imports.Store.
func (s *Store) DropImport(ctx context.Context, userID, id string) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error {
		i, err := lock(ctx, t, userID, id)
		if err != nil {
			return err
		}
		if i.Status.UnderWay() {
			return fault.New(fault.Conflict, "Cancel this import first")
		}
		after := i
		after.HasFile = false
		if err := s.put(ctx, t, i, after); err != nil {
			return err
		}
		for _, table := range []string{"import_notes", "import_others"} {
			if _, err := t.Exec(ctx, `DELETE FROM `+table+` WHERE user_id = $1 AND import_id = $2`, userID, id); err != nil {
				return err
			}
		}
		_, err = t.Exec(ctx, `DELETE FROM imports WHERE user_id = $1 AND id = $2`, userID, id)
		return err
	})
	return store.Explain(err, "forget import", id)
}

// UnderWay implements imports.Store, for all users that are not disabled.
func (s *Store) UnderWay(ctx context.Context) ([]imports.Import, error) {
	all, err := store.Collect(ctx, s.db.Reader(), scan, `SELECT `+columns+` FROM imports
		WHERE status IN ('receiving', 'reading', 'running', 'undoing') AND (SELECT disabled_at FROM users u WHERE u.user_id = imports.user_id) = 0
		ORDER BY id, user_id`)
	return all, store.Explain(err, "list imports under way", "")
}

// Expired implements imports.Store, for all users.
func (s *Store) Expired(ctx context.Context, before time.Time) ([]imports.Import, error) {
	all, err := store.Collect(ctx, s.db.Reader(), scan, `SELECT `+columns+` FROM imports WHERE has_file = 1 AND created_at < $1 ORDER BY user_id, id`,
		before.UnixMilli())
	return all, store.Explain(err, "list imports before", before.UTC().Format(time.RFC3339))
}

// Room implements imports.Store.
func (s *Store) Room(ctx context.Context, userID string, plans plan.Table) (left, documents int, err error) {
	err = s.db.Snapshot(ctx, func(t store.Tx) error {
		var name plan.Name
		if err := t.Row(ctx, `SELECT plan FROM users WHERE user_id = $1`, userID).Scan(&name); err != nil {
			return store.OrNotFound(err, "Account not found")
		}
		limits := plans.For(name)
		if left, err = leftOf(ctx, t, userID, quota.Memories, limits); err != nil {
			return err
		}
		documents, err = leftOf(ctx, t, userID, quota.Documents, limits)
		return err
	})
	return left, documents, store.Explain(err, "read the allowances of", userID)
}

// leftOf returns what is left of an allowance; -1 if it has no limit.
func leftOf(ctx context.Context, t store.Tx, userID string, c quota.Counter, limits plan.Limits) (int, error) {
	limit := c.Limit(limits)
	if limit == 0 {
		return -1, nil
	}
	n, err := counters.Count(ctx, t.Querier, userID, c, counters.Always)
	return max(0, limit-int(n)), err
}
