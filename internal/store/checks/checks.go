package checks

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"engram/internal/blob"
	"engram/internal/check"
	"engram/internal/memory"
	"engram/internal/quota"
	"engram/internal/store"
	"engram/internal/store/counters"
	"engram/internal/store/snapshots"
	"engram/internal/store/trash"
)

// idLength is the length of a UUID.
const idLength = 36

// Damage implements check.Store.
func (s *Store) Damage(ctx context.Context) ([]string, error) { return s.db.Damage(ctx) }

// Users implements check.Store. It is the only listing of all users.
func (s *Store) Users(ctx context.Context, after string, limit int) ([]string, error) {
	ids, err := store.Collect(ctx, s.db.Reader(), store.ScanString, `SELECT user_id FROM users WHERE user_id > $1 ORDER BY user_id LIMIT $2`, after, limit)
	return ids, store.Explain(err, "list users after", after)
}

// counted are the permanent counters with the rows they count.
var counted = append([]tally{
	{quota.Memories, `SELECT COUNT(*) FROM memories WHERE user_id = $1`, false},
	{counters.Unclaimed, `SELECT COUNT(*) FROM uploads WHERE user_id = $1 AND memory_id = ''`, false},
	{counters.Passages, `SELECT COUNT(*) FROM passages WHERE user_id = $1`, false},
	{counters.Sequence, `SELECT COALESCE(MAX(seq), 0) FROM (
		SELECT MAX(seq) AS seq FROM passages WHERE user_id = $1
		UNION ALL SELECT MAX(seq) FROM deletions WHERE user_id = $1) AS last`, true},
}, countedKinds()...)

func countedKinds() (all []tally) {
	for _, kind := range memory.Kinds {
		all = append(all, tally{counters.OfKind(kind), `SELECT COUNT(*) FROM memories WHERE user_id = $1 AND kind = '` + string(kind) + `'`, false})
	}
	for _, kind := range memory.Kinds {
		all = append(all, tally{counters.Archived(kind), `SELECT COUNT(*) FROM memories WHERE user_id = $1 AND archived_at <> 0 AND kind = '` + string(kind) + `'`, false})
	}
	return all
}

type tally struct {
	counter quota.Counter
	rows    string
	atLeast bool // like a sequence, of which only reused numbers do harm
}

// beside returns the counted rows beside the stored value.
func (c tally) beside(ctx context.Context, t store.Tx, userID string, kept int64) (check.Counter, error) {
	is := check.Counter{Name: string(c.counter), Kept: kept, AtLeast: c.atLeast}
	err := t.Row(ctx, c.rows, userID).Scan(&is.Rows)
	return is, err
}

// Tally implements check.Store.
func (s *Store) Tally(ctx context.Context, userID string) (all check.Tally, err error) {
	err = s.db.Snapshot(ctx, func(t store.Tx) error {
		for _, c := range counted {
			kept, err := counters.Count(ctx, t.Querier, userID, c.counter, counters.Always)
			if err != nil {
				return err
			}
			is, err := c.beside(ctx, t, userID, kept)
			if err != nil {
				return err
			}
			all.Counters = append(all.Counters, is)
		}
		return t.Row(ctx, `SELECT (SELECT COUNT(*) FROM memories WHERE user_id = $1),
			(SELECT COUNT(*) FROM passages WHERE user_id = $1)`, userID).Scan(&all.Memories, &all.Passages)
	})
	return all, store.Explain(err, "count the rows of", userID)
}

// Recount implements check.Store.
func (s *Store) Recount(ctx context.Context, userID, counter string) error {
	i := slices.IndexFunc(counted, func(c tally) bool { return string(c.counter) == counter })
	if i < 0 {
		return fmt.Errorf("store: there is no counter %q", counter)
	}
	err := s.db.Write(ctx, func(t store.Tx) error { return recount(ctx, t, userID, counted[i]) })
	return store.Explain(err, "count anew for", userID)
}

// recount locks the counter first, since writers change it before the rows.
func recount(ctx context.Context, t store.Tx, userID string, c tally) error {
	var kept int64
	err := t.Row(ctx, `INSERT INTO counters (user_id, name, period, n) VALUES ($1, $2, $3, 0)
		ON CONFLICT (user_id, name, period) DO UPDATE SET n = counters.n
		RETURNING n`, userID, string(c.counter), counters.Always).Scan(&kept)
	if err != nil {
		return err
	}
	is, err := c.beside(ctx, t, userID, kept)
	if err != nil || is.Right() {
		return err
	}
	_, err = t.Exec(ctx, `UPDATE counters SET n = $4 WHERE user_id = $1 AND name = $2 AND period = $3`,
		userID, string(c.counter), counters.Always, is.Rows)
	return err
}

// Files implements check.Store.
func (s *Store) Files(ctx context.Context, userID string) ([]check.File, error) {
	files, err := store.Collect(ctx, s.db.Reader(), func(row store.Scanner) (check.File, error) { return scanFile(row, userID) }, `
		SELECT memory_id, id, '' AS image_key FROM uploads WHERE user_id = $1
		UNION ALL
		SELECT id, '', image_key FROM memories WHERE user_id = $1 AND image_key <> ''
		UNION ALL
		SELECT CASE WHEN width > 0 THEN memory_id ELSE '' END, '', blob_key FROM figures WHERE user_id = $1
		ORDER BY 1, 2`, userID)
	if err != nil {
		return nil, store.Explain(err, "list the files of", userID)
	}
	rest, err := trash.Files(ctx, s.db.Reader(), userID)
	if err != nil {
		return nil, store.Explain(err, "list the files in the trash of", userID)
	}
	imported, err := store.Collect(ctx, s.db.Reader(), store.ScanString, `SELECT id FROM imports WHERE user_id = $1 AND has_file = 1`, userID)
	for _, id := range imported {
		rest = append(rest, blob.ImportKey(userID, id))
	}
	if err != nil {
		return nil, store.Explain(err, "list the files being imported of", userID)
	}
	copies, err := snapshots.Keys(ctx, s.db.Reader(), userID)
	for _, key := range append(rest, copies...) {
		files = append(files, check.File{Key: key}) // in no memory that could miss it
	}
	return files, store.Explain(err, "list the snapshots of", userID)
}

// Named reports whether a row names a file. The name of a picture begins with the id of its memory, or comes from an import and
// never again.
func (s *Store) Named(ctx context.Context, key string) (bool, error) {
	name := strings.TrimSuffix(path.Base(key), path.Ext(key))
	var n int
	err := s.db.Reader().Row(ctx, `SELECT (SELECT COUNT(*) FROM uploads WHERE user_id = $1 AND id = $2)
		+ (SELECT COUNT(*) FROM imports WHERE user_id = $1 AND id = $2 AND has_file = 1)
		+ (SELECT COUNT(*) FROM memories WHERE user_id = $1 AND id = $3 AND image_key = $4)
		+ (SELECT COUNT(*) FROM figures WHERE user_id = $1 AND memory_id = $3 AND blob_key = $4)`,
		blob.Owner(key), name, name[:min(len(name), idLength)], key).Scan(&n)
	return n > 0, store.Explain(err, "look who names", key)
}

func scanFile(row store.Scanner, userID string) (f check.File, err error) {
	var uploadID string
	err = row.Scan(&f.MemoryID, &uploadID, &f.Key)
	f.Picture = f.Key != ""
	if !f.Picture {
		f.Key = blob.DocumentKey(userID, uploadID)
	}
	return f, err
}

// DropPicture implements check.Store.
func (s *Store) DropPicture(ctx context.Context, userID, memoryID, key string) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `UPDATE memories SET image_key = '' WHERE user_id = $1 AND id = $2 AND image_key = $3`,
			userID, memoryID, key)
		if err != nil {
			return err
		}
		_, err = t.Exec(ctx, `UPDATE figures SET width = $4, height = 0 WHERE user_id = $1 AND memory_id = $2 AND blob_key = $3`,
			userID, memoryID, key, memory.Gone)
		return err
	})
	return store.Explain(err, "drop the picture of memory", memoryID)
}
